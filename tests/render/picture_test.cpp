// Pictures of scenes: positions, front sides, and orientation.
#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "art/texture_bank.hpp"
#include "core/files/files.hpp"
#include "model/model.hpp"
#include "render/picture/picture.hpp"
#include "rgm/map.hpp"
#include "rgm/position.hpp"
#include "support/game.hpp"

using namespace redforge;
using namespace redforge::scene;
namespace fs = std::filesystem;

namespace {

/// Returns a pixel as a letter, independent of lighting: R red, G green, B blue, . sky, k nearly black.
char word_at(const art::RgbaImage& image, std::uint32_t x, std::uint32_t y)
{
    const std::uint8_t* const p = image.rgba.data() + (std::size_t{y} * image.width + x) * 4;
    const unsigned r = p[0];
    const unsigned g = p[1];
    const unsigned b = p[2];
    if (r > 150 && g > 150 && b > 150) {
        return '.';
    }
    if (r < 40 && g < 40 && b < 40) {
        return 'k';
    }
    return r > g && r > b ? 'R' : g > b ? 'G' : 'B';
}

std::array<std::uint8_t, 4> colour_of(const art::RgbaImage& image, std::uint32_t x, std::uint32_t y)
{
    std::array<std::uint8_t, 4> colour{};
    std::copy_n(image.rgba.begin() + std::ptrdiff_t{4} * (y * image.width + x), 4, colour.begin());
    return colour;
}

/// Returns four pixels around the centre of a picture: top left, top right, bottom left, bottom right.
std::string quarters(const art::RgbaImage& image)
{
    const std::uint32_t x = image.width / 8;
    const std::uint32_t y = image.height / 8;
    return {word_at(image, 3 * x, 3 * y), word_at(image, 5 * x, 3 * y), word_at(image, 3 * x, 5 * y),
            word_at(image, 5 * x, 5 * y)};
}

/// Draws a picture. Returns false, and skips the test, if this machine cannot draw.
bool draw(const Scene& scene, Pictures* pictures, const render::Camera& camera, art::RgbaImage& image,
          const render::RenderOptions& looks = {})
{
    auto drawn = render::draw_picture(scene, pictures, camera, 64, 64, looks);
    if (!drawn && drawn.error().code == ErrorCode::unsupported) {
        WARN("not drawn: " << describe(drawn.error()));
        return false;
    }
    REQUIRE(drawn);
    image = std::move(*drawn);
    return true;
}

/// Returns a square of one colour, 40 units wide around the origin, that faces the viewport's +Z.
Scene square()
{
    Scene scene;
    scene.colours = art::grey_colours();
    scene.colours[9] = {255, 0, 0};
    SceneMesh mesh;
    mesh.mesh = flat_mesh({0, 0}, 40, 40, 1);
    mesh.mesh.triangles.resize(2);
    mesh.mesh.surfaces[0].colour = 9;
    scene.meshes.push_back(mesh);
    scene.instances.push_back({Kind::model, 0, 0, {.position = {0, -1, 0}}});
    return scene;
}

}  // namespace

TEST_CASE("render: faces are visible only from their counter-clockwise side", "[render]")
{
    art::RgbaImage image;
    if (!draw(square(), nullptr, render::preset(render::View::front, bounds_of(square()), 1), image)) {
        return;
    }
    CHECK(quarters(image) == "RRRR");
    REQUIRE(draw(square(), nullptr, render::look_at({0, 0, 5}, {0, 0, 0}, 5, 1), image));
    CHECK(quarters(image) == "RRRR");
    REQUIRE(draw(square(), nullptr, render::look_at({0, 0, -5}, {0, 0, 0}, 5, 1), image));
    CHECK(quarters(image) == "....");
}

