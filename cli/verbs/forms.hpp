// `new record`, which the verb `new` runs.
#pragma once

#include "cli/line/verb.hpp"

namespace redforge::cli {

/// Adds a record to a plugin, and prints its FormID.
[[nodiscard]] Exit run_new_record(const Arguments& arguments);

}  // namespace redforge::cli
