// What edits have in common: what their paths lead to, and taking records out.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "edit/edit_kinds.hpp"
#include "edit/edits.hpp"
#include "edit/selector_index.hpp"

namespace redforge::edit {

/// `expect="any"`: nothing is as right as something.
inline constexpr std::size_t any_number = std::numeric_limits<std::size_t>::max();

/// Errors: not_found, mismatch when the number of things is not the one expected.
[[nodiscard]] std::optional<Error> check_expected(std::size_t found, std::optional<std::size_t> expect,
                                                  std::string_view path);

/// What a path leads to, as many as expected; without a number at least one.
[[nodiscard]] Result<std::vector<Match>> resolve_expected(const RecordHandle& root, std::string_view path,
                                                          std::optional<std::size_t> expect,
                                                          SelectorIndex* index = nullptr);

/// The list that a path of `add` names. A list of one, such as `extra`, may be empty and still be named.
struct ListPlace {
    NodePath node;  ///< of the record that holds it
    ListView list;
    std::string path;
};

/// The lists that a path leads to. Errors: as resolve_expected(); usage where it leads to something else.
[[nodiscard]] Result<std::vector<ListPlace>> resolve_lists(const RecordHandle& root, std::string_view path,
                                                           std::optional<std::size_t> expect);

/// The root of a list of edits is <edits>, with exact or patch, as 0 or 1, and nothing else. Errors: unknown_name, with its place.
[[nodiscard]] Status check_root(const XmlDocument& edits);

/// The kind of an edit, whose attributes are those that it has. Errors: unknown_name, malformed.
[[nodiscard]] Result<const EditKind*> check_edit(const pugi::xml_node& node);

/// The text inside an edit, without a line end at its beginning and one at its end.
[[nodiscard]] std::string source_in(const pugi::xml_node& node);

/// Whether what an edit is about is what the edit says that it was (`was`): a field's value, the bytes or source of a
/// blob, or of bytes and records the fingerprint. So is all of which it does not say.
[[nodiscard]] bool was_so(const pugi::xml_node& edit, const Match& match);

/// Errors: usage, for what is no record of a list.
[[nodiscard]] Status require_record(const Match& match);

[[nodiscard]] std::string first_line(std::string text);

/// Takes records out of their lists, those of one list at once.
EditLog remove_matches(Recorder& recorder, const std::vector<Match>& matches);

}  // namespace redforge::edit
