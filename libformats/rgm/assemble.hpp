// A map to bytes, without asking whether the bytes say the same: the inner half of write_map().
#pragma once

#include <vector>

#include "core/bytes.hpp"
#include "core/error.hpp"
#include "rgm/frame.hpp"
#include "rgm/map.hpp"

namespace redforge::rgm {

/// Writes a map and brings it into the one form that reading gives: given values that equal the computed ones are
/// dropped, attributes sorted, section order canonical. Reads nothing back.
[[nodiscard]] Result<Bytes> assemble(Map& map);

/// How what a map writes compares with a file's sections.
struct Comparison {
    bool same{};                  ///< every byte
    std::vector<bool> differing;  ///< for each section of the file: not the same; empty where they have no counterparts
};

/// Compares what assemble() would give with a file.
[[nodiscard]] Result<Comparison> compare_assembled(Map& map, const Frame& frame);

}  // namespace redforge::rgm
