// Writes the difference of two documents as a patch: an edit list that finds its records in other copies of the document.
#pragma once

#include "core/load_context.hpp"
#include "core/record_type.hpp"
#include "core/text_sink.hpp"

namespace redforge::edit {

/// Writes the edits that turn `from` into `to`, for apply(). Each edit identifies its record by the content in `from`
/// (identity.hpp) and has the old value, or a fingerprint of it. The text contains nothing else of `from`.
/// Scripts are compared by their statements; `context` has the names for them.
void write_edit_list(TextSink& out, const RecordHandle& from, const RecordHandle& to, const LoadContext& context = {});

}  // namespace redforge::edit
