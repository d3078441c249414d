// Ropes: a few bytes of a file that mean many copies of a model.
#include <catch2/catch.hpp>

#include "model/model.hpp"
#include "model/rob.hpp"
#include "rgm/map.hpp"
#include "scene/scene.hpp"
#include "support/values.hpp"

using namespace redforge;
using namespace redforge::scene;
using namespace redforge::test;

TEST_CASE("ropes: the ropes of a malicious map do not exhaust memory", "[scene]")
{
    GameFolder game;
    model::Rob archive;
    archive.segments.emplace_back().model.emplace().version = "v5.0";
    game.archives.emplace_back().rob = std::make_shared<const model::Rob>(std::move(archive));
    game.segments["LINK"] = {};
    rgm::Map map;
    append_records(map, "ropes", 2100);  // with 512 links each: 1,075,200
    set_value(map, "ropes[*].rope_model", "LINK");
    set_value(map, "ropes[*].length", "32767");
    Pictures pictures(game, {}, 0);
    const Scene scene = scene_of(map, "ROPES", game, {}, pictures);
    CHECK(scene.instances.size() == 1048576);
    CHECK(scene.problems.back() == "more than 1048576 copies of models; the rest is not drawn");
    remove_records(map, "ropes[2:]");
    const Scene small = scene_of(map, "ROPES", game, {}, pictures);
    CHECK(small.instances.size() == 1024);
    CHECK(small.problems.back() == "there is no palette; colours are greys");
}
