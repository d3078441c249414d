// Conversion between scene records and document nodes.
#pragma once

#include <optional>
#include <set>
#include <vector>

#include <glm/vec3.hpp>

#include "editor/model/text/node_ref.hpp"
#include "scene/scene.hpp"

namespace redforge::editor {

/// Returns the node of a scene record. Returns nullopt if it has no record (terrain, a model).
[[nodiscard]] std::optional<NodeRef> node_of(const RecordHandle& root, const scene::RecordRef& record);

/// Returns the records of all lists that are drawn in a scene: objects, statics, ropes, flats, lights, markers.
[[nodiscard]] NodeRefs scene_nodes(const RecordHandle& root);
/// Returns the list for records of a kind, or nullopt if the document has none.
[[nodiscard]] std::optional<NodeRef> section_for(const RecordHandle& root, scene::Kind kind);

/// Returns the scene record that a node is or is in, or nullopt.
[[nodiscard]] std::optional<scene::RecordRef> scene_record(const RecordHandle& root, const NodeRef& ref);
/// Returns true if a node is itself a scene record.
[[nodiscard]] bool is_scene_record(const RecordHandle& root, const NodeRef& ref);

/// Returns the scene records to highlight for a selection: its records; for an actor all records with its script.
[[nodiscard]] std::set<scene::RecordRef> marked_records(const RecordHandle& root, const NodeRefs& selected);

/// The walk maps of a map as points and lines in the viewport. Their nodes have map positions. Nodes and legs of walk
/// maps with a selection are last, so that they are drawn on top.
struct WalkLines {
    struct Node {
        scene::Vec3 place{};
        bool marked{};         ///< the node, one of its routes or its walk map is selected
        bool in_marked_map{};  ///< a part of its walk map is selected
        NodeRef ref;
        friend bool operator==(const Node&, const Node&) = default;
    };
    /// A route, or a pair of routes in both directions.
    struct Leg {
        std::size_t from{};  ///< an index in `nodes`
        std::size_t to{};
        bool blocked{};  ///< an object blocks it; set by the views, because it depends on models
        bool one_way{};  ///< there is no route from `to` to `from`
        friend bool operator==(const Leg&, const Leg&) = default;
    };
    std::vector<Node> nodes;
    std::vector<Leg> legs;
};
/// Returns no lines if the document has no walk maps. Routes to missing nodes have no leg.
[[nodiscard]] WalkLines walk_lines(const RecordHandle& root, const NodeRefs& selected);

/// Effect of document changes on a scene.
struct SceneEffect {
    bool rebuild{};                        ///< it must be rebuilt
    std::vector<scene::RecordRef> placed;  ///< otherwise: records with a changed position or light
};
/// `root` is the root after the changes.
[[nodiscard]] SceneEffect effect_on_scene(const RecordHandle& root, const edit::Changes& changes);

}  // namespace redforge::editor
