// Fields that differences and merges treat in their own way: bookkeeping, and leftovers of editors.
#pragma once

#include "core/record/record_type.hpp"

namespace redforge::edit {

/// Returns true if a field is bookkeeping, see FieldInfo::bookkeeping.
[[nodiscard]] inline bool is_bookkeeping(const FieldEntry& field)
{
    return field.info.bookkeeping != 0;
}
/// Returns true if a bookkeeping value is larger than another one of the same field.
[[nodiscard]] bool is_larger(const FieldView& a, const FieldView& b);

/// Returns true if a field of a record that is data has bytes that the game does not read and that editors fill with
/// leftovers of their memory: `unused` and `padding`. Differences and `get` omit it unless --all is given.
[[nodiscard]] bool is_leftover(const RecordType& type, const FieldEntry& field);
/// Sets all fields of a record with leftovers, at any depth, to their default. Returns true if there were any.
bool clear_leftovers(const RecordHandle& record);

}  // namespace redforge::edit
