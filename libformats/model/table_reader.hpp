// Reads the tables in a model's header.
#pragma once

#include "core/bytes/bytes.hpp"
#include "core/record/raw_fallback.hpp"
#include "model/model.hpp"

namespace redforge::model {

/// Reads all readable tables. All header words and records become overrides, and the rest of the file becomes gaps.
[[nodiscard]] Model read_tables(ByteView bytes, RawFallbacks* kept);

/// Reads everything after the header as one gap. Succeeds for any file with a header.
[[nodiscard]] Model read_as_gap(ByteView bytes, RawFallbacks* kept);

}  // namespace redforge::model
