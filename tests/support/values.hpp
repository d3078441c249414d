// Values of documents by their paths, as users write them. Tests that use paths do not include record headers and are
// not recompiled when a record changes.
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

    Root(const rgm::Map& map);                               // NOLINT(*explicit*): any of them will do
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

/// A field of a record, or a part like `position`, and what it is set to: {"position", "200,0,300"}.
struct NamedValue {
    std::string name;
    std::string value;
};
using NamedValues = std::vector<NamedValue>;

// All of these throw std::runtime_error, with words, when a path or a value is not right.

/// The text of the one field that a path leads to, as `redforge get` shows it.
[[nodiscard]] std::string value(const Root& root, std::string_view path);
/// The texts of all fields that it leads to: "objects[*].id".
[[nodiscard]] std::vector<std::string> values(const Root& root, std::string_view path);
/// How many records a list has, or how many things another path leads to.
[[nodiscard]] std::size_t count(const Root& root, std::string_view path);
/// The one record that a path leads to. Valid as long as it stays where it is.
[[nodiscard]] RecordHandle record(const Root& root, std::string_view path);

/// Sets all fields that a path leads to, at least one, as `redforge set` does.
void set_value(const ChangedRoot& root, std::string_view path, std::string_view text);

/// Appends a record with these values to a list, and returns it: valid until the list changes.
RecordHandle append_record(const ChangedRoot& root, std::string_view list, const NamedValues& values = {});
/// Appends `number` records without values.
void append_records(const ChangedRoot& root, std::string_view list, std::size_t number);
/// Appends a copy of the one record that a path leads to, with other values, to its list.
RecordHandle append_copy(const ChangedRoot& root, std::string_view path, const NamedValues& values = {});
/// Removes all records that a path leads to, at least one.
void remove_records(const ChangedRoot& root, std::string_view path);
/// Moves the one record that a path leads to; `to` counts without it.
void move_record(const ChangedRoot& root, std::string_view path, std::size_t to);

}  // namespace redforge::test
