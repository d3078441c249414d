// How finely things are drawn: coarse meshes, terrain in squares, and pictures that are made full in parts.
#include <catch2/catch.hpp>

#include <array>
#include <chrono>
#include <cstdlib>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include <epoxy/gl.h>

#include "art/terrain.hpp"
#include "model/model.hpp"
#include "render/frame_drawer.hpp"
#include "render/offscreen.hpp"
#include "render/ray.hpp"
#include "support/game.hpp"

using namespace redforge;
using namespace redforge::scene;
using render::Quality;

namespace {

constexpr Vec3 red{1, 0, 0};

/// `count` red cubes in a row along X, 10 viewport units apart and 2 wide.
Scene cubes(std::size_t count)
{
    Scene scene;
    scene.colours = art::grey_colours();
    scene.colours[9] = {255, 0, 0};
    scene.meshes.push_back({"cube", model::to_mesh(test::cube(20, {.colour = 9}))});
    for (std::size_t i = 0; i < count; ++i) {
        scene.instances.push_back({Kind::object, 0, i, {{}, {static_cast<float>(10 * i), 0, 0}}});
    }
    return scene;
}

/// A renderer without a window, and a framebuffer of 64 x 64 pixels; nothing where this machine cannot draw.
struct Screen {
    std::optional<render::Offscreen> context{};
    std::optional<render::Renderer> renderer{};
    Screen()
    {
        auto made = render::Offscreen::create();
        if (!made) {
            WARN("not drawn: " << describe(made.error()));
            return;
        }
        context.emplace(std::move(*made));
        auto drawer = render::Renderer::create();
        REQUIRE(drawer);
        renderer.emplace(std::move(*drawer));
        GLuint framebuffer{};
        std::array<GLuint, 2> buffers{};
        glGenFramebuffers(1, &framebuffer);
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
        glGenRenderbuffers(2, buffers.data());
        glBindRenderbuffer(GL_RENDERBUFFER, buffers[0]);
        glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, 64, 64);
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, buffers[0]);
        glBindRenderbuffer(GL_RENDERBUFFER, buffers[1]);
        glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT24, 64, 64);
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, buffers[1]);
        glViewport(0, 0, 64, 64);
    }
    explicit operator bool() const { return renderer.has_value(); }
    static bool is_red(int x, int y)
    {
        std::array<std::uint8_t, 4> pixel{};
        glReadPixels(x, y, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel.data());
        return pixel[0] > 80 && pixel[1] < 40 && pixel[2] < 40;
    }
};

}  // namespace

TEST_CASE("render: a coarse mesh keeps the corners of a cube, and its sides apart where normals do", "[render]")
{
    model::Mesh cube = model::to_mesh(test::cube(20, {.colour = 9}));
    const render::PaintedMesh round = render::coarse_mesh(cube, std::array{red});  // normals point out of the corners
    CHECK(round.indices.size() == 36);
    CHECK(round.vertices.size() == 8);
    for (const model::MeshTriangle& triangle : cube.triangles) {
        const auto place = [&](std::uint32_t i) {
            return Vec3{cube.vertices[i].x, cube.vertices[i].y, cube.vertices[i].z};
        };
        const Vec3 across = cross(place(triangle.b) - place(triangle.a), place(triangle.c) - place(triangle.b));
        for (const std::uint32_t i : {triangle.a, triangle.b, triangle.c}) {
            cube.vertices[i].normal_x = across.x / 1600;  // of two edges of 40
            cube.vertices[i].normal_y = across.y / 1600;
            cube.vertices[i].normal_z = across.z / 1600;
        }
    }
    const render::PaintedMesh coarse = render::coarse_mesh(cube, std::array{red});
    CHECK(coarse.indices.size() == 36);
    CHECK(coarse.vertices.size() == 24);
    for (const render::PaintedVertex& vertex : coarse.vertices) {
        CHECK(std::abs(vertex.position.x) == Approx(20));
        CHECK(vertex.paint == std::array<std::uint8_t, 4>{255, 0, 0, 255});
        const auto [x, y, z, unused] = vertex.normal;
        CHECK(std::abs(x) + std::abs(y) + std::abs(z) == 127);
    }
    CHECK(render::mean_colour(cube, std::array{red}) == red);
}

