// Pictures of a map, of models and of a terrain for several cameras and settings, and the draw lists.
//
// tests/render/scenes has the approved texts (support/approved.hpp): for each picture the colours of its parts, with
// four bits per channel. Drivers may differ by one step of sixteen.
#include <catch2/catch.hpp>

#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "art/terrain.hpp"
#include "model/rob.hpp"
#include "render/picture/picture.hpp"
#include "render/scene/load_scene.hpp"
#include "render/screen.hpp"
#include "rgm/map.hpp"
#include "runner/skip.hpp"
#include "support/approved.hpp"
#include "support/game.hpp"
#include "support/outcome.hpp"
#include "support/sample_game.hpp"
#include "support/sanitized.hpp"
#include "support/source_folder.hpp"
#include "support/values.hpp"

using namespace redforge;
using namespace redforge::render;
using scene::Kind;
using scene::Vec3;

namespace {

constexpr std::uint32_t columns = 20;
constexpr std::uint32_t rows = 12;
constexpr std::uint32_t pixels = 6;  ///< size of a part in each direction

/// Returns a line for each row of parts: "840 841 ...".
std::string text_of(const art::RgbaImage& image)
{
    std::string text;
    for (std::uint32_t row = 0; row < rows; ++row) {
        for (std::uint32_t column = 0; column < columns; ++column) {
            std::array<std::uint32_t, 3> sums{};
            for (std::uint32_t y = row * pixels; y < (row + 1) * pixels; ++y) {
                for (std::uint32_t x = column * pixels; x < (column + 1) * pixels; ++x) {
                    for (std::size_t c = 0; c < 3; ++c) {
                        sums[c] += image.rgba[(std::size_t{y} * image.width + x) * 4 + c];
                    }
                }
            }
            text += column == 0 ? "  " : " ";
            for (const std::uint32_t sum : sums) {
                text += fmt::format("{:x}", sum / (pixels * pixels * 16));
            }
        }
        text += '\n';
    }
    return text;
}

/// Returns true if two pages are equal except for colours that differ by one step.
bool is_near_page(const std::string& a, const std::string& b)
{
    if (a.size() != b.size()) {
        return false;
    }
    bool in_picture = false;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (i == 0 || a[i - 1] == '\n') {
            in_picture = a.compare(i, 2, "  ") == 0;
        }
        const auto step = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
        if (a[i] != b[i] && (!in_picture || a[i] == ' ' || b[i] == ' ' || std::abs(step(a[i]) - step(b[i])) > 1)) {
            return false;
        }
    }
    return true;
}

/// Returns the pictures of a scene, and the number of drawn parts.
std::string page_of(const std::string& name, const LoadedScene& loaded, const Vec3& middle, float size,
                    const std::vector<std::pair<std::string, RenderOptions>>& looks)
{
    constexpr PictureSize picture{columns * pixels, rows * pixels};
    const float aspect = static_cast<float>(picture.width) / static_cast<float>(picture.height);
    const std::vector<std::pair<std::string, Camera>> cameras{
        {"top", flat_camera(View::top, middle, size, 1000, aspect)},
        {"front", flat_camera(View::front, middle, size, 1000, aspect)},
        {"side", flat_camera(View::side, middle, size, 1000, aspect)},
        {"iso", preset(View::iso, {middle - Vec3{size, size, size}, middle + Vec3{size, size, size}}, aspect)},
        {"near", look_at(middle + Vec3{size, size, size * 1.5F}, middle, 200, aspect)},
        {"far", look_at(middle + Vec3{-size * 8, size * 2, size * 3}, middle, 200, aspect)},
    };
    std::string page;
    Result<Painter> painter = Painter::create();
    if (!painter) {
        return page;
    }
    for (const auto& [camera_name, camera] : cameras) {
        for (const auto& [look, options] : looks) {
            const art::RgbaImage image =
                test::need(painter->draw(loaded.scene, loaded.pictures(), camera, picture, options));
            page += fmt::format("{}, {}, {}\n{}", name, camera_name, look, text_of(image));
        }
    }
    const test::Screen screen;  // another context, which is current from here on
    Renderer renderer = test::need(Renderer::create());
    renderer.load(loaded.scene, loaded.pictures());
    for (const auto& [camera_name, camera] : cameras) {
        for (const auto& [look, options] : looks) {
            const DrawCounts counts = renderer.list(camera, options, picture.height).counts();
            page += fmt::format("{}, {}, {}: {} triangles, {} calls, {} copies\n", name, camera_name, look,
                                counts.triangles, counts.calls, counts.copies);
        }
    }
    return page;
}

