// Imports pictures into a texture bank: one PNG or a folder of PNG files, all or none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "art/colour.hpp"
#include "art/texture_bank.hpp"
#include "core/bytes/bytes.hpp"
#include "core/error.hpp"

namespace redforge::art {

/// A picture, and its image and frame.
struct IncomingPicture {
    std::string file;                  ///< for messages
    std::string image;                 ///< a word that find_image_place() understands
    std::optional<std::size_t> frame;  ///< required if the image has several frames; frame_count() adds a frame
    Bytes png;
};

struct PictureImport {
    std::vector<Colour> colours{};  ///< of the map's palette, for images without colours of their own; may be empty
    bool keep_indices{};            ///< use the indices of an indexed PNG and ignore its colours
    bool add{};                     ///< add images that the bank does not have
    std::optional<std::uint32_t> bank{};  ///< bank number for new images; default: bank of the first image
};

/// Result of importing an image.
struct ImportedImage {
    std::size_t place{};  ///< index in the changed bank
    std::string name;
    std::string before;     ///< "64 x 64 pixels, 6 frames"; a new image has none
    std::string after;      ///< equal to `before` if only pixels changed
    bool is_changed{};      ///< false if the pixels are equal; the image is then unchanged
    std::size_t inexact{};  ///< number of colours that are not in the palette and became the nearest one
};

/// Returns "image D02044: 3 colours are not in the palette (replaced by the nearest)". Returns an empty text if all
/// colours are in the palette.
[[nodiscard]] std::string inexact_description(const ImportedImage& image);

/// Returns the size of an image: "64 x 64 pixels" or "64 x 64 pixels, 6 frames".
[[nodiscard]] std::string picture_description(const Image& image);

/// Imports pictures into images. Equal pixels change nothing, so importing an export gives the same bytes. Keeps the
/// indices of a PNG that has the colours of the image (its own, the map's, or greys if there are none); otherwise
/// matches colours. Inserts a new image before the first one with a higher number. All frames of an image that cannot
/// be decoded must be replaced together. Errors, each with the picture's file: those of read_png() and
/// replace_frames(); unknown_name; exists (two pictures for one frame); out_of_range (the frame does not exist, or is
/// missing for an image with several frames); mismatch (the PNG has colours but there is no palette to match, or
/// keep_indices is set and the PNG has no indices).
[[nodiscard]] Result<std::vector<ImportedImage>>
import_pictures(TextureBank& bank, const std::vector<IncomingPicture>& pictures, const PictureImport& how);

}  // namespace redforge::art
