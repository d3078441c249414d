// Images on the graphics card: mipmaps, mean colours of distant models, and transparency.
#include <catch2/catch.hpp>

#include <array>
#include <optional>
#include <vector>

#include "art/texture_bank.hpp"
#include "render/screen.hpp"
#include "support/game.hpp"
#include "support/outcome.hpp"

using namespace redforge;
using namespace redforge::scene;
using test::Screen;

namespace {

using Rgba = std::array<std::uint8_t, 4>;

/// A game with one image, A07003, and its pictures. Index 0 is transparent.
struct OneImage {
    test::Folder folder;
    std::optional<GameFolder> game;
    std::optional<Pictures> pictures;
    float width{};
    float height{};

    OneImage(int wide, const std::vector<int>& indices, const std::vector<art::Colour>& colours)
        : width(static_cast<float>(wide)), height(static_cast<float>(indices.size()) / static_cast<float>(wide))
    {
        art::TextureBank bank;
        art::Image image;
        image.name = "A07003";
        image.header.width = static_cast<std::int16_t>(width);
        image.header.height = static_cast<std::int16_t>(height);
        for (const int index : indices) {
            image.pixels.push_back(static_cast<std::byte>(index));
        }
        bank.images.push_back(image);
        folder.put("fxart/TEXBSI.007", test::need(art::write_texture_bank(bank)));
        game = test::need(index_game_folder(folder.path));
        std::vector<art::Colour> all = art::grey_colours();
        std::copy(colours.begin(), colours.end(), all.begin() + 1);
        pictures.emplace(*game, all, 0);
    }
};

/// Returns a wall with the image, centred at the origin, 4 viewport units wide or high, in front of a black sky. The
/// light leaves 0.42 of its colours.
Scene wall(const OneImage& image, std::uint32_t number = 3)
{
    const float scale = 80 / std::max(image.width, image.height);
    Scene scene;
    scene.colours = art::grey_colours();
    scene.meshes.push_back({"wall", flat_mesh({7, number}, image.width, image.height, scale)});
    scene.instances.push_back({Kind::flat, 0, 0, {.position = {0, -image.height * scale / 40, 0}}});
    scene.daylight = {.sun = {0, 0, 0}, .sky = {1, 1, 1}, .background = Vec3{0, 0, 0}};
    return scene;
}

render::Camera front(float half)
{
    return render::flat_camera(render::View::front, {0, 0, 0}, half, 100, 1);
}

/// Returns the colour in the middle of the wall, divided by the amount of light.
std::array<int, 3> middle_of(Screen& screen, OneImage& image, const render::RenderOptions& looks, float half = 0.2F)
{
    screen.renderer->load(wall(image), &*image.pictures);
    screen.renderer->draw(front(half), looks);
    const Rgba pixel = Screen::pixel(32, 32);
    const auto whole = [](std::uint8_t part) { return static_cast<int>(part / 0.42 + 0.5); };
    return {whole(pixel[0]), whole(pixel[1]), whole(pixel[2])};
}

bool is_near(const std::array<int, 3>& colour, const std::array<int, 3>& expected)
{
    for (std::size_t i = 0; i < 3; ++i) {
        if (std::abs(colour[i] - expected[i]) > 3) {
            return false;
        }
    }
    return true;
}

/// Returns the colour that replaces the wall when it is smaller than a pixel.
Rgba from_afar(Screen& screen, OneImage& image)
{
    screen.renderer->load(wall(image), &*image.pictures);
    const render::DrawList list = screen.renderer->list(front(1400), {}, 700);
    REQUIRE(list.copies.size() == 1);
    return list.copies[0].dye;
}

}  // namespace

TEST_CASE("textures: flat shading and distant boxes show the mean of an image", "[render]")
{
    Screen screen;
    if (!screen) {
        return;
    }
    // Eight red pixels, four green, four blue: means of 100, 40 and 60.
    OneImage image(4, {1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3}, {{200, 0, 0}, {0, 160, 0}, {0, 0, 240}});
    CHECK(is_near(middle_of(screen, image, {.shading = render::Shading::flat}), {100, 40, 60}));
    CHECK(from_afar(screen, image) == Rgba{100, 40, 60, 255});
    screen.renderer.reset();
}

