// Records of plugins as units: new ones, and copies from other plugins.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "edit/document.hpp"
#include "edit/edits.hpp"
#include "edit/recorder.hpp"
#include "tes/form_id.hpp"

namespace redforge::tes {
struct Plugin;
struct Record;
}  // namespace redforge::tes

namespace redforge::edit {

/// Adds a record of a type ("WEAP") to the plugin that is recorded, with the next free FormID. Its top group is made if it is
/// missing. Errors: usage (no plugin, not a type of a top group, a type that the game does not have); exists (another record has the
/// editor id); out_of_range (no FormID is free).
[[nodiscard]] Result<EditLog> add_form(Recorder& recorder, std::string_view type, std::string_view editor_id);

/// The plugin that copy_form() copies from.
struct CopySource {
    const Document* document{};
    std::string file;     ///< file name of the plugin, "Skyrim.esm", bytes of code page 1252
    LoadContext context;  ///< for the texts of a localised plugin
};

/// Copies a record of a top group, without its children, to the plugin that is recorded, whose file name is `file`. Masters that the
/// record needs are added, and its FormIDs follow. `form`: an editor id or a FormID of the source. With `new_editor_id` it
/// becomes a new record, whose references to itself follow, else an override. Texts of a localised source are copied as text.
/// Errors: not_found; exists (the plugin has the record already); usage (a record inside a cell or topic); mismatch (unknown bytes
/// that may be a FormID, a localised target); those of Recorder::follow_masters().
[[nodiscard]] Result<EditLog> copy_form(Recorder& recorder, std::string_view file, const CopySource& source,
                                        std::string_view form, std::string_view new_editor_id);

}  // namespace redforge::edit
