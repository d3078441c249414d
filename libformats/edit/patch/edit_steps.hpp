// Parts that all edits share: resolving paths with an expected count, checking edit elements, removing records.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "edit/patch/edit_kinds.hpp"
#include "edit/patch/edits.hpp"
#include "edit/path/selector_index.hpp"

namespace redforge::edit {

/// Value of `expect` for `expect="any"`: any number of matches, also 0.
inline constexpr std::size_t any_number = std::numeric_limits<std::size_t>::max();

/// Returns an error if the number of matches is not the expected one: not_found (none), mismatch. Returns nullopt if it
/// is. `expect`: nullopt for at least one.
[[nodiscard]] std::optional<Error> check_expected(std::size_t found, std::optional<std::size_t> expect,
                                                  std::string_view path);

/// Resolves a path and checks the number of matches. Errors: those of resolve() and check_expected().
[[nodiscard]] Result<std::vector<Match>> resolve_expected(const RecordHandle& root, std::string_view path,
                                                          std::optional<std::size_t> expect,
                                                          SelectorIndex* index = nullptr);

/// A list that records can be added to.
struct ListPlace {
    NodePath node;  ///< path of the record that contains the list
    ListView list;
    std::string path;
};

/// Returns the lists that a path names. A list of at most one record, such as `extra`, may be empty. A record with a
/// list that represents it (FieldInfo) stands for this list. Errors: those of resolve_expected(); usage (not a list).
[[nodiscard]] Result<std::vector<ListPlace>> resolve_lists(const RecordHandle& root, std::string_view path,
                                                           std::optional<std::size_t> expect);

/// Returns the error for an element that a list cannot have. `path` is the list's path. The hint names the nearest
/// element, and the elements that the list can have, by the definition of its record if there is one.
[[nodiscard]] Error unknown_element(const RecordHandle& root, const NodePath& node, const ChildEntry& list,
                                    std::string_view element, std::string_view path);

/// Checks the root element of an edit list: <edits>, with exact or patch as 0 or 1; a patch may also have masters and
/// masters_before. Errors: unknown_name, with the line and column.
[[nodiscard]] Status check_root(const XmlDocument& edits);

/// Checks an edit element and its attributes. Returns its kind. Errors: unknown_name, malformed.
[[nodiscard]] Result<const EditKind*> check_edit(const pugi::xml_node& node);

/// Returns the text inside an edit, without one line end at the beginning and one at the end.
[[nodiscard]] std::string source_in(const pugi::xml_node& node);

/// Returns true if the match has the old value that the edit expects (`was`), or the edit expects none. `was` is the
/// value of a field, the bytes or source of a blob, or the fingerprint of bytes or of a record.
[[nodiscard]] bool has_expected_value(const pugi::xml_node& edit, const Match& match);

/// Fails if a match is not a record of a list. Errors: usage.
[[nodiscard]] Status require_record(const Match& match);

[[nodiscard]] std::string first_line(std::string text);

/// Removes records, one operation for each list. Returns one line for each match. All matches must be records of lists.
EditLog remove_matches(Recorder& recorder, const std::vector<Match>& matches);

}  // namespace redforge::edit
