// Checks the extensions of output files.
#pragma once

#include <filesystem>
#include <string>

#include <fmt/format.h>

#include "core/error.hpp"

namespace redforge::cli {

/// Returns the error for an extension that cannot be written: "a.fbx: cannot write .fbx; .glb and .obj are possible".
[[nodiscard]] inline Error cannot_write(const std::filesystem::path& path, std::string possible)
{
    const std::string extension = path.extension().string();
    return {.code = ErrorCode::usage,
            .message = extension.empty() ? std::string("cannot write a name without an extension")
                                         : fmt::format("cannot write {}", extension),
            .file = path.string(),
            .hint = std::move(possible)};
}

/// Returns true if the name of an output folder looks like the name of a file. A folder may have an extension if it
/// exists or is written with a slash. TEXBSI.302 is a valid name of a folder too.
[[nodiscard]] inline bool is_name_of_file(const std::filesystem::path& out)
{
    std::error_code ignored;
    const std::string extension = out.extension().string();
    return extension.size() > 1 && extension.find_first_not_of("0123456789", 1) != extension.npos &&
           !std::filesystem::is_directory(out, ignored);
}

}  // namespace redforge::cli
