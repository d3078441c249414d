// The game whose files the window draws and names with.
#pragma once

#include <filesystem>
#include <optional>

#include "core/load_context.hpp"
#include "editor/views/window_part.hpp"
#include "scene/game_folder.hpp"

namespace redforge::editor {

class GameFiles : public WindowPart {
public:
    using WindowPart::WindowPart;

    void choose_game_folder();

    /// Draws with the art of that folder, whatever is opened.
    void use_game_folder(const std::filesystem::path& folder);
    /// That of the document, or of all files; nothing is known of one.
    [[nodiscard]] std::optional<std::filesystem::path> game_folder() const;
    /// The game's files as they were when they were first looked for; null without a folder.
    [[nodiscard]] const scene::GameFolder* game_files();
    /// The names for scripts of a file: of the game's folder that it lies in or that its models come from.
    [[nodiscard]] LoadContext names_for(const std::filesystem::path& file) const;
    /// The game that a file belongs to, which scripts take their names from; empty when none is known.
    [[nodiscard]] std::filesystem::path game_around(const std::filesystem::path& file) const;

private:
    std::optional<std::filesystem::path> chosen_;    ///< for all files
    std::optional<scene::GameFolder> indexed_game_;  ///< what game_files() found
    std::filesystem::path indexed_game_folder_;
};

}  // namespace redforge::editor
