// Indexed pictures of few colours: the same pixels with each compression.
#include <catch2/catch.hpp>

#include "art/exact_palette.hpp"
#include "support/outcome.hpp"

using namespace redforge;
using namespace redforge::art;
using redforge::test::need;

TEST_CASE("palette: a picture with few colours is indexed, with transparency at index 0", "[art]")
{
    const RgbaImage image{3, 2, {9, 8, 7, 255, 1, 2, 3, 0, 9, 8, 7, 255,  //
                                 4, 5, 6, 255, 7, 7, 7, 0, 0, 0, 0, 255}};
    const auto paletted = with_exact_palette(image);
    REQUIRE(paletted);
    CHECK(paletted->index_zero == IndexZero::transparent);
    CHECK(paletted->colours == std::vector<Colour>{{0, 0, 0}, {9, 8, 7}, {4, 5, 6}, {0, 0, 0}});
    CHECK(paletted->image.indices == std::vector<std::uint8_t>{1, 0, 1, 2, 0, 3});
    const auto png = write_png(paletted->image, paletted->colours, paletted->index_zero, Effort::quick);
    REQUIRE(png);
    CHECK(need(read_png(*png)).indexed.indices == std::vector<std::uint8_t>{1, 0, 1, 2, 0, 3});
}

TEST_CASE("palette: a picture without transparency has no transparent index", "[art]")
{
    const auto paletted = with_exact_palette({2, 1, {0, 0, 0, 255, 1, 1, 1, 255}});
    REQUIRE(paletted);
    CHECK(paletted->index_zero == IndexZero::opaque);
    CHECK(paletted->colours == std::vector<Colour>{{0, 0, 0}, {1, 1, 1}});
    CHECK(paletted->image.indices == std::vector<std::uint8_t>{0, 1});
}

TEST_CASE("palette: a picture with too many colours stays in true colour", "[art]")
{
    RgbaImage image{257, 1, {}};
    for (std::uint32_t i = 0; i < 257; ++i) {
        image.rgba.insert(image.rgba.end(), {static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(i / 256), 0, 255});
    }
    CHECK_FALSE(with_exact_palette(image));  // 257 colours
    image.rgba[4 * 256 + 1] = 0;             // the last pixel has the colour of the first
    const auto most = with_exact_palette(image);
    REQUIRE(most);
    CHECK(most->colours.size() == 256);
    CHECK(most->image.indices[256] == 0);
    image.rgba[3] = 0;  // a transparent pixel takes index 0, and the last pixel still has the first colour
    CHECK_FALSE(with_exact_palette(image));
    CHECK_FALSE(with_exact_palette({1, 1, {1, 2, 3, 128}}));
    CHECK_FALSE(with_exact_palette({0, 0, {}}));
    CHECK_FALSE(with_exact_palette({2, 2, {1, 2, 3, 255}}));
}

TEST_CASE("PNG: fast and thorough compression contain the same pixels", "[art]")
{
    IndexedImage image{64, 64, {}};
    for (std::uint32_t i = 0; i < 64 * 64; ++i) {
        image.indices.push_back(static_cast<std::uint8_t>((i * i >> 3U) % 200));
    }
    const std::vector<Colour> colours = grey_colours();
    const Bytes quick = need(write_png(image, colours, IndexZero::opaque, Effort::quick));
    CHECK(quick != need(write_png(image, colours, IndexZero::opaque)));  // otherwise the option would have no effect
    CHECK(need(read_png(quick)).indexed == image);
    const RgbaImage rgba = to_rgba(image, colours);
    const Bytes quick_rgba = need(write_png(rgba, Effort::quick));
    CHECK(quick_rgba != need(write_png(rgba)));
    CHECK(need(read_png(quick_rgba)).rgba == rgba);
}
