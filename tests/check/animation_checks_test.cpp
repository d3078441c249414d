// Findings of the checks of animation groups. Source: reference sheet "engine facts", 2.
#include <catch2/catch.hpp>

#include <fmt/format.h>

#include "check/check.hpp"
#include "edit/document/document.hpp"
#include "rgm/actor.hpp"
#include "rgm/map.hpp"
#include "support/outcome.hpp"

using namespace redforge;
using namespace redforge::test;

namespace {

using Lines = std::vector<std::string>;

rgm::Command command(std::uint8_t op, std::int32_t first = 0, std::int32_t third = 0)
{
    rgm::Command made{.op = {op}};
    made.set_parameter(0, first);
    made.set_parameter(2, static_cast<std::int8_t>(third));
    return made;
}

rgm::Command show_frame(std::int32_t frame = 0)
{
    return command(0, frame);
}
rgm::Command end_animation()
{
    return command(1);
}
rgm::Command go_to_previous(std::int32_t target)
{
    return command(2, target);
}
rgm::Command go_to_future(std::int32_t target)
{
    return command(3, target);
}
rgm::Command transition(std::int32_t group)
{
    return command(15, 0, group);
}

rgm::AnimationGroup group_of(std::vector<rgm::Command> commands, std::uint16_t number = 0, std::uint16_t delay = 1)
{
    rgm::AnimationGroup group;
    group.group_index = number;
    group.anim_id = delay;
    group.commands = std::move(commands);
    return group;
}

/// Returns the findings of a check for a placed actor with 4 frames and these groups.
Lines found_in_groups(const std::string& id, std::vector<rgm::AnimationGroup> groups)
{
    rgm::Map map;
    rgm::Actor actor;
    actor.header.script_name = "DOG";
    actor.animation_files = {{.frame_count = 1, .file_path = {}}, {.frame_count = 3, .file_path = {}}};
    actor.groups = std::move(groups);
    map.actors.records.push_back(actor);
    rgm::Object object;
    object.script_name = "DOG";
    map.objects.records.push_back(object);
    const edit::Document document = need(edit::read_binary(need(rgm::write_map(map))));
    Lines lines;
    for (const check::Finding& finding : check::run(document, {}, {{id}, {}})) {
        lines.push_back(finding.path(document.root()) + ": " + finding.message);
    }
    return lines;
}

}  // namespace

TEST_CASE("check: reports animation groups with numbers above 177")
{
    CHECK(found_in_groups("animation-number", {group_of({show_frame(), end_animation()}, 177)}).empty());
    CHECK(found_in_groups("animation-number", {group_of({show_frame(), end_animation()}, 178)}) ==
          Lines{"actors[0].groups: animations of DOG: group 178: the highest number of a group is 177"});
}

TEST_CASE("check: reports animation groups that neither end nor repeat")
{
    const auto flow = [](std::vector<rgm::Command> commands) {
        return found_in_groups("animation-flow", {group_of(std::move(commands))});
    };
    const std::string head = "actors[0].groups: animations of DOG: group 0: ";
    CHECK(flow({show_frame(), end_animation()}).empty());
    CHECK(flow({show_frame(), go_to_previous(0)}).empty());
    CHECK(flow({show_frame(), go_to_future(2), go_to_previous(0)}).empty());
    CHECK(flow({}) == Lines{head + "it has no commands"});
    CHECK(flow({show_frame()}) == Lines{head + "it runs past its last command: EndAnimation is missing"});
    CHECK(flow({show_frame(), go_to_previous(2)}) ==
          Lines{head + "command 1 (GoToPrevious) jumps to 2, after the last command, 1"});
    CHECK(flow({show_frame(), go_to_future(1), go_to_previous(1)}) ==
          Lines{head + "its commands from 1 jump in a circle without ShowFrame, so the game hangs"});
}

TEST_CASE("check: reports frames that the actor's animation files do not have")
{
    CHECK(found_in_groups("animation-frame", {group_of({show_frame(3), end_animation()})}).empty());
    CHECK(found_in_groups("animation-frame", {group_of({show_frame(3), show_frame(4)})}) ==
          Lines{"actors[0].groups: animations of DOG: group 0: command 1 shows frame 4, but the actor's files have 4 "
                "frames"});
}

TEST_CASE("check: reports groups that the actor does not have")
{
    CHECK(found_in_groups("animation-target", {group_of({transition(0), end_animation()})}).empty());
    CHECK(
        found_in_groups("animation-target", {group_of({transition(9), end_animation()}), group_of({}, 8)}) ==
        Lines{"actors[0].groups: animations of DOG: group 0: command 0 (Transition) asks for group 9, which the actor "
              "does not have"});
    CHECK(found_in_groups("animation-target", {group_of({end_animation()}, 5)}) ==
          Lines{"actors[0].groups: DOG has no animation group 0, which the game plays first"});
}

TEST_CASE("check: frame delays are bytes, and 0 counts as 256")
{
    const auto delay = [](std::uint16_t value) {
        return found_in_groups("animation-delay", {group_of({show_frame(), show_frame(), end_animation()}, 0, value)});
    };
    const std::string head = "actors[0].groups: animations of DOG: group 0: ";
    CHECK(delay(1).empty());
    CHECK(delay(255).empty());
    CHECK(delay(0) == Lines{head + "the frame delay is 0, so each frame stays for 256 updates (21 s)"});
    CHECK(delay(256).empty());
    CHECK(delay(261) == Lines{head + "the game takes the frame delay 261 as 5"});
    CHECK(found_in_groups("animation-delay", {group_of({show_frame(), end_animation()}, 0, 0)}).empty());
}

TEST_CASE("check: reports at most three wrong groups of an actor")
{
    CHECK(found_in_groups("animation-flow", {group_of({}, 0), group_of({}, 1), group_of({}, 2), group_of({}, 3)}) ==
          Lines{"actors[0].groups: animations of DOG: group 0: it has no commands; group 1: it has no commands; group "
                "2: it "
                "has no commands and 1 more group"});
}
