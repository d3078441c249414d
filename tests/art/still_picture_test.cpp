// PCX, LBM and BMP: reading, laws, pictures and imports. The files of fixtures/ were written by hand
// (fixtures/README.md).
#include <catch2/catch.hpp>

#include "art/bank_builder.hpp"
#include "art/bmp.hpp"
#include "art/lbm.hpp"
#include "art/pcx.hpp"
#include "art/png.hpp"
#include "core/files/files.hpp"
#include "edit/document/recognise.hpp"
#include "edit/picture/still_picture.hpp"
#include "support/outcome.hpp"
#include "support/random.hpp"
#include "support/source_folder.hpp"

using namespace redforge;
using namespace redforge::art;
using namespace redforge::art::test;
using redforge::test::need;
using redforge::test::Random;
using redforge::test::require_error;

namespace {

Bytes fixture(std::string_view name)
{
    return need(read_file(redforge::test::source_folder() / "fixtures" / name));
}

using Indices = std::vector<std::uint8_t>;

PalettedImage paletted(const Result<StillPicture>& picture)
{
    return std::get<PalettedImage>(need(picture));
}

Indices colours_of_pixel(const RgbaImage& image, std::size_t x, std::size_t y)
{
    const auto at = image.rgba.begin() + static_cast<std::ptrdiff_t>(4 * (y * image.width + x));
    return {at, at + 4};
}

/// Checks the picture of the fixtures. `n`: the index of their last colour.
void check_small(const PalettedImage& picture, std::uint8_t n)
{
    CHECK(picture.image.width == 5);
    CHECK(picture.image.height == 3);
    CHECK(picture.image.indices == Indices{0, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 0, n, 3, 1});
    CHECK(picture.colours.at(0) == Colour{});
    CHECK(picture.colours.at(1) == Colour{255, 0, 0});
    CHECK(picture.colours.at(2) == Colour{0, 255, 0});
    CHECK(picture.colours.at(3) == Colour{0, 0, 255});
    CHECK(picture.colours.at(n) == Colour{250, 240, 10});
    const RgbaImage image = to_rgba(picture);
    CHECK(colours_of_pixel(image, 0, 0) == Indices{0, 0, 0, 255});  // index 0 is opaque
    CHECK(colours_of_pixel(image, 2, 2) == Indices{250, 240, 10, 255});
}

/// Returns a PNG with the palette of four colours and these indices.
Bytes png_of(std::uint32_t width, std::uint32_t height, Indices indices)
{
    return need(write_png(IndexedImage{width, height, std::move(indices)}, four_colours(), IndexZero::opaque));
}

Bytes values(std::initializer_list<int> values)
{
    return bytes_of(std::vector<int>(values));
}

}  // namespace

TEST_CASE("PCX: reads header, colours and picture", "[art]")
{
    const Bytes bytes = fixture("small.pcx");
    const Pcx pcx = need(read_pcx(bytes));
    CHECK(pcx.version == 5);
    CHECK(pcx.bytes_per_line == 6);
    CHECK(pcx.colours.size() == 256);
    CHECK(pcx.data.size() == 15);
    CHECK(law_violation(pcx, bytes, write_pcx).empty());
    CHECK(edit::recognise(bytes)->root() == "pcx");
    check_small(paletted(decode(pcx)), 200);
    CHECK(describe_picture(pcx) == "5 x 3 pixels, 256 colours");
}

TEST_CASE("BMP: reads headers, colours and picture", "[art]")
{
    const Bytes bytes = fixture("small.bmp");
    const Bmp bmp = need(read_bmp(bytes));
    CHECK(bmp.x_resolution == 2835);
    CHECK(bmp.colours.size() == 16);
    CHECK_FALSE(bmp.file_size.stored);
    CHECK_FALSE(bmp.data_offset.stored);
    CHECK(law_violation(bmp, bytes, write_bmp).empty());
    CHECK(edit::recognise(bytes)->root() == "bmp");
    check_small(paletted(decode(bmp)), 12);
    CHECK(describe_picture(bmp) == "5 x 3 pixels, 16 colours");
}