TEST_CASE("render: presets look along their axes", "[render]")
{
    // Small squares in all directions: red at +X, green at +Y, blue at +Z.
    Scene scene;
    scene.colours = art::grey_colours();
    scene.colours[1] = {255, 0, 0};
    scene.colours[2] = {0, 255, 0};
    scene.colours[3] = {0, 0, 255};
    for (std::int16_t colour = 1; colour <= 3; ++colour) {
        SceneMesh mesh;
        mesh.mesh = flat_mesh({0, 0}, 20, 20, 1);
        for (model::MeshVertex& vertex : mesh.mesh.vertices) {
            vertex.y += 10;  // centred at the origin
        }
        mesh.mesh.surfaces[0].colour = colour;
        scene.meshes.push_back(mesh);
        for (const rgm::Angles& angles : {rgm::Angles{}, rgm::Angles{0, 512, 0}, rgm::Angles{512, 0, 0}}) {
            const Vec3 at{colour == 1 ? 2.0F : 0, colour == 2 ? 2.0F : 0, colour == 3 ? 2.0F : 0};
            scene.instances.push_back(
                {Kind::model, static_cast<std::uint32_t>(colour - 1), 0, {object_rotation(angles), at}});
        }
    }
    const Bounds bounds{{-3, -3, -3}, {3, 3, 3}};
    const auto seen = [&](render::View view, std::uint32_t x, std::uint32_t y) {
        art::RgbaImage image;
        return draw(scene, nullptr, render::preset(view, bounds, 1), image) ? word_at(image, x, y) : '?';
    };
    if (seen(render::View::front, 1, 1) == '?') {
        return;
    }
    // 64 pixels show 6.36 units, so 2 units are 20 pixels from the centre.
    CHECK(seen(render::View::front, 52, 32) == 'R');  // X to the right
    CHECK(seen(render::View::front, 32, 12) == 'G');  // Y up
    CHECK(seen(render::View::side, 12, 32) == 'B');   // from +X, Z is to the left
    CHECK(seen(render::View::side, 32, 12) == 'G');
    CHECK(seen(render::View::top, 12, 32) == 'R');  // map X, which is -X, to the right
    CHECK(seen(render::View::top, 32, 12) == 'B');  // map Z up
}

TEST_CASE("render: an image is not mirrored, and index 0 is transparent", "[render]")
{
    // 2 x 2 pixels: red, green / blue, transparent.
    art::TextureBank bank;
    art::Image image;
    image.name = "A07003";
    image.header.width = 2;
    image.header.height = 2;
    image.pixels = {std::byte{1}, std::byte{2}, std::byte{3}, std::byte{0}};
    bank.images.push_back(image);
    image.name = "A07005";
    image.pixels[3] = std::byte{3};  // red, green / blue, blue
    bank.images.push_back(image);
    const auto bytes = art::write_texture_bank(bank);
    REQUIRE(bytes);
    std::string name = (fs::temp_directory_path() / "redforge-render-XXXXXX").string();
    const fs::path folder = ::mkdtemp(name.data());
    fs::create_directory(folder / "fxart");
    REQUIRE(write_file(folder / "fxart/TEXBSI.007", *bytes));
    const auto game = index_game_folder(folder);
    REQUIRE(game);
    std::vector<art::Colour> colours = art::grey_colours();
    colours[1] = {255, 0, 0};
    colours[2] = {0, 255, 0};
    colours[3] = {0, 0, 255};
    Pictures pictures(*game, colours, 0);
    REQUIRE(pictures.find({7, 3}) != nullptr);
    CHECK(pictures.find({7, 4}) == nullptr);
    CHECK(pictures.find({8, 3}) == nullptr);
    CHECK(pictures.problems().size() == 2);
    Scene scene;
    scene.meshes.push_back({"flat", flat_mesh({7, 3}, 2, 2, 20)});
    scene.instances.push_back({Kind::flat, 0, 0, {.position = {0, -1, 0}}});
    art::RgbaImage drawn;
    if (draw(scene, &pictures, render::preset(render::View::front, bounds_of(scene), 1), drawn)) {
        CHECK(quarters(drawn) == "RGB.");
        REQUIRE(draw(scene, &pictures, render::look_at({0, 0, -5}, {0, 0, 0}, 5, 1), drawn));
        CHECK(quarters(drawn) == "RGB.");
        // Without images: the mean colour, except at transparent pixels.
        const render::RenderOptions flat{.shading = render::Shading::flat};
        const render::Camera front = render::preset(render::View::front, bounds_of(scene), 1);
        REQUIRE(draw(scene, &pictures, front, drawn, flat));
        CHECK(word_at(drawn, 40, 40) == '.');
        scene.meshes[0].mesh = flat_mesh({7, 5}, 2, 2, 20);
        REQUIRE(draw(scene, &pictures, front, drawn));
        CHECK(quarters(drawn) == "RGBB");
        REQUIRE(draw(scene, &pictures, front, drawn, flat));
        CHECK(quarters(drawn) == "BBBB");
        CHECK(colour_of(drawn, 24, 24) == colour_of(drawn, 40, 40));
    }
    fs::remove_all(folder);
}

TEST_CASE("render: the background has the requested sky colour", "[render]")
{
    art::RgbaImage image;
    const render::Camera camera = render::preset(render::View::front, bounds_of(square()), 1);
    if (!draw(square(), nullptr, camera, image, {.sky = Vec3{0.2F, 0.4F, 0.6F}})) {
        return;
    }
    CHECK(colour_of(image, 0, 0) == std::array<std::uint8_t, 4>{51, 102, 153, 255});
    CHECK(word_at(image, 32, 32) == 'R');
}

