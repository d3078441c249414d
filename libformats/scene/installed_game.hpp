// Search for a game that a store or installer has installed.
#pragma once

#include <filesystem>
#include <span>

namespace redforge::scene {

/// Returns the Redguard folder (the one with WORLD.INI) in or below one of these folders. Returns an empty path if
/// there is none.
[[nodiscard]] std::filesystem::path find_game_in(std::span<const std::filesystem::path> places);

/// Returns the Redguard folder in the standard locations of this system (core/platform/places.hpp). Searches only once.
[[nodiscard]] const std::filesystem::path& installed_game();

}  // namespace redforge::scene
