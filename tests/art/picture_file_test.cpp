// GXA: the three packings, preserved streams, and raw fallbacks.
#include <catch2/catch.hpp>

#include <random>

#include "art/bank_builder.hpp"
#include "art/lzhuf.hpp"
#include "art/picture_file.hpp"
#include "cli/program.hpp"
#include "core/files/files.hpp"
#include "runner/skip.hpp"
#include "support/make_bytes.hpp"
#include "support/outcome.hpp"

using namespace redforge;
using namespace redforge::art;
using namespace redforge::art::test;
using redforge::test::make_bytes;
using redforge::test::need;
using redforge::test::require_error;

namespace {

Bytes words(const std::vector<int>& values)
{
    Bytes bytes;
    for (const int value : values) {
        append_le(bytes, static_cast<std::int16_t>(value));
    }
    return bytes;
}

Bytes gxa(int count, const Bytes& frames, const Bytes& end = bytes_of("END "))
{
    return join({part("BMHD", join({bytes_of("title"), Bytes(17), Bytes(10), words({count})})), part("BPAL", colours()),
                 part("BBMP", frames), end});
}

Bytes frame(int width, int height, int packing, const Bytes& data)
{
    return join({words({256, width, height, -3, 4, packing, 0, 0, 0}), data});
}

Bytes with_size(const Bytes& stream)
{
    return join({u32(static_cast<std::uint32_t>(stream.size())), stream});
}

/// Returns 20 times "AB", then "the end".
Bytes lzhuf_content()
{
    std::string text;
    for (int i = 0; i < 20; ++i) {
        text += "AB";
    }
    return bytes_of(text + "the end");
}

/// Returns enough symbols to halve the weights of the tree twice.
Bytes noise()
{
    std::mt19937 random(7);
    Bytes bytes(100000);
    for (std::byte& byte : bytes) {
        byte = static_cast<std::byte>(random() % 256);
    }
    return bytes;
}

/// Returns a pattern that consists mostly of matches.
Bytes pattern()
{
    Bytes bytes(70000);
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        bytes[i] = static_cast<std::byte>((i / 7 % 50) * (i % 3));
    }
    return bytes;
}

/// Returns the checksum of LHA.
std::uint16_t crc16(ByteView bytes)
{
    std::uint16_t crc = 0;
    for (const std::byte byte : bytes) {
        crc = static_cast<std::uint16_t>(crc ^ std::to_integer<unsigned>(byte));
        for (int bit = 0; bit < 8; ++bit) {
            crc = static_cast<std::uint16_t>((crc >> 1U) ^ ((crc & 1U) != 0 ? 0xA001U : 0U));
        }
    }
    return crc;
}

}  // namespace

TEST_CASE("GXA: raw, run-length and LZHUF frames decode to their pixels", "[art]")
{
    const Bytes raw = frame(3, 2, 0, make_bytes({1, 2, 3, 4, 5, 6}));
    const Bytes rle = frame(3, 2, 1, with_size(make_bytes({0x83, 7, 0x01, 8, 9})));
    const Bytes stream = pack_lzhuf(lzhuf_content());
    // The program lhasa 0.3.1 unpacks these twelve bytes, as an lh1 member, to the same content.
    CHECK(stream == make_bytes({0xE6, 0xF3, 0xAB, 0xC0, 0x20, 0x1F, 0x4F, 0x8E, 0xB3, 0x03, 0xF5, 0xF0}));
    const Bytes lzhuf = frame(47, 1, 2, join({u32(static_cast<std::uint32_t>(stream.size())), u32(47), stream}));
    const Bytes file = gxa(3, join({raw, rle, lzhuf}));
    CHECK(is_picture_file(file));
    RawFallbacks kept;
    const PictureFile pictures = need(read_picture_file(file, &kept));
    CHECK(kept.empty());
    CHECK(pictures.title.view() == "title");
    REQUIRE(pictures.frames.size() == 3);
    CHECK(pictures.frames[0].x == -3);
    CHECK(pictures.frames[0].y == 4);
    CHECK(pictures.frames[0].pixels == make_bytes({1, 2, 3, 4, 5, 6}));
    CHECK(pictures.frames[1].pixels == make_bytes({7, 7, 7, 7, 8, 9}));
    CHECK(pictures.frames[1].packed.empty());
    CHECK(pictures.frames[2].pixels == lzhuf_content());
    CHECK(law_violation(pictures, file, write_picture_file).empty());
}

TEST_CASE("GXA: a frame keeps its own stream until its pixels change", "[art]")
{
    const Bytes own = make_bytes({0x00, 7, 0x00, 7, 0x00, 7, 0x02, 7, 8, 9});  // longer than necessary
    const Bytes file = gxa(1, frame(3, 2, 1, with_size(own)));
    PictureFile pictures = need(read_picture_file(file));
    CHECK(pictures.frames[0].packed == own);
    CHECK(law_violation(pictures, file, write_picture_file).empty());
    pictures.frames[0].pixels[5] = std::byte{8};
    CHECK(need(write_picture_file(pictures)) == gxa(1, frame(3, 2, 1, with_size(make_bytes({0x83, 7, 0x01, 8, 8})))));
}

