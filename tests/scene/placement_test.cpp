// Positions of map records, computed by hand. Source: reference sheet "maps", "Placement in the viewport".
#include <catch2/catch.hpp>

#include <cmath>

#include "art/terrain.hpp"
#include "model/model.hpp"
#include "rgm/map.hpp"
#include "rgm/object.hpp"
#include "rgm/scene_records.hpp"
#include "scene/map_records.hpp"
#include "scene/scene.hpp"
#include "support/flat_face.hpp"
#include "support/near.hpp"
#include "support/values.hpp"

using namespace redforge;
using namespace redforge::scene;
using redforge::test::check_near;

namespace {

void append_actor(rgm::Map& map, const std::string& script, const std::vector<std::string>& files)
{
    const RecordHandle made = test::append_record(map, "actors", {{"script_name", script}});
    for (const std::string& file : files) {
        test::append_record(made, "animation_files", {{"file_path", file}});
    }
}

/// Returns a square of 20 units in the plane of stored X and Y, with its stored normal along -Z.
model::Model square()
{
    return test::flat_face({{0, 0, 0}, {0, 5120, 0}, {5120, 5120, 0}, {5120, 0, 0}});
}

}  // namespace

TEST_CASE("placement: positions are (-x*256, -y*256, -(0xFFFFFF - z*256)) / 5120", "[scene]")
{
    check_near(view_position(0, 0, 0), {0, 0, -3276.7998F});  // 16,777,215 / 5120
    check_near(view_position(2000, -200, 65536), {-100, 10, 1.0F / 5120});
    check_near(view_position(41250, -200, 53099), {-2062.5F, 10, -621.8498F});  // 16,777,215 - 13,593,344 = 3,183,871
    CHECK(map_position(view_position(41250, -200, 53099)) == std::array<std::int32_t, 3>{41250, -200, 53099});
    CHECK(map_position(view_position(8388607, -8388608, 16777215)) ==
          std::array<std::int32_t, 3>{8388607, -8388608, 16777215});
}

TEST_CASE("placement: vertices are drawn as (-x, -y, z) / 5120", "[scene]")
{
    // Stored 5120, 10240, 15360 is 20, 40, 60 whole units.
    CHECK(model_to_view({20, 40, 60}) == Vec3{-1, -2, 3});
}

TEST_CASE("placement: a static's rotation is S*M*S, M row by row and S = diag(1, 1, -1)", "[scene]")
{
    // Entries 0.1 to 0.9 in Q4.28; the four that change sign share exactly one index with Z.
    std::array<std::int32_t, 9> matrix{};
    for (std::size_t i = 0; i < 9; ++i) {
        matrix[i] = static_cast<std::int32_t>(std::lround(static_cast<double>(i + 1) * 26843545.6));
    }
    const std::array<float, 9> expected{0.1F, 0.2F, -0.3F, 0.4F, 0.5F, -0.6F, -0.7F, -0.8F, 0.9F};
    const Mat3 rotation = static_rotation(matrix);
    for (std::size_t i = 0; i < 9; ++i) {
        CHECK(rotation[static_cast<glm::length_t>(i % 3)][static_cast<glm::length_t>(i / 3)] == Approx(expected[i]));
    }
    // A quarter turn whose rows are (0 0 1), (0 1 0), (-1 0 0): S*M*S has (0 0 -1), (0 1 0), (1 0 0).
    constexpr std::int32_t one = 0x10000000;
    const Mat3 quarter = static_rotation({0, 0, one, 0, one, 0, -one, 0, 0});
    check_near(quarter * Vec3{1, 0, 0}, {0, 0, 1});
    check_near(quarter * Vec3{0, 0, 1}, {-1, 0, 0});
}

