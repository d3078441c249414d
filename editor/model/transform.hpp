// Moving and turning records: what a drag, a typed number or a key does to the fields that place them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include <glm/vec3.hpp>

#include "edit/recorder.hpp"
#include "editor/model/placing.hpp"

namespace redforge::editor {

/// What several records turn about together: their middle, the one that was selected last, or each its own place.
enum class Pivot : std::uint8_t { middle, last, each };

/// Of several selected records, in that order, the place that they turn about, map units: with Pivot::last that of the last one
/// that has a place, else their middle. Nothing where none has a place in the map.
[[nodiscard]] std::optional<glm::dvec3> pivot_of(const RecordHandle& root, const NodeRefs& selected, Pivot pivot);
/// The last of `selected` that is among `placed`, the result of placed_records(); the last of those where none is.
[[nodiscard]] NodeRef last_placed(const NodeRefs& selected, const NodeRefs& placed);

/// Steps that places and angles snap to.
struct Snapping {
    bool on{true};
    int grid{16};    ///< map units: 1 to 4096 by powers of two
    int angle{64};   ///< 2048ths of a turn
    bool surface{};  ///< what is dragged along the ground stands on what is below the pointer
    Pivot pivot{};

    friend bool operator==(const Snapping&, const Snapping&) = default;
};
inline constexpr int max_grid = 4096;
inline constexpr int max_angle = 1024;

/// A way along the axes of the map, or along those of each record.
struct Shift {
    glm::dvec3 way{};  ///< map units
    bool local{};
    bool whole{true};  ///< rounded to whole map units, also where a coordinate may have a fraction
};

/// A turn about an axis of the viewport, or of each record. The sense is that in which angles of records grow.
struct Turn {
    Axis axis{Axis::y};
    double turn{};  ///< 2048ths
    bool local{};
    std::optional<glm::dvec3> centre{};  ///< places go around it; without one each record turns where it stands
};

/// Records must have a place: see placed_records(). Places are rounded to the steps of their fields.
/// Errors: out_of_range, with the place.
[[nodiscard]] Status move_records(edit::Recorder& recorder, const NodeRefs& records, const Shift& shift);

/// The same for turning. Angles are rounded to 2048ths; a matrix that is no rotation stays as it is.
[[nodiscard]] Status turn_records(edit::Recorder& recorder, const NodeRefs& records, const Turn& turn);

/// Sets one angle of a rotation that is stored as a matrix, in 2048ths, or changes it by an Adjustment; the others stay.
/// Errors: unsupported (it is no rotation); out_of_range (no number).
[[nodiscard]] Status set_turn(edit::Recorder& recorder, const edit::NodePath& node, Axis axis, std::string_view text);

/// The way that is nearest to `way` and brings `place` on the grid, along the axes in which it goes at all.
[[nodiscard]] glm::dvec3 snapped_way(glm::dvec3 place, glm::dvec3 way, int grid);
[[nodiscard]] double snapped_turn(double turn, int step);

}  // namespace redforge::editor
