// Interactive tool that draws a path of walk nodes: each click adds a node on the ground, connected with the last one.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <glm/vec3.hpp>

#include "editor/model/scene/surfaces.hpp"
#include "editor/model/session/session.hpp"

namespace redforge::editor {

inline constexpr double default_walk_spacing = 256;  ///< map units between two walk nodes

/// The path is visible immediately, as a preview of the session, and becomes one step at the end. Windows only forward
/// events.
class WalkPath {
public:
    /// Starts after the selected walk node, in the selected walk map, or else in the walk map of the first click: the
    /// one with the nearest node, or a new one. `spacing`: maximum distance between two nodes, in map units; the tool
    /// adds nodes on the ground between clicks that are farther apart. Returns false if the document has no walk maps,
    /// or a pending edit is rejected.
    bool begin(Session& session, Surfaces surfaces, double spacing = default_walk_spacing);
    [[nodiscard]] bool active() const { return session_ != nullptr; }
    /// Continues the path to a position, in map units, or to an existing node, which can be a node of the path.
    void add(const glm::dvec3& place);
    void add(const NodeRef& node);
    /// Removes the last click.
    void back();
    /// Ends the tool: keeps the path as a step, or reverts it. finish() returns the last node of the path.
    std::optional<NodeRef> finish();
    void cancel();
    /// Returns the number of new nodes.
    [[nodiscard]] std::size_t added() const { return added_; }
    /// Returns the number of routes of the path that a static object blocks.
    [[nodiscard]] std::size_t blocked() const { return blocked_; }
    /// Returns the text for the status line, with the available keys.
    [[nodiscard]] std::string status_text() const;
    /// The reason why the last click was rejected; empty if it was not.
    [[nodiscard]] const std::string& error() const { return error_text_; }

private:
    /// A click: a position, or an existing node.
    struct Stop {
        glm::dvec3 place{};
        std::optional<NodeRef> node{};
    };
    void add(Stop stop);
    /// Shows the path, or removes the last click if it is rejected.
    void apply();
    Status make(edit::Recorder& recorder);

    Session* session_{};
    Surfaces surfaces_;
    double spacing_{};
    std::optional<edit::NodePath> map_;  ///< walk map of the selection
    std::vector<Stop> stops_;
    std::size_t given_{};  ///< number of stops at the beginning: 1 if a node was selected, else 0
    std::optional<NodeRef> last_;
    std::size_t added_{};
    std::size_t blocked_{};
    std::string error_text_;
};

/// Height above a node at which a route is checked for objects: high enough to pass over sills and steps. Map units.
inline constexpr double waist_height = 40;

}  // namespace redforge::editor
