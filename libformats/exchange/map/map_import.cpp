// Compares the nodes of a scene with the records of its map, and applies the differences to the map.
#include "exchange/map/map_import.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "core/text/counts.hpp"
#include "exchange/gltf/glb.hpp"
#include "exchange/gltf/gltf_error.hpp"
#include "exchange/gltf/gltf_import.hpp"
#include "exchange/map/exported_values.hpp"
#include "exchange/map/map_nodes.hpp"
#include "exchange/map/map_source.hpp"
#include "exchange/map/mesh_shape.hpp"
#include "exchange/map/new_models.hpp"
#include "exchange/map/node_rotation.hpp"
#include "exchange/map/point_light.hpp"
#include "exchange/map/terrain_import.hpp"
#include "rgm/scene_records.hpp"
#include "scene/map_records.hpp"
#include "scene/placement.hpp"

namespace redforge::exchange {
namespace {

using nlohmann::json;
using scene::Kind;
using scene::RecordRef;

constexpr double q28 = 268435456;

template <class Record>
concept WithId = requires(Record& record)
{
    record.id;
};

/// Ids of the records of one list.
class FreeIds {
public:
    template <class Records>
    explicit FreeIds(const Records& records)
    {
        for (const auto& record : records) {
            used_.insert(record.id);
        }
    }
    /// Returns the next unused id above `id`, else the smallest unused one.
    std::uint32_t take(std::uint32_t id)
    {
        do {
            ++id;  // continues at 0 after the last id
        } while (!used_.insert(id).second);
        return id;
    }
    [[nodiscard]] std::uint32_t highest() const { return used_.empty() ? 0 : *used_.rbegin(); }

private:
    std::set<std::uint32_t> used_;
};

class MapImporter {
public:
    MapImporter(GltfReader& reader, const rgm::Map& map, const scene::Scene& scene, const art::Terrain* terrain,
                const MapImportOptions& options)
        : reader_(reader), before_(map), scene_(scene), terrain_(terrain), options_(options), exported_(map),
          models_(reader, options, import_)
    {
        import_.map = map;
    }

    Result<MapImport> run()
    {
        Result<MapNodesRead> read = read_map_nodes(reader_, scene_.markers);
        if (!read) {
            return fail(read.error());
        }
        import_.notes = std::move(read->notes);
        index_scene();
        find_markers(read->nodes);
        std::vector<const MapNode*> added;
        for (const MapNode& node : read->nodes) {
            if (node.origin) {
                take_origin(node);
            } else {
                added.push_back(&node);
            }
        }
        if (by_record_.empty() && !scene_.markers.empty()) {
            return fail({.code = ErrorCode::not_found,
                         .message = "no node comes from the map",
                         .hint = "export the map with `redforge model export`, and keep the names of its nodes"});
        }
        Status done = check_names();
        done = done ? check_removals(read->ids) : done;
        done = done ? update_records() : done;
        for (const MapNode* const node : added) {
            done = done ? add_record(*node) : done;
        }
        done = done ? import_terrain() : done;
        if (!done) {
            return fail(done.error());
        }
        take_missing();
        return std::move(import_);
    }

private:
    void note(const MapNode& node, std::string_view text)
    {
        import_.notes.push_back(node.name + ": " + std::string(text));
    }

    void note_all(const MapNode& node, const std::vector<std::string>& texts)
    {
        for (const std::string& text : texts) {
            note(node, text);
        }
    }

    void index_scene()
    {
        for (const scene::SceneMarker& marker : scene_.markers) {
            markers_[{marker.kind, marker.record}] = &marker;
        }
        for (const scene::Instance& instance : scene_.instances) {
            instances_[{instance.kind, instance.record}].push_back(&instance);
        }
    }

