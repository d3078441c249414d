// Exports the pictures of a texture bank as PNG files: a folder that import_pictures() accepts.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "art/colour.hpp"
#include "art/texture_bank.hpp"
#include "core/bytes/bytes.hpp"

namespace redforge::art {

struct ExportedPicture {
    std::string file_name;  ///< of picture_file_name()
    Bytes png;              ///< indexed: the indices as they are, index 0 transparent
};

struct ExportedBank {
    std::vector<ExportedPicture> pictures;
    std::vector<std::string> left_out;  ///< one sentence for each omitted image, with the reason
    std::size_t images{};               ///< how many images have pictures
    std::size_t own_colours{};          ///< how many of them are in colours of their own
};

/// Exports all frames of all images, or of the image at `only`, in their own colours, or else in `colours`, or else in
/// greys.
[[nodiscard]] ExportedBank export_pictures(const TextureBank& bank, std::span<const Colour> colours,
                                           std::optional<std::size_t> only = {});

}  // namespace redforge::art
