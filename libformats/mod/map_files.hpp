// Relates maps to their visibility (PVO), which depends on the statics of the map, and to the saves that refer to them.
#pragma once

#include <filesystem>
#include <string>

#include "core/bytes/bytes.hpp"
#include "mod/mod.hpp"

namespace redforge::mod {

/// Returns the path of the map of a visibility, such as "MAPS/ISLAND.RGM" for "MAPS/ISLAND.PVO". Returns an empty path
/// for other files.
[[nodiscard]] std::string map_of_visibility(const std::string& path);
/// Returns the path of the visibility of a map. Returns an empty path for other files.
[[nodiscard]] std::string visibility_of_map(const std::string& path);
/// Returns true if a mod may add, remove or reorder statics of a map.
[[nodiscard]] bool changes_statics(const Mod& mod, const std::string& map);

/// Returns true if a game has saves: files in its folder SAVEGAME.
[[nodiscard]] bool has_saves(const std::filesystem::path& game);
/// Returns true if both are maps, and the objects of the first are not the first objects of the second in the same
/// order.
[[nodiscard]] bool moves_objects(ByteView before, ByteView after);

}  // namespace redforge::mod
