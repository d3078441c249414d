// Merging files of an unpacked folder one by one, as git asks for it: sources of scripts, and the XML without them.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "edit/merge.hpp"
#include "verb.hpp"

namespace redforge::cli {

/// Merges three sources of scripts, or three XML texts that stand for files of an unpacked folder (--name) and name
/// others, which are merged by themselves. Where both sides changed the same, what is written to `out` has both
/// between marks. Nothing: the files are others.
[[nodiscard]] std::optional<Exit> merge_text_files(const Arguments& arguments, std::span<const std::string> paths,
                                                   const std::string& out, edit::MergeFavor prefer);

}  // namespace redforge::cli
