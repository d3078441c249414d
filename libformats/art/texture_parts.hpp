// TEXBSI: constants and functions shared by reading and writing.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "art/texture_bank.hpp"
#include "core/bytes/bytes.hpp"
#include "core/error.hpp"
#include "core/record/leaf.hpp"
#include "core/record/raw_fallback.hpp"

namespace redforge::art {

inline constexpr std::size_t image_name_size = 9;
inline constexpr std::size_t record_header_size = 13;  ///< name and size
inline constexpr std::size_t part_header_size = 8;     ///< tag and size
inline constexpr std::size_t animation_size = 44;
inline constexpr std::size_t colours_size = 768;
inline constexpr std::size_t end_marker_size = 9;

inline constexpr std::string_view tag_still = "BSIF";
inline constexpr std::string_view tag_animated = "IFHD";
inline constexpr std::string_view tag_header = "BHDR";
inline constexpr std::string_view tag_palette = "CMAP";
inline constexpr std::string_view tag_data = "DATA";
inline constexpr std::string_view tag_end = "END ";

/// Parts that every image should have besides its marker, as spelled in Image::missing.
inline constexpr std::array<std::string_view, 3> required_parts{"BHDR", "DATA", "END"};

/// Returns true if `missing` names one of the required parts.
[[nodiscard]] inline bool is_missing(const Image& image, std::string_view part)
{
    return is_choice(part, image.missing.bytes);
}

/// Computed values of an image header.
struct DerivedHeader {
    std::uint8_t has_palette{};
    std::int16_t frame_count{};
    std::int16_t encoding{};
};

[[nodiscard]] inline DerivedHeader derive_header(const Image& image)
{
    const bool table = !image.frames.empty();
    return {.has_palette = static_cast<std::uint8_t>(image.palette ? 1 : 0),
            .frame_count = table ? static_cast<std::int16_t>(image.frames.size()) : std::int16_t{1},
            .encoding = static_cast<std::int16_t>(table ? Encoding::row_table : Encoding::raw)};
}

/// Clears stored header values that equal the computed ones.
inline void drop_derived(Image& image)
{
    const DerivedHeader derived = derive_header(image);
    image.header.has_palette.clear_if_equal(derived.has_palette);
    image.header.frame_count.clear_if_equal(derived.frame_count);
    image.header.encoding.clear_if_equal(derived.encoding);
    image.end_spare.clear_if_equal(0);
}

/// Reads the parts of an image up to `END `, and keeps the bytes after it as the rest.
void read_image_parts(Image& image, ByteView body, RawFallbacks* kept);

/// Appends the parts of an image and its rest. `place` is its path in the document, with a dot at the end, for
/// messages. Errors: out_of_range, with the field that the file cannot store.
[[nodiscard]] Status append_image_parts(Bytes& out, const Image& image, const std::string& place);

}  // namespace redforge::art