TEST_CASE("render: a finely divided sheet becomes four by four quads at most", "[render]")
{
    model::Mesh sheet;
    sheet.surfaces.emplace_back();
    for (unsigned i = 0; i < 100; ++i) {
        const auto x = static_cast<float>(i % 10);
        const auto z = static_cast<float>(i / 10);
        const auto first = static_cast<std::uint32_t>(sheet.vertices.size());
        for (const auto& [right, ahead] : {std::pair{0.0F, 0.0F}, {0.0F, 1.0F}, {1.0F, 1.0F}, {1.0F, 0.0F}}) {
            sheet.vertices.push_back({x + right, 0, z + ahead, 0, -1, 0, 0, 0});
        }
        sheet.triangles.push_back({first, first + 1, first + 2, i, 0});
        sheet.triangles.push_back({first, first + 2, first + 3, i, 0});
    }
    const render::PaintedMesh coarse = render::coarse_mesh(sheet, std::array{red});
    CHECK(coarse.vertices.size() == 16);
    CHECK(coarse.indices.size() / 3 == 18);  // between 4 x 4 corners, with nothing twice
    CHECK(render::coarse_mesh({}, {}).indices.empty());
}

TEST_CASE("render: terrain is cut into squares, every cell in one of them", "[render]")
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
    // 16 x 16 quads and skirts of 4 x 16; at the far edges one row of cells less.
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

TEST_CASE("render: what is smaller than a pixel is left out, and far things are coarse, but not what is selected",
          "[render]")
{
    Screen screen;
    if (!screen) {
        return;
    }
    render::Renderer& renderer = *screen.renderer;
    renderer.load(cubes(1), nullptr);
    // Of 700 pixels in height, a ball of radius 1.73 at distance d is 1.73 * 350 / (d * tan 25 degrees) = 1299 / d wide.
    const auto drawn = [&](float distance, const render::RenderOptions& looks) {
        const auto counts = renderer.list(render::look_at({0, 0, distance}, {0, 0, 0}, 5, 1), looks, 700).counts();
        return std::tuple(counts.copies, counts.triangles);
    };
    using Counts = std::tuple<std::size_t, std::size_t>;
    const render::RenderOptions moving{.quality = Quality::moving};
    CHECK(drawn(50, {}) == Counts{1, 12});
    CHECK(drawn(50, moving) == Counts{1, 12});
    CHECK(drawn(2000, {}) == Counts{1, 12});
    CHECK(drawn(2000, moving) == Counts{1, 12});
    CHECK(drawn(4000, {}) == Counts{1, 12});
    CHECK(drawn(4000, moving) == Counts{0, 0});
    CHECK(drawn(8000, {}) == Counts{0, 0});
    // Selected: once more where something hides it.
    CHECK(drawn(8000, {.selected = {{Kind::object, 0}}, .quality = Quality::moving}) == Counts{2, 24});
}

TEST_CASE("render: while the camera moves, what large things hide is left out, but not what is selected", "[render]")
{
    Screen screen;
    if (!screen) {
        return;
    }
    Scene scene = cubes(2);  // at x = 0 and 10
    render::Renderer& renderer = *screen.renderer;
    renderer.load(scene, nullptr);
    // From the left: the second is behind the first.
    const render::Camera camera = render::look_at({-8, 0, 0}, {0, 0, 0}, 20, 1);
    const auto copies = [&](const render::RenderOptions& looks) {
        return renderer.list(camera, looks, 700).counts().copies;
    };
    CHECK(copies({.quality = Quality::moving}) == 1);
    CHECK(copies({}) == 2);  // at rest all is drawn
    CHECK(copies({.shading = render::Shading::wireframe, .quality = Quality::moving}) == 2);
    CHECK(copies({.hidden = {{Kind::object, 0}}, .quality = Quality::moving}) == 1);
    CHECK(copies({.selected = {{Kind::object, 1}}, .quality = Quality::moving}) == 2);  // faintly through the first
    scene.instances[1].placement.position = {10, 3, 0};                                 // over the edge of the first
    renderer.place(scene, nullptr);
    CHECK(copies({.quality = Quality::moving}) == 2);
}

