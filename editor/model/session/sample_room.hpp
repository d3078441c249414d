// A small game folder with one room, made without files of the game: for the first steps with the editor.
#pragma once

#include <filesystem>

#include "core/error.hpp"

namespace redforge::editor {

/// Writes the folder: models, a palette, WORLD.INI and MAPS/ROOM.RGM with a floor, two walls, a table, two chairs and a
/// light. Replaces these files, and keeps a backup of a changed map. Returns the path of the map. Errors: those of
/// write_file().
[[nodiscard]] Result<std::filesystem::path> write_sample_room(const std::filesystem::path& folder);

}  // namespace redforge::editor
