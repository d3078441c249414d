// Writes a model as binary glTF.
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "exchange/gltf/glb.hpp"
#include "exchange/gltf/gltf.hpp"
#include "exchange/gltf/gltf_material_list.hpp"
#include "exchange/gltf/gltf_writer.hpp"
#include "exchange/gltf/numbers.hpp"
#include "exchange/gltf/originals.hpp"
#include "exchange/mesh/drawn.hpp"
#include "exchange/mesh/textures.hpp"
#include "exchange/mesh/triple.hpp"
#include "model/mesh.hpp"
#include "model/model.hpp"

namespace redforge::exchange {
namespace {

using nlohmann::json;

/// Returns the positions of a frame, one for each corner.
std::vector<model::Vector> corner_positions(const model::Model& model, std::size_t frame,
                                            const std::vector<std::uint32_t>& order)
{
    const std::vector<model::Vector> positions = model::positions_in(model, frame);
    std::vector<model::Vector> corners;
    for (const std::uint32_t vertex : order) {
        corners.push_back(positions[vertex]);
    }
    return corners;
}

std::vector<Triple> corner_normals(const model::Mesh& mesh, std::size_t count)
{
    std::vector<Triple> normals;
    for (const model::MeshVertex& vertex : mesh.vertices) {
        normals.push_back(drawn_normal(vertex));
    }
    normals.resize(count, {0, 0, 1});
    return normals;
}

std::vector<std::array<float, 2>> corner_places(const model::Model& model, const model::Mesh& mesh,
                                                const std::vector<std::uint32_t>& faces, const Textures* textures,
                                                std::size_t count)
{
    std::vector<std::array<float, 2>> places;
    for (const std::uint32_t index : faces) {
        const model::Face& face = model.faces[index];
        const Picture* const picture = textures != nullptr ? textures->find(face.texture) : nullptr;
        const auto width = static_cast<float>(picture != nullptr ? picture->width : unknown_side);
        const auto height = static_cast<float>(picture != nullptr ? picture->height : unknown_side);
        for (std::size_t corner = 0; corner < face.vertices.size(); ++corner) {
            const model::MeshVertex& vertex = mesh.vertices[places.size()];
            places.push_back({vertex.u / width, vertex.v / height});
        }
    }
    places.resize(count);
    return places;
}

/// Adds the numbers that identify polygons at import, see numbers.hpp.
void add_numbers(const model::Model& model, const std::vector<std::uint32_t>& faces, GltfWriter& writer,
                 json& attributes)
{
    std::array<std::vector<std::array<float, 2>>, number_sets.size()> sets;
    std::vector<std::uint32_t> clusters(model.faces.size());
    for (std::size_t i = 0; i < model.clusters.size(); ++i) {
        for (const std::uint16_t face : model.clusters[i].faces) {
            if (face < clusters.size() && clusters[face] == 0) {
                clusters[face] = static_cast<std::uint32_t>(i + 1);
            }
        }
    }
    const bool v2 = model.version.bytes.starts_with("v2");
    const auto add = [](std::vector<std::array<float, 2>>& set, std::size_t one, std::size_t two) {
        set.push_back({static_cast<float>(one), static_cast<float>(two)});
    };
    for (const std::uint32_t index : faces) {
        const model::Face& face = model.faces[index];
        const bool slots = face.slots.size() == face.vertices.size();
        for (std::size_t corner = 0; corner < face.vertices.size(); ++corner) {
            // Without slots, each vertex has one normal; v2 has no vertex normals.
            const std::size_t slot = slots ? face.slots[corner] + 1 : v2 ? 0 : face.vertices[corner] + 1;
            add(sets[0], index + 1, corner + 1);
            add(sets[1], face.vertices[corner] + 1, slot);
            add(sets[2], face.shade, clusters[index]);
        }
    }
    for (std::size_t i = 0; i < sets.size(); ++i) {
        attributes[number_sets[i]] = writer.pairs(sets[i]);
    }
}

json animation_of(GltfWriter& writer, std::size_t frames, double frames_per_second)
{
    std::vector<float> times(frames);
    std::vector<float> weights(frames * (frames - 1));
    for (std::size_t i = 0; i < frames; ++i) {
        times[i] = static_cast<float>(static_cast<double>(i) / frames_per_second);
        if (i > 0) {
            weights[i * (frames - 1) + i - 1] = 1;
        }
    }
    const std::size_t input = writer.scalars(times, GltfWriter::Bounds::of_each_component);
    const std::size_t output = writer.scalars(weights, GltfWriter::Bounds::none);
    return {{"name", "frames"},
            {"samplers", {{{"input", input}, {"output", output}, {"interpolation", "LINEAR"}}}},
            {"channels", {{{"sampler", 0}, {"target", {{"node", 0}, {"path", "weights"}}}}}}};
}

}  // namespace

Result<Bytes> write_gltf(const model::Model& model, const ExportOptions& options)
{
    const std::vector<std::uint32_t> faces = drawn_faces(model);
    std::vector<std::uint32_t> order;
    for (const std::uint32_t face : faces) {
        const auto& vertices = model.faces[face].vertices;
        order.insert(order.end(), vertices.begin(), vertices.end());
    }
    const std::size_t frames = model.frames.size() + 1;
    if (faces.empty()) {
        return fail({.code = ErrorCode::out_of_range,
                     .message = "the model has no face that can be drawn",
                     .hint = "add a face with three corners on its vertices"});
    }
    if (order.size() * frames > max_corner_frames || frames * frames > max_corner_frames) {
        return fail({.code = ErrorCode::out_of_range,
                     .message = fmt::format("{} frames of {} corners are too many to export", frames, order.size()),
                     .hint = fmt::format("at most {} together", max_corner_frames)});
    }

    GltfWriter writer;
    const model::Mesh mesh = model::to_mesh(model);
    const std::vector<model::Vector> base = corner_positions(model, 0, order);
    std::vector<Triple> triples(order.size());
    std::ranges::transform(base, triples.begin(), drawn_position);
    const std::vector<Triple> normals = corner_normals(mesh, order.size());
    json attributes{{"POSITION", writer.triples(triples, GltfWriter::Bounds::of_each_component)},
                    {"NORMAL", writer.triples(normals, GltfWriter::Bounds::none)},
                    {"TEXCOORD_0", writer.pairs(corner_places(model, mesh, faces, options.textures, order.size()))}};
    if (options.originals) {
        add_numbers(model, faces, writer, attributes);
    }

    json targets = json::array();
    json target_names = json::array();
    for (std::size_t frame = 1; frame < frames; ++frame) {
        const std::vector<model::Vector> moved = corner_positions(model, frame, order);
        std::ranges::transform(base, moved, triples.begin(), drawn_step);
        const std::size_t positions = writer.triples(triples, GltfWriter::Bounds::of_each_component);
        triples = corner_normals(model::to_mesh(model, frame), order.size());
        for (std::size_t i = 0; i < triples.size(); ++i) {
            for (std::size_t axis = 0; axis < 3; ++axis) {
                triples[i][axis] -= normals[i][axis];
            }
        }
        targets.push_back({{"POSITION", positions}, {"NORMAL", writer.triples(triples, GltfWriter::Bounds::none)}});
        target_names.push_back(fmt::format("frame {}", frame));
    }

    GltfMaterialList materials(writer, options.textures);
    std::map<std::size_t, std::vector<std::uint32_t>> by_material;
    std::uint32_t first = 0;
    for (const std::uint32_t index : faces) {
        const model::Face& face = model.faces[index];
        std::vector<std::uint32_t>& indices = by_material[materials.index_of(face.texture)];
        const auto count = static_cast<std::uint32_t>(face.vertices.size());
        for (std::uint32_t corner = 2; corner < count; ++corner) {
            indices.insert(indices.end(), {first, first + corner - 1, first + corner});
        }
        first += count;
    }
    json primitives = json::array();
    for (const auto& [material, indices] : by_material) {
        json primitive{{"attributes", attributes}, {"material", material}, {"indices", writer.indices(indices)}};
        if (frames > 1) {
            primitive["targets"] = targets;
        }
        primitives.push_back(std::move(primitive));
    }

    const std::string name = options.name.empty() ? "model" : options.name;
    json shown{{"name", name}, {"primitives", std::move(primitives)}};
    OriginalFile original = options.originals ? original_file(model) : OriginalFile();
    if (!original.text.empty()) {
        shown["extras"]["redforge"] = {{"model", std::move(original.text)}};
    }
    if (!original.picture.empty()) {
        materials.keep(original.picture);
    }
    json document{{"asset", {{"version", "2.0"}, {"generator", "Redforge"}}},
                  {"scene", 0},
                  {"scenes", {{{"name", name}, {"nodes", {0}}}}},
                  {"nodes", {{{"name", name}, {"mesh", 0}}}}};
    if (frames > 1) {
        shown["extras"]["targetNames"] = std::move(target_names);
        shown["weights"] = std::vector<int>(frames - 1, 0);
        document["animations"] = json::array({animation_of(writer, frames, options.frames_per_second)});
    }
    document["meshes"] = json::array({std::move(shown)});
    materials.finish(document);
    const GltfWriter::Collected collected = writer.finish();
    return write_glb(document, collected.binary, collected.members);
}

}  // namespace redforge::exchange
