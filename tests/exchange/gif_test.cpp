// GIF: export and import of indexed animations, files of other programs, and rejected files.
#include <catch2/catch.hpp>

#include "art/bank_builder.hpp"
#include "cli/program.hpp"
#include "core/files/files.hpp"
#include "exchange/picture/gif.hpp"
#include "runner/skip.hpp"
#include "support/make_bytes.hpp"
#include "support/outcome.hpp"

using namespace redforge;
using namespace redforge::exchange;
using redforge::art::Colour;
using redforge::art::IndexedImage;
using redforge::test::make_bytes;
using redforge::test::need;
using redforge::test::require_error;

namespace {

using PixelRow = std::vector<std::uint8_t>;

/// Returns true if GIF is supported: giflib was available at build time.
bool has_gif()
{
    const auto read = read_gif(make_bytes({'G', 'I', 'F', '8'}), art::grey_colours());
    const bool has = read || read.error().code != ErrorCode::unsupported;
    if (!has) {
        redforge::test::skip("built without giflib");
    }
    return has;
}

/// Returns the header of a GIF of 2 x 8 with the colours black, red, green and blue.
Bytes head()
{
    return make_bytes({'G', 'I', 'F', '8', '9', 'a', 2, 0, 8, 0, 0x91, 0, 0, 0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255});
}

Bytes control(int disposal, int transparent)
{
    return make_bytes({0x21, 0xF9, 4, disposal << 2 | (transparent < 0 ? 0 : 1), 5, 0, std::max(transparent, 0), 0});
}

/// Returns a picture of 1 x 8 at x. All codes have 3 bits, because the table is cleared before every second pixel.
Bytes column(int x, int flags, const std::array<int, 8>& pixels, const Bytes& palette = {})
{
    std::vector<int> codes;
    for (std::size_t i = 0; i < pixels.size(); i += 2) {
        codes.insert(codes.end(), {4, pixels[i], pixels[i + 1]});
    }
    codes.push_back(5);
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < codes.size(); ++i) {
        bits |= static_cast<std::uint64_t>(codes[i]) << (3 * i);
    }
    Bytes data = make_bytes({2, 5});
    for (int i = 0; i < 5; ++i) {
        data.push_back(static_cast<std::byte>(bits >> (8 * i)));
    }
    return art::test::join({make_bytes({0x2C, x, 0, 0, 0, 1, 0, 8, 0, flags}), palette, data, make_bytes({0})});
}

const Bytes end = make_bytes({0x3B});
const std::vector<Colour> colours{{0, 0, 0}, {255, 0, 0}, {0, 255, 0}, {0, 0, 255}};

}  // namespace

TEST_CASE("GIF: frames keep their indices, full canvas and delay", "[exchange]")
{
    if (!has_gif()) {
        return;
    }
    std::vector<Colour> own = art::grey_colours();
    own[7] = own[9];  // two indices with the same colour keep their values
    const std::vector<GifFrame> frames{{{2, 1, {7, 9}}, 0, 0}, {{1, 2, {0, 255}}, 2, 1}};
    const Bytes gif = need(write_gif(frames, own, 300));
    CHECK(need(read_gif(gif, own)) ==
          std::vector<IndexedImage>{{3, 3, {7, 9, 0, 0, 0, 0, 0, 0, 0}}, {3, 3, {0, 0, 0, 0, 0, 0, 0, 0, 255}}});
    // The GIF repeats. A picture is cleared before the next one, is shown for 3 s, and index 0 is transparent.
    const std::string_view text = as_text(gif);
    CHECK(text.find(as_text(
              art::test::join({make_bytes({0x21, 0xFF, 11}), make_bytes({'N', 'E', 'T', 'S', 'C', 'A', 'P', 'E'}),
                               make_bytes({'2', '.', '0', 3, 1, 0, 0, 0})}))) != std::string_view::npos);
    CHECK(text.find(as_text(make_bytes({0x21, 0xF9, 4, 2 << 2 | 1, 0x2C, 1, 0, 0}))) != std::string_view::npos);
}