TEST_CASE("placement: an object's rotation is Ry(y) * Rx(x) * Rz(-z) in 2048ths of a turn", "[scene]")
{
    check_near(object_rotation({0, 512, 0}) * Vec3{1, 0, 0}, {0, 0, -1});
    check_near(object_rotation({512, 0, 0}) * Vec3{0, 1, 0}, {0, 0, 1});
    check_near(object_rotation({0, 0, 512}) * Vec3{1, 0, 0}, {0, -1, 0});
    // Z first: (1 0 0) -> (0 -1 0); then X: -> (0 0 -1); then Y: -> (-1 0 0).
    check_near(object_rotation({512, 512, 512}) * Vec3{1, 0, 0}, {-1, 0, 0});
    // An eighth of a turn about Y.
    check_near(object_rotation({0, 256, 0}) * Vec3{1, 0, 0}, {0.70710678F, 0, -0.70710678F});
    // Raw angles count modulo 2048.
    CHECK(object_rotation({2048 + 7, 4096 + 300, -2048}) == object_rotation({7, 300, 0}));
    CHECK(object_rotation({-512, -2048 - 300, -7}) == object_rotation({1536, 1748, 2041}));
}

TEST_CASE("placement: links of a rope are 0.8 apart, the model 0.8 below the last", "[scene]")
{
    rgm::Rope rope;
    rope.position.x = 200;
    rope.position.y = -400;
    rope.position.z = 65536;
    rope.length = 3;
    const std::vector<Vec3> links = rope_links(rope);
    REQUIRE(links.size() == 3);
    check_near(links[0], {-10, 19.2F, 1.0F / 5120});
    check_near(links[1], {-10, 18.4F, 1.0F / 5120});
    check_near(links[2], {-10, 17.6F, 1.0F / 5120});
    check_near(rope_end(rope), {-10, 16.8F, 1.0F / 5120});  // 20 - 4 x 0.8
    rope.length = -1;
    CHECK(rope_links(rope).empty());
    check_near(rope_end(rope), {-10, 19.2F, 1.0F / 5120});
    rope.length = 32767;
    CHECK(rope_links(rope).size() == 512);
}

TEST_CASE("placement: a model is model_name, else the first animation, else script_name", "[scene]")
{
    rgm::Map map;
    append_actor(map, "GUARD", {});
    append_actor(map, "Guard", {"3DART\\GRDSA001.3dc", "OTHER.3DC"});
    append_actor(map, "BARE", {});
    append_actor(map, "HERE", {"WOLF.3dc"});
    append_actor(map, "THERE", {"3dart/BEAR"});
    const rgm::Actors& actors = map.actors;
    rgm::Object object;
    object.script_name = "guard";
    CHECK(model_of(object, actors) == ModelName{"GRDSA001", ".3DC"});
    object.model_name = "crate.3";
    CHECK(model_of(object, actors) == ModelName{"CRATE", ""});
    object.model_name = "";
    object.script_name = "BARE";
    CHECK(model_of(object, actors) == ModelName{"BARE", ""});
    object.script_name = "NOBODY";
    CHECK(model_of(object, actors) == ModelName{"NOBODY", ""});
    object.script_name = "HERE";
    CHECK(model_of(object, actors) == ModelName{"WOLF", ".3DC"});
    object.script_name = "there";
    CHECK(model_of(object, actors) == ModelName{"BEAR", ""});
    CHECK(model_stem("A.B.3D") == "A.B");
}

TEST_CASE("placement: corners keep their order, and the normal follows their direction", "[scene]")
{
    // Stored: a (0 0 0), b (0 20 0), c (20 20 0): (b - a) x (c - b) = (0 20 0) x (20 0 0) = (0 0 -400).
    const Scene scene = scene_of(square(), "SQUARE");
    REQUIRE(scene.meshes.size() == 1);
    const model::Mesh& mesh = scene.meshes[0].mesh;
    REQUIRE(mesh.triangles.size() == 2);
    const Placement at{object_rotation({0, 512, 0}), {5, 6, 7}};
    const auto corner = [&](std::uint32_t index) {
        const model::MeshVertex& vertex = mesh.vertices[index];
        return place(at, {vertex.x, vertex.y, vertex.z});
    };
    const Vec3 a = corner(mesh.triangles[0].a);
    const Vec3 b = corner(mesh.triangles[0].b);
    const Vec3 c = corner(mesh.triangles[0].c);
    // Drawn: (0 0 0), (0 -1 0), (-1 -1 0); a quarter turn about Y maps -X to +Z; then translated.
    check_near(a, {5, 6, 7});
    check_near(b, {5, 5, 7});
    check_near(c, {5, 5, 8});
    // From -X, the corners run counter-clockwise: this is the front, like the rotated normal (0 0 -1).
    check_near(cross(b - a, c - b), {-1, 0, 0});
    const model::MeshVertex& vertex = mesh.vertices[mesh.triangles[0].a];
    check_near(at.rotation * Vec3{-vertex.normal_x, -vertex.normal_y, vertex.normal_z}, {-1, 0, 0});
}

