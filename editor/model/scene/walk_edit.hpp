// Editing of walk map nodes: adding a node, and connecting nodes by routes in both directions.
#pragma once

#include <optional>

#include <glm/vec3.hpp>

#include "editor/model/session/session.hpp"

namespace redforge::editor {

/// Returns true if a node of the document is a walk map node.
[[nodiscard]] bool is_walk_node(const RecordHandle& root, const NodeRef& ref);

/// Adds a node at a position (map units), as one step. If `beside` is a walk map or a walk node, adds it there, and
/// connects it with the node. Otherwise adds it to the walk map with the nearest node, or to a new one. Errors: usage
/// (the document has no walk maps); out_of_range (the position is outside of the map).
Result<NodeRef> add_walk_node(Session& session, const std::optional<NodeRef>& beside, const glm::dvec3& place);

/// Connects each node with the next in both directions, as one step. Existing routes stay. Errors: usage (not two or
/// more nodes of one walk map).
Result<edit::Changes> connect_walk_nodes(Session& session, const NodeRefs& nodes);
/// Removes all routes between the nodes. Errors: those of connect_walk_nodes().
Result<edit::Changes> disconnect_walk_nodes(Session& session, const NodeRefs& nodes);

}  // namespace redforge::editor
