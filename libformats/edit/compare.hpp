// All differences of two documents, as the operations that turn one into the other.
#pragma once

#include <vector>

#include "edit/operation.hpp"

namespace redforge::edit {

/// The operations that turn `from` into `to`, in the order in which they are to be made; none when the two say the same.
/// Both are records of one type. Records of a list are paired by what they say, then by their key (FieldInfo::key), then
/// by likeness; what is paired and differs is changed in place, what changed its order is moved, the rest is removed or
/// added.
[[nodiscard]] std::vector<Operation> differences(const RecordHandle& from, const RecordHandle& to);

}  // namespace redforge::edit