TEST_CASE("placement: terrain rows are in the direction of -Z, front side up", "[scene]")
{
    art::Terrain terrain;
    terrain.sections.resize(4);
    terrain.sections[0].heights.resize(128 * 128);
    terrain.sections[0].heights[2 * 128 + 3] = std::byte{4};  // column 3, row 2: 80 units
    const model::Mesh mesh = terrain_mesh(terrain);
    REQUIRE(mesh.triangles.size() == 255 * 255 * 2);
    Vec3 peak{};
    for (const model::MeshVertex& vertex : mesh.vertices) {
        const Vec3 at = place({}, {vertex.x, vertex.y, vertex.z});
        peak = at.y > peak.y ? at : peak;
    }
    // Map x = 256 * 3 = 768, y = -80, z = 65536 - 256 * 2 = 65024; -768/20, 80/20, -512/20.
    check_near(peak, {-38.4F, 4, -25.6F});
    check_near(view_position(768, -80, 65024) - peak, {0, 0, 1.0F / 5120});
    // world_scapeshift is added to Y, which grows downwards.
    const model::Mesh lower = terrain_mesh(terrain, 30);
    for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
        REQUIRE(lower.vertices[i].y == mesh.vertices[i].y + 30);
    }
    const auto corner = [&](std::uint32_t index) {
        return place({}, {mesh.vertices[index].x, mesh.vertices[index].y, mesh.vertices[index].z});
    };
    for (const std::size_t i : {std::size_t{0}, std::size_t{1}, mesh.triangles.size() - 1}) {
        const model::MeshTriangle& t = mesh.triangles[i];
        check_near(cross(corner(t.b) - corner(t.a), corner(t.c) - corner(t.b)), {0, 163.84F, 0});  // 12.8 squared
    }
    // The two triangles of a cell cover it, with a diagonal from its first corner; cells are named by their first
    // point.
    for (std::uint32_t cell = 0; cell < 255 * 255; ++cell) {
        const model::MeshTriangle& one = mesh.triangles[2 * std::size_t{cell}];
        const model::MeshTriangle& other = mesh.triangles[2 * std::size_t{cell} + 1];
        const std::uint32_t first = 4 * cell;
        REQUIRE(std::array{one.a, one.b, one.c} == std::array{first, first + 1, first + 2});
        REQUIRE(std::array{other.a, other.b, other.c} == std::array{first, first + 2, first + 3});
        REQUIRE(one.face == cell / 255 * 256 + cell % 255);
        REQUIRE(other.face == one.face);
    }
}

