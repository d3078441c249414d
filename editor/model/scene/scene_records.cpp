// The lists of a map that are drawn in a scene, and the fields that affect the drawing.
#include "editor/model/scene/scene_records.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <utility>

#include "core/text/letter_case.hpp"

namespace redforge::editor {
namespace {

using scene::Kind;

struct SceneList {
    Kind kind{};
    std::string_view name;
};
constexpr std::array<SceneList, 6> lists{{{Kind::object, "objects"},
                                          {Kind::static_object, "statics"},
                                          {Kind::rope, "ropes"},
                                          {Kind::flat, "flats"},
                                          {Kind::light, "lights"},
                                          {Kind::marker, "markers"}}};

/// Returns the name of the document's group that contains a node; empty if none does.
std::string_view section_of(const RecordHandle& root, const edit::NodePath& node)
{
    const std::vector<ChildEntry>& children = root.table().children;
    const bool inside = !node.empty() && children[node.front().child].kind == ChildEntry::Kind::group;
    return inside ? std::string_view(children[node.front().child].name) : std::string_view{};
}

const SceneList* list_named(std::string_view name)
{
    const auto* const found = std::ranges::find(lists, name, &SceneList::name);
    return name.empty() || found == lists.end() ? nullptr : found;
}

/// Returns the models of an archive, or null for other documents.
const ChildEntry* models_of(const RecordHandle& root)
{
    const ChildEntry* const list = root.table().find_child("segments");
    return list != nullptr && list->kind == ChildEntry::Kind::list ? list : nullptr;
}

/// Effect of a field on the drawing of a record.
enum class DrawEffect : std::uint8_t { unseen, place, shape };

DrawEffect draw_effect(Kind kind, std::string_view field)
{
    if (field == "id" || field.starts_with("position.") || field.starts_with("angle.") || field == "rotation_matrix") {
        return DrawEffect::place;
    }
    if (kind == Kind::light) {
        return DrawEffect::place;
    }
    constexpr std::array<std::string_view, 8> shaping{"script_name",      "model_name",
                                                      "object_type",      "texture.texture_id",
                                                      "texture.image_id", "rope_model",
                                                      "static_model",     "length"};
    return std::ranges::find(shaping, field) != shaping.end() ? DrawEffect::shape : DrawEffect::unseen;
}

/// Returns true for fields of actors that affect a scene: name, skin and animation files.
bool is_drawn_actor_field(std::string_view name)
{
    return name == "script_name" || name == "texture_id" || name == "animation_files" || name == "file_path";
}

/// Returns the name of the field or child that changed; empty if the record no longer exists.
std::string_view member_name(const RecordHandle& root, const edit::Change& change)
{
    const RecordHandle record = edit::find_record(root, change.node);
    if (!record) {
        return {};
    }
    const FieldTable& table = record.table();
    if (change.kind == edit::Operation::Kind::set) {
        return change.member < table.fields.size() ? std::string_view(table.fields[change.member].name)
                                                   : std::string_view{};
    }
    return change.member < table.children.size() ? std::string_view(table.children[change.member].name)
                                                 : std::string_view{};
}

}  // namespace

std::optional<NodeRef> node_of(const RecordHandle& root, const scene::RecordRef& record)
{
    if (const ChildEntry* const models = record.first == Kind::model ? models_of(root) : nullptr) {
        return NodeRef{{{root.table().number_of(*models), static_cast<std::uint32_t>(record.second)}}, {}};
    }
    const auto* const list = std::ranges::find(lists, record.first, &SceneList::kind);
    const FieldTable& table = root.table();
    const ChildEntry* const section = list == lists.end() ? nullptr : table.find_child(list->name);
    if (section == nullptr || section->kind != ChildEntry::Kind::group) {
        return std::nullopt;
    }
    const FieldTable& inside = root.group(*section).table();
    const ChildEntry* const records = inside.find_child("");
    if (records == nullptr) {
        return std::nullopt;
    }
    return NodeRef{{{table.number_of(*section), 0},
                    {inside.number_of(*records), static_cast<std::uint32_t>(record.second)}},
                   {}};
}

std::optional<NodeRef> section_for(const RecordHandle& root, scene::Kind kind)
{
    std::optional<NodeRef> node = node_of(root, {kind, 0});
    if (node) {
        node->node.pop_back();
    }
    return node;
}

NodeRefs scene_nodes(const RecordHandle& root)
{
    NodeRefs nodes;
    for (const SceneList& list : lists) {
        const std::optional<NodeRef> section = section_for(root, list.kind);
        const std::optional<NodeInfo> info = section ? find_node(root, *section) : std::nullopt;
        for (std::size_t i = 0; info && info->members && i < info->members.size(); ++i) {
            nodes.push_back(*node_of(root, {list.kind, i}));
        }
    }
    return nodes;
}

std::optional<scene::RecordRef> scene_record(const RecordHandle& root, const NodeRef& ref)
{
    if (const ChildEntry* const models = models_of(root)) {
        const bool inside = !ref.node.empty() && ref.node[0].child == root.table().number_of(*models);
        return inside ? std::optional(scene::RecordRef{Kind::model, ref.node[0].index}) : std::nullopt;
    }
    const SceneList* const list = ref.node.size() < 2 ? nullptr : list_named(section_of(root, ref.node));
    return list == nullptr ? std::nullopt : std::optional(scene::RecordRef{list->kind, ref.node[1].index});
}

bool is_scene_record(const RecordHandle& root, const NodeRef& ref)
{
    const auto record = scene_record(root, ref);
    return record && node_of(root, *record) == ref;
}

std::set<scene::RecordRef> marked_records(const RecordHandle& root, const NodeRefs& selected)
{
    std::set<scene::RecordRef> marked;
    std::set<std::string> scripts;
    for (const NodeRef& ref : selected) {
        if (const auto record = scene_record(root, ref)) {
            marked.insert(*record);
        } else if (ref.node.size() >= 2 && section_of(root, ref.node) == "actors") {
            const RecordHandle actor = edit::find_record(root, {ref.node[0], ref.node[1]});
            if (const FieldView name = actor ? actor.find_field("script_name") : FieldView{}; name) {
                scripts.insert(upper(name.text()));
            }
        }
    }
    const ChildEntry* const objects = scripts.empty() ? nullptr : root.table().find_child("objects");
    const ListView list = objects == nullptr ? ListView{} : root.group(*objects).find_list("");
    for (std::size_t i = 0; list && i < list.size(); ++i) {
        if (const FieldView name = list.at(i).find_field("script_name"); name && scripts.contains(upper(name.text()))) {
            marked.insert({Kind::object, i});
        }
    }
    return marked;
}

WalkLines walk_lines(const RecordHandle& root, const NodeRefs& selected)
{
    WalkLines lines;
    const ChildEntry* const section = root.table().find_child("walk_maps");
    if (section == nullptr || section->kind != ChildEntry::Kind::group) {
        return lines;
    }
    const RecordHandle group = root.group(*section);
    const ChildEntry& list = *group.table().find_child("");
    const ListView maps = group.list(list);
    edit::NodePath at{{root.table().number_of(*section), 0}, {group.table().number_of(list), 0}, {0, 0}};
    const auto number = [](const RecordHandle& record, std::string_view field) {
        return record.find_field(field).number().value_or(0);
    };
    const auto is_selected = [&](const NodeRef& ref, std::size_t m) {
        return ref.node.size() >= 2 && ref.node[0] == at[0] &&
               ref.node[1] == edit::Step{at[1].child, static_cast<std::uint32_t>(m)};
    };
    std::vector<std::size_t> order;
    for (std::size_t m = 0; m < maps.size(); ++m) {
        order.push_back(m);
    }
    const auto in_selection = [&](std::size_t m) {
        return std::ranges::any_of(selected, [&](const NodeRef& ref) { return is_selected(ref, m); });
    };
    std::stable_partition(order.begin(), order.end(), [&](std::size_t m) { return !in_selection(m); });
    for (const std::size_t m : order) {
        const ChildEntry& child = *maps.at(m).table().find_child("nodes");
        const ListView nodes = maps.at(m).list(child);
        const bool in_marked_map = in_selection(m);
        const std::size_t first = lines.nodes.size();
        at[1].index = static_cast<std::uint32_t>(m);
        at[2].child = maps.at(m).table().number_of(child);
        std::map<std::pair<std::size_t, std::size_t>, std::array<bool, 2>> legs;  // routes in both directions
        for (std::size_t n = 0; n < nodes.size(); ++n) {
            const RecordHandle node = nodes.at(n);
            at[2].index = static_cast<std::uint32_t>(n);
            // The walk map, a node, or a record in the node is selected.
            const bool marked = in_marked_map && std::ranges::any_of(selected, [&](const NodeRef& ref) {
                                    return is_selected(ref, m) && (ref.node.size() == 2 || ref.node[2] == at[2]);
                                });
            lines.nodes.push_back({scene::view_position(number(node, "node_pos_x"), number(node, "node_pos_y"),
                                                        number(node, "node_pos_z")),
                                   marked, in_marked_map, NodeRef{at, {}}});
            const ListView routes = node.find_list("routes");
            for (std::size_t r = 0; r < routes.size(); ++r) {
                const auto to = static_cast<std::size_t>(number(routes.at(r), "target_node_id"));
                if (to < nodes.size()) {
                    legs[std::minmax(first + n, first + to)][n <= to ? 0 : 1] = true;
                }
            }
        }
        for (const auto& [ends, ways] : legs) {
            const auto [from, to] = ways[0] ? ends : std::pair(ends.second, ends.first);
            lines.legs.push_back({.from = from, .to = to, .one_way = ways[0] != ways[1]});
        }
    }
    return lines;
}

SceneEffect effect_on_scene(const RecordHandle& root, const edit::Changes& changes)
{
    SceneEffect effect;
    std::set<scene::RecordRef> placed;
    for (const edit::Change& change : changes) {
        const bool values =
            change.kind == edit::Operation::Kind::set || change.kind == edit::Operation::Kind::set_bytes;
        const std::string_view section = section_of(root, change.node);
        if (section == "actors") {
            // Actors are added or removed, or a drawn field of one changes.
            effect.rebuild = effect.rebuild || (!values && change.node.size() == 1) ||
                             is_drawn_actor_field(member_name(root, change));
            continue;
        }
        const SceneList* const list = list_named(section);
        if (list == nullptr) {
            continue;
        }
        if (!values) {
            effect.rebuild = true;
            continue;
        }
        const auto record = scene_record(root, {change.node, {}});
        const DrawEffect sight = record ? draw_effect(list->kind, member_name(root, change)) : DrawEffect::unseen;
        effect.rebuild = effect.rebuild || sight == DrawEffect::shape;
        if (sight == DrawEffect::place) {
            placed.insert(*record);
        }
    }
    effect.placed = {placed.begin(), placed.end()};
    return effect;
}

}  // namespace redforge::editor
