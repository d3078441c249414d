// Pictures: frames, colours, matching, replacing, and PNG.
#include <catch2/catch.hpp>

#include "art/bank_builder.hpp"
#include "art/image.hpp"
#include "art/png.hpp"
#include "art/texture_bank.hpp"
#include "support/outcome.hpp"

using namespace redforge;
using namespace redforge::art;
using namespace redforge::art::test;
using redforge::test::need;
using redforge::test::require_error;

namespace {

using Indices = std::vector<std::uint8_t>;

TextureBank bank_of_two()
{
    return need(read_texture_bank(join({still("A01000", 3, 2), animated("A01001", 2, shared_rows()), end_marker})));
}

}  // namespace

TEST_CASE("image: a raw image has one frame with its pixels", "[art]")
{
    const TextureBank bank = bank_of_two();
    CHECK(frame_count(bank.images[0]) == 1);
    const Result<IndexedImage> frame = decode_frame(bank.images[0], 0);
    REQUIRE(frame);
    CHECK(*frame == IndexedImage{3, 2, {1, 2, 3, 4, 5, 6}});
    CHECK(require_error(decode_frame(bank.images[0], 1)).message == "image A01000: no frame 1");
}

TEST_CASE("image: a wrong number of pixels shows no image", "[art]")
{
    TextureBank bank = bank_of_two();
    bank.images[0].pixels.pop_back();
    const Error few = require_error(decode_frame(bank.images[0], 0));
    CHECK(few.code == ErrorCode::malformed);
    CHECK(few.message == "image A01000: 3 x 2 pixels, 5 bytes of them");
    bank.images[0].pixels.clear();
    bank.images[0].data = Bytes(7);
    CHECK(require_error(decode_frame(bank.images[0], 0)).message == "image A01000: 3 x 2 pixels, 7 bytes of them");
}

TEST_CASE("image: frames of a row table are assembled from their rows", "[art]")
{
    const Result<std::vector<IndexedImage>> frames = decode_frames(bank_of_two().images[1]);
    REQUIRE(frames);
    REQUIRE(frames->size() == 2);
    CHECK(frames->at(0).indices == Indices{1, 2, 3, 4});
    CHECK(frames->at(1).indices == Indices{5, 6, 1, 2});
}

TEST_CASE("image: rows may overlap but must be within the data", "[art]")
{
    TextureBank bank = bank_of_two();
    bank.images[1].frames[0] = {{}, {17, 19}};
    CHECK(need(decode_frame(bank.images[1], 0)).indices == Indices{2, 3, 4, 5});
    for (const std::uint32_t outside : {0U, 15U, 21U, 0xFFFFFFFFU}) {
        bank.images[1].frames[0] = {{}, {17, outside}};
        const Result<IndexedImage> frame = decode_frame(bank.images[1], 0);
        REQUIRE_FALSE(frame);
        CHECK(frame.error().code == ErrorCode::out_of_range);
    }
}

TEST_CASE("image: rejects pictures without pixels or of absurd size", "[art]")
{
    Image image = bank_of_two().images[1];
    image.header.width = 32767;
    image.header.height = 32767;
    CHECK(require_error(decode_frame(image, 0)).code == ErrorCode::out_of_range);
    image = bank_of_two().images[0];
    image.pixels.clear();
    CHECK(require_error(decode_frame(image, 0)).code == ErrorCode::malformed);
    image.header.width = -1;
    CHECK_FALSE(decode_frames(image));
}

TEST_CASE("image: uses its own palette, then the map's, then greys", "[art]")
{
    const TextureBank bank = bank_of_two();
    CHECK(colours_of(bank.images[1], four_colours())[5] == Colour{5, 6, 7});
    CHECK(colours_of(bank.images[0], four_colours())[1] == Colour{255, 0, 0});
    CHECK(colours_of(bank.images[0], {})[77] == Colour{77, 77, 77});
}

TEST_CASE("image: own colours have 6 bits per channel and are converted to 8 bits", "[art]")
{
    Image image = bank_of_two().images[1];
    image.palette = ImagePalette{std::vector<Colour>(256)};
    for (std::uint8_t i = 0; i < 64; ++i) {
        image.palette->colours[i] = {i, static_cast<std::uint8_t>(63 - i), 0};
    }
    const std::vector<Colour> shown = colours_of(image, four_colours());
    CHECK(shown[0] == Colour{0, 255, 0});
    CHECK(shown[1] == Colour{4, 251, 0});
    CHECK(shown[32] == Colour{130, 125, 0});
    CHECK(shown[63] == Colour{255, 0, 0});
    for (std::uint8_t i = 0; i < 64; ++i) {
        CHECK(shown[i].r >> 2 == i);  // the 6 bits in the file
    }
    CHECK(shown[64] == Colour{});
    image.palette->colours[200].b = 64;  // now they are not colours of 6 bits
    CHECK(colours_of(image, four_colours())[63] == Colour{63, 0, 0});
}

