// The difference of two documents as a patch: a list of edits that finds its records in other copies too.
#pragma once

#include <cstddef>

#include "core/load_context.hpp"
#include "core/record_type.hpp"
#include "core/side_files.hpp"
#include "core/text_sink.hpp"

namespace redforge::edit {

struct EditListOptions {
    bool with_undo{};        ///< adds <undo>, the edits that turn `to` into `from`, if the old values do not tell them
    std::size_t context{3};  ///< unchanged lines of a script around each change
    SideFiles* files{};      ///< takes new scripts and voices, which the text then names; null: they are in the text
};

/// Writes the edits that turn `from` into `to`, as apply() takes them. Each names its record by what it is in `from`
/// (identity.hpp) and carries the old value, or a fingerprint of it. Without `with_undo` and context, nothing else of `from`
/// is in the text. Scripts are compared by their statements, with the names that `context` has.
void write_edit_list(TextSink& out, const RecordHandle& from, const RecordHandle& to, const LoadContext& context = {},
                     const EditListOptions& options = {});

}  // namespace redforge::edit
