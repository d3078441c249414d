// How a field path may go on, for completion in a shell.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/record_type.hpp"

namespace redforge::cli {

/// The paths that begin with `word`, up to the next name: fields, and lists and groups with [ or . behind them.
[[nodiscard]] std::vector<std::string> path_words(const RecordType& root, std::string_view word);

}  // namespace redforge::cli
