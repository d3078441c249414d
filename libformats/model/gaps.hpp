// What of a file its tables do not account for.
#pragma once

#include "core/raw_fallback.hpp"
#include "model/layout.hpp"

namespace redforge::model {

/// Fills Model::gaps with all bytes of the file that no table covers. The model's tables are read and its offsets all
/// given.
void find_gaps(Model& model, ByteView bytes, RawFallbacks* kept);

/// Adds one gap: in front of the table of that name, or with its offset when the name is empty.
void add_gap(Model& model, ByteView bytes, std::string_view before, std::uint64_t begin, std::uint64_t end,
             RawFallbacks* kept);

}  // namespace redforge::model
