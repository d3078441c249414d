// Edits walk maps.
#include "editor/model/scene/walk_edit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include "core/text/counts.hpp"

namespace redforge::editor {
namespace {

constexpr std::string_view section_name = "walk_maps";
constexpr std::size_t node_depth = 3;  ///< steps to a node: section, walk map, node

/// Reference to a list of a record. It stays valid while the document changes.
struct List {
    edit::NodePath node;
    const ChildEntry* child{};

    [[nodiscard]] ListView in(const RecordHandle& root) const { return edit::record_at(root, node).list(*child); }
    [[nodiscard]] edit::NodePath at(const RecordHandle& root, std::size_t index) const
    {
        edit::NodePath path = node;
        path.push_back({edit::record_at(root, node).table().number_of(*child), static_cast<std::uint32_t>(index)});
        return path;
    }
};

std::optional<List> list_in(const RecordHandle& root, const edit::NodePath& node, std::string_view name)
{
    const RecordHandle record = edit::find_record(root, node);
    const ChildEntry* const child = record ? record.table().find_child(name) : nullptr;
    return child == nullptr || child->kind != ChildEntry::Kind::list ? std::nullopt : std::optional(List{node, child});
}

std::optional<List> walk_maps(const RecordHandle& root)
{
    const ChildEntry* const section = root.table().find_child(section_name);
    return section == nullptr || section->kind != ChildEntry::Kind::group
               ? std::nullopt
               : list_in(root, {{root.table().number_of(*section), 0}}, "");
}

bool is_in_walk_maps(const RecordHandle& root, const NodeRef& ref)
{
    const ChildEntry* const section = root.table().find_child(section_name);
    return section != nullptr && ref.node.size() >= 2 && ref.node.front().child == root.table().number_of(*section);
}

edit::NodePath map_of_node(const NodeRef& ref)
{
    return {ref.node.begin(), ref.node.begin() + 2};
}

double number(const RecordHandle& record, std::string_view field)
{
    return record.find_field(field).number().value_or(0);
}

glm::dvec3 place_of_node(const RecordHandle& node)
{
    return {number(node, "node_pos_x"), number(node, "node_pos_y"), number(node, "node_pos_z")};
}

edit::NodePath append_default(edit::Recorder& recorder, const List& list)
{
    edit::DetachedRecords records(*list.child);
    static_cast<void>(records.append(0));
    const std::size_t place = list.in(recorder.root()).size();
    recorder.insert(list.node, *list.child, {place}, std::move(records));
    return list.at(recorder.root(), place);
}

Status set_place(edit::Recorder& recorder, const edit::NodePath& node, const std::array<std::string_view, 3>& fields,
                 const glm::dvec3& place)
{
    const RecordHandle record = edit::record_at(recorder.root(), node);
    for (std::size_t axis = 0; axis < fields.size(); ++axis) {
        const FieldEntry* const field = record.table().find_field(fields.at(axis));
        const double value = std::round(place[static_cast<glm::length_t>(axis)]);
        if (Status status = recorder.set_number(node, *field, value); !status) {
            return status;
        }
    }
    return {};
}

/// Adds a route to a node unless it exists.
Status add_route(edit::Recorder& recorder, const edit::NodePath& from, std::uint32_t to)
{
    const List routes = *list_in(recorder.root(), from, "routes");
    for (std::size_t i = 0; i < routes.in(recorder.root()).size(); ++i) {
        if (number(routes.in(recorder.root()).at(i), "target_node_id") == to) {
            return {};
        }
    }
    const edit::NodePath route = append_default(recorder, routes);
    const FieldEntry* const target = edit::record_at(recorder.root(), route).table().find_field("target_node_id");
    return recorder.set_number(route, *target, to);
}

/// Returns an error unless the nodes are two or more nodes of one walk map.
std::optional<Error> check_one_walk_map(const Session& session, const NodeRefs& nodes)
{
    const bool alike = nodes.size() >= 2 && std::ranges::all_of(nodes, [&](const NodeRef& ref) {
                           return is_walk_node(session.root(), ref) && map_of_node(ref) == map_of_node(nodes.front());
                       });
    return alike ? std::nullopt
                 : std::optional(Error{.code = ErrorCode::usage,
                                       .message = "the selection is not two or more nodes of one walk map",
                                       .hint = "select nodes of one walk map"});
}

}  // namespace

bool is_walk_node(const RecordHandle& root, const NodeRef& ref)
{
    return !ref.list && ref.node.size() == node_depth && is_in_walk_maps(root, ref);
}

std::optional<edit::NodePath> walk_map_of(const RecordHandle& root, const NodeRef& ref)
{
    return is_in_walk_maps(root, ref) ? std::optional(map_of_node(ref)) : std::nullopt;
}

edit::NodePath walk_node_path(const RecordHandle& root, const edit::NodePath& map, std::size_t index)
{
    return list_in(root, map, "nodes")->at(root, index);
}

std::vector<glm::dvec3> walk_node_places(const RecordHandle& root, const edit::NodePath& map)
{
    const ListView nodes = edit::record_at(root, map).find_list("nodes");
    std::vector<glm::dvec3> places;
    for (std::size_t n = 0; n < nodes.size(); ++n) {
        places.push_back(place_of_node(nodes.at(n)));
    }
    return places;
}

std::optional<edit::NodePath> nearest_walk_map(const RecordHandle& root, const glm::dvec3& place)
{
    const std::optional<List> maps = walk_maps(root);
    std::optional<edit::NodePath> nearest;
    double least = std::numeric_limits<double>::max();
    for (std::size_t m = 0; maps && m < maps->in(root).size(); ++m) {
        for (const glm::dvec3& node : walk_node_places(root, maps->at(root, m))) {
            const glm::dvec3 way = node - place;
            if (const double square = glm::dot(way, way); square < least) {
                least = square;
                nearest = maps->at(root, m);
            }
        }
    }
    return nearest;
}

Result<edit::NodePath> append_walk_map(edit::Recorder& recorder, const glm::dvec3& place)
{
    const std::optional<List> maps = walk_maps(recorder.root());
    if (!maps) {
        return fail({.code = ErrorCode::usage, .message = "this document has no walk maps", .hint = "open a map"});
    }
    edit::NodePath map = append_default(recorder, *maps);
    const Status status = set_place(recorder, map, {"position.x", "position.y", "position.z"}, place);
    return status ? Result<edit::NodePath>(std::move(map)) : fail(status.error());
}

Result<edit::NodePath> append_walk_node(edit::Recorder& recorder, const edit::NodePath& map, const glm::dvec3& place)
{
    edit::NodePath node = append_default(recorder, *list_in(recorder.root(), map, "nodes"));
    const Status status = set_place(recorder, node, {"node_pos_x", "node_pos_y", "node_pos_z"}, place);
    return status ? Result<edit::NodePath>(std::move(node)) : fail(status.error());
}

Status connect_walk_nodes(edit::Recorder& recorder, const edit::NodePath& a, const edit::NodePath& b)
{
    Status status = add_route(recorder, a, b.back().index);
    return status ? add_route(recorder, b, a.back().index) : status;
}

Result<NodeRef> add_walk_node(Session& session, const std::optional<NodeRef>& beside, const glm::dvec3& place)
{
    std::optional<edit::NodePath> map = beside ? walk_map_of(session.root(), *beside) : std::nullopt;
    const bool is_node = map && beside->node.size() >= node_depth;
    map = map ? map : nearest_walk_map(session.root(), place);
    NodeRef added;
    const Result<edit::Changes> made = session.make("Add walk node", [&](edit::Recorder& recorder) -> Status {
        if (!map) {
            Result<edit::NodePath> added_map = append_walk_map(recorder, place);
            if (!added_map) {
                return fail(added_map.error());
            }
            map = std::move(*added_map);
        }
        Result<edit::NodePath> node = append_walk_node(recorder, *map, place);
        if (!node) {
            return fail(node.error());
        }
        added.node = std::move(*node);
        return is_node
                   ? connect_walk_nodes(recorder, {beside->node.begin(), beside->node.begin() + node_depth}, added.node)
                   : Status{};
    });
    return made ? Result<NodeRef>(added) : fail(made.error());
}

Result<edit::Changes> connect_walk_nodes(Session& session, const NodeRefs& nodes)
{
    if (std::optional<Error> error = check_one_walk_map(session, nodes)) {
        return fail(std::move(*error));
    }
    return session.make("Connect " + counted(nodes.size(), "walk node"), [&](edit::Recorder& recorder) -> Status {
        for (std::size_t i = 1; i < nodes.size(); ++i) {
            if (Status status = connect_walk_nodes(recorder, nodes[i - 1].node, nodes[i].node); !status) {
                return status;
            }
        }
        return {};
    });
}

Result<edit::Changes> disconnect_walk_nodes(Session& session, const NodeRefs& nodes)
{
    if (std::optional<Error> error = check_one_walk_map(session, nodes)) {
        return fail(std::move(*error));
    }
    return session.make("Disconnect " + counted(nodes.size(), "walk node"), [&](edit::Recorder& recorder) -> Status {
        for (const NodeRef& node : nodes) {
            const List routes = *list_in(recorder.root(), node.node, "routes");
            std::vector<std::size_t> places;
            for (std::size_t i = 0; i < routes.in(recorder.root()).size(); ++i) {
                const double target = number(routes.in(recorder.root()).at(i), "target_node_id");
                if (std::ranges::any_of(nodes, [&](const NodeRef& each) { return each.node.back().index == target; })) {
                    places.push_back(i);
                }
            }
            if (!places.empty()) {
                recorder.erase(routes.node, *routes.child, std::move(places));
            }
        }
        return {};
    });
}

}  // namespace redforge::editor