    /// Finds the markers of nodes by the exported values, if the list of markers was changed after the export.
    void find_markers(std::vector<MapNode>& nodes) const
    {
        std::map<std::size_t, std::string> exported;
        std::size_t count = 0;
        for (const MapNode& node : nodes) {
            if (node.origin && node.origin->kind == Kind::marker && !node.origin->was.empty()) {
                exported.emplace(node.origin->exported, node.origin->was);
                count = node.origin->of_markers;
            }
        }
        const std::size_t now = before_.markers.records.size();
        std::vector<bool> taken(now);
        std::map<std::size_t, std::optional<std::size_t>> found;
        bool is_same_list = count == now;
        const auto try_take = [&](std::size_t index, std::size_t record) {
            if (record < now && !taken[record] && exported_values(before_, {Kind::marker, record}) == exported[index]) {
                taken[record] = true;
                found[index] = record;
            }
            return found.contains(index);
        };
        for (const auto& each : exported) {
            try_take(each.first, each.first);
        }
        for (const auto& each : exported) {
            for (std::size_t record = 0; record < now && !found.contains(each.first); ++record) {
                is_same_list = !try_take(each.first, record) && is_same_list;
            }
        }
        for (MapNode& node : nodes) {
            if (!node.origin || !exported.contains(node.origin->exported) || node.origin->kind != Kind::marker ||
                node.origin->was.empty()) {
                continue;
            }
            const auto place = found.find(node.origin->exported);
            const std::size_t same = node.origin->exported;
            node.origin->record = place != found.end()                         ? place->second
                                  : is_same_list && same < now && !taken[same] ? std::optional(same)
                                                                               : std::nullopt;
        }
    }

    /// Fails if records would be removed that the scene may not have known.
    [[nodiscard]] Status check_removals(const std::map<Kind, std::string>& ids) const
    {
        for (const scene::SceneMarker& marker : scene_.markers) {
            const auto exported = ids.find(marker.kind);
            if (options_.remove_missing && exported != ids.end() &&
                !by_record_.contains({marker.kind, marker.record}) &&
                exported->second != ids_fingerprint(scene_, marker.kind)) {
                return fail({.code = ErrorCode::mismatch,
                             .message = fmt::format("{} has no node, but {}s were added to the map or removed from it "
                                                    "after the export",
                                                    node_name(marker), scene::kind_name(marker.kind)),
                             .hint = "import without --delete, or export the map again"});
            }
        }
        return {};
    }

    void take_origin(const MapNode& node)
    {
        const NodeOrigin& origin = *node.origin;
        if (origin.kind == Kind::terrain) {
            if (terrain_node_ != nullptr) {
                note(node, "is a second terrain and was not imported; a map has one");
            }
            terrain_node_ = terrain_node_ != nullptr ? terrain_node_ : &node;
        } else if (!origin.record) {
            note(node, fmt::format("the map has no {} with the id {}, so the node was not imported",
                                   scene::kind_name(origin.kind), origin.id));
        } else {
            by_record_[{origin.kind, *origin.record}].push_back(&node);
        }
    }

    /// Fails if most nodes have other names than their records. Records of two maps often have equal ids.
    [[nodiscard]] Status check_names() const
    {
        std::size_t named = 0;
        std::size_t alike = 0;
        for (const auto& [ref, nodes] : by_record_) {
            const scene::SceneMarker& marker = *markers_.at(ref);
            if (marker.name.empty()) {
                continue;
            }
            const std::string name = node_name(marker);
            const bool is_alike =
                std::ranges::any_of(nodes, [&](const MapNode* node) { return node->name.starts_with(name); });
            ++named;
            alike += is_alike ? 1 : 0;
        }
        if (alike * 2 >= named) {
            return {};
        }
        return fail({.code = ErrorCode::mismatch,
                     .message = fmt::format("the scene seems to be of another map: of {} nodes, {} have the name of "
                                            "the record with their id",
                                            named, alike),
                     .hint = "--onto names the map that was exported; nodes must keep their names"});
    }

