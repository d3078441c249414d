// Reading the tables that a model's header names.
#pragma once

#include "core/bytes.hpp"
#include "core/raw_fallback.hpp"
#include "model/model.hpp"

namespace redforge::model {

/// All tables that can be read, every header word and record given as stored, the rest of the file as gaps.
[[nodiscard]] Model read_tables(ByteView bytes, RawFallbacks* kept);

/// Everything behind the header as one gap: possible for any file that has a header.
[[nodiscard]] Model read_as_gap(ByteView bytes, RawFallbacks* kept);

}  // namespace redforge::model
