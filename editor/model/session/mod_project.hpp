// A mod that is open in the window: working copies of files of the game with the mod, and what the mod changes in them.
//
// The window edits a working copy, which is a file like any other:
// $XDG_STATE_HOME/redforge/mods/NAME-SUM/MAPS/ISLAND.RGM. Saving makes the patch of the mod of it. The file "mod.txt"
// of a folder of working copies names the mod and the game, so that changes of a window that was killed are recovered
// with them.
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
    std::size_t edits{};  ///< number of edits of the patch
};

/// A value or record of the open file that the mod changes.
struct ModChange {
    std::optional<NodeRef> record;  ///< nullopt if the mod removes the record
    std::string where;              ///< "objects[4] 8401 DOOR01"
    std::string field;              ///< if empty, the whole record
    std::string original;           ///< value without the mod, for display
    std::string now;                ///< value with the mod, for display
    /// The original in the form that Session::set() takes; nullopt if it is not a value.
    std::optional<std::string> value;
};

class ModProject {
public:
    /// Opens a mod. `copies`: the folder of all working copies, see working_copies(). Errors: those of
    /// EditedMod::open(); io.
    [[nodiscard]] static Result<ModProject> open(const std::filesystem::path& mod, const std::filesystem::path& game,
                                                 const std::filesystem::path& copies);
    /// Opens the mod of a working copy, or returns nullopt if the file is none. Errors: those of open().
    [[nodiscard]] static Result<std::optional<ModProject>> open_around(const std::filesystem::path& file,
                                                                       const std::filesystem::path& copies);

    [[nodiscard]] std::string name() const { return mod_.mod().name(); }
    [[nodiscard]] const std::filesystem::path& folder() const { return mod_.folder(); }
    [[nodiscard]] const std::filesystem::path& game() const { return mod_.game(); }
    /// Returns the files of the mod, by path.
    [[nodiscard]] std::vector<ModFile> files() const;

    /// Writes the working copy of a file of the game, and returns its path. Errors: those of EditedMod::content(); io.
    [[nodiscard]] Result<std::filesystem::path> check_out(const std::string& path) const;
    /// Returns the path of a working copy in the game, or of a file in the game's folder; nullopt for other files.
    [[nodiscard]] std::optional<std::string> path_of_copy(const std::filesystem::path& file) const;
    [[nodiscard]] std::optional<std::string> path_in_game(const std::filesystem::path& file) const;

    /// Makes the patch of a working copy whose content is `document`. Returns notes. Errors: those of
    /// EditedMod::save().
    [[nodiscard]] Result<std::vector<std::string>> save(const std::string& path, const edit::Document& document);

    /// Returns what the mod changes in the document of a working copy. Errors: those of EditedMod::base() and of
    /// reading it.
    [[nodiscard]] Result<std::vector<ModChange>> changes(const std::string& path, const Session& session);
    [[nodiscard]] Result<std::vector<mod::ModConflict>> conflicts() const { return mod_.conflicts(); }

private:
    ModProject(mod::EditedMod mod, std::filesystem::path copies) : mod_(std::move(mod)), copies_(std::move(copies)) {}

    mod::EditedMod mod_;
    std::filesystem::path copies_;  ///< of this mod
    std::string base_path_;
    std::shared_ptr<const edit::Document> base_;  ///< the file `base_path_` without the mod
};

/// Returns the folder of working copies of all mods. Errors: usage (neither XDG_STATE_HOME nor HOME is set).
[[nodiscard]] Result<std::filesystem::path> working_copies();

/// A program that starts the game.
struct GameStarter {
    std::vector<std::string> command;  ///< program and arguments
    std::filesystem::path folder;      ///< in which it starts
};
/// Finds a way to start a game: DOSBox with the settings of the game's folder or the folder above it, else DOSBox with
/// the game's program. `programs`: the folders of programs (PATH). Returns nullopt if there is none.
[[nodiscard]] std::optional<GameStarter> find_starter(const std::filesystem::path& game,
                                                      const std::vector<std::filesystem::path>& programs);

}  // namespace redforge::editor
