// Random maps: valid maps, and damaged files.
#pragma once

#include <cstdint>

#include "core/bytes/bytes.hpp"
#include "rgm/map.hpp"

namespace redforge::test {

/// Returns a map that write_map() must accept and read_map() must return unchanged.
[[nodiscard]] rgm::Map random_map(std::uint64_t seed);

/// Returns a map file with one to four errors: counts, offsets, lengths; sections repeated, missing, unknown,
/// reordered, cut or extended; bytes after END, or changed anywhere.
[[nodiscard]] Bytes random_file(std::uint64_t seed);

}  // namespace redforge::test
