// Symbols: kinds of records, sizes, and closed shapes.
#include <catch2/catch.hpp>

#include <set>

#include "render/scene/symbols.hpp"

using namespace redforge;
using namespace redforge::render;
using scene::Kind;
using scene::Vec3;

TEST_CASE("symbols: a record without a model gets the symbol of its kind", "[render]")
{
    scene::Scene scene;
    const auto add = [&](Kind kind, std::uint8_t type, bool drawn) {
        scene.markers.push_back({.kind = kind, .id = 0, .drawn = drawn, .record = 0, .object_type = type});
    };
    for (const unsigned type : {0U, 1U, 2U, 3U, 4U, 5U, 6U, 255U}) {
        add(Kind::object, static_cast<std::uint8_t>(type), false);
    }
    add(Kind::object, 1, true);
    for (const Kind kind : {Kind::static_object, Kind::rope, Kind::flat, Kind::light, Kind::marker}) {
        add(kind, 0, false);
    }
    std::vector<Symbol> symbols;
    for (const Mark& mark : marks_of(scene)) {
        CHECK(mark.scene_marker != 8);
        symbols.push_back(mark.symbol);
    }
    CHECK(symbols == std::vector<Symbol>{Symbol::trigger, Symbol::trigger, Symbol::sound, Symbol::trigger,
                                         Symbol::light, Symbol::sound, Symbol::light, Symbol::trigger, Symbol::missing,
                                         Symbol::rope, Symbol::flat, Symbol::light, Symbol::marker});
}

TEST_CASE("symbols: are at least 12 map units large, and large enough to be visible", "[render]")
{
    // Half the picture's height at 10 units is 10 * tan(25 degrees) = 4.66. 0.022 of it is less than 0.6.
    const Camera camera = look_at({0, 0, 0}, {0, 0, -10}, 1000, 1);
    CHECK(camera.half_height_at({3, 4, -10}) == Approx(4.663077));
    CHECK(symbol_radius(camera, {0, 0, -10}) == 0.6F);
    CHECK(symbol_radius(camera, {0, 0, -1000}) == Approx(0.022 * 466.3077));
    // A flat view of 20 units has the same height everywhere: 10 and the margin of 1.06.
    const Camera flat = preset(View::front, {{-10, -10, -10}, {10, 10, 10}}, 1);
    CHECK(flat.half_height_at({0, 0, 0}) == Approx(10.6));
    CHECK(flat.half_height_at({0, 0, -10}) == Approx(10.6));
}

TEST_CASE("symbols: fit a sphere of radius 1, face outwards, and have different colours", "[render]")
{
    std::set<std::array<float, 3>> colours;
    for (std::size_t i = 0; i < symbol_count; ++i) {
        const auto symbol = static_cast<Symbol>(i);
        const model::Mesh mesh = symbol_mesh(symbol);
        INFO("symbol " << i);
        CHECK(mesh.triangles.size() >= 8);
        float volume = 0;  // enclosed volume: not positive if the faces are inside out
        for (const model::MeshTriangle& t : mesh.triangles) {
            const auto at = [&](std::uint32_t v) {
                return Vec3{mesh.vertices[v].x, mesh.vertices[v].y, mesh.vertices[v].z};
            };
            const float part = dot(at(t.a), cross(at(t.b), at(t.c))) / 6;
            CHECK(part > -1e-6F);
            volume += part;
            const model::MeshVertex& v = mesh.vertices[t.a];
            CHECK(dot(Vec3{v.normal_x, v.normal_y, v.normal_z}, cross(at(t.b) - at(t.a), at(t.c) - at(t.b))) > 0);
        }
        CHECK(volume > 0.05F);
        for (const model::MeshVertex& v : mesh.vertices) {
            CHECK(v.x * v.x + v.y * v.y + v.z * v.z <= 1.23F);
        }
        const Vec3 colour = symbol_colour(symbol);
        colours.insert({colour.x, colour.y, colour.z});
    }
    CHECK(colours.size() == symbol_count);
}
