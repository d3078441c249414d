// Field paths and queries: `objects[12].position.x`, `actors[script_name=DOOR*].strings[-1].value`.
//
// A path is names joined by dots, going down from the root record. A list is followed by a selector:
//   [3]  one record       [-1]  the last       [*]  all        [field=value, ...]  those that match
// Comparisons are = != < <= > >=; = and != take * and ? in texts, and compare numbers as numbers.
// A list without a selector means the list itself, or all its records when the path goes on.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "core/view.hpp"

namespace redforge::edit {

/// One thing that a path leads to.
struct Match {
    enum class Kind : std::uint8_t { field, record, list, blob };

    std::string path;  ///< with numbers for all selectors
    Kind kind{};
    FieldView field;             ///< kind field
    RecordHandle record;         ///< kind record; kind field or blob: the record that holds it
    ListView list;               ///< kind list; kind record: the list that holds it, if any
    std::size_t index{};         ///< kind record: its place in the list
    BlobView blob;               ///< kind blob
};

/// Everything that a path leads to, in document order. A selector that nothing matches gives an empty result;
/// a name that does not exist or a number out of range is an error that says what there is.
[[nodiscard]] Result<std::vector<Match>> resolve(RecordHandle root, std::string_view path);

/// The same for a path that must lead to at least one thing.
[[nodiscard]] Result<std::vector<Match>> resolve_some(RecordHandle root, std::string_view path);

/// Everything that a query finds: a path, or `field:value` anywhere in the document (value with * and ?).
[[nodiscard]] Result<std::vector<Match>> find(RecordHandle root, std::string_view query);

/// One condition of a selector.
struct Condition {
    std::string field;
    std::string comparison;
    std::string value;
};

/// The conditions inside the brackets of a selector. Errors: usage.
[[nodiscard]] Result<std::vector<Condition>> parse_conditions(std::string_view text);

/// Whether a record meets a condition; an unknown field is an error.
[[nodiscard]] Result<bool> meets(const RecordView& view, const Condition& condition);

/// Whether `text` fits a pattern with * (any characters) and ? (one character), regardless of ASCII case.
[[nodiscard]] bool matches_pattern(std::string_view text, std::string_view pattern);

/// The text of a match: a field's value, a blob's hexadecimal digits, a record's or list's XML element.
[[nodiscard]] std::string match_text(const Match& match);

}  // namespace redforge::edit
