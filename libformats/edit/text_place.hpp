// Where in a text the thing stands that a field path names: for faults that are found only when a document is written.
#pragma once

#include "core/error.hpp"
#include "edit/document.hpp"

namespace redforge::edit {

/// Adds the line and column of the error's field path, where the document came from a text; the text is read again for
/// it. The error as it is when its place is not to be found, as of a document that was edited since.
[[nodiscard]] Error placed_in_text(Error error, const TextSource& source);

}  // namespace redforge::edit