    /// Returns the node that is the record itself; the others are copies: the node with the exported name, else the
    /// nearest one.
    [[nodiscard]] const MapNode* original(const scene::SceneMarker& marker,
                                          const std::vector<const MapNode*>& nodes) const
    {
        const std::string name = node_name(marker);
        const auto named = std::ranges::find(nodes, name, &MapNode::name);
        if (named != nodes.end()) {
            return *named;
        }
        return *std::ranges::min_element(nodes, {}, [&](const MapNode* node) {
            double square = 0;
            for (glm::length_t axis = 0; axis < 3; ++axis) {
                const double way =
                    node->place[static_cast<std::size_t>(axis)][3] - static_cast<double>(marker.position[axis]);
                square += way * way;
            }
            return square;
        });
    }

    Status update_records()
    {
        for (const auto& [ref, nodes] : by_record_) {
            const scene::SceneMarker& marker = *markers_.at(ref);
            const MapNode* const own = original(marker, nodes);
            set_exported_values(exported_, ref, own->origin->was);
            Status updated;
            for (const MapNode* const node : nodes) {
                updated = updated && node != own ? update(*node, ref, copy_record(ref, own->origin->was)) : updated;
            }
            updated = updated ? update(*own, ref, ref) : updated;
            if (!updated) {
                return updated;
            }
        }
        return {};
    }

    /// Appends a copy of an unchanged record with a new id and the exported values. Returns its position.
    RecordRef copy_record(RecordRef ref, std::string_view was)
    {
        const RecordRef copied = with_list(import_.map, ref.first, [&](auto& records) {
            auto copy = records[ref.second];
            if constexpr (WithId<decltype(copy)>) {
                copy.id = free_ids(ref.first, records).take(copy.id);
            }
            records.push_back(copy);
            return RecordRef{ref.first, records.size() - 1};
        });
        set_exported_values(import_.map, copied, was);
        return copied;
    }

    template <class Record>
    FreeIds& free_ids(Kind kind, const std::vector<Record>& records)
    {
        return free_ids_.try_emplace(kind, records).first->second;
    }

    /// Moves and turns a record by the difference between its node and the record `from`. Both are the same record, or
    /// `to` is a copy of `from`.
    Status update(const MapNode& node, RecordRef from, RecordRef to)
    {
        const std::string result = exported_values(import_.map, to);
        move(node, from, to);
        turn(node, from, to);
        if (from.first == Kind::light && node.light != nullptr) {  // null if the scene was exported without lights
            std::vector<std::string> texts;
            const rgm::Light& before = exported_.lights.records[from.second];
            rgm::Light light = before;
            update_light(*node.light, light, texts);
            rgm::Light& record = import_.map.lights.records[to.second];
            for (const auto member : {&rgm::Light::radius, &rgm::Light::intensity, &rgm::Light::red, &rgm::Light::green,
                                      &rgm::Light::blue}) {
                if (light.*member != before.*member) {
                    record.*member = light.*member;
                }
            }
            note_all(node, texts);
        }
        if (from == to && exported_values(exported_, from) != exported_values(before_, from) &&
            exported_values(import_.map, to) != result) {
            note(node, "was changed in the scene and, after the export, in the map; the scene's changes were imported");
        }
        if (from.first == Kind::rope) {
            check_links(node, from);
            return {};
        }
        return check_mesh(node, from);
    }

