// The record that is selected when a document is opened.
#pragma once

#include "editor/model/session/session.hpp"

namespace redforge::editor {

/// Returns the document. For a save: the player's change record, else the list of change records.
[[nodiscard]] NodeRef first_selection(const Session& session);

}  // namespace redforge::editor
