// The colour type of palettes, pictures and scenes. Its record type is in colour_record.hpp, because most code that
// uses colours does not serialise them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/bytes/bytes.hpp"

namespace redforge::art {

/// One colour of a palette, 3 bytes. Each component is 0 to 255, displayed without gamma conversion.
struct Colour {
    std::uint8_t r{};
    std::uint8_t g{};
    std::uint8_t b{};
    friend constexpr bool operator==(const Colour&, const Colour&) = default;
};

/// Number of colours in a palette file and in the CMAP part of an image.
inline constexpr std::size_t palette_colours = 256;

/// Reads 256 colours of three bytes each. `from` must point to at least 768 bytes.
[[nodiscard]] std::vector<Colour> read_colours(const std::byte* from);

/// Appends three bytes for each colour.
void append_colours(Bytes& to, std::span<const Colour> colours);

/// Returns 256 greys, black first. Used for images with an unknown palette.
[[nodiscard]] std::vector<Colour> grey_colours();

}  // namespace redforge::art
