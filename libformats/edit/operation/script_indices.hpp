// References by index in scripts, by the hooks of the format.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "edit/hooks.hpp"

namespace redforge::edit {

/// Returns true if scripts of the document refer to the records of a list by index.
[[nodiscard]] bool is_list_in_scripts(const FormatHooks& hooks, const ChildEntry& list);

/// Returns true if references by index to the records of a list follow changes of the list: in fields, in scripts, or
/// by FormatHooks::follow_list.
[[nodiscard]] bool is_followed(const FormatHooks& hooks, const ChildEntry& list);

/// Sets the scripts of a document that is not recorded.
void set_scripts(const RecordHandle& root, const RenumberedScripts& scripts);

/// Returns the first statements, each with the path of its script: "actors[1].script: LoadWorld(0, 1, 0); 2 more".
[[nodiscard]] std::string statements_text(const RecordHandle& root, std::span<const ScriptStatement> statements);

/// Describes what keeps old indices. `list`: name of the records, such as "locations". Returns nullopt if nothing does.
[[nodiscard]] std::optional<std::string> old_indices_note(const RecordHandle& root, const RenumberedScripts& scripts,
                                                          std::string_view list);

}  // namespace redforge::edit
