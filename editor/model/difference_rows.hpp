// The difference of an open document and what another program wrote, as lines of a table.
#pragma once

#include <string>
#include <vector>

#include "core/record_type.hpp"
#include "edit/edits.hpp"

namespace redforge::editor {

/// A field with its two values, each on one line. Where a whole record is on one side only, the field is empty.
struct DifferenceRow {
    std::string record;  ///< "objects[4] 8401 DOOR01": its place here, or where it is not here, in theirs
    std::string field;   ///< "position.x"
    std::string mine;
    std::string theirs;

    friend bool operator==(const DifferenceRow&, const DifferenceRow&) = default;
};

/// All of them, in the order of `theirs`; both are documents of one format.
[[nodiscard]] std::vector<DifferenceRow> difference_rows(const RecordHandle& mine, const RecordHandle& theirs);

/// What a list of edits changes, each value or changed line of a source on a row of its own.
[[nodiscard]] std::vector<DifferenceRow> edit_rows(const edit::EditLog& edits);

}  // namespace redforge::editor
