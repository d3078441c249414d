// A memory-mapped file: only the accessed parts are read.
#pragma once

#include <filesystem>

#include "core/bytes/shared_bytes.hpp"
#include "core/error.hpp"

namespace redforge {

/// Maps a regular file. The system reads pages when they are accessed. Use it only for short read-only work: if another
/// program truncates the file meanwhile, an access ends this program. Errors: io, unsupported.
[[nodiscard]] Result<SharedBytes> map_file(const std::filesystem::path& path);

/// Copies bytes of a mapped file. For a few scattered bytes, it is ten times faster than an access and uses no memory.
/// Works for other memory too. `to` must have the same size.
void peek(ByteView from, std::span<std::byte> to);

}  // namespace redforge
