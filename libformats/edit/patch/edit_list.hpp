// Writes the difference of two documents as a patch: an edit list that finds its records in other copies of the
// document.
#pragma once

#include <cstddef>

#include "core/files/side_files.hpp"
#include "core/load_context.hpp"
#include "core/record/record_type.hpp"
#include "core/text/text_sink.hpp"

namespace redforge::edit {

struct EditListOptions {
    bool with_undo{};        ///< adds <undo> (edits that turn `to` into `from`) if the old values do not determine them
    std::size_t context{3};  ///< unchanged lines of a script around each change
    SideFiles* files{};      ///< receives new scripts and voices, which the text names; if null, the text contains them
};

/// Writes the edits that turn `from` into `to`, for apply(). Each edit identifies its record by the content in `from`
/// (identity.hpp) and has the old value, or a fingerprint of it. Without `with_undo` and context, the text contains
/// nothing else of `from`. Scripts are compared by their statements; `context` has the names for them.
void write_edit_list(TextSink& out, const RecordHandle& from, const RecordHandle& to, const LoadContext& context = {},
                     const EditListOptions& options = {});

}  // namespace redforge::edit
