// Warnings if renaming an actor changes the models of its objects.
#include <catch2/catch.hpp>

#include "editor/model/session/rename_warning.hpp"
#include "rgm/map.hpp"

using namespace redforge;
using namespace redforge::editor;

TEST_CASE("rename: warns about an actor whose name selects its model")
{
    rgm::Map map = rgm::sample_map();  // two objects of DOOR01, without a model
    for (rgm::Actor& actor : map.actors.records) {
        actor.animation_files.clear();
    }
    scene::GameFolder game;
    game.segments.emplace("DOOR01", scene::SegmentPlace{});
    game.models.emplace("GATE.3D", "GATE.3D");
    CHECK(rename_warning(map, "DOOR01", "PORTAL", &game) ==
          "2 objects have the model DOOR01 because of this name. With the new name, they have no model. To keep the "
          "model, set Model to DOOR01 first.");
    CHECK(rename_warning(map, "DOOR01", "gate", &game) ==
          "2 objects have the model DOOR01 because of this name. With the new name, they have the model GATE. To keep "
          "the model, set Model to DOOR01 first.");
    CHECK(rename_warning(map, "DOOR01", "PORTAL", nullptr).empty());
    CHECK(rename_warning(map, "GUARD01", "PORTAL", &game).empty());  // the game has no model of that name
    map.objects.records[5].model_name = "GATE";
    CHECK(rename_warning(map, "DOOR01", "PORTAL", &game) ==
          "1 object has the model DOOR01 because of this name. With the new name, it has no model. To keep the model, "
          "set Model to DOOR01 first.");
    map.objects.records[4].model_name = "DOOR01";
    CHECK(rename_warning(map, "DOOR01", "PORTAL", &game).empty());
}
