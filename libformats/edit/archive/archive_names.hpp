// Names of the segments of a model archive, and their selection by name.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "model/rob.hpp"

namespace redforge::edit {

/// Maximum length of a segment's name, without the final NUL.
inline constexpr std::size_t max_segment_name = 8;

/// Returns a segment's name in capitals: "crate" gives "CRATE".
/// Errors: out_of_range (not 1 to 8 characters of A-Z 0-9 _, the only ones in known archives).
[[nodiscard]] Result<std::string> segment_name(std::string_view word);

/// Returns a unique label for each segment, which is also a valid file name: the segment's name, or "at-003" for
/// segments[3] if the name is not valid (see segment_name()) or occurs twice.
[[nodiscard]] std::vector<std::string> segment_labels(const model::Rob& rob);

/// Returns "embedded", "menu" or "external", or the number of another type.
[[nodiscard]] std::string segment_type_description(std::uint16_t type);

/// Returns the indices of the selected segments, ascending, without duplicates. `words` are names or labels,
/// case-insensitive, with wildcards * and ?; an empty list selects all segments. Errors: not_found (no segment matches
/// a word); mismatch (several segments match a name without wildcards).
[[nodiscard]] Result<std::vector<std::size_t>> select_segments(const model::Rob& rob,
                                                               std::span<const std::string> words);

}  // namespace redforge::edit
