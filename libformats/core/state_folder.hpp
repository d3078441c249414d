// The user's own folder for what a program remembers from one run to the next.
#pragma once

#include <filesystem>
#include <string_view>

#include "core/error.hpp"

namespace redforge {

/// $XDG_STATE_HOME/redforge, or ~/.local/state/redforge without that variable. `what` is kept there, for the message.
/// Errors: usage (neither XDG_STATE_HOME nor HOME is set).
[[nodiscard]] Result<std::filesystem::path> state_folder(std::string_view what);

/// Makes a folder and those above it that are missing, readable by nobody else, each with its name on the disk.
/// Errors: io.
[[nodiscard]] Status make_private_folder(const std::filesystem::path& folder);

}  // namespace redforge
