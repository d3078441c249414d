// Path grids of Oblivion (PGRD): points, and references to them by number.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "edit/operation/recorder.hpp"

namespace redforge::edit {

/// Returns true for the points of a path grid or road.
[[nodiscard]] bool is_path_points(const ChildEntry& list);

/// Updates the references to the points of a path grid after a change of the list of points: the connections, which are
/// one list with as many numbers for each point as it counts, and the points of other cells and of references. Notes
/// what it cannot update: a road, or connections that do not fit the counts. `node`: the subrecord with the points.
void follow_path_points(Recorder& recorder, const NodePath& node, const ChildEntry& list,
                        const Recorder::NewPlaces& places);

/// A reference to a point that does not exist, or connections that do not fit the counts of the points.
struct PathGridProblem {
    std::size_t subrecord{};  ///< its index in the record
    std::string member;
    std::string message;
};
/// Returns the first problem of a path grid or road. Returns nullopt for other records.
[[nodiscard]] std::optional<PathGridProblem> find_path_grid_problem(const ListView& subrecords);

}  // namespace redforge::edit
