// `unpack --only` and `pack --base`: extracts some records of a plugin or save, and overlays them on a file.
#pragma once

#include <string>

#include "cli/line/verb.hpp"
#include "edit/document/document.hpp"

namespace redforge::cli {

/// Removes all records of a document except those of --only. Does nothing without --only.
[[nodiscard]] Status keep_only(const Arguments& arguments, edit::Document& document);

/// Replaces a document by the plugin or save `base` with the records of the document overlaid.
[[nodiscard]] Status overlay_on(const std::string& base, edit::Document& document);

}  // namespace redforge::cli
