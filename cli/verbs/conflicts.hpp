// The comparison of a plugin with its masters, for `diff --against-master`.
#pragma once

#include "cli/line/verb.hpp"

namespace redforge::cli {

/// Compares the overrides of the plugin A with the records of its masters, and prints the differences.
[[nodiscard]] Exit diff_against_master(const Arguments& arguments);

}  // namespace redforge::cli
