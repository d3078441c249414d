// Games in which a command that changes the mods was interrupted: their files are partly old and partly new.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "core/error.hpp"

namespace redforge::edit {

/// The folder of a game with the state of its mods (mod/state.hpp).
inline constexpr std::string_view mods_folder = ".redforge-mods";

/// Returns the folder of the interrupted game that contains a path, or is the path. Waits for a command that is running
/// there. Errors: io (the command does not end), cancelled.
[[nodiscard]] Result<std::optional<std::filesystem::path>> find_interrupted_mods(const std::filesystem::path& path);
/// Returns the sentence for the user about such a game, with the command that completes the change.
[[nodiscard]] std::string interrupted_mods_description(const std::filesystem::path& game);

}  // namespace redforge::edit
