// Heights of a terrain: the curve of steps, and colours as heights.
#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <iterator>
#include <vector>

#include "art/bank_builder.hpp"
#include "art/png.hpp"
#include "art/terrain.hpp"
#include "art/terrain_image.hpp"
#include "support/outcome.hpp"

using namespace redforge;
using namespace redforge::art;
using redforge::test::need;

namespace {

/// Returns a terrain with four flat sections.
Terrain flat()
{
    Terrain terrain;
    terrain.sections.resize(4);
    return terrain;
}

/// Returns the steps of the first points of a terrain. Its heights are imported from a picture that begins with these
/// colours.
std::vector<int> steps_of(const std::vector<Colour>& colours)
{
    RgbaImage picture{256, 256, std::vector<std::uint8_t>(4 * 65536, 255)};
    for (std::size_t i = 0; i < colours.size(); ++i) {
        std::copy_n(std::array{colours[i].r, colours[i].g, colours[i].b}.begin(), 3,
                    picture.rgba.begin() + static_cast<std::ptrdiff_t>(4 * i));
    }
    Terrain terrain = flat();
    REQUIRE(terrain_from_png(terrain, TerrainPlane::heights, need(write_png(picture))));
    const std::vector<std::uint8_t> all = join_plane(terrain, TerrainPlane::heights);
    return {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(colours.size())};
}

}  // namespace

TEST_CASE("WLD: heights rise from 0 to 7760 in multiples of 40 units and never fall", "[art]")
{
    CHECK(height_curve.front() == 0);
    CHECK(height_curve.back() == 7760);
    CHECK(std::is_sorted(height_curve.begin(), height_curve.end()));
    CHECK(std::all_of(height_curve.begin(), height_curve.end(), [](int units) { return units % 40 == 0; }));
    // Up to 2120 units, no multiple of 40 is missing, and each has one to three steps. Above 6680, there is only the
    // highest.
    std::vector<int> different;
    std::unique_copy(height_curve.begin(), height_curve.end(), std::back_inserter(different));
    for (int i = 0; i <= 53; ++i) {
        CHECK(different.at(static_cast<std::size_t>(i)) == 40 * i);
        CHECK(std::count(height_curve.begin(), height_curve.end(), 40 * i) <= 3);
    }
    CHECK(height_curve[126] == 6680);
}

TEST_CASE("WLD: reads a colour as the height of the grey with its brightness", "[art]")
{
    // The brightness (0.299 red, 0.587 green, 0.114 blue, of 255) is a share of 7760 units. The nearest step is used.
    CHECK(steps_of({{0, 0, 0}, {255, 255, 255}}) == std::vector<int>{0, 127});
    CHECK(steps_of({{255, 0, 0}}) == std::vector<int>{98});       // 2320.2: 2320
    CHECK(steps_of({{0, 255, 0}}) == std::vector<int>{120});      // 4555.1: 4440 is nearer than 4680
    CHECK(steps_of({{0, 0, 255}}) == std::vector<int>{53});       // 884.6: 880
    CHECK(steps_of({{7, 149, 137}}) == std::vector<int>{111});    // 3200.6: just nearer to 3240 than to 3160
    CHECK(steps_of({{30, 180, 113}}) == std::vector<int>{116});   // 3880.4, so 3880: as near to 3800 as to 3960
    CHECK(steps_of({{100, 100, 100}}) == std::vector<int>{109});  // 3043.1: 3080
}

TEST_CASE("WLD: the text and the bytes contain all words and planes of a section", "[art]")
{
    Terrain terrain = flat();
    TerrainSection& section = terrain.sections[1];
    section.unknown_1 = {1, 2, 3};
    section.texture_bank = 4;
    section.size = 5;
    for (std::size_t i = 0; i < section.unknown_2.size(); ++i) {
        section.unknown_2[i] = static_cast<std::uint16_t>(6 + i);
    }
    section.heights.assign(plane_size, std::byte{0x1A});
    section.plane_2.assign(plane_size, std::byte{0x2A});
    section.textures.assign(plane_size, std::byte{0x3A});
    section.plane_4.assign(plane_size, std::byte{0x4A});
    const Bytes bytes = need(write_terrain(terrain));
    CHECK(need(read_terrain(bytes)) == terrain);
    constexpr std::size_t begin = 1184 + 22 + 4 * plane_size;
    for (std::size_t i = 0; i < 11; ++i) {
        CHECK(load_le<std::uint16_t>(bytes.data() + begin + 2 * i) == i + 1);
    }
    for (std::size_t plane = 0; plane < 4; ++plane) {
        CHECK(bytes[begin + 22 + plane * plane_size] == static_cast<std::byte>(0x1A + 0x10 * plane));
        CHECK(bytes[begin + 21 + (plane + 1) * plane_size] == static_cast<std::byte>(0x1A + 0x10 * plane));
    }
    CHECK(art::test::law_violation(terrain, bytes, write_terrain).empty());
}
