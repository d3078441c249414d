// Differences between the open document and another version of its file, as table rows.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/bytes/bytes.hpp"
#include "core/load_context.hpp"
#include "core/record/record_type.hpp"
#include "edit/patch/edits.hpp"

namespace redforge::editor {

/// A field with its two values. If a record exists only on one side, the field is empty.
struct DifferenceRow {
    std::string record;  ///< "objects[4] 8401 DOOR01": its index here, or in the other version if it is not here
    std::string field;   ///< "position.x"
    std::string mine;
    std::string theirs;
    std::string path{};  ///< path of the record here; empty if only the other version has it
    /// Whole texts of a script, for display side by side.
    std::string my_text{};
    std::string their_text{};

    /// Compares all columns.
    friend bool operator==(const DifferenceRow& a, const DifferenceRow& b)
    {
        return a.record == b.record && a.field == b.field && a.mine == b.mine && a.theirs == b.theirs;
    }
};

/// Returns all differences, in the order of `theirs`. Both documents must have the same format. Scripts are shown with
/// the names in `context`.
[[nodiscard]] std::vector<DifferenceRow> difference_rows(const RecordHandle& mine, const RecordHandle& theirs,
                                                         const LoadContext& context = {});

/// Describes the byte differences: "4 of 162,509 bytes differ, the first is byte 94,122 (0x16FAA)".
[[nodiscard]] std::string byte_description(ByteView now, ByteView then);

/// A row of two aligned texts.
struct SideLine {
    std::size_t left{};  ///< line number, from 1; 0 if this side has no such line
    std::size_t right{};
    std::string left_text;
    std::string right_text;
    bool same{};

    friend bool operator==(const SideLine&, const SideLine&) = default;
};
/// Aligns two texts. Script labels that only moved are not differences.
[[nodiscard]] std::vector<SideLine> side_by_side(std::string_view left, std::string_view right);

/// Returns the changes of an edit list: a row for each value or changed source line.
[[nodiscard]] std::vector<DifferenceRow> edit_rows(const edit::EditLog& edits);

}  // namespace redforge::editor
