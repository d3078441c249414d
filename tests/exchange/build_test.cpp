// Models from polygons of other programs: merged vertices, omitted faces, first corners, and storage.
#include <catch2/catch.hpp>

#include "exchange/mesh/build.hpp"
#include "exchange/mesh/polygons.hpp"
#include "model/mesh.hpp"
#include "model/model.hpp"

using namespace redforge;
using namespace redforge::exchange;
using Indices = std::vector<std::uint32_t>;

namespace {

Polygon polygon(const std::vector<std::uint32_t>& vertices, std::int16_t colour = 1, std::uint8_t shade = 0)
{
    Polygon made;
    made.texture.colour = colour;
    made.shade = shade;
    for (const std::uint32_t vertex : vertices) {
        made.corners.push_back({vertex, 1, 0, 0});
    }
    return made;
}

model::Model build(const Polygons& polygons, std::string_view version = "v5.0")
{
    std::vector<std::string> notes;
    const Result<model::Model> built = build_model(polygons, version, notes);
    REQUIRE(built);
    return *built;
}

}  // namespace

TEST_CASE("build: a polygon starts where its first three corners give its normal", "[exchange]")
{
    // A concave dart with its dent at (1 1). From (4 0), the first three corners have the opposite orientation.
    const Polygons dart{{{1024, 0, 0}, {256, 256, 0}, {0, 1024, 0}, {0, 0, 0}}, {}, {polygon({0, 1, 2, 3})}};
    CHECK(build(dart).faces[0].vertices == Indices{1, 2, 3, 0});
}

TEST_CASE("build: equal neighbouring corners are merged, also at the end", "[exchange]")
{
    const Polygons square{{{0, 0, 0}, {256, 0, 0}, {256, 256, 0}, {0, 256, 0}, {0, 0, 0}},
                          {},
                          {polygon({0, 1, 1, 2, 3, 4})}};
    const model::Model model = build(square);
    CHECK(model.faces[0].vertices == Indices{0, 1, 2, 3});
    CHECK(model.vertices.size() == 4);
}

TEST_CASE("build: positions are one vertex only if they are equal in every frame", "[exchange]")
{
    const std::vector<model::Vector> base{{0, 0, 0}, {256, 0, 0}, {256, 256, 0}, {0, 0, 0}, {256, 0, 0}, {0, 256, 0}};
    Polygons two{base, {base}, {polygon({0, 1, 2}), polygon({3, 4, 5})}};
    CHECK(build(two, "v4.0").vertices.size() == 4);
    two.frames[0][4].z = 1;  // one of the two at (256 0 0) moves
    CHECK(build(two, "v4.0").vertices.size() == 5);
}

TEST_CASE("build: frames are 16-bit steps from the base if possible, else positions", "[exchange]")
{
    const std::vector<model::Vector> base{{0, 0, 0}, {256, 0, 0}, {0, 256, 0}};
    Polygons moving{base, {{{512, 0, 0}, {256, 0, 0}, {0, 256, 32768}}}, {polygon({0, 1, 2})}};
    const model::Model steps = build(moving, "v4.0");
    CHECK(steps.base_frame.type == 2);
    REQUIRE(steps.frames.size() == 1);
    CHECK(steps.frames[0].vertices.empty());
    CHECK(model::positions_in(steps, 1) == moving.frames[0]);
    CHECK(steps.frames[0].deltas[0].x == -512);  // base - position
    moving.frames[0][0].x = 32769;               // a step of -32769
    const model::Model positions = build(moving, "v4.0");
    CHECK(positions.base_frame.type == 4);  // no model is known to have type 0 without an index table
    CHECK(positions.frames[0].vertices == moving.frames[0]);
    CHECK(positions.frames[0].deltas.empty());
}

TEST_CASE("build: a face without area is removed, and the others keep their data", "[exchange]")
{
    const Polygons polygons{{{0, 0, 0}, {256, 0, 0}, {0, 256, 0}},
                            {},
                            {polygon({0, 1, 0}, 7, 20), polygon({0, 1, 2}, 8, 30)}};
    std::vector<std::string> notes;
    const Result<model::Model> built = build_model(polygons, "v5.0", notes);
    REQUIRE(built);
    REQUIRE(built->faces.size() == 1);
    CHECK(built->faces[0].texture.colour == 8);
    CHECK(built->faces[0].shade == 30);
    CHECK(notes == std::vector<std::string>{"omitted 1 of 2 faces without area at 1/256 unit"});
}

TEST_CASE("build: a cluster lists its faces in reverse; its extent follows the formula", "[exchange]")
{
    // Box 768 x 1024 x 0: half sides 384 512 0, at least 256; R = 640, s = root 2; extent = side * s / R.
    const Polygons polygons{{{0, 0, 0}, {768, 0, 0}, {768, 1024, 0}, {0, 1024, 0}},
                            {},
                            {polygon({0, 1, 2}), polygon({0, 2, 3})}};
    const model::Model model = build(polygons);
    REQUIRE(model.clusters.size() == 1);
    const model::Cluster& cluster = model.clusters[0];
    CHECK(cluster.faces == std::vector<std::uint16_t>{1, 0});
    CHECK(cluster.x == 384);
    CHECK(cluster.y == 512);
    CHECK(cluster.radius == 640);
    CHECK(cluster.extent[0] == Approx(0.84852814));
    CHECK(cluster.extent[1] == Approx(1.13137085));
    CHECK(cluster.extent[2] == Approx(0.56568542));
}
