// Bytes as a picture, for programs that keep the pictures of a model and little else.
//
// Red is full everywhere, green and blue are the bytes. As the occlusion map of a material, which is read from red alone,
// such a picture shades nothing; Blender and others write it back as they found it.
#pragma once

#include <optional>

#include "core/bytes.hpp"
#include "core/error.hpp"

namespace redforge::exchange {

/// A PNG that holds the bytes with their fingerprint. Errors: out_of_range (more than fit in art::max_pixels).
[[nodiscard]] Result<Bytes> picture_of_bytes(ByteView bytes);

/// Returns the bytes stored in such a PNG, however it was compressed. Returns nullopt for another picture, or if a
/// pixel differs.
[[nodiscard]] std::optional<Bytes> bytes_of_picture(ByteView png);

}  // namespace redforge::exchange
