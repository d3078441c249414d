// What the property grid shows of the selected records: rows made from the field description, whatever they describe.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "edit/rotation.hpp"
#include "editor/model/session.hpp"

namespace redforge::editor {

/// A value with a name.
struct PropertyChoice {
    std::string text;   ///< as Session::set() takes it
    std::string label;  ///< before people

    friend bool operator==(const PropertyChoice&, const PropertyChoice&) = default;
};

/// Stands for a number that differs among the selected records.
inline constexpr std::string_view differing_text = "...";

/// A record inside of each selected one whose values are shown with it: the damage of a weapon is in such a record.
struct PropertyPart {
    NodeRefs records;
    std::string label;  ///< "Weapon data", "Effect [2]" of several; empty where its one row has the label
    std::string field;  ///< name of the value there, as Session::set() takes it
};

/// One value of the selected records.
struct PropertyRow {
    std::string name;  ///< as Session::set() takes it; of a part that of the part before it: "weapon.damage"
    std::optional<PropertyPart> part{};  ///< nothing: the value is one of the selected records' own
    std::string group;  ///< label of the composite it belongs to: "Position"; empty when of none
    std::string label;
    std::string unit;
    std::string note;  ///< what the value means: the plugin of a FormID; shown behind it
    std::string help;  ///< meaning, unit and range in words
    std::string text;  ///< empty when the records differ, and while a derived value is computed
    bool differs{};    ///< the selected records do not say the same
    Role role{};
    bool read_only{};
    std::vector<PropertyChoice> choices;
    bool only_choices{};  ///< there are choices, and it takes nothing else
    bool checkbox{};      ///< it is 0 or 1 in all records, which mean no and yes
    bool angle{};         ///< `text` is in 2048ths of a turn; people see degrees too
    bool number{};        ///< it can be greater and less: it takes +10
    std::optional<edit::Axis> place{};  ///< it says where the record stands along an axis
    std::optional<edit::Axis> turn{};   ///< it says how the record is turned about an axis
    bool of_colour{};     ///< red, green or blue of a colour; the three stand together, in that order
};

/// The row of one field, whatever record it is of.
[[nodiscard]] PropertyRow field_row(const FieldView& field);
/// The row of a blob or byte range.
[[nodiscard]] PropertyRow bytes_row(const RecordHandle& record, const ChildEntry& bytes);
/// The angles of a rotation that is stored as a matrix, each a row of its own.
[[nodiscard]] std::vector<PropertyRow> angle_rows(const RecordHandle& record, const FieldEntry& matrix);

/// A value as its line shows it: the label of a choice, an angle in degrees.
[[nodiscard]] std::string shown_text(const PropertyRow& row);
/// The same of another text that the row might have.
[[nodiscard]] std::string shown_text(const PropertyRow& row, const std::string& text);
/// The way back, from what a person left in the line, to what Session::set() takes.
[[nodiscard]] std::string typed_text(const PropertyRow& row, const std::string& shown);

struct PropertyRows {
    NodeRefs owners;                ///< the records whose values these are
    std::string title;              ///< "4 DOOR01", "3 records"
    std::string doc;                ///< what the description says of the selected node
    std::vector<PropertyRow> rows;  ///< in the description's order within each role; those of parts end the plain ones
};

/// The edit that gives a row another value.
[[nodiscard]] PendingEdit edit_of(const PropertyRows& rows, const PropertyRow& row, std::string text);

/// The rows that all these records have. Nodes that are gone are left out. Of forms there are those of their subrecords, too.
[[nodiscard]] PropertyRows make_rows(const Session& session, const NodeRefs& selected);

}  // namespace redforge::editor
