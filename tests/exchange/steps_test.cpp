// Faces with texture steps beyond 16 bits get another first corner or are divided, without a seam.
#include <cmath>
#include <limits>

#include <catch2/catch.hpp>

#include "exchange/mesh/build.hpp"
#include "exchange/mesh/polygons.hpp"
#include "exchange/mesh/steps.hpp"
#include "model/mesh.hpp"
#include "model/model.hpp"
#include "support/outcome.hpp"

using namespace redforge;
using namespace redforge::exchange;

namespace {

/// Returns two triangles with a common edge from (0, 0) to (4096, 4096). `texels`: texels along the side of the square.
Polygons square(double texels)
{
    Polygons polygons;
    polygons.positions = {{0, 0, 0}, {4096, 0, 0}, {4096, 4096, 0}, {0, 4096, 0}};
    for (const std::array<std::uint32_t, 3>& triangle : {std::array{0U, 1U, 2U}, std::array{0U, 2U, 3U}}) {
        Polygon& made = polygons.faces.emplace_back();
        made.texture.bank = 302;
        for (const std::uint32_t vertex : triangle) {
            Corner corner;
            corner.vertex = vertex;
            corner.u = polygons.positions[vertex].x / 4096.0 * texels;
            corner.v = polygons.positions[vertex].y / 4096.0 * texels;
            made.corners.push_back(corner);
        }
    }
    return polygons;
}

/// Checks that every corner of every face has the texel of its position.
void check_mapping(const model::Model& model, double texels)
{
    std::vector<model::CornerUv> uvs;
    for (const model::Face& face : model.faces) {
        model::corner_uvs(model, face, uvs);
        const double first_u = uvs[0].u / 16 - model.vertices[face.vertices[0]].x / 4096.0 * texels;
        CHECK(std::fmod(std::abs(first_u), 256) == 0);  // shifted by whole textures
        for (std::size_t i = 0; i < uvs.size(); ++i) {
            const model::Vector& at = model.vertices[face.vertices[i]];
            CHECK(uvs[i].u / 16 - first_u == at.x / 4096.0 * texels);
        }
    }
}

}  // namespace

TEST_CASE("steps: the first corner is chosen so that the longest edge is not a step", "[exchange]")
{
    // Along u: 0, 2000, 4000. From the first corner to the second and third: 2000 and 2000; from the third: -4000.
    Polygons polygons = square(2000);
    polygons.faces.resize(1);
    polygons.faces[0].corners[0].u = 4000;
    polygons.faces[0].corners[1].u = 0;
    polygons.faces[0].corners[2].u = 2000;
    CHECK(fit_steps(polygons).made == 0);
    REQUIRE(polygons.faces.size() == 1);
    CHECK(polygons.faces[0].corners[0].vertex == 1);
    CHECK(texture_steps(polygons.faces[0], TexturePart::u) == std::vector<std::int16_t>{0, 32000, 32000});
}

TEST_CASE("steps: divides an edge that is too long for a step, in both faces", "[exchange]")
{
    std::vector<std::string> notes;
    const model::Model model = redforge::test::need(build_model(square(3000), "v5.0", notes));
    CHECK(model.faces.size() == 2);
    REQUIRE(notes.size() == 1);
    CHECK(notes[0].find("where the texture steps by more than 2047 texels") != std::string::npos);
    check_mapping(model, 3000);
    // Both faces share their edges and vertices: 8 corners on 4 + n vertices.
    std::size_t middle = 0;
    for (const model::Face& face : model.faces) {
        for (const std::uint32_t vertex : face.vertices) {
            middle += model.vertices[vertex] == model::Vector{2048, 2048, 0} ? 1U : 0U;
        }
    }
    CHECK((middle == 0 || middle == 2));
}

TEST_CASE("steps: divides a face until its repeated texture fits", "[exchange]")
{
    std::vector<std::string> notes;
    const model::Model model = redforge::test::need(build_model(square(25600), "v5.0", notes));
    CHECK(model.faces.size() >= 4);
    for (const model::Face& face : model.faces) {
        CHECK(face.vertices.size() <= max_corners);
    }
    check_mapping(model, 25600);
}

TEST_CASE("steps: a face of one colour has no texture steps", "[exchange]")
{
    Polygons polygons = square(30000);
    for (Polygon& face : polygons.faces) {
        face.texture = {};
        face.texture.colour = 1;
    }
    std::vector<std::string> notes;
    const model::Model model = redforge::test::need(build_model(polygons, "v5.0", notes));
    CHECK(notes.empty());
    CHECK(model.faces.size() == 2);
    CHECK(model.faces[0].u == std::vector<std::int16_t>{0, 0, 0});
}

TEST_CASE("steps: divides triangles into triangles if requested", "[exchange]")
{
    for (const double texels : {2741.0, 3000.0, 25600.0}) {
        std::vector<std::string> notes;
        const model::Model model =
            redforge::test::need(build_model(square(texels), "v5.0", notes, DivisionMode::triangles));
        CHECK(model.faces.size() >= 4);
        CHECK(notes.size() == 1);
        for (const model::Face& face : model.faces) {
            CHECK(face.vertices.size() == 3);
        }
        check_mapping(model, texels);
    }
}

TEST_CASE("steps: clamps a texture step that is too long to divide", "[exchange]")
{
    std::vector<std::string> notes;
    const model::Model model = redforge::test::need(build_model(square(3e6), "v5.0", notes, DivisionMode::triangles));
    CHECK(model.faces.size() > 4000);
    CHECK(model.faces.size() <= max_faces);
    REQUIRE(notes.size() == 2);
    CHECK(notes[1].starts_with("cut texture coordinates of "));
}

TEST_CASE("steps: the step after a clamped one starts at the clamped position", "[exchange]")
{
    Polygons polygons = square(2000);
    std::vector<Corner>& corners = polygons.faces[0].corners;
    corners[0].u = 0;
    corners[1].u = 2500;
    corners[2].u = 2600;
    // 32767 / 16 is 2047.9375; from there it is 552.0625 to 2600.
    CHECK(texture_steps(polygons.faces[0], TexturePart::u) == std::vector<std::int16_t>{0, 32767, 8833});
}

TEST_CASE("steps: texture coordinates that are not numbers become 0", "[exchange]")
{
    Polygons polygons = square(100);
    polygons.faces[0].corners[1].u = std::numeric_limits<double>::quiet_NaN();
    polygons.faces[1].corners[2].v = -std::numeric_limits<double>::infinity();
    polygons.faces[1].corners[1].v = 1e300;
    std::vector<std::string> notes;
    const model::Model model = redforge::test::need(build_model(polygons, "v5.0", notes));
    CHECK(notes == std::vector<std::string>{"cut texture coordinates of 2 faces that step by more than 2047 texels"});
    CHECK(model.faces[0].u == std::vector<std::int16_t>{0, 0, 1600});
    CHECK(model.faces[1].v == std::vector<std::int16_t>{0, 0, 0});
}
