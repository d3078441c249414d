// What the segments of a model archive are called, and which of them a person means.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "model/rob.hpp"

namespace redforge::edit {

/// Most characters of a segment's name; a NUL follows them.
inline constexpr std::size_t max_segment_name = 8;

/// A segment's name in capitals, from a person's words: "crate" gives "CRATE".
/// Errors: out_of_range (more than 8 characters, none, or others than A-Z 0-9 _, which no known archive has).
[[nodiscard]] Result<std::string> segment_name(std::string_view word);

/// A word for each segment, fit for a file's name and different for each: its name, or "at-003" for segments[3] when
/// the name is not one of segment_name() or occurs twice.
[[nodiscard]] std::vector<std::string> segment_labels(const model::Rob& rob);

/// "embedded", "menu", "external", or the number of another type.
[[nodiscard]] std::string segment_type_description(std::uint16_t type);

/// The places of the segments that words mean, in the archive's order, each once: names or labels, in any case, with *
/// and ? for any characters; no words mean all. Errors: unknown_name (a word that no segment has); mismatch (a name
/// without wildcards that two segments have).
[[nodiscard]] Result<std::vector<std::size_t>> select_segments(const model::Rob& rob,
                                                               std::span<const std::string> words);

}  // namespace redforge::edit
