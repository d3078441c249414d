// Random maps: whole ones that are valid by construction, and files damaged in the ways that matter.
#pragma once

#include <cstdint>

#include "core/bytes/bytes.hpp"
#include "rgm/map.hpp"

namespace redforge::test {

/// A map that write_map() must accept and read_map() must give back field for field.
[[nodiscard]] rgm::Map random_map(std::uint64_t seed);

/// A written map with one to four things wrong: counts, offsets, lengths, sections twice, missing, unknown, shuffled,
/// cut or prolonged, bytes behind END, bytes changed anywhere.
[[nodiscard]] Bytes random_file(std::uint64_t seed);

}  // namespace redforge::test
