// Where games are installed on this system.
#pragma once

#include <filesystem>
#include <vector>

namespace redforge::platform {

/// Folders that are games or have games in them, as stores and installers make them: Steam, GOG, Wine, Proton, Lutris. In
/// the order in which to look; some may not be there.
[[nodiscard]] std::vector<std::filesystem::path> places_of_games();

/// The folders with games of Steam, from the folder that Steam itself is in.
[[nodiscard]] std::vector<std::filesystem::path> steam_libraries(const std::filesystem::path& steam);

/// The folders on a drive of Windows, or of Wine, that installers choose.
[[nodiscard]] std::vector<std::filesystem::path> places_on_drive(const std::filesystem::path& drive);

}  // namespace redforge::platform