TEST_CASE("image: an image with the animated tag and one raw frame stays as it is", "[art]")
{
    TextureBank bank = bank_of_two();
    Image& image = bank.images[0];
    image.marker = "IFHD";
    const Result<TextureBank> read = read_texture_bank(need(write_texture_bank(bank)));
    REQUIRE(read);
    CHECK(read->images[0].marker.view() == "IFHD");
    CHECK(read->images[0].frames.empty());
    CHECK(read->images[0].pixels == image.pixels);
    CHECK(frame_count(read->images[0]) == 1);
    TextureBank copy = *read;
    CHECK(replace_frames(copy.images[0], need(decode_frames(copy.images[0]))));
    CHECK(copy == *read);
}

TEST_CASE("image: index 0 is transparent, and indices without a colour are black", "[art]")
{
    const RgbaImage picture = to_rgba({3, 1, {0, 2, 200}}, four_colours());
    CHECK(picture.rgba == Indices{9, 9, 9, 0, 0, 255, 0, 255, 0, 0, 0, 255});
}

TEST_CASE("image: colours match the nearest index except 0, which is transparent", "[art]")
{
    const RgbaImage picture{5, 1, {9, 9, 9, 255, 200, 90, 0, 128, 0, 0, 255, 127, 10, 20, 90, 255, 255, 0, 0, 0}};
    const Result<IndexedImage> matched = match_to_palette(picture, four_colours());
    REQUIRE(matched);
    CHECK(matched->indices == Indices{1, 1, 0, 3, 0});
    CHECK_FALSE(match_to_palette(picture, {}));
}

TEST_CASE("image: inexact colours are counted once each, without transparent ones", "[art]")
{
    const RgbaImage picture{4,
                            2,
                            {9,   9,  9, 255, 200, 90, 0, 128,
                             200, 90, 0, 255, 7,   7,  7, 127,  // index 0; another colour, twice; a transparent pixel
                             255, 0,  0, 255, 0,   0,  0, 255,
                             0,   0,  1, 255, 0,   1,  0, 255}};
    CHECK(count_inexact(picture, four_colours()) == 5);
    CHECK(count_inexact({1, 1, {9, 9, 9, 255}}, {}) == 1);
    CHECK(to_rgba({1, 1, {4}}, four_colours()).rgba == Indices{0, 0, 0, 255});  // an index after the last colour
    CHECK(need(match_to_palette({1, 1, {1, 2, 3, 255}}, std::vector<Colour>(2))).indices == Indices{1});
}

TEST_CASE("image: a PNG with the palette's colours keeps its indices; others are matched", "[art]")
{
    std::vector<Colour> colours = four_colours();
    colours[3] = colours[1];  // two indices have one colour
    const Bytes same = need(write_png(IndexedImage{2, 1, {0, 3}}, colours, IndexZero::opaque, Effort::quick));
    CHECK(need(read_png_with_palette(same, colours)).indices == Indices{0, 3});
    // Here, index 0 has another colour, which counts for opaque pixels.
    std::vector<Colour> other = colours;
    other[0] = {1, 1, 1};
    CHECK(has_colours(need(read_png(same)), other, IndexZero::transparent));
    CHECK_FALSE(has_colours(need(read_png(same)), other, IndexZero::opaque));
    CHECK(has_colours(need(read_png(same)), colours, IndexZero::opaque));
    // A true-colour PNG is matched to the palette, with index 0 for transparent pixels. Other files are an error.
    const Bytes true_colour = need(write_png(RgbaImage{2, 1, {0, 250, 0, 255, 0, 0, 0, 0}}, Effort::quick));
    CHECK(need(read_png_with_palette(true_colour, colours)).indices == Indices{2, 0});
    CHECK(require_error(read_png_with_palette(bytes_of("PNG"), colours)).message == "not a PNG");
}

TEST_CASE("image: replacing a raw image keeps it raw", "[art]")
{
    TextureBank bank = bank_of_two();
    REQUIRE(replace_image(bank, "a01000", std::vector{IndexedImage{2, 2, {7, 8, 9, 10}}}));
    CHECK(bank.images[0].marker.view() == "BSIF");
    CHECK(bank.images[0].header.width == 2);
    const Result<Bytes> written = write_texture_bank(bank);
    REQUIRE(written);
    CHECK(need(read_texture_bank(*written)) == bank);
}

