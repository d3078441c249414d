// COL: the palette of a map, 256 colours, 776 bytes.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "art/colour.hpp"
#include "art/colour_record.hpp"
#include "core/bytes/bytes.hpp"
#include "core/error.hpp"
#include "core/record/field.hpp"
#include "core/record/raw_fallback.hpp"

namespace redforge::art {

/// Size of a palette file without bytes after its colours.
inline constexpr std::uint32_t palette_file_size = 776;

/// Value at offset 4 of every palette file.
inline constexpr std::uint32_t palette_magic = 0x0000B123;

/// A palette file. Index 0 of an image is transparent; shipped palettes have black there.
struct Palette {
    static constexpr std::string_view root = "palette";

    Derived<std::uint32_t> size;  ///< u32 at offset 0, always 776
    std::vector<Colour> colours;  ///< always 256
    Bytes tail;                   ///< bytes after the colours; empty in shipped files
    bool operator==(const Palette&) const = default;
};

template <class Archive>
void serialize(Archive& ar, Palette& palette, unsigned /*version*/)
{
    field(ar, "size", palette.size, {.label = "Size", .unit = "bytes", .kind = Role::derived});
    list(ar, "colours", "colour", palette.colours, {.label = "Colours", .doc = "256 colours. Index 0 is first."});
    blob(ar, "tail", palette.tail, {.label = "Tail", .doc = "Bytes after the last colour."});
}

/// Returns true if the bytes begin like a palette: its magic number at offset 4.
[[nodiscard]] bool is_palette(ByteView bytes);

/// Reads a palette. Errors: truncated (fewer than 776 bytes), malformed (no palette_magic at offset 4).
[[nodiscard]] Result<Palette> read_palette(ByteView bytes, RawFallbacks* kept = nullptr);

/// Returns the bytes of a palette. Errors: out_of_range (not 256 colours).
[[nodiscard]] Result<Bytes> write_palette(const Palette& palette);

}  // namespace redforge::art
