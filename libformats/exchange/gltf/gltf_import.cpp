// Reads binary glTF as a model.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <unordered_map>

#include <fmt/format.h>

#include "exchange/gltf/gltf.hpp"
#include "exchange/gltf/gltf_check.hpp"
#include "exchange/gltf/gltf_error.hpp"
#include "exchange/gltf/gltf_import.hpp"
#include "exchange/gltf/gltf_materials.hpp"
#include "exchange/gltf/gltf_original.hpp"
#include "exchange/gltf/gltf_scene.hpp"
#include "exchange/gltf/numbers.hpp"
#include "exchange/gltf/originals.hpp"
#include "exchange/mesh/build.hpp"
#include "exchange/mesh/convert_version.hpp"
#include "exchange/mesh/imported.hpp"
#include "exchange/mesh/join.hpp"
#include "exchange/mesh/materials.hpp"
#include "exchange/mesh/polygons.hpp"
#include "exchange/mesh/triple.hpp"
#include "model/model.hpp"

namespace redforge::exchange {
namespace {

using model::Vector;
using nlohmann::json;

/// Maximum number of triangles in an import: four times the limit of a model.
constexpr std::size_t max_triangles = 4 * max_faces;
constexpr std::uint64_t max_positions = std::uint64_t{1} << 24U;  // limit for all frames together
constexpr std::uint32_t triangle_mode = 4;

DoubleTriple triple_at(const std::vector<double>& values, std::size_t index)
{
    return {values[3 * index], values[3 * index + 1], values[3 * index + 2]};
}

Result<Vector> stored(const DoubleTriple& drawn)
{
    const Result<std::int32_t> x = stored_coordinate(-drawn[0]);
    const Result<std::int32_t> y = stored_coordinate(-drawn[1]);
    const Result<std::int32_t> z = stored_coordinate(drawn[2]);
    for (const Result<std::int32_t>* const part : {&x, &y, &z}) {
        if (!*part) {
            return fail(part->error());
        }
    }
    return Vector{*x, *y, *z};
}

/// Vertex data of a primitive.
struct Parts {
    const std::vector<double>* positions{};
    const std::vector<double>* normals{};                                  ///< if null, the shading is flat
    const std::vector<double>* places{};                                   ///< texture coordinates; if null, all are 0
    std::array<const std::vector<double>*, number_sets.size()> numbers{};  ///< if null, the corners have no numbers
    std::vector<const std::vector<double>*> targets{};  ///< one per frame; null if the frame moves nothing
    std::vector<std::uint32_t> indices{};
    Surface surface{};
};

class SceneBuilder {
public:
    SceneBuilder(GltfReader& reader, const ImportOptions& options) : reader_(reader), options_(options) {}

    Status add(const PlacedMesh& placed)
    {
        const std::string where = fmt::format("meshes[{}]", placed.mesh);
        const json* const mesh = reader_.find("meshes", placed.mesh);
        const auto primitives = mesh != nullptr ? mesh->find("primitives") : json::const_iterator();
        if (mesh == nullptr || primitives == mesh->end() || !primitives->is_array()) {
            return make_error(where, "does not exist or has no primitives", "is the file damaged?");
        }
        for (std::size_t i = 0; i < primitives->size(); ++i) {
            Result<Parts> parts = parts_of((*primitives)[i], fmt::format("{}.primitives[{}]", where, i));
            if (!parts) {
                return fail(parts.error());
            }
            if (const Status added = add(*parts, placed.place); !added) {
                return added;
            }
        }
        return {};
    }

    [[nodiscard]] Polygons& polygons() { return polygons_; }

private:
    Result<const std::vector<double>*> attribute(const json& from, const char* name, std::uint32_t width,
                                                 std::size_t elements, const std::string& where)
    {
        const std::optional<std::uint32_t> index = index_in(from, name);
        if (!index) {
            return nullptr;
        }
        Result<const std::vector<double>*> found = reader_.accessor(*index, width);
        if (found && (*found)->size() != elements * width) {
            return make_error(where, fmt::format("has {} of {}", (*found)->size() / width, name),
                              fmt::format("as many as positions: {}", elements));
        }
        return found;
    }

