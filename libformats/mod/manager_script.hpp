// Converts script changes of the public manager, which refer to lines of its own text of a map, to edits of the map,
// and back. Internal to the module.
//
// Line 0 of the text of a map is its path. Each actor follows with its variables (from the third on), its attributes
// and its script (soup/manager/manager_print.hpp). A change refers to a line: "null" removes the line, and other texts
// are inserted after it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "mod/mod.hpp"
#include "rgm/map.hpp"
#include "soup/names/names.hpp"

namespace redforge::mod {

/// A line of "Map Changes.txt".
struct ScriptChange {
    std::size_t position{};  ///< 0-based line of the manager's text
    std::string text;        ///< "null" removes the line
    std::size_t line{};      ///< 1-based line of the list, for messages
};

/// Problem of a line of the list that is not converted, or of the map.
struct ScriptProblem {
    std::size_t line{};  ///< 1-based; 0 for the map
    std::string text;
};

/// Changes scripts and attributes of a map. If the script of an actor cannot be changed, all its changes are left out.
/// Returns the problems.
[[nodiscard]] std::vector<ScriptProblem> apply_script_changes(rgm::Map& map, const soup::Names& names,
                                                              const std::vector<ScriptChange>& changes);

/// Lines for "Map Changes.txt" without the name of the map, and the changes that they cannot express.
struct ScriptChangeList {
    std::string text;
    std::vector<std::string> problems;
};
[[nodiscard]] ScriptChangeList list_script_changes(const rgm::Map& before, const rgm::Map& after,
                                                   const soup::Names& names);

}  // namespace redforge::mod