    void move(const MapNode& node, RecordRef exported, RecordRef ref)
    {
        const scene::Vec3 from = scene::position_of(exported_, exported);
        const scene::Vec3 to = position_of(node);
        const glm::dvec3 step = scene::map_place(to) - scene::map_place(from);
        DoubleTriple way{};
        bool is_moved = false;
        for (glm::length_t axis = 0; axis < 3; ++axis) {
            // Single precision near the far corner of a map has steps of 0.00025.
            const double slack = 1e-3 + 1e-6 * std::abs(static_cast<double>(from[axis]));
            if (!(std::abs(static_cast<double>(to[axis] - from[axis])) <= slack)) {
                is_moved = true;
                way[static_cast<std::size_t>(axis)] = std::round(step[axis]);
            }
        }
        if (!is_moved) {
            return;
        }
        if (way == DoubleTriple{}) {
            note(node, "moved by less than half a map unit and keeps its position");
            return;
        }
        const bool fits = with_list(import_.map, ref.first, [&](auto& records) {
            using Records = std::remove_reference_t<decltype(records)>;
            return with_list(exported_, ref.first, [&](auto& before) {
                if constexpr (std::is_same_v<Records, std::remove_reference_t<decltype(before)>>) {
                    return add_way(records[ref.second].position, before[exported.second].position, way);
                } else {
                    return false;
                }
            });
        });
        if (!fits) {
            note(node, "is too far away for a map and keeps its position");
        }
    }

    /// Moves the coordinates with a way from those of `from`. The others stay.
    template <class Position>
    static bool add_way(Position& position, const Position& from, const DoubleTriple& way)
    {
        Position moved{way[0] == 0 ? position.x : from.x, way[1] == 0 ? position.y : from.y,
                       way[2] == 0 ? position.z : from.z};
        const bool fits = add(moved.x, way[0]) && add(moved.y, way[1]) && add(moved.z, way[2]);
        position = fits ? moved : position;
        return fits;
    }
    /// Adds whole map units to a coordinate. Returns false if the result is out of range.
    static bool add(std::int32_t& coordinate, double way)
    {
        const double sum = coordinate + way;
        const bool fits =
            sum >= std::numeric_limits<std::int32_t>::min() && sum <= std::numeric_limits<std::int32_t>::max();
        coordinate = fits ? static_cast<std::int32_t>(sum) : coordinate;
        return fits;
    }
    static bool add(rgm::Fixed8& coordinate, double way) { return add(coordinate.raw, way * rgm::Fixed8::parts); }

    void turn(const MapNode& node, RecordRef from, RecordRef to)
    {
        constexpr double slack = 1e-4;
        const Rows now = rows_of(node.place);
        const Rows before = rows_of(scene::rotation_of(exported_, from));
        if (from.first == Kind::static_object) {
            turn_static(node, now, before, import_.map.statics.records[to.second]);
            return;
        }
        if (from.first == Kind::light) {
            return;  // a light shines in all directions; Blender turns it
        }
        bool is_scaled = false;
        const std::optional<Rows> rotation = without_scale(now, is_scaled);
        if (is_scaled && rotation) {
            note(node, fmt::format("is scaled; a map has no scale of its {}s", scene::kind_name(from.first)));
        }
        if (!rotation) {
            note(node, "is mirrored, sheared or flat; its record keeps its rotation");
            return;
        }
        if (largest_difference(*rotation, before) <= slack) {
            return;
        }
        if (from.first != Kind::object) {
            note(node, fmt::format("is turned; a map has no rotation of its {}s", scene::kind_name(from.first)));
            return;
        }
        const rgm::Angles& angles = exported_.objects.records[from.second].angle;
        rgm::Angles& result = import_.map.objects.records[to.second].angle;
        const DoubleTriple old{static_cast<double>(angles.x), static_cast<double>(angles.y),
                               static_cast<double>(angles.z)};
        const DoubleTriple found = angles_of(*rotation, old);
        bool is_turned = false;
        std::size_t axis = 0;
        for (const auto member : {&rgm::Angles::x, &rgm::Angles::y, &rgm::Angles::z}) {
            const std::int64_t step = std::llround(angle_difference(old[axis], found[axis]));
            const std::int64_t sum = angles.*member + step;
            if (step != 0) {
                // A sum out of range is the same angle without whole turns.
                const bool fits = sum == static_cast<std::int32_t>(sum);
                result.*member = fits ? static_cast<std::int32_t>(sum) : static_cast<std::int32_t>(sum & 2047);
                is_turned = true;
            }
            ++axis;
        }
        if (!is_turned) {
            note(node, "turned by less than a step of its angles and keeps them");
        }
    }

