// References by index: fields with the index of a record in a list of the document, or with several such indices.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

#include "core/record/record_type.hpp"
#include "edit/operation/operation.hpp"

namespace redforge::edit {

/// Returns true if records in the list refer to other records of it by index: routes of a walk map's nodes, jumps of
/// animation commands. See FieldInfo::index_in.
[[nodiscard]] bool has_internal_indices(const ChildEntry& list);

/// Returns true if the document has references by index to the records of a list: in records of the list, or in other
/// records (FieldInfo::indexed_by).
[[nodiscard]] bool is_indexed(const ChildEntry& list);

/// A field with an index, in records of any type or in those with this element.
struct IndexField {
    std::string_view element;  ///< if it is empty, records of any type have the field
    std::string_view field;
};

/// Returns the fields with indices in a list: those of FieldInfo::indexed_by, and those of its records.
[[nodiscard]] std::vector<IndexField> index_fields(const ChildEntry& list);

/// Returns the element of the record at `node`. The root has an empty one.
[[nodiscard]] std::string_view element_at(const RecordHandle& root, const NodePath& node);

/// Returns the lists with FieldInfo::indexed_by in a record and its groups, each with the path of its parent in the
/// record.
[[nodiscard]] std::vector<std::pair<NodePath, const ChildEntry*>> indexed_lists(const RecordHandle& record);

/// Returns the record whose fields can have indices in a list: the record that contains it, or for a list in a group,
/// the record that contains the group. `node`: the parent of the list.
[[nodiscard]] NodePath index_scope(const RecordHandle& root, NodePath node);

/// Calls `visit` for each field below `scope` that refers to a list by index. O(n) for the number of records.
void for_each_index(const RecordHandle& root, const NodePath& scope, const ChildEntry& list,
                    const std::function<void(const NodePath& record, const FieldView& index)>& visit);

/// Calls `visit` for each field of a record of `list` that refers to another record of `list`. The field is in the
/// record itself, or in a record of its list `inner`.
void for_each_internal_index(
    const RecordHandle& record, const ChildEntry& list,
    const std::function<void(const ChildEntry* inner, std::size_t index, const FieldView& field)>& visit);

/// Replaces each index in a field by `now` of it. Returns true if one changed.
bool change_indices(const FieldView& field, const std::function<std::int64_t(std::int64_t)>& now);

/// Returns true if an index in the field fulfils a condition.
[[nodiscard]] bool any_index(const FieldView& field, const std::function<bool(std::int64_t)>& condition);

}  // namespace redforge::edit
