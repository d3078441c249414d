// The columns of a table of records: every field that the descriptions of its records name, those of their parts too.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "editor/model/property_rows.hpp"

namespace redforge::editor {

struct TableColumn {
    enum class Kind : std::uint8_t {
        field,
        angle,  ///< of a rotation that is stored as a matrix
        bytes,
        count,  ///< how many records a list has
        type,   ///< which of the types of the list a record is of
    };

    Kind kind{};
    std::string name;   ///< of all columns of a table: "position.x", "attributes.strength"
    std::string label;  ///< "Position X"
    /// The names of the groups, lists of at most one record and items that lead from the row's record to the one that has it.
    std::vector<std::string> inside{};
    std::string field;  ///< as Session::set() takes it, of that record
    PropertyRow face;   ///< how its values are shown and typed, whatever record they are of
    bool number{};      ///< values are compared as numbers
    bool form{};        ///< values are FormIDs
    bool standard{};       ///< shown unless a person chose otherwise
};

/// The columns for `count` records, of which the first ones of each type and some of all others are looked into. `record`
/// gives one of them. `of_types`: there is one that says the type of a record.
[[nodiscard]] std::vector<TableColumn>
columns_for(std::size_t count, const std::function<RecordHandle(std::size_t)>& record, bool of_types);

/// The record inside of a row's record that a column is of; empty where there is none. `node`: the steps to the row's record,
/// which those to the other are added to; null where nobody asks.
[[nodiscard]] RecordHandle record_inside(const RecordHandle& row, const TableColumn& column, edit::NodePath* node);

}  // namespace redforge::editor
