// References by index in patches.
#pragma once

#include <vector>

#include "core/error.hpp"
#include "core/record/record_type.hpp"
#include "core/xml/xml_reader.hpp"
#include "edit/hooks.hpp"

namespace redforge::edit {

/// Changes indices in a patch to those of a document in which a list is longer than when the patch was made. Indices of
/// records that the patch adds at the end of a list (`count` of an <add>) then are those that the records will have.
/// Changes the text in memory; a second call for the same document changes nothing. Errors: mismatch (the list is
/// shorter, or the patch adds records in its middle).
[[nodiscard]] Status rebase_indices(const XmlDocument& edits, const RecordHandle& root);

/// A list to which a patch adds records, whose records scripts refer to by index, and which is longer than when the
/// patch was made.
struct LongerListInScripts {
    std::string path;
    NewIndices after;  ///< the indices in the patched list
};

/// Returns these lists. Gives the document's scripts indices that the patch does not use: the sources in the patch have
/// the indices of the shorter lists. After the patch was applied, renumber the scripts by `after`. Errors: those of
/// rebase_indices(), and mismatch if an index becomes too large for a script.
[[nodiscard]] Result<std::vector<LongerListInScripts>>
make_room_in_scripts(const XmlDocument& edits, const RecordHandle& root, const LoadContext& context);

}  // namespace redforge::edit
