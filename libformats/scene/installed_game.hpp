// Finding the game where stores and installers put it.
#pragma once

#include <filesystem>
#include <span>

namespace redforge::scene {

/// The folder of Redguard, the one that holds WORLD.INI, in or below one of these places; empty when it is in none.
[[nodiscard]] std::filesystem::path find_game_in(std::span<const std::filesystem::path> places);

/// The same in the usual places of this system (core/platform/places.hpp), looked for once.
[[nodiscard]] const std::filesystem::path& installed_game();

}  // namespace redforge::scene
