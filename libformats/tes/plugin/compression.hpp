// Compressed records: zlib streams and their compression level.
#pragma once

#include <cstdint>
#include <optional>

#include "core/bytes/bytes.hpp"
#include "core/error.hpp"

namespace redforge::tes {

/// Inflates the data of a compressed record: the inflated size, and a zlib stream that must have exactly this size and
/// end with the data. Rejects impossible sizes before it allocates memory. Errors: those of the stream, malformed.
[[nodiscard]] Result<Bytes> inflate_data(ByteView data);

/// Inflates at most the first `count` bytes. Returns fewer if the stream is shorter or damaged.
[[nodiscard]] Bytes inflate_first(ByteView data, std::size_t count);

/// Compresses content at a zlib level. Returns the data of a compressed record.
[[nodiscard]] Bytes deflate_data(ByteView content, int level);

/// Returns the level at which deflate_data() returns `data`. Returns nullopt if there is none.
[[nodiscard]] std::optional<int> find_level(ByteView data, ByteView content);

}  // namespace redforge::tes
