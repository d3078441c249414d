// Draws a path of walk nodes.
#include "editor/model/scene/walk_path.hpp"

#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <glm/glm.hpp>

#include "core/text/counts.hpp"
#include "editor/model/scene/walk_edit.hpp"

namespace redforge::editor {
namespace {

/// Returns positions on the ground between two others, at most `spacing` apart. Positions without ground nearby stay on
/// the line between them.
std::vector<glm::dvec3> places_between(const glm::dvec3& from, const glm::dvec3& to, double spacing,
                                       const Surfaces& surfaces)
{
    const double distance = horizontal_distance(from, to);
    const int parts = static_cast<int>(std::ceil(distance / spacing));
    std::vector<glm::dvec3> places;
    for (int part = 1; part < parts; ++part) {
        glm::dvec3 place = glm::round(glm::mix(from, to, static_cast<double>(part) / parts));
        const double reach = distance / 2 + waist_height;  // a slope of 45 degrees at the middle
        place.y = std::round(nearest_ground(surfaces, place, reach).value_or(place.y));
        places.push_back(place);
    }
    return places;
}

}  // namespace

bool WalkPath::begin(Session& session, Surfaces surfaces, double spacing)
{
    cancel();
    if (!session.commit() || session.root().table().find_child("walk_maps") == nullptr) {
        return false;
    }
    *this = {};
    session_ = &session;
    surfaces_ = std::move(surfaces);
    spacing_ = spacing;
    if (session.selection().size() == 1) {
        const NodeRef& selected = session.selection().front();
        map_ = walk_map_of(session.root(), selected);
        if (is_walk_node(session.root(), selected)) {
            stops_.push_back({.node = selected});
            given_ = 1;
        }
    }
    return true;
}

void WalkPath::add(const glm::dvec3& place)
{
    add(Stop{.place = glm::round(place)});
}

void WalkPath::add(const NodeRef& node)
{
    add(Stop{.node = node});
}

void WalkPath::add(Stop stop)
{
    if (active()) {
        stops_.push_back(std::move(stop));
        apply();
    }
}

void WalkPath::back()
{
    if (active() && stops_.size() > given_) {
        stops_.pop_back();
        apply();
    }
}

void WalkPath::apply()
{
    error_text_.clear();
    const Status status =
        session_->preview("Draw walk path", [this](edit::Recorder& recorder) { return make(recorder); });
    if (!status) {
        stops_.pop_back();
        const Status before =  // the counts of the path without the last click
            session_->preview("Draw walk path", [this](edit::Recorder& recorder) { return make(recorder); });
        error_text_ = describe(before ? status.error() : before.error());
    }
}

Status WalkPath::make(edit::Recorder& recorder)
{
    added_ = 0;
    blocked_ = 0;
    last_.reset();
    std::optional<edit::NodePath> map = map_;
    glm::dvec3 at{};
    const auto connect_to = [&](const edit::NodePath& node, const glm::dvec3& place) -> Status {
        if (last_ && last_->node != node) {
            const glm::dvec3 waist{0, -waist_height, 0};
            blocked_ += surfaces_.blocked(at + waist, place + waist) ? 1U : 0U;
            if (Status status = connect_walk_nodes(recorder, last_->node, node); !status) {
                return status;
            }
        }
        last_ = NodeRef{.node = node, .list = {}};
        at = place;
        return {};
    };
    const auto append = [&](const glm::dvec3& place) -> Status {
        const Result<edit::NodePath> node = append_walk_node(recorder, *map, place);
        if (!node) {
            return fail(node.error());
        }
        ++added_;
        return connect_to(*node, place);
    };
    for (const Stop& stop : stops_) {
        if (stop.node) {
            const edit::NodePath own = *walk_map_of(recorder.root(), *stop.node);
            if (map && own != *map) {
                return fail({.code = ErrorCode::usage,
                             .message = "this node is in another walk map",
                             .hint = "routes connect nodes of one walk map"});
            }
            map = own;
        } else if (!map) {
            map = nearest_walk_map(recorder.root(), stop.place);
            if (!map) {
                Result<edit::NodePath> made = append_walk_map(recorder, stop.place);
                if (!made) {
                    return fail(made.error());
                }
                map = std::move(*made);
            }
        }
        const glm::dvec3 place =
            stop.node ? walk_node_places(recorder.root(), *map).at(stop.node->node.back().index) : stop.place;
        for (const glm::dvec3& between :
             last_ ? places_between(at, place, spacing_, surfaces_) : std::vector<glm::dvec3>{}) {
            if (Status status = append(between); !status) {
                return status;
            }
        }
        if (Status status = stop.node ? connect_to(stop.node->node, place) : append(place); !status) {
            return status;
        }
    }
    return {};
}

std::optional<NodeRef> WalkPath::finish()
{
    Session* const session = std::exchange(session_, nullptr);
    if (session == nullptr) {
        return std::nullopt;
    }
    session->keep_preview();
    return stops_.size() > given_ ? last_ : std::nullopt;
}

void WalkPath::cancel()
{
    if (Session* const session = std::exchange(session_, nullptr)) {
        session->drop_preview();
    }
}

std::string WalkPath::status_text() const
{
    std::string words = "Walk path: ";
    if (stops_.empty()) {
        words += "click the ground or a node";
    } else {
        words += counted(added_, "new node");
        if (blocked_ > 0) {
            words += ", " + counted(blocked_, "route") + " blocked by an object";
        }
    }
    return words + "   (click: next node; Enter: keep; Backspace: one click back; Esc: cancel)";
}

}  // namespace redforge::editor
