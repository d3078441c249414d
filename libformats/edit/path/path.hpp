// Field paths and queries: `objects[12].position.x`, `actors[script_name=DOOR*].strings[-1].value`.
//
// A path is names joined by dots, going down from the root record. A list is followed by a selector:
//   [3]  one record       [-1]  the last       [*]  all        [field=value, ...]  records that meet the conditions
//   [1,4,7..9]  several
//   [#4f21aa09c3d7]  the record with this fingerprint, see identity.hpp
//   [0:3]  records 0, 1 and 2, [-2:] the last two       [0,2]  these, in this order
// Comparisons are = (or ==) != < <= > >=. = and != accept * and ? in texts, and compare numbers as numbers.
// conditions.hpp describes conditions.
// A list without a selector is the list itself, or all its records if the path continues.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "core/load_context.hpp"
#include "core/record/record_type.hpp"

namespace redforge::edit {

using redforge::Step;

/// Position of a record in a document: the steps from the root record, whose path is empty. A path stays valid if the
/// document is copied, or written and read again, unlike a handle. It is cheap to follow, unlike a text.
using NodePath = std::vector<Step>;

/// Returns the record at a path. The record must exist.
[[nodiscard]] RecordHandle record_at(const RecordHandle& root, const NodePath& node);
/// Returns the record at a path. Returns an empty handle if it does not exist.
[[nodiscard]] RecordHandle find_record(const RecordHandle& root, const NodePath& node);
/// Returns the path of a record in a list with the path `path`.
[[nodiscard]] std::string record_path(const ListView& list, std::string path, std::size_t index);
/// Callback that returns the path of a record in a list with the path `path`.
using NameRecord = std::string(const ListView& list, std::string path, std::size_t index);
/// Returns the path of a record as text, like "actors[3].strings[1]". The root has an empty path.
[[nodiscard]] std::string path_text(const RecordHandle& root, const NodePath& node, NameRecord* name = record_path);
/// Returns `path` with the name of a field, list, group or blob appended.
[[nodiscard]] std::string path_below(std::string path, std::string_view name);

/// A match of a path: a record, or a part of one.
struct Match {
    enum class Kind : std::uint8_t { field, record, list, blob };

    std::string path;  ///< with an index for each selector
    Kind kind{};
    NodePath node;              ///< path of the record, or of the record that contains the field, list or blob
    RecordHandle record;        ///< the record at `node`
    FieldView field;            ///< kind field: the field
    const ChildEntry* child{};  ///< kind list or blob: its description
    ListView list;              ///< kind list: the list; kind record: the list that contains the record, if any
    std::size_t index{};        ///< kind record: its index in that list
};

class SelectorIndex;

/// Returns all matches of a path, in document order. The result is empty if a selector matches no record.
/// Errors, whose hints name the alternatives: usage; unknown_name (records do not have the name); not_found (an index
/// out of range). An index speeds up many queries of one document; the caller must notify it of all changes.
[[nodiscard]] Result<std::vector<Match>> resolve(const RecordHandle& root, std::string_view path,
                                                 SelectorIndex* index = nullptr);

/// Same as resolve(), but requires at least one match. Errors: also not_found (no match).
[[nodiscard]] Result<std::vector<Match>> resolve_some(const RecordHandle& root, std::string_view path,
                                                      SelectorIndex* index = nullptr);

/// Returns all matches of a query: a path, or `field:value` anywhere in the document, where the field `*` is any field.
/// A text matches if it contains the value, which may have * and ? in it, ignoring case. A value in quotes must be the
/// whole text. Numbers must be equal. Errors: those of resolve().
[[nodiscard]] Result<std::vector<Match>> find(const RecordHandle& root, std::string_view query);

/// Returns the text of a match: the value of a field, the source or hexadecimal digits of a blob, the XML element of a
/// record or list. `context` has the names for scripts.
[[nodiscard]] std::string match_text(const Match& match, const LoadContext& context = {});

/// Returns the error for an edit that sets a record or a list as if it were a value.
[[nodiscard]] Error not_a_value(const Match& match);

}  // namespace redforge::edit