    void turn_static(const MapNode& node, const Rows& now, const Rows& before, rgm::StaticObject& record)
    {
        constexpr double exact = 1e-6;
        double largest = 0;
        for (const DoubleTriple& row : before) {
            for (const double part : row) {
                largest = std::max(largest, std::abs(part));
            }
        }
        if (largest_difference(now, before) <= 2e-5 * std::max(1.0, largest)) {
            return;
        }
        std::array<std::int32_t, 9> matrix{};
        for (std::size_t i = 0; i < matrix.size(); ++i) {
            const std::size_t row = i / 3;
            const std::size_t column = i % 3;
            double part = now[row][column];
            // Right angles stay right: single precision gives 0.99999994 and -4e-8.
            part = std::abs(part - std::round(part)) <= exact ? std::round(part) : part;
            part *= (row == 2) == (column == 2) ? q28 : -q28;
            if (!(std::abs(part) <= std::numeric_limits<std::int32_t>::max())) {
                note(node, "is scaled by 8 or more, which a map cannot store; it keeps its matrix");
                return;
            }
            matrix[i] = static_cast<std::int32_t>(std::lround(part));
        }
        record.rotation_matrix = matrix;
    }

    /// Notes links of a rope that were moved, added or removed.
    void check_links(const MapNode& node, RecordRef ref)
    {
        constexpr double slack = 1e-3;
        const auto instances = instances_.find(ref);
        if (scene_.meshes.empty()) {
            return;
        }
        std::vector<DoubleTriple> expected;
        for (const scene::Instance* const each :
             instances == instances_.end() ? std::vector<const scene::Instance*>{} : instances->second) {
            const scene::Vec3 at = each->placement.position - markers_.at(ref)->position;
            expected.push_back({static_cast<double>(at.x), static_cast<double>(at.y), static_cast<double>(at.z)});
        }
        std::vector<DoubleTriple> found;
        for (const Transform& link : node.links) {
            found.push_back({link[0][3], link[1][3], link[2][3]});
        }
        const auto by_height = [](const DoubleTriple& a, const DoubleTriple& b) { return a[1] > b[1]; };
        std::ranges::stable_sort(expected, by_height);
        std::ranges::stable_sort(found, by_height);
        const bool is_same = std::ranges::equal(expected, found, [](const DoubleTriple& a, const DoubleTriple& b) {
            return std::abs(a[0] - b[0]) <= slack && std::abs(a[1] - b[1]) <= slack && std::abs(a[2] - b[2]) <= slack;
        });
        if (!is_same) {
            note(node, "its links were changed, which a map cannot store; to change their number, set its length");
        }
    }

    /// Notes a mesh that is not the exported one.
    Status check_mesh(const MapNode& node, RecordRef ref)
    {
        const auto instances = instances_.find(ref);
        const std::optional<std::uint32_t> expected =
            instances != instances_.end() ? std::optional(instances->second.front()->mesh) : std::nullopt;
        if (scene_.meshes.empty() || (!node.mesh && !expected)) {
            return {};
        }
        if (!node.mesh) {
            if (!scene_.meshes[*expected].mesh.triangles.empty()) {
                note(node, "has no mesh any more; its record keeps its model");
            }
            return {};
        }
        if (!expected) {
            note(node, "has a mesh, and its record has no model; the mesh was not imported");
            return {};
        }
        const std::pair<std::uint32_t, std::uint32_t> both{*node.mesh, *expected};
        auto known = same_meshes_.find(both);
        if (known == same_meshes_.end()) {
            const Result<MeshShape> shape = shape_of(reader_, *node.mesh);
            if (!shape) {
                return fail(shape.error());
            }
            known = same_meshes_.emplace(both, is_same_shape(*shape, shape_of(scene_.meshes[*expected].mesh))).first;
        }
        if (!known->second) {
            note(node, "its mesh is not the model of its record; `redforge model import` changes models");
        }
        return {};
    }

