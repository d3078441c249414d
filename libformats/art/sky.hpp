// .BSI: a file with a single picture, for skies and suns of the GOG edition. It has the parts of a TEXBSI image,
// without its name and size. Source: reference sheet "engine facts", 5.
#pragma once

#include <string_view>

#include "art/texture_bank.hpp"
#include "core/bytes/bytes.hpp"
#include "core/error.hpp"
#include "core/record/raw_fallback.hpp"

namespace redforge::art {

/// A .BSI file. The name and the size of the image are unused. The colours are in the .COL file with the same stem.
/// Index 0 of a sky is opaque. The indices of a sun are opacities.
struct SkyPicture {
    static constexpr std::string_view root = "sky_picture";

    Image image;

    bool operator==(const SkyPicture&) const = default;
};

template <class Archive>
void serialize(Archive& ar, SkyPicture& picture, unsigned version)
{
    describe_image(ar, picture.image, version, false);
}

/// Returns true if the bytes begin like a .BSI file: BSIF or IFHD, then BHDR.
[[nodiscard]] bool is_sky_picture(ByteView bytes);

/// Reads a picture. Data that does not fit the layout stays as bytes in its place and is reported to `kept`. Errors:
/// malformed (it does not begin like a .BSI file).
[[nodiscard]] Result<SkyPicture> read_sky_picture(ByteView bytes, RawFallbacks* kept = nullptr);

/// Returns the bytes of a picture. Errors: out_of_range or mismatch, with the field that the file cannot store.
[[nodiscard]] Result<Bytes> write_sky_picture(const SkyPicture& picture);

}  // namespace redforge::art
