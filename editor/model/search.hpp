// What the search line finds: paths, `field:value`, and words anywhere in the texts of a document.
#pragma once

#include <string_view>

#include "editor/model/node_ref.hpp"

namespace redforge::editor {

/// Whether a query is a word to look for in all texts, not a path or a condition.
[[nodiscard]] bool is_word(const RecordHandle& root, std::string_view query);

/// The nodes that a query finds, in the outline's order, each once. A word is found within texts regardless of case; with
/// * or ? it is the whole text. Errors: those of edit::find().
[[nodiscard]] Result<NodeRefs> search(const RecordHandle& root, std::string_view query);

}  // namespace redforge::editor