TEST_CASE("GIF: rejects pictures that cannot be a GIF", "[exchange]")
{
    if (!has_gif()) {
        return;
    }
    const auto error_text = [](const std::vector<GifFrame>& frames) {
        return require_error(write_gif(frames, colours, 0)).code == ErrorCode::out_of_range;
    };
    CHECK(error_text({}));
    CHECK(error_text({{{0, 0, {}}, 0, 0}}));
    CHECK(error_text({{{2, 2, {1}}, 0, 0}}));
    CHECK(error_text({{{1, 1, {1}}, 65535, 0}}));
    CHECK(error_text({{{1, 1, {1}}, 5000, 5000}}));
    CHECK(require_error(write_gif(std::vector<GifFrame>{{{1, 1, {0}}, 0, 0}}, {}, 0)).code == ErrorCode::out_of_range);
}

TEST_CASE("GIF: reads interlacing, disposal methods and local palettes", "[exchange]")
{
    if (!has_gif()) {
        return;
    }
    constexpr int interlaced = 0x40;
    constexpr int with_palette = 0x81;
    const std::array<int, 8> ones{1, 1, 1, 1, 1, 1, 1, 1};
    const Bytes palette =
        make_bytes({0, 0, 254, 1, 2, 3, 255, 0, 0, 0, 0, 0});  // nearly blue, nearly black, red, black
    const Bytes gif =
        art::test::join({head(), control(1, -1), column(0, interlaced, {0, 1, 2, 3, 3, 2, 1, 0}),  // remains
                         control(3, -1), column(0, 0, ones),                     // the previous picture
                         control(2, 3), column(1, 0, {3, 2, 3, 2, 3, 2, 3, 2}),  // cleared
                         column(1, with_palette, {0, 1, 2, 3, 0, 1, 2, 3}, palette), end});
    const auto pictures = need(read_gif(gif, colours));
    REQUIRE(pictures.size() == 4);
    const auto in_column = [&](std::size_t picture, std::size_t x) {
        PixelRow indices;
        for (std::size_t y = 0; y < 8; ++y) {
            indices.push_back(pictures[picture].indices[2 * y + x]);
        }
        return indices;
    };
    // Order of rows: 0, 4, 2 and 6, then odd rows.
    const PixelRow stays{0, 3, 2, 2, 1, 1, 3, 0};
    CHECK(in_column(0, 0) == stays);
    CHECK(in_column(0, 1) == PixelRow(8));
    CHECK(in_column(1, 0) == PixelRow(8, 1));
    CHECK(in_column(2, 0) == stays);
    CHECK(in_column(2, 1) == PixelRow{0, 2, 0, 2, 0, 2, 0, 2});
    CHECK(in_column(3, 0) == stays);
    // Only index 0 is transparent: opaque black becomes the nearest other colour.
    CHECK(in_column(3, 1) == PixelRow{3, 3, 1, 1, 3, 3, 1, 1});
}

TEST_CASE("GIF: a damaged file is an error and uses memory in proportion to its size", "[exchange]")
{
    if (!has_gif()) {
        return;
    }
    const Bytes whole = art::test::join({head(), control(1, 0), column(1, 0, {1, 2, 3, 1, 2, 3, 1, 2}), end});
    REQUIRE(need(read_gif(whole, colours)).size() == 1);
    for (std::size_t size = 0; size < whole.size(); ++size) {
        CHECK_FALSE(read_gif(ByteView(whole).first(size), colours));
    }
    for (std::size_t at = 0; at < whole.size(); ++at) {
        for (const int value : {0, 0x7F, 0xFF}) {
            Bytes damaged = whole;
            damaged[at] = static_cast<std::byte>(value);
            static_cast<void>(read_gif(damaged, colours));
        }
    }
    Bytes huge = whole;
    std::fill(huge.begin() + 6, huge.begin() + 10, std::byte{0xFF});
    CHECK(require_error(read_gif(huge, colours)).code == ErrorCode::out_of_range);
    CHECK(require_error(read_gif(whole, {})).code == ErrorCode::out_of_range);
    CHECK(require_error(read_gif(make_bytes({'P', 'N', 'G'}), colours)).message == "not a GIF");
}

