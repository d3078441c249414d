// Converts text glTF (.gltf) with its buffers and pictures to binary glTF.
#pragma once

#include "core/bytes/bytes.hpp"
#include "core/error.hpp"
#include "exchange/obj/obj.hpp"

namespace redforge::exchange {

/// Returns true if the bytes begin like text glTF: a JSON object.
[[nodiscard]] bool is_text_gltf(ByteView bytes);

/// Returns a .gltf as a .glb: all buffers and pictures become one binary chunk. Buffers and pictures are data URIs, or
/// files that `read_file` reads by their relative path. Errors: those of read_glb() for the JSON; malformed (a URI, a
/// buffer that is too short); unsupported (a path out of the folder, or more than 1 GiB in total); those of
/// `read_file`.
[[nodiscard]] Result<Bytes> pack_gltf(ByteView text, const ReferencedFileReader& read_file);

}  // namespace redforge::exchange