    Status add_record(const MapNode& node)
    {
        if (node.has_camera) {
            note(node, "is a camera and was not imported");
            return {};
        }
        if (node.light != nullptr) {
            add_light(node);
            return {};
        }
        if (node.mesh) {
            return add_model(node);
        }
        if (!node.has_children) {
            rgm::Marker& marker = import_.map.markers.records.emplace_back();
            place(node, marker.position);
        }
        return {};
    }

    static scene::Vec3 position_of(const MapNode& node)
    {
        return {static_cast<float>(node.place[0][3]), static_cast<float>(node.place[1][3]),
                static_cast<float>(node.place[2][3])};
    }

    /// Sets the position of a new record.
    template <class Position>
    void place(const MapNode& node, Position& position)
    {
        const glm::dvec3 at = scene::map_place(position_of(node));
        position = {};
        if (!add_way(position, Position{}, {std::round(at.x), std::round(at.y), std::round(at.z)})) {
            note(node, "is too far away for a map; its position is 0, 0, 0");
        }
    }

    void add_light(const MapNode& node)
    {
        std::vector<std::string> texts;
        rgm::Light light;
        if (set_light(*node.light, light, texts)) {
            FreeIds& ids = free_ids(Kind::light, import_.map.lights.records);
            light.id = ids.take(ids.highest());
            place(node, light.position);
            import_.map.lights.records.push_back(light);
        }
        note_all(node, texts);
    }

    Status add_model(const MapNode& node)
    {
        const Result<std::string> model = models_.model_for(node);
        if (!model) {
            return fail(model.error());
        }
        if (node.group == Kind::object || node.name.starts_with("object ")) {
            add_object(node, *model);
        } else {
            add_static(node, *model);
        }
        return {};
    }

    void add_static(const MapNode& node, const std::string& stem)
    {
        rgm::StaticObject record;
        FreeIds& ids = free_ids(Kind::static_object, import_.map.statics.records);
        record.id = ids.take(ids.highest());
        record.model_name = decltype(record.model_name)(stem);
        place(node, record.position);
        turn_static(node, rows_of(node.place), rows_of(scene::Mat3(1)), record);
        import_.map.statics.records.push_back(record);
    }

    void add_object(const MapNode& node, const std::string& stem)
    {
        rgm::Object record;
        FreeIds& ids = free_ids(Kind::object, import_.map.objects.records);
        record.id = ids.take(ids.highest());
        record.object_type = 1;
        record.is_active = 1;
        record.has_mesh = 1;
        record.model_name = decltype(record.model_name)(stem);
        place(node, record.position);
        bool is_scaled = false;
        const std::optional<Rows> rotation = without_scale(rows_of(node.place), is_scaled);
        if (is_scaled && rotation) {
            note(node, "is scaled; a map has no scale of its objects");
        }
        if (rotation) {
            const DoubleTriple found = angles_of(*rotation, {});
            const auto whole = [](double angle) { return static_cast<std::int32_t>(std::llround(angle) & 2047); };
            record.angle = {whole(found[0]), whole(found[1]), whole(found[2])};
        } else {
            note(node, "is mirrored, sheared or flat; its record has no rotation");
        }
        import_.map.objects.records.push_back(record);
    }

