// Dragged rims, ends and headings, and outlines of the selection.
#include <catch2/catch.hpp>

#include <array>
#include <cmath>
#include <numbers>

#include "model/mesh.hpp"
#include "render/flat_view.hpp"
#include "render/opengl/outline.hpp"
#include "render/overlay/grip.hpp"
#include "support/game.hpp"

namespace {

using namespace redforge;
using namespace redforge::render;
using scene::Vec3;
using test::from_above;
using test::picture;

}  // namespace

TEST_CASE("handles: a rim is hit anywhere, an end at its position; the nearest wins")
{
    const std::array<Grip, 2> grips{{{.kind = Grip::Kind::rim, .centre = {0, 0, 0}, .size = 10, .colour = {}},
                                     {.kind = Grip::Kind::rim, .centre = {0, 0, 0}, .size = 12, .colour = {}}}};
    CHECK(grip_at(grips, from_above(), {500, 300}, picture) == 0U);
    CHECK(grip_at(grips, from_above(), {400, 200}, picture) == 0U);
    CHECK(grip_at(grips, from_above(), {522, 300}, picture) == 1U);
    CHECK_FALSE(grip_at(grips, from_above(), {400, 300}, picture));
    CHECK_FALSE(grip_at(grips, from_above(), {540, 300}, picture));

    const std::array<Grip, 1> rope{{{.kind = Grip::Kind::end, .centre = {5, 0, 0}, .size = 8, .colour = {}}}};
    const Camera front = flat_camera(View::front, {0, 0, 0}, 30, 200, picture.width / picture.height);
    const std::optional<Pixel> end = pixel_of(front, {5, -8, 0}, picture);
    REQUIRE(end);
    CHECK(grip_at(rope, front, *end, picture) == 0U);
    CHECK_FALSE(grip_at(rope, front, {end->x, end->y - 40}, picture));
}

TEST_CASE("handles: dragging sets a radius to the distance, and a length downwards")
{
    const Grip sphere{.kind = Grip::Kind::rim, .centre = {0, 0, 0}, .size = 10, .colour = {}};
    CHECK(dragged_size(sphere, from_above(), picture, {500, 300}, {550, 300}) == Approx(15));
    CHECK(dragged_size(sphere, from_above(), picture, {500, 300}, {430, 340}) == Approx(5));

    const Grip rope{.kind = Grip::Kind::end, .centre = {0, 0, 0}, .size = 8, .colour = {}};
    const Camera front = flat_camera(View::front, {0, 0, 0}, 30, 200, picture.width / picture.height);
    CHECK(dragged_size(rope, front, picture, {400, 380}, {400, 410}) == Approx(11));
    CHECK(dragged_size(rope, front, picture, {400, 380}, {400, 100}) == 0);
}

TEST_CASE("outlines: the outline of a cube from above is a square")
{
    const model::Mesh cube = model::to_mesh(test::cube(30, {.colour = 1}));
    const MeshEdges edges = edges_of(cube);
    CHECK(edges.edges.size() == 12 + 6);  // and the diagonal of each face
    Overlay overlay(from_above(), picture);
    draw_outline(overlay, edges, {}, {1, 1, 1, 1}, 2);
    CHECK(overlay.corners().size() == 4 * 6);  // two triangles for each line
    // A perspective camera sees one side, or three from a corner, and outlines them.
    const auto rim_from = [&](const Vec3& eye) {
        Overlay seen(look_at(eye, {}, 100, picture.width / picture.height), picture);
        draw_outline(seen, edges, {}, {1, 1, 1, 1}, 2);
        return seen.corners().size() / 6;
    };
    CHECK(rim_from({0.5F, 0.5F, 8}) == 4);
    CHECK(rim_from({8, 0.5F, 0.5F}) == 4);
    CHECK(rim_from({8, 0.5F, 8}) == 6);
    CHECK(rim_from({8, 8, 8}) == 6);
    // In a triangle with two equal corners, the degenerate edge is dropped and the double edge is drawn once.
    model::Mesh thin;
    thin.vertices = {{0, 0, 0}, {0, 0, 0}, {20, 0, 0}};
    thin.triangles = {{0, 1, 2}};
    CHECK(edges_of(thin).edges.size() == 1);
}

TEST_CASE("handles: a heading arrow has one length in every view, and can be dragged")
{
    const Grip arrow{.kind = Grip::Kind::heading, .centre = {0, 0, 0}, .size = 0, .colour = {}};
    const Camera above = from_above();
    const auto middle = pixel_of(above, {0, 0, 0}, picture);
    const auto ahead = pixel_of(above, {0, 0, 1}, picture);
    const auto aside = pixel_of(above, {1, 0, 0}, picture);
    REQUIRE((middle && ahead && aside));
    const auto beside = [&](const Pixel& way, float length) {
        const float now = std::hypot(way.x - middle->x, way.y - middle->y);
        return Pixel{middle->x + (way.x - middle->x) / now * length, middle->y + (way.y - middle->y) / now * length};
    };
    const std::array<Grip, 1> grips{{arrow}};
    CHECK(grip_at(grips, above, beside(*ahead, 130), picture) == 0U);
    CHECK_FALSE(grip_at(grips, above, beside(*ahead, 110), picture));
    CHECK_FALSE(grip_at(grips, above, beside(*aside, 130), picture));
    CHECK(dragged_size(arrow, above, picture, beside(*ahead, 130), beside(*aside, 90)) == Approx(std::numbers::pi / 2));
    CHECK(dragged_size(arrow, above, picture, beside(*ahead, 130), beside(*ahead, 20)) == Approx(0).margin(1e-4));
}
