// Converts a model to another version.
#include "exchange/mesh/convert_version.hpp"

#include "exchange/mesh/build.hpp"
#include "exchange/mesh/imported.hpp"
#include "exchange/mesh/polygons.hpp"
#include "model/mesh.hpp"
#include "model/model.hpp"

namespace redforge::exchange {
namespace {

Polygons polygons_of(const model::Model& model)
{
    constexpr double steps_a_texel = 16;
    const bool v2 = model.version.bytes.starts_with("v2");
    Polygons polygons;
    polygons.positions = model.vertices;
    for (std::size_t frame = 1; frame <= model.frames.size(); ++frame) {
        polygons.frames.push_back(model::positions_in(model, frame));
    }
    std::vector<model::CornerUv> uvs;
    for (const model::Face& face : model.faces) {
        Polygon& polygon = polygons.faces.emplace_back();
        polygon.texture = face.texture;
        polygon.shade = face.shade;
        model::corner_uvs(model, face, uvs);
        const bool slots = face.slots.size() == face.vertices.size();
        for (std::size_t corner = 0; corner < face.vertices.size(); ++corner) {
            // Without slots, v2 has no vertex normals, and v4.0 has one normal per vertex.
            const std::uint32_t alone = v2 ? flat : 0;
            polygon.corners.push_back({face.vertices[corner], slots ? face.slots[corner] : alone,
                                       uvs[corner].u / steps_a_texel, uvs[corner].v / steps_a_texel});
        }
    }
    return polygons;
}

}  // namespace

Result<Imported> convert_version(model::Model model, std::string name, const ImportOptions& options,
                                 std::vector<std::string> notes)
{
    Imported imported;
    imported.name = std::move(name);
    imported.notes = std::move(notes);
    if (!options.version || *options.version == model.version.bytes) {
        imported.is_original = true;
        imported.model = std::move(model);
        return imported;
    }
    const Result<std::string> version = version_for(options, model.frames.size() + 1, model.version.bytes);
    if (!version) {
        return fail(version.error());
    }
    if (const Status held = check_faces(model); !held) {
        return fail(held.error());
    }
    Result<model::Model> built = build_model(polygons_of(model), *version, imported.notes);
    if (!built) {
        return fail(built.error());
    }
    imported.model = std::move(*built);
    return imported;
}

}  // namespace redforge::exchange
