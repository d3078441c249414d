// Names of files whose extension says a kind that is not written.
#pragma once

#include <filesystem>
#include <string>

#include <fmt/format.h>

#include "core/error.hpp"

namespace redforge::cli {

/// "a.fbx: cannot write .fbx; .glb and .obj are possible".
[[nodiscard]] inline Error cannot_write(const std::filesystem::path& path, std::string possible)
{
    const std::string extension = path.extension().string();
    return {.code = ErrorCode::usage,
            .message = extension.empty() ? std::string("cannot write a name without an extension")
                                         : fmt::format("cannot write {}", extension),
            .file = path.string(),
            .hint = std::move(possible)};
}

}  // namespace redforge::cli