TEST_CASE("render: rejects a picture of size 0", "[render]")
{
    const auto drawn = render::draw_picture(square(), nullptr, {}, 0, 64);
    REQUIRE_FALSE(drawn);
    CHECK((drawn.error().code == ErrorCode::out_of_range || drawn.error().code == ErrorCode::unsupported));
}

TEST_CASE("render: a camera knows which spheres are out of view", "[render]")
{
    const render::Camera camera = render::look_at({0, 0, 0}, {0, 0, -10}, 10, 1);
    CHECK(camera.can_see({0, 0, -5}, 1));
    CHECK_FALSE(camera.can_see({0, 0, 5}, 1));
    CHECK(camera.can_see({0, 0, 0.5F}, 1));
    // At 5 units the picture reaches 5 * tan(25 degrees) = 2.33 to the right.
    CHECK(camera.can_see({2.2F, 0, -5}, 0));
    CHECK_FALSE(camera.can_see({2.5F, 0, -5}, 0));
    CHECK_FALSE(camera.can_see({0, 0, -50}, 1));
}

TEST_CASE("render: a light illuminates near surfaces that face it", "[render]")
{
    Scene scene = square();
    scene.colours[9] = {120, 120, 120};
    const render::Camera camera = render::preset(render::View::front, bounds_of(square()), 1);
    const auto red_over_green = [&](std::uint32_t x) {
        art::RgbaImage image;
        if (!draw(scene, nullptr, camera, image)) {
            return -1;
        }
        const std::uint8_t* const p = image.rgba.data() + (std::size_t{32} * 64 + x) * 4;
        return p[0] - p[1];
    };
    if (red_over_green(16) == -1) {
        return;
    }
    CHECK(red_over_green(16) == 0);
    // In front of the left edge. Its range ends before the right edge, 2 units further.
    scene.lights.push_back({{-1, 0, 0.5F}, 1.5F, {1, 0, 0}, 1, true});
    CHECK(red_over_green(8) > 30);
    CHECK(red_over_green(56) == 0);
    scene.lights[0].position.z = -0.5F;  // behind
    CHECK(red_over_green(8) == 0);
    scene.lights[0].position.z = 0.5F;
    scene.lights[0].active = false;
    CHECK(red_over_green(8) == 0);
}

TEST_CASE("render: sun and sky have the colours and direction of the scene", "[render]")
{
    Scene scene = square();
    scene.colours[9] = {120, 120, 120};
    const auto colour_at = [&](const render::Camera& camera, std::uint32_t x) -> std::optional<std::array<int, 3>> {
        art::RgbaImage image;
        if (!draw(scene, nullptr, camera, image)) {
            return std::nullopt;
        }
        const std::uint8_t* const p = image.rgba.data() + (std::size_t{32} * 64 + x) * 4;
        return std::array<int, 3>{p[0], p[1], p[2]};
    };
    const render::Camera camera = render::preset(render::View::front, bounds_of(square()), 1);
    scene.daylight = {.to_sun = {0, 0, 5}, .sun = {1, 0, 0}, .sky = {1, 1, 0.5F}};
    const auto faced = colour_at(camera, 32);
    if (!faced) {
        return;
    }
    CHECK(*faced == std::array<int, 3>{125, 50, 25});  // 120 x (0.42 + 0.62), 120 x 0.42, half of that
    scene.daylight.to_sun = {0, 0, -5};                // behind it
    CHECK(*colour_at(camera, 32) == std::array<int, 3>{50, 50, 25});
    scene.daylight.background = {1, 0, 0.2F};
    const render::Camera far = render::preset(render::View::front, {{-9, -9, -1}, {9, 9, 1}}, 1);
    CHECK(*colour_at(far, 2) == std::array<int, 3>{255, 0, 51});
}

