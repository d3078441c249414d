// Placed records, byte by byte as in the tables of the spec: MPOB MPSO MPRP MPSL MPSF MPMK MPSZ WDNM. Reserved bytes
// are in layouts_test.cpp only, so that one of them can become a field without a change here.
#include <catch2/catch.hpp>

#include "rgm/map.hpp"
#include "rgm/object.hpp"
#include "rgm/record_sections.hpp"
#include "rgm/scene_records.hpp"
#include "rgm/walk_map.hpp"
#include "support/map_file.hpp"
#include "support/record_bytes.hpp"

using namespace redforge;
using namespace redforge::test;

namespace {

/// Reads a section into an empty map. `reason` gets the reason if it does not fit.
rgm::Map read_section(std::string_view tag, const Bytes& payload, std::optional<std::string>& reason)
{
    rgm::Map map;
    reason = rgm::record_section(tag).read(payload, map);
    return map;
}

rgm::Map read_section(std::string_view tag, const Bytes& payload)
{
    std::optional<std::string> reason;
    rgm::Map map = read_section(tag, payload, reason);
    REQUIRE_FALSE(reason);
    return map;
}

/// Returns the written bytes of a section.
Bytes written(std::string_view tag, const rgm::Map& map)
{
    Bytes bytes;
    rgm::record_section(tag).write(map, bytes);
    return bytes;
}

}  // namespace

TEST_CASE("MPOB: an object is 66 bytes")
{
    rgm::Object object;
    object.id = 0x01020304;
    object.object_type = 1;
    object.is_active = 2;
    object.script_name = "GATE00";
    object.model_name = "NINECHARS";
    object.has_mesh = 0x0201;
    object.position.x = rgm::Fixed8::of_raw(-2);  // -1/128
    object.position.y = -8388608;
    object.position.z = rgm::Fixed8::of_raw(0x1280);  // 18.5
    object.angle = {2047, 0, -512};
    object.texture = {511, 127};
    object.intensity = -32768;
    object.radius = 32767;
    object.size_row = -1;
    object.world_id = 3;
    object.red = 1;
    object.green = 2;
    object.blue = 3;
    check_record(object, hex("04030201 01 02"
                             "47415445 3030 000000"  // script_name
                             "4e494e45 43484152 53"  // model_name fills its nine bytes: no NUL
                             "0102 feffffff 00000080 80120000"
                             "ff070000 00000000 00feffff"
                             "ffff 0080 ff7f ffff 0300 0100 0200 0300"));
}

TEST_CASE("MPOB: the packed texture is bank << 7 | image")
{
    CHECK(rgm::TextureData{1, 0}.packed() == 0x0080);
    CHECK(rgm::TextureData{0, 127}.packed() == 0x007F);
    CHECK(rgm::TextureData{109, 25}.packed() == 0x3699);
    for (std::uint32_t data = 0; data <= 0xFFFF; ++data) {
        const auto texture = rgm::TextureData::unpack(static_cast<std::uint16_t>(data));
        if (texture.packed() != data || texture.texture_id != data >> 7 || texture.image_id != (data & 0x7F)) {
            FAIL("packed texture " << data);
        }
    }
}

TEST_CASE("MPSO: a static object is 66 bytes; its default matrix is the identity")
{
    rgm::StaticObject object;
    object.id = 0x80000;
    object.model_name = "BT_DOR04";
    object.position.x = -44041;
    object.position.y = 2;
    object.position.z = 0x07800000;
    object.rotation_matrix[1] = -268435456;
    check_record(object, hex("00000800 42545f44 4f523034 00000000"
                             "f753ffff 02000000 00008007"
                             "00000010 000000f0 00000000 00000000 00000010 00000000 00000000 00000000 00000010"
                             "00 00"));
}

TEST_CASE("MPRP: a rope is 80 bytes")
{
    rgm::Rope rope;
    rope.id = 36864;
    rope.position.x = rgm::Fixed8::of_raw(0x109);
    rope.position.y = -2;
    rope.position.z = -3;
    rope.angle_y = -1;
    rope.type = 2;
    rope.swing = 52;
    rope.speed = 11;
    rope.length = -24;
    rope.static_model = "HOOK";
    rope.rope_model = "ROPELINK";
    check_record(rope, hex("00900000 09010000 00feffff 00fdffff"
                           "ffffffff 02000000 34000000 0b000000 e8ff"
                           "484f4f4b 0000000000 524f5045 4c494e4b 00"
                           "00000000 00000000 00000000 00000000 00000000 00000000 00000000"));
}

TEST_CASE("MPSL: a light is 42 bytes")
{
    rgm::Light light;
    light.id = 0x82D8A03B;
    light.world = 28;
    light.position.x = 56233;
    light.position.z = -77;
    light.radius = 735;
    light.intensity = -226;
    light.red = 121;
    light.green = 256;
    light.blue = -1;
    light.channel_map = {0, 1, 2, 3, 4, 5, 6, 7};
    check_record(light, hex("3ba0d882 1c000000 a9db0000 00000000 b3ffffff"
                            "df02 1eff 7900 0001 ffff 0001020304050607 00000000"));
}

