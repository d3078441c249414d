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

/// An image as faces and flats name it.
struct ImageNumber {
    std::uint32_t bank{};   ///< 0 to 2599
    std::uint32_t image{};  ///< 0 to 999
    friend constexpr auto operator<=>(const ImageNumber&, const ImageNumber&) = default;
};

inline constexpr std::uint32_t max_bank = 2599;
inline constexpr std::uint32_t max_image = 999;

/// "D02044" of image 44 of bank 302: letter of the hundred, two digits of the bank, three of the image.
[[nodiscard]] std::string image_name(ImageNumber number);

/// The inverse, ignoring case. Returns nullopt if the name has another form.
[[nodiscard]] std::optional<ImageNumber> image_number(std::string_view name);

/// The number that a label of image_labels() says: "302-044".
[[nodiscard]] std::optional<ImageNumber> image_number_of_label(std::string_view label);

/// The bank that a file's name says: 302 of TEXBSI.302, also with more behind it (TEXBSI.302.xml).
[[nodiscard]] std::optional<std::uint32_t> bank_number(std::string_view file_name);

/// A word for each image of a bank, fit for a file's name and different for each: "302-044" of D02044. An image of
/// another name, or whose name an image before it has, is called by its place in the bank: "at-003" is images[3].
[[nodiscard]] std::vector<std::string> image_labels(const TextureBank& bank);

/// "302-044.png" for the only frame of an image, "302-044-f01.png" for the second of several.
[[nodiscard]] std::string picture_file_name(std::string_view label, std::size_t frame, std::size_t frame_count);

/// Content of a picture_file_name(). The frame is nullopt if the name has none. Parsing returns nullopt for other
/// names.
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
