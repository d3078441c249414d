// Proves that both text forms of a document, folder and single file, preserve everything. Works part by part.
#pragma once

#include <functional>
#include <optional>

#include "core/error.hpp"
#include "core/files/side_files.hpp"
#include "edit/document/document.hpp"

namespace redforge::edit {

/// Writes both text forms of a document in memory, the folder with all its side files and the single XML file, reads
/// them back and compares. Returns the first difference, with its field path, or nullopt. Calls `side_file` for each
/// file of the folder besides the document's own. Checks a sample of the records of a large plugin, unless `all`.
[[nodiscard]] std::optional<Error> prove_text(const Document& document, const SideCodecs& codecs, bool all,
                                              const std::function<void(const SideFile&)>& side_file);

}  // namespace redforge::edit
