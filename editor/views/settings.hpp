// What the program remembers of a person's choices, in a private file of the user's own configuration.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "editor/model/transform.hpp"

namespace redforge::editor {

/// The game's folder that was chosen last.
[[nodiscard]] std::optional<std::filesystem::path> remembered_game_folder();
void remember_game_folder(const std::filesystem::path& folder);

/// The files that were opened last, the newest last.
[[nodiscard]] std::vector<std::string> remembered_files();
void remember_file(const std::filesystem::path& file);

/// The steps that places and angles snap to.
[[nodiscard]] Snapping remembered_snapping();
void remember_snapping(const Snapping& snapping);

}  // namespace redforge::editor
