// TEXBSI: layout, raw fallbacks, and rejected files.
#include <catch2/catch.hpp>

#include "art/bank_builder.hpp"
#include "art/texture_bank.hpp"
#include "support/outcome.hpp"

using namespace redforge;
using namespace redforge::art;
using namespace redforge::art::test;
using redforge::test::require_error;

namespace {

TextureBank read(const Bytes& bytes, RawFallbacks* kept = nullptr)
{
    Result<TextureBank> bank = read_texture_bank(bytes, kept);
    INFO((bank ? "" : describe(bank.error())));
    REQUIRE(bank);
    return *bank;
}

void check_law(const Bytes& bytes)
{
    CHECK(law_violation(read(bytes), bytes, write_texture_bank).empty());
}

}  // namespace

TEST_CASE("TEXBSI: a still image has its name, size and pixels", "[art]")
{
    const Bytes bytes = join({still("D65031", 3, 2), end_marker});
    RawFallbacks kept;
    const TextureBank bank = read(bytes, &kept);
    REQUIRE(bank.images.size() == 1);
    const Image& image = bank.images[0];
    CHECK(image.name.view() == "D65031");
    CHECK(image.marker.view() == "BSIF");
    CHECK(image.header.width == 3);
    CHECK(image.header.height == 2);
    CHECK(image.header.scale == 256);
    CHECK(image.pixels == bytes_of(std::vector<int>{1, 2, 3, 4, 5, 6}));
    CHECK(kept.empty());
    check_law(bytes);
}

TEST_CASE("TEXBSI: the text omits everything that a regular image implies", "[art]")
{
    const std::string expected = R"(<?xml version="1.0" encoding="UTF-8"?>
<texture_bank>
  <image name="D65031" width="3" height="2">
    <pixels>
      010203
      040506
    </pixels>
  </image>
</texture_bank>
)";
    CHECK(to_xml(read(join({still("D65031", 3, 2), end_marker}))) == expected);
}

TEST_CASE("TEXBSI: an animated image has frames that share rows", "[art]")
{
    const Bytes bytes = join({animated("D02000", 2, shared_rows()), end_marker});
    RawFallbacks kept;
    const TextureBank bank = read(bytes, &kept);
    REQUIRE(bank.images.size() == 1);
    const Image& image = bank.images[0];
    CHECK(image.marker.view() == "IFHD");
    CHECK(image.header.delay == 71);
    CHECK(image.header.flags == 9);
    CHECK_FALSE(image.header.has_palette.stored);
    CHECK_FALSE(image.header.frame_count.stored);
    CHECK_FALSE(image.header.encoding.stored);
    REQUIRE(image.palette);
    CHECK(image.palette->colours[254] == Colour{254, 255, 0});
    REQUIRE(image.frames.size() == 2);
    CHECK(image.frames[0].rows == std::vector<std::uint32_t>{0, 1});
    CHECK(image.frames[1].rows == std::vector<std::uint32_t>{2, 0});
    CHECK(image.rows == bytes_of(std::vector<int>{1, 2, 3, 4, 5, 6}));
    CHECK(kept.empty());
    check_law(bytes);
}

TEST_CASE("TEXBSI: keeps row offsets that lead between rows, before them or outside", "[art]")
{
    for (const std::uint32_t odd : {17U, 0U, 15U, 21U, 22U, 0xFFFFFFFFU}) {
        const Bytes data = join({u32(16), u32(18), u32(20), u32(odd), bytes_of(std::vector<int>{1, 2, 3, 4, 5, 6})});
        const Bytes bytes = join({animated("D02000", 2, data), end_marker});
        const TextureBank bank = read(bytes);
        REQUIRE(bank.images[0].frames.size() == 2);
        CHECK(bank.images[0].frames[0].rows == std::vector<std::uint32_t>{0, 1});
        CHECK(bank.images[0].frames[1].offsets == std::vector<std::uint32_t>{20, odd});
        check_law(bytes);
    }
}

