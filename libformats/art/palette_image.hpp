// A palette as a picture: 16 x 16 swatches for painting programs, and back.
#pragma once

#include "art/palette.hpp"
#include "core/bytes.hpp"
#include "core/error.hpp"

namespace redforge::art {

/// An indexed PNG of 16 x 16 pixels, index 0 to 255 row by row, whose palette is the palette. Nothing is transparent.
/// Errors: out_of_range (not 256 colours).
[[nodiscard]] Result<Bytes> palette_to_png(const Palette& palette);

/// Takes the colours from a PNG: from its palette of 256 colours whatever it shows, or, without one, from the pixels of
/// a picture of 16 x 16. Errors: those of read_png(); out_of_range (fewer colours, another size).
[[nodiscard]] Status palette_from_png(Palette& palette, ByteView png);

}  // namespace redforge::art
