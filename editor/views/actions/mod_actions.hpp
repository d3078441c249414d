// An open mod: its files as working copies, saving into the mod, its changes and conflicts, and playing it.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <wx/timer.h>

#include "editor/model/rows/property_rows.hpp"
#include "editor/model/session/mod_project.hpp"
#include "editor/views/frame/window_part.hpp"
#include "editor/views/panes/table_grid.hpp"

namespace redforge::editor {

class ModPane;
struct ModLine;

class ModActions : public WindowPart {
public:
    using WindowPart::WindowPart;

    /// Asks for a mod, and for the game if it is not known.
    void open_mod();
    /// Opens a mod of the known game and lists its files. Shows an error.
    Status open_mod(const std::filesystem::path& folder);
    [[nodiscard]] bool has_mod() const { return project_.has_value(); }
    /// Lists the conflicts with the mods of the game.
    void show_conflicts();
    /// Saves, installs the mod into the game and starts the game.
    void install_and_play();
    /// Restores the originals of the selected values, or of all values of the selected records. Removes records that
    /// the mod adds.
    void take_original();
    [[nodiscard]] bool can_take_original() const;

    /// Returns the file to open instead of a game file: its working copy, written again because the mod can have
    /// changed. Errors: those of ModProject::open_around() and check_out().
    [[nodiscard]] Result<std::filesystem::path> path_of_file(const std::filesystem::path& file) const;
    /// Returns true if a mod is open and a file is in the folder of its game.
    [[nodiscard]] bool is_in_game(const std::filesystem::path& file) const;
    /// Returns the game path of the open document if it is a working copy of the open mod.
    [[nodiscard]] std::optional<std::string> open_path() const;
    /// Returns the file of the game that the open document is a working copy of.
    [[nodiscard]] std::optional<std::filesystem::path> path_in_game() const;
    /// Returns " in NAME" if the open document is a working copy.
    [[nodiscard]] std::string title_note() const;
    /// Called after a document was shown. Opens its mod if it is a working copy of another mod, and lists its changes.
    void begin();
    /// Writes the patch of the open document, if it is a working copy. Shows an error and returns false.
    bool save_patch();
    /// Lists the changes again after a short pause.
    void follow_later();

    /// Returns notes for the outliner: which records the mod changes or adds.
    [[nodiscard]] std::map<NodeRef, std::string> notes() const;
    /// Adds the originals of values that the mod changes.
    void mark(PropertyRows& rows) const;
    [[nodiscard]] ModPane* pane() const { return pane_; }

private:
    /// Opens the mod of the open document, if the document is a working copy of another mod. Shows an error and returns
    /// false.
    bool open_mod_of_document();
    void begin_list();
    void list();
    void list_changes();
    void go(const ModLine& line);
    [[nodiscard]] RecordFields marked_fields() const;
    [[nodiscard]] std::vector<const ModChange*> chosen_changes() const;

    std::optional<ModProject> project_;
    ModPane* pane_{};  ///< null until a mod is opened
    std::vector<ModChange> changes_;
    std::vector<mod::ModConflict> conflicts_;
    wxTimer timer_;
};

}  // namespace redforge::editor