TEST_CASE("GIF: a one-pixel file has exactly these bytes", "[exchange]")
{
    if (!has_gif()) {
        return;
    }
    const Bytes gif = need(write_gif(std::vector<GifFrame>{{{1, 1, {3}}, 2, 4}}, colours, 0x0102));
    // 256 colours of 8 bits, four of them set; then the loop block, the control block, the picture at (2, 4), and its
    // pixel as three codes of 9 bits: clear, 3, end.
    const Bytes palette = make_bytes({0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255});
    CHECK(gif == art::test::join({make_bytes({'G', 'I', 'F', '8', '9', 'a', 3, 0, 5, 0, 0xF7, 0, 0}), palette,
                                  Bytes(std::size_t{3} * 252), make_bytes({0x21, 0xFF, 11}),
                                  make_bytes({'N', 'E', 'T', 'S', 'C', 'A', 'P', 'E', '2', '.', '0', 3, 1, 0, 0, 0}),
                                  make_bytes({0x21, 0xF9, 4, 2 << 2 | 1, 2, 1, 0, 0}),
                                  make_bytes({0x2C, 2, 0, 4, 0, 1, 0, 1, 0, 0}),
                                  make_bytes({8, 4, 0x00, 0x07, 0x04, 0x04, 0, 0x3B})}));
    CHECK(need(write_gif(std::vector<GifFrame>{{{1, 1, {3}}, 65534, 0}}, colours, 0)).size() == gif.size());
    CHECK(require_error(write_gif({}, colours, 0)).message == "a GIF of 0 x 0 pixels");
}

TEST_CASE("GIF: limits the canvas to four times the pixels of the largest frame", "[exchange]")
{
    if (!has_gif()) {
        return;
    }
    // A canvas of the maximum size, with pictures of 1 x 8.
    Bytes large = head();
    constexpr std::uint32_t side = 4096;
    static_assert(std::uint64_t{side} * side == art::max_pixels);
    store_le(large.data() + 6, static_cast<std::uint16_t>(side));
    store_le(large.data() + 8, static_cast<std::uint16_t>(side));
    const Bytes picture = column(1, 0, {1, 2, 3, 1, 2, 3, 1, 2});
    const Bytes four = art::test::join({large, picture, picture, picture, picture});
    CHECK(need(read_gif(art::test::join({four, end}), colours)).size() == 4);
    CHECK(require_error(read_gif(art::test::join({four, picture, end}), colours)).message ==
          "a GIF of more than 4 pictures of 4096 x 4096 pixels");
    store_le(large.data() + 6, static_cast<std::uint16_t>(side + 1));
    CHECK(require_error(read_gif(art::test::join({large, picture, end}), colours)).message ==
          "a GIF of 4097 x 4096 pixels");
}

