// Field paths and queries: `objects[12].position.x`, `actors[script_name=DOOR*].strings[-1].value`.
//
// A path is names joined by dots, going down from the root record. A list is followed by a selector:
//   [3]  one record       [-1]  the last       [*]  all        [field=value, ...]  those that match
//   [1,4,7..9]  several
//   [#4f21aa09c3d7]  the record with this fingerprint, see identity.hpp
//   [0:3]  records 0, 1 and 2, [-2:] the last two       [0,2]  these, in this order
// Comparisons are = (or ==) != < <= > >=; = and != take * and ? in texts, and compare numbers as numbers. How
// conditions are joined stands in conditions.hpp.
// A list without a selector means the list itself, or all its records when the path goes on.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "core/load_context.hpp"
#include "core/record_type.hpp"

namespace redforge::edit {

using redforge::Step;

/// Where a record stands in a document: the steps to it from the root record, which has none. Unlike a handle it stays
/// valid when the document is copied or written and read, and unlike a path of text it costs nothing to follow.
using NodePath = std::vector<Step>;

/// The record at a place. The place must be there.
[[nodiscard]] RecordHandle record_at(const RecordHandle& root, const NodePath& node);
/// The same for a place that may be gone: an empty handle then.
[[nodiscard]] RecordHandle find_record(const RecordHandle& root, const NodePath& node);
/// The path of a record of a list whose own path is `path`.
[[nodiscard]] std::string record_path(const ListView& list, std::string path, std::size_t index);
/// How the path of a record follows from that of its list.
using NameRecord = std::string(const ListView& list, std::string path, std::size_t index);
/// The path of a record as text: "actors[3].strings[1]"; empty for the root.
[[nodiscard]] std::string path_text(const RecordHandle& root, const NodePath& node, NameRecord* name = record_path);
/// `path` with the name of a field, list, group or blob behind it.
[[nodiscard]] std::string path_below(std::string path, std::string_view name);

/// One thing that a path leads to.
struct Match {
    enum class Kind : std::uint8_t { field, record, list, blob };

    std::string path;  ///< with numbers for all selectors
    Kind kind{};
    NodePath node;              ///< the record itself; of a field, list or blob the record that holds it
    RecordHandle record;        ///< the record at `node`
    FieldView field;            ///< kind field
    const ChildEntry* child{};  ///< kind list or blob: which of the record's
    ListView list;              ///< kind list; kind record: the list that holds it, if any
    std::size_t index{};        ///< kind record: its place in that list
};

class SelectorIndex;

/// Everything that a path leads to, in document order. A selector that nothing matches gives an empty result.
/// Errors, which say what there is: usage; unknown_name (a name that records do not have); not_found (a number that is
/// out of range).
/// With an index, which must be notified of all changes, many queries of one document do not read its lists each time.
[[nodiscard]] Result<std::vector<Match>> resolve(const RecordHandle& root, std::string_view path,
                                                 SelectorIndex* index = nullptr);

/// The same for a path that must lead to at least one thing. Errors: not_found too.
[[nodiscard]] Result<std::vector<Match>> resolve_some(const RecordHandle& root, std::string_view path,
                                                      SelectorIndex* index = nullptr);

/// Everything that a query finds: a path, or `field:value` anywhere in the document, where `*` stands for any field. A
/// text is found that contains the value, which may have * and ? in it, whatever the case of letters; in quotes the value
/// is the whole text. Numbers are equal.
[[nodiscard]] Result<std::vector<Match>> find(const RecordHandle& root, std::string_view query);

/// The text of a match: a field's value, a blob's hexadecimal digits or what its codec says, a record's or list's XML
/// element. Scripts are shown with the names that `context` has.
[[nodiscard]] std::string match_text(const Match& match, const LoadContext& context = {});

/// Returns the error for an edit that sets a record or a list as if it were a value.
[[nodiscard]] Error not_a_value(const Match& match);

}  // namespace redforge::edit
