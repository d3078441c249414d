// Writing an .obj together with what belongs beside it.
#pragma once

#include <filesystem>
#include <span>

#include "core/bytes.hpp"
#include "core/error.hpp"
#include "exchange/obj.hpp"

namespace redforge::cli {

/// Writes an .obj, which may be there already, and its side files in the same folder: all of them, or none. A side file
/// that is there and that no export made is not replaced. Errors: those of write_file(); exists (such a side file).
[[nodiscard]] Status write_with_side_files(const std::filesystem::path& out, ByteView content,
                                           std::span<const exchange::SideFile> beside);

}  // namespace redforge::cli
