// References by index in patches.
#pragma once

#include "core/error.hpp"
#include "core/record/record_type.hpp"
#include "core/xml/xml_reader.hpp"

namespace redforge::edit {

/// Changes indices in a patch to those of a document in which a list is longer than when the patch was made. Indices of
/// records that the patch adds at the end of a list (`count` of an <add>) then are those that the records will have.
/// Changes the text in memory; a second call for the same document changes nothing. Errors: mismatch (the list is
/// shorter, or the patch adds records in its middle).
[[nodiscard]] Status rebase_indices(const XmlDocument& edits, const RecordHandle& root);

}  // namespace redforge::edit
