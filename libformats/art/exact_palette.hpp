// Converts true colour pictures with few colours to indexed ones, which need a quarter of the size and are written much
// faster.
#pragma once

#include <optional>
#include <vector>

#include "art/colour.hpp"
#include "art/picture.hpp"
#include "art/png.hpp"

namespace redforge::art {

/// A picture as palette indices, with its palette, for write_png().
struct PalettedImage {
    IndexedImage image;
    std::vector<Colour> colours;
    IndexZero index_zero{IndexZero::opaque};  ///< transparent if any pixel is transparent
};

/// Returns the picture as indices. All transparent pixels become index 0, whatever their colour. Returns nullopt if the
/// picture has more than 256 colours, a half transparent pixel, or no pixels; pictures of the game have none of these.
[[nodiscard]] std::optional<PalettedImage> with_exact_palette(const RgbaImage& image);

}  // namespace redforge::art
