// Level of detail: terrain in squares, boxes for small objects, and pictures that are refined in parts.
#include <catch2/catch.hpp>

#include <array>
#include <chrono>
#include <cstdlib>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include <epoxy/gl.h>

#include "art/terrain.hpp"
#include "model/model.hpp"
#include "render/opengl/frame_drawer.hpp"
#include "render/screen.hpp"
#include "support/game.hpp"

using namespace redforge;
using namespace redforge::scene;
using render::Quality;
using test::Screen;

namespace {

constexpr Vec3 red{1, 0, 0};

/// Returns `count` red cubes in a row along X, 10 viewport units apart and 2 wide.
Scene row_of_cubes(std::size_t count)
{
    Scene scene;
    scene.colours = art::grey_colours();
    scene.colours[9] = {255, 0, 0};
    scene.meshes.push_back({"cube", model::to_mesh(test::cube(20, {.colour = 9}))});
    for (std::size_t i = 0; i < count; ++i) {
        scene.instances.push_back({Kind::object, 0, i, {.position = {static_cast<float>(10 * i), 0, 0}}});
    }
    return scene;
}

}  // namespace

TEST_CASE("terrain: is divided into squares that contain each cell once", "[render]")
{
    art::Terrain flat;
    flat.sections.resize(4);
    const model::Mesh terrain = terrain_mesh(flat);
    const std::vector<Vec3> colours(terrain.surfaces.size(), red);
    const auto squares = render::terrain_squares(terrain, colours);
    REQUIRE(squares);
    CHECK(squares->squares.size() == 256);
    CHECK(std::set(squares->order.begin(), squares->order.end()).size() == 130'050);
    CHECK(squares->cell == Approx(12.8F));
    // Point (x, row) of the file is vertex 256 * row + x, at x = 256 x and z = -256 row.
    CHECK(squares->painted.vertices[256 * 255 + 17].position == Vec3{17 * 256, 0, -255 * 256});
    CHECK(render::square_of(256 * 16 + 15) == 16);
    CHECK(render::square_of(256 * 254 + 254) == 255);
    // 16 x 16 quads and skirts of 4 x 16; the far edges have one row of cells less.
    CHECK(squares->squares[0].painted[0].count == (2 * 256 + 2 * 64) * 3);
    CHECK(squares->squares[0].painted[3].count == (2 * 4 + 2 * 8) * 3);
    CHECK(squares->squares[255].painted[0].count == (2 * 225 + 2 * 60) * 3);
    for (const render::TerrainSquares::Square& square : squares->squares) {
        for (const render::IndexRange& range : square.painted) {
            CHECK(range.first + range.count <= squares->painted.indices.size());
        }
    }
    CHECK_FALSE(render::terrain_squares(model::to_mesh(test::cube(20, {})), std::array{red}));
}

TEST_CASE("terrain: a square has a sphere around its points and its mean colour", "[render]")
{
    art::Terrain hills;
    hills.sections.resize(4);
    hills.sections[0].heights.resize(128 * 128);
    hills.sections[0].heights[16 * 128 + 32] = std::byte{4};  // column 32, row 16: 80 units, the corner of four squares
    hills.sections[0].textures.resize(128 * 128);
    hills.sections[0].textures[0] = std::byte{5};
    hills.sections[0].textures[3 * 128 + 2] = std::byte{5};
    const model::Mesh terrain = terrain_mesh(hills);
    REQUIRE(terrain.surfaces.size() == 2);
    const std::array<Vec3, 2> colours{Vec3{1, 0, 0}, Vec3{0, 0, 1}};  // texture 5 comes first
    const auto squares = render::terrain_squares(terrain, colours);
    REQUIRE(squares);
    // 16 cells of 12.8 are 204.8; 80 units are 4 up.
    for (std::size_t row = 0; row < 16; ++row) {
        for (std::size_t column = 0; column < 16; ++column) {
            const bool has_hill = row < 2 && (column == 1 || column == 2);
            const float width = column == 15 ? 192 : 204.8F;
            const float depth = row == 15 ? 192 : 204.8F;
            const render::TerrainSquares::Square& square = squares->squares[row * 16 + column];
            CHECK(square.centre.x == Approx(-204.8F * static_cast<float>(column) - width / 2));
            CHECK(square.centre.y == Approx(has_hill ? 2 : 0));
            CHECK(square.centre.z == Approx(-204.8F * static_cast<float>(row) - depth / 2));
            const float high = has_hill ? 4 : 0;
            CHECK(square.radius == Approx(std::sqrt(width * width + depth * depth + high * high) / 2));
        }
    }
    const auto paint = [&](std::size_t x, std::size_t row) { return squares->painted.vertices[256 * row + x].paint; };
    const auto blue = paint(100, 100);
    const auto all_red = paint(0, 0);  // the corner of one cell
    CHECK(blue != all_red);
    CHECK(paint(255, 255) == blue);
    // The four corners of cell (2, 3) are a quarter red. Corners of other cells are not.
    const auto quarter = paint(2, 3);
    CHECK(quarter == render::packed_paint({0.25F, 0, 0.75F}));
    for (const auto& [x, row] : {std::pair<std::size_t, std::size_t>{3, 3}, {2, 4}, {3, 4}, {1, 1}}) {
        CHECK(paint(x, row) == quarter);
    }
    CHECK(paint(1, 0) == render::packed_paint({0.5F, 0, 0.5F}));  // at the edge, the corner of two cells
    CHECK(paint(0, 1) == render::packed_paint({0.5F, 0, 0.5F}));
    for (const auto& [x, row] : {std::pair<std::size_t, std::size_t>{1, 3}, {4, 3}, {2, 2}, {3, 5}, {0, 2}, {2, 0}}) {
        CHECK(paint(x, row) == blue);
    }
}

TEST_CASE("render: omits records below one pixel unless they are selected", "[render]")
{
    Screen screen;
    if (!screen) {
        return;
    }
    render::Renderer& renderer = *screen.renderer;
    renderer.load(row_of_cubes(1), nullptr);
    // With 700 pixels in height, the radius of a sphere of 1.73 at distance d is 1.73 * 350 / (d * tan 25 degrees) =
    // 1299 / d pixels.
    const auto drawn = [&](float distance, const render::RenderOptions& looks) {
        const auto counts = renderer.list(render::look_at({0, 0, distance}, {0, 0, 0}, 5, 1), looks, 700).counts();
        return std::tuple(counts.copies, counts.triangles);
    };
    using Counts = std::tuple<std::size_t, std::size_t>;
    const render::RenderOptions moving{.quality = Quality::moving};
    CHECK(drawn(50, {}) == Counts{1, 12});
    CHECK(drawn(50, moving) == Counts{1, 12});
    CHECK(drawn(2000, {}) == Counts{1, 12});
    CHECK(drawn(1000, moving) == Counts{1, 12});
    CHECK(drawn(2000, moving) == Counts{0, 0});
    CHECK(drawn(4000, {}) == Counts{1, 12});
    CHECK(drawn(8000, {}) == Counts{0, 0});
    // A selected cube is drawn again, for parts that others hide.
    CHECK(drawn(8000, {.selected = {{Kind::object, 0}}, .quality = Quality::moving}) == Counts{2, 24});
}

TEST_CASE("render: a small model is a box of its colour while the camera moves", "[render]")
{
    Screen screen;
    if (!screen) {
        return;
    }
    model::Mesh fine = model::to_mesh(test::cube(20, {.colour = 9}));
    const std::vector<model::MeshTriangle> once = fine.triangles;
    fine.triangles.insert(fine.triangles.end(), once.begin(), once.end());
    Scene scene = row_of_cubes(1);
    scene.meshes.front().mesh = fine;
    screen.renderer->load(scene, nullptr);
    const auto triangles = [&](float distance, Quality quality) {
        return screen.renderer->list(render::look_at({0, 0, distance}, {0, 0, 0}, 5, 1), {.quality = quality}, 700)
            .counts()
            .triangles;
    };
    // Its radius is 1299 / distance pixels: 6.5, 4.3 and 0.9.
    CHECK(triangles(200, Quality::moving) == 24);
    CHECK(triangles(300, Quality::moving) == 12);
    CHECK(triangles(300, Quality::full) == 24);
    CHECK(triangles(1500, Quality::full) == 12);
    screen.renderer.reset();
}

TEST_CASE("render: draws a coarse picture first, then completes it in parts", "[render]")
{
    Screen screen;
    if (!screen) {
        return;
    }
    screen.renderer->load(row_of_cubes(1), nullptr);
    const render::Camera camera = render::look_at({0, 0, 5}, {0, 0, 0}, 5, 1);
    {
        render::FrameDrawer frame;
        CHECK_FALSE(frame.unfinished());
        CHECK_FALSE(frame.refine(*screen.renderer, std::chrono::milliseconds(1)));
        frame.draw(*screen.renderer, camera, {});
        CHECK(frame.unfinished());
        CHECK(frame.finish() == render::Finish::coarse);
        CHECK(Screen::is_red(32, 32));
        CHECK_FALSE(Screen::is_red(2, 2));
        glClear(GL_COLOR_BUFFER_BIT);
        int parts = 1;
        while (!frame.refine(*screen.renderer, std::chrono::milliseconds(0))) {
            REQUIRE(frame.unfinished());
            REQUIRE(++parts < 100);
        }
        CHECK(frame.finish() == render::Finish::full);
        CHECK_FALSE(frame.unfinished());
        CHECK(frame.full_cost().count() > 0);
        CHECK(Screen::is_red(32, 32));
        CHECK_FALSE(Screen::is_red(2, 2));
        // After a change of the scene, an old list must not be drawn with the new buffers.
        const render::DrawList list = screen.renderer->list(camera, {}, 64);
        screen.renderer->place(row_of_cubes(0));
        CHECK(screen.renderer->draw(list, 0) == list.draws.size());
        CHECK_FALSE(Screen::is_red(32, 32));
        frame.stop();
    }
    CHECK(glGetError() == GL_NO_ERROR);
    screen.renderer.reset();
}

TEST_CASE("render: full quality blends edges and leaves no gap at its border", "[render]")
{
    Screen screen;
    if (!screen || render::smooth_samples() < 4) {
        return;
    }
    screen.renderer->load(row_of_cubes(1), nullptr);
    // Rotated slightly, so that edges cross pixels.
    const render::Camera camera = render::look_at({1.3F, 0.9F, 5}, {0, 0, 0}, 5, 1);
    using Row = std::array<std::uint8_t, std::size_t{4} * 64>;
    const auto blue = [](const Row& row, std::size_t x) { return row[4 * x + 2]; };
    const auto row_of = [] {
        Row row{};
        glReadPixels(0, 30, 64, 1, GL_RGBA, GL_UNSIGNED_BYTE, row.data());
        return row;
    };
    screen.renderer->draw(camera);
    const Row sharp = row_of();
    render::FrameDrawer frame;
    frame.draw(*screen.renderer, camera, {});
    while (frame.unfinished()) {
        frame.refine(*screen.renderer, std::chrono::hours(1));
    }
    const Row smooth = row_of();
    std::size_t between = 0;
    for (std::size_t x = 1; x + 1 < 64; ++x) {
        CHECK((blue(sharp, x) < 10 || blue(sharp, x) > 220));  // the cube or the sky
        const bool mixed = blue(smooth, x) >= 10 && blue(smooth, x) <= 220;
        between += mixed ? 1 : 0;
        if (blue(sharp, x - 1) == blue(sharp, x) && blue(sharp, x) == blue(sharp, x + 1)) {
            CHECK(blue(smooth, x) == blue(sharp, x));
        }
    }
    CHECK(between > 0);
    frame.stop();
    CHECK(glGetError() == GL_NO_ERROR);
    screen.renderer.reset();
}

TEST_CASE("render: meshes added to a scene later are loaded when they are placed", "[render]")
{
    Screen screen;
    if (!screen) {
        return;
    }
    Scene scene = row_of_cubes(1);
    screen.renderer->load(scene, nullptr);
    scene.meshes.push_back({"small", model::to_mesh(test::cube(5, {.colour = 9}))});
    scene.instances.push_back({Kind::object, 1, 1, {.position = {0, 5, 0}}});
    screen.renderer->place(scene);
    const auto list = screen.renderer->list(render::look_at({0, 0, 20}, {0, 0, 0}, 20, 1), {}, 700);
    CHECK(list.counts().copies == 2);
    CHECK(list.draws.size() == 2);
    CHECK(list.draws[0].page != list.draws[1].page);
    screen.renderer.reset();
}
