// Indices in the scripts of a map: local variables and locations of actors, and markers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "edit/hooks.hpp"

namespace redforge::edit {

/// See FormatHooks::is_list_in_scripts.
[[nodiscard]] bool is_list_in_map_scripts(const ChildEntry& list);
/// See FormatHooks::lists_in_scripts.
[[nodiscard]] std::vector<std::string> lists_in_map_scripts(const RecordHandle& root);
/// See FormatHooks::renumber_scripts. Locations and markers are found by the names of functions (soup::Names). Without
/// names, each call with such a number is doubtful. The marker of LoadWorld is too, because it is most often in another
/// map.
[[nodiscard]] RenumberedScripts renumber_map_scripts(const RecordHandle& root, const NewIndices& indices,
                                                     const LoadContext& context);

/// Returns a copy of `theirs` in which the variables that both sides add to one actor are separate ones, with the
/// indices that they will have after a merge. Variables that both scripts use in the same way stay one. Returns nullopt
/// if there are none. Adds a note for each actor to the result of the merge, or a conflict if it has too many
/// variables.
[[nodiscard]] std::optional<Document> with_separate_variables(const Document& base, const Document& ours,
                                                              const Document& theirs, const LoadContext& context,
                                                              Merge& result);

}  // namespace redforge::edit
