// Creates the manager's text of a map.
#include "mod/manager_map_text.hpp"

#include <utility>

#include <fmt/format.h>

#include "rgm/script_source.hpp"

namespace redforge::mod {

std::string attribute_name(const soup::Names& names, std::uint32_t number)
{
    const soup::Constant* const found = names.named(soup::ArgumentType::attribute, number);
    return found == nullptr ? fmt::format("attribute_{}", number) : std::string(found->name);
}

MapPrint::MapPrint(const rgm::Map& map, const soup::Names& names)
{
    constexpr std::size_t head = 3;  // lines: path, numbers of the world, an empty line
    lines.resize(head);
    for (std::size_t actor = 0; actor < rgm::actor_count(map); ++actor) {
        add_actor(map, names, actor);
    }
}

void MapPrint::add_actor(const rgm::Map& map, const soup::Names& names, std::size_t actor)
{
    using Part = MapLine::Part;
    const auto add = [&](Part part, std::size_t index, std::string text) {
        lines.push_back({part, actor, index, std::move(text)});
    };
    if (actor != 0) {
        add(Part::blank, 0, "");
    }
    const rgm::Actor& record = map.actors.records[actor];
    const std::vector<std::int32_t> values = rgm::initial_variables(record);
    constexpr std::size_t own_variables = 2;  // the first two and the last two belong to the game
    if (values.size() > 2 * own_variables) {
        for (std::size_t i = own_variables; i + own_variables < values.size(); ++i) {
            add(Part::variable, i, fmt::format("var{} = {}", i, values[i]));
        }
        add(Part::blank, 0, "");
    }
    bool has_attribute = false;
    for (const rgm::Attribute& attribute : record.attributes) {
        if (attribute.value != 0) {
            add(Part::attribute, attribute.index,
                fmt::format("{} = {}", attribute_name(names, attribute.index),
                            static_cast<int>(static_cast<std::int8_t>(attribute.value))));
            has_attribute = true;
        }
    }
    if (has_attribute) {
        add(Part::blank, 0, "");
    }
    scripts.push_back(soup::print_for_manager(rgm::script_at(map, actor), names, values));
    for (std::size_t i = 0; i < scripts.back().lines.size(); ++i) {
        add(Part::script, i, scripts.back().lines[i].text);
    }
}

}  // namespace redforge::mod