    Status import_terrain()
    {
        const bool is_exported =
            std::ranges::find(scene_.instances, Kind::terrain, &scene::Instance::kind) != scene_.instances.end();
        if (terrain_node_ == nullptr || !terrain_node_->mesh) {
            if (is_exported) {
                import_.notes.emplace_back("terrain: its mesh is missing; the heights did not change");
            }
            return {};
        }
        if (terrain_ == nullptr) {
            import_.lacks_terrain = true;
            note(*terrain_node_, "the map has no terrain, so its heights were not imported");
            return {};
        }
        art::Terrain terrain = *terrain_;
        const std::int32_t shift = terrain_node_->origin->shift.value_or(scene_.game_view.world.terrain_shift);
        const std::string& was = terrain_node_->origin->was;
        if (!was.empty() && was != terrain_fingerprint(scene::terrain_mesh(terrain, shift))) {
            note(*terrain_node_, "the heights of the map were changed after the export, so those of the scene were not "
                                 "imported; export the map again");
            return {};
        }
        const Result<std::size_t> changed =
            import_heights(reader_, *terrain_node_->mesh, terrain_node_->place, shift, terrain, import_.notes);
        if (!changed) {
            return fail(changed.error());
        }
        if (*changed > 0) {
            import_.terrain = std::move(terrain);
            import_.changed_heights = *changed;
        }
        return {};
    }

    /// Returns true if the scene has a light, or a node of a light. Without lights, Blender omits their nodes.
    [[nodiscard]] bool has_lights() const
    {
        const json* const extensions = find_member(reader_.document(), "extensions");
        const auto first = by_record_.lower_bound({Kind::light, 0});
        return (extensions != nullptr && extensions->contains("KHR_lights_punctual")) ||
               (first != by_record_.end() && first->first.first == Kind::light);
    }

    /// Removes or notes the records without a node.
    void take_missing()
    {
        const std::size_t lights = before_.lights.records.size();
        const bool is_without_lights = lights > 0 && !has_lights();
        if (is_without_lights) {
            import_.notes.push_back(fmt::format(
                "{}: the scene was exported without lights, so they stay; in Blender, choose Include, Punctual Lights",
                plural(lights, "light")));
        }
        std::map<Kind, std::vector<std::size_t>> missing;
        for (const scene::SceneMarker& marker : scene_.markers) {
            if (by_record_.contains({marker.kind, marker.record}) ||
                (marker.kind == Kind::light && is_without_lights)) {
                continue;
            }
            missing[marker.kind].push_back(marker.record);
            if (!options_.remove_missing) {
                import_.notes.push_back(
                    fmt::format("{}: its node is missing; the record stays without --delete", node_name(marker)));
            }
        }
        if (!options_.remove_missing) {
            return;
        }
        for (const auto& each : missing) {
            with_list(import_.map, each.first, [&each](auto& records) {
                std::size_t number = 0;
                std::erase_if(records, [&](const auto&) { return std::ranges::binary_search(each.second, number++); });
            });
        }
    }

    GltfReader& reader_;
    const rgm::Map& before_;
    const scene::Scene& scene_;
    const art::Terrain* terrain_;
    const MapImportOptions& options_;
    MapImport import_;
    rgm::Map exported_;  ///< the map, with the values that records had at the export
    NewModels models_;
    std::map<RecordRef, const scene::SceneMarker*> markers_;
    std::map<RecordRef, std::vector<const scene::Instance*>> instances_;
    std::map<RecordRef, std::vector<const MapNode*>> by_record_;
    const MapNode* terrain_node_{};
    std::map<Kind, FreeIds> free_ids_;
    std::map<std::pair<std::uint32_t, std::uint32_t>, bool> same_meshes_;  ///< by mesh of the file and of the scene
};

}  // namespace

Result<MapImport> import_map(ByteView glb, const rgm::Map& map, const scene::Scene& scene, const art::Terrain* terrain,
                             const MapImportOptions& options)
{
    const Result<Glb> read = read_glb(glb);
    if (!read) {
        return fail(read.error());
    }
    if (const Status readable = check_readable(read->document); !readable) {
        return fail(readable.error());
    }
    GltfReader reader(*read);
    return MapImporter(reader, map, scene, terrain, options).run();
}

}  // namespace redforge::exchange
