// Random banks: what can be written reads back the same, and its bytes are written the same.
#include <catch2/catch.hpp>

#include <random>

#include "art/bank_builder.hpp"
#include "art/image.hpp"
#include "art/texture_bank.hpp"

using namespace redforge;
using namespace redforge::art;
using namespace redforge::art::test;

namespace {

/// Seeded choices; the standard's engines give the same numbers everywhere, its distributions do not.
class Dice {
public:
    explicit Dice(std::uint32_t seed) : engine_(seed) {}
    std::uint32_t below(std::uint32_t limit) { return static_cast<std::uint32_t>(engine_() % limit); }
    bool one_in(std::uint32_t n) { return below(n) == 0; }
    template <class T>
    T any()
    {
        return static_cast<T>(engine_());
    }
    Bytes bytes(std::size_t size)
    {
        Bytes result(size);
        for (std::byte& b : result) {
            b = any<std::byte>();
        }
        return result;
    }

private:
    std::mt19937 engine_;
};

ImagePalette random_palette(Dice& dice)
{
    ImagePalette palette;
    for (int i = 0; i < 256; ++i) {
        palette.colours.push_back({dice.any<std::uint8_t>(), dice.any<std::uint8_t>(), dice.any<std::uint8_t>()});
    }
    return palette;
}

void random_pixels(Dice& dice, Image& image)
{
    const auto width = 1 + dice.below(9);
    const auto height = 1 + dice.below(9);
    image.header.width = static_cast<std::int16_t>(width);
    image.header.height = static_cast<std::int16_t>(height);
    if (dice.one_in(2)) {
        image.pixels = dice.bytes(std::size_t{width} * height);
        return;
    }
    const std::uint32_t rows = 1 + dice.below(9);
    image.rows = dice.bytes(rows * width + dice.below(width));
    image.frames.resize(1 + dice.below(4));
    const auto table = static_cast<std::uint32_t>(4 * height * image.frames.size());
    for (Frame& frame : image.frames) {
        const bool odd = dice.one_in(4);
        for (std::uint32_t y = 0; y < height; ++y) {
            odd ? frame.offsets.push_back(dice.below(2 * table)) : frame.rows.push_back(dice.below(rows));
        }
        if (odd) {
            frame.offsets[0] = dice.below(table);  // inside the table: surely not on a row
        }
    }
}

Image random_image(Dice& dice, std::uint32_t number)
{
    Image image;
    image.name = std::string_view("A01" + std::to_string(100 + number));
    image.header.x = dice.any<std::int16_t>();
    image.header.y = dice.any<std::int16_t>();
    image.header.flags = dice.any<std::uint8_t>();
    image.header.delay = dice.any<std::int16_t>();
    image.header.scale = dice.any<std::uint16_t>();
    image.header.reserved[dice.below(4)] = dice.any<std::uint8_t>();
    random_pixels(dice, image);
    if (dice.one_in(2)) {
        image.marker = "IFHD";
        image.animation[dice.below(44)] = dice.any<std::uint8_t>();
        image.palette = random_palette(dice);
    }
    if (dice.one_in(3)) {
        image.header.has_palette = static_cast<std::uint8_t>(2 + dice.below(200));
    }
    if (dice.one_in(4)) {
        image.rest = dice.bytes(1 + dice.below(40));
    }
    if (dice.one_in(4)) {
        image.end_spare = 1 + dice.below(1000);
    }
    for (std::uint32_t place = 0; place < 4; ++place) {
        if (dice.one_in(5)) {
            const std::string tag = "XTR" + std::to_string(place);
            image.others.push_back({std::string_view(tag), place, dice.bytes(dice.below(40))});
        }
    }
    return image;
}

}  // namespace

TEST_CASE("random banks hold both laws", "[art]")
{
    int written = 0;
    for (std::uint32_t seed = 1; seed <= 400; ++seed) {
        Dice dice(seed);
        TextureBank bank;
        const std::uint32_t count = dice.below(5);
        for (std::uint32_t i = 0; i < count; ++i) {
            bank.images.push_back(random_image(dice, i));
        }
        if (dice.one_in(3) && count > 0) {
            bank.tail = dice.bytes(1 + dice.below(40));
        }
        INFO("seed " << seed);
        const Result<Bytes> bytes = write_texture_bank(bank);
        if (!bytes) {
            FAIL(describe(bytes.error()));
        }
        ++written;
        const Result<TextureBank> read = read_texture_bank(*bytes);
        REQUIRE(read);
        REQUIRE(*read == bank);
        REQUIRE(broken_law(*read, *bytes, write_texture_bank).empty());
    }
    CHECK(written == 400);
}

TEST_CASE("random bytes behind a record's header are refused or kept exactly", "[art]")
{
    for (std::uint32_t seed = 1; seed <= 400; ++seed) {
        Dice dice(seed);
        Bytes bytes = join({still("A01000", 2, 2), animated("A01001", 2, shared_rows()), end_marker});
        for (std::uint32_t i = 0; i < 1 + seed % 8; ++i) {
            bytes[dice.below(static_cast<std::uint32_t>(bytes.size()))] = dice.any<std::byte>();
        }
        bytes.resize(bytes.size() - (dice.one_in(4) ? dice.below(900) : 0));
        const Result<TextureBank> bank = read_texture_bank(bytes);
        INFO("seed " << seed);
        if (bank) {
            const std::string broken = broken_law(*bank, bytes, write_texture_bank);
            INFO(broken);
            REQUIRE(broken.empty());
            for (const Image& image : bank->images) {
                (void)decode_frames(image);
            }
        }
    }
}
