// Writes the nodes of a map.
#include "exchange/map/map_nodes.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <span>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/text/code_page.hpp"
#include "exchange/gltf/glb.hpp"
#include "exchange/gltf/node_transform.hpp"
#include "exchange/map/exported_values.hpp"
#include "exchange/map/map_gltf.hpp"

namespace redforge::exchange {
namespace {

using scene::Kind;
using scene::SceneMarker;
using scene::Vec3;

struct NodeGroup {
    Kind kind;
    std::string_view name;
};

/// Groups of nodes, in the order of scene::markers_of(), followed by the terrain.
constexpr std::array<NodeGroup, 7> node_groups{{{Kind::object, "objects"},
                                                {Kind::static_object, "static objects"},
                                                {Kind::rope, "ropes"},
                                                {Kind::flat, "flats"},
                                                {Kind::light, "lights"},
                                                {Kind::marker, "markers"},
                                                {Kind::terrain, "terrain"}}};

/// Instances by record for one kind, grouped with a counting sort.
class InstancesByRecord {
public:
    InstancesByRecord(const std::vector<scene::Instance>& instances, Kind kind, std::size_t records)
        : first_(records + 1)
    {
        const auto wanted = [&](const scene::Instance& each) { return each.kind == kind && each.record < records; };
        for (const scene::Instance& each : instances) {
            if (wanted(each)) {
                ++first_[each.record + 1];
            }
        }
        for (std::size_t i = 0; i < records; ++i) {
            first_[i + 1] += first_[i];
        }
        sorted_.resize(first_[records]);
        std::vector<std::size_t> next = first_;
        for (const scene::Instance& each : instances) {
            if (wanted(each)) {
                sorted_[next[each.record]++] = &each;
            }
        }
    }
    [[nodiscard]] std::span<const scene::Instance* const> of(std::size_t record) const
    {
        return std::span(sorted_).subspan(first_[record], first_[record + 1] - first_[record]);
    }

private:
    std::vector<std::size_t> first_;
    std::vector<const scene::Instance*> sorted_;
};

class NodeWriter {
public:
    explicit NodeWriter(const std::vector<std::optional<std::uint32_t>>& meshes) : meshes_(meshes) {}

    [[nodiscard]] std::uint32_t count() const { return count_; }
    [[nodiscard]] std::string take() { return fmt::to_string(out_); }

    void begin(std::string_view name) { add("{}{{\"name\":{}", count_ > 0 ? "," : "", json_text(std::string(name))); }
    std::uint32_t end()
    {
        add("}}");
        return count_++;
    }
    template <class... Values>
    void add(fmt::format_string<Values...> format, Values&&... values)
    {
        fmt::format_to(std::back_inserter(out_), format, std::forward<Values>(values)...);
    }

