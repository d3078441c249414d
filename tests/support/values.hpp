// Values of documents by path, in user notation. Tests that use paths do not include record headers and are not
// recompiled when a record changes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/record/record_type.hpp"
#include "rgm/map.hpp"

namespace redforge::edit {

class Document;

}  // namespace redforge::edit

namespace redforge::test {

/// Root of paths for reading: a map, any document, or one record.
struct Root {
    RecordHandle record;

    Root(const rgm::Map& map);                               // NOLINT(*explicit*): implicit conversions are intended
    Root(const edit::Document& document);                    // NOLINT(*explicit*)
    Root(const RecordHandle& of_record) : record(of_record)  // NOLINT(*explicit*)
    {
    }
};

/// Root of paths for changing.
struct ChangedRoot : Root {
    ChangedRoot(rgm::Map& map);                                   // NOLINT(*explicit*)
    ChangedRoot(edit::Document& document);                        // NOLINT(*explicit*)
    ChangedRoot(const RecordHandle& of_record) : Root(of_record)  // NOLINT(*explicit*)
    {
    }
};

/// A field of a record, or a composite like `position`, and its new value: {"position", "200,0,300"}.
struct NamedValue {
    std::string name;
    std::string value;
};
using NamedValues = std::vector<NamedValue>;

// All these functions throw std::runtime_error, with a message, for an invalid path or value.

/// Returns the text of the only field that a path matches, as `redforge get` prints it.
[[nodiscard]] std::string value(const Root& root, std::string_view path);
/// Returns the texts of all fields that a path matches: "objects[*].id".
[[nodiscard]] std::vector<std::string> values(const Root& root, std::string_view path);
/// Returns the number of records in a list, or of matches of another path.
[[nodiscard]] std::size_t count(const Root& root, std::string_view path);
/// Returns the only record that a path matches. Valid until the record moves.
[[nodiscard]] RecordHandle record(const Root& root, std::string_view path);

/// Sets all fields that a path matches (at least one), like `redforge set`.
void set_value(const ChangedRoot& root, std::string_view path, std::string_view text);

/// Appends a record with these values to a list, and returns it: valid until the list changes.
RecordHandle append_record(const ChangedRoot& root, std::string_view list, const NamedValues& values = {});
/// Appends `number` records without values.
void append_records(const ChangedRoot& root, std::string_view list, std::size_t number);
/// Appends a copy of the only record that a path matches, with changed values, to its list.
RecordHandle append_copy(const ChangedRoot& root, std::string_view path, const NamedValues& values = {});
/// Removes all records that a path matches (at least one).
void remove_records(const ChangedRoot& root, std::string_view path);
/// Moves the only record that a path matches. `to` is its index after its removal.
void move_record(const ChangedRoot& root, std::string_view path, std::size_t to);

}  // namespace redforge::test
