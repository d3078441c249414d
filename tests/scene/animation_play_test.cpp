// Animations of actors: the pictures of a group and their duration, the groups that play without a request, and the
// meshes of a scene at a time. Source of the rules: reference sheet "engine facts", 2.
#include <catch2/catch.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "model/model.hpp"
#include "rgm/map.hpp"
#include "scene/animation_play.hpp"
#include "scene/scene.hpp"
#include "support/game.hpp"
#include "support/values.hpp"

using namespace redforge;
using namespace redforge::scene;

namespace {

rgm::Command command(std::string_view name, std::int32_t first = 0, std::int32_t second = 0)
{
    return {{*rgm::find_command_kind(name)}, {first, second}, {}};
}

rgm::AnimationGroup make_group(std::uint16_t number, std::uint16_t delay, std::vector<rgm::Command> commands)
{
    rgm::AnimationGroup made;
    made.group_index = number;
    made.anim_id = delay;
    made.commands = std::move(commands);
    return made;
}

/// Returns the pictures as number x updates, and the place where they repeat: "0x3 1x3 from 0".
std::string idle_text(const rgm::Actor& actor)
{
    const IdleAnimation idle = idle_animation(actor);
    std::string text;
    for (const TimedPicture& each : idle.pictures) {
        text += fmt::format("{}x{} ", each.picture.number, each.updates);
    }
    return text + fmt::format("from {}", idle.repeat_from);
}

rgm::Actor actor_of_nine_frames()
{
    rgm::Actor actor;
    actor.animation_files = {{0, 9, "c", "fxart\\GUARD.3DC"}};
    return actor;
}

}  // namespace

TEST_CASE("animations: a group plays frames across its files, then loops or ends")
{
    rgm::Actor actor;
    actor.animation_files = {{0, 3, "c", "fxart\\FIRST.3D"}, {0, 2, "c", "fxart\\NEXT.3DC"}};
    rgm::AnimationGroup group;
    group.commands = {command("PlaySound", 12, -3), command("ShowFrame", 2),    command("ShowFrame", 4),
                      command("ShowFrame", 5),      command("GoToPrevious", 2), command("EndAnimation")};
    const AnimationRun run = run_of(actor, group);
    REQUIRE(run.pictures.size() == 3);
    CHECK(run.pictures[0].model == "FIRST");
    CHECK(run.pictures[0].frame == 2);
    CHECK(run.pictures[0].actions == std::vector<std::string>{"PlaySound 12, -3"});
    CHECK(run.pictures[1].model == "NEXT");
    CHECK(run.pictures[1].frame == 1);
    CHECK(run.pictures[1].number == 4);
    CHECK(run.pictures[2].model.empty());  // frame 5 does not exist
    CHECK(run.repeat_from == 1);
    CHECK(run.end == "goes back to command 2");
    group.commands = {command("ShowFrame", 0), command("GoToFuture", 0), command("ChangeAnimGroup", 7, 0)};
    CHECK(run_of(actor, group).pictures.size() == 1);
    CHECK(run_of(actor, group).end == "continues with group 7");
    group.commands = {command("GoToPrevious", 9)};
    CHECK(run_of(actor, group).end == "ends");

    group.anim_id = 0x0103;  // the game uses the low byte, in 1/12 s
    CHECK(run_of(actor, group).picture_time() == 250);
    group.anim_id = 0;
    CHECK(run_of(actor, group).picture_time() == 21333);  // 256 updates
}

TEST_CASE("animations: an actor begins with group 0, and continues with its default group")
{
    rgm::Actor actor = actor_of_nine_frames();
    CHECK(idle_text(actor) == "from 0");
    actor.groups = {make_group(0, 3, {command("ShowFrame", 0), command("ShowFrame", 1), command("EndAnimation")}),
                    make_group(5, 0, {command("ShowFrame", 2), command("ShowFrame", 4), command("GoToPrevious", 1)})};
    CHECK(idle_text(actor) == "0x3 1x3 from 0");
    actor.attributes = {{44, 5}};
    CHECK(idle_text(actor) == "0x3 1x3 2x256 4x256 from 3");
    actor.groups.erase(actor.groups.begin());
    CHECK(idle_text(actor) == "2x256 4x256 from 1");
    actor.attributes = {{44, 6}};
    CHECK(idle_text(actor) == "from 0");  // the actor lacks group 0 and its default
}

TEST_CASE("animations: ChangeAnimGroup continues with another group")
{
    rgm::Actor actor = actor_of_nine_frames();
    actor.groups = {make_group(0, 1, {command("ShowFrame", 0), command("ChangeAnimGroup", 7)}),
                    make_group(7, 2, {command("ShowFrame", 3), command("EndAnimation")})};
    CHECK(idle_text(actor) == "0x1 3x2 from 0");
    actor.groups[1].commands = {command("ChangeAnimGroup", 7)};
    CHECK(idle_text(actor) == "0x1 from 0");  // the last picture stays
}

TEST_CASE("animations: a mesh is shown for its updates, 12 per second")
{
    const Animation animation{.meshes = {{4, 6}, {5, 9}, {6, 12}}, .repeat_from = 1};
    CHECK(mesh_at(animation, 0) == 4);
    CHECK(mesh_at(animation, 0.49) == 4);
    CHECK(mesh_at(animation, 0.5) == 5);
    CHECK(mesh_at(animation, 0.75) == 6);
    CHECK(mesh_at(animation, 1.0) == 5);  // repeats from 1: 6 updates
    CHECK(mesh_at(animation, 1.25) == 6);
    CHECK(mesh_at(animation, 1.5) == 5);
}

TEST_CASE("animations: objects without a model of their own play the animation of their actor", "[scene]")
{
    const test::Folder folder;
    folder.put("fxart/first.3dc", test::file_of(test::triangle(0)));
    folder.put("fxart/next.3dc", test::file_of(test::triangle(512)));
    const GameFolder game = index_game_folder(folder.path).value();
    rgm::Map map;
    test::append_record(map, "objects", {{"script_name", "guard"}});
    test::append_record(map, "objects", {{"script_name", "GUARD"}, {"model_name", "NEXT"}});
    test::append_record(map, "actors", {{"script_name", "GUARD"}});
    rgm::Actor& actor = map.actors.records[0];
    actor.animation_files = {{0, 1, "c", "fxart\\FIRST.3DC"}, {0, 1, "c", "fxart\\NEXT.3DC"}};
    actor.groups = {make_group(0, 6, {command("ShowFrame", 0), command("ShowFrame", 1), command("EndAnimation")})};
    Pictures pictures(game, art::grey_colours(), 0);
    Scene scene = scene_of(map, "MAP", game, {}, pictures);
    CHECK_FALSE(has_moving_animations(scene));
    REQUIRE(add_animations(scene, map, game, pictures));
    const auto shown = [&](std::size_t instance, double seconds) {
        const Instance& each = scene.instances.at(instance);
        return scene.meshes[each.animation ? mesh_at(scene.animations.at(*each.animation), seconds) : each.mesh].name;
    };
    CHECK(shown(0, 0) == "FIRST");
    CHECK(shown(0, 0.5) == "NEXT");
    CHECK(shown(0, 1) == "FIRST");
    CHECK(shown(1, 0) == "NEXT");
    CHECK_FALSE(scene.instances.at(1).animation);
    CHECK(has_moving_animations(scene));

    test::append_record(map, "objects", {{"script_name", "GUARD"}});
    rebuild_scene(scene, map, &game, &pictures);
    CHECK(shown(2, 0.5) == "NEXT");
    CHECK(scene.animations.size() == 1);
}
