// The game that provides names and art.
#pragma once

#include <filesystem>
#include <optional>

#include "core/load_context.hpp"
#include "editor/views/frame/window_part.hpp"
#include "scene/game_folder.hpp"

namespace redforge::editor {

class GameFiles : public WindowPart {
public:
    using WindowPart::WindowPart;

    void choose_game_folder();

    /// Uses the art of this folder for all files.
    void use_game_folder(const std::filesystem::path& folder);
    /// Returns the game folder of the document, or the folder for all files; nullopt if unknown.
    [[nodiscard]] std::optional<std::filesystem::path> game_folder() const;
    /// Returns the game files, indexed once; null if no folder is set.
    [[nodiscard]] const scene::GameFolder* game_files();
    /// Returns the script names for a file, from the game folder that contains it or provides its models.
    [[nodiscard]] LoadContext names_for(const std::filesystem::path& file) const;
    /// Returns the game folder of a file for script names; empty if unknown.
    [[nodiscard]] std::filesystem::path game_around(const std::filesystem::path& file) const;

private:
    std::optional<std::filesystem::path> chosen_;    ///< for all files
    std::optional<scene::GameFolder> indexed_game_;  ///< result of game_files()
    std::filesystem::path indexed_game_folder_;
};

}  // namespace redforge::editor
