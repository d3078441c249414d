// Nodes of walk maps: adding one, and connecting them by routes there and back.
#pragma once

#include <optional>

#include <glm/vec3.hpp>

#include "editor/model/session.hpp"

namespace redforge::editor {

/// Whether a node of the document is a node of a walk map.
[[nodiscard]] bool is_walk_node(const RecordHandle& root, const NodeRef& ref);

/// Whether the document has a walk map.
[[nodiscard]] bool has_walk_map(const RecordHandle& root);

/// Adds a node at a place, map units, as one step: to the walk map of `beside`, connected with it where that is a node; else to
/// the walk map with the nearest node, and to a new one where there is none. Errors: usage (the document has no walk maps);
/// out_of_range (the place is off the map).
Result<NodeRef> add_walk_node(Session& session, const std::optional<NodeRef>& beside, const glm::dvec3& place);

/// Connects each of some nodes with the next, there and back, as one step; routes that are there stay. Errors: usage (they are
/// not two or more nodes of one walk map).
Result<edit::Changes> connect_walk_nodes(Session& session, const NodeRefs& nodes);
/// Removes all routes between some nodes. Errors: the same.
Result<edit::Changes> disconnect_walk_nodes(Session& session, const NodeRefs& nodes);

}  // namespace redforge::editor
