// An archive and a terrain as binary glTF: nodes and their positions.
#include <catch2/catch.hpp>

#include "art/terrain.hpp"
#include "exchange/gltf/glb.hpp"
#include "exchange/gltf/gltf.hpp"
#include "exchange/gltf/gltf_scene.hpp"
#include "exchange/map/map_gltf.hpp"
#include "exchange/mesh/imported.hpp"
#include "model/model.hpp"
#include "model/rob.hpp"
#include "support/flat_face.hpp"
#include "support/outcome.hpp"

using namespace redforge;
using namespace redforge::exchange;
using nlohmann::json;
using redforge::test::need;

namespace {

/// Returns a square from the origin along stored X and Z, `side` units long. 20 units are one drawn unit.
model::Model floor_of(std::int32_t side)
{
    return redforge::test::flat_face({{0, 0, 0}, {0, 0, 256 * side}, {256 * side, 0, 256 * side}, {256 * side, 0, 0}});
}

model::Segment segment_of(const char* name, std::optional<std::int32_t> side)
{
    model::Segment segment;
    segment.name = name;
    if (side) {
        segment.model = floor_of(*side);
    } else {
        segment.type = static_cast<std::uint16_t>(model::SegmentType::external);
    }
    return segment;
}

/// Returns the names of all nodes with their translations.
std::vector<std::pair<std::string, std::vector<double>>> nodes_of(const json& document)
{
    std::vector<std::pair<std::string, std::vector<double>>> nodes;
    for (const json& node : document["nodes"]) {
        nodes.emplace_back(node["name"], node["translation"]);
    }
    return nodes;
}

}  // namespace

TEST_CASE("archive: the .glb has a node for each segment, in rows", "[exchange]")
{
    model::Rob rob;
    rob.segments.push_back(segment_of("BIG", 200));
    rob.segments.push_back(segment_of("SMALL", 40));
    rob.segments.push_back(segment_of("GONE", {}));
    rob.segments.push_back(segment_of("LAST", 200));
    const Bytes bytes = need(write_scene_gltf(scene::scene_of(rob, "TOWN", nullptr), nullptr));
    const Glb glb = need(read_glb(bytes));
    // Drawn, their widths to the left are 10, 2, 0 and 10, with gaps of 2. The width of a row is the root of 12 x 12 +
    // 4 x 4 + 2 x 2 + 12 x 12, which is 17.5, so the last model begins another row.
    CHECK(nodes_of(glb.document) == std::vector<std::pair<std::string, std::vector<double>>>{{"BIG", {10, 0, 0}},
                                                                                             {"SMALL", {14, 0, 0}},
                                                                                             {"GONE", {16, 0, 0}},
                                                                                             {"LAST", {10, 0, 12}}});
    CHECK(glb.document["scenes"][0] == json{{"name", "TOWN"}, {"nodes", {0, 1, 2, 3}}});
    CHECK(glb.document["nodes"][1]["extras"] == json{{"kind", "model"}, {"id", 1}, {"record", 1}});
    CHECK(glb.document["meshes"].size() == 3);
    CHECK_FALSE(glb.document["nodes"][2].contains("mesh"));
    GltfReader reader(glb);
    CHECK(need(meshes_of_scene(reader)).size() == 3);
    CHECK(need(read_gltf(bytes)).model.faces.size() == 3);
}

TEST_CASE("archive: an external segment shows the game's model with its name", "[exchange]")
{
    model::Rob rob;
    rob.segments.push_back(segment_of("CRATE", {}));
    rob.segments.push_back(segment_of("CHEST", {}));
    scene::GameFolder game;
    auto archive = std::make_shared<model::Rob>();
    archive->segments.push_back(segment_of("CRATE", 40));
    game.segments["CRATE"] = {0, 0};
    game.archives.emplace_back().rob = archive;
    const scene::Scene scene = scene::scene_of(rob, "TOWN", &game);
    CHECK(scene.markers[0].drawn);
    CHECK_FALSE(scene.markers[1].drawn);
    CHECK(scene.problems.size() == 1);
}

TEST_CASE("terrain: the .glb has one mesh of 255 x 255 squares", "[exchange]")
{
    const Bytes bytes = need(write_scene_gltf(scene::scene_of(art::Terrain{}, "ISLAND"), nullptr));
    const Glb glb = need(read_glb(bytes));
    REQUIRE(glb.document["nodes"].size() == 1);
    CHECK(glb.document["nodes"][0]["name"] == "terrain");
    GltfReader reader(glb);
    std::size_t indices = 0;
    for (const json& primitive : glb.document["meshes"][0]["primitives"]) {
        indices += need(reader.accessor(primitive["indices"].get<std::uint32_t>(), 1))->size();
    }
    CHECK(indices == 255 * 255 * 6);
}