TEST_CASE("placement: a terrain tile is rotated by its quarter turns", "[scene]")
{
    art::Terrain terrain;
    terrain.sections.resize(4);
    terrain.sections[0].textures.resize(128 * 128);
    for (std::uint8_t turns = 0; turns < 4; ++turns) {
        terrain.sections[0].textures[turns] = static_cast<std::byte>(art::value_of({5, turns}));
    }
    const model::Mesh mesh = terrain_mesh(terrain);
    REQUIRE(mesh.surfaces.size() == 2);
    CHECK(mesh.surfaces[0].bank == 302);
    CHECK(mesh.surfaces[0].image == 5);
    CHECK(mesh.surfaces[1].image == 0);
    // The corners of a cell: the first; the next row; the next row and column; the next column.
    using Corner = std::pair<float, float>;
    const auto corners = [&](std::size_t cell) {
        std::vector<Corner> found;
        for (std::size_t i = 4 * cell; i < 4 * cell + 4; ++i) {
            found.emplace_back(mesh.vertices.at(i).u, mesh.vertices.at(i).v);
        }
        return found;
    };
    const float side = mesh.vertices.at(2).u;
    CHECK(side > 0);
    CHECK(corners(0) == std::vector<Corner>{{0, 0}, {0, side}, {side, side}, {side, 0}});
    CHECK(corners(1) == std::vector<Corner>{{side, 0}, {0, 0}, {0, side}, {side, side}});
    CHECK(corners(2) == std::vector<Corner>{{side, side}, {side, 0}, {0, 0}, {0, side}});
    CHECK(corners(3) == std::vector<Corner>{{0, side}, {side, side}, {side, 0}, {0, 0}});
}

TEST_CASE("placement: the slope at a terrain's edge is the slope of its last two rows", "[scene]")
{
    art::Terrain terrain;
    terrain.sections.resize(4);
    for (art::TerrainSection& section : terrain.sections) {
        section.heights.resize(128 * 128);
    }
    std::fill_n(terrain.sections[2].heights.begin() + 127 * 128, 128, std::byte{4});  // the last row: 80 units
    const model::Mesh mesh = terrain_mesh(terrain);
    float slope = 0;
    for (const model::MeshVertex& vertex : mesh.vertices) {
        if (vertex.x < 10 * 256.0F && vertex.z == -255 * 256.0F) {
            slope = vertex.normal_z / -vertex.normal_y;
            CHECK(slope == Approx(80 / 256.0F));
        }
    }
    CHECK(slope != 0);
    // Also along X: the last column of the right sections, and the first of the left ones.
    for (art::TerrainSection& section : terrain.sections) {
        section.heights.assign(128 * 128, std::byte{});
    }
    for (std::size_t row = 0; row < 128; ++row) {
        terrain.sections[0].heights[row * 128] = std::byte{4};
        terrain.sections[1].heights[row * 128 + 127] = std::byte{4};
    }
    std::size_t edges = 0;
    for (const model::MeshVertex& vertex : terrain_mesh(terrain).vertices) {
        if (vertex.z > -100 * 256.0F && (vertex.x == 0 || vertex.x == 255 * 256.0F)) {
            ++edges;
            CHECK(vertex.normal_x / vertex.normal_y == Approx(vertex.x == 0 ? -80 / 256.0F : 80 / 256.0F));
            CHECK(vertex.normal_z == 0);
        }
    }
    CHECK(edges == 2 * (2 * 100 - 1));
}

TEST_CASE("placement: a flat is at its position, and not mirrored on either side", "[scene]")
{
    const model::Mesh mesh = flat_mesh({3, 4}, 40, 60, 1);
    REQUIRE(mesh.vertices.size() == 8);
    REQUIRE(mesh.surfaces.size() == 1);
    CHECK(mesh.surfaces[0].bank == 3);
    CHECK(mesh.surfaces[0].image == 4);
    const auto corner = [&](std::uint32_t index) {
        return place({}, {mesh.vertices[index].x, mesh.vertices[index].y, mesh.vertices[index].z});
    };
    for (std::size_t i = 0; i < 8; ++i) {
        const model::MeshVertex& vertex = mesh.vertices[i];
        const Vec3 at = corner(static_cast<std::uint32_t>(i));
        const float left = i < 4 ? -1.0F : 1.0F;  // from +Z, and from -Z
        CHECK(at.x == (vertex.u == 0 ? left : -left));
        CHECK(at.y == (vertex.v == 0 ? 3.0F : 0.0F));
    }
    for (std::size_t i = 0; i < 4; ++i) {
        const model::MeshTriangle& t = mesh.triangles[i];
        const Vec3 front = cross(corner(t.b) - corner(t.a), corner(t.c) - corner(t.b));
        check_near(front, {0, 0, i < 2 ? 6.0F : -6.0F});  // 2 wide and 3 high
    }
}

