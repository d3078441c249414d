// Scenes of maps: skins of actors, lights, moving records, and cancellation.
#include <catch2/catch.hpp>

#include <atomic>

#include "core/files/files.hpp"
#include "model/model.hpp"
#include "rgm/map.hpp"
#include "scene/moved.hpp"
#include "support/game.hpp"
#include "support/values.hpp"

using namespace redforge;
using namespace redforge::scene;
using namespace redforge::test;

namespace {

/// Returns a map with two objects of one model, a static, a rope of two links and a lamp.
rgm::Map sample()
{
    rgm::Map map;
    append_record(map, "objects", {{"script_name", "PLAIN"}, {"model_name", "BOX"}});
    append_record(map, "objects", {{"script_name", "SKINNED"}, {"model_name", "BOX"}});
    append_record(map, "statics", {{"model_name", "BOX"}});
    append_record(map, "ropes",
                  {{"rope_model", "BOX"}, {"static_model", "BOX"}, {"length", "2"}, {"position.y", "-200"}});
    append_record(map, "lights", {{"radius", "600"}});
    append_record(map, "markers");
    return map;
}

struct Game : Folder {
    GameFolder index;
    Game()
    {
        put("fxart/box.3dc", file_of(cube(10, {.bank = 7, .image = 3})));
        put("fxart/texbsi.007", bank_of("A07003", 1));
        put("fxart/texbsi.301", bank_of("D01003", 2));
        put("fxart/texbsi.302", bank_of("D02004", 2));
        put("fxart/a.col", palette_file());
        index = index_game_folder(path).value();
    }
};

}  // namespace

TEST_CASE("scene: an actor's skin replaces images by those of another bank", "[scene]")
{
    const Game game;
    rgm::Map map = sample();
    append_record(map, "objects", {{"script_name", "OTHER"}, {"model_name", "BOX"}});
    append_record(map, "actors", {{"script_name", "skinned"}, {"texture_id", "301"}});
    append_record(map, "actors", {{"script_name", "OTHER"}, {"texture_id", "302"}});
    Pictures pictures(game.index, art::grey_colours(), 0);
    const Scene scene = scene_of(map, "MAP", game.index, {}, pictures);
    const auto bank_of_object = [&](std::size_t i) {
        CHECK(scene.instances[i].kind == Kind::object);
        return scene.meshes[scene.instances[i].mesh].mesh.surfaces.at(0).bank;
    };
    CHECK(bank_of_object(0) == 7);
    CHECK(bank_of_object(1) == 301);
    CHECK(bank_of_object(2) == 7);  // bank 302 has no image 3
    CHECK(pictures.problems().empty());
    // The static keeps the model's own images.
    CHECK(scene.meshes[scene.instances[3].mesh].mesh.surfaces.at(0).bank == 7);
}

TEST_CASE("scene: reads the brightness and the on/off state of lights", "[scene]")
{
    rgm::Map map;
    append_record(map, "lights",
                  {{"position.x", "200"},
                   {"radius", "600"},
                   {"intensity", "51"},
                   {"red", "255"},
                   {"green", "51"},
                   {"channel_map", "0 1 2 3 4 5 6 7"}});
    append_record(map, "lights", {{"radius", "-1"}, {"intensity", "-1"}});
    const std::vector<Light> lights = scene_of(map, "MAP").lights;
    REQUIRE(lights.size() == 2);
    CHECK(lights[0].position.x == -10);
    CHECK(lights[0].radius == 30);
    CHECK(lights[0].intensity == Approx(0.2));
    CHECK(lights[0].colour.x == 1);
    CHECK(lights[0].colour.y == Approx(0.2));
    CHECK(lights[0].active);
    CHECK(lights[1].radius == 0);
    CHECK(lights[1].intensity == 0);
    CHECK_FALSE(lights[1].active);
}

TEST_CASE("scene: markers refer to their records", "[scene]")
{
    rgm::Map map = sample();
    set_value(map, "objects[1].object_type", "5");
    const std::vector<SceneMarker> markers = markers_of(map);
    REQUIRE(markers.size() == 6);
    CHECK(markers[1].record == 1);
    CHECK(markers[1].object_type == 5);
    CHECK(markers[2].kind == Kind::static_object);
    CHECK(markers[2].record == 0);
    CHECK(markers[5].kind == Kind::marker);
    CHECK(markers[5].record == 0);
}

TEST_CASE("scene: moving records moves only their instances", "[scene]")
{
    const Game game;
    const rgm::Map before = sample();
    Pictures pictures(game.index, art::grey_colours(), 0);
    Scene scene = scene_of(before, "MAP", game.index, {}, pictures);
    REQUIRE(scene.instances.size() == 6);
    rgm::Map now = before;
    set_value(now, "objects[1].position.x", "2000");
    set_value(now, "objects[1].angle.y", "512");
    set_value(now, "statics[0].rotation_matrix", "0 0 268435456 0 268435456 0 -268435456 0 0");
    set_value(now, "ropes[0].position.y", "-400");
    set_value(now, "lights[0].radius", "20");
    set_value(now, "markers[0].position.x", "20");
    set_value(now, "lights[0].id", "77");
    set_value(now, "objects[0].position.x", "9000");  // not reported to the scene
    const std::vector<RecordRef> moved{
        {Kind::object, 1}, {Kind::static_object, 0}, {Kind::rope, 0}, {Kind::light, 0}, {Kind::marker, 0}};
    move_records(scene, now, moved);
    CHECK(scene.instances[0].placement.position.x == 0);
    CHECK(scene.instances[1].placement.position.x == -100);
    CHECK(scene.instances[1].placement.rotation * Vec3{1, 0, 0} == Vec3{0, 0, -1});
    CHECK(scene.instances[2].placement.rotation * Vec3{1, 0, 0} == Vec3{0, 0, 1});
    // The links were 0.8 and 1.6 below 10, the model at the end 2.4. The rope is at 20 now.
    CHECK(scene.instances[3].placement.position.y == Approx(19.2));
    CHECK(scene.instances[4].placement.position.y == Approx(18.4));
    CHECK(scene.instances[5].placement.position.y == Approx(17.6));
    CHECK(scene.lights[0].radius == 1);
    CHECK(scene.markers[5].position.x == -1);
    const auto light = std::ranges::find(scene.markers, Kind::light, &SceneMarker::kind);
    CHECK(light->id == 77);
    CHECK(scene.markers[1].drawn);
}

