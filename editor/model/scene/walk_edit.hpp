// Editing of walk map nodes: adding a node, and connecting nodes by routes in both directions.
#pragma once

#include <optional>
#include <vector>

#include <glm/vec3.hpp>

#include "editor/model/session/session.hpp"

namespace redforge::editor {

/// Returns true if a node of the document is a walk map node.
[[nodiscard]] bool is_walk_node(const RecordHandle& root, const NodeRef& ref);

/// Returns the walk map that a node is or is in, or nullopt.
[[nodiscard]] std::optional<edit::NodePath> walk_map_of(const RecordHandle& root, const NodeRef& ref);
/// Returns the walk map whose node is nearest to a position, or nullopt if there are no nodes.
[[nodiscard]] std::optional<edit::NodePath> nearest_walk_map(const RecordHandle& root, const glm::dvec3& place);
/// Returns the positions of the nodes of a walk map, in their order.
[[nodiscard]] std::vector<glm::dvec3> walk_node_places(const RecordHandle& root, const edit::NodePath& map);

/// Returns the path of a node of a walk map.
[[nodiscard]] edit::NodePath walk_node_path(const RecordHandle& root, const edit::NodePath& map, std::size_t index);

// The next three functions are parts of a step. Errors: out_of_range (a position is outside of the map).

/// Adds an empty walk map at a position. Errors: also usage (the document has no walk maps).
[[nodiscard]] Result<edit::NodePath> append_walk_map(edit::Recorder& recorder, const glm::dvec3& place);
/// Adds a node to a walk map.
[[nodiscard]] Result<edit::NodePath> append_walk_node(edit::Recorder& recorder, const edit::NodePath& map,
                                                      const glm::dvec3& place);
/// Connects two nodes of a walk map in both directions. Existing routes stay.
[[nodiscard]] Status connect_walk_nodes(edit::Recorder& recorder, const edit::NodePath& a, const edit::NodePath& b);

/// Adds a node at a position (map units), as one step. If `beside` is a walk map or a walk node, adds it to this walk
/// map, and connects it with the walk node. Otherwise adds it to the walk map with the nearest node, or to a new one.
/// Errors: usage (the document has no walk maps); out_of_range (the position is outside of the map).
Result<NodeRef> add_walk_node(Session& session, const std::optional<NodeRef>& beside, const glm::dvec3& place);

/// Connects each node with the next in both directions, as one step. Existing routes stay. Errors: usage (not two or
/// more nodes of one walk map).
Result<edit::Changes> connect_walk_nodes(Session& session, const NodeRefs& nodes);
/// Removes all routes between the nodes. Errors: those of connect_walk_nodes().
Result<edit::Changes> disconnect_walk_nodes(Session& session, const NodeRefs& nodes);

}  // namespace redforge::editor