TEST_CASE("placement: each kind of record takes its model from its own fields", "[scene]")
{
    rgm::Map map;
    append_actor(map, "Guard", {"3DART\\GRDSA001.3dc"});
    test::append_record(map, "objects", {{"id", "11"}, {"model_name", "crate.3d"}, {"script_name", "lamp"}});
    test::append_record(map, "objects", {{"id", "12"}, {"script_name", "guard"}, {"angle.y", "512"}});
    test::append_record(map, "objects",
                        {{"id", "13"},
                         {"object_type", "3"},
                         {"texture.texture_id", "108"},
                         {"texture.image_id", "25"},
                         {"position.x", "2000"}});
    test::append_record(map, "statics", {{"id", "21"}, {"model_name", "house.3dc"}, {"position.y", "-200"}});
    test::append_record(map, "ropes",
                        {{"id", "31"}, {"rope_model", "link.3d"}, {"static_model", "hook"}, {"length", "2"}});
    test::append_record(map, "ropes", {{"id", "32"}, {"rope_model", "link"}, {"length", "0"}});
    test::append_record(
        map, "flats",
        {{"id", "41"}, {"texture.texture_id", "205"}, {"texture.image_id", "7"}, {"position.x", "-2000"}});
    test::append_record(map, "lights", {{"id", "51"}, {"position.y", "400"}});
    test::append_record(map, "markers", {{"position.x", "200"}});
    const auto drawn = [&map](Kind kind, std::size_t index, const Skins& skins = {}) {
        std::vector<Drawable> drawables;
        REQUIRE(append_drawables(map, {kind, index}, skins, drawables));
        return drawables;
    };

    const std::vector<Drawable> crate = drawn(Kind::object, 0, {{"LAMP", 301}, {"GUARD", 302}});
    REQUIRE(crate.size() == 1);
    CHECK(crate[0].model == ModelName{"CRATE", ""});
    CHECK(crate[0].skin == 301);
    CHECK(crate[0].picture == std::nullopt);
    CHECK(crate[0].required);
    REQUIRE(crate[0].places.size() == 1);
    check_near(crate[0].places[0].position, {0, 0, -3276.7998F});

    const std::vector<Drawable> guard = drawn(Kind::object, 1, {{"LAMP", 301}});
    REQUIRE(guard.size() == 1);
    CHECK(guard[0].model == ModelName{"GRDSA001", ".3DC"});
    CHECK(guard[0].skin == 0);
    CHECK_FALSE(guard[0].required);  // a script without a model is allowed
    REQUIRE(guard[0].places.size() == 1);
    check_near(guard[0].places[0].rotation * Vec3{1, 0, 0}, {0, 0, -1});

    const std::vector<Drawable> flame = drawn(Kind::object, 2);
    REQUIRE(flame.size() == 1);
    CHECK(flame[0].picture == PictureKey{108, 25});
    CHECK_FALSE(flame[0].required);
    CHECK(flame[0].places.at(0).position.x == -100);

    const std::vector<Drawable> house = drawn(Kind::static_object, 0);
    REQUIRE(house.size() == 1);
    CHECK(house[0].model == ModelName{"HOUSE", ""});
    CHECK(house[0].required);
    REQUIRE(house[0].places.size() == 1);
    CHECK(house[0].places[0].position.y == 10);

    const std::vector<Drawable> rope = drawn(Kind::rope, 0);
    REQUIRE(rope.size() == 2);
    CHECK(rope[0].model == ModelName{"LINK", ""});
    REQUIRE(rope[0].places.size() == 2);
    CHECK(rope[0].places[0].position.y == Approx(-0.8));
    CHECK(rope[0].places[1].position.y == Approx(-1.6));
    CHECK(rope[1].model == ModelName{"HOOK", ""});
    REQUIRE(rope[1].places.size() == 1);
    CHECK(rope[1].places[0].position.y == Approx(-2.4));
    CHECK_FALSE(rope[0].required);
    CHECK_FALSE(rope[1].required);
    CHECK(drawn(Kind::rope, 1)[0].places.empty());

    const std::vector<Drawable> flat = drawn(Kind::flat, 0);
    REQUIRE(flat.size() == 1);
    CHECK(flat[0].model == ModelName{});
    CHECK(flat[0].picture == PictureKey{205, 7});
    CHECK_FALSE(flat[0].required);
    CHECK(flat[0].places.at(0).position.x == 100);

    std::vector<Drawable> nothing;
    for (const Kind kind : {Kind::light, Kind::marker, Kind::terrain, Kind::model}) {
        CHECK_FALSE(append_drawables(map, {kind, 0}, {}, nothing));
    }
    CHECK(nothing.empty());

    CHECK(id_of(map, {Kind::object, 1}) == 12U);
    CHECK(id_of(map, {Kind::static_object, 0}) == 21U);
    CHECK(id_of(map, {Kind::rope, 1}) == 32U);
    CHECK(id_of(map, {Kind::flat, 0}) == 41U);
    CHECK(id_of(map, {Kind::light, 0}) == 51U);
    CHECK(id_of(map, {Kind::marker, 0}) == std::nullopt);
    CHECK(id_of(map, {Kind::terrain, 0}) == std::nullopt);
    CHECK(position_of(map, {Kind::light, 0}).y == -20);
    CHECK(position_of(map, {Kind::marker, 0}).x == -10);
    CHECK(position_of(map, {Kind::model, 0}) == Vec3{});
    check_near(rotation_of(map, {Kind::object, 1}) * Vec3{1, 0, 0}, {0, 0, -1});
    CHECK(rotation_of(map, {Kind::flat, 0}) == Mat3(1.0F));
}