TEST_CASE("MPSF: a flat is 24 bytes")
{
    rgm::Flat flat;
    flat.id = 20480;
    flat.position.x = -21617;
    flat.position.y = 1;
    flat.position.z = 16777139;
    flat.texture = {108, 25};
    check_record(flat, hex("00500000 00000000 8fabffff 01000000 b3ffff00 1936 0000"));
}

TEST_CASE("MPSZ: a size is 49 bytes, its flag first")
{
    check_record(rgm::Size{3, {72, 1, 2}, {0, 0, -1}, {59, 3, 4}, {13, 5, 6}},
                 hex("03 48000000 01000000 02000000 00000000 00000000 ffffffff"
                     "3b000000 03000000 04000000 0d000000 05000000 06000000"));
}

TEST_CASE("placed records: round-trip with any values of their fields")
{
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        Random random(seed);
        CAPTURE(seed);
        CHECK(survives_bytes<rgm::Object>(random));
        CHECK(survives_bytes<rgm::StaticObject>(random));
        CHECK(survives_bytes<rgm::Rope>(random));
        CHECK(survives_bytes<rgm::Light>(random));
        CHECK(survives_bytes<rgm::Flat>(random));
        CHECK(survives_bytes<rgm::Marker>(random));
        CHECK(survives_bytes<rgm::Size>(random));
    }
}

TEST_CASE("MPMK: stores all positions before all flags")
{
    const Bytes payload = hex("02000000 01000000 02000000 03000000 feffffff 45fdffff 00000000 01 06");
    const rgm::Map map = read_section("MPMK", payload);
    const rgm::Counted<rgm::Marker>& section = map.markers;
    REQUIRE(section.records.size() == 2);
    CHECK(section.records[0].position.z == 3);
    CHECK(section.records[0].usable == 1);
    CHECK(section.records[1].position.x == -2);
    CHECK(section.records[1].position.y == -699);
    CHECK(section.records[1].usable == 6);
    CHECK_FALSE(section.count.stored);
    CHECK(written("MPMK", map) == payload);
}

TEST_CASE("WDNM: lengths (without their own size), counts and costs are computed")
{
    const Bytes payload = hex("02000000"
                              "3c000000 03000000 03000000 ffffffff 02000000 03000005 09000000"
                              "08000000 ffff feff 0080 07 00"            // a node without routes
                              "0c000000 0a00 0b00 0c00 00 01 0500 ffff"  // a route to the missing node 5: 65535
                              "14000000 0d00 0f00 1200 00 03 0100 0700 0000 ffff 0100 0000"
                              "18000000 00000000 00000000 000000 00 000000 00 000000 00 00000000");
    const rgm::Map whole = read_section("WDNM", payload);
    const rgm::Counted<rgm::WalkMap>& section = whole.walk_maps;
    REQUIRE(section.records.size() == 2);
    const rgm::WalkMap& map = section.records[0];
    // The first length, 0x3C, differs from that of the following 24 + 12 + 16 + 24 bytes: 0x4C.
    CHECK(map.header.map_length.stored == 0x3CU);
    CHECK_FALSE(map.header.node_count.stored);
    CHECK_FALSE(map.header.node_count_dup.stored);
    CHECK(map.header.position.x == -1);
    CHECK(map.header.position.z == 0x05000003);
    CHECK(map.header.radius == 9);
    REQUIRE(map.nodes.size() == 3);
    CHECK(map.nodes[0].header.node_pos_x == 65535);
    CHECK(map.nodes[0].header.node_pos_y == -2);
    CHECK(map.nodes[0].header.node_pos_z == 32768);
    CHECK(map.nodes[0].header.reserved == 7);
    CHECK_FALSE(map.nodes[0].header.node_length.stored);
    CHECK_FALSE(map.nodes[1].header.node_length.stored);
    CHECK_FALSE(map.nodes[2].header.node_length.stored);
    REQUIRE(map.nodes[1].routes.size() == 1);
    CHECK(map.nodes[1].routes[0] == rgm::NodeRoute{5, 65535});
    // From (13, 15, 18) to (10, 11, 12): the root of 9 + 16 + 36 is 7.8.
    REQUIRE(map.nodes[2].routes.size() == 3);
    CHECK(map.nodes[2].routes[0] == rgm::NodeRoute{1, {}});
    CHECK(map.nodes[2].routes[1] == rgm::NodeRoute{0, {}});  // a distance of 73,250.9 exceeds the number
    CHECK(map.nodes[2].routes[2] == rgm::NodeRoute{1, 0});   // 0 is a valid cost
    CHECK_FALSE(section.records[1].header.map_length.stored);
    CHECK(written("WDNM", whole) == payload);
}

