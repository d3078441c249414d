// What the paths of calls select, from the record of a node.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "call.hpp"
#include "edit/edit_steps.hpp"

namespace redforge::capi {

/// The list that a path selects; "" is the list that the record itself is. `node` of the result is from the root.
[[nodiscard]] CallResult<edit::ListPlace> list_at(const Place& place, std::string_view path);

/// Everything that a path selects, at least one thing. Places and paths are from the root.
[[nodiscard]] CallResult<std::vector<edit::Match>> matches_at(const Place& place, std::string_view path);

/// The places, from the root, of all records that a path selects, and of those in lists that it selects.
[[nodiscard]] CallResult<std::vector<edit::NodePath>> records_at(const Place& place, std::string_view path);

/// The name of a record's element, as the list or group that holds it has it.
[[nodiscard]] std::string element_of(const Place& place);

/// The list that contains a record, and the record's index in it. Errors: usage, if the record is not in a list.
struct InList {
    edit::NodePath parent;
    const ChildEntry* child{};
    std::size_t index{};
    std::size_t size{};
};
[[nodiscard]] CallResult<InList> in_list(const Place& place);

/// What a name is in a record: one of these, or several fields whose names begin with it.
struct Member {
    FieldView field{};
    const ChildEntry* child{};
    const Descendants* descendants{};  ///< records that stand anywhere below
    const ItemEntry* item{};           ///< records of one type of the list `child`
    bool composite{};
};
/// Errors: unknown_name.
[[nodiscard]] CallResult<Member> member_of(const RecordHandle& record, std::string_view name);

}  // namespace redforge::capi