TEST_CASE("LBM: reads header, chunks and picture", "[art]")
{
    const Bytes bytes = fixture("small.lbm");
    const Lbm lbm = need(read_lbm(bytes));
    CHECK(lbm.page_width == 320);
    REQUIRE(lbm.chunks.size() == 3);
    CHECK(lbm.chunks[0].colours.size() == 16);
    CHECK(lbm.chunks[1].tag.view() == "CRNG");
    CHECK_FALSE(lbm.form_size.stored);
    CHECK(lbm.tail.empty());
    CHECK(law_violation(lbm, bytes, write_lbm).empty());
    CHECK(edit::recognise(bytes)->root() == "lbm");
    check_small(paletted(decode(lbm)), 12);
    CHECK(describe_picture(lbm) == "5 x 3 pixels, 16 colours");
}

TEST_CASE("PCX: decodes planes of 1 bit and of 8 bits", "[art]")
{
    Pcx pcx;
    pcx.encoding = 0;
    pcx.bits_per_pixel = 1;
    pcx.x_max = 8;  // 9 pixels in 2 bytes
    pcx.bytes_per_line = 2;
    pcx.data = values({0xA0, 0x80});
    const PalettedImage mono = paletted(decode(pcx));
    CHECK(mono.image.indices == Indices{1, 0, 1, 0, 0, 0, 0, 0, 1});
    CHECK(mono.colours == std::vector<Colour>{{}, {255, 255, 255}});
    CHECK(describe_picture(pcx) == "9 x 1 pixels, 2 colours");

    pcx.planes = 4;
    pcx.colours_16[33] = 7;  // red of colour 11
    pcx.data = values({0x80, 0, 0xC0, 0, 0, 0, 0x80, 0x80});
    const PalettedImage sixteen = paletted(decode(pcx));
    CHECK(sixteen.image.indices == Indices{11, 2, 0, 0, 0, 0, 0, 0, 8});
    CHECK(sixteen.colours.size() == 16);
    CHECK(sixteen.colours[11] == Colour{7, 0, 0});

    pcx.bits_per_pixel = 8;
    pcx.planes = 3;
    pcx.x_max = 1;
    pcx.data = values({1, 2, 3, 4, 5, 6});
    CHECK(std::get<RgbaImage>(need(decode(pcx))).rgba == Indices{1, 3, 5, 255, 2, 4, 6, 255});
    CHECK(describe_picture(pcx) == "2 x 1 pixels, 24 bits");
}

TEST_CASE("BMP: decodes 8, 24 and 32 bits, and the short header", "[art]")
{
    Bmp bmp;
    bmp.header_size = 12;
    bmp.width = 3;
    bmp.height = 2;
    bmp.colours = {{0, 0, 0, 0}, {1, 2, 3, 0}};
    bmp.data = values({1, 0, 1, 0, 0, 1, 0, 0});
    const Bytes bytes = need(write_bmp(bmp));
    CHECK(bytes.size() == 14 + 12 + 2 * 3 + 8);
    const Bmp back = need(read_bmp(bytes));
    CHECK(back == bmp);
    const PalettedImage picture = paletted(decode(back));
    CHECK(picture.image.indices == Indices{0, 1, 0, 1, 0, 1});  // the last stored row is the top
    CHECK(picture.colours[1] == Colour{3, 2, 1});
    CHECK(law_violation(bmp, bytes, write_bmp).empty());

    Bmp deep;
    deep.bits_per_pixel = 24;
    deep.width = 1;
    deep.height = -2;  // from the top
    deep.data = values({1, 2, 3, 0, 4, 5, 6, 0});
    CHECK(std::get<RgbaImage>(need(decode(deep))).rgba == Indices{3, 2, 1, 255, 6, 5, 4, 255});
    deep.bits_per_pixel = 32;
    CHECK(std::get<RgbaImage>(need(decode(deep))).rgba == Indices{3, 2, 1, 255, 6, 5, 4, 255});
    deep.compression = 1;
    const Error error = require_error(decode(deep));
    CHECK(error.code == ErrorCode::unsupported);
    CHECK(error.message == "the pixels of the BMP are compressed");
}

