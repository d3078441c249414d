// COL: what stands where, and what is refused.
#include <catch2/catch.hpp>

#include "art/bank_builder.hpp"
#include "art/palette.hpp"

using namespace redforge;
using namespace redforge::art;
using namespace redforge::art::test;

namespace {

Bytes file(std::uint32_t size = 776)
{
    return join({u32(size), u32(0x0000B123), colours()});
}

}  // namespace

TEST_CASE("COL: 256 colours behind a size and a mark", "[art]")
{
    const Bytes bytes = file();
    REQUIRE(bytes.size() == 776);
    CHECK(is_palette(bytes));
    KeptParts kept;
    const Result<Palette> palette = read_palette(bytes, &kept);
    REQUIRE(palette);
    REQUIRE(palette->colours.size() == 256);
    CHECK(palette->colours[0] == Colour{0, 1, 2});
    CHECK(palette->colours[255] == Colour{255, 0, 1});
    CHECK_FALSE(palette->size.given);
    CHECK(kept.empty());
    CHECK(broken_law(*palette, bytes, write_palette).empty());
}

TEST_CASE("COL: one colour a line", "[art]")
{
    const std::string text = to_xml(*read_palette(file()));
    CHECK(text.find("\n  <colour r=\"16\" g=\"17\" b=\"18\"/>\n") != std::string::npos);
}

TEST_CASE("COL: another size and bytes behind the colours are carried along", "[art]")
{
    const Bytes bytes = join({file(5), bytes_of("tail")});
    KeptParts kept;
    const Result<Palette> palette = read_palette(bytes, &kept);
    REQUIRE(palette);
    CHECK(palette->size.given == 5U);
    CHECK(palette->tail == bytes_of("tail"));
    CHECK(kept.size() == 1);
    CHECK(broken_law(*palette, bytes, write_palette).empty());
}

TEST_CASE("COL: a short file, another mark and another number of colours are refused", "[art]")
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
    CHECK(read_palette(other).error().message == "not a palette: 0x0000B100 where its mark should be");

    Palette palette = *read_palette(bytes);
    palette.colours.pop_back();
    CHECK(write_palette(palette).error().field == "colours");
}

TEST_CASE("COL: every single-byte change is refused or read exactly", "[art]")
{
    const Bytes bytes = file();
    for (std::size_t at = 0; at < bytes.size(); ++at) {
        Bytes changed = bytes;
        changed[at] ^= std::byte{0x55};
        const Result<Palette> palette = read_palette(changed);
        CHECK(palette.has_value() == (at < 4 || at >= 8));
        if (palette) {
            CHECK(broken_law(*palette, changed, write_palette).empty());
        }
    }
}
