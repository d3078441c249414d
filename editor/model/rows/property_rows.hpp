// Rows of the property grid for the selected records, made from the field descriptions.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "edit/operation/rotation.hpp"
#include "editor/model/session/session.hpp"

namespace redforge::editor {

/// A named value.
struct PropertyChoice {
    std::string text;   ///< in the form that Session::set() takes
    std::string label;  ///< display text

    friend bool operator==(const PropertyChoice&, const PropertyChoice&) = default;
};

/// Text for a number that differs among the selected records.
inline constexpr std::string_view differing_text = "...";

/// A nested record whose values are shown with the selected record, such as the data with the damage of a weapon.
struct PropertyPart {
    NodeRefs records;
    std::string label;  ///< "Weapon data", "Effect [2]" if there are several; empty if its only row has the label
    std::string field;  ///< field name in the nested records
};

/// A value of the selected records.
struct PropertyRow {
    std::string name;  ///< in the form that Session::set() takes; prefixed for a part: "weapon.damage"
    std::optional<PropertyPart> part{};  ///< nullopt for a field of the selected records themselves
    std::string group;                   ///< label of the composite: "Position"; empty if none
    std::string label;
    std::string unit;
    std::string note;                       ///< meaning, shown after the value: the plugin of a FormID
    std::optional<std::string> original{};  ///< for display, if an open mod changes the value
    std::string help;                       ///< documentation, unit and range
    std::string text;                       ///< empty if the records differ, and for computed derived values
    bool differs{};                         ///< the values differ among the selected records
    Role role{};
    bool read_only{};
    std::vector<PropertyChoice> choices;
    bool only_choices{};                ///< only the choices are valid
    bool checkbox{};                    ///< all values are 0 or 1, meaning no and yes
    bool angle{};                       ///< `text` is in 2048ths of a turn; degrees are also displayed
    bool number{};                      ///< adjustments such as +10 are valid
    std::optional<edit::Axis> place{};  ///< the axis, for a position coordinate
    std::optional<edit::Axis> turn{};   ///< the axis, for a rotation angle
    bool of_colour{};  ///< red, green or blue of a colour; the three rows are consecutive, in this order
};

/// Returns the row of a field.
[[nodiscard]] PropertyRow field_row(const FieldView& field);
/// Returns the row of a blob or byte range.
[[nodiscard]] PropertyRow bytes_row(const RecordHandle& record, const ChildEntry& bytes);
/// Returns rows for the angles of a rotation matrix.
[[nodiscard]] std::vector<PropertyRow> angle_rows(const RecordHandle& record, const FieldEntry& matrix);

/// Returns the display text of a row: the label of a choice, an angle in degrees.
[[nodiscard]] std::string shown_text(const PropertyRow& row);
/// Returns the display text for another value of the row.
[[nodiscard]] std::string shown_text(const PropertyRow& row, const std::string& text);
/// Converts edited display text to the form that Session::set() takes.
[[nodiscard]] std::string typed_text(const PropertyRow& row, const std::string& shown);

struct PropertyRows {
    NodeRefs owners;                ///< records with these values
    std::string title;              ///< "4 DOOR01", "3 records"
    std::string doc;                ///< documentation of the selected node
    std::vector<PropertyRow> rows;  ///< in the description's order within each role; rows of parts follow the plain
                                    ///< rows
};

/// Returns an edit that sets the value of a row.
[[nodiscard]] PendingEdit edit_of(const PropertyRows& rows, const PropertyRow& row, std::string text);

/// Returns the rows that all records have. Skips removed nodes. For forms, includes rows of their subrecords.
[[nodiscard]] PropertyRows make_rows(const Session& session, const NodeRefs& selected);

}  // namespace redforge::editor
