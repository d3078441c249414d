// The record that is selected when a document is opened.
#pragma once

#include "editor/model/session/session.hpp"

namespace redforge::editor {

/// Returns the node to select. For a save: the player's change record, or else the list of change records. For other
/// documents: the document node.
[[nodiscard]] NodeRef first_selection(const Session& session);

}  // namespace redforge::editor
