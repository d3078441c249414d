// Adds new records to plugins, and copies records between plugins.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "edit/document/document.hpp"
#include "edit/operation/recorder.hpp"
#include "edit/patch/edits.hpp"
#include "tes/form/form_id.hpp"

namespace redforge::tes {
struct Plugin;
struct Record;
}  // namespace redforge::tes

namespace redforge::edit {

class StringFiles;

/// Adds a record of a type, like "WEAP", to the recorder's plugin, with the next free FormID. Creates its top group if
/// needed. Errors: usage (not a plugin, not a type with a top group, a type that the game does not have); exists
/// (another record has the editor ID); out_of_range (no FormID is free).
[[nodiscard]] Result<EditLog> add_form(Recorder& recorder, std::string_view type, std::string_view editor_id);

/// The plugin that copy_form() copies from.
struct CopySource {
    const Document* document{};
    std::string file;     ///< file name of the plugin, "Skyrim.esm", bytes of code page 1252; see copy_form()
    LoadContext context;  ///< for the texts of a localised plugin
    std::string path{};   ///< file of the plugin as the user named it, for errors
    const StringFiles*
        strings{};  ///< of a localised plugin, for its texts in all languages; if null, `context` has the texts
};

/// Copies a record of a top group, or an interior cell, to the recorder's plugin, whose file name is `file`. Adds the
/// masters that the record needs and renumbers its FormIDs. `form`: an editor ID or a FormID of the source.
/// `with_children`: also copies the responses of a topic, the cells of a worldspace and the references of cells. If
/// `new_editor_id` is not empty, the copy and its children are new records, and references among them follow; else they
/// are overrides. The editor IDs of new children begin with `new_editor_id`. Copies the texts of a localised source as
/// text. If the target is localised, the texts get new numbers in `strings`, its string files, which the caller then
/// writes. A file name whose extension is not known is a name without one, "Mod" or empty: the copy fails if it needs
/// the whole name. Errors: not_found; exists (the plugin has a record already); usage (a record inside a cell or topic;
/// a file name that is not known; a new master that depends on the plugin itself); out_of_range (too few free FormIDs);
/// mismatch (unknown bytes that may be a FormID, or a localised target without `strings`); those of
/// Recorder::renumber().
[[nodiscard]] Result<EditLog> copy_form(Recorder& recorder, std::string_view file, const CopySource& source,
                                        std::string_view form, std::string_view new_editor_id,
                                        bool with_children = false, StringFiles* strings = nullptr);

}  // namespace redforge::edit
