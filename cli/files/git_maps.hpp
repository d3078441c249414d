// Maps and their visibility (PVO) in the history of git: which map a visibility was made for.
#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <string>

#include "cli/line/verb.hpp"
#include "core/bytes/bytes.hpp"
#include "core/error.hpp"
#include "edit/merge/merge.hpp"
#include "rgm/map.hpp"
#include "rgm/visibility.hpp"

namespace redforge::cli {

/// A visibility that was not changed with its map.
struct LateVisibility {
    std::string problem;
    rgm::Visibility right;  ///< the visibility with the present map's statics
};

/// Compares a map with the maps of the commits that made the visibility next to it. Returns nullopt if one of them has
/// the same statics, or if git does not know the visibility. Errors: io, and those of reading the visibility and of
/// following the statics.
[[nodiscard]] Result<std::optional<LateVisibility>> compare_with_history(const rgm::Map& map,
                                                                         const std::filesystem::path& visibility);

/// Returns a note on a merge of maps by git: the visibility can need a change that git does not ask for. Empty if not.
/// `name`: path of the map in the repository of the current folder.
[[nodiscard]] std::string warn_about_visibility(const edit::Document& base, const edit::Document& ours,
                                                const edit::Document& theirs, const std::string& name);

/// Merges three versions of a visibility, for git: the result follows from the merged map. `paths`: files with the
/// base, ours and theirs; `name`: its path in the repository of the current folder. Returns nullopt if the files are
/// not visibilities, or git does not know their maps.
[[nodiscard]] std::optional<Exit> merge_visibility(const Arguments& arguments, const std::array<std::string, 3>& paths,
                                                   const std::string& name, const std::string& out,
                                                   edit::MergeFavor prefer);

}  // namespace redforge::cli