    /// Adds the origin of a node. `more`: further members, each after a comma.
    void source(Kind kind, std::uint32_t id, std::size_t record, std::string_view more = {})
    {
        add(R"(,"extras":{{"kind":"{}","id":{},"record":{}{}}})", scene::kind_name(kind), id, record, more);
    }
    /// Also stores the values of the record at the time of the export, and the number of markers, whose ids are only
    /// their positions.
    void record_source(const rgm::Map& map, const SceneMarker& record, std::size_t records)
    {
        std::string more = fmt::format(R"(,"was":"{}")", exported_values(map, {record.kind, record.record}));
        if (record.kind == Kind::marker) {
            more += fmt::format(R"(,"of":{})", records);
        }
        source(record.kind, record.id, record.record, more);
    }
    /// Also stores the heights, and the shift of the world, because its setting can change before the import.
    void terrain_source(const model::Mesh& mesh, std::int32_t shift)
    {
        std::string more = fmt::format(R"(,"heights":"{}")", terrain_fingerprint(mesh));
        if (shift != 0) {
            more += fmt::format(R"(,"shift":{})", shift);
        }
        source(Kind::terrain, 0, 0, more);
    }
    void children(std::span<const std::uint32_t> nodes)
    {
        if (!nodes.empty()) {
            add(R"(,"children":[{}])", fmt::join(nodes, ","));
        }
    }
    void transform(const NodeTransform& at)
    {
        // Adding zero converts -0 to +0.
        add(R"(,"translation":[{},{},{}])", at.translation.x + 0.0F, at.translation.y + 0.0F, at.translation.z + 0.0F);
        turn(at.rotation);
        if (at.scale) {
            add(R"(,"scale":[{},{},{}])", at.scale->x, at.scale->y, at.scale->z);
        }
    }
    void turn(const std::optional<Quaternion>& rotation)
    {
        if (rotation) {
            add(R"(,"rotation":[{}])", fmt::join(*rotation, ","));
        }
    }
    void mesh(std::uint32_t mesh)
    {
        if (meshes_[mesh]) {
            add(R"(,"mesh":{})", *meshes_[mesh]);
        }
    }
    /// Adds a node for a placed mesh, with a child node if the matrix needs two rotations. Returns its index.
    template <class More>
    std::uint32_t placed(std::string_view name, const scene::Instance& instance, Vec3 origin, const More& more)
    {
        NodeTransform at = node_transform(instance.placement);
        at.translation = at.translation - origin;
        std::optional<std::uint32_t> below;
        if (at.before) {
            begin(inner_node_name);
            turn(at.before);
            mesh(instance.mesh);
            below = end();
        }
        begin(name);
        transform(at);
        if (below) {
            children(std::array{*below});
        } else {
            mesh(instance.mesh);
        }
        more();
        return end();
    }

private:
    const std::vector<std::optional<std::uint32_t>>& meshes_;
    fmt::memory_buffer out_;
    std::uint32_t count_{};
};

Status check_count(const scene::Scene& scene)
{
    // Upper bound: one node for each record, a child for each, and the groups.
    if (2 * (scene.markers.size() + scene.instances.size()) + node_groups.size() > max_nodes) {
        return fail({.code = ErrorCode::out_of_range,
                     .message = fmt::format("{} records and {} placed models are too many to export",
                                            scene.markers.size(), scene.instances.size()),
                     .hint = fmt::format("at most {} together", max_nodes / 2)});
    }
    return {};
}

}  // namespace

std::string node_name(const SceneMarker& scene_marker)
{
    std::string name = fmt::format("{} {}", scene::kind_name(scene_marker.kind), scene_marker.id);
    if (!scene_marker.name.empty()) {
        name += ' ';
        append_encoded(name, scene_marker.name);
    }
    return name;
}

std::optional<Kind> group_kind(std::string_view name)
{
    const auto* const group = std::ranges::find(node_groups, name, &NodeGroup::name);
    return group == node_groups.end() ? std::nullopt : std::optional(group->kind);
}

Result<MapNodes> marker_nodes(const scene::Scene& scene, const std::vector<std::optional<std::uint32_t>>& meshes)
{
    if (const Status counted = check_count(scene); !counted) {
        return fail(counted.error());
    }
    const Kind kind = scene.markers.empty() ? Kind::model : scene.markers.front().kind;
    const InstancesByRecord instances(scene.instances, kind, scene.markers.size());
    NodeWriter writer(meshes);
    MapNodes made;
    for (const SceneMarker& scene_marker : scene.markers) {
        const std::string name = scene_marker.name.empty() ? node_name(scene_marker) : encode_text(scene_marker.name);
        const auto source = [&] { writer.source(scene_marker.kind, scene_marker.id, scene_marker.record); };
        if (const auto placed = instances.of(scene_marker.record); !placed.empty()) {
            made.roots.push_back(writer.placed(name, *placed.front(), {}, source));
            continue;
        }
        writer.begin(name);
        writer.transform(node_transform({.position = scene_marker.position}));
        source();
        made.roots.push_back(writer.end());
    }
    made.nodes = writer.take();
    return made;
}

Result<MapNodes> map_nodes(const rgm::Map& map, const scene::Scene& scene,
                           const std::vector<std::optional<std::uint32_t>>& meshes)
{
    if (const Status counted = check_count(scene); !counted) {
        return fail(counted.error());
    }
    NodeWriter writer(meshes);
    MapNodes made;
    std::size_t scene_marker = 0;
    for (const NodeGroup& group : node_groups) {
        std::vector<std::uint32_t> nodes;
        const auto records =
            static_cast<std::size_t>(std::ranges::count(scene.markers, group.kind, &SceneMarker::kind));
        const InstancesByRecord instances(scene.instances, group.kind, records);
        for (std::size_t record = 0; record < records; ++record, ++scene_marker) {
            const SceneMarker& here = scene.markers[scene_marker];
            const auto placed = instances.of(record);
            const auto source = [&] { writer.record_source(map, here, records); };
            if (placed.size() == 1 && group.kind != Kind::rope) {
                nodes.push_back(writer.placed(node_name(here), *placed.front(), {}, source));
                continue;
            }
            std::vector<std::uint32_t> below;
            for (const scene::Instance* const each : placed) {
                below.push_back(writer.placed(encode_text(scene.meshes[each->mesh].name), *each, here.position, [] {}));
            }
            const NodeTransform at = node_transform({scene::rotation_of(map, {group.kind, record}), here.position});
            if (at.before) {  // a record whose model is missing keeps its matrix, too
                writer.begin(inner_node_name);
                writer.turn(at.before);
                below.push_back(writer.end());
            }
            writer.begin(node_name(here));
            writer.transform(at);
            writer.children(below);
            if (group.kind == Kind::light) {
                writer.add(R"(,"extensions":{{"KHR_lights_punctual":{{"light":{}}}}})", record);
            }
            source();
            nodes.push_back(writer.end());
        }
        if (group.kind == Kind::terrain) {
            for (const scene::Instance& each : scene.instances) {
                if (each.kind == Kind::terrain) {
                    const std::int32_t shift = scene.game_view.world.terrain_shift;
                    const model::Mesh& mesh = scene.meshes[each.mesh].mesh;
                    nodes.push_back(writer.placed("terrain", each, {}, [&] { writer.terrain_source(mesh, shift); }));
                }
            }
        }
        if (!nodes.empty()) {
            writer.begin(group.name);
            writer.children(nodes);
            if (records > 0) {
                writer.add(R"(,"extras":{{"ids":"{}"}})", ids_fingerprint(scene, group.kind));
            }
            made.roots.push_back(writer.end());
        }
    }
    made.nodes = writer.take();
    return made;
}

}  // namespace redforge::exchange
