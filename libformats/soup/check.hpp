// Where a script goes that assembles: what is worth a warning of it.
#pragma once

#include <string_view>
#include <vector>

#include "soup/assemble.hpp"
#include "soup/diagnostic.hpp"
#include "soup/script.hpp"

namespace redforge::soup {

/// What a script does that can hardly be meant: statements that nothing leads to, an end that is missing, a loop that
/// never waits. `closing`: where the } of the source's actor is.
void check_flow(const Script& script, const std::vector<SourcePlace>& places, std::uint32_t closing,
                std::string_view source, Diagnostics& diagnostics);

}  // namespace redforge::soup
