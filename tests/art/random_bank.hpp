// Random texture banks with every possible content, including irregular parts.
#pragma once

#include <cstdint>
#include <random>
#include <string>

#include "art/texture_bank.hpp"

namespace redforge::art::test {

/// Seeded random numbers that are equal on all systems: standard engines are, standard distributions are not.
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

inline ImagePalette random_palette(Dice& dice)
{
    ImagePalette palette;
    for (int i = 0; i < 256; ++i) {
        palette.colours.push_back({dice.any<std::uint8_t>(), dice.any<std::uint8_t>(), dice.any<std::uint8_t>()});
    }
    return palette;
}

inline void random_pixels(Dice& dice, Image& image)
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
            frame.offsets[0] = dice.below(table);  // inside the table: certainly not on a row
        }
    }
}

inline Image random_image(Dice& dice, std::uint32_t number)
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

inline TextureBank random_bank(Dice& dice)
{
    TextureBank bank;
    const std::uint32_t count = dice.below(5);
    for (std::uint32_t i = 0; i < count; ++i) {
        bank.images.push_back(random_image(dice, i));
    }
    if (dice.one_in(3) && count > 0) {
        bank.tail = dice.bytes(1 + dice.below(40));
    }
    return bank;
}

}  // namespace redforge::art::test
