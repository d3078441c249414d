// Makes a map to begin with.
#include "rgm/new_map.hpp"

#include <algorithm>

#include "core/text/letter_case.hpp"
#include "rgm/actor.hpp"
#include "rgm/animation.hpp"
#include "rgm/scene_records.hpp"

namespace redforge::rgm {
namespace {

Command frame_command(std::string_view name, std::int32_t value)
{
    return {{*find_command_kind(name)}, {value}, {}};
}

/// An actor whose script ends at once: SOUP `end` with its own start as target.
Actor idle_actor(std::string_view name)
{
    Actor actor;
    actor.header.script_name = FixedText<9>(name);
    actor.script = Bytes(5);
    actor.script.front() = std::byte{0x05};
    return actor;
}

/// Sets the values of CYRUS that the game needs from the player's actor. Sources: reference sheets "retail facts", 3
/// (attributes 3 and 105), and "engine facts", 2 (the game requests group 0 when it loads a map; a delay of 0 lasts 256
/// updates); spec, "RAAN" (file name).
void make_player(Actor& actor, std::int16_t size_row)
{
    actor.header.instances = 1;
    actor.header.size_primary = size_row;
    actor.attributes = {{3, 100}};  // health; attribute 105 (kind of player) is 0 for Cyrus
    actor.animation_files = {{0, 1, "c", "3dart\\cyrsa001.3d"}};
    actor.groups = {{0, 1, 0, {}, {frame_command("ShowFrame", 0), frame_command("EndAnimation", 0)}, {}}};
}

/// Box of CYRUS. Source: reference sheet "engine facts", 3 [measured on ISLAND].
constexpr Size player_size{0, {48, 128, 49}, {}, {24, 62, 11}, {24, 66, 38}};

/// The middle of the map, in map units.
constexpr std::int32_t middle = 0x8000;

}  // namespace

NewMap new_map_like(const Map* other)
{
    NewMap made{new_map()};
    Map& map = made.map;
    bool has_player = false;
    for (const std::string_view name : first_actors) {
        const auto has_name = [name](const Actor& each) {
            return equals_ignore_case(each.header.script_name.view(), name);
        };
        if (other != nullptr) {
            if (const auto actor = std::ranges::find_if(other->actors.records, has_name);
                actor != other->actors.records.end()) {
                map.actors.records.push_back(*actor);
                ++made.copied_actors;
                has_player = has_player || name == player_actor;
                continue;
            }
        }
        map.actors.records.push_back(idle_actor(name));
    }
    if (made.copied_actors > 0) {
        map.sizes = other->sizes;
    }
    if (!has_player) {
        const auto player = std::ranges::find(first_actors, player_actor) - first_actors.begin();
        make_player(map.actors.records[static_cast<std::size_t>(player)],
                    static_cast<std::int16_t>(map.sizes.records.size()));
        map.sizes.records.push_back(player_size);
    }
    map.markers.records = {{{middle, 0, middle}, 1}};
    return made;
}

}  // namespace redforge::rgm