TEST_CASE("TEXBSI: a record with a wrong size ends at its END within 31 parts", "[art]")
{
    for (const int parts : {1, 31, 32}) {
        Bytes content = join({part("BHDR", header(1, 1))});
        for (int i = 1; i < parts; ++i) {
            append(content, part("CYCL", {}));
        }
        Bytes first = record("D02001", join({content, end_part()}));
        store_le(first.data() + 9, std::uint32_t{5});
        const Bytes bytes = join({first, still("D02002", 1, 1), end_marker});
        RawFallbacks kept;
        CAPTURE(parts);
        const Result<TextureBank> bank = read_texture_bank(bytes, &kept);
        REQUIRE(bank.has_value() == (parts < 32));
        if (bank) {
            CHECK(bank->images.size() == 2);
            check_law(bytes);
        }
    }
}

TEST_CASE("TEXBSI: DATA that does not match its header is kept as bytes", "[art]")
{
    struct Case {
        int width, height, frames, encoding;
    };
    for (const Case& c : {Case{3, 2, 1, 0},
                          {0, 0, 1, 0},
                          {-1, -1, 1, 0},
                          {2, 2, 2, 0},
                          {2, 2, -1, 4},
                          {2, 2, 9, 4},
                          {2, 2, 1, 3},
                          {-1, 1, 1, 4},
                          {32767, 32767, 32767, 4},
                          {32767, 32767, 32767, 0}}) {
        const Bytes parts =
            join({part("BSIF", {}), part("BHDR", header(c.width, c.height, 0, 0, c.frames, 0, c.encoding)),
                  part("DATA", bytes_of("abcde")), end_part()});
        const Bytes bytes = join({record("A01000", parts), still("A01001", 2, 2), end_marker});
        RawFallbacks kept;
        const TextureBank bank = read(bytes, &kept);
        REQUIRE(bank.images.size() == 2);
        CHECK(bank.images[0].data == bytes_of("abcde"));
        CHECK(bank.images[0].header.width == c.width);
        CHECK(bank.images[1].pixels.size() == 4);
        REQUIRE(kept.size() == 1);
        CHECK(kept[0].place == "DATA of A01000");
        CHECK(kept[0].size == 5);
        check_law(bytes);
    }
}

TEST_CASE("TEXBSI: keeps unknown, misplaced and invalid parts at their position", "[art]")
{
    const Bytes parts = join({part("XTRA", bytes_of("one")), part("BSIF", {}), part("BSIF", bytes_of("!")),
                              part("BHDR", header(1, 1)), part("BHDR", header(2, 2)), part("CMAP", bytes_of("short")),
                              part("DATA", bytes_of("p")), part("CMAP", colours()), part("LAST", {}), end_part()});
    const Bytes bytes = join({record("A01000", parts), end_marker});
    RawFallbacks kept;
    const TextureBank bank = read(bytes, &kept);
    const Image& image = bank.images.at(0);
    CHECK(image.pixels == bytes_of("p"));
    CHECK(image.header.width == 1);
    REQUIRE(image.others.size() == 6);
    CHECK(image.others[0].tag.view() == "XTRA");
    CHECK(image.others[0].place == 0);
    CHECK(image.others[0].bytes == bytes_of("one"));
    CHECK(image.others[1].place == 2);
    CHECK(image.others[2].place == 4);
    CHECK(image.others[3].place == 5);
    CHECK(image.others[4].place == 7);
    CHECK(image.others[5].place == 8);
    CHECK(kept.size() == 5);  // the empty part has no bytes to keep
    check_law(bytes);
}

