// Models as triangles: positions, winding, texture coordinates, normals of frames.
#include <catch2/catch.hpp>

#include "model/mesh.hpp"
#include "model/model.hpp"
#include "support/models.hpp"
#include "support/outcome.hpp"

using namespace redforge;
using namespace redforge::model;
using namespace redforge::model::test;
using redforge::test::need;

TEST_CASE("mesh: converts a triangle to drawing units, and sums its texture steps", "[model]")
{
    const Mesh mesh = to_mesh(need(read_model(triangle_v5())));
    REQUIRE(mesh.vertices.size() == 3);
    REQUIRE(mesh.triangles.size() == 1);
    CHECK(mesh.vertices[2].x == 3.0F);
    CHECK(mesh.vertices[2].y == 4.0F);
    CHECK(mesh.vertices[0].normal_z == 1.0F);
    CHECK(mesh.vertices[0].u == 1.0F);   // 16 / 16
    CHECK(mesh.vertices[1].u == 11.0F);  // 176 / 16
    CHECK(mesh.vertices[2].u == 10.5F);  // 168 / 16
    CHECK(mesh.vertices[2].v == 18.0F);  // (0 - 32 + 320) / 16
    CHECK(mesh.surfaces == std::vector<MeshSurface>{{302, 44, Texture::no_colour, true}});
}

TEST_CASE("mesh: sums of texture steps can exceed 16 bits", "[model]")
{
    Model model = need(read_model(triangle_v5()));
    model.faces[0].u = {32767, 32767, 32767};
    CHECK(to_mesh(model).vertices[2].u == 98301.0F / 16);
}

TEST_CASE("mesh: texels of later v2 corners follow from the plane of the first three", "[model]")
{
    Model model = need(read_model(triangle_v2()));
    model.vertices = {{0, 0, 0}, {256, 0, 0}, {256, 256, 0}, {0, 256, 0}};
    Face& face = model.faces[0];
    face.vertices = {0, 1, 2, 3};
    face.u = {16, 160, 0, 9999};
    face.v = {0, 0, 320, 9999};
    const Mesh mesh = to_mesh(model);
    REQUIRE(mesh.triangles.size() == 2);
    CHECK(mesh.triangles[1].c == 3);
    CHECK(mesh.vertices[3].u == Approx(1.0));
    CHECK(mesh.vertices[3].v == Approx(20.0));
    model.version = "v4.0";
    CHECK(to_mesh(model).vertices[3].u == Approx((16 + 160 + 9999) / 16.0));
}

TEST_CASE("mesh: a later frame has its own positions and normals", "[model]")
{
    Model model = need(read_model(animated_v4()));
    // Rotates the triangle upright: (0,0,0) (768,0,0) (768,0,1024).
    model.frames[0].deltas[2] = {0, 1024, -1024};
    const Mesh still = to_mesh(model, 0);
    const Mesh moved = to_mesh(model, 1);
    CHECK(still.vertices[2].y == 4.0F);
    CHECK(moved.vertices[2].y == 0.0F);
    CHECK(moved.vertices[2].z == 4.0F);
    CHECK(moved.vertices[0].normal_y == -1.0F);
    CHECK(moved.surfaces[0].colour == 42);
    CHECK(to_mesh(model, 99).vertices[2].y == 4.0F);
}

TEST_CASE("mesh: normalises a stored face normal, except zero", "[model]")
{
    Model model = need(read_model(triangle_v5()));
    const auto normal = [&](std::array<std::int32_t, 3> given) {
        model.faces[0].normal.stored = given;
        const MeshVertex vertex = to_mesh(model).vertices.at(0);
        return std::array{vertex.normal_x, vertex.normal_y, vertex.normal_z};
    };
    CHECK(normal({3, 0, -4}) == std::array{0.6F, 0.0F, -0.8F});
    CHECK(normal({0, -256, 0}) == std::array{0.0F, -1.0F, 0.0F});
    CHECK(normal({0, 0, 0}) == std::array{0.0F, 0.0F, 0.0F});
}

TEST_CASE("mesh: omits faces that cannot be drawn", "[model]")
{
    Model model = need(read_model(triangle_v5()));
    model.faces[0].vertices[1] = 3;
    CHECK(to_mesh(model).triangles.empty());
    model.faces[0].vertices = {0, 1};
    CHECK(to_mesh(model).triangles.empty());
}
