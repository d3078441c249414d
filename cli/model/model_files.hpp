// Reads glTF files, and writes an .obj together with its side files.
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "core/bytes/bytes.hpp"
#include "core/error.hpp"
#include "exchange/obj/obj.hpp"

namespace redforge::cli {

/// Returns the bytes of a .glb, or of a .gltf with its buffers and pictures as a .glb. Errors: those of reading files
/// and of exchange::pack_gltf().
[[nodiscard]] Result<Bytes> read_glb_file(const std::string& input);

/// Writes an .obj, which may exist, and its side files in the same folder: all or none. Does not replace an existing
/// side file that no export has written. Errors: those of write_file(); exists (such a side file).
[[nodiscard]] Status write_with_side_files(const std::filesystem::path& out, ByteView content,
                                           std::span<const exchange::SideFile> beside);

}  // namespace redforge::cli
