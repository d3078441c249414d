// The difference of two documents as a patch: a list of edits that finds its records in other copies too.
#pragma once

#include "core/load_context.hpp"
#include "core/record_type.hpp"
#include "core/text_sink.hpp"

namespace redforge::edit {

/// Writes the edits that turn `from` into `to`, as apply() takes them. Each names its record by what it is in `from`
/// (identity.hpp) and carries the old value, or a fingerprint of it; nothing else of `from` is in the text.
/// Scripts are compared by their statements, with the names that `context` has.
void write_edit_list(TextSink& out, const RecordHandle& from, const RecordHandle& to, const LoadContext& context = {});

}  // namespace redforge::edit
