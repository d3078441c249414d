// Move and rotate records: edits of position fields by a drag, a typed number or a key.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include <glm/vec3.hpp>

#include "edit/operation/recorder.hpp"
#include "editor/model/scene/placing.hpp"

namespace redforge::editor {

/// Centre of rotation of several records: their common centre, the last selected one, or each its own position.
enum class Pivot : std::uint8_t { middle, last, each };

/// Returns the centre of rotation of the selected records, in map units: for Pivot::last the last one with a position,
/// else their centre. Returns nullopt if none has a map position.
[[nodiscard]] std::optional<glm::dvec3> pivot_of(const RecordHandle& root, const NodeRefs& selected, Pivot pivot);
/// Returns the last of `selected` that is in `placed` (the result of placed_records()), or else the last of `placed`.
[[nodiscard]] NodeRef last_placed(const NodeRefs& selected, const NodeRefs& placed);

/// Snap steps for positions and angles.
struct Snapping {
    bool on{true};
    int grid{16};    ///< map units: a power of two, 1 to 4096
    int angle{64};   ///< 2048ths of a turn
    bool surface{};  ///< objects dragged along the ground snap to the surface below the pointer
    bool corners{};  ///< the corner of a dragged object snaps to corners of other models
    Pivot pivot{};

    friend bool operator==(const Snapping&, const Snapping&) = default;
};
inline constexpr int max_grid = 4096;
inline constexpr int max_angle = 1024;

/// A translation along the map's axes, or along those of each record.
struct Shift {
    glm::dvec3 way{};  ///< map units
    bool local{};
    bool whole{true};  ///< round to whole map units, even if a coordinate can have a fraction
};

/// A rotation about an axis of the viewport or of each record. Positive in the direction in which record angles
/// increase.
struct Turn {
    Axis axis{Axis::y};
    double turn{};  ///< 2048ths
    bool local{};
    std::optional<glm::dvec3> centre{};  ///< centre of rotation; without one each record rotates in place
};

/// Moves records. Precondition: they have a position; see placed_records(). Positions are rounded to the steps of their
/// fields. Errors: out_of_range, with the position.
[[nodiscard]] Status move_records(edit::Recorder& recorder, const NodeRefs& records, const Shift& shift);

/// Rotates records. Angles are rounded to 2048ths. A matrix that is not a rotation does not change.
[[nodiscard]] Status turn_records(edit::Recorder& recorder, const NodeRefs& records, const Turn& turn);

/// Sets or adjusts ("+=64") one angle of a rotation matrix, in 2048ths, and keeps the other two. Errors: unsupported
/// (not a rotation); out_of_range (not a number).
[[nodiscard]] Status set_turn(edit::Recorder& recorder, const edit::NodePath& node, Axis axis, std::string_view text);

/// Returns the translation nearest to `way` that moves `place` to the grid. An axis without translation does not snap.
[[nodiscard]] glm::dvec3 snapped_translation(glm::dvec3 place, glm::dvec3 way, int grid);
[[nodiscard]] double snapped_turn(double turn, int step);

}  // namespace redforge::editor
