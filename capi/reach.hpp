// Resolves the paths of calls, which begin at the record of a node.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "call.hpp"
#include "edit/patch/edit_steps.hpp"

namespace redforge::capi {

/// Returns the list that a path names; "" is the record itself as a list. `node` of the result is a path from the root.
[[nodiscard]] CallResult<edit::ListPlace> list_at(const Place& place, std::string_view path);

/// Returns the matches of a path, at least one. Their paths are from the root. Errors: those of resolve_some().
[[nodiscard]] CallResult<std::vector<edit::Match>> matches_at(const Place& place, std::string_view path);

/// Returns the paths, from the root, of all records that a path matches, and of the records in matching lists.
[[nodiscard]] CallResult<std::vector<edit::NodePath>> records_at(const Place& place, std::string_view path);

/// Returns the element name of a record in its list or group.
[[nodiscard]] std::string element_of(const Place& place);

/// The list that contains a record, and the record's index in it. Errors: usage, if the record is not in a list.
struct InList {
    edit::NodePath parent;
    const ChildEntry* child{};
    std::size_t index{};
    std::size_t size{};
};
[[nodiscard]] CallResult<InList> in_list(const Place& place);

/// A member of a record: one of these, or several fields whose names begin with the given name.
struct Member {
    FieldView field{};
    const ChildEntry* child{};
    const Descendants* descendants{};  ///< records at any depth below
    const ItemEntry* item{};           ///< records of one type of the list `child`
    bool composite{};
};
/// Finds a member of a record by name. Errors: unknown_name.
[[nodiscard]] CallResult<Member> member_of(const RecordHandle& record, std::string_view name);

}  // namespace redforge::capi
