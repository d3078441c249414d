// What edits have in common: what their paths lead to, and taking records out.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "edit/edits.hpp"
#include "edit/selector_index.hpp"

namespace redforge::edit {

/// `expect="any"`: nothing is as right as something.
inline constexpr std::size_t any_number = std::numeric_limits<std::size_t>::max();

/// Errors: not_found, mismatch when the number of things is not the one expected.
[[nodiscard]] std::optional<Error> check_expected(std::size_t found, std::optional<std::size_t> expect,
                                                  std::string_view path);

/// What a path leads to, as many as expected; without a number at least one.
[[nodiscard]] Result<std::vector<Match>> resolve_expected(const RecordHandle& root, std::string_view path,
                                                          std::optional<std::size_t> expect,
                                                          SelectorIndex* index = nullptr);

/// Errors: usage, for what is no record of a list.
[[nodiscard]] Status require_record(const Match& match);

[[nodiscard]] std::string first_line(std::string text);

/// Takes records out of their lists, those of one list at once.
EditLog remove_matches(Recorder& recorder, const std::vector<Match>& matches);

}  // namespace redforge::edit
