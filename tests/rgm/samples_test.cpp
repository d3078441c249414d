// Sample maps against their generator's own account of what it put where, and both laws on every one of them.
#include <catch2/catch.hpp>

#include <fstream>

#include <nlohmann/json.hpp>

#include "rgm/map.hpp"
#include "rgm/records.hpp"
#include "support/laws.hpp"
#include "support/samples.hpp"

using namespace redforge;
using namespace redforge::test;
using nlohmann::json;

namespace {

json account_of(const std::filesystem::path& path)
{
    std::ifstream in(path);
    return json::parse(in);
}

/// The generator writes code page 437 bytes as characters of the same number.
std::string bytes_of(const std::string& utf8)
{
    std::string out;
    for (std::size_t i = 0; i < utf8.size(); ++i) {
        const auto c = static_cast<unsigned char>(utf8[i]);
        if (c < 0x80) {
            out += utf8[i];
        } else {
            out += static_cast<char>((c & 3U) << 6 | (static_cast<unsigned char>(utf8[++i]) & 0x3FU));
        }
    }
    return out;
}

std::string text(const json& value)
{
    return bytes_of(value.get<std::string>());
}

template <class... T>
json list_of(T... values)
{
    return json::array({static_cast<std::int64_t>(values)...});
}

template <class P>
json numbers(const P& position)
{
    return list_of(position.x, position.y, position.z);
}

void check_actor(const rgm::Actor& actor, const json& account)
{
    const rgm::ActorHeader& header = actor.header;
    CHECK(header.script_name.view() == text(account["name"]));
    CHECK(header.instances == account["instances"]);
    CHECK(header.script_pc == account["script_pc"]);
    CHECK(actor.script.size() == account["script_len"]);
    CHECK(header.texture_id == account["tex"]);

    std::vector<std::string> strings;
    for (const rgm::ActorString& string : actor.strings) {
        strings.push_back(string.value.bytes);
    }
    std::vector<std::string> expected;
    for (const json& string : account["strings"]) {
        expected.push_back(text(string));
    }
    CHECK(strings == expected);

    if (header.instances == 0) {
        CHECK(actor.variables.empty());  // the file has no place for their values
        CHECK(header.num_variables.value_or(0) == account["num_vars"]);
    } else {
        json values = json::array();
        for (const rgm::Variable& variable : actor.variables) {
            CHECK(variable.instances.empty());
            values.push_back(variable.value);
        }
        CHECK(values == account["vars"]);
    }
    json attributes = json::object();
    for (const rgm::Attribute& attribute : actor.attributes) {
        attributes[std::to_string(attribute.index)] = attribute.value;
    }
    CHECK(attributes == account["attrs"]);

    json files = json::array();
    for (const rgm::AnimationFile& file : actor.animation_files) {
        files.push_back({file.reserved, file.frame_count, file.model_type.bytes[0], file.file_path.bytes});
    }
    CHECK(files == account["raan"]);
    json groups = json::array();
    for (const rgm::AnimationGroup& group : actor.groups) {
        CHECK_FALSE(group.frame_count.stored);
        groups.push_back({group.group_index, group.anim_id, group.anim_type, group.commands.size()});
    }
    CHECK(groups == account["groups"]);
    json locations = json::array();
    for (const rgm::Location& location : actor.locations) {
        locations.push_back({location.offset_x, location.offset_y, location.offset_z});
    }
    CHECK(locations == account["locs"]);
    json hooks = json::array();
    for (const rgm::Hook& hook : actor.hooks) {
        hooks.push_back(hook.offset | static_cast<std::uint32_t>(hook.secondary) << 16);
    }
    CHECK(hooks == account["hooks"]);
    REQUIRE(actor.extra);
    const rgm::ExtraData& x = *actor.extra;
    CHECK(list_of(x.grip0, x.grip1, x.scabbard0, x.scabbard1, x.anim_frame_ref, x.texture_id, x.v_vertex, x.v_size,
                  x.taunt_id, x.field_12, x.field_14, x.field_16, x.range_min, x.range_ideal,
                  x.range_max) == account["raex"]);
    json spheres = json::array();
    for (const rgm::CollisionSphere& sphere : actor.collision_spheres) {
        spheres.push_back({sphere.offset_x, sphere.offset_y, sphere.offset_z, sphere.vertex, sphere.radius});
    }
    CHECK(spheres == account["vc"]);
    CHECK((actor.name_space ? actor.name_space->value.bytes : "") == text(account["rname"]));
}

void check_placed(const rgm::Map& map, const json& account)
{
    REQUIRE(map.objects.records.size() == account["mpob"].size());
    for (std::size_t i = 0; i < map.objects.records.size(); ++i) {
        const rgm::Object& o = map.objects.records[i];
        const json& a = account["mpob"][i];
        CAPTURE(i);
        CHECK(list_of(o.id, o.object_type, o.is_active, o.is_static, o.reserved, o.texture.packed(), o.intensity,
                      o.radius, o.model_id,
                      o.world_id) == json::array({a["id"], a["type"], a["active"], a["static"], a["res"], a["tex"],
                                                  a["intensity"], a["radius"], a["model_id"], a["world"]}));
        CHECK(o.script_name.view() == text(a["script"]));
        CHECK(o.model_name.view() == text(a["model"]));
        CHECK(numbers(o.position) == a["pos"]);
        const auto angle = [](std::uint32_t raw) { return static_cast<std::int32_t>(raw); };  // as the account has it
        CHECK(list_of(angle(o.angle.x), angle(o.angle.y), angle(o.angle.z)) == a["ang"]);
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
        json nodes = json::array();
        for (const rgm::WalkNode& node : o.nodes) {
            json routes = json::array();
            for (const rgm::NodeRoute& route : node.routes) {
                routes.push_back(list_of(route.target_node_id, route.cost));
            }
            nodes.push_back({{"p", list_of(node.header.node_pos_x, node.header.node_pos_y, node.header.node_pos_z)},
                             {"res", node.header.reserved},
                             {"routes", routes}});
        }
        CHECK(nodes == a["nodes"]);
    }
}

}  // namespace

