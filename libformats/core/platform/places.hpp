// Folders in which games can be installed on this system.
#pragma once

#include <filesystem>
#include <vector>

namespace redforge::platform {

/// Returns the folders of stores and installers that can contain games: Steam, GOG, Wine, Proton, Lutris. In search
/// order; they need not exist.
[[nodiscard]] std::vector<std::filesystem::path> game_install_folders();

/// Returns the game folders of a Steam installation.
[[nodiscard]] std::vector<std::filesystem::path> steam_libraries(const std::filesystem::path& steam);

/// Returns the default install folders of the game on a drive of Windows or Wine.
[[nodiscard]] std::vector<std::filesystem::path> install_folders_on_drive(const std::filesystem::path& drive);

}  // namespace redforge::platform
