// Between what is seen of a map and where it stands in the document.
#pragma once

#include <optional>
#include <set>
#include <vector>

#include <glm/vec3.hpp>

#include "editor/model/node_ref.hpp"
#include "scene/scene.hpp"

namespace redforge::editor {

/// Where a record of a scene stands in its document; nothing for what is no record of its own (terrain, a model).
[[nodiscard]] std::optional<NodeRef> node_of(const RecordHandle& root, const scene::RecordRef& record);

/// The records of all lists that a scene is made of.
[[nodiscard]] NodeRefs scene_nodes(const RecordHandle& root);
/// The list of a kind of things, to add to; nothing when the document has none.
[[nodiscard]] std::optional<NodeRef> section_for(const RecordHandle& root, scene::Kind kind);

/// The record of a scene that a node is, or is in. Nothing for any other node.
[[nodiscard]] std::optional<scene::RecordRef> scene_record(const RecordHandle& root, const NodeRef& ref);
/// Whether a node is a record of a scene itself, not something inside of one.
[[nodiscard]] bool is_scene_record(const RecordHandle& root, const NodeRef& ref);

/// What is to be marked in a scene when these nodes are selected: their records; of an actor all that have its script.
[[nodiscard]] std::set<scene::RecordRef> marked_records(const RecordHandle& root, const NodeRefs& selected);

/// The walk maps of a map as points and lines of the viewport. Their nodes have places of their own in the map.
/// Of walk maps in which something is selected, nodes and legs stand last, to be drawn over the others.
struct WalkLines {
    struct Node {
        scene::Vec3 place{};
        bool marked{};         ///< it, one of its routes or its walk map is selected
        bool in_marked_map{};  ///< something of its walk map is selected
        NodeRef ref;
        friend bool operator==(const Node&, const Node&) = default;
    };
    /// A route, or two that lead there and back.
    struct Leg {
        std::size_t from{};  ///< an index in `nodes`
        std::size_t to{};
        bool blocked{};  ///< something stands in its way; not known of the document alone
        bool one_way{};  ///< no route leads from `to` to `from`
        friend bool operator==(const Leg&, const Leg&) = default;
    };
    std::vector<Node> nodes;
    std::vector<Leg> legs;
};
/// Empty when the document has none. Routes to nowhere have no leg.
[[nodiscard]] WalkLines walk_lines(const RecordHandle& root, const NodeRefs& selected);

/// What changes of a document mean for a scene that was made of it.
struct SceneEffect {
    bool rebuild{};                        ///< it has to be made anew
    std::vector<scene::RecordRef> placed;  ///< else: these stand elsewhere or shine otherwise
};
/// `root` is that of the document after the changes.
[[nodiscard]] SceneEffect effect_on_scene(const RecordHandle& root, const edit::Changes& changes);

}  // namespace redforge::editor
