// Control flow checks of an assembled script.
#pragma once

#include <string_view>
#include <vector>

#include "soup/assemble/assemble.hpp"
#include "soup/assemble/diagnostic.hpp"
#include "soup/bytecode/script.hpp"

namespace redforge::soup {

/// Reports flow that is probably unintended: unreachable statements, a missing end, a loop that never waits. `closing`:
/// offset of the } of the source's actor.
void check_flow(const Script& script, const std::vector<SourcePlace>& places, std::uint32_t closing,
                std::string_view source, Diagnostics& diagnostics);

}  // namespace redforge::soup
