// Columns of a record table: all fields in the descriptions of its records, including nested records.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "editor/model/rows/property_rows.hpp"

namespace redforge::editor {

struct TableColumn {
    enum class Kind : std::uint8_t {
        field,
        angle,  ///< an angle of a rotation matrix
        bytes,
        count,  ///< the number of records in a list
        type,   ///< the type of a record
    };

    Kind kind{};
    std::string name;   ///< unique in a table: "position.x", "attributes.strength"
    std::string label;  ///< "Position X"
    /// Names of the groups, optional records and items that lead from the row's record to the record of the column.
    std::vector<std::string> inside{};
    std::string field;  ///< field of that record, in the form that Session::set() takes
    PropertyRow face;   ///< settings for display and parsing of its values; not the value of a record
    bool number{};      ///< values compare as numbers
    bool form{};        ///< values are FormIDs
    bool of_text{};     ///< values are texts, such as names
    bool standard{};    ///< shown by default
    bool minor{};       ///< flags, or the default value in all sampled records
};

/// Returns the columns for `count` records, sampling the first ones of each type and some others. `record` returns a
/// record by index. `of_types`: includes a column for the record type.
[[nodiscard]] std::vector<TableColumn>
columns_for(std::size_t count, const std::function<RecordHandle(std::size_t)>& record, bool of_types);

/// Returns the indices of the columns that are shown by default. Tables of forms begin with type, FormID and names, and
/// end with minor columns, because their records have more fields than a window shows.
[[nodiscard]] std::vector<std::size_t> default_columns(const std::vector<TableColumn>& columns);

/// Returns the nested record of a column; empty if there is none. `node`: path of the row's record, to which the steps
/// are appended; null if not needed.
[[nodiscard]] RecordHandle record_inside(const RecordHandle& row, const TableColumn& column, edit::NodePath* node);

}  // namespace redforge::editor