TEST_CASE("placement: a model uses the skin of the first actor with its name", "[scene]")
{
    rgm::Map map;
    test::append_record(map, "actors", {{"script_name", "guard"}, {"texture_id", "0"}});
    test::append_record(map, "actors", {{"script_name", "Guard"}, {"texture_id", "1"}});
    test::append_record(map, "actors", {{"script_name", "GUARD"}, {"texture_id", "302"}});
    test::append_record(map, "actors", {{"script_name", "OTHER"}, {"texture_id", "-1"}});
    CHECK(skins_of(map) == Skins{{"GUARD", 1}});
}

TEST_CASE("placement: each record has a marker with its name", "[scene]")
{
    rgm::Map map;
    test::append_record(map, "objects", {{"id", "11"}, {"model_name", "CRATE"}, {"script_name", "LAMP"}});
    test::append_record(map, "objects", {{"id", "12"}, {"model_name", "CRATE"}, {"object_type", "4"}});
    test::append_record(map, "objects", {{"id", "13"}});
    test::append_record(map, "statics", {{"id", "21"}, {"model_name", "HOUSE"}});
    test::append_record(map, "ropes", {{"id", "31"}, {"rope_model", "LINK"}, {"static_model", "HOOK"}});
    test::append_record(map, "flats", {{"id", "41"}, {"texture.texture_id", "205"}, {"texture.image_id", "7"}});
    test::append_record(map, "lights", {{"id", "51"}});
    test::append_record(map, "markers");
    test::append_record(map, "markers", {{"position.x", "200"}});
    std::vector<std::string> found;
    for (const SceneMarker& each : markers_of(map)) {
        found.push_back(std::string(kind_name(each.kind)) + " " + std::to_string(each.record) + ": " +
                        std::to_string(each.id) + " " + each.name);
    }
    CHECK(found == std::vector<std::string>{"object 0: 11 LAMP", "object 1: 12 CRATE", "object 2: 13 ",
                                            "static 0: 21 HOUSE", "rope 0: 31 LINK", "flat 0: 41 205/7", "light 0: 51 ",
                                            "marker 0: 0 ", "marker 1: 1 "});
    CHECK(markers_of(map)[1].object_type == 4);
    CHECK(markers_of(map)[8].position.x == -10);
}
