// References to names of a game in the scripts of maps and in ITEM.INI.
#include "edit/script/script_references.hpp"

#include <map>
#include <optional>

#include <fmt/format.h>

#include "config/ini.hpp"
#include "core/text/letter_case.hpp"
#include "rgm/actor.hpp"
#include "rgm/map.hpp"
#include "soup/bytecode/decoder.hpp"
#include "soup/disassemble/meanings.hpp"
#include "soup/names/names.hpp"

namespace redforge::edit {
namespace {

/// The numbers that scripts and settings use for a name of the game.
struct GameThing {
    std::optional<std::int32_t> item;
    std::optional<std::int32_t> world;
    std::optional<std::uint32_t> label;  ///< dialogue label
};

GameThing find_game_thing(std::string_view name, const soup::Names& names)
{
    const auto number_in = [name](const std::map<std::int32_t, std::string>& known) -> std::optional<std::int32_t> {
        const auto found =
            std::ranges::find_if(known, [name](const auto& each) { return equals_ignore_case(each.second, name); });
        return found == known.end() ? std::nullopt : std::optional(found->first);
    };
    return {number_in(names.items), number_in(names.maps), soup::number_of_label(name)};
}

bool names_in_script(ByteView code, const GameThing& thing, const soup::Names& names)
{
    bool found = false;
    const auto look = [&](std::size_t /*statement*/, soup::ArgumentType meaning, std::uint32_t number) {
        const auto value = static_cast<std::int32_t>(number);
        found = found || (meaning == soup::ArgumentType::item && thing.item == value) ||
                (meaning == soup::ArgumentType::map && thing.world == value) ||
                (meaning == soup::ArgumentType::dialogue && thing.label == number);
    };
    soup::each_number(soup::decode(code), &names, look);
    return found;
}

/// Adds the actors whose scripts name an item, a world or a dialogue label with this name.
void add_scripts(const RecordHandle& root, const rgm::Map& map, std::string_view name, const soup::Names& names,
                 std::vector<Match>& found)
{
    const GameThing thing = find_game_thing(name, names);
    for (std::size_t i = 0; i < map.actors.records.size(); ++i) {
        if (!names_in_script(map.actors.records[i].script, thing, names)) {
            continue;
        }
        Result<std::vector<Match>> actor = resolve(root, fmt::format("actors[{}]", i));
        if (actor && actor->size() == 1) {
            found.push_back(std::move(actor->front()));
        }
    }
}

/// Adds the fields of ITEM.INI that have this label, and the name of the item that has this name.
void add_items(const RecordHandle& root, const config::Ini& ini, std::string_view name, const soup::Names* names,
               std::vector<Match>& found)
{
    const std::optional<std::int32_t> item = names != nullptr ? find_game_thing(name, *names).item : std::nullopt;
    for (std::size_t s = 0; s < ini.sections.size(); ++s) {
        if (!equals_ignore_case(ini.sections[s].name.bytes, "items")) {
            continue;
        }
        const config::Lines& lines = ini.sections[s].lines;
        for (std::size_t i = 0; i < lines.size(); ++i) {
            const auto* const key = std::get_if<config::Key>(&lines[i]);
            const std::string stem = key == nullptr ? "" : lower(key->name.bytes.substr(0, key->name.bytes.find('[')));
            if ((stem != "name" && stem != "description") ||
                (key->value.bytes != name &&
                 (!item || stem != "name" || lower(key->name.bytes) != fmt::format("name[{}]", *item)))) {
                continue;
            }
            Result<std::vector<Match>> value = resolve(root, fmt::format("sections[{}].lines[{}].value", s, i));
            if (value && value->size() == 1) {
                found.push_back(std::move(value->front()));
            }
        }
    }
}

}  // namespace

void find_in_map_scripts(const RecordHandle& root, std::string_view name, const LoadContext& context,
                         std::vector<Match>& found)
{
    if (const auto* const names = context.services.find<soup::Names>()) {
        add_scripts(root, *static_cast<const rgm::Map*>(root.record), name, *names, found);
    }
}

void find_in_settings(const RecordHandle& root, std::string_view name, const LoadContext& context,
                      std::vector<Match>& found)
{
    add_items(root, *static_cast<const config::Ini*>(root.record), name, context.services.find<soup::Names>(), found);
}

}  // namespace redforge::edit
