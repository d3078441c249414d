// COL: the 256 colours that the images of a map are shown in, 776 bytes.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/bytes.hpp"
#include "core/error.hpp"
#include "core/field.hpp"
#include "core/raw_fallback.hpp"

namespace redforge::art {

/// One colour of a palette, 3 bytes. Each part 0 to 255, shown as it stands (no gamma).
struct Colour {
    std::uint8_t r{};
    std::uint8_t g{};
    std::uint8_t b{};
    friend constexpr bool operator==(const Colour&, const Colour&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, Colour& colour, unsigned /*version*/)
{
    field(ar, "r", colour.r, {.label = "Red", .always = true, .notation = Notation::colour});
    field(ar, "g", colour.g, {.label = "Green", .always = true, .notation = Notation::colour});
    field(ar, "b", colour.b, {.label = "Blue", .always = true, .notation = Notation::colour});
}

/// Colours of a palette, in a file and in a CMAP part of an image.
inline constexpr std::size_t palette_colours = 256;

/// Bytes of a palette file that has nothing behind its colours.
inline constexpr std::uint32_t palette_file_size = 776;

/// What stands at offset 4 of every palette file.
inline constexpr std::uint32_t palette_magic = 0x0000B123;

/// A palette file. Index 0 of an image is transparent; shipped palettes have black there.
struct Palette {
    static constexpr std::string_view root = "palette";

    Derived<std::uint32_t> size;  ///< u32 at offset 0, always 776
    std::vector<Colour> colours;  ///< always 256
    Bytes tail;                   ///< what follows the colours; shipped files have nothing there
    bool operator==(const Palette&) const = default;
};

template <class Archive>
void serialize(Archive& ar, Palette& palette, unsigned /*version*/)
{
    field(ar, "size", palette.size, {.label = "Size", .unit = "bytes", .kind = Role::derived});
    list(ar, "colours", "colour", palette.colours, {.label = "Colours", .doc = "256 colours, index 0 first"});
    blob(ar, "tail", palette.tail, {.label = "Tail", .doc = "Bytes behind the last colour"});
}

/// Whether the bytes begin as a palette does: its mark at offset 4.
[[nodiscard]] bool is_palette(ByteView bytes);

/// Errors: truncated (fewer than 776 bytes), malformed (no mark).
[[nodiscard]] Result<Palette> read_palette(ByteView bytes, RawFallbacks* kept = nullptr);

/// Errors: out_of_range (not 256 colours).
[[nodiscard]] Result<Bytes> write_palette(const Palette& palette);

/// Reads 256 colours of three bytes each; `from` holds them all.
[[nodiscard]] std::vector<Colour> read_colours(const std::byte* from);

/// Appends three bytes for each colour.
void append_colours(Bytes& to, std::span<const Colour> colours);

/// 256 greys, black first: for images whose palette nobody knows.
[[nodiscard]] std::vector<Colour> grey_colours();

}  // namespace redforge::art