TEST_CASE("render: symbols are drawn if requested, and the selection is tinted", "[render]")
{
    Scene scene = square();
    scene.markers.push_back({.kind = Kind::marker, .id = 0, .position = {0, 0, 1}, .drawn = false, .record = 7});
    const render::Camera camera = render::preset(render::View::front, {{-1, -1, -1}, {1, 1, 1}}, 1);
    const auto colour_at = [&](std::uint32_t x, std::uint32_t y, const render::RenderOptions& looks) {
        art::RgbaImage image;
        if (!draw(scene, nullptr, camera, image, looks)) {
            return std::string();
        }
        const std::uint8_t* const p = image.rgba.data() + (std::size_t{y} * 64 + x) * 4;
        return std::string(p[0] > 100 ? "r" : "-") + (p[1] > 60 ? "g" : "-") + (p[2] > 100 ? "b" : "-");
    };
    // The marker's tip is at the centre, its square 0.42 units (13 pixels) above it.
    if (colour_at(32, 20, {}).empty()) {
        return;
    }
    CHECK(colour_at(32, 20, {}) == "r--");
    CHECK(colour_at(32, 20, {.symbols = true}) == "r-b");
    CHECK(colour_at(32, 40, {.symbols = true}) == "r--");
    CHECK(colour_at(32, 40, {.selected = {{Kind::model, 0}}}) == "rg-");
    CHECK(colour_at(32, 40, {.selected = {{Kind::model, 1}, {Kind::object, 0}}}) == "r--");
    CHECK(colour_at(32, 20, {.symbols = true, .selected = {{Kind::marker, 7}}}) == "rg-");
    // Behind the square, it is drawn faintly.
    scene.markers[0].position.z = -1;
    CHECK(colour_at(32, 20, {.symbols = true}) == "r--");
    CHECK(colour_at(32, 20, {.symbols = true, .selected = {{Kind::marker, 6}}}) == "r--");
    const auto green = [&](const render::RenderOptions& looks) {
        art::RgbaImage image;
        REQUIRE(draw(scene, nullptr, camera, image, looks));
        return image.rgba[(std::size_t{20} * 64 + 32) * 4 + 1];
    };
    CHECK(green({.symbols = true}) == 0);
    CHECK(green({.symbols = true, .selected = {{Kind::marker, 7}}}) > 20);
}

TEST_CASE("render: omits hidden kinds; draws wireframes and flat colours", "[render]")
{
    Scene scene = square();
    scene.markers.push_back({.kind = Kind::marker, .id = 0, .position = {0, 0, 1}, .drawn = false, .record = 7});
    const render::Camera camera = render::preset(render::View::front, {{-1, -1, -1}, {1, 1, 1}}, 1);
    const auto red_and_blue = [&](std::uint32_t x, std::uint32_t y, const render::RenderOptions& looks) {
        art::RgbaImage image;
        if (!draw(scene, nullptr, camera, image, looks)) {
            return std::string();
        }
        const std::uint8_t* const p = image.rgba.data() + (std::size_t{y} * 64 + x) * 4;
        return std::string(p[0] > 100 && p[1] < 60 ? "square" : p[0] > 150 ? "sky" : "other");
    };
    if (red_and_blue(32, 40, {}).empty()) {
        return;
    }
    CHECK(red_and_blue(32, 40, {}) == "square");
    CHECK(red_and_blue(32, 40, {.hidden_kinds = {Kind::model}}) == "sky");
    CHECK(red_and_blue(32, 40, {.hidden_kinds = {Kind::terrain}}) == "square");
    CHECK(red_and_blue(10, 40, {.shading = render::Shading::flat}) == "square");
    CHECK(red_and_blue(40, 10, {.shading = render::Shading::wireframe}) == "sky");
    // The marker's square is above the centre.
    const auto marker = [&](const render::RenderOptions& looks) {
        art::RgbaImage image;
        REQUIRE(draw(scene, nullptr, camera, image, looks));
        return image.rgba[(std::size_t{20} * 64 + 32) * 4 + 2] > 100;
    };
    CHECK(marker({.symbols = true}));
    CHECK(marker({.symbols = true, .hidden_symbols = {render::Symbol::light}}));
    CHECK_FALSE(marker({.symbols = true, .hidden_symbols = {render::Symbol::marker}}));
    CHECK_FALSE(marker({.symbols = true, .hidden_kinds = {Kind::marker}}));
}

TEST_CASE("render: fog hides distant surfaces, but not near ones", "[render]")
{
    Scene scene = square();
    scene.daylight.background = {0, 0, 1};
    scene.daylight.fog = scene::parse_fog("0,0\n36,127\n63\n");  // half from a depth of 512
    const auto colours_from = [&](float distance, bool fog) {
        art::RgbaImage image;
        if (!draw(scene, nullptr, render::look_at({0, 0, distance}, {0, 0, 0}, 500, 1), image, {.fog = fog})) {
            return std::string();
        }
        const auto colour = colour_of(image, 32, 32);
        return std::string(colour[0] > 60 ? "red" : "") + (colour[2] > 60 ? "blue" : "");
    };
    if (colours_from(5, true).empty()) {
        return;
    }
    CHECK(colours_from(5, true) == "red");       // 100 map units
    CHECK(colours_from(50, true) == "redblue");  // 1,000
    CHECK(colours_from(50, false) == "red");
    scene.daylight.fog.reset();
    CHECK(colours_from(50, true) == "red");
}
