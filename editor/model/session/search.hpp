// Search line: paths, `field:value`, and words in the texts of a document.
#pragma once

#include <string_view>

#include "editor/model/text/node_ref.hpp"

namespace redforge::editor {

/// Returns true if a query is a word for a full-text search, and not a path or a condition.
[[nodiscard]] bool is_word(const RecordHandle& root, std::string_view query);

/// Returns the nodes that match a query, in outline order without duplicates. A word matches any part of a text,
/// ignoring case, and can contain * and ? as wildcards. Errors: those of edit::find().
[[nodiscard]] Result<NodeRefs> search(const RecordHandle& root, std::string_view query);

}  // namespace redforge::editor
