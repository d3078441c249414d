// Stores bytes in the pixels of a PNG, because other programs preserve the pictures of a model.
//
// Red is 255 everywhere; green and blue contain the bytes. An occlusion map uses only red, so this picture does not
// change the shading. Blender and other programs write it back unchanged.
#pragma once

#include <optional>

#include "core/bytes/bytes.hpp"
#include "core/error.hpp"

namespace redforge::exchange {

/// Returns a PNG that contains the bytes and their fingerprint. Errors: out_of_range (more than fit in
/// art::max_pixels).
[[nodiscard]] Result<Bytes> picture_of_bytes(ByteView bytes);

/// Returns the bytes that picture_of_bytes() stored. The PNG can be compressed in another way. Returns nullopt for
/// other pictures, or if the fingerprint does not match.
[[nodiscard]] std::optional<Bytes> bytes_of_picture(ByteView png);

}  // namespace redforge::exchange
