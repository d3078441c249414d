// COL: layout, and rejected files.
#include <catch2/catch.hpp>

#include "art/bank_builder.hpp"
#include "art/palette.hpp"
#include "art/palette_image.hpp"
#include "art/png.hpp"
#include "support/outcome.hpp"

using namespace redforge;
using namespace redforge::art;
using namespace redforge::art::test;
using redforge::test::need;
using redforge::test::require_error;

namespace {

Bytes file(std::uint32_t size = 776)
{
    return join({u32(size), u32(0x0000B123), colours()});
}

}  // namespace

TEST_CASE("COL: reads 256 colours after a size and a mark", "[art]")
{
    const Bytes bytes = file();
    REQUIRE(bytes.size() == 776);
    CHECK(is_palette(bytes));
    RawFallbacks kept;
    const Result<Palette> palette = read_palette(bytes, &kept);
    REQUIRE(palette);
    REQUIRE(palette->colours.size() == 256);
    CHECK(palette->colours[0] == Colour{0, 1, 2});
    CHECK(palette->colours[255] == Colour{255, 0, 1});
    CHECK_FALSE(palette->size.stored);
    CHECK(kept.empty());
    CHECK(law_violation(*palette, bytes, write_palette).empty());
}

TEST_CASE("COL: prints one colour per line", "[art]")
{
    const std::string text = to_xml(need(read_palette(file())));
    CHECK(text.find("\n  <colour r=\"16\" g=\"17\" b=\"18\"/>\n") != std::string::npos);
}

TEST_CASE("COL: keeps another size and bytes after the colours", "[art]")
{
    const Bytes bytes = join({file(5), bytes_of("tail")});
    RawFallbacks kept;
    const Result<Palette> palette = read_palette(bytes, &kept);
    REQUIRE(palette);
    CHECK(palette->size.stored == 5U);
    CHECK(palette->tail == bytes_of("tail"));
    CHECK(kept.size() == 1);
    CHECK(law_violation(*palette, bytes, write_palette).empty());
}

TEST_CASE("COL: rejects a short file, a wrong magic number and a wrong number of colours", "[art]")
{
    const Bytes bytes = file();
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        const Result<Palette> cut = read_palette(ByteView(bytes).first(size));
        REQUIRE_FALSE(cut);
        CHECK(cut.error().code == ErrorCode::truncated);
        CHECK(cut.error().offset == size);
    }
    Bytes other = bytes;
    other[4] = std::byte{0};
    CHECK_FALSE(is_palette(other));
    CHECK(require_error(read_palette(other)).message == "not a palette: 0x0000B100 where its mark should be");
    CHECK(require_error(read_palette(other)).offset == 4);

    Palette palette = need(read_palette(bytes));
    palette.colours.pop_back();
    CHECK(require_error(write_palette(palette)).field == "colours");
}

TEST_CASE("COL: every single-byte change is rejected or read exactly", "[art]")
{
    const Bytes bytes = file();
    for (std::size_t at = 0; at < bytes.size(); ++at) {
        Bytes changed = bytes;
        changed[at] ^= std::byte{0x55};
        const Result<Palette> palette = read_palette(changed);
        CHECK(palette.has_value() == (at < 4 || at >= 8));
        if (palette) {
            CHECK(law_violation(*palette, changed, write_palette).empty());
        }
    }
}

TEST_CASE("COL: converts to a picture of 16 x 16 swatches and back", "[art]")
{
    const Palette palette = need(read_palette(join({file(5), bytes_of("tail")})));
    const Result<Bytes> png = palette_to_png(palette);
    REQUIRE(png);
    const PngImage read = need(read_png(*png));
    REQUIRE(read.is_indexed());
    CHECK(read.indexed.width == 16);
    CHECK(read.indexed.indices[16] == 16);
    CHECK(read.alphas[0] == 255);
    Palette black = palette;
    black.colours.assign(256, Colour{});
    REQUIRE(palette_from_png(black, *png));
    CHECK(black == palette);

    // A painting program may drop the palette. The pixels have the same content.
    black.colours.assign(256, Colour{});
    REQUIRE(palette_from_png(black, need(write_png(to_rgba(read)))));
    CHECK(black == palette);
}

TEST_CASE("COL: rejects pictures without 256 colours and keeps the palette", "[art]")
{
    const Palette palette = need(read_palette(file()));
    Palette changed = palette;
    const std::vector<Colour> two{{1, 2, 3}, {4, 5, 6}};
    const Status few = palette_from_png(changed, need(write_png(IndexedImage{1, 1, {1}}, two)));
    REQUIRE_FALSE(few);
    CHECK(few.error().message == "a PNG with a palette of 2 colours");
    const Status small = palette_from_png(changed, need(write_png(RgbaImage{1, 2, std::vector<std::uint8_t>(8)})));
    REQUIRE_FALSE(small);
    CHECK(small.error().message == "a picture of 1 x 2 pixels without a palette");
    CHECK_FALSE(palette_from_png(changed, {}));
    CHECK(changed == palette);
}
