// A map to bytes, without asking whether the bytes say the same: the inner half of write_map().
#pragma once

#include "core/bytes.hpp"
#include "core/error.hpp"
#include "rgm/map.hpp"

namespace redforge::rgm {

/// Writes a map and brings it into the one form that reading gives: given values that equal the computed ones are
/// dropped, attributes sorted, section order settled. Reads nothing back.
[[nodiscard]] Result<Bytes> assemble(Map& map);

/// Whether a section of that tag has a typed form in Map.
[[nodiscard]] bool is_typed(std::string_view tag);

}  // namespace redforge::rgm
