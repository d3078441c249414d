// Names of images: bank and number in a record's name, and in the names of PNG files.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "art/texture_bank.hpp"
#include "core/error.hpp"

namespace redforge::art {

/// Numbers of a bank and an image, as used by faces and flats.
struct ImageNumber {
    std::uint32_t bank{};   ///< 0 to 2599
    std::uint32_t image{};  ///< 0 to 999
    friend constexpr auto operator<=>(const ImageNumber&, const ImageNumber&) = default;
};

inline constexpr std::uint32_t max_bank = 2599;
inline constexpr std::uint32_t max_image = 999;

/// Returns the name of an image: "D02044" for image 44 of bank 302 (a letter for the hundreds and two digits of the
/// bank, three digits of the image).
[[nodiscard]] std::string image_name(ImageNumber number);

/// Parses the name of an image, ignoring case. Returns nullopt if it has another form.
[[nodiscard]] std::optional<ImageNumber> image_number(std::string_view name);

/// Parses a label of image_labels(): "302-044". Returns nullopt if it has another form.
[[nodiscard]] std::optional<ImageNumber> image_number_of_label(std::string_view label);

/// Returns the bank number in a file name: 302 for TEXBSI.302 or TEXBSI.302.xml. Returns nullopt for other names.
[[nodiscard]] std::optional<std::uint32_t> bank_number(std::string_view file_name);

/// Returns a unique label for each image of a bank, such as "302-044" for D02044. A label is a valid file name. If the
/// name has another form or repeats the name of an earlier image, the label is the index: "at-003" is images[3].
[[nodiscard]] std::vector<std::string> image_labels(const TextureBank& bank);

/// Returns "302-044.png" for the only frame of an image, or "302-044-f01.png" for the second of several.
[[nodiscard]] std::string picture_file_name(std::string_view label, std::size_t frame, std::size_t frame_count);

/// Parts of a name made by picture_file_name(). The frame is nullopt if the name has none. Parsing returns nullopt for
/// other names.
struct PictureName {
    std::string label;
    std::optional<std::size_t> frame;
    bool operator==(const PictureName&) const = default;
};
[[nodiscard]] std::optional<PictureName> parse_picture_name(std::string_view file_name);

/// Finds an image by label, name (D02044) or number (44). Errors: not_found; mismatch (images of two banks have this
/// number).
[[nodiscard]] Result<std::size_t> find_image_place(const TextureBank& bank, const std::vector<std::string>& labels,
                                                   std::string_view word);

}  // namespace redforge::art
