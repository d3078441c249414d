// Compares the order of actors and static objects before and after a change.
#include "check/map_order.hpp"

#include <algorithm>
#include <unordered_set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/text/letter_case.hpp"
#include "edit/map/map_of.hpp"
#include "edit/map/map_visibility.hpp"
#include "rgm/actor.hpp"
#include "rgm/map.hpp"
#include "rgm/new_map.hpp"
#include "rgm/scene_records.hpp"

namespace redforge::check {

namespace fs = std::filesystem;

MapOrder order_of(const edit::Document& document)
{
    MapOrder order;
    const rgm::Map* const map = edit::map_of(document);
    if (map == nullptr) {
        return order;
    }
    for (const rgm::Actor& actor : map->actors.records) {
        order.actors.emplace_back(actor.header.script_name.view());
    }
    for (const rgm::StaticObject& each : map->statics.records) {
        order.statics.push_back({each.id, std::string(each.model_name.view())});
    }
    return order;
}

std::optional<std::string> first_actors_note(const MapOrder& before, const MapOrder& after)
{
    const auto has = [](const MapOrder& order, std::size_t i) {
        return i < order.actors.size() && equals_ignore_case(order.actors[i], rgm::first_actors.at(i));
    };
    std::vector<std::string_view> removed;
    std::vector<std::string_view> moved;
    for (std::size_t i = 0; i < rgm::first_actors.size(); ++i) {
        if (!has(before, i) || has(after, i)) {
            continue;
        }
        const bool is_there = std::ranges::any_of(after.actors, [i](const std::string& name) {
            return equals_ignore_case(name, rgm::first_actors.at(i));
        });
        (is_there ? moved : removed).push_back(rgm::first_actors.at(i));
    }
    if (removed.empty() && moved.empty()) {
        return std::nullopt;
    }
    // If an actor is missing, the later ones moved because of it, so name only missing actors.
    const bool renamed = !removed.empty() && moved.empty() && before.actors.size() == after.actors.size();
    const std::vector<std::string_view>& named = removed.empty() ? moved : removed;
    constexpr std::size_t most = 3;
    const std::size_t shown = std::min(named.size(), most);
    std::string names =
        fmt::format("{}", fmt::join(named.begin(), named.begin() + static_cast<std::ptrdiff_t>(shown), ", "));
    if (named.size() > most) {
        names += fmt::format(" and {} more", named.size() - most);
    }
    return fmt::format("{} {} {}; the game expects its first 24 actors in the same places of every map", names,
                       named.size() == 1 ? "was" : "were",
                       removed.empty() ? "moved"
                       : renamed       ? "renamed"
                                       : "removed");
}

bool statics_differ(const MapOrder& before, const MapOrder& after)
{
    if (before.statics.size() != after.statics.size()) {
        return true;
    }
    std::unordered_set<std::uint32_t> ids;
    for (const MapOrder::Static& each : before.statics) {
        ids.insert(each.id);
    }
    for (std::size_t i = 0; i < before.statics.size(); ++i) {
        const MapOrder::Static& was = before.statics[i];
        const MapOrder::Static& is = after.statics[i];
        // The id of another static shows a new order. A new id with another model shows a replaced static.
        if (was.id != is.id && (ids.contains(is.id) || was.model != is.model)) {
            return true;
        }
    }
    return false;
}

std::optional<fs::path> find_pvo(const fs::path& map)
{
    const fs::path plain = map.has_filename() ? map : map.parent_path();
    std::error_code ignored;
    if (equals_ignore_case(plain.extension().string(), ".rgm") && !fs::exists(plain, ignored)) {
        return std::nullopt;  // a PVO without its map cannot be updated
    }
    return edit::find_visibility(plain);
}

std::vector<std::string> order_notes(const MapOrder& before, const MapOrder& after, const fs::path& map)
{
    std::vector<std::string> notes;
    if (std::optional<std::string> note = first_actors_note(before, after)) {
        notes.push_back(std::move(*note));
    }
    if (statics_differ(before, after)) {
        if (const std::optional<fs::path> pvo = find_pvo(map)) {
            notes.push_back(
                fmt::format("saving the map changes {}, too: static objects were added, removed or reordered",
                            pvo->filename().string()));
        }
    }
    return notes;
}

}  // namespace redforge::check