TEST_CASE("render: rougher pictures of a moving camera draw models coarsely from nearer on", "[render]")
{
    Screen screen;
    if (!screen) {
        return;
    }
    model::Mesh fine = model::to_mesh(test::cube(20, {.colour = 9}));
    const std::vector<model::MeshTriangle> once = fine.triangles;
    fine.triangles.insert(fine.triangles.end(), once.begin(), once.end());
    Scene scene = cubes(1);
    scene.meshes.front().mesh = fine;
    screen.renderer->load(scene, nullptr);
    const auto triangles = [&](float distance, float roughness) {
        return screen.renderer
            ->list(render::look_at({0, 0, distance}, {0, 0, 0}, 5, 1),
                   {.quality = Quality::moving, .roughness = roughness}, 700)
            .counts()
            .triangles;
    };
    // It is 1299 / 60 = 22 pixels wide.
    CHECK(triangles(60, 1) == 24);
    CHECK(triangles(60, 2) == 12);
    CHECK(triangles(30, 2) == 24);
}

TEST_CASE("render: a picture is coarse first, then made full in parts, then smooth", "[render]")
{
    Screen screen;
    if (!screen) {
        return;
    }
    screen.renderer->load(cubes(1), nullptr);
    const render::Camera camera = render::look_at({0, 0, 5}, {0, 0, 0}, 5, 1);
    {
        render::FrameDrawer frame;
        CHECK_FALSE(frame.unfinished());
        CHECK_FALSE(frame.refine(*screen.renderer, std::chrono::milliseconds(1)));
        frame.draw(*screen.renderer, camera, {});
        CHECK(frame.unfinished());
        CHECK(Screen::is_red(32, 32));
        CHECK_FALSE(Screen::is_red(2, 2));
        glClear(GL_COLOR_BUFFER_BIT);
        for (const auto finish : {render::Finish::full, render::Finish::smooth}) {
            int parts = 1;
            while (!frame.refine(*screen.renderer, std::chrono::milliseconds(0))) {
                REQUIRE(frame.unfinished());
                REQUIRE(++parts < 100);
            }
            CHECK(frame.finish() == finish);
            CHECK(frame.unfinished() == (finish == render::Finish::full));
            CHECK(frame.full_cost().count() > 0);
            CHECK(Screen::is_red(32, 32));
            CHECK_FALSE(Screen::is_red(2, 2));
        }
        // Another scene in between: the list of the one before is not drawn with the buffers of this one.
        const render::DrawList list = screen.renderer->list(camera, {}, 64);
        screen.renderer->place(cubes(0));
        CHECK(screen.renderer->draw(list, 0) == list.draws.size());
        CHECK_FALSE(Screen::is_red(32, 32));
    }
    CHECK(glGetError() == GL_NO_ERROR);
    screen.renderer.reset();
}

TEST_CASE("render: a smooth picture has edges between the colours of both sides, and is nowhere beside its place",
          "[render]")
{
    Screen screen;
    if (!screen) {
        return;
    }
    screen.renderer->load(cubes(1), nullptr);
    // Turned a little, so that edges cross pixels.
    const render::Camera camera = render::look_at({1.3F, 0.9F, 5}, {0, 0, 0}, 5, 1);
    using Row = std::array<std::uint8_t, std::size_t{4} * 64>;
    const auto blue = [](const Row& row, std::size_t x) { return row[4 * x + 2]; };
    const auto row_of = [] {
        Row row{};
        glReadPixels(0, 30, 64, 1, GL_RGBA, GL_UNSIGNED_BYTE, row.data());
        return row;
    };
    render::FrameDrawer frame;
    frame.draw(*screen.renderer, camera, {});
    while (frame.finish() != render::Finish::full) {
        frame.refine(*screen.renderer, std::chrono::hours(1));
    }
    const Row full = row_of();
    while (frame.unfinished()) {
        frame.refine(*screen.renderer, std::chrono::hours(1));
    }
    const Row smooth = row_of();
    std::size_t between = 0;
    for (std::size_t x = 1; x + 1 < 64; ++x) {
        CHECK((blue(full, x) < 10 || blue(full, x) > 220));  // the cube or the sky
        const bool mixed = blue(smooth, x) >= 10 && blue(smooth, x) <= 220;
        between += mixed ? 1 : 0;
        if (blue(full, x - 1) == blue(full, x) && blue(full, x) == blue(full, x + 1)) {
            CHECK(blue(smooth, x) == blue(full, x));
        }
    }
    CHECK(between > 0);
    frame.stop();
    CHECK(glGetError() == GL_NO_ERROR);
    screen.renderer.reset();
}

