// Gaps: bytes of a file that no table covers.
#pragma once

#include "core/record/raw_fallback.hpp"
#include "model/layout.hpp"

namespace redforge::model {

/// Fills Model::gaps with all bytes that no table covers. Precondition: the model's tables are read, and all its
/// offsets are given.
void find_gaps(Model& model, ByteView bytes, RawFallbacks* kept);

/// Adds one gap before the table with this name, or at its offset if the name is empty.
void add_gap(Model& model, ByteView bytes, std::string_view before, std::uint64_t begin, std::uint64_t end,
             RawFallbacks* kept);

}  // namespace redforge::model
