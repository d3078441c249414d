// Stores bytes in a picture, because other programs preserve the pictures of a model.
//
// Red is 255 everywhere; green and blue are the bytes. An occlusion map uses only red, so such a picture shades
// nothing. Blender and other programs write it back unchanged.
#pragma once

#include <optional>

#include "core/bytes/bytes.hpp"
#include "core/error.hpp"

namespace redforge::exchange {

/// Returns a PNG that contains the bytes and their fingerprint. Errors: out_of_range (more than fit in
/// art::max_pixels).
[[nodiscard]] Result<Bytes> picture_of_bytes(ByteView bytes);

/// Returns the bytes stored in such a PNG, however it was compressed. Returns nullopt for another picture, or if a
/// pixel differs.
[[nodiscard]] std::optional<Bytes> bytes_of_picture(ByteView png);

}  // namespace redforge::exchange
