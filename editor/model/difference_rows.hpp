// The difference of an open document and what another program wrote, as lines of a table.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/bytes.hpp"
#include "core/load_context.hpp"
#include "core/record_type.hpp"
#include "edit/edits.hpp"

namespace redforge::editor {

/// A field with its two values, each on one line. Where a whole record is on one side only, the field is empty.
struct DifferenceRow {
    std::string record;  ///< "objects[4] 8401 DOOR01": its place here, or where it is not here, in theirs
    std::string field;   ///< "position.x"
    std::string mine;
    std::string theirs;
    std::string path{};  ///< of the record here; empty where only the other one has it
    /// Of a script its whole texts, to be seen side by side.
    std::string my_text{};
    std::string their_text{};

    /// The same line.
    friend bool operator==(const DifferenceRow& a, const DifferenceRow& b)
    {
        return a.record == b.record && a.field == b.field && a.mine == b.mine && a.theirs == b.theirs;
    }
};

/// All of them, in the order of `theirs`; both are documents of one format. Scripts are shown with the names that `context` has.
[[nodiscard]] std::vector<DifferenceRow> difference_rows(const RecordHandle& mine, const RecordHandle& theirs,
                                                         const LoadContext& context = {});

/// What two contents of a file are to each other: "4 of 162,509 bytes differ, the first is 94,122 (0x16FAA)".
[[nodiscard]] std::string byte_description(ByteView now, ByteView then);

/// Two texts line by line, as they belong together.
struct SideLine {
    std::size_t left{};  ///< number of the line, from 1; 0: there is none on that side
    std::size_t right{};
    std::string left_text;
    std::string right_text;
    bool same{};

    friend bool operator==(const SideLine&, const SideLine&) = default;
};
/// Labels of scripts that have only moved are no difference.
[[nodiscard]] std::vector<SideLine> side_by_side(std::string_view left, std::string_view right);

/// What a list of edits changes, each value or changed line of a source on a row of its own.
[[nodiscard]] std::vector<DifferenceRow> edit_rows(const edit::EditLog& edits);

}  // namespace redforge::editor