    Result<Parts> parts_of(const json& primitive, const std::string& where)
    {
        const auto attributes = primitive.is_object() ? primitive.find("attributes") : primitive.end();
        const std::optional<std::uint32_t> position =
            primitive.is_object() && attributes != primitive.end() ? index_in(*attributes, "POSITION") : std::nullopt;
        if (!position) {
            return make_error(where, "has no positions", "is the file damaged?");
        }
        if (index_in(primitive, "mode").value_or(triangle_mode) != triangle_mode) {
            return make_error(where, "is not made of triangles",
                              "save the model as triangles, without points and lines", ErrorCode::unsupported);
        }
        Parts parts;
        const Result<const std::vector<double>*> positions = reader_.accessor(*position, 3);
        if (!positions) {
            return fail(positions.error());
        }
        parts.positions = *positions;
        const std::size_t count = parts.positions->size() / 3;
        const auto normals = attribute(*attributes, "NORMAL", 3, count, where);
        const auto places = attribute(*attributes, "TEXCOORD_0", 2, count, where);
        if (!normals || !places) {
            return fail(normals ? places.error() : normals.error());
        }
        parts.normals = *normals;
        parts.places = *places;
        if (std::ranges::all_of(number_sets, [&](const char* set) { return attributes->contains(set); })) {
            for (std::size_t i = 0; i < number_sets.size(); ++i) {
                const auto numbers = attribute(*attributes, number_sets[i], 2, count, where);
                if (!numbers) {
                    return fail(numbers.error());
                }
                parts.numbers[i] = *numbers;
            }
        }
        if (const auto targets = primitive.find("targets"); targets != primitive.end() && targets->is_array()) {
            if (targets->size() >= max_frames) {
                return make_error(where, fmt::format("has {} morph targets", targets->size()),
                                  fmt::format("at most {} frames", max_frames), ErrorCode::out_of_range);
            }
            for (const json& target : *targets) {
                const auto moved = attribute(target, "POSITION", 3, count, where);
                if (!moved) {
                    return fail(moved.error());
                }
                parts.targets.push_back(*moved);
            }
        }
        const auto surface = gltf_surface(reader_, index_in(primitive, "material"), options_);
        if (!surface) {
            return fail(surface.error());
        }
        parts.surface = *surface;
        const Status indexed = add_indices(primitive, count, where, parts.indices);
        return indexed ? Result<Parts>(std::move(parts)) : fail(indexed.error());
    }

    Status add_indices(const json& primitive, std::size_t count, const std::string& where,
                       std::vector<std::uint32_t>& out)
    {
        const std::vector<double>* given = nullptr;
        if (const std::optional<std::uint32_t> index = index_in(primitive, "indices")) {
            const Result<const std::vector<double>*> found = reader_.accessor(*index, 1);
            if (!found) {
                return fail(found.error());
            }
            given = *found;
        }
        const std::size_t total = given != nullptr ? given->size() : count;
        triangles_ += total / 3;
        if (triangles_ > max_triangles) {
            return make_error(where, fmt::format("is too large: the scene has {} triangles", triangles_),
                              fmt::format("the game can hold {} faces: reduce the mesh", max_faces),
                              ErrorCode::out_of_range);
        }
        for (std::size_t i = 0; i + 2 < total; i += 3) {
            for (std::size_t corner = i; corner < i + 3; ++corner) {
                const double index = given != nullptr ? (*given)[corner] : static_cast<double>(corner);
                if (!(index >= 0 && index < static_cast<double>(count))) {
                    return make_error(where, fmt::format("has an index of {}", index), fmt::format("below {}", count));
                }
                out.push_back(static_cast<std::uint32_t>(index));
            }
        }
        return {};
    }