TEST_CASE("scene: updates added, removed and changed records with existing meshes", "[scene]")
{
    const Game game;
    rgm::Map map = sample();
    Pictures pictures(game.index, art::grey_colours(), 0);
    Scene scene = scene_of(map, "MAP", game.index, {}, pictures);
    const std::size_t meshes = scene.meshes.size();
    append_copy(map, "objects[0]", {{"position.x", "200"}});
    remove_records(map, "statics[*]");
    set_value(map, "lights[0].radius", "20");
    rebuild_scene(scene, map, &game.index, &pictures);
    CHECK(scene.meshes.size() == meshes);
    const Scene replacement = scene_of(map, "MAP", game.index, {}, pictures);
    REQUIRE(scene.instances.size() == replacement.instances.size());
    for (std::size_t i = 0; i < replacement.instances.size(); ++i) {
        CHECK(scene.instances[i].kind == replacement.instances[i].kind);
        CHECK(scene.instances[i].record == replacement.instances[i].record);
        CHECK(scene.instances[i].placement.position == replacement.instances[i].placement.position);
        CHECK(scene.meshes[scene.instances[i].mesh].name == replacement.meshes[replacement.instances[i].mesh].name);
    }
    REQUIRE(scene.markers.size() == 6);  // one added, one removed
    CHECK(scene.markers[2].position.x == -10);
    CHECK(scene.markers[2].drawn);
    CHECK(scene.lights[0].radius == 1);

    // A new model is added after the others.
    game.put("fxart/new.3dc", file_of(triangle(7)));
    const auto again = index_game_folder(game.path);
    REQUIRE(again);
    set_value(map, "objects[0].model_name", "NEW");
    rebuild_scene(scene, map, &*again, &pictures);
    REQUIRE(scene.meshes.size() == meshes + 1);
    CHECK(scene.instances[0].mesh == meshes);
    // Without a game folder, there are only markers.
    Scene bare = scene_of(map, "MAP");
    remove_records(map, "objects[*]");
    rebuild_scene(bare, map, nullptr, nullptr);
    CHECK(bare.markers.size() == 3);
    CHECK(bare.instances.empty());
}

TEST_CASE("scene: building can stop at any record, indexing at any archive", "[scene]")
{
    const Game game;
    game.put("fxart/a.rob", archive_of("ROCK", triangle(1)));
    Pictures pictures(game.index, art::grey_colours(), 0);
    std::atomic<bool> stop{};
    std::vector<std::string> progress_texts;
    Progress progress{.report =
                          [&](double fraction, std::string_view what) {
                              CHECK((fraction >= 0 && fraction <= 1));
                              progress_texts.emplace_back(what);
                              stop = progress_texts.size() == 3;
                          },
                      .cancel = &stop};
    const auto scene = build_scene(sample(), "MAP", game.index, {}, pictures, progress);
    REQUIRE_FALSE(scene);
    CHECK(scene.error().code == ErrorCode::cancelled);
    CHECK(progress_texts == std::vector<std::string>{"terrain", "PLAIN", "SKINNED"});
    CHECK(index_game_folder(game.path, progress).error().code == ErrorCode::cancelled);
    stop = false;
    progress_texts.clear();
    REQUIRE(index_game_folder(game.path, progress));
    CHECK(progress_texts == std::vector<std::string>{"reading a.rob"});
}

TEST_CASE("scene: the bounds of records include markers without a mesh", "[scene]")
{
    const Game game;
    rgm::Map map = sample();
    set_value(map, "statics[0].position.x", "2000");
    Pictures pictures(game.index, art::grey_colours(), 0);
    const Scene scene = scene_of(map, "MAP", game.index, {}, pictures);
    // A cube of 20 units is 1 viewport unit wide. The static is at x = -100.
    const auto box = bounds_of(scene, std::set<RecordRef>{{Kind::static_object, 0}});
    REQUIRE(box);
    CHECK(box->low.x == -100.5F);
    CHECK(box->high.x == -99.5F);
    CHECK(box->high.y == 0.5F);
    const auto both = bounds_of(scene, std::set<RecordRef>{{Kind::static_object, 0}, {Kind::marker, 0}});
    REQUIRE(both);
    CHECK(both->low.x == -100.5F);
    CHECK(both->high.x == 0);
    CHECK_FALSE(bounds_of(scene, std::set<RecordRef>{{Kind::object, 9}}));
    CHECK(bounds_of(scene, std::set<RecordRef>{})->low.x == -100.5F);
    CHECK_FALSE(bounds_of(Scene{}, std::set<RecordRef>{}));
}
