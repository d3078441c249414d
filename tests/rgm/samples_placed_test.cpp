// Contents of sample maps, compared with their generator's values.
#include <catch2/catch.hpp>

#include "rgm/map.hpp"
#include "rgm/object.hpp"
#include "rgm/scene_records.hpp"
#include "rgm/walk_map.hpp"
#include "support/sample_account.hpp"
#include "support/samples.hpp"

using namespace redforge;
using namespace redforge::test;

namespace {

void check_placed(const rgm::Map& map, const json& account)
{
    REQUIRE(map.objects.records.size() == account["mpob"].size());
    for (std::size_t i = 0; i < map.objects.records.size(); ++i) {
        const rgm::Object& o = map.objects.records[i];
        const json& a = account["mpob"][i];
        CAPTURE(i);
        CHECK(list_of(o.id, o.object_type, o.is_active, o.has_mesh & 0xFF, o.has_mesh >> 8, o.texture.packed(),
                      o.intensity, o.radius, o.size_row,
                      o.world_id) == json::array({a["id"], a["type"], a["active"], a["static"], a["res"], a["tex"],
                                                  a["intensity"], a["radius"], a["model_id"], a["world"]}));
        CHECK(o.script_name.view() == text(a["script"]));
        CHECK(o.model_name.view() == text(a["model"]));
        CHECK(numbers(o.position) == a["pos"]);
        CHECK(list_of(o.angle.x, o.angle.y, o.angle.z) == a["ang"]);
        CHECK(list_of(o.red, o.green, o.blue) == a["rgb"]);
    }
    REQUIRE(map.statics.records.size() == account["mpso"].size());
    for (std::size_t i = 0; i < map.statics.records.size(); ++i) {
        const rgm::StaticObject& o = map.statics.records[i];
        const json& a = account["mpso"][i];
        CAPTURE(i);
        CHECK(o.id == a["id"]);
        CHECK(o.model_name.view() == text(a["model"]));
        CHECK(numbers(o.position) == a["pos"]);
        CHECK(json(o.rotation_matrix) == a["m"]);
    }
    REQUIRE(map.ropes.records.size() == account["mprp"].size());
    for (std::size_t i = 0; i < map.ropes.records.size(); ++i) {
        const rgm::Rope& o = map.ropes.records[i];
        const json& a = account["mprp"][i];
        CAPTURE(i);
        CHECK(list_of(o.id, o.angle_y, o.type, o.swing, o.speed, o.length) ==
              json::array({a["id"], a["ang"], a["type"], a["swing"], a["speed"], a["length"]}));
        CHECK(numbers(o.position) == a["pos"]);
        CHECK(o.static_model.view() == text(a["static"]));
        CHECK(o.rope_model.view() == text(a["rope"]));
    }
    REQUIRE(map.lights.records.size() == account["mpsl"].size());
    for (std::size_t i = 0; i < map.lights.records.size(); ++i) {
        const rgm::Light& o = map.lights.records[i];
        const json& a = account["mpsl"][i];
        CAPTURE(i);
        CHECK(list_of(o.id, o.world, o.radius, o.intensity) ==
              json::array({a["id"], a["world"], a["radius"], a["intensity"]}));
        CHECK(numbers(o.position) == a["pos"]);
        CHECK(list_of(o.red, o.green, o.blue) == a["rgb"]);
        const bool active = o.channel_map == std::array<std::uint8_t, 8>{0, 1, 2, 3, 4, 5, 6, 7};
        CHECK(active == a["active"]);
    }
    REQUIRE(map.flats.records.size() == account["mpsf"].size());
    for (std::size_t i = 0; i < map.flats.records.size(); ++i) {
        const rgm::Flat& o = map.flats.records[i];
        const json& a = account["mpsf"][i];
        CAPTURE(i);
        CHECK(list_of(o.id, o.texture.packed()) == json::array({a["id"], a["tex"]}));
        CHECK(numbers(o.position) == a["pos"]);
    }
    REQUIRE(map.markers.records.size() == account["mpmk"].size());
    for (std::size_t i = 0; i < map.markers.records.size(); ++i) {
        CAPTURE(i);
        CHECK(numbers(map.markers.records[i].position) == account["mpmk"][i]["pos"]);
        CHECK(map.markers.records[i].usable == account["mpmk"][i]["aux"]);
    }
    REQUIRE(map.sizes.records.size() == account["mpsz"].size());
    for (std::size_t i = 0; i < map.sizes.records.size(); ++i) {
        const rgm::Size& o = map.sizes.records[i];
        const json& a = account["mpsz"][i];
        CAPTURE(i);
        CHECK(o.flag == a["flag"]);
        CHECK(json::array({numbers(o.total), numbers(o.centre), numbers(o.positive), numbers(o.negative)}) ==
              json::array({a["total"], a["center"], a["pos"], a["neg"]}));
    }
    REQUIRE(map.walk_maps.records.size() == account["wdnm"].size());
    for (std::size_t i = 0; i < map.walk_maps.records.size(); ++i) {
        const rgm::WalkMap& o = map.walk_maps.records[i];
        const json& a = account["wdnm"][i];
        CAPTURE(i);
        CHECK(numbers(o.header.position) == a["pos"]);
        CHECK(o.header.radius == a["radius"]);
        CHECK_FALSE(o.header.map_length.stored);
        json nodes = json::array();
        for (const rgm::WalkNode& node : o.nodes) {
            json routes = json::array();
            for (const rgm::NodeRoute& route : node.routes) {
                CHECK_FALSE(route.cost.stored);
                routes.push_back(list_of(route.target_node_id, rgm::route_cost(o, node, route.target_node_id)));
            }
            nodes.push_back(
                {{"p", list_of(node.header.node_pos_x, node.header.node_pos_y, node.header.node_pos_z)},
                 {"res", node.header.reserved},
                 {"length", node.header.node_length.value_or(static_cast<std::uint32_t>(8 + 4 * node.routes.size()))},
                 {"routes", routes}});
        }
        CHECK(nodes == a["nodes"]);
    }
}

}  // namespace

TEST_CASE("samples: values of placed records match the generator's values")
{
    const auto folder =
        samples_or_skip("samples: every value of what stands in a map is what the generator says it put there");
    if (folder.empty()) {
        return;
    }
    for (const std::string name : {"TYPICAL", "COVER"}) {
        CAPTURE(name);
        check_placed(rgm::read_map(redforge::test::read_file(folder / (name + ".RGM"))).value(),
                     read_sample_account(folder / (name + ".json")));
    }
}