    /// Returns a smoothing number for a direction. Corners of a vertex with equal directions share a normal.
    std::uint32_t smoothing_of(const DoubleTriple& normal)
    {
        constexpr double fineness = 512;
        std::array<std::int32_t, 3> key{};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const double part = normal[axis] * fineness;
            key[axis] = std::abs(part) < 1e9 ? static_cast<std::int32_t>(std::lround(part)) : 0;
        }
        return smoothing_.try_emplace(key, static_cast<std::uint32_t>(smoothing_.size())).first->second;
    }

    Status add(const Parts& parts, const Transform& place)
    {
        while (polygons_.frames.size() < parts.targets.size()) {
            polygons_.frames.push_back(
                polygons_.positions);  // positions of earlier primitives do not move in a new frame
        }
        std::unordered_map<std::uint32_t, std::uint32_t> numbers;
        for (std::size_t i = 0; i + 2 < parts.indices.size(); i += 3) {
            Polygon& polygon = polygons_.faces.emplace_back();
            polygon.texture = parts.surface.texture;
            polygon.width = parts.surface.width;
            polygon.height = parts.surface.height;
            for (std::size_t corner = i; corner < i + 3; ++corner) {
                const std::uint32_t index = parts.indices[corner];
                const auto [number, added] =
                    numbers.try_emplace(index, static_cast<std::uint32_t>(polygons_.positions.size()));
                if (const Status put = added ? add_position(parts, place, index) : Status{}; !put) {
                    return put;
                }
                Corner& here = polygon.corners.emplace_back();
                here.vertex = number->second;
                here.numbers = numbers_at(parts, index).corner;
                here.smooth = parts.normals != nullptr
                                  ? smoothing_of(transform_step(place, triple_at(*parts.normals, index)))
                                  : flat;
                if (parts.places != nullptr) {
                    here.u = (*parts.places)[2 * std::size_t{index}] * parts.surface.width;
                    here.v = (*parts.places)[2 * std::size_t{index} + 1] * parts.surface.height;
                }
            }
            if (determinant(place) < 0) {
                std::swap(polygon.corners[1], polygon.corners[2]);
            }
            polygon.shade = shade_of(polygon);
        }
        return {};
    }

    static ReadNumbers numbers_at(const Parts& parts, std::uint32_t index)
    {
        if (parts.numbers.front() == nullptr) {
            return {};
        }
        std::array<std::array<double, 2>, number_sets.size()> sets{};
        for (std::size_t i = 0; i < sets.size(); ++i) {
            sets[i] = {(*parts.numbers[i])[2 * std::size_t{index}], (*parts.numbers[i])[2 * std::size_t{index} + 1]};
        }
        return read_numbers(sets);
    }

    /// Returns the shade that all three corners have, or the default if they differ. Works for parts of polygons, too.
    static std::uint8_t shade_of(const Polygon& triangle)
    {
        const std::optional<std::uint8_t> shade = triangle.corners.front().numbers.shade;
        const bool known =
            std::ranges::all_of(triangle.corners, [&](const Corner& corner) { return corner.numbers.shade == shade; });
        return known ? shade.value_or(0) : std::uint8_t{0};
    }

    Status add_position(const Parts& parts, const Transform& place, std::uint32_t index)
    {
        const DoubleTriple drawn = triple_at(*parts.positions, index);
        const Result<Vector> base = stored(transform_point(place, drawn));
        if (!base) {
            return fail(base.error());
        }
        if ((polygons_.positions.size() + 1) * (polygons_.frames.size() + 1) > max_positions) {
            return make_error("meshes", "too many vertices in too many frames",
                              fmt::format("at most {}", max_positions), ErrorCode::unsupported);
        }
        polygons_.positions.push_back(*base);
        polygons_.vertex_numbers.push_back(numbers_at(parts, index).vertex);
        for (std::size_t frame = 0; frame < polygons_.frames.size(); ++frame) {
            Vector moved = *base;
            if (frame < parts.targets.size() && parts.targets[frame] != nullptr) {
                DoubleTriple there = drawn;
                const DoubleTriple step = triple_at(*parts.targets[frame], index);
                for (std::size_t axis = 0; axis < 3; ++axis) {
                    there[axis] += step[axis];
                }
                const Result<Vector> found = stored(transform_point(place, there));
                if (!found) {
                    return fail(found.error());
                }
                moved = *found;
            }
            polygons_.frames[frame].push_back(moved);
        }
        return {};
    }