TEST_CASE("TEXBSI: missing parts are marked, and the image is read without them", "[art]")
{
    const Bytes no_end = join({part("BSIF", {}), part("BHDR", header(1, 1)), part("DATA", bytes_of("p"))});
    const Bytes only_end = end_part();
    const Bytes bytes = join({record("A01000", no_end), record("A01001", only_end), record("A01002", {}),
                              record("A01003", bytes_of("rubbish")), end_marker});
    const TextureBank bank = read(bytes);
    REQUIRE(bank.images.size() == 4);
    CHECK(bank.images[0].missing.bytes == "END");
    CHECK(bank.images[1].missing.bytes == "BHDR DATA");
    CHECK(bank.images[1].marker.view().empty());
    CHECK(bank.images[2].missing.bytes == "BHDR DATA END");
    CHECK(bank.images[3].rest == bytes_of("rubbish"));
    check_law(bytes);
    RawFallbacks kept;
    REQUIRE(read_texture_bank(bytes, &kept));
    REQUIRE(kept.size() == 1);
    CHECK(kept[0].size == 7);
}

TEST_CASE("TEXBSI: keeps bytes after END, a number after END and a wrong record size", "[art]")
{
    const Bytes parts = join({part("BSIF", {}), part("BHDR", header(1, 1)), part("DATA", bytes_of("p")),
                              bytes_of("END "), bytes_of(std::vector<int>{0, 0, 1, 2}), bytes_of("more")});
    const Bytes behind = join({record("A01000", parts), end_marker});
    const TextureBank bank = read(behind);
    CHECK(bank.images.at(0).end_spare.stored == 0x102U);
    CHECK(bank.images.at(0).rest == bytes_of("more"));
    check_law(behind);

    for (const std::uint32_t wrong : {0U, 5U, 58U, 61U, 65535U, 0xFFFFFFFFU}) {
        Bytes bytes = join({still("A01000", 2, 2), still("A01001", 2, 2), end_marker});
        store_le(bytes.data() + 9, wrong);
        const TextureBank odd = read(bytes);
        REQUIRE(odd.images.size() == 2);
        CHECK(odd.images[0].size.stored == wrong);
        CHECK(odd.images[0].pixels.size() == 4);
        CHECK(odd.images[1].name.view() == "A01001");
        check_law(bytes);
    }
}

TEST_CASE("TEXBSI: accepts a missing end marker, and bytes after it", "[art]")
{
    const Bytes image = still("A01000", 1, 1);
    CHECK(read(image).end_marker == 0);
    check_law(image);
    RawFallbacks kept;
    const Bytes with_tail = join({image, end_marker, bytes_of("tail")});
    CHECK(read(with_tail, &kept).tail == bytes_of("tail"));
    CHECK(kept.size() == 1);
    check_law(with_tail);
    check_law(join({image, bytes_of(std::vector<int>{0, 0, 0})}));
    CHECK(read(end_marker).images.empty());
    check_law(end_marker);
}

TEST_CASE("TEXBSI: every prefix of a bank is rejected with a position or read exactly", "[art]")
{
    const Bytes bytes = join({still("A01000", 2, 2), animated("A01001", 2, shared_rows()), end_marker});
    int error = 0;
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        const Bytes prefix(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
        const Result<TextureBank> bank = read_texture_bank(prefix);
        if (!bank) {
            ++error;
            CHECK(bank.error().offset);
            continue;
        }
        CHECK(law_violation(*bank, prefix, write_texture_bank).empty());
    }
    // A bank is readable only if it is cut in a record's header or in its end marker.
    CHECK(error == 975);
    const Result<TextureBank> cut = read_texture_bank(ByteView(bytes).first(100));
    REQUIRE_FALSE(cut);
    CHECK(cut.error().code == ErrorCode::truncated);
    CHECK(cut.error().message == "image A01001 announces 900 bytes, 12 are left");
    CHECK(cut.error().offset == 84U);
}

TEST_CASE("TEXBSI: every single-byte change of a bank is rejected or read exactly", "[art]")
{
    const Bytes bytes = join({still("A01000", 2, 2), animated("A01001", 2, shared_rows()), end_marker});
    int held = 0;
    for (std::size_t at = 0; at < bytes.size(); ++at) {
        for (const int change : {0x01, 0x80, 0xFF}) {
            Bytes changed = bytes;
            changed[at] ^= static_cast<std::byte>(change);
            const Result<TextureBank> bank = read_texture_bank(changed);
            if (bank) {
                ++held;
                const std::string broken = law_violation(*bank, changed, write_texture_bank);
                INFO("byte " << at << " ^ " << change << ": " << broken);
                REQUIRE(broken.empty());
            }
        }
    }
    CHECK(held == 3 * 997);
}