void check_page(const std::string& name, const std::string& page)
{
    if (page.empty()) {
        redforge::test::skip("this machine draws no pictures");
        return;
    }
    const std::filesystem::path path = redforge::test::source_folder() / "tests/render/scenes" / (name + ".txt");
    test::check_approved(path, page, is_near_page);
}

}  // namespace

TEST_CASE("scenes: a map over its terrain matches the approved page, with each setting", "[render]")
{
    if (test::sanitized) {  // drawing takes minutes with sanitizers
        return;
    }
    const test::SampleGame game;
    const LoadedScene loaded = test::need(load_scene({.content = std::make_shared<const rgm::Map>(rgm::sample_map()),
                                                      .file = game.path / "maps/a.rgm",
                                                      .game = game.path},
                                                     {}));
    CHECK(loaded.scene.problems == std::vector<std::string>{});
    const std::vector<std::pair<std::string, RenderOptions>> looks{
        {"textured", {}},
        {"symbols", {.symbols = true}},
        {"no lights and markers", {.symbols = true, .hidden_symbols = {Symbol::light, Symbol::marker}}},
        {"selected", {.symbols = true, .selected = {{Kind::static_object, 0}, {Kind::light, 0}, {Kind::rope, 0}}}},
        {"hidden", {.hidden = {{Kind::static_object, 1}, {Kind::flat, 0}}, .hidden_kinds = {Kind::terrain}}},
        {"flat colours", {.symbols = true, .shading = Shading::flat}},
        {"wireframe", {.shading = Shading::wireframe}},
        {"moving", {.symbols = true, .quality = Quality::moving}},
        {"fog", {.fog = true}},
        {"swinging, under another sky", {.sky = Vec3{0.1F, 0.5F, 0.9F}, .swing = 0.7F}},
    };
    check_page("map", page_of("map", loaded, {-14, 2, -3255}, 12, looks));
}

TEST_CASE("scenes: models, their archive and a terrain match the approved page", "[render]")
{
    if (test::sanitized) {  // drawing takes minutes with sanitizers
        return;
    }
    const test::SampleGame game;
    const std::vector<std::pair<std::string, RenderOptions>> looks{{"textured", {}},
                                                                   {"wireframe", {.shading = Shading::wireframe}},
                                                                   {"moving", {.quality = Quality::moving}}};
    const auto load = [&](auto content, const char* file) {
        return test::need(load_scene({.content = std::make_shared<const decltype(content)>(std::move(content)),
                                      .file = game.path / file,
                                      .game = game.path},
                                     {}));
    };
    model::Rob rob;
    for (std::int16_t colour = 1; colour <= 3; ++colour) {
        model::Segment& segment = rob.segments.emplace_back();
        segment.name = FixedText<9>(fmt::format("BOX{}", colour));
        segment.model = test::cube(10 * colour, {.colour = colour});
    }
    check_page("models",
               page_of("model", load(test::cube(20, {.bank = 7, .image = 3}), "BOX.3DC"), {}, 3, looks) +
                   page_of("archive", load(rob, "BOXES.ROB"), {5, 0, 0}, 6, looks) +
                   page_of("terrain", load(test::SampleGame::terrain(), "A.WLD"), {-1600, 0, -1600}, 1700, looks));
}
