// Contents of a draw list: boxes and copies at their positions, squares of terrain by distance, symbols.
#include <catch2/catch.hpp>

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "art/terrain.hpp"
#include "render/opengl/renderer.hpp"
#include "render/screen.hpp"

using namespace redforge;
using namespace redforge::scene;
using render::DrawList;
using render::Quality;
using test::Screen;
using RenderPass = DrawList::Draw::RenderPass;

namespace {

constexpr float screen_height = 700;
constexpr std::array<std::uint8_t, 4> orange{255, 140, 13, 178};
constexpr std::array<std::uint8_t, 4> no_tint{};
constexpr std::array<std::uint8_t, 4> white_pixel{255, 255, 255, 255};

/// Returns a flat front camera that shows `half` units above and below the centre.
render::Camera front(float half)
{
    return render::flat_camera(render::View::front, {100, 200, 300}, half, 1000, 1);
}

/// Returns a red model whose three corners span a box from (-2, -4, 0) to (0, 0, 6) in the viewport. A viewport unit is
/// 20 model units, and X and Y are reversed.
Scene three_boxes()
{
    Scene scene;
    scene.colours = art::grey_colours();
    scene.colours[9] = {255, 0, 0};
    SceneMesh mesh{"box", {}};
    mesh.mesh.vertices = {{0, 0, 0, 0, 0, 1, 0, 0}, {40, 0, 120, 0, 0, 1, 0, 0}, {0, 80, 0, 0, 0, 1, 0, 0}};
    mesh.mesh.triangles = {{0, 1, 2, 0, 0}};
    mesh.mesh.surfaces.resize(1);
    mesh.mesh.surfaces[0].known = true;
    mesh.mesh.surfaces[0].colour = 9;
    scene.meshes.push_back(mesh);
    // No rotation; X to Y, Y to Z, Z to X; and X to Z, Y to X, Z to Y.
    const std::array<Mat3, 3> turns{{Mat3(1.0F), Mat3(0, 1, 0, 0, 0, 1, 1, 0, 0), Mat3(0, 0, 1, 1, 0, 0, 0, 1, 0)}};
    for (std::size_t i = 0; i < turns.size(); ++i) {
        scene.instances.push_back({Kind::object, 0, i, {turns[i], {100, 200, 300}}});
    }
    return scene;
}

using Rows = std::array<float, 12>;

/// Returns rows rounded to a thousandth.
Rows rounded(const Rows& rows)
{
    Rows near{};
    for (std::size_t i = 0; i < rows.size(); ++i) {
        near[i] = std::round(rows[i] * 1000) / 1000 + 0.0F;  // no negative zero
    }
    return near;
}

/// Returns the number of draws of a pass, and the triangles of one copy.
std::string counts_of(const DrawList& list, RenderPass pass)
{
    std::size_t draws = 0;
    std::size_t ranges = 0;
    std::size_t triangles = 0;
    for (const DrawList::Draw& draw : list.draws) {
        if (draw.pass == pass) {
            ++draws;
            ranges += draw.ranges;
            for (std::uint32_t i = 0; i < draw.ranges; ++i) {
                triangles += list.ranges[draw.first_range + i].count / 3;
            }
        }
    }
    return std::to_string(draws) + " draws, " + std::to_string(ranges) + " ranges, " + std::to_string(triangles) +
           " triangles";
}

}  // namespace

TEST_CASE("draw list: draws a model below one pixel as its box", "[render]")
{
    Screen screen;
    if (!screen) {
        return;
    }
    screen.renderer->load(three_boxes(), nullptr);
    // Its half size is 1, 2 and 3, and its radius 3.742. With 350 pixels for 1310 units, it is slightly smaller than a
    // pixel.
    const DrawList far = screen.renderer->list(front(1310), {.selected = {{Kind::object, 1}}}, screen_height);
    REQUIRE(far.copies.size() == 4);  // the selected one again, for drawing behind others
    CHECK(rounded(far.copies[0].rows) == Rows{1, 0, 0, 99, 0, 2, 0, 198, 0, 0, 3, 303});
    CHECK(rounded(far.copies[1].rows) == Rows{0, 0, 3, 103, 1, 0, 0, 199, 0, 2, 0, 298});
    CHECK(rounded(far.copies[2].rows) == Rows{0, 2, 0, 98, 0, 0, 3, 203, 1, 0, 0, 299});
    for (const DrawList::Copy& copy : far.copies) {
        CHECK(copy.dye == std::array<std::uint8_t, 4>{255, 0, 0, 255});
    }
    CHECK(far.copies[0].tint == no_tint);
    CHECK(far.copies[1].tint == orange);
    CHECK(far.copies[3].tint == orange);
    CHECK(far.copies[3].rows == far.copies[1].rows);
    CHECK(counts_of(far, RenderPass::painted) == "2 draws, 2 ranges, 24 triangles");
    CHECK(counts_of(far, RenderPass::image) == "0 draws, 0 ranges, 0 triangles");
    screen.renderer.reset();
}