TEST_CASE("textures: mipmaps average four pixels each, up to the last pixel", "[render]")
{
    Screen screen;
    if (!screen) {
        return;
    }
    // One row of eight pixels is halved three times, each time with itself as the second row. Means of 100, 40 and 60
    // again.
    OneImage row(8, {1, 1, 2, 3, 1, 1, 2, 3}, {{200, 0, 0}, {0, 160, 0}, {0, 0, 240}});
    CHECK(is_near(middle_of(screen, row, {.shading = render::Shading::flat}), {100, 40, 60}));
    OneImage column(1, {1, 1, 2, 3, 1, 1, 2, 3}, {{200, 0, 0}, {0, 160, 0}, {0, 0, 240}});
    CHECK(is_near(middle_of(screen, column, {.shading = render::Shading::flat}), {100, 40, 60}));
    // The last of seven pixels has no neighbour to average with.
    OneImage odd(7, {1, 1, 2, 3, 1, 1, 4}, {{200, 0, 0}, {0, 160, 0}, {0, 0, 240}, {255, 255, 255}});
    CHECK(is_near(middle_of(screen, odd, {.shading = render::Shading::flat}), {100, 40, 60}));
    // Drawn so small that each pixel covers 16 x 16 pixels of the image.
    std::vector<int> checks;
    for (int i = 0; i < 64 * 64; ++i) {
        checks.push_back((i + i / 64) % 2 == 0 ? 1 : 2);
    }
    OneImage fine(64, checks, {{200, 0, 100}, {0, 160, 100}});
    CHECK(is_near(middle_of(screen, fine, {}, 32), {100, 80, 100}));
    CHECK(is_near(middle_of(screen, fine, {.quality = render::Quality::moving}, 12), {100, 80, 100}));
    screen.renderer.reset();
}

TEST_CASE("textures: transparent pixels do not affect the mean or the mipmaps", "[render]")
{
    Screen screen;
    if (!screen) {
        return;
    }
    // Twelve pixels of one colour and four transparent ones: the alpha of their mean is three quarters.
    OneImage image(4, {1, 1, 1, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1, 0, 1}, {{200, 100, 40}});
    CHECK(from_afar(screen, image) == Rgba{200, 100, 40, 255});
    CHECK(is_near(middle_of(screen, image, {}, 80), {200, 100, 40}));
    // All pixels are transparent: black at a distance, and nothing is drawn nearby.
    OneImage none(2, {0, 0, 0, 0}, {});
    CHECK(from_afar(screen, none) == Rgba{0, 0, 0, 255});
    CHECK(middle_of(screen, none, {}) == std::array<int, 3>{0, 0, 0});
    // At the centres of its pixels, an image has their colours.
    OneImage halves(2, {1, 2, 1, 2}, {{200, 0, 0}, {0, 160, 0}});
    screen.renderer->load(wall(halves), &*halves.pictures);
    screen.renderer->draw(front(2));
    CHECK(is_near({Screen::pixel(16, 32)[0], 0, 0}, {84, 0, 0}));
    CHECK(is_near({0, Screen::pixel(48, 32)[1], 0}, {0, 67, 0}));
    CHECK(Screen::pixel(16, 32)[1] < 4);
    CHECK(Screen::pixel(48, 32)[0] < 4);
    screen.renderer.reset();
}

TEST_CASE("textures: a surface without colour and image is grey", "[render]")
{
    Screen screen;
    if (!screen) {
        return;
    }
    OneImage image(1, {1}, {{200, 0, 0}});
    const Scene scene = wall(image, 4);
    for (Pictures* const pictures : {static_cast<Pictures*>(nullptr), &*image.pictures}) {
        screen.renderer->load(scene, pictures);
        const render::DrawList list = screen.renderer->list(front(1400), {}, 700);
        REQUIRE(list.copies.size() == 1);
        CHECK(list.copies[0].dye == Rgba{153, 153, 153, 255});
        CHECK(screen.renderer->list(front(2), {}, 700).draws.at(0).colour == Vec3(0.6F, 0.6F, 0.6F));
    }
    screen.renderer.reset();
}
