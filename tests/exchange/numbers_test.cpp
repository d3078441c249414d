// Polygons are restored by the numbers of their corners, for any order and triangulation of another program.
#include <algorithm>

#include <catch2/catch.hpp>

#include "exchange/gltf/numbers.hpp"
#include "exchange/mesh/build.hpp"
#include "model/model.hpp"
#include "support/outcome.hpp"

using namespace redforge;
using namespace redforge::exchange;

namespace {

/// Returns a corner at a position, with the number of its polygon and its own number.
Corner corner(std::uint32_t vertex, std::uint32_t polygon, std::uint32_t number)
{
    Corner made;
    made.vertex = vertex;
    made.numbers = {.polygon = polygon, .corner = number, .slot = vertex + 1, .cluster = 1, .shade = std::uint8_t{6}};
    return made;
}

/// A pentagon in the plane z = 0, on the positions 0 to 4, which are the vertices 10 down to 6 of the exported model.
struct Pentagon {
    Polygons polygons;

    Pentagon()
    {
        polygons.positions = {{0, 0, 0}, {1024, 0, 0}, {1536, 1024, 0}, {512, 2048, 0}, {-512, 1024, 0}};
        polygons.vertex_numbers = {10, 9, 8, 7, 6};
    }
    /// Adds a triangle of the corners with these numbers, which begin at 1.
    Pentagon& add(std::array<std::uint32_t, 3> corners, std::uint32_t number = 4, std::uint32_t first = 0)
    {
        Polygon& made = polygons.faces.emplace_back();
        made.texture.bank = 302;
        made.shade = 6;
        for (const std::uint32_t each : corners) {
            made.corners.push_back(corner(first + each - 1, number, each));
        }
        return *this;
    }
    /// Adds a copy of the five positions at another z.
    Pentagon& add_copy(std::int32_t z)
    {
        for (std::size_t i = 0; i < 5; ++i) {
            const model::Vector at = polygons.positions[i];
            polygons.positions.push_back({at.x, at.y, z});
            polygons.vertex_numbers.push_back(polygons.vertex_numbers[i]);
        }
        return *this;
    }
};

std::vector<std::uint32_t> outline(const Polygon& polygon)
{
    std::vector<std::uint32_t> vertices;
    std::ranges::transform(polygon.corners, std::back_inserter(vertices), &Corner::vertex);
    return vertices;
}

using Outline = std::vector<std::uint32_t>;

}  // namespace

TEST_CASE("numbers: restores a polygon, however it was triangulated", "[exchange]")
{
    // Triangulations: a fan, a fan from another corner, and a zigzag with different first corners and order.
    const std::vector<std::vector<std::array<std::uint32_t, 3>>> ways{{{1, 2, 3}, {1, 3, 4}, {1, 4, 5}},
                                                                      {{3, 4, 5}, {3, 5, 1}, {3, 1, 2}},
                                                                      {{4, 5, 2}, {3, 4, 2}, {5, 1, 2}}};
    for (const auto& way : ways) {
        Pentagon made;
        for (const auto& triangle : way) {
            made.add(triangle);
        }
        const std::vector<Polygon> found = take_numbered(made.polygons);
        REQUIRE(found.size() == 1);
        CHECK(outline(found[0]) == Outline{0, 1, 2, 3, 4});
        CHECK(found[0].number == 4);
        CHECK(made.polygons.faces.empty());
    }
}

TEST_CASE("numbers: reverses the corners of a mirrored polygon after the first", "[exchange]")
{
    Pentagon made;
    made.add({1, 3, 2}).add({1, 4, 3}).add({1, 5, 4});
    const std::vector<Polygon> found = take_numbered(made.polygons);
    REQUIRE(found.size() == 1);
    CHECK(outline(found[0]) == Outline{0, 4, 3, 2, 1});
}

TEST_CASE("numbers: sorts polygons by number; a copy is last and without a number", "[exchange]")
{
    Pentagon made;
    made.add_copy(512);
    made.add({1, 2, 3}, 9).add({1, 2, 3}, 4, 5).add({1, 2, 3}, 4);
    const std::vector<Polygon> found = take_numbered(made.polygons);
    REQUIRE(found.size() == 3);
    CHECK(found[0].number == 4);
    CHECK(outline(found[0]) == Outline{5, 6, 7});
    CHECK(found[1].number == 9);
    CHECK(found[2].number == 0);
    CHECK(outline(found[2]) == Outline{0, 1, 2});
}

