// Comparing a glTF document with the model in its extras.
#include "exchange/gltf_original.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "exchange/build.hpp"
#include "exchange/gltf_fault.hpp"
#include "exchange/gltf_materials.hpp"
#include "exchange/originals.hpp"
#include "exchange/surface.hpp"
#include "model/check.hpp"
#include "model/cluster.hpp"
#include "model/clusters.hpp"
#include "model/face.hpp"
#include "model/frame.hpp"
#include "model/frames.hpp"
#include "model/mesh.hpp"
#include "model/model.hpp"
#include "model/vector.hpp"

namespace redforge::exchange {
namespace {

using model::Model;
using model::Vector;
using nlohmann::json;

/// The numbers of an accessor, or null.
const std::vector<double>* accessor_numbers(GltfReader& reader, const json* attributes, const char* name,
                                            std::uint32_t width)
{
    const std::optional<std::uint32_t> index = attributes != nullptr ? index_in(*attributes, name) : std::nullopt;
    const Result<const std::vector<double>*> found =
        index ? reader.accessor(*index, width) : Result<const std::vector<double>*>(nullptr);
    return found.value_or(nullptr);
}

/// Puts stored positions, one for each place in `order`, to the vertices. False when two corners of a vertex differ.
bool place_vertices(const std::vector<Vector>& corners, const std::vector<std::uint32_t>& order,
                    std::vector<Vector>& vertices)
{
    std::vector<bool> placed(vertices.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        Vector& vertex = vertices[order[i]];
        if (placed[order[i]] && !(vertex == corners[i])) {
            return false;
        }
        vertex = corners[i];
        placed[order[i]] = true;
    }
    return std::ranges::find(placed, false) == placed.end();
}

/// Positions or steps of an accessor as the model stores them, added to `base`.
std::optional<std::vector<Vector>> stored_positions(const std::vector<double>* drawn, const std::vector<Vector>& base)
{
    if (drawn == nullptr || drawn->size() != base.size() * 3) {
        return std::nullopt;
    }
    std::vector<Vector> out(base.size());
    for (std::size_t i = 0; i < out.size(); ++i) {
        const auto at = [&](std::size_t axis, double sign, std::int32_t from) {
            // Rounded before it is added: the base may be too far out for a sum in single precision, not the step.
            return stored_coordinate((*drawn)[3 * i + axis] * sign).map([from](std::int32_t step) {
                return std::int64_t{from} + step;
            });
        };
        const auto x = at(0, -1, base[i].x);
        const auto y = at(1, -1, base[i].y);
        const auto z = at(2, 1, base[i].z);
        const auto fits = [](const Result<std::int64_t>& value) {
            return value && *value == static_cast<std::int32_t>(*value);
        };
        if (!fits(x) || !fits(y) || !fits(z)) {
            return std::nullopt;
        }
        out[i] = {static_cast<std::int32_t>(*x), static_cast<std::int32_t>(*y), static_cast<std::int32_t>(*z)};
    }
    return out;
}

/// Whether the primitives are the fans of the faces, one for each surface in order of first use.
bool same_triangles(GltfReader& reader, const json& primitives, const Model& model)
{
    std::map<std::string, std::size_t> places;
    std::vector<std::vector<double>> expected;
    std::vector<std::string> names;
    double first = 0;
    for (const model::Face& face : model.faces) {
        const std::string name = surface_name(face.texture);
        const std::size_t place = places.try_emplace(name, expected.size()).first->second;
        if (place == expected.size()) {
            expected.emplace_back();
            names.push_back(name);
        }
        const auto count = static_cast<double>(face.vertices.size());
        for (double corner = 2; corner < count; ++corner) {
            expected[place].insert(expected[place].end(), {first, first + corner - 1, first + corner});
        }
        first += count;
    }
    if (primitives.size() != expected.size()) {
        return false;
    }
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const json& primitive = primitives[i];
        const json* const front = find_member(primitives[0], "attributes");
        const json* const own = find_member(primitive, "attributes");
        const json* const targets = find_member(primitive, "targets");
        const json* const front_targets = find_member(primitives[0], "targets");
        const std::optional<std::uint32_t> material = index_in(primitive, "material");
        const json* const named = material ? reader.find("materials", *material) : nullptr;
        const std::vector<double>* const indices = accessor_numbers(reader, &primitive, "indices", 1);
        const bool same_targets = (targets == nullptr && front_targets == nullptr) ||
                                  (targets != nullptr && front_targets != nullptr && *targets == *front_targets);
        if (own == nullptr || front == nullptr || *own != *front || !same_targets || named == nullptr ||
            text_in(*named, "name") != names[i] || indices == nullptr || *indices != expected[i]) {
            return false;
        }
    }
    return true;
}

bool same_places(GltfReader& reader, const json& primitives, const Model& model)
{
    constexpr double tolerance = 1e-4;
    const std::vector<double>* const found =
        accessor_numbers(reader, find_member(primitives[0], "attributes"), "TEXCOORD_0", 2);
    std::map<std::string, std::array<double, 2>> sides;
    for (const json& primitive : primitives) {
        const std::optional<std::uint32_t> material = index_in(primitive, "material");
        sides[text_in(*reader.find("materials", *material), "name")] = gltf_sides(reader, material);
    }
    std::vector<model::CornerUv> uvs;
    std::size_t at = 0;
    for (const model::Face& face : model.faces) {
        const std::array<double, 2>& side = sides[surface_name(face.texture)];
        model::corner_uvs(model, face, uvs);
        for (const model::CornerUv& uv : uvs) {
            if (found == nullptr || 2 * at + 1 >= found->size() ||
                !(std::abs((*found)[2 * at] - uv.u / 16 / side[0]) <= tolerance * (1 + std::abs(uv.u))) ||
                !(std::abs((*found)[2 * at + 1] - uv.v / 16 / side[1]) <= tolerance * (1 + std::abs(uv.v)))) {
                return false;
            }
            ++at;
        }
    }
    return true;
}

/// Adds a frame where a target puts the vertices, in the way of the model's frame type.
bool add_frame(const std::vector<Vector>& vertices, Model& model)
{
    model::Frame& frame = model.frames.emplace_back();
    if (model.base_frame.type != 2) {
        if (model::frame_vertex_size(model.base_frame.type) != 0) {
            frame.vertices = vertices;
        }
        return true;
    }
    for (std::size_t i = 0; i < vertices.size(); ++i) {
        const Vector& base = model.vertices[i];
        const std::array<std::int64_t, 3> step{std::int64_t{base.x} - vertices[i].x,
                                               std::int64_t{base.y} - vertices[i].y,
                                               std::int64_t{base.z} - vertices[i].z};
        if (std::ranges::any_of(step, [](std::int64_t part) { return part < -0x8000 || part > 0x7FFF; })) {
            return false;
        }
        frame.deltas.push_back({static_cast<std::int16_t>(step[0]), static_cast<std::int16_t>(step[1]),
                                static_cast<std::int16_t>(step[2])});
    }
    return true;
}

/// The vertex of each place in the position accessor: the faces' corners, then the loose ones.
std::optional<std::vector<std::uint32_t>> stored_order(const Model& model, const json& kept)
{
    std::vector<std::uint32_t> order;
    for (const model::Face& face : model.faces) {
        order.insert(order.end(), face.vertices.begin(), face.vertices.end());
    }
    const json* const loose = find_member(kept, "loose_vertices");
    if (loose == nullptr || !loose->is_array()) {
        return std::nullopt;
    }
    for (const json& vertex : *loose) {
        if (!vertex.is_number_unsigned() || vertex.get<std::uint64_t>() > 0xFFFFFFFF) {
            return std::nullopt;
        }
        order.push_back(vertex.get<std::uint32_t>());
    }
    const auto most = std::ranges::max_element(order);
    // Each vertex stands somewhere in the order, so there are no more of them than it has places.
    return most != order.end() && *most < order.size() ? std::optional(std::move(order)) : std::nullopt;
}

}  // namespace

