// Renames an actor, label, string or variable: its definition and all references to it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "edit/patch/edits.hpp"

namespace redforge::edit {

enum class RenameKind : unsigned char {
    actor,   ///< an actor of a map, the script_name of its objects, and its name in scripts
    label,   ///< a dialogue label (four characters) in an RTX, in scripts and in ITEM.INI; with # before it, a label in
             ///< the source of a script
    string,  ///< a string of actors
    variable,  ///< a variable of a plugin's script, in its list and its source; or a named variable in the source of a
               ///< map's script
};

/// Returns the kind with a name (see rename_word()). Returns nullopt if there is none.
[[nodiscard]] std::optional<RenameKind> rename_kind(std::string_view word);

/// A name that other parts of the document can refer to.
struct RenameTarget {
    RenameKind kind{};
    std::string name;
};
/// Returns the name of a record that can be renamed: an actor, an object with a script, a string, a dialogue entry, a
/// variable. Returns nullopt for other records.
[[nodiscard]] std::optional<RenameTarget> rename_target(const RecordHandle& record, std::string_view element);
/// Returns "actor", "label", "string" or "variable".
[[nodiscard]] std::string_view rename_word(RenameKind kind);

/// Renames in a document. Returns one line for each change, and none if nothing has the name. The caller finishes the
/// recorder, or reverts it. Errors: usage (the new name is taken, or is not a valid name of this kind), out_of_range.
[[nodiscard]] Result<EditLog> rename(Recorder& recorder, RenameKind kind, std::string_view from, std::string_view to);

/// Renames in the source of one actor. Returns the source, which is otherwise unchanged.
[[nodiscard]] std::string rename_in_source(std::string_view source, RenameKind kind, std::string_view from,
                                           std::string_view to);
/// Renames a label ("#open") or a variable in the source of a map's script. A variable is named by its name or by its
/// number (var3). The compiled script does not change. The caller must check that the new name is free.
[[nodiscard]] std::string rename_in_script(std::string_view source, RenameKind kind, std::string_view from,
                                           std::string_view to);
/// Returns true if a name exists only in sources of scripts, not in documents.
[[nodiscard]] inline bool is_name_of_source(RenameKind kind, std::string_view from)
{
    return kind == RenameKind::label && from.starts_with('#');
}
/// Renames an actor in an edit list. Returns the changed list.
[[nodiscard]] std::string rename_in_edits(std::string_view edits, std::string_view from, std::string_view to);

}  // namespace redforge::edit