TEST_CASE("draw list: draws a larger model as its triangles, at its position", "[render]")
{
    Screen screen;
    if (!screen) {
        return;
    }
    screen.renderer->load(three_boxes(), nullptr);
    const DrawList near = screen.renderer->list(front(1309), {}, screen_height);
    REQUIRE(near.copies.size() == 3);
    constexpr float s = 0.05F;
    CHECK(rounded(near.copies[0].rows) == Rows{-s, 0, 0, 100, 0, -s, 0, 200, 0, 0, s, 300});
    CHECK(rounded(near.copies[1].rows) == Rows{0, 0, s, 100, -s, 0, 0, 200, 0, -s, 0, 300});
    CHECK(rounded(near.copies[2].rows) == Rows{0, -s, 0, 100, 0, 0, s, 200, -s, 0, 0, 300});
    CHECK(counts_of(near, RenderPass::image) == "1 draws, 1 ranges, 1 triangles");
    CHECK(near.draws[0].colour == Vec3(1, 0, 0));
    screen.renderer.reset();
}

TEST_CASE("draw list: omits hidden records, hidden kinds and unselected symbols", "[render]")
{
    Screen screen;
    if (!screen) {
        return;
    }
    screen.renderer->load(three_boxes(), nullptr);
    const auto copies = [&](const render::RenderOptions& looks) {
        return screen.renderer->list(front(100), looks, screen_height).copies.size();
    };
    CHECK(copies({}) == 3);
    CHECK(copies({.hidden = {{Kind::object, 1}, {Kind::flat, 0}}}) == 2);
    CHECK(copies({.hidden_kinds = {Kind::object}}) == 0);
    CHECK(copies({.hidden_kinds = {Kind::flat}}) == 3);
    CHECK(copies({.selected = {{Kind::object, 0}, {Kind::object, 2}}}) == 5);
    CHECK(copies({.hidden = {{Kind::object, 0}}, .selected = {{Kind::object, 0}}}) == 2);
    // The picture begins at 106. Only the second one, with its centre at 103, reaches into it.
    const render::Camera beside = render::flat_camera(render::View::front, {206, 200, 300}, 100, 1000, 1);
    CHECK(screen.renderer->list(beside, {}, screen_height).copies.size() == 1);
    screen.renderer.reset();
}

TEST_CASE("draw list: an animated instance has one mesh at a time, its own without a time", "[render]")
{
    Screen screen;
    if (!screen) {
        return;
    }
    Scene scene = three_boxes();
    scene.instances.resize(2);
    scene.meshes.resize(3, scene.meshes.front());
    scene.instances[0].animation = 0;
    scene.animations = {{.meshes = {{1, 6}, {2, 12}}, .repeat_from = 0}};
    screen.renderer->load(scene, nullptr);
    const auto copies = [&](std::optional<double> seconds) {
        std::vector<std::uint32_t> sizes;
        const DrawList list = screen.renderer->list(front(100), {.game_seconds = seconds}, screen_height);
        for (const DrawList::Draw& draw : list.draws) {
            sizes.push_back(draw.copies);
        }
        return sizes;
    };
    CHECK(copies(std::nullopt) == std::vector<std::uint32_t>{2});
    CHECK(copies(0) == std::vector<std::uint32_t>{1, 1});
    const auto range_of_animated = [&](double seconds) {
        const DrawList list = screen.renderer->list(front(100), {.game_seconds = seconds}, screen_height);
        return list.ranges[list.draws.back().first_range].first;
    };
    CHECK(range_of_animated(0) != range_of_animated(0.5));
    CHECK(range_of_animated(0) == range_of_animated(1));
    screen.renderer.reset();
}

