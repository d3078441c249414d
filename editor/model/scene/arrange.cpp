// Aligns and distributes records, and duplicates them as an array.
#include "editor/model/scene/arrange.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <utility>
#include <vector>

#include <glm/glm.hpp>

#include "editor/model/scene/transform.hpp"
#include "editor/model/session/session.hpp"

namespace redforge::editor {
namespace {

/// A record with its coordinate along an axis.
struct Coordinate {
    double at{};
    NodeRef ref;
};

std::vector<Coordinate> sort_by_coordinate(const RecordHandle& root, const NodeRefs& records, Axis axis)
{
    std::vector<Coordinate> found;
    for (const NodeRef& ref : records) {
        if (const std::optional<glm::dvec3> place = position_of(root, ref)) {
            found.push_back({(*place)[static_cast<glm::length_t>(axis)], ref});
        }
    }
    std::ranges::stable_sort(found, {}, &Coordinate::at);
    return found;
}

Status move_to_coordinate(edit::Recorder& recorder, const Coordinate& coordinate, Axis axis, double to, bool whole)
{
    glm::dvec3 offset{};
    offset[static_cast<glm::length_t>(axis)] = to - coordinate.at;
    return move_records(recorder, {coordinate.ref}, {.way = offset, .whole = whole});
}

}  // namespace

Status align_records(edit::Recorder& recorder, const NodeRefs& records, Axis axis, AlignTo to)
{
    const std::vector<Coordinate> all = sort_by_coordinate(recorder.root(), records, axis);
    if (all.empty()) {
        return {};
    }
    const double least = all.front().at;
    const double greatest = all.back().at;
    const double at = to == AlignTo::least ? least : to == AlignTo::greatest ? greatest : (least + greatest) / 2;
    for (const Coordinate& coordinate : all) {
        if (Status status = move_to_coordinate(recorder, coordinate, axis, at, to == AlignTo::middle); !status) {
            return status;
        }
    }
    return {};
}

Status distribute_records(edit::Recorder& recorder, const NodeRefs& records, Axis axis)
{
    const std::vector<Coordinate> all = sort_by_coordinate(recorder.root(), records, axis);
    for (std::size_t i = 1; i + 1 < all.size(); ++i) {
        const double share = static_cast<double>(i) / static_cast<double>(all.size() - 1);
        const double to = all.front().at + (all.back().at - all.front().at) * share;
        if (Status status = move_to_coordinate(recorder, all[i], axis, to, true); !status) {
            return status;
        }
    }
    return {};
}

Status move_to_record(edit::Recorder& recorder, const NodeRefs& records, const NodeRef& target)
{
    const std::optional<glm::dvec3> to = position_of(recorder.root(), target);
    for (const NodeRef& ref : to ? records : NodeRefs{}) {
        const std::optional<glm::dvec3> place = position_of(recorder.root(), ref);
        if (!place || ref == target) {
            continue;
        }
        if (Status status = move_records(recorder, {ref}, {.way = *to - *place, .whole = false}); !status) {
            return status;
        }
    }
    return {};
}

Status align_points(edit::Recorder& recorder, const NodeRefs& records, const PointPair& first,
                    const std::optional<PointPair>& second)
{
    if (Status status = move_records(recorder, records, {.way = first.to - first.from, .whole = false}); !status) {
        return status;
    }
    if (!second) {
        return {};
    }
    const auto level = [&](const glm::dvec3& point) { return glm::dvec2(point.x - first.to.x, point.z - first.to.z); };
    const glm::dvec2 from = level(second->from);
    const glm::dvec2 to = level(second->to);
    if (glm::length(from) == 0 || glm::length(to) == 0) {
        return {};  // a point above the first one gives no direction
    }
    // The direction of `from` after a quarter turn in the direction in which record angles increase.
    const glm::dvec3 quarter = flip(rotation_about(Axis::y, full_turn / 4.0) * flip(glm::dvec3(from.x, 0, from.y)));
    const double angle = std::atan2(quarter.x * to.x + quarter.z * to.y, from.x * to.x + from.y * to.y);
    return turn_records(recorder, records,
                        {.axis = Axis::y,
                         .turn = std::round(angle / (2 * std::numbers::pi) * full_turn),
                         .local = false,
                         .centre = first.to});
}

Result<NodeRefs> duplicate_array(Session& session, const NodeRefs& records, const ArrayCopies& array)
{
    constexpr double degrees_of_turn = 360;
    return session.duplicate(records, array.count,
                             [&](edit::Recorder& recorder, const NodeRefs& copies, std::size_t number) {
                                 const NodeRefs placed = placed_records(recorder.root(), copies);
                                 const auto times = static_cast<double>(number);
                                 if (!array.circle) {
                                     return move_records(recorder, placed, {array.step * times});
                                 }
                                 return turn_records(recorder, placed,
                                                     {.axis = Axis::y,
                                                      .turn =
                                                          std::round(array.angle * times * full_turn / degrees_of_turn),
                                                      .local = false,
                                                      .centre = array.centre});
                             });
}

}  // namespace redforge::editor
