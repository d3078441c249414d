// Finds the map records that nodes of a glTF scene come from.
#include "exchange/map/map_source.hpp"

#include <algorithm>
#include <charconv>
#include <set>

#include <fmt/format.h>

#include "core/text/counts.hpp"
#include "exchange/gltf/gltf_check.hpp"
#include "exchange/gltf/gltf_error.hpp"
#include "exchange/map/map_nodes.hpp"

namespace redforge::exchange {
namespace {

using nlohmann::json;
using scene::Kind;
using scene::SceneMarker;

constexpr std::string_view terrain_name = "terrain";

std::optional<std::uint32_t> whole_text(std::string_view text)
{
    std::uint32_t value = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    return error == std::errc() && stop == end ? std::optional(value) : std::nullopt;
}

/// Returns a number of extras. Blender stores numbers above 2^31 as text.
std::optional<std::uint32_t> number_in(const json& extras, const char* member)
{
    const json* const value = find_member(extras, member);
    if (value == nullptr) {
        return std::nullopt;
    }
    return value->is_string() ? whole_text(value->get<std::string>()) : whole_number(*value);
}

/// Returns the shift of an exported terrain. An export without a shift stores none.
std::int32_t terrain_shift_in(const json& extras)
{
    const json* const shift = find_member(extras, "shift");
    return shift != nullptr && shift->is_number_integer() ? shift->get<std::int32_t>() : 0;
}

/// Returns the kind of a map record or of the terrain by its name.
std::optional<Kind> kind_named(std::string_view name)
{
    for (const Kind kind :
         {Kind::object, Kind::static_object, Kind::rope, Kind::flat, Kind::light, Kind::marker, Kind::terrain}) {
        if (scene::kind_name(kind) == name) {
            return kind;
        }
    }
    return std::nullopt;
}

/// Finds records by their extras and by the names of their nodes.
class RecordIndex {
public:
    explicit RecordIndex(const std::vector<SceneMarker>& markers)
    {
        for (const SceneMarker& marker : markers) {
            ids_[marker.kind].push_back(marker.id);
            by_id_[{marker.kind, marker.id}].push_back(marker.record);
            by_name_[node_name(marker)].push_back({marker.kind, marker.record, std::to_string(marker.id)});
        }
    }
    /// Returns nullopt if the extras do not name a record.
    [[nodiscard]] std::optional<NodeOrigin> by_extras(const json& extras) const
    {
        const std::optional<Kind> kind = kind_named(text_in(extras, "kind"));
        if (!kind) {
            return std::nullopt;
        }
        const std::optional<std::uint32_t> id = number_in(extras, "id");
        NodeOrigin origin{.kind = *kind, .id = id ? std::to_string(*id) : "(none)"};
        if (*kind == Kind::terrain) {
            origin.record = 0;
            origin.shift = terrain_shift_in(extras);
            origin.was = text_in(extras, "heights");
            return origin;
        }
        const std::optional<std::uint32_t> record = number_in(extras, "record");
        origin.was = record ? text_in(extras, "was") : std::string();
        origin.exported = record.value_or(0);
        origin.of_markers = number_in(extras, "of").value_or(0);
        const auto ids = ids_.find(*kind);
        if (record && id && ids != ids_.end() && *record < ids->second.size() && ids->second[*record] == *id) {
            origin.record = *record;
        } else if (const auto found = id ? by_id_.find({*kind, *id}) : by_id_.end();
                   found != by_id_.end() && found->second.size() == 1) {
            origin.record = found->second.front();  // the map's records have moved since the export
        }
        return origin;
    }
    /// Returns nullopt if no record has this name. If several have it, a program has added numbers to the names, in
    /// their order.
    [[nodiscard]] std::optional<NodeOrigin> by_name(const std::string& name) const
    {
        if (without_copy_suffix(name) == terrain_name) {  // the group has this name, too
            return NodeOrigin{.kind = Kind::terrain, .record = 0, .id = "0"};
        }
        if (const auto exact = by_name_.find(name); exact != by_name_.end()) {
            return exact->second.front();
        }
        const std::string_view base = without_copy_suffix(name);
        const auto found = by_name_.find(std::string(base));
        if (found == by_name_.end() || base.size() == name.size()) {
            return std::nullopt;
        }
        const std::size_t number = whole_text(std::string_view(name).substr(base.size() + 1)).value_or(0);
        return found->second[number < found->second.size() ? number : 0];
    }

private:
    std::map<Kind, std::vector<std::uint32_t>> ids_;
    std::map<std::pair<Kind, std::uint32_t>, std::vector<std::size_t>> by_id_;
    std::map<std::string, std::vector<NodeOrigin>> by_name_;
};

const json* extension_in(const json& object, const char* name)
{
    const json* const extensions = find_member(object, "extensions");
    return extensions != nullptr ? find_member(*extensions, name) : nullptr;
}

/// Returns the light of a node, or null.
const json* light_of(const GltfReader& reader, const json& node)
{
    const json* const own = extension_in(node, "KHR_lights_punctual");
    const std::optional<std::uint32_t> index = own != nullptr ? index_in(*own, "light") : std::nullopt;
    const json* const all = extension_in(reader.document(), "KHR_lights_punctual");
    const json* const lights = all != nullptr ? find_member(*all, "lights") : nullptr;
    const bool exists = index && lights != nullptr && lights->is_array() && *index < lights->size();
    return exists && (*lights)[*index].is_object() ? &(*lights)[*index] : nullptr;
}

/// Returns the nodes that are bones.
std::set<std::uint32_t> bones_of(const GltfReader& reader)
{
    std::set<std::uint32_t> bones;
    for (std::uint32_t i = 0; i < reader.count("skins"); ++i) {
        const json* const skin = reader.find("skins", i);
        const json* const joints = skin != nullptr ? find_member(*skin, "joints") : nullptr;
        for (const json& joint : joints != nullptr && joints->is_array() ? *joints : json::array()) {
            if (const std::optional<std::uint32_t> node = whole_number(joint)) {
                bones.insert(*node);
            }
        }
    }
    return bones;
}

/// Role of a node in the scene. `of_record`: a child that belongs to a record's node, such as a link of a rope.
enum class NodeRole : std::uint8_t { record, group, of_record, bone };

}  // namespace

std::string_view without_copy_suffix(std::string_view name)
{
    const std::size_t dot = name.rfind('.');
    return dot != std::string_view::npos && whole_text(name.substr(dot + 1)) ? name.substr(0, dot) : name;
}

Result<MapNodesRead> read_map_nodes(const GltfReader& reader, const std::vector<SceneMarker>& markers)
{
    const Result<std::vector<PlacedNode>> placed = nodes_of_scene(reader);
    if (!placed) {
        return fail(placed.error());
    }
    const RecordIndex index(markers);
    const std::set<std::uint32_t> bones = bones_of(reader);
    MapNodesRead read;
    std::vector<NodeRole> roles;
    std::vector<std::size_t> numbers;  ///< by placed node: its index in the result, or that of its record
    std::vector<std::optional<Kind>> groups;
    for (const PlacedNode& here : *placed) {
        const json& node = *reader.find("nodes", here.node);
        const std::optional<std::size_t> above = here.parent;
        const NodeRole role_above = above ? roles[*above] : NodeRole::group;
        MapNode made;
        made.name = text_in(node, "name");
        made.node = here.node;
        made.place = here.place;
        made.mesh = index_in(node, "mesh");
        made.light = light_of(reader, node);
        made.has_camera = node.contains("camera");
        made.group = above ? groups[*above] : std::nullopt;
        const std::string_view base = without_copy_suffix(made.name);
        const json* const extras = find_member(node, "extras");
        made.origin = extras != nullptr ? index.by_extras(*extras) : std::nullopt;
        if (!made.origin && (base != terrain_name || made.mesh)) {
            made.origin = index.by_name(made.name);
        }
        MapNode* const record = role_above == NodeRole::record ? &read.nodes[numbers[*above]] : nullptr;
        groups.push_back(made.group);
        numbers.push_back(record != nullptr ? numbers[*above] : 0);
        if (bones.contains(here.node)) {
            roles.push_back(NodeRole::bone);
        } else if (!made.origin && record != nullptr && record->origin && base == inner_node_name) {
            record->place = here.place;
            record->mesh = made.mesh;
            roles.push_back(NodeRole::of_record);
        } else if (!made.origin && record != nullptr && record->origin && record->origin->kind == Kind::rope) {
            record->links.push_back(here.own);
            roles.push_back(NodeRole::of_record);
        } else if (const std::optional<Kind> group = group_kind(base); !made.origin && group && !made.mesh) {
            groups.back() = *group;
            roles.push_back(NodeRole::group);
            if (const std::string ids = extras != nullptr ? text_in(*extras, "ids") : std::string(); !ids.empty()) {
                read.ids.emplace(*group, ids);
            }
        } else {
            if (record != nullptr) {
                record->has_children = true;
            }
            roles.push_back(NodeRole::record);
            numbers.back() = read.nodes.size();
            read.nodes.push_back(std::move(made));
        }
    }
    if (!bones.empty()) {
        read.notes.push_back(fmt::format("{}: a map has no skeletons", plural(bones.size(), "bone")));
    }
    if (const std::size_t animations = reader.count("animations"); animations > 0) {
        read.notes.push_back(fmt::format("{}: a map has no animated nodes", plural(animations, "animation")));
    }
    return read;
}

}  // namespace redforge::exchange
