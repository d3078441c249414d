// LZHUF: LZSS over a window of 4096 bytes, in adaptive Huffman codes; LHA's method lh1. Published in 1988 by Haruyasu
// Yoshizaki; GXA packs pictures with it.
#pragma once

#include <cstddef>
#include <optional>

#include "core/bytes/bytes.hpp"

namespace redforge::art {

/// Maximum compression ratio of a stream.
inline constexpr std::size_t max_lzhuf_ratio = 64;

/// Unpacks `size` bytes of a stream. Returns nullopt if the stream is too short.
[[nodiscard]] std::optional<Bytes> unpack_lzhuf(ByteView packed, std::size_t size);

/// Packs bytes. Equal bytes give equal streams.
[[nodiscard]] Bytes pack_lzhuf(ByteView bytes);

}  // namespace redforge::art