TEST_CASE("image: replacing frames shares equal rows", "[art]")
{
    TextureBank bank = bank_of_two();
    const std::vector<IndexedImage> frames{{2, 2, {1, 1, 2, 2}}, {2, 2, {2, 2, 3, 3}}, {2, 2, {1, 1, 1, 1}}};
    for (const std::size_t which : {0U, 1U}) {
        const std::string name(bank.images[which].name.view());
        REQUIRE(replace_image(bank, name, frames));
        CHECK(bank.images[which].rows == bytes_of(std::vector<int>{1, 1, 2, 2, 3, 3}));
        CHECK(bank.images[which].frames[1].rows == std::vector<std::uint32_t>{1, 2});
        CHECK(bank.images[which].frames[2].rows == std::vector<std::uint32_t>{0, 0});
        CHECK(need(decode_frames(bank.images[which])) == frames);
    }
    const Result<Bytes> written = write_texture_bank(bank);
    REQUIRE(written);
    CHECK(need(read_texture_bank(*written)) == bank);
    CHECK(bank.images[0].marker.view() == "IFHD");
}

TEST_CASE("image: replacing rejects unknown names and impossible pictures", "[art]")
{
    TextureBank bank = bank_of_two();
    const IndexedImage good{1, 1, {1}};
    const Status unknown = replace_image(bank, "A01002", std::vector{good});
    REQUIRE_FALSE(unknown);
    CHECK(unknown.error().hint == "did you mean A01000?");
    CHECK_FALSE(replace_image(bank, "A01000", {}));
    CHECK_FALSE(replace_image(bank, "A01000", std::vector{IndexedImage{}}));
    CHECK_FALSE(replace_image(bank, "A01000", std::vector{IndexedImage{40000, 1, Indices(40000)}}));
    CHECK_FALSE(replace_image(bank, "A01000", std::vector{good, IndexedImage{2, 1, {1, 2}}}));
    CHECK_FALSE(replace_image(bank, "A01000", std::vector{IndexedImage{2, 2, {1}}}));
    CHECK(bank == bank_of_two());
}

TEST_CASE("PNG: indices and colours round-trip with any number of colours", "[art]")
{
    for (const std::size_t count : {1U, 2U, 3U, 4U, 5U, 16U, 17U, 255U, 256U}) {
        std::vector<Colour> colours;
        IndexedImage image{37, 11, {}};
        for (std::size_t i = 0; i < count; ++i) {
            const auto value = static_cast<std::uint8_t>(i);
            colours.push_back({value, static_cast<std::uint8_t>(255 - value), static_cast<std::uint8_t>(value / 2)});
        }
        for (std::size_t i = 0; i < 37 * 11; ++i) {
            image.indices.push_back(static_cast<std::uint8_t>(i * 7 % count));
        }
        for (const IndexZero zero : {IndexZero::transparent, IndexZero::opaque}) {
            const Result<Bytes> png = write_png(image, colours, zero);
            REQUIRE(png);
            CHECK(is_png(*png));
            const Result<PngImage> read = read_png(*png);
            REQUIRE(read);
            REQUIRE(read->is_indexed());
            CHECK(read->indexed == image);
            CHECK(read->colours == colours);
            // tRNS says that index 0 is transparent.
            CHECK((as_text(*png).find("tRNS") != std::string_view::npos) == (zero == IndexZero::transparent));
        }
    }
}

TEST_CASE("PNG: true colour with alpha round-trips", "[art]")
{
    const RgbaImage image{2, 2, {1, 2, 3, 255, 4, 5, 6, 0, 7, 8, 9, 128, 255, 255, 255, 255}};
    const Result<Bytes> png = write_png(image);
    REQUIRE(png);
    const Result<PngImage> read = read_png(*png);
    REQUIRE(read);
    CHECK_FALSE(read->is_indexed());
    CHECK(read->rgba == image);
}

TEST_CASE("PNG: indices are kept if the colours agree, else matched", "[art]")
{
    const std::vector<Colour> twice{{9, 9, 9}, {255, 0, 0}, {255, 0, 0}, {0, 0, 255}};
    const IndexedImage image{4, 1, {0, 2, 1, 3}};
    const Bytes png = need(write_png(image, twice));
    CHECK(need(read_png_with_palette(png, twice)) == image);
    CHECK(need(read_png_with_palette(png, four_colours())).indices == Indices{0, 1, 1, 3});
}

TEST_CASE("PNG: rejects pictures that cannot be written or read", "[art]")
{
    CHECK_FALSE(write_png(IndexedImage{}, four_colours()));
    CHECK_FALSE(write_png(IndexedImage{2, 1, {1}}, four_colours()));
    CHECK_FALSE(write_png(IndexedImage{1, 1, {4}}, four_colours()));
    CHECK_FALSE(write_png(IndexedImage{1, 1, {0}}, {}));
    CHECK_FALSE(write_png(RgbaImage{1, 1, {1, 2, 3}}));
    CHECK(require_error(read_png({})).message == "not a PNG");

    Bytes png = need(write_png(IndexedImage{4, 4, Indices(16, 1)}, four_colours()));
    for (std::size_t size = 0; size + 12 < png.size(); ++size) {
        CHECK_FALSE(read_png(ByteView(png).first(size)));
    }
}
