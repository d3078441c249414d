// The files of an unpacked folder that cannot be read: reading stops at the first of them, and a user wants all.
#pragma once

#include <filesystem>
#include <vector>

#include "core/error.hpp"
#include "core/load_context.hpp"

namespace redforge::cli {

/// Returns `first`, the error at which reading a folder stopped, and the first error of each other XML file and source
/// in it, by file name. Returns only `first` if `path` is neither an unpacked folder nor a document in one.
[[nodiscard]] std::vector<Error> broken_parts(const std::filesystem::path& path, const LoadContext& context,
                                              const Error& first);

}  // namespace redforge::cli
