// Run lengths of a GXA: packed bytes, and streams that do not match their picture.
#include <catch2/catch.hpp>

#include "art/bank_builder.hpp"
#include "art/picture_file.hpp"
#include "support/make_bytes.hpp"
#include "support/outcome.hpp"

using namespace redforge;
using namespace redforge::art;
using redforge::test::make_bytes;
using redforge::test::need;

namespace {

constexpr std::size_t frame_at = 50 + 768 + 8;  ///< after the header, the colours and the header of BBMP
constexpr std::size_t stream_at = frame_at + 18 + 4;

/// Returns a file of one row of pixels without a stored stream.
PictureFile row_of(const Bytes& pixels)
{
    PictureFile file;
    file.colours.resize(256);
    PictureFrame& frame = file.frames.emplace_back();
    frame.width = static_cast<std::int16_t>(pixels.size());
    frame.height = 1;
    frame.packing = 1;
    frame.pixels = pixels;
    return file;
}

/// Returns the packed bytes of a row. Checks that they unpack to the row.
Bytes packed_row(const Bytes& pixels)
{
    const Bytes file = need(write_picture_file(row_of(pixels)));
    REQUIRE(need(read_picture_file(file)).frames.at(0).pixels == pixels);
    const auto size = load_le<std::uint32_t>(file.data() + stream_at - 4);
    REQUIRE(file.size() == stream_at + size + 4);  // END
    return {file.begin() + stream_at, file.begin() + static_cast<std::ptrdiff_t>(stream_at + size)};
}

/// Returns the pixels of a row of six with this stream.
Bytes unpacked(const Bytes& stream)
{
    Bytes bytes = need(write_picture_file(row_of(Bytes(6))));
    bytes.resize(stream_at - 4);
    append(bytes, art::test::join({art::test::u32(static_cast<std::uint32_t>(stream.size())), stream}));
    store_be32(bytes.data() + frame_at - 4, static_cast<std::uint32_t>(bytes.size() - frame_at));
    append(bytes, art::test::bytes_of("END "));
    const PictureFile again = need(read_picture_file(bytes));
    CHECK(art::test::law_violation(again, bytes, write_picture_file).empty());
    return again.frames.at(0).pixels;
}

Bytes counting(int from, std::size_t count)
{
    Bytes bytes(count);
    for (std::size_t i = 0; i < count; ++i) {
        bytes[i] = static_cast<std::byte>(from + static_cast<int>(i));
    }
    return bytes;
}

}  // namespace

TEST_CASE("run lengths: three or more equal pixels are a run", "[art]")
{
    CHECK(packed_row(make_bytes({7})) == make_bytes({0x00, 7}));
    CHECK(packed_row(make_bytes({7, 7})) == make_bytes({0x01, 7, 7}));
    CHECK(packed_row(make_bytes({7, 7, 7})) == make_bytes({0x82, 7}));
    CHECK(packed_row(make_bytes({7, 7, 7, 7})) == make_bytes({0x83, 7}));
    CHECK(packed_row(make_bytes({1, 2, 7, 7, 7})) == make_bytes({0x01, 1, 2, 0x82, 7}));
    CHECK(packed_row(make_bytes({1, 7, 7, 2, 2, 2, 3})) == make_bytes({0x02, 1, 7, 7, 0x82, 2, 0x00, 3}));
}

TEST_CASE("run lengths: runs and literals have at most 128 pixels", "[art]")
{
    const Bytes sevens(300, std::byte{7});
    CHECK(packed_row(Bytes(128, std::byte{7})) == make_bytes({0xFF, 7}));
    CHECK(packed_row(Bytes(129, std::byte{7})) == make_bytes({0xFF, 7, 0x00, 7}));
    CHECK(packed_row(sevens) == make_bytes({0xFF, 7, 0xFF, 7, 0xAB, 7}));
    CHECK(packed_row(counting(1, 128)) == art::test::join({make_bytes({0x7F}), counting(1, 128)}));
    CHECK(packed_row(counting(1, 130)) ==
          art::test::join({make_bytes({0x7F}), counting(1, 128), make_bytes({0x01}), counting(129, 2)}));
}

TEST_CASE("run lengths: keeps a stream with a wrong number of pixels, but does not draw it", "[art]")
{
    CHECK(unpacked(make_bytes({0x84, 7, 0x00, 8})) == make_bytes({7, 7, 7, 7, 7, 8}));
    CHECK(unpacked(make_bytes({0x85, 7})) == make_bytes({7, 7, 7, 7, 7, 7}));
    CHECK(unpacked(make_bytes({0x86, 7})).empty());                    // a run that is one pixel too long
    CHECK(unpacked(make_bytes({0x03, 1, 2, 3, 4, 0x82, 7})).empty());  // 4 + 3 pixels
    CHECK(unpacked(make_bytes({0x06, 1, 2, 3, 4, 5, 6, 7})).empty());  // one pixel too many
    CHECK(unpacked(make_bytes({0x05, 1, 2, 3, 4, 5})).empty());        // the sixth pixel is missing
    CHECK(unpacked(make_bytes({0x82, 7, 0x82})).empty());              // a run without its pixel
    CHECK(unpacked(make_bytes({0x82, 7})).empty());                    // half of the pixels
    CHECK(unpacked(make_bytes({0x03, 1, 2, 3, 4, 0x01, 5, 6})) == make_bytes({1, 2, 3, 4, 5, 6}));
}
