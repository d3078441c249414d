// The comparison of two folders, for `diff` and `review`.
#pragma once

#include <string>

#include "cli/line/verb.hpp"

namespace redforge::cli {

/// Compares the files of two folders by name, and prints the differences, or writes them to the page of --html with a
/// title. Returns `finding` if there are differences, and the worst exit code of the files that cannot be read.
[[nodiscard]] Exit diff_folders(const Arguments& arguments, const std::string& a, const std::string& b,
                                const std::string& title);

}  // namespace redforge::cli
