// Converts a palette to a picture of 16 x 16 swatches for image editors, and back.
#pragma once

#include "art/palette.hpp"
#include "core/bytes/bytes.hpp"
#include "core/error.hpp"

namespace redforge::art {

/// Returns an indexed PNG of 16 x 16 pixels with this palette and the indices 0 to 255, row by row, without
/// transparency. Errors: out_of_range (not 256 colours).
[[nodiscard]] Result<Bytes> palette_to_png(const Palette& palette);

/// Sets the colours from a PNG: from its palette of 256 colours (the pixels do not matter), or, without a palette, from
/// the pixels of a picture of 16 x 16. Errors: those of read_png(); out_of_range (fewer colours, another size).
[[nodiscard]] Status palette_from_png(Palette& palette, ByteView png);

}  // namespace redforge::art
