// A mod that is open in the window: working copies of game files with the mod applied, and the changes of the mod.
//
// The window edits a working copy, which is a file like any other:
// $XDG_STATE_HOME/redforge/mods/NAME-SUM/MAPS/ISLAND.RGM. Saving it updates the patch in the mod. The file
// "mod.txt" next to the working copies names the mod and the game, so that the editor finds them again when it recovers
// a working copy.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "edit/document/document.hpp"
#include "edit/operation/changes.hpp"
#include "editor/model/session/session.hpp"
#include "editor/model/text/node_ref.hpp"
#include "mod/edited_mod.hpp"

namespace redforge::editor {

/// A file of the game that the mod changes or adds.
struct ModFile {
    std::string path;
    bool is_new{};        ///< the mod adds the file
    std::size_t edits{};  ///< number of edits in the patch
};

/// A value or record of the open file that the mod changes.
struct ModChange {
    std::optional<NodeRef> record;  ///< nullopt if the mod removes the record
    std::string where;              ///< "objects[4] 8401 DOOR01"
    std::string field;              ///< if empty, the whole record
    std::string original;           ///< value without the mod, for display
    std::string now;                ///< value with the mod, for display
    /// The original in the form that Session::set() takes; nullopt for a record or a byte range.
    std::optional<std::string> value;
};

class ModProject {
public:
    /// Opens a mod. `copies`: the folder of all working copies, see working_copies(). Errors: those of
    /// EditedMod::open(); io.
    [[nodiscard]] static Result<ModProject> open(const std::filesystem::path& mod, const std::filesystem::path& game,
                                                 const std::filesystem::path& copies);
    /// Opens the mod of a working copy. Returns nullopt if the file is not a working copy. Errors: those of open().
    [[nodiscard]] static Result<std::optional<ModProject>> open_around(const std::filesystem::path& file,
                                                                       const std::filesystem::path& copies);

    [[nodiscard]] std::string name() const { return mod_.mod().name(); }
    [[nodiscard]] const std::filesystem::path& folder() const { return mod_.folder(); }
    [[nodiscard]] const std::filesystem::path& game() const { return mod_.game(); }
    /// Returns the files of the mod, by path.
    [[nodiscard]] std::vector<ModFile> files() const;

    /// Writes the working copy of a file of the game, and returns its path. Errors: those of EditedMod::content(); io.
    [[nodiscard]] Result<std::filesystem::path> check_out(const std::string& path) const;
    /// Returns the game path of a working copy: "MAPS/ISLAND.RGM"; nullopt for other files.
    [[nodiscard]] std::optional<std::string> path_of_copy(const std::filesystem::path& file) const;
    /// Returns the game path of a file in the game folder; nullopt for other files.
    [[nodiscard]] std::optional<std::string> path_in_game(const std::filesystem::path& file) const;

    /// Updates the patch for a file of the game to give `document`. Returns notes. Errors: those of EditedMod::save().
    [[nodiscard]] Result<std::vector<std::string>> save(const std::string& path, const edit::Document& document);

    /// Returns the changes of the mod in the document of a working copy. Errors: those of EditedMod::base(), and of
    /// reading the file.
    [[nodiscard]] Result<std::vector<ModChange>> changes(const std::string& path, const Session& session);
    [[nodiscard]] Result<std::vector<mod::ModConflict>> conflicts() const { return mod_.conflicts(); }

private:
    ModProject(mod::EditedMod mod, std::filesystem::path copies) : mod_(std::move(mod)), copies_(std::move(copies)) {}

    mod::EditedMod mod_;
    std::filesystem::path copies_;  ///< folder of the working copies of this mod
    std::string base_path_;
    std::shared_ptr<const edit::Document> base_;  ///< the file `base_path_` without the mod
};

/// Returns the folder of working copies of all mods. Errors: usage (neither XDG_STATE_HOME nor HOME is set).
[[nodiscard]] Result<std::filesystem::path> working_copies();

/// A program that starts the game.
struct GameStarter {
    std::vector<std::string> command;  ///< program and arguments
    std::filesystem::path folder;      ///< working directory
};
/// Finds DOSBox in the DOSBOX folder of the game, the folder next to it, or `programs` (the folders of PATH). Starts it
/// with the settings files in the game folder or the folder above it, or else with the game's program. Returns nullopt
/// if there is no DOSBox, or neither settings nor a program.
[[nodiscard]] std::optional<GameStarter> find_starter(const std::filesystem::path& game,
                                                      const std::vector<std::filesystem::path>& programs);

}  // namespace redforge::editor
