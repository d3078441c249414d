// A memory-mapped file: only the accessed parts are read.
#pragma once

#include <filesystem>

#include "core/error.hpp"
#include "core/shared_bytes.hpp"

namespace redforge {

/// The content of a regular file in one piece, which the system reads as it is looked at and may forget. For work that
/// only looks and is soon done: a program that shortens the file meanwhile ends this one. Errors: io, unsupported.
[[nodiscard]] Result<SharedBytes> map_file(const std::filesystem::path& path);

/// Copies bytes out of such a content: for a few here and there it takes a tenth of the time that looking at them does,
/// and no memory. Works for any other memory too. `to` has room for them.
void peek(ByteView from, std::span<std::byte> to);

}  // namespace redforge
