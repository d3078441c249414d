// What the window asks of a person; tests answer in their place.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <wx/window.h>

#include "editor/model/difference_rows.hpp"
#include "editor/model/key_map.hpp"
#include "editor/model/problems.hpp"
#include "editor/model/replacing.hpp"
#include "editor/model/session.hpp"

namespace redforge::editor {

struct RenameQuestion;
struct ReplaceQuestion;

enum class SaveChoice : std::uint8_t { save, discard, cancel };
/// What to do with a file that another program changed.
enum class ExternalChangeChoice : std::uint8_t { merge, reload, keep_mine, difference, later };
struct OutsideQuestion {
    std::string name;        ///< of the file
    bool saving{};           ///< it is about to be saved: to keep mine is to save it
    std::string unreadable;  ///< why what it holds now cannot be read; empty when it can
};

/// Two documents that are shown beside each other.
struct Differences {
    std::string heading;
    std::string bytes;         ///< what their files are to each other; empty: not known
    std::string mine{"Mine"};  ///< what the two are called
    std::string theirs{"Theirs"};
    std::vector<DifferenceRow> rows;
};

/// What becomes of script texts that are not applied when their file is closed.
enum class DraftAnswer : std::uint8_t { keep, discard, cancel };
/// What to do with steps that a window did not save before it ended.
enum class UnsavedAnswer : std::uint8_t { recover, later, discard };

/// A picture that goes out or comes in.
struct PictureQuestion {
    std::string name;  ///< of the file, without an extension
    bool gif{};        ///< it may be a GIF
    bool frames{};     ///< it has several, which only a GIF takes
};

/// What the window asks of a person; tests answer in their place. No path means that they changed their mind.
struct Dialogs {
    std::function<std::optional<std::filesystem::path>(wxWindow& parent)> which_to_open;
    std::function<std::optional<std::filesystem::path>(wxWindow& parent, const Session& session)> where_to_save;
    /// `drafts`: the names of scripts whose texts are not applied; they are not saved.
    std::function<SaveChoice(wxWindow& parent, const std::string& name, const std::vector<std::string>& drafts)>
        what_of_changes;
    /// Where a new map is to be; `folder` is where that begins, empty for the last one.
    std::function<std::optional<std::filesystem::path>(wxWindow& parent, const std::filesystem::path& folder)>
        where_to_make{};
    std::function<std::optional<std::filesystem::path>(wxWindow& parent)> which_game_folder{};
    std::function<ExternalChangeChoice(wxWindow& parent, const OutsideQuestion& question)> what_of_outside_change{};
    /// The path of a record that is to be seen; nothing when it was only looked at.
    std::function<std::optional<std::string>(wxWindow& parent, Differences differences)> show_difference{};
    /// Which side holds for each conflict: ours or theirs; nothing when nothing is to be merged.
    std::function<std::optional<std::vector<edit::MergeFavor>>(wxWindow& parent, const std::string& name,
                                                               const std::vector<edit::Conflict>& conflicts)>
        which_sides{};
    std::function<std::optional<std::filesystem::path>(wxWindow& parent)> which_to_compare{};
    std::function<UnsavedAnswer(wxWindow& parent, const Unsaved& unsaved)> what_of_unsaved{};
    /// What becomes of the texts that are not applied. Without an answer they are kept.
    std::function<DraftAnswer(wxWindow& parent, const std::vector<std::string>& drafts)> what_of_drafts{};
    std::function<std::optional<KeyMap>(wxWindow& parent, const KeyMap& keys)> which_keys{};
    /// Another name for a record; nothing when it keeps its own.
    std::function<std::optional<std::string>(wxWindow& parent, const RenameQuestion& question)> new_name{};
    /// What to replace everywhere; nothing when all stays as it is.
    std::function<std::optional<ReplaceWords>(wxWindow& parent, const ReplaceQuestion& question)> what_to_replace{};
    std::function<std::optional<std::filesystem::path>(wxWindow& parent, const PictureQuestion& question)>
        where_to_export{};
    /// `name`: of a sound.
    std::function<std::optional<std::filesystem::path>(wxWindow& parent, const std::string& name)>
        where_to_export_sound{};
    /// A folder for the pictures of a document.
    std::function<std::optional<std::filesystem::path>(wxWindow& parent)> which_picture_folder{};
    std::function<std::optional<std::filesystem::path>(wxWindow& parent, const PictureQuestion& question)>
        which_picture{};
    std::function<std::vector<std::filesystem::path>(wxWindow& parent)> which_pictures{};
    /// The reason to ignore a problem; nothing when it is not to be ignored.
    std::function<std::optional<std::string>(wxWindow& parent, const Problem& problem)> reason_to_ignore{};
    /// The name of a layer, `name` until now; nothing when there is to be none. It is not empty.
    std::function<std::optional<std::string>(wxWindow& parent, const char* title, const std::string& name)>
        layer_name{};
    /// One of the layers that there are.
    std::function<std::optional<std::string>(wxWindow& parent, const std::vector<std::string>& layers)> which_layer{};
};

[[nodiscard]] Dialogs real_dialogs();

}  // namespace redforge::editor
