// Options that a verb or one of its actions does not use: an error instead of silence.
#pragma once

#include "cli/line/verb.hpp"
#include "core/error.hpp"

namespace redforge::cli {

/// Checks that the verb uses each option that was given: its action uses it, options that it needs are there, and no
/// other option excludes it. The action itself is not checked. Errors: usage.
[[nodiscard]] Status check_options(const Verb& verb, const Arguments& arguments);

}  // namespace redforge::cli
