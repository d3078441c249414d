// Positions of new subrecords: as in other records of the same type.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>

#include "core/record_type.hpp"
#include "edit/path.hpp"

namespace redforge::edit {

/// Returns true for the list of the subrecords of a plugin's record.
[[nodiscard]] bool holds_subrecords(const RecordHandle& parent, const ChildEntry& list);

/// Returns the index at which a new subrecord of a type belongs by the order in the definition of its record; nothing if the definition
/// does not tell. Parameters: as subrecord_position().
[[nodiscard]] std::optional<std::size_t> defined_position(const RecordHandle& root, const NodePath& node,
                                                          const RecordType& type, std::size_t size,
                                                          const std::function<const RecordType*(std::size_t)>& type_at);

/// Returns the index at which a new subrecord of a type belongs in the record at `node`: as defined_position(), else after the last one
/// of its type, else where other records of the plugin have it. Returns nothing if no record tells, or if the type is found at several positions in a record.
/// The list has `size` subrecords, of the types that `type_at` returns.
[[nodiscard]] std::optional<std::size_t>
subrecord_position(const RecordHandle& root, const NodePath& node, const RecordType& type, std::size_t size,
                   const std::function<const RecordType*(std::size_t)>& type_at);

}  // namespace redforge::edit