TEST_CASE("render: the pictures of a smooth one are seen from a part of a pixel beside each other", "[render]")
{
    const render::Camera camera = render::look_at({0, 0, 5}, {0, 0, 0}, 5, 1);
    const render::Extent2 size{200, 100};
    const Vec3 place{0.7F, 0.2F, 1};
    const render::Pixel before = render::pixel_of(camera, place, size).value();
    const std::array<std::pair<float, float>, 4> beside{
        {{-0.125F, 0.375F}, {0.375F, 0.125F}, {-0.375F, -0.125F}, {0.125F, -0.375F}}};
    for (std::size_t i = 0; i < render::smoothing_pictures; ++i) {
        const render::Pixel at = render::pixel_of(render::camera_of_picture(camera, i, 200, 100), place, size).value();
        CHECK(at.x - before.x == Approx(beside[i].first).margin(0.001));
        CHECK(at.y - before.y == Approx(beside[i].second).margin(0.001));  // from the top
    }
}

TEST_CASE("render: pictures of a moving camera are smaller where they come late, and large again where they do not",
          "[render]")
{
    using std::chrono::milliseconds;
    render::MotionScale scale;
    const auto picture = [&](int cost, bool rested = false) {
        const float size = scale.next(rested).size;
        scale.took(milliseconds(cost));
        return size;
    };
    CHECK(picture(90, true) == 1);  // once may be by chance
    CHECK(picture(14) == 1);
    CHECK(picture(30) == 1);
    CHECK(picture(20) == 1);
    CHECK(picture(90) == 0.75F);
    CHECK(picture(14) == 0.75F);
    CHECK(picture(20) == 0.75F);
    CHECK(picture(20) == 0.75F);
    CHECK(picture(12) == 0.5F);  // 12 ms would be more than 15 when larger
    for (int i = 0; i < 200; ++i) {
        REQUIRE(picture(12) == 0.5F);
    }
    // The first picture after a rest is sharp where a sharp one is not too slow; the scale stays.
    CHECK(picture(30, true) == 1);
    CHECK(picture(12) == 0.5F);
    CHECK(picture(70, true) == 1);
    CHECK(picture(12) == 0.5F);
    CHECK(picture(12, true) == 0.5F);
    // Quick for eight pictures.
    for (int i = 0; i < 8; ++i) {
        CHECK(picture(5) == 0.5F);
    }
    for (int i = 0; i < 8; ++i) {
        CHECK(picture(9) == 0.75F);
    }
    CHECK(picture(14) == 1);
    // It was too early: the next try is after four times as many.
    CHECK(picture(20) == 1);
    CHECK(picture(20) == 1);
    for (int i = 0; i < 32; ++i) {
        CHECK(picture(9) == 0.75F);
    }
    CHECK(picture(9) == 1);
}

TEST_CASE("render: pictures that come far too late are as small as they have to be at once", "[render]")
{
    using std::chrono::milliseconds;
    render::MotionScale scale;
    std::vector<float> sizes;
    std::vector<float> roughness;
    for (const int cost : {40, 37, 20, 20, 20, 20}) {
        const auto [size, rough] = scale.next(false);
        sizes.push_back(size);
        roughness.push_back(rough);
        scale.took(milliseconds(cost));
    }
    CHECK(sizes == std::vector<float>{1, 1, 0.5F, 0.5F, 0.5F, 0.5F});
    // Where that is not enough it is what has many corners that takes long.
    CHECK(roughness == std::vector<float>{1, 1, 1, 1, 2, 2});
}

TEST_CASE("render: meshes that a scene has got since are loaded when it is placed", "[render]")
{
    Screen screen;
    if (!screen) {
        return;
    }
    Scene scene = cubes(1);
    screen.renderer->load(scene, nullptr);
    scene.meshes.push_back({"small", model::to_mesh(test::cube(5, {.colour = 9}))});
    scene.instances.push_back({Kind::object, 1, 1, {{}, {0, 5, 0}}});
    screen.renderer->place(scene);
    const auto list = screen.renderer->list(render::look_at({0, 0, 20}, {0, 0, 0}, 20, 1), {}, 700);
    CHECK(list.counts().copies == 2);
    CHECK(list.draws.size() == 2);
    CHECK(list.draws[0].page != list.draws[1].page);
    screen.renderer.reset();
}
