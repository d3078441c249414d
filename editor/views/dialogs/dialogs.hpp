// Questions to the user. Tests replace them.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <wx/window.h>

#include "editor/model/rows/difference_rows.hpp"
#include "editor/model/scene/arrange.hpp"
#include "editor/model/scene/scatter.hpp"
#include "editor/model/scene/walk_fill.hpp"
#include "editor/model/session/problems.hpp"
#include "editor/model/session/replacing.hpp"
#include "editor/model/session/session.hpp"
#include "editor/model/text/key_map.hpp"

namespace redforge::editor {

struct GameStarter;
struct RenameQuestion;
struct ReplaceQuestion;

enum class SaveChoice : std::uint8_t { save, discard, cancel };
/// Choices for a file that another program changed.
enum class ExternalChangeChoice : std::uint8_t { merge, reload, keep_mine, difference, later };
struct OutsideQuestion {
    std::string name;        ///< name of the file
    bool saving{};           ///< the file is being saved, so "keep mine" saves it
    std::string unreadable;  ///< the reason why the present file cannot be read; empty if it can
};

/// Two documents for comparison.
struct Differences {
    std::string heading;
    std::string bytes;         ///< description of the byte differences; empty if unknown
    std::string mine{"Mine"};  ///< names of the two documents
    std::string theirs{"Theirs"};
    std::vector<DifferenceRow> rows;
};

/// Choices for unapplied script texts when their file is closed.
enum class DraftAnswer : std::uint8_t { keep, discard, cancel };
/// Choices for unsaved steps of a window that ended.
enum class UnsavedAnswer : std::uint8_t { recover, later, discard };

/// A picture to export or import.
struct PictureQuestion {
    std::string name;  ///< file name without extension
    bool gif{};        ///< it can be a GIF
    bool frames{};     ///< it has several frames, which only a GIF can contain
};

/// Questions to the user. Tests replace them. A missing path means that the user cancelled.
struct Dialogs {
    std::function<std::optional<std::filesystem::path>(wxWindow& parent)> ask_open_path;
    std::function<std::optional<std::filesystem::path>(wxWindow& parent, const Session& session)> ask_save_path;
    /// `drafts`: names of unapplied scripts, which are not saved.
    std::function<SaveChoice(wxWindow& parent, const std::string& name, const std::vector<std::string>& drafts)>
        ask_save_changes;
    /// Returns the location of a new map. `folder`: initial folder; the last one if empty.
    std::function<std::optional<std::filesystem::path>(wxWindow& parent, const std::filesystem::path& folder)>
        ask_new_map_path{};
    /// `folder`: initial folder. `problem`: reason why the last answer cannot be used; empty at first.
    std::function<std::optional<std::filesystem::path>(wxWindow& parent, const std::filesystem::path& folder,
                                                       const std::string& problem)>
        which_game_folder{};
    /// Returns plugins, or a load order (plugins.txt). Empty if the user cancelled.
    std::function<std::vector<std::filesystem::path>(wxWindow& parent)> which_plugins{};
    /// Returns the folder of a mod.
    std::function<std::optional<std::filesystem::path>(wxWindow& parent)> which_mod{};
    /// Starts a game. Returns false if the program did not start.
    std::function<bool(const GameStarter& starter)> start_program{};
    /// Returns a sound file to replace a voice with.
    std::function<std::optional<std::filesystem::path>(wxWindow& parent, const std::string& name)> which_sound{};
    std::function<ExternalChangeChoice(wxWindow& parent, const OutsideQuestion& question)> ask_disk_change{};
    /// Returns the path of a record to go to, or nullopt.
    std::function<std::optional<std::string>(wxWindow& parent, Differences differences)> show_difference{};
    /// Returns the side (ours or theirs) for each conflict; nullopt if the user cancelled the merge.
    std::function<std::optional<std::vector<edit::MergeFavor>>(wxWindow& parent, const std::string& name,
                                                               const std::vector<edit::Conflict>& conflicts)>
        ask_conflict_sides{};
    std::function<std::optional<std::filesystem::path>(wxWindow& parent)> ask_compare_path{};
    std::function<UnsavedAnswer(wxWindow& parent, const Unsaved& unsaved)> ask_unsaved_steps{};
    /// Asks to reopen the files of a window that ended. Returns true if the user agrees.
    std::function<bool(wxWindow& parent, const std::vector<std::filesystem::path>& files)> ask_reopen{};
    /// Returns the treatment of unapplied texts. By default they are kept.
    std::function<DraftAnswer(wxWindow& parent, const std::vector<std::string>& drafts)> ask_keep_drafts{};
    std::function<std::optional<KeyMap>(wxWindow& parent, const KeyMap& keys)> which_keys{};
    /// Returns the new name of a record; nullopt if the user cancelled.
    std::function<std::optional<std::string>(wxWindow& parent, const RenameQuestion& question)> new_name{};
    /// Returns the texts to find and replace; nullopt if the user cancelled.
    std::function<std::optional<ReplaceWords>(wxWindow& parent, const ReplaceQuestion& question)> ask_replace{};
    std::function<std::optional<std::filesystem::path>(wxWindow& parent, const PictureQuestion& question)>
        where_to_export{};
    /// `name`: name of the sound.
    std::function<std::optional<std::filesystem::path>(wxWindow& parent, const std::string& name)>
        where_to_export_sound{};
    /// Returns the file for a new prefab. `name`: proposed name.
    std::function<std::optional<std::filesystem::path>(wxWindow& parent, const std::string& name)>
        where_to_save_prefab{};
    std::function<std::optional<std::filesystem::path>(wxWindow& parent)> which_prefab{};
    /// Returns a folder for the pictures of a document.
    std::function<std::optional<std::filesystem::path>(wxWindow& parent)> which_picture_folder{};
    std::function<std::optional<std::filesystem::path>(wxWindow& parent, const PictureQuestion& question)>
        which_picture{};
    std::function<std::vector<std::filesystem::path>(wxWindow& parent)> which_pictures{};
    /// Returns the copies of an array; nullopt if the user cancelled. `initial`: the values that are shown first.
    std::function<std::optional<ArrayCopies>(wxWindow& parent, const ArrayCopies& initial)> which_array{};
    /// Return the settings of a tool; nullopt if the user cancelled. `note`: where the walk map begins.
    std::function<std::optional<ScatterCopies>(wxWindow& parent, const ScatterCopies& initial)> which_scatter{};
    std::function<std::optional<WalkFill>(wxWindow& parent, const WalkFill& initial, const std::string& note)>
        which_walk_fill{};
    /// Returns the reason to ignore a problem; nullopt if the user cancelled.
    std::function<std::optional<std::string>(wxWindow& parent, const Problem& problem)> reason_to_ignore{};
    /// Returns a new layer name, which is not empty; nullopt if the user cancelled. `name`: the present name.
    std::function<std::optional<std::string>(wxWindow& parent, const char* title, const std::string& name)>
        layer_name{};
    /// Returns one of the existing layers.
    std::function<std::optional<std::string>(wxWindow& parent, const std::vector<std::string>& layers)> which_layer{};
};

[[nodiscard]] Dialogs real_dialogs();

}  // namespace redforge::editor