TEST_CASE("draw list: lists near images first", "[render]")
{
    Screen screen;
    if (!screen) {
        return;
    }
    Scene scene = three_boxes();
    scene.instances.resize(1);
    scene.meshes.push_back(scene.meshes.front());
    scene.instances.push_back({Kind::object, 1, 1, {.position = {100, 200, 320}}});
    screen.renderer->load(scene, nullptr);
    const DrawList list = screen.renderer->list(render::look_at({100, 200, 400}, {100, 200, 300}, 50, 1), {}, 700);
    REQUIRE(list.draws.size() == 2);
    CHECK(list.copies[list.draws[0].first_copy].rows[11] == 320);
    CHECK(list.copies[list.draws[1].first_copy].rows[11] == 300);
    // The centre of a sphere is 3 units before its position: 77 and 97 away, times the tangent of 25 degrees.
    CHECK(list.draws[0].depth == Approx(77 * 0.4663077));
    CHECK(list.draws[1].depth == Approx(97 * 0.4663077));
    screen.renderer.reset();
}

TEST_CASE("draw list: near terrain has images; distant terrain has fewer triangles", "[render]")
{
    Screen screen;
    if (!screen) {
        return;
    }
    art::Terrain flat;
    flat.sections.resize(4);
    screen.renderer->load(scene_of(flat, "FLAT"), nullptr);
    constexpr Vec3 middle{-1632, 0, -1632};
    const auto list = [&](float half, Quality quality) {
        return screen.renderer->list(render::flat_camera(render::View::top, middle, half, 1000, 1),
                                     {.quality = quality}, screen_height);
    };
    // A cell is 12.8 units. All 255 x 255 cells have one surface, so one range has all triangles.
    const DrawList all = list(1900, Quality::full);
    CHECK(counts_of(all, RenderPass::image) == "1 draws, 1 ranges, 130050 triangles");
    CHECK(counts_of(all, RenderPass::painted) == "0 draws, 0 ranges, 0 triangles");
    REQUIRE(all.copies.size() == 1);
    CHECK(all.copies[0].rows == Rows{-0.05F, 0, 0, 0, 0, -0.05F, 0, 0, 0, 0, 0.05F, 0});
    // While the camera moves: 4480 / half pixels a cell. A quad is at least 4.5 pixels wide: 2, 4 and at most 8 cells.
    // Each of 256 squares has 2 triangles a quad, and 8 a quad of a side in its skirts.
    const auto painted = [&](float half) { return counts_of(list(half, Quality::moving), RenderPass::painted); };
    CHECK(painted(1990) == "1 draws, 256 ranges, 49152 triangles");
    CHECK(painted(1992) == "1 draws, 256 ranges, 16384 triangles");
    CHECK(painted(3980) == "1 draws, 256 ranges, 16384 triangles");
    CHECK(painted(3984) == "1 draws, 256 ranges, 6144 triangles");
    CHECK(painted(10000) == "1 draws, 256 ranges, 6144 triangles");
    // Cells of 14 pixels have images.
    const DrawList near = list(320, Quality::moving);
    CHECK(counts_of(near, RenderPass::painted) == "0 draws, 0 ranges, 0 triangles");
    CHECK(near.draws.size() == 1);
    const DrawList farther = list(321, Quality::moving);
    CHECK(counts_of(farther, RenderPass::image) == "0 draws, 0 ranges, 0 triangles");
    CHECK(farther.draws.at(0).page != near.draws.at(0).page);
    // In perspective, the nearest point of the sphere around a square counts: 144.8 units before its centre.
    const auto has_images = [&](float height) {
        const render::Camera above = render::look_at({-1632, height, -1632}, middle, 100, 1);
        return !screen.renderer->list(above, {.quality = Quality::moving}, screen_height).draws.empty() &&
               counts_of(screen.renderer->list(above, {.quality = Quality::moving}, screen_height),
                         RenderPass::painted) == "0 draws, 0 ranges, 0 triangles";
    };
    CHECK(has_images(830));  // (830 - 144.8) * 0.4663 is 319.5
    CHECK_FALSE(has_images(832));
    // Terrain can be hidden, and is never drawn faintly behind other records.
    CHECK(screen.renderer->list(front(100), {.hidden_kinds = {Kind::terrain}, .quality = Quality::full}, screen_height)
              .draws.empty());
    CHECK(screen.renderer
              ->list(render::flat_camera(render::View::top, middle, 1900, 1000, 1), {.selected = {{Kind::terrain, 0}}},
                     screen_height)
              .draws.size() == 1);
    screen.renderer.reset();
}

