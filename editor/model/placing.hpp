// Where a record stands and how it is turned: which of its fields say so, by what the description says of them.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include <glm/vec3.hpp>

#include "core/record_type.hpp"
#include "edit/rotation.hpp"
#include "editor/model/node_ref.hpp"

namespace redforge::editor {

using edit::Axis;
using edit::EulerAngles;
using edit::flip;
using edit::full_turn;
using edit::matrix_in;
using edit::matrix_of;
using edit::Q28Matrix;
using edit::rotation_about;
using edit::rotation_of;
using edit::turns_of;

/// The fields of a record that place it. All of a record with a place have `position`.
struct Placing {
    std::array<const FieldEntry*, 3> position{};  ///< X, Y, Z: all of them, or none
    double unit{1};                               ///< map units in one of their numbers
    std::array<const FieldEntry*, 3> angles{};    ///< in 2048ths of a turn; null: none about that axis
    const FieldEntry* matrix{};                   ///< nine numbers in Q4.28

    [[nodiscard]] bool placed() const { return position.front() != nullptr; }
};
[[nodiscard]] Placing placing_of(const FieldTable& table);

/// What an angle of a rotation that is stored as a matrix is called, beside the fields: "rotation_matrix:y".
[[nodiscard]] std::string angle_name(const FieldEntry& matrix, Axis axis);
/// The axis that such a name is about; nothing for any other name.
[[nodiscard]] std::optional<Axis> axis_named(const FieldTable& table, std::string_view name);

/// The record that another stands relative to: a location to its actor's object. A node of a walk map stands in the map.
/// Nothing when its place is that in the map, or when the actor has no object or several.
[[nodiscard]] std::optional<NodeRef> base_of(const RecordHandle& root, const NodeRef& ref);

/// Where a record stands in the map, in map units, whatever it is relative to (how that is turned does not count).
/// Nothing when it has no place, or a relative one alone.
[[nodiscard]] std::optional<glm::dvec3> position_of(const RecordHandle& root, const NodeRef& ref);

/// What its own fields say of its place, in map units. Nothing when they say nothing.
[[nodiscard]] std::optional<glm::dvec3> own_place_of(const RecordHandle& root, const NodeRef& ref);

/// How a record is turned, in the viewport. Nothing when that is not a rotation.
[[nodiscard]] std::optional<glm::dmat3> turned(const RecordHandle& record);

/// The records that a record holds and that stand in the map on their own: the nodes of a walk map. They go where it goes.
[[nodiscard]] NodeRefs placed_inside(const RecordHandle& root, const NodeRef& ref);

/// The records of a selection that have a place, each once, without those that move along with another of them.
[[nodiscard]] NodeRefs placed_records(const RecordHandle& root, const NodeRefs& selected);

/// The middle of the box around those that have a place in the map; nothing without one.
[[nodiscard]] std::optional<glm::dvec3> middle_of(const RecordHandle& root, const NodeRefs& records);

}  // namespace redforge::editor
