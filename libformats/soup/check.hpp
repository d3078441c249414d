// What is worth a warning in a script that assembles.
#pragma once

#include <vector>

#include "soup/assemble.hpp"
#include "soup/diagnostic.hpp"
#include "soup/script.hpp"

namespace redforge::soup {

/// For each statement of the code whether it can be reached from the start, the interrupt thread or a hook.
/// `starts`: offsets of the statements in order.
[[nodiscard]] std::vector<bool> reached_statements(const Script& script, const std::vector<SourcePlace>& starts);

/// Warns of the first statement of each piece that nothing reaches.
void warn_unreached(const Script& script, const std::vector<SourcePlace>& places, Diagnostics& diagnostics);

}  // namespace redforge::soup
