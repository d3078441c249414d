// Differences between two documents, as operations.
#pragma once

#include <vector>

#include "edit/operation/operation.hpp"

namespace redforge::edit {

/// Returns the operations that turn `from` into `to`, in the order in which to apply them. Returns none if the records
/// are equal. Both must have the same type. Lists are paired by pair_records(): a paired record that differs is changed
/// in place, a record whose order differs is moved, and the others are removed or inserted.
[[nodiscard]] std::vector<Operation> differences(const RecordHandle& from, const RecordHandle& to);

}  // namespace redforge::edit