TEST_CASE("GIF: a missing colour is black, and transparency applies to one picture", "[exchange]")
{
    if (!has_gif()) {
        return;
    }
    // Without a palette, every index is black, which is index 2 here.
    const Bytes bare = make_bytes({'G', 'I', 'F', '8', '9', 'a', 2, 0, 8, 0, 0x11, 0, 0});
    const std::vector<Colour> own{{9, 9, 9}, {1, 0, 0}, {0, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const Bytes ones = column(0, 0, {1, 1, 1, 1, 1, 1, 1, 1});
    const auto black = need(read_gif(art::test::join({bare, ones, end}), own));
    REQUIRE(black.size() == 1);
    CHECK(black[0].indices == PixelRow{2, 0, 2, 0, 2, 0, 2, 0, 2, 0, 2, 0, 2, 0, 2, 0});
    // Index 1 is transparent in the first picture only; the second has no control block.
    const auto both = need(read_gif(art::test::join({head(), control(1, 1), ones, ones, end}), colours));
    REQUIRE(both.size() == 2);
    CHECK(both[0].indices == PixelRow(16));
    CHECK(both[1].indices == PixelRow{1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0});
}

TEST_CASE("GXA: frames survive a GIF exactly in all three packings", "[cli]")
{
    if (!has_gif() || !redforge::test::has_shell()) {
        return;
    }
    const redforge::test::TemporaryFolder folder;
    struct Step {
        std::string command;
        std::string said;
    };
    const std::vector<Step> steps{
        {"(echo '<pictures>'; for i in $(seq 0 255); do echo \"<colour r=\\\"$((i / 4))\\\" g=\\\"$((i % "
         "4))\\\" b=\\\"0\\\"/>\"; done; "
         "echo '<frame width=\"2\" height=\"2\" x=\"-3\" y=\"4\"><pixels>01020304</pixels></frame>"
         "<frame width=\"3\" height=\"1\" x=\"-2\" y=\"4\" packing=\"rle\"><pixels>070707</pixels></frame>"
         "<frame width=\"1\" height=\"2\" x=\"-3\" y=\"5\" packing=\"lzhuf\"><pixels>0009</pixels></frame>"
         "</pictures>') | redforge pack - -q -o A.GXA && cp A.GXA B.GXA",
         ""},
        {"redforge image export A.GXA -o a.gif --delay 25", "A.GXA -> a.gif (3 frames)\n"},
        {"redforge image export A.GXA -o a.gif --delay 25",
         "A.GXA -> a.gif (3 frames)\n"},  // exported and imported again
        {"redforge image import a.gif B.GXA -i --no-backup && cmp A.GXA B.GXA", "B.GXA: nothing to change\n"},
        // One frame, imported to another frame with the same offset.
        {"redforge image export A.GXA 0 -o one.gif && redforge image import one.gif B.GXA 1 -i --no-backup",
         "A.GXA -> one.gif (1 frame)\n1 change -> B.GXA\n"},
        {"redforge get B.GXA 'frames[1].pixels'", "01020304\n"},
        // A picture outside of its old frame gets the whole canvas.
        {"redforge image export B.GXA -o b.gif -q && redforge image import b.gif A.GXA -i --no-backup && "
         "for field in width height x y; do redforge get A.GXA \"frames[1].$field\"; done",
         "2 changes -> A.GXA\n3\n3\n-3\n4\n"},
        {"redforge image import one.gif A.GXA -i",
         "redforge: one.gif: the GIF has 1 picture; one for each of 3 frames, in their order\n"},
        {"redforge image export A.GXA -o a.gif --delay soon --force",
         "redforge: image: \"soon\" is not a delay; hundredths of a second, 0 to 65535\n"},
        {"redforge image export A.GXA -o frames --delay 5", "redforge: image: --delay is for a GIF; use -o X.gif\n"},
        {"redforge new map -q -o S.RGM; redforge image export S.RGM -o c.gif",
         "redforge: c.gif: a GIF is for the frames of a GXA or of an image of a texture bank; use .png\n"}};
    for (const Step& step : steps) {
        CHECK(redforge::test::run_shell(folder.path(), step.command).output == step.said);
    }
}

TEST_CASE("image: all frames of a bank image are exported to a GIF, and replaced by one", "[exchange]")
{
    if (!has_gif() || !redforge::test::has_shell()) {
        return;
    }
    const redforge::test::TemporaryFolder folder;
    const Bytes bank =
        art::test::join({art::test::still("D02003", 2, 2), art::test::animated("D02044", 2, art::test::shared_rows()),
                         art::test::end_marker});
    for (const char* const name : {"TEXBSI.302", "OLD.302"}) {
        REQUIRE(write_file(folder.path() / name, bank).has_value());
    }
    struct Step {
        std::string command;
        std::string said;
    };
    const std::vector<Step> steps{
        {"redforge image export TEXBSI.302 -o pngs -q && ls pngs", "302-003.png\n302-044-f00.png\n302-044-f01.png\n"},
        {"redforge image export TEXBSI.302 44 -o a.gif", "TEXBSI.302 -> a.gif (2 frames; its own colours)\n"},
        {"redforge image import a.gif TEXBSI.302 44 -i && cmp TEXBSI.302 OLD.302", "TEXBSI.302: nothing to change\n"},
        {"redforge image export TEXBSI.302 3 -o one.gif -q && redforge image import one.gif TEXBSI.302 44 -i "
         "--no-backup",
         "1 change -> TEXBSI.302\n"},
        {"redforge image export TEXBSI.302 44 -o again.gif", "TEXBSI.302 -> again.gif (1 frame; its own colours)\n"},
        {"redforge image export TEXBSI.302 -o a.gif",
         "redforge: image: a GIF is for all frames of one image of a bank; name the image, no frame\n"},
        {"redforge image export TEXBSI.302 44 -o a.gif --delay 5 --force",
         "redforge: image: --delay is for a GIF of the frames of a GXA; leave it out\n"}};
    for (const Step& step : steps) {
        CHECK(redforge::test::run_shell(folder.path(), step.command).output == step.said);
    }
}