TEST_CASE("LBM: decodes bytes, a mask plane and 24 planes", "[art]")
{
    Lbm lbm;
    lbm.width = 3;
    lbm.height = 2;
    lbm.chunks = {{.tag = "BODY", .data = values({7, 8, 9, 0, 1, 2, 3, 0})}};  // rows are even
    CHECK(paletted(decode(lbm)).image.indices == Indices{7, 8, 9, 1, 2, 3});
    CHECK(paletted(decode(lbm)).colours == grey_colours());

    lbm.type = "ILBM";
    lbm.planes = 1;
    lbm.masking = 1;
    lbm.height = 1;
    lbm.chunks[0].data = values({0xA0, 0, 0xFF, 0xFF});
    CHECK(paletted(decode(lbm)).image.indices == Indices{1, 0, 1});

    lbm.masking = 0;
    lbm.planes = 24;
    lbm.width = 1;
    Bytes body(48);
    body[0] = body[2 * 9] = body[2 * 18] = std::byte{0x80};  // red 1, green 2, blue 4
    lbm.chunks[0].data = body;
    CHECK(std::get<RgbaImage>(need(decode(lbm))).rgba == Indices{1, 2, 4, 255});

    lbm.planes = 6;
    lbm.chunks.push_back({.tag = "CAMG", .data = values({0, 0, 8, 0})});
    CHECK(require_error(decode(lbm)).message == "6 planes in a mode of the Amiga");
    lbm.chunks.clear();
    CHECK(require_error(decode(lbm)).message == "the LBM has no chunk BODY");
}

TEST_CASE("pictures: hostile sizes are errors, without much memory", "[art]")
{
    Pcx pcx;
    pcx.x_max = pcx.y_max = 4095;
    pcx.bytes_per_line = 4096;
    pcx.data = values({0xFF, 1});
    CHECK(require_error(decode(pcx)).code == ErrorCode::truncated);
    pcx.y_max = 0xFFFF;
    pcx.x_max = 0xFFFE;
    CHECK(require_error(decode(pcx)).code == ErrorCode::malformed);  // bytes_per_line
    pcx.bytes_per_line = 0xFFFF;
    CHECK(require_error(decode(pcx)).code == ErrorCode::out_of_range);
    pcx.x_min = 0xFFFF;
    CHECK(require_error(decode(pcx)).code == ErrorCode::malformed);  // no pixels
    pcx = {};
    pcx.x_max = 3;
    pcx.bytes_per_line = 4;
    pcx.data = values({5, 0xC2});  // a run without its value
    CHECK(require_error(decode(pcx)).message == "the pixels end after 1 of 4 bytes");

    Bmp bmp;
    bmp.width = 0x7FFFFFFF;
    bmp.height = std::numeric_limits<std::int32_t>::min();
    CHECK(require_error(decode(bmp)).code == ErrorCode::out_of_range);
    bmp.width = 4;
    bmp.height = 2;
    bmp.data = Bytes(7);
    CHECK(require_error(decode(bmp)).message == "7 bytes of pixels, not 8");
    bmp.bits_per_pixel = 16;
    CHECK(require_error(decode(bmp)).code == ErrorCode::unsupported);

    Lbm lbm;
    lbm.width = lbm.height = 4096;
    lbm.compression = 1;
    lbm.chunks = {{.tag = "BODY", .data = values({0x81, 1, 0x80, 5})}};
    CHECK(require_error(decode(lbm)).code == ErrorCode::truncated);
    lbm.width = 4;
    lbm.height = 1;
    lbm.chunks[0].data = values({5, 1, 2, 3});  // 6 bytes are announced
    CHECK(require_error(decode(lbm)).code == ErrorCode::truncated);
    lbm.compression = 2;
    CHECK(require_error(decode(lbm)).field == "compression");
}

TEST_CASE("pictures: parts that do not fit stay in the file", "[art]")
{
    Bytes odd = fixture("small.lbm");
    odd[7] = std::byte{9};  // another FORM size
    append(odd, bytes_of("TINY"));
    Lbm lbm = need(read_lbm(odd));
    CHECK(*lbm.form_size.stored == 9);
    CHECK(as_text(lbm.tail) == "TINY");
    CHECK(law_violation(lbm, odd, write_lbm).empty());
    lbm.chunks[0].data = Bytes(1);
    CHECK(require_error(write_lbm(lbm)).field == "chunks[0].data");

    Bytes bmp = fixture("small.bmp");
    bmp[10] = std::byte{5};  // pixels in the header
    CHECK(*need(read_bmp(bmp)).data_offset.stored == 5);
    CHECK(law_violation(need(read_bmp(bmp)), bmp, write_bmp).empty());
    bmp[10] = std::byte{14 + 40 + 4 * 7 + 1};  // 7 colours and a byte before the pixels
    const Bmp shifted = need(read_bmp(bmp));
    CHECK(shifted.colours.size() == 7);
    CHECK(shifted.gap.size() == 1);
    CHECK(law_violation(shifted, bmp, write_bmp).empty());
}