    GltfReader& reader_;
    const ImportOptions& options_;
    Polygons polygons_;
    std::map<std::array<std::int32_t, 3>, std::uint32_t> smoothing_;
    std::size_t triangles_{};
};

std::string name_of(const GltfReader& reader, const PlacedMesh& placed)
{
    const std::string name = text_in(*reader.find("nodes", placed.node), "name");
    const json* const mesh = reader.find("meshes", placed.mesh);
    return !name.empty() || mesh == nullptr ? name : text_in(*mesh, "name");
}

}  // namespace

Result<Imported> import_meshes(GltfReader& reader, const std::vector<PlacedMesh>& meshes, const ImportOptions& options)
{
    if (meshes.empty()) {
        return make_error("scenes", "the scene has no mesh", "a mesh of triangles");
    }
    const std::string name = name_of(reader, meshes.front());
    SceneBuilder builder(reader, options);
    for (const PlacedMesh& placed : meshes) {
        if (const Status added = builder.add(placed); !added) {
            return fail(added.error());
        }
    }
    Polygons& polygons = builder.polygons();
    const std::vector<model::Model> originals = originals_in(reader, meshes);
    std::vector<std::string> notes;
    if (!options.keep_triangles) {
        std::vector<Polygon> faces = take_numbered(polygons);
        join_triangles(polygons);
        std::ranges::move(polygons.faces, std::back_inserter(faces));
        polygons.faces = std::move(faces);
        for (const model::Model& original : originals) {
            if (std::optional<model::Model> same = take_original(original, polygons, notes)) {
                return convert_version(std::move(*same), name, options, std::move(notes));
            }
        }
    }
    Imported imported;
    imported.name = name;
    const Result<std::string> version =
        version_for(options, polygons.frames.size() + 1, originals.size() == 1 ? originals[0].version.bytes : "");
    if (!version) {
        return fail(version.error());
    }
    Result<model::Model> built = build_model(std::move(polygons), *version, imported.notes, division_mode_for(options));
    if (!built) {
        return fail(built.error());
    }
    imported.model = std::move(*built);
    return imported;
}

Status check_readable(const nlohmann::json& document)
{
    const json* const required = find_member(document, "extensionsRequired");
    // Blender requires the extension of lights, which do not change how meshes are read.
    const bool is_known =
        required == nullptr || (required->is_array() && std::ranges::all_of(*required, [](const json& name) {
                                    return name == "KHR_lights_punctual";
                                }));
    if (!is_known) {
        return make_error("extensionsRequired",
                          fmt::format("is {}", required->dump(-1, ' ', true, json::error_handler_t::replace)),
                          "save the model without compression and extensions", ErrorCode::unsupported);
    }
    return check_gltf(document);
}

Result<Imported> read_gltf(ByteView bytes, const ImportOptions& options)
{
    const Result<Glb> glb = read_glb(bytes);
    if (!glb) {
        return fail(glb.error());
    }
    if (const Status readable = check_readable(glb->document); !readable) {
        return fail(readable.error());
    }
    GltfReader reader(*glb);
    const Result<std::vector<PlacedMesh>> meshes = meshes_of_scene(reader);
    return meshes ? import_meshes(reader, *meshes, options) : fail(meshes.error());
}

}  // namespace redforge::exchange
