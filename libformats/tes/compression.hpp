// Compressed records: zlib streams and the level that makes them.
#pragma once

#include <cstdint>
#include <optional>

#include "core/bytes.hpp"
#include "core/error.hpp"

namespace redforge::tes {

/// The data of a compressed record: its size when inflated, and a zlib stream of just that many bytes to its end.
/// Refuses sizes that no such stream has, before any memory is taken for them.
[[nodiscard]] Result<Bytes> inflate_data(ByteView data);

/// The first bytes of what such data holds, as far as they can be had: at most `count`.
[[nodiscard]] Bytes inflate_first(ByteView data, std::size_t count);

/// The inverse at one of zlib's levels.
[[nodiscard]] Bytes deflate_data(ByteView content, int level);

/// The level at which deflate_data() gives `data`; nothing when none does.
[[nodiscard]] std::optional<int> find_level(ByteView data, ByteView content);

}  // namespace redforge::tes
