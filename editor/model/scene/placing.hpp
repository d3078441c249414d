// Position and rotation fields of a record, found by its description.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include <glm/vec3.hpp>

#include "core/record/record_type.hpp"
#include "edit/operation/rotation.hpp"
#include "editor/model/text/node_ref.hpp"

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

/// The position and rotation fields of a record. All records with a position have `position`.
struct Placing {
    std::array<const FieldEntry*, 3> position{};  ///< X, Y, Z: all or none
    double unit{1};                               ///< map units per unit of these fields
    std::array<const FieldEntry*, 3> angles{};    ///< in 2048ths of a turn; null if there is none for the axis
    const FieldEntry* matrix{};                   ///< nine numbers in Q4.28

    [[nodiscard]] bool placed() const { return position.front() != nullptr; }
};
[[nodiscard]] Placing placing_of(const FieldTable& table);

/// Returns the name of an angle of a rotation matrix: "rotation_matrix:y".
[[nodiscard]] std::string angle_name(const FieldEntry& matrix, Axis axis);
/// Returns the axis of a name from angle_name(), or nullopt.
[[nodiscard]] std::optional<Axis> axis_named(const FieldTable& table, std::string_view name);

/// Returns the record that the position of a record is relative to: for a location the object of its actor. Returns
/// nullopt if the position is absolute (as for walk map nodes), or if the actor has no object or several.
[[nodiscard]] std::optional<NodeRef> base_of(const RecordHandle& root, const NodeRef& ref);

/// Returns the position of a record in the map, in map units, with its base's position added (without its rotation).
/// Returns nullopt if it has no position, or only a relative one.
[[nodiscard]] std::optional<glm::dvec3> position_of(const RecordHandle& root, const NodeRef& ref);

/// Returns the position stored in the record, in map units, or nullopt.
[[nodiscard]] std::optional<glm::dvec3> stored_position(const RecordHandle& root, const NodeRef& ref);

/// Returns the rotation of a record in the viewport. Returns nullopt if its matrix is not a rotation.
[[nodiscard]] std::optional<glm::dmat3> turned(const RecordHandle& record);

/// Returns the nested records with their own map positions: the nodes of a walk map. They move with the record.
[[nodiscard]] NodeRefs placed_inside(const RecordHandle& root, const NodeRef& ref);

/// Returns the selected records with a position, without duplicates and without those that move with another selected
/// record.
[[nodiscard]] NodeRefs placed_records(const RecordHandle& root, const NodeRefs& selected);

/// Returns the centre of the box around the records with a map position, or nullopt.
[[nodiscard]] std::optional<glm::dvec3> middle_of(const RecordHandle& root, const NodeRefs& records);

}  // namespace redforge::editor