TEST_CASE("draw list: a record without a model has the symbol and colour of its kind", "[render]")
{
    Screen screen;
    if (!screen) {
        return;
    }
    Scene scene;
    scene.colours = art::grey_colours();
    scene.lights.push_back({.colour = {0.5F, 0, 1}});
    const auto put = [&](Kind kind, std::size_t record, std::uint8_t object_type = 0) {
        const auto x = static_cast<float>(100 + scene.markers.size());
        scene.markers.push_back(
            {.kind = kind, .position = {x, 200, 300}, .record = record, .object_type = object_type});
    };
    put(Kind::object, 0);     // a trigger
    put(Kind::light, 0);      // the one light
    put(Kind::object, 1, 4);  // a light without a record
    put(Kind::light, 1);      // it does not exist
    put(Kind::object, 2, 2);  // a sound
    put(Kind::marker, 0);
    put(Kind::static_object, 0);  // its model is missing
    put(Kind::flat, 0);
    put(Kind::rope, 0);
    screen.renderer->load(scene, nullptr);
    const DrawList list = screen.renderer->list(front(100), {.symbols = true}, screen_height);
    REQUIRE(list.draws.size() == 7);
    REQUIRE(list.copies.size() == 9);
    // The size of symbols is 0.022 of half the picture's height.
    for (std::size_t i = 0; i < list.copies.size(); ++i) {
        const float x = 100 + static_cast<float>(i);
        CHECK(rounded(list.copies[i].rows) == Rows{2.2F, 0, 0, x, 0, 2.2F, 0, 200, 0, 0, 2.2F, 300});
        CHECK(list.copies[i].tint == no_tint);
    }
    constexpr std::array<std::uint8_t, 4> yellow{255, 242, 51, 255};
    CHECK(list.copies[0].dye == white_pixel);
    CHECK(list.copies[1].dye == std::array<std::uint8_t, 4>{128, 31, 255, 255});  // no channel is darker than 0.12
    CHECK(list.copies[2].dye == yellow);
    CHECK(list.copies[3].dye == yellow);
    for (std::size_t i = 4; i < 9; ++i) {
        CHECK(list.copies[i].dye == white_pixel);
    }
    // Selected objects are tinted, except lights, whose colour must be visible. They are drawn even if symbols are
    // hidden.
    const std::set<RecordRef> chosen{{Kind::object, 0}, {Kind::light, 0}, {Kind::rope, 0}};
    const auto tints = [&](const render::RenderOptions& looks) {
        std::vector<std::array<std::uint8_t, 4>> found;
        for (const DrawList::Copy& copy : screen.renderer->list(front(100), looks, screen_height).copies) {
            found.push_back(copy.tint);
        }
        return found;
    };
    using Tints = std::vector<std::array<std::uint8_t, 4>>;
    CHECK(tints({.selected = chosen}) == Tints{orange, no_tint, orange, orange, no_tint, orange});
    CHECK(tints({.selected = chosen, .selected_cover = 255}).front() == std::array<std::uint8_t, 4>{255, 140, 13, 255});
    CHECK(tints({.selected = chosen, .selected_cover = 100}).front() == orange);  // symbols have no outline
    CHECK(tints({.symbols = true, .hidden_symbols = {render::Symbol::trigger}}).size() == 8);
    screen.renderer.reset();
}

TEST_CASE("draw list: ropes swing if requested, except ropes without a position", "[render]")
{
    Screen screen;
    if (!screen) {
        return;
    }
    Scene scene = three_boxes();
    scene.instances = {{Kind::rope, 0, 4, {.position = {100, 194, 300}}},
                       {Kind::rope, 0, 5, {.position = {110, 194, 300}}},
                       {Kind::object, 0, 4, {.position = {120, 194, 300}}}};
    scene.markers.push_back({Kind::rope, 7, "ROPE", {100, 200, 300}, true, 4});
    screen.renderer->load(scene, nullptr);
    const auto rest = screen.renderer->list(front(50), {}, screen_height).copies;
    const auto swinging = screen.renderer->list(front(50), {.swing = 0.5F}, screen_height).copies;
    REQUIRE(rest.size() == 3);
    REQUIRE(swinging.size() == 3);
    const Placement expected = render::swinging_placement(scene.instances[0].placement, {{100, 200, 300}, 6}, 4, 0.5F);
    CHECK(rest[0].rows[3] == 100);
    CHECK(rest[0].rows[7] == 194);
    CHECK(std::abs(expected.position.x - 100) > 0.1F);
    CHECK(swinging[0].rows[3] == expected.position.x);
    CHECK(swinging[0].rows[7] == expected.position.y);
    CHECK(swinging[1].rows == rest[1].rows);
    CHECK(swinging[2].rows == rest[2].rows);
    screen.renderer.reset();
}