std::optional<Model> take_original(GltfReader& reader, const std::vector<PlacedMesh>& meshes)
{
    const json* const mesh = meshes.size() == 1 && meshes[0].plain ? reader.find("meshes", meshes[0].mesh) : nullptr;
    const json* const extras = mesh != nullptr ? find_member(*mesh, "extras") : nullptr;
    const json* const kept = extras != nullptr ? find_member(*extras, "redforge") : nullptr;
    const json* const primitives = mesh != nullptr ? find_member(*mesh, "primitives") : nullptr;
    if (kept == nullptr || primitives == nullptr || !primitives->is_array()) {
        return std::nullopt;
    }
    Result<Model> read = originals_from_json(*kept);
    if (!read || read->faces.empty()) {
        return std::nullopt;
    }
    Model model = std::move(*read);
    const std::optional<std::vector<std::uint32_t>> order = stored_order(model, *kept);
    if (!order || !same_triangles(reader, *primitives, model)) {
        return std::nullopt;
    }
    const json& front = (*primitives)[0];
    const auto base = stored_positions(accessor_numbers(reader, find_member(front, "attributes"), "POSITION", 3),
                                       std::vector<Vector>(order->size()));
    model.vertices.resize(*std::ranges::max_element(*order) + std::size_t{1});
    if (!base || !place_vertices(*base, *order, model.vertices) || !same_places(reader, *primitives, model)) {
        return std::nullopt;
    }
    const json* const targets = find_member(front, "targets");
    for (std::size_t i = 0; targets != nullptr && i < targets->size() && targets->is_array(); ++i) {
        const auto moved = stored_positions(accessor_numbers(reader, &(*targets)[i], "POSITION", 3), *base);
        std::vector<Vector> vertices(model.vertices.size());
        if (i + 1 >= most_frames || !moved || !place_vertices(*moved, *order, vertices) ||
            !add_frame(vertices, model)) {
            return std::nullopt;
        }
    }
    if (text_in(*kept, "places") != fingerprint(model.vertices)) {
        for (model::Cluster& cluster : model.clusters) {
            fit_cluster(model, cluster);
        }
    }
    // What somebody has changed by hand may say less than a model needs; it is read as any other then.
    if (!model::check_model(model)) {
        return std::nullopt;
    }
    return model;
}

}  // namespace redforge::exchange
