// The fog of the game: its density by the distance from the camera.
//
// Source: reference sheet "engine facts", 1, FOG.INI.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace redforge::scene {

/// The table of a FOG.INI. Entry i is the density, 0 to 255, at the depth fog_depth(i).
using FogTable = std::array<std::uint8_t, 64>;

/// The table of the FOG.INI that the game ships. Used for a map that is not in a game folder.
[[nodiscard]] const FogTable& shipped_fog();

/// Parses a FOG.INI: rows of "index, value", with comments after ";". A row's value applies up to the next row's index,
/// without interpolation. The last row has no value: its entry and later ones are 0. Rows without valid numbers are
/// skipped, as in the game.
[[nodiscard]] FogTable parse_fog(std::string_view text);

/// Returns the depth of an entry in map units, in front of the camera. 512 for entry 36, 2,048 for entry 44.
[[nodiscard]] std::uint32_t fog_depth(std::size_t entry);

/// Returns the share of fog in a colour at a depth in map units: 0 for none, 1 for fog only. Between two entries it
/// grows linearly. Depths above 49,152 count as 49,152: the game draws nothing that far away.
[[nodiscard]] float fog_share(const FogTable& table, float depth);

}  // namespace redforge::scene