TEST_CASE("samples: every value is what the generator says it put there")
{
    const auto folder = samples_or_skip("samples: every value is what the generator says it put there");
    if (folder.empty()) {
        return;
    }
    for (const std::string name : {"TYPICAL", "COVER"}) {
        CAPTURE(name);
        const json account = account_of(folder / (name + ".json"));
        RawFallbacks kept;
        const rgm::Map map = rgm::read_map(read_file(folder / (name + ".RGM")), &kept).value();
        CHECK(kept.empty());
        CHECK_FALSE(map.sections.stored);
        CHECK_FALSE(map.end_length.stored);
        REQUIRE(map.actors.records.size() == account["actors"].size());
        for (std::size_t i = 0; i < map.actors.records.size(); ++i) {
            CAPTURE(i);
            check_actor(map.actors.records[i], account["actors"][i]);
        }
        check_placed(map, account);
    }
}

TEST_CASE("samples: every map comes back byte for byte, by itself and through its text")
{
    const auto folder = samples_or_skip("samples: every map comes back byte for byte, by itself and through its text");
    if (folder.empty()) {
        return;
    }
    const auto maps = maps_below(folder);
    CHECK(maps.size() >= 45);
    for (const auto& path : maps) {
        CAPTURE(path.filename().string());
        bool accepted = false;
        CHECK(breach_of_law_1(read_file(path), &accepted) == "");
        CHECK(accepted);
    }
}

TEST_CASE("samples: nothing of a regular map is kept as bytes")
{
    const auto folder = samples_or_skip("samples: nothing of a regular map is kept as bytes");
    if (folder.empty()) {
        return;
    }
    auto maps = maps_below(folder / "game");
    CHECK(maps.size() == 27 - 1);
    maps.push_back(folder / "COVER.RGM");
    maps.push_back(folder / "TYPICAL.RGM");
    for (const auto& path : maps) {
        CAPTURE(path.filename().string());
        RawFallbacks kept;
        const auto map = rgm::read_map(read_file(path), &kept);
        REQUIRE(map);
        for (const RawFallback& part : kept) {
            FAIL_CHECK(part.place << ": " << part.reason);
        }
        CHECK(map->raw_sections.empty());
    }
}