TEST_CASE("numbers: an edited polygon stays as triangles", "[exchange]")
{
    const auto left = [](Pentagon made) {
        const std::size_t before = made.polygons.faces.size();
        CHECK(take_numbered(made.polygons).empty());
        CHECK(made.polygons.faces.size() == before);
    };
    left(Pentagon().add({1, 2, 3}).add({1, 3, 5}));                                // a corner is missing
    left(Pentagon().add({1, 2, 3}).add({1, 3, 4}).add({1, 4, 5}).add({1, 4, 5}));  // one triangle occurs twice
    left(Pentagon().add({1, 2, 2}));                                               // like the side of an extrusion
    left(Pentagon().add({1, 2, 3}).add({1, 4, 3}).add({1, 4, 5}));                 // one triangle is reversed
    Pentagon moved;
    moved.add({1, 2, 3}).add({1, 3, 4}).add({1, 4, 5});
    moved.polygons.faces[1].corners[0].u = 5;  // another texture coordinate
    left(moved);
    Pentagon painted;
    painted.add({1, 2, 3}).add({1, 3, 4}).add({1, 4, 5});
    painted.polygons.faces[2].texture.image = 1;
    left(painted);
    Pentagon unknown;
    unknown.add({1, 2, 3}, 0);
    left(unknown);
    Pentagon pulled;  // the side of an extrusion stays separate, and its polygon is complete without it
    pulled.add({1, 2, 3}).add({1, 3, 4}).add({1, 4, 5}).add({1, 2, 2});
    CHECK(take_numbered(pulled.polygons).size() == 1);
    CHECK(pulled.polygons.faces.size() == 1);
}

TEST_CASE("numbers: polygons keep their order of vertices and slots, shade and cluster", "[exchange]")
{
    Pentagon made;
    made.add({1, 2, 3}).add({1, 3, 4}).add({1, 4, 5});
    made.polygons.faces = take_numbered(made.polygons);
    std::vector<std::string> notes;
    const model::Model model = redforge::test::need(build_model(made.polygons, "v5.0", notes));
    CHECK(notes.empty());
    // Vertices 6 to 10 were positions 4 to 0. Slots had the numbers of the positions.
    CHECK(model.vertices ==
          std::vector<model::Vector>{{-512, 1024, 0}, {512, 2048, 0}, {1536, 1024, 0}, {1024, 0, 0}, {0, 0, 0}});
    REQUIRE(model.faces.size() == 1);
    CHECK(model.faces[0].vertices == std::vector<std::uint32_t>{4, 3, 2, 1, 0});
    CHECK(model.faces[0].slots == std::vector<std::uint32_t>{0, 1, 2, 3, 4});
    CHECK(model.faces[0].shade == 6);
    CHECK(model.clusters.size() == 1);
}

TEST_CASE("numbers: keeps coincident vertices of the exported model", "[exchange]")
{
    Pentagon made;
    made.polygons.positions[4] = made.polygons.positions[3];
    made.add({1, 2, 3}).add({1, 3, 4}).add({1, 4, 5});
    made.polygons.faces = take_numbered(made.polygons);
    std::vector<std::string> notes;
    CHECK(redforge::test::need(build_model(made.polygons, "v5.0", notes)).vertices.size() == 5);
    std::ranges::fill(made.polygons.vertex_numbers, 0U);
    CHECK(redforge::test::need(build_model(made.polygons, "v5.0", notes)).vertices.size() == 4);
}

TEST_CASE("numbers: foreign texture coordinates are not taken for numbers", "[exchange]")
{
    const ReadNumbers read = read_numbers({{{7, 2}, {3, 0}, {20, 1}}});
    CHECK(read.corner.polygon == 7);
    CHECK(read.corner.corner == 2);
    CHECK(read.vertex == 3);
    CHECK(read.corner.slot == 0);
    CHECK(read.corner.shade == 20);
    CHECK(read.corner.cluster == 1);
    const ReadNumbers other = read_numbers({{{0.5, -1}, {1e30, 0.25}, {256, 2.5}}});
    CHECK(other.corner.polygon == 0);
    CHECK(other.corner.corner == 0);
    CHECK(other.vertex == 0);
    CHECK_FALSE(other.corner.shade);
    CHECK(other.corner.cluster == 0);
}
