// The difference of two documents as a list of edits that `apply` makes.
#pragma once

#include "core/text_sink.hpp"
#include "edit/operation.hpp"

namespace redforge::edit {

/// Writes an <edits exact="1"> that turns `from` into `to`.
void write_edit_list(TextSink& out, const RecordHandle& from, const RecordHandle& to);

}  // namespace redforge::edit
