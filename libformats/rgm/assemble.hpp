// Serialises a map without reading it back: the inner part of write_map().
#pragma once

#include <vector>

#include "core/bytes/bytes.hpp"
#include "core/error.hpp"
#include "rgm/frame.hpp"
#include "rgm/map.hpp"

namespace redforge::rgm {

/// Writes a map and converts it to canonical form: removes given values that equal the computed values, sorts
/// attributes, and orders sections. Does not read the result back.
[[nodiscard]] Result<Bytes> assemble(Map& map);

/// Comparison of a written map with the sections of a file.
struct Comparison {
    bool same{};                  ///< all bytes are equal
    std::vector<bool> differing;  ///< for each section of the file: it differs; empty if the sections do not correspond
};

/// Compares the result of assemble() with a file.
[[nodiscard]] Result<Comparison> compare_assembled(Map& map, const Frame& frame);

}  // namespace redforge::rgm