TEST_CASE("GXA: a size beyond the end, a missing END and unreadable frames are kept", "[art]")
{
    const auto kept_in = [](const Bytes& bytes) {
        PictureFile pictures = need(read_picture_file(bytes));
        CHECK(law_violation(pictures, bytes, write_picture_file).empty());
        return pictures;
    };
    const Bytes one = frame(1, 1, 0, make_bytes({9}));
    Bytes beyond = gxa(1, one);
    store_be32(beyond.data() + 822, static_cast<std::uint32_t>(beyond.size() - 4));
    CHECK(kept_in(beyond).size.stored == 845U);
    CHECK(kept_in(gxa(1, one, {})).no_end == 1);
    CHECK(kept_in(gxa(2, join({one, frame(1, 1, 3, {})}))).frames.size() == 1);
    CHECK(kept_in(gxa(1, frame(9, 9, 1, with_size(make_bytes({0x83, 7}))))).frames[0].pixels.empty());
    CHECK(kept_in(gxa(1, frame(32767, 32767, 2, join({u32(4), u32(0), u32(0)})))).frames[0].packed.size() == 4);
    // A picture without bytes stays bytes, together with the following ones.
    for (const Bytes& nothing : {frame(9, 9, 1, with_size({})), frame(9, 9, 2, join({u32(0), u32(81)}))}) {
        CHECK(kept_in(gxa(2, join({one, nothing}))).frames.size() == 1);
        CHECK(kept_in(gxa(2, join({one, nothing}))).no_end == 1);
    }
    PictureFile wrong = kept_in(gxa(1, one));
    wrong.frames[0].width = 2;
    CHECK(require_error(write_picture_file(wrong)).field == "frames[0].pixels");
    wrong.frames[0].pixels.resize(2);
    wrong.colours.pop_back();
    CHECK(require_error(write_picture_file(wrong)).field == "colours");
    CHECK(require_error(read_picture_file(bytes_of("BMHD"))).offset == 0U);
}

TEST_CASE("GXA: preserves unknown words of the file and its frames", "[art]")
{
    const Bytes unknown = make_bytes({10, 11, 12, 13, 14, 15, 16, 17, 18, 19});
    const Bytes one = join({words({256, 1, 1, -3, 4, 0, 21, 22, 23}), make_bytes({9})});
    const Bytes file = join({part("BMHD", join({bytes_of("title"), Bytes(17), unknown, words({1})})),
                             part("BPAL", colours()), part("BBMP", one), bytes_of("END ")});
    const PictureFile pictures = need(read_picture_file(file));
    CHECK(pictures.unknown[0] == 10);
    CHECK(pictures.unknown[1] == 11);
    CHECK(pictures.unknown[9] == 19);
    REQUIRE(pictures.frames.size() == 1);
    CHECK(pictures.frames[0].unknown == 256);
    CHECK(pictures.frames[0].unknown_2[0] == 21);
    CHECK(pictures.frames[0].unknown_2[1] == 22);
    CHECK(pictures.frames[0].unknown_2[2] == 23);
    CHECK(need(write_picture_file(pictures)) == file);
}

TEST_CASE("GXA: reads at most the announced frames, and no frame from too few bytes", "[art]")
{
    RawFallbacks kept;
    const Bytes one = frame(1, 1, 0, make_bytes({9}));
    // The second frame is not announced: its 19 bytes are a tail.
    const PictureFile two = need(read_picture_file(gxa(1, join({one, one})), &kept));
    CHECK(two.frames.size() == 1);
    CHECK(two.no_end == 1);
    REQUIRE(kept.size() == 1);
    CHECK(kept[0].place == "tail");
    CHECK(kept[0].size == 19 + 4);
    // A raw frame of two pixels with data for one; a packed frame whose stream ends after the file.
    CHECK(need(read_picture_file(gxa(1, frame(2, 1, 0, make_bytes({9})), {}))).frames.empty());
    CHECK(need(read_picture_file(gxa(1, frame(2, 1, 1, join({u32(3), make_bytes({0x81, 7})})), {}))).frames.empty());
    CHECK(need(read_picture_file(gxa(1, frame(2, 1, 1, join({u32(2), make_bytes({0x81, 7})})), {}))).frames.size() ==
          1);
    // A frame without height has no pixels, but is a valid frame.
    const PictureFile flat = need(read_picture_file(gxa(1, frame(2, 0, 0, {}))));
    CHECK(flat.frames.size() == 1);
    CHECK(flat.no_end == 0);
    CHECK(need(write_picture_file(flat)) == gxa(1, frame(2, 0, 0, {})));
    CHECK(need(write_picture_file(need(read_picture_file(gxa(1, frame(0, 2, 0, {})))))) == gxa(1, frame(0, 2, 0, {})));
    // Packed pixels that do not decode are reported.
    kept.clear();
    CHECK(need(read_picture_file(gxa(1, frame(9, 9, 1, with_size(make_bytes({0x83, 7})))), &kept)).frames.size() == 1);
    REQUIRE(kept.size() == 1);
    CHECK(kept[0].place == "frame 0");
    CHECK(kept[0].reason == "its packed pixels do not give its picture");
    CHECK(kept[0].size == 2);
}