TEST_CASE("WDNM: a node has at most 255 routes")
{
    rgm::Map map = rgm::new_map();
    map.walk_maps.records.resize(2);
    map.walk_maps.records[1].nodes.resize(3);
    for (const std::size_t node : {0U, 2U}) {
        auto& routes = map.walk_maps.records[1].nodes[node].routes;
        routes.resize(255);
        CHECK(rgm::write_map(map));
        routes.resize(256);
        const auto written = rgm::write_map(map);
        REQUIRE_FALSE(written);
        CHECK(written.error().message == "256 routes from one node");
        CHECK(written.error().field == "walk_maps[1].nodes[" + std::to_string(node) + "].routes");
        routes.clear();
    }
}

TEST_CASE("WDNM: the cost of a route is the distance in space, rounded down")
{
    rgm::WalkMap map;
    const auto add = [&](std::uint16_t x, std::int16_t y, std::uint16_t z) {
        rgm::WalkNode& node = map.nodes.emplace_back();
        node.header.node_pos_x = x;
        node.header.node_pos_y = y;
        node.header.node_pos_z = z;
    };
    add(0, 0, 0);
    add(2, -3, 6);         // 7 exactly
    add(65535, 0, 1);      // 65535.000008
    add(65535, 0, 65535);  // 92,681.4 exceeds the number
    add(60000, -32768, 600);
    CHECK(rgm::route_cost(map, map.nodes[0], 1) == 7);
    CHECK(rgm::route_cost(map, map.nodes[1], 0) == 7);
    CHECK(rgm::route_cost(map, map.nodes[0], 0) == 0);
    CHECK(rgm::route_cost(map, map.nodes[0], 2) == 65535);
    CHECK(rgm::route_cost(map, map.nodes[0], 3) == 65535);
    CHECK(rgm::route_cost(map, map.nodes[3], 4) == 65535);  // 72,944.7
    CHECK(rgm::route_cost(map, map.nodes[2], 4) == 33237);  // 33,237.6
    CHECK(rgm::route_cost(map, map.nodes[0], 5) == 0);      // the node does not exist
}

TEST_CASE("sections: keeps a count that differs from the number of records")
{
    const Bytes two = join({little(2, 4), Bytes(48)});
    const rgm::Map right = read_section("MPSF", two);
    CHECK(right.flats.records.size() == 2);
    CHECK_FALSE(right.flats.count.stored);

    for (const std::uint32_t wrong : {0U, 1U, 3U, 0xFFFFFFFFU}) {
        const Bytes payload = join({little(wrong, 4), Bytes(48)});
        const rgm::Map other = read_section("MPSF", payload);
        CHECK(other.flats.records.size() == 2);
        CHECK(other.flats.count.stored == wrong);
        CHECK(written("MPSF", other) == payload);
    }
}

TEST_CASE("sections: bytes after the records are a tail; an empty payload has no count")
{
    const Bytes payload = join({little(1, 4), Bytes(24), hex("0708")});
    const rgm::Map map = read_section("MPSF", payload);
    CHECK(map.flats.records.size() == 1);
    CHECK(map.flats.tail == hex("0708"));
    CHECK(written("MPSF", map) == payload);

    const rgm::Map none = read_section("MPSF", {});
    CHECK(none.flats.no_count == 1);
    CHECK(written("MPSF", none).empty());
    CHECK(written("MPSF", rgm::Map{}) == hex("00000000"));

    std::optional<std::string> reason;
    const rgm::Map cut = read_section("MPSF", hex("000000"), reason);
    CHECK(reason == "it is too short for a count");
    CHECK(cut == rgm::Map{});
}

TEST_CASE("sections: finds the field at a byte by the description of the record")
{
    CHECK(locate_field<rgm::Object>(0) == "id");
    CHECK(locate_field<rgm::Object>(0x19) == "has_mesh");
    CHECK(locate_field<rgm::Object>(0x1A) == "position.x");
    CHECK(locate_field<rgm::Object>(0x1E) == "position.y");
    CHECK(locate_field<rgm::Object>(0x25) == "position.z");
    CHECK(locate_field<rgm::Object>(0x26) == "angle.x");
    CHECK(locate_field<rgm::Object>(0x33) == "texture.texture_data");
    CHECK(locate_field<rgm::Object>(65) == "blue");
    CHECK(locate_field<rgm::Object>(66).empty());
}

TEST_CASE("sections: records of large maps are hardly larger in memory than in the file")
{
    CHECK(sizeof(rgm::Marker) == 16);        // 13 in the file
    CHECK(sizeof(rgm::Flat) == 28);          // 24
    CHECK(sizeof(rgm::StaticObject) == 68);  // 66
    CHECK(sizeof(rgm::Light) == 44);         // 42
}

TEST_CASE("sections: 24-bit numbers keep their value and sign")
{
    for (const std::int32_t value : {0, 1, -1, 255, -256, 0x7FFFFF, -0x800000}) {
        CHECK(std::int32_t{I24(value)} == value);
    }
    for (const std::int32_t value : {0, 1, 255, 256, 0x800000, 0xFFFFFF}) {
        CHECK(std::int32_t{U24(value)} == value);
    }
}