TEST_CASE("law 1: cut and random pictures round-trip", "[art]")
{
    const auto check = [](const Bytes& bytes) {
        if (is_pcx(bytes)) {
            CHECK(law_violation(need(read_pcx(bytes)), bytes, write_pcx).empty());
        } else if (is_bmp(bytes)) {
            CHECK(law_violation(need(read_bmp(bytes)), bytes, write_bmp).empty());
        } else if (is_lbm(bytes)) {
            CHECK(law_violation(need(read_lbm(bytes)), bytes, write_lbm).empty());
        }
    };
    for (const std::string_view name : {"small.pcx", "small.bmp", "small.lbm"}) {
        const Bytes whole = fixture(name);
        for (std::size_t size = 0; size < whole.size(); size += 3) {
            check({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)});
        }
        for (std::uint64_t seed = 0; seed < 300; ++seed) {
            INFO(name << ", seed " << seed);
            Random random(seed);
            Bytes bytes = whole;
            for (std::size_t i = 1 + random.below(4); i > 0; --i) {
                bytes[random.below(random.once_in(2) ? 128 : bytes.size())] = static_cast<std::byte>(random.bits());
            }
            append(bytes, random.bytes(random.below(40)));
            check(bytes);
        }
    }
}

TEST_CASE("pictures: a PNG replaces the picture of a PCX and a BMP", "[art]")
{
    const auto replaced = [](std::string_view name, const Bytes& png) {
        edit::Document document = need(edit::read_binary(fixture(name)));
        REQUIRE(edit::has_still_picture(document));
        REQUIRE(edit::replace_still_picture(document, png));
        const Bytes bytes = need(document.format().write(document.data())).joined();
        return paletted(edit::decode_still_picture(need(edit::read_binary(bytes))));
    };
    for (const std::string_view name : {"small.pcx", "small.bmp"}) {
        INFO(name);
        Indices indices(7 * 2, 3);
        indices[2] = 0;
        const PalettedImage picture = replaced(name, png_of(7, 2, indices));
        CHECK(picture.image.width == 7);
        CHECK(picture.image.indices == indices);
        CHECK(picture.colours.size() == 256);
        CHECK(picture.colours[3] == Colour{0, 0, 255});
        CHECK(picture.colours[4] == Colour{});
        // Its own picture changes nothing.
        edit::Document document = need(edit::read_binary(fixture(name)));
        const Bytes own = need(to_png(need(edit::decode_still_picture(document))));
        REQUIRE(edit::replace_still_picture(document, own));
        CHECK(need(document.format().write(document.data())).joined() == fixture(name));
        // Colours of the palette get its indices.
        const RgbaImage two{2, 1, {0, 255, 0, 255, 250, 240, 10, 255}};
        CHECK(replaced(name, need(write_png(two))).image.indices == Indices{2, 12});
        const PalettedImage other = replaced(name, need(write_png(RgbaImage{1, 1, {9, 8, 7, 255}})));
        CHECK(other.colours[other.image.indices[0]] == Colour{9, 8, 7});
    }
    edit::Document lbm = need(edit::read_binary(fixture("small.lbm")));
    CHECK(require_error(edit::replace_still_picture(lbm, png_of(1, 1, {1}))).message ==
          "the picture of an LBM cannot be replaced");
    edit::Document pcx = need(edit::read_binary(fixture("small.pcx")));
    CHECK(require_error(edit::replace_still_picture(pcx, need(write_png(RgbaImage{1, 1, {1, 2, 3, 0}})))).message ==
          "the PNG has transparent pixels");
}

TEST_CASE("pictures: a replaced picture shows the PNG, whatever the header was", "[art]")
{
    const Bytes png = png_of(7, 2, {0, 1, 2, 3, 0, 1, 2, 3, 3, 3, 3, 2, 1, 0});
    const RgbaImage expected = to_rgba(need(still_picture_from_png(png, {})));
    std::size_t replaced = 0;
    for (const std::string_view name : {"small.pcx", "small.bmp"}) {
        const Bytes whole = fixture(name);
        for (std::uint64_t seed = 0; seed < 1000; ++seed) {
            INFO(name << ", seed " << seed);
            Random random(seed);
            Bytes bytes = whole;
            for (std::size_t i = random.below(6); i-- > 0;) {
                bytes[2 + random.below(120)] = static_cast<std::byte>(random.bits());
            }
            Result<edit::Document> document = edit::read_binary(bytes);
            if (document && edit::replace_still_picture(*document, png)) {
                CHECK(to_rgba(need(edit::decode_still_picture(*document))) == expected);
                ++replaced;
            }
        }
    }
    CHECK(replaced > 500);
}