TEST_CASE("GXA: rejects a header without chunks and documents that read back differently", "[art]")
{
    const Bytes file = gxa(1, frame(1, 1, 0, make_bytes({9})));
    const auto error_at = [&](std::size_t at) {
        Bytes damaged = file;
        damaged[at] = std::byte{'?'};
        const Error error = require_error(read_picture_file(damaged));
        return std::pair(error.code, error.offset.value_or(0));
    };
    const std::pair missing(ErrorCode::truncated, std::uint64_t{42});
    CHECK(error_at(42) == missing);   // BPAL
    CHECK(error_at(49) == missing);   // its 768 bytes are cut off
    CHECK(error_at(818) == missing);  // BBMP
    CHECK(require_error(read_picture_file(ByteView(file).first(30))).offset == 30U);

    PictureFile pictures = need(read_picture_file(file));
    pictures.frame_count = std::int16_t{0};  // now the frame would be read as a tail
    const Error count = require_error(write_picture_file(pictures));
    CHECK(count.code == ErrorCode::mismatch);
    CHECK(count.field == "frame_count");
    pictures.frame_count = {};
    pictures.no_end = 1;
    pictures.tail = bytes_of("END ");
    CHECK(require_error(write_picture_file(pictures)).field == "tail");
}

TEST_CASE("GXA: colours have 6 bits per channel in the file and 8 bits in the text", "[art]")
{
    PictureFile file;
    file.colours = {{0, 1, 62}, {63, 64, 255}};
    CHECK(colours_of(file) == std::vector<Colour>{{0, 4, 251}, {255, 255, 255}});
}

TEST_CASE("LZHUF: round-trips, also after the weights of its tree are halved", "[art]")
{
    const auto back = [](const Bytes& bytes) {
        const auto again = unpack_lzhuf(pack_lzhuf(bytes), bytes.size());
        return again && *again == bytes;
    };
    CHECK(back({}));
    CHECK(back(make_bytes({0x20})));
    CHECK(back(lzhuf_content()));
    CHECK(back(noise()));
    CHECK(back(pattern()));
    CHECK_FALSE(unpack_lzhuf(make_bytes({1, 2, 3}), 1000));
    CHECK_FALSE(unpack_lzhuf({}, 1));
    // A round trip does not detect a mistake in both directions. LHA unpacks these streams, see the test below.
    CHECK(pack_lzhuf(noise()).size() == 100179);
    CHECK(crc16(pack_lzhuf(noise())) == 21251);
    CHECK(pack_lzhuf(pattern()).size() == 2393);
    CHECK(crc16(pack_lzhuf(pattern())) == 19184);
}

TEST_CASE("LZHUF: LHA unpacks a stream that the encoder wrote", "[art]")
{
    const redforge::test::TemporaryFolder folder;
    if (redforge::test::run_shell(folder.path(), "command -v lha").status != 0) {
        redforge::test::skip("no program lha here (Debian: lhasa)");
        return;
    }
    for (const Bytes& content : {make_bytes({0x20}), lzhuf_content(), noise(), pattern()}) {
        const Bytes stream = pack_lzhuf(content);
        // A header of level 0: size, sum, method, sizes, time, attribute, level, name, CRC-16 of the content.
        Bytes header = bytes_of("-lh1-");
        append_le(header, static_cast<std::uint32_t>(stream.size()));
        append_le(header, static_cast<std::uint32_t>(content.size()));
        append(header, join({Bytes(4), make_bytes({0x20, 0, 5}), bytes_of("f.bin")}));
        append_le(header, crc16(content));
        unsigned sum = 0;
        for (const std::byte byte : header) {
            sum += std::to_integer<unsigned>(byte);
        }
        const Bytes archive = join(
            {make_bytes({static_cast<int>(header.size()), static_cast<int>(sum & 0xFFU)}), header, stream, Bytes(1)});
        static_cast<void>(need(write_file(folder.path() / "x.lzh", archive, {.overwrite = Overwrite::allow})));
        CHECK(redforge::test::run_shell(folder.path(), "lha xqf x.lzh").status == 0);
        CHECK(need(read_file(folder.path() / "f.bin")) == content);
    }
}

TEST_CASE("GXA: a frame is a picture of its width and height; without pixels it is empty")
{
    PictureFrame frame;
    frame.width = 3;
    frame.height = 2;
    CHECK(picture_of(frame).width == 0);
    CHECK(picture_of(frame).height == 0);
    frame.pixels = make_bytes({1, 2, 3, 4, 5, 255});
    const IndexedImage picture = picture_of(frame);
    CHECK(picture.width == 3);
    CHECK(picture.height == 2);
    CHECK(picture.indices == std::vector<std::uint8_t>{1, 2, 3, 4, 5, 255});
}