TEST_CASE("TEXBSI: rejects files that are not texture banks", "[art]")
{
    CHECK_FALSE(is_texture_bank({}));
    CHECK_FALSE(is_texture_bank(bytes_of("RAHD of some map, long enough for a record")));
    CHECK(is_texture_bank(still("A01000", 1, 1)));
    CHECK(is_texture_bank(end_marker));
    const Result<TextureBank> none = read_texture_bank(bytes_of("RAHD of some map, long enough for a record"));
    REQUIRE_FALSE(none);
    CHECK(none.error().message == "not a texture bank: no image record at the start of its 42 bytes");
    CHECK_FALSE(read_texture_bank({}));
    // Nine bytes would be a complete bank only if they were the end marker.
    CHECK(read_texture_bank(bytes_of("RAHD of s")).error().code == ErrorCode::malformed);
    CHECK(read_texture_bank(bytes_of("RAHD of ")).error().code == ErrorCode::truncated);
}

TEST_CASE("TEXBSI: rejects documents that the file cannot hold, naming the field", "[art]")
{
    const TextureBank good = read(join({still("A01000", 2, 2), animated("A01001", 2, shared_rows()), end_marker}));
    const auto field_of = [](const TextureBank& bank) {
        const Result<Bytes> written = write_texture_bank(bank);
        return written ? std::string("written") : written.error().field;
    };
    CHECK(field_of(good) == "written");

    TextureBank bank = good;
    bank.images[0].pixels.pop_back();
    CHECK(field_of(bank) == "images[0].pixels");
    CHECK(require_error(write_texture_bank(bank)).hint == "2 x 2 pixels in 1 frames are 4 bytes");

    bank = good;
    bank.images[0].data = bytes_of("x");
    CHECK(field_of(bank) == "images[0].pixels");

    bank = good;
    bank.images[0].name = "";
    CHECK(field_of(bank) != "written");

    bank = good;
    bank.images[1].frames[1].rows[0] = 3;
    CHECK(field_of(bank) == "images[1].frames[1].rows");

    bank = good;
    bank.images[1].frames[1].rows.push_back(0);
    CHECK(field_of(bank) == "images[1].frames[1].rows");

    bank = good;
    bank.images[1].header.frame_count = std::int16_t{3};
    CHECK(field_of(bank) != "written");

    bank = good;
    bank.images[1].palette->colours.pop_back();
    CHECK(field_of(bank) == "images[1].palette.colours");

    bank = good;
    bank.images[0].animation[3] = 7;
    CHECK(field_of(bank) == "images[0].animation");

    bank = good;
    bank.images[0].missing = "NAIL";
    CHECK(field_of(bank) == "images[0].missing");

    bank = good;
    bank.images[0].marker = "WHAT";
    CHECK(field_of(bank) == "images[0].marker");

    bank = good;
    bank.images[0].others.push_back({"XTRA", 9, {}});
    CHECK(field_of(bank) == "images[0].others[0].place");

    bank = good;
    bank.images[1].frames[0] = {{}, {16, 18}};
    CHECK(field_of(bank) == "images[1].frames[0].rows");
}

TEST_CASE("TEXBSI: accepts and clears stored values that equal the computed ones", "[art]")
{
    const Bytes bytes = join({still("A01000", 2, 2), end_marker});
    TextureBank bank = read(bytes);
    bank.images[0].size = 62U;
    bank.images[0].header.frame_count = std::int16_t{1};
    bank.images[0].header.encoding = std::int16_t{0};
    const Result<Bytes> written = write_texture_bank(bank);
    REQUIRE(written);
    CHECK(*written == bytes);
}
