// The actors of sample_map().
#include "rgm/sample_actors.hpp"

#include "rgm/actor.hpp"
#include "rgm/actor_string.hpp"
#include "rgm/animation.hpp"
#include "rgm/animation_file.hpp"
#include "rgm/animation_group.hpp"
#include "rgm/attribute.hpp"
#include "rgm/collision_sphere.hpp"
#include "rgm/extra_data.hpp"
#include "rgm/hook.hpp"
#include "rgm/location.hpp"
#include "rgm/variable.hpp"

namespace redforge::rgm {
namespace {

Command command(std::string_view name, std::int32_t first = 0, std::int32_t second = 0)
{
    return {{*find_command_kind(name)}, {first, second}, {}};
}

Bytes script(std::initializer_list<unsigned> bytes)
{
    Bytes result;
    for (const unsigned byte : bytes) {
        result.push_back(static_cast<std::byte>(byte));
    }
    return result;
}

/// A door that waits for its hook: SOUP `end` to its own start, then `return`.
Actor door()
{
    Actor actor;
    actor.header.script_name = "DOOR01";
    actor.header.instances = 2;
    actor.strings = {{"opened", {}}, {"closed", {}}};
    actor.variables = {{0, {}}, {0, {1, 2}}};
    actor.attributes = {{0, 100}, {31, 5}};
    actor.animation_files = {{0, 8, "c", "fxart\\DOORA001.3DC"}};
    actor.groups = {{0, 1, 0, {}, {command("ShowFrame", 0), command("EndAnimation")}, {}},
                    {4,
                     2,
                     1,
                     {},
                     {command("ShowFrame", 1), command("PlaySound", 12, 100), command("ShowFrame", 7),
                      command("BreakPoint"), command("EndAnimation")},
                     {}}};
    actor.hooks = {{5, 1}};
    actor.extra = ExtraData{};
    actor.extra->anim_frame_ref = 8;
    actor.name_space = NameSpace{"door"};
    actor.script = script({0x05, 0, 0, 0, 0, 0x12});
    return actor;
}

Actor guard()
{
    Actor actor;
    actor.header.script_name = "GUARD01";
    actor.header.size_primary = 0;
    actor.strings = {{"closed", {}}, {"halt", {}}};
    actor.variables = {{-1, {}}};
    actor.animation_files = {{0, 16, "c", "fxart\\GUARA001.3DC"}};
    actor.groups = {{0, 1, 0, {}, {command("ShowFrame", 0), command("GoToPrevious", 0), command("EndAnimation")}, {}}};
    actor.locations = {{0, 0, 0}, {2560, 0, -5120}};
    actor.extra = ExtraData{};
    actor.collision_spheres = {{0, -4, 0, 17, 96}};
    actor.name_space = NameSpace{"guard"};
    actor.script = script({0x05, 0, 0, 0, 0});
    return actor;
}

}  // namespace

RecordList<Actor> sample_actors()
{
    return {door(), guard()};
}

}  // namespace redforge::rgm
