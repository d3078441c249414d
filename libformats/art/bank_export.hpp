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
    std::string file_name;  ///< name made by picture_file_name()
    Bytes png;              ///< indexed PNG with the indices of the image; index 0 is transparent
};

struct ExportedBank {
    std::vector<ExportedPicture> pictures;
    std::vector<std::string> left_out;  ///< one sentence for each omitted image, with the reason
    std::size_t images{};               ///< number of exported images
    std::size_t own_colours{};          ///< number of exported images that have their own colours
};

/// Exports all frames of all images, or only those of the image at index `only`. Uses the colours of the image if it
/// has any, else `colours`, or greys if these are empty.
[[nodiscard]] ExportedBank export_pictures(const TextureBank& bank, std::span<const Colour> colours,
                                           std::optional<std::size_t> only = {});

}  // namespace redforge::art
