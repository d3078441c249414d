// A file as memory: what is not looked at is not read.
#pragma once

#include <filesystem>

#include "core/error.hpp"
#include "core/shared_bytes.hpp"

namespace redforge {

/// The content of a regular file in one piece, which the system reads as it is looked at and may forget. For work that
/// only looks and is soon done: a program that shortens the file meanwhile ends this one. Errors: io, unsupported.
[[nodiscard]] Result<SharedBytes> map_file(const std::filesystem::path& path);

}  // namespace redforge
