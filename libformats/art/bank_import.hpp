// Pictures into a texture bank: one PNG or a whole folder of them, all or none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "art/colour.hpp"
#include "art/texture_bank.hpp"
#include "core/bytes.hpp"
#include "core/error.hpp"

namespace redforge::art {

/// A picture, and where it goes.
struct IncomingPicture {
    std::string file;                  ///< for messages
    std::string image;                 ///< a word that find_image_place() understands
    std::optional<std::size_t> frame;  ///< needed for an image of several frames; the next number adds a frame
    Bytes png;
};

struct PictureImport {
    std::vector<Colour> colours{};  ///< of the map's palette, for images without colours of their own; may be empty
    bool keep_indices{};            ///< an indexed PNG's indices as they are, whatever its colours
    bool add{};                     ///< pictures of images that the bank does not have become new ones
    std::optional<std::uint32_t> bank{};  ///< what new images belong to; without it, what the first image does
};

/// Result of importing an image.
struct ImportedImage {
    std::size_t place{};  ///< in the bank as it is afterwards
    std::string name;
    std::string before;     ///< "64 x 64 pixels, 6 frames"; empty for a new image
    std::string after;      ///< the same as before when only pixels are different
    bool is_changed{};      ///< an image whose pixels are what they were is left as it stands
    std::size_t inexact{};  ///< how many colours are not in the palette and became the nearest one
};

/// Formats "image D02044: 3 colours are not in the palette, nearest taken"; empty if all colours are in the palette.
[[nodiscard]] std::string inexact_description(const ImportedImage& image);

/// "64 x 64 pixels" or "64 x 64 pixels, 6 frames".
[[nodiscard]] std::string picture_description(const Image& image);

/// Puts pictures into images. Pixels that are already there change nothing, so what was exported gives the same bytes.
/// Indices are kept when a PNG has the colours of the image (its own, the map's, or greys when there are none);
/// otherwise colours are matched. A new image goes before the first one of a higher number.
/// An image whose frames cannot be read takes all of them at once.
/// Errors, each with the picture's file: those of read_png() and replace_frames(); unknown_name; exists (two pictures
/// for one frame); out_of_range (no such frame, or none given for an image of several); mismatch (colours but no palette
/// to match them to; keep_indices and no indices).
[[nodiscard]] Result<std::vector<ImportedImage>>
import_pictures(TextureBank& bank, const std::vector<IncomingPicture>& pictures, const PictureImport& how);

}  // namespace redforge::art
