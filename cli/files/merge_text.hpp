// Merges single files of an unpacked folder, for git: sources of scripts, and XML files without their side files.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "cli/line/verb.hpp"
#include "edit/merge/merge.hpp"

namespace redforge::cli {

/// Merges three sources of scripts, or three XML files of an unpacked folder (--name), whose side files are merged
/// separately. Writes both sides of a conflict to `out`, between conflict markers. Returns nullopt for other files.
[[nodiscard]] std::optional<Exit> merge_text_files(const Arguments& arguments, std::span<const std::string> paths,
                                                   const std::string& out, edit::MergeFavor prefer);

}  // namespace redforge::cli
