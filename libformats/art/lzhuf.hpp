// LZHUF: LZSS over a window of 4096 bytes, in adaptive Huffman codes; LHA's method lh1. Published in 1988 by Haruyasu
// Yoshizaki; GXA packs pictures with it.
#pragma once

#include <cstddef>
#include <optional>

#include "core/bytes.hpp"

namespace redforge::art {

/// No byte of a stream stands for more than this many.
inline constexpr std::size_t max_lzhuf_ratio = 64;

/// Unpacks `size` bytes of a stream. Returns nullopt if the stream is too short.
[[nodiscard]] std::optional<Bytes> unpack_lzhuf(ByteView packed, std::size_t size);

/// A stream that stands for the bytes. The same bytes give the same stream.
[[nodiscard]] Bytes pack_lzhuf(ByteView bytes);

}  // namespace redforge::art
