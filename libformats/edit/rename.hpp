// Renaming what scripts and records name: in its own record and wherever it is named.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "edit/edits.hpp"

namespace redforge::edit {

enum class RenameKind : unsigned char {
    actor,  ///< an actor of a map, the objects that have its script, and what scripts call it
    label,  ///< a label of dialogue, four characters: of an RTX's entry, in scripts, in ITEM.INI; with # before it, a label of
            ///< the source of a script
    string,  ///< a string of actors
    variable,  ///< a variable of a script of a plugin, in its list and its source; one that a source of a map's script names
};

/// Nothing when the word is none of these.
[[nodiscard]] std::optional<RenameKind> rename_kind(std::string_view word);

/// What a record is called, where other places may name it: an actor or an object with its script, a string, an entry of
/// dialogue, a variable. Nothing for other records.
struct RenameTarget {
    RenameKind kind{};
    std::string name;
};
[[nodiscard]] std::optional<RenameTarget> rename_target(const RecordHandle& record, std::string_view element);
/// "actor", "label", "string", "variable"
[[nodiscard]] std::string_view rename_word(RenameKind kind);

/// Renames in a document; the log is the list of what is touched, empty where nothing has the name. The recorder holds the
/// changes as one step, or gives them up.
/// Errors: usage (the new name is taken, or no name of that kind), out_of_range.
[[nodiscard]] Result<EditLog> rename(Recorder& recorder, RenameKind kind, std::string_view from, std::string_view to);

/// The same in a source of one actor, of which all else stays as it is, or in a list of edits.
[[nodiscard]] std::string rename_in_source(std::string_view source, RenameKind kind, std::string_view from,
                                           std::string_view to);
/// A label of a source of a map's script ("#open"), or a variable of it: by its name, or var3, which gets a name. Nothing
/// changes in what the source packs to; the caller makes sure that no other thing had the new name.
[[nodiscard]] std::string rename_in_script(std::string_view source, RenameKind kind, std::string_view from,
                                           std::string_view to);
/// Whether only sources of maps' scripts say such a name.
[[nodiscard]] inline bool is_name_of_source(RenameKind kind, std::string_view from)
{
    return kind == RenameKind::label && from.starts_with('#');
}
[[nodiscard]] std::string rename_in_edits(std::string_view edits, std::string_view from, std::string_view to);

}  // namespace redforge::edit
