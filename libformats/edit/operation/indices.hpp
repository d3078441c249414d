// References by index: fields with the index of a record in a list of the document.
#pragma once

#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

#include "core/record/record_type.hpp"
#include "edit/operation/operation.hpp"

namespace redforge::edit {

/// A list of records with the index of a record in another list: the routes of walk nodes.
struct IndexPlace {
    const ChildEntry* list{};
    const FieldEntry* index{};
};

/// Returns the first list with indices in the records of `list`, see FieldInfo::index_in. The list is null if there is
/// none.
[[nodiscard]] IndexPlace find_indices(const ChildEntry& list);

/// Returns true if records in the list refer to other records of it by index: routes of a walk map's nodes.
[[nodiscard]] bool has_internal_indices(const ChildEntry& list);

/// Returns true if the document has references by index to the records of a list: in records of the list, or in other
/// records (FieldInfo::indexed_by).
[[nodiscard]] bool is_indexed(const ChildEntry& list);

/// Returns the names in FieldInfo::indexed_by.
[[nodiscard]] std::vector<std::string_view> index_fields(const ChildEntry& list);

/// Returns the lists with FieldInfo::indexed_by in the root record and its groups, each with the record that contains
/// it.
[[nodiscard]] std::vector<std::pair<NodePath, const ChildEntry*>> indexed_lists(const RecordHandle& root);

/// Calls `visit` for each field of the document with a name in FieldInfo::indexed_by of `list`. O(n) for the number of
/// records.
void for_each_index(const RecordHandle& root, const ChildEntry& list,
                    const std::function<void(const NodePath& record, const FieldView& index)>& visit);

}  // namespace redforge::edit
