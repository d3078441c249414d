// Builds a model from polygons.
#include "exchange/mesh/build.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <numeric>
#include <tuple>

#include <fmt/format.h>

#include "exchange/gltf/gltf_error.hpp"
#include "exchange/mesh/export.hpp"
#include "exchange/mesh/import.hpp"
#include "exchange/mesh/polygons.hpp"
#include "exchange/mesh/steps.hpp"
#include "exchange/mesh/weld.hpp"
#include "model/clusters.hpp"
#include "model/frames.hpp"
#include "model/geometry.hpp"
#include "model/mesh.hpp"
#include "model/model.hpp"

namespace redforge::exchange {
namespace {

using model::Vector;

[[nodiscard]] tl::unexpected<Error> value_error(std::string field, std::string message, std::string hint)
{
    return make_error(std::move(field), std::move(message), std::move(hint), ErrorCode::out_of_range);
}

std::array<double, 3> cross_of(const Vector& a, const Vector& b, const Vector& c)
{
    const auto minus = [](std::int32_t x, std::int32_t y) { return static_cast<double>(x) - y; };
    const std::array p{minus(b.x, a.x), minus(b.y, a.y), minus(b.z, a.z)};
    const std::array q{minus(c.x, b.x), minus(c.y, b.y), minus(c.z, b.z)};
    return {p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]};
}

/// Rotates the corners of a polygon so that the first three give its normal, because the game uses them. Returns false
/// if it has no area.
bool rotate_to_normal(std::vector<Corner>& corners, const std::vector<Vector>& positions)
{
    for (std::size_t turn = 0; turn < corners.size(); ++turn) {
        if (gives_normal(corners, positions)) {
            return true;
        }
        std::rotate(corners.begin(), corners.begin() + 1, corners.end());
    }
    return false;
}

/// Returns the corners with welded vertices. Omits corners equal to the previous one, unless the polygon is numbered.
std::vector<Corner> welded_corners(const Polygon& polygon, const std::vector<std::uint32_t>& welded)
{
    std::vector<Corner> corners;
    for (Corner corner : polygon.corners) {
        corner.vertex = welded[corner.vertex];
        if (polygon.number != 0 || corners.empty() || corners.back().vertex != corner.vertex) {
            corners.push_back(corner);
        }
    }
    while (polygon.number == 0 && corners.size() > 1 && corners.front().vertex == corners.back().vertex) {
        corners.pop_back();
    }
    return corners;
}

void add_frames(const Polygons& polygons, const std::vector<std::uint32_t>& kept, model::Model& model)
{
    model.base_frame.type = 2;
    bool as_deltas = true;
    for (const std::vector<Vector>& positions : polygons.frames) {
        model::Frame& frame = model.frames.emplace_back();
        std::ranges::transform(kept, std::back_inserter(frame.vertices),
                               [&](std::uint32_t vertex) { return positions[vertex]; });
        std::optional<std::vector<model::Delta>> deltas = model::frame_deltas(model, frame.vertices);
        as_deltas = as_deltas && deltas;
        frame.deltas = as_deltas ? std::move(*deltas) : std::vector<model::Delta>();
    }
    // Not type 0: models of that type have an index table for every frame, and readers expect it.
    model.base_frame.type = as_deltas ? 2 : 4;
    for (model::Frame& frame : model.frames) {
        if (as_deltas) {
            frame.vertices.clear();
        } else {
            frame.deltas.clear();
        }
    }
}

/// Key that separates the normals of a vertex: the smoothing number, or the direction of the face if a corner has no
/// number.
using Smoothing = std::tuple<std::uint32_t, std::int32_t, std::int32_t, std::int32_t>;

Smoothing smoothing_of(const Corner& corner, const Vector& face_normal)
{
    const Vector direction = corner.smooth == flat ? face_normal : Vector{};
    return {corner.smooth, direction.x, direction.y, direction.z};
}

std::vector<Vector> face_normals_of(const model::Model& model)
{
    std::vector<Vector> normals(model.faces.size());
    model::face_normals(model.vertices, model::first_corners(model.faces, model.vertices.size()),
                        model::Rounding::truncate, normals);
    return normals;
}

/// Numbers the normal slots of a model, one for each vertex and smoothing. Slots of the exported model keep their
/// order; new slots follow in order of first use.
void number_slots(const std::vector<Polygon>& faces, model::Model& model)
{
    constexpr std::uint32_t after_all = 0xFFFFFFFF;
    const std::vector<Vector> normals = face_normals_of(model);
    std::map<std::pair<std::uint32_t, Smoothing>, std::uint32_t> slots;
    std::vector<std::uint32_t> earlier;
    for (std::size_t i = 0; i < faces.size(); ++i) {
        model::Face& face = model.faces[i];
        face.slots.resize(faces[i].corners.size());
        for (std::size_t corner = 0; corner < faces[i].corners.size(); ++corner) {
            const std::pair key{face.vertices[corner], smoothing_of(faces[i].corners[corner], normals[i])};
            const auto [slot, added] = slots.try_emplace(key, static_cast<std::uint32_t>(slots.size()));
            if (added) {
                const std::uint32_t number = faces[i].corners[corner].numbers.slot;
                earlier.push_back(number != 0 ? number : after_all);
            }
            face.slots[corner] = slot->second;
        }
    }
    std::vector<std::uint32_t> order(earlier.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::stable_sort(order, {}, [&](std::uint32_t slot) { return earlier[slot]; });
    std::vector<std::uint32_t> place(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        place[order[i]] = static_cast<std::uint32_t>(i);
    }
    for (model::Face& face : model.faces) {
        std::ranges::transform(face.slots, face.slots.begin(), [&](std::uint32_t slot) { return place[slot]; });
    }
}

/// Returns the original clusters with new bounds. Returns no clusters unless every face is a face of the exported model
/// and is in a cluster.
std::vector<model::Cluster> known_clusters(const std::vector<Polygon>& faces, const model::Model& model)
{
    std::map<std::uint32_t, model::Cluster> clusters;
    for (std::size_t i = faces.size(); i-- > 0;) {  // in reverse order, like most original files
        const Polygon& polygon = faces[i];
        const std::uint32_t cluster = polygon.number != 0 ? polygon.corners.front().numbers.cluster : 0;
        if (cluster == 0) {
            return {};
        }
        clusters[cluster].faces.push_back(static_cast<std::uint16_t>(i));
    }
    std::vector<model::Cluster> known;
    for (auto& [number, cluster] : clusters) {
        model::fit_cluster(model, cluster);
        known.push_back(std::move(cluster));
    }
    return known;
}

/// Returns the used vertices: first the numbered vertices by number, then the other vertices in order of first use.
std::vector<std::uint32_t> used_vertices(const Polygons& polygons)
{
    std::vector<bool> used(polygons.positions.size());
    for (const Polygon& polygon : polygons.faces) {
        for (const Corner& corner : polygon.corners) {
            used[corner.vertex] = true;
        }
    }
    std::vector<std::uint32_t> kept;
    std::map<std::uint32_t, std::uint32_t> numbered;
    std::vector<std::uint32_t> others;
    for (std::uint32_t i = 0; i < used.size(); ++i) {
        const std::uint32_t number = polygons.vertex_numbers.empty() ? 0 : polygons.vertex_numbers[i];
        if (used[i] && (number == 0 || !numbered.try_emplace(number, i).second)) {
            others.push_back(i);
        }
    }
    for (const auto& [number, vertex] : numbered) {
        kept.push_back(vertex);
    }
    kept.insert(kept.end(), others.begin(), others.end());
    return kept;
}

/// Returns true if equal normals of a model without slots have equal smoothing. If not, there is an edge, or the author
/// separated equal normals, as our own export of a model with slots does.
bool normals_imply_smoothing(const std::vector<Polygon>& faces, const model::Model& plain)
{
    const std::vector<Vector> normals = face_normals_of(plain);
    const model::Mesh mesh = model::to_mesh(plain);
    std::map<std::array<float, 3>, Smoothing> smoothings;
    std::size_t at = 0;
    for (std::size_t i = 0; i < faces.size(); ++i) {
        for (const Corner& corner : faces[i].corners) {
            const model::MeshVertex& drawn = mesh.vertices[at++];
            const Smoothing own = smoothing_of(corner, normals[i]);
            const auto known = smoothings.try_emplace({drawn.normal_x, drawn.normal_y, drawn.normal_z}, own).first;
            if (known->second != own) {
                return false;
            }
        }
    }
    return true;
}

/// Finishes a v4.0 model with one frame: omits slots if the normals do not need them.
void finish_still_v4(const std::vector<Polygon>& faces, model::Model& model)
{
    model.base_frame.type = 8;
    if (!normals_imply_smoothing(faces, model)) {
        model.base_frame.type = 0;
        number_slots(faces, model);
    }
}

}  // namespace

DivisionMode division_mode_for(const ImportOptions& options)
{
    return options.keep_triangles ? DivisionMode::triangles : DivisionMode::faces;
}

bool gives_normal(const std::vector<Corner>& corners, const std::vector<Vector>& positions)
{
    const auto at = [&](std::size_t corner) -> const Vector& { return positions[corners[corner].vertex]; };
    std::array<double, 3> whole{};
    for (std::size_t i = 2; i < corners.size(); ++i) {
        const std::array<double, 3> part = cross_of(at(0), at(i - 1), at(i));
        for (std::size_t axis = 0; axis < 3; ++axis) {
            whole[axis] += part[axis];
        }
    }
    const std::array<double, 3> here = corners.size() < 3 ? whole : cross_of(at(0), at(1), at(2));
    return here[0] * whole[0] + here[1] * whole[1] + here[2] * whole[2] > 0;
}

Result<std::string> version_for(const ImportOptions& options, std::size_t frames, std::string_view original)
{
    std::string version = options.version.value_or(std::string(original));
    if (!options.version && version != "v4.0" && version != "v5.0") {
        version = frames > 1 ? "v4.0" : "v5.0";
    }
    if (version != "v4.0" && version != "v5.0") {
        return value_error("version", fmt::format("is \"{}\"", version), "v4.0 or v5.0");
    }
    if (version == "v5.0" && frames > 1) {
        return value_error("version", fmt::format("v5.0 for a model of {} frames", frames),
                           "v5.0 models have one frame: v4.0, or a mesh without morph targets");
    }
    return version;
}

Result<std::int32_t> stored_coordinate(double drawn)
{
    const double stored = std::nearbyint(drawn * drawn_scale);
    if (!(stored >= -2147483648.0 && stored <= 2147483647.0)) {
        return value_error("vertices", fmt::format("a vertex at {}", drawn),
                           "within 419,430 of the origin, the range of 32 bits");
    }
    return static_cast<std::int32_t>(stored);
}

Status check_faces(const model::Model& model)
{
    if (model.faces.empty()) {
        return make_error("faces", "there is no face with an area", "a model has at least one", ErrorCode::malformed);
    }
    if (model.faces.size() > max_faces) {
        return value_error("faces", fmt::format("there are {}", model.faces.size()),
                           fmt::format("at most {}: reduce the mesh", max_faces));
    }
    for (std::size_t i = 0; i < model.faces.size(); ++i) {
        if (const std::size_t corners = model.faces[i].vertices.size();
            corners < min_corners || corners > max_corners) {
            return value_error(fmt::format("faces[{}]", i), fmt::format("has {} corners", corners),
                               fmt::format("{} to {}: divide the polygon", min_corners, max_corners));
        }
    }
    return {};
}

Result<model::Model> build_model(Polygons polygons, std::string_view version, std::vector<std::string>& notes,
                                 DivisionMode divided)
{
    const std::vector<std::uint32_t> welded = weld(polygons);
    for (Polygon& polygon : polygons.faces) {
        polygon.corners = welded_corners(polygon, welded);
    }
    const std::size_t all = polygons.faces.size();
    std::erase_if(polygons.faces, [&](Polygon& polygon) {
        return polygon.number == 0 &&
               (polygon.corners.size() < min_corners || !rotate_to_normal(polygon.corners, polygons.positions));
    });
    if (polygons.faces.size() < all) {
        notes.push_back(
            fmt::format("omitted {} of {} faces without area at 1/256 unit", all - polygons.faces.size(), all));
    }
    const FittedSteps fitted = fit_steps(polygons, divided);
    if (fitted.made > 0) {
        notes.push_back(fmt::format("put {} on edges where the texture steps by more than {} texels",
                                    fitted.made == 1 ? "a vertex" : fmt::format("{} vertices", fitted.made),
                                    max_texels));
    }
    if (fitted.too_far > 0) {
        notes.push_back(fmt::format("cut texture coordinates of {} that step by more than {} texels",
                                    fitted.too_far == 1 ? "a face" : fmt::format("{} faces", fitted.too_far),
                                    max_texels));
    }
    for (std::size_t i = 0; i < polygons.faces.size(); ++i) {
        if (polygons.faces[i].corners.size() > max_corners) {
            return value_error(fmt::format("faces[{}]", i),
                               fmt::format("has {} corners", polygons.faces[i].corners.size()),
                               fmt::format("{} to {}: divide the polygon", min_corners, max_corners));
        }
    }

    const std::vector<std::uint32_t> kept = used_vertices(polygons);
    std::vector<std::uint32_t> place(polygons.positions.size());
    model::Model model;
    model.version = version;
    for (std::size_t i = 0; i < kept.size(); ++i) {
        place[kept[i]] = static_cast<std::uint32_t>(i);
        model.vertices.push_back(polygons.positions[kept[i]]);
    }

    for (std::size_t i = 0; i < polygons.faces.size(); ++i) {
        const Polygon& source = polygons.faces[i];
        const std::vector<Corner>& corners = source.corners;
        model::Face& face = model.faces.emplace_back();
        face.shade = source.shade;
        face.texture = source.texture;
        face.vertices.resize(corners.size());
        face.u.resize(corners.size());
        face.v.resize(corners.size());
        std::ranges::transform(corners, face.vertices.begin(),
                               [&](const Corner& corner) { return place[corner.vertex]; });
        for (const TexturePart part : {TexturePart::u, TexturePart::v}) {
            std::ranges::copy(texture_steps(source, part), part == TexturePart::u ? face.u.begin() : face.v.begin());
        }
    }
    if (const Status held = check_faces(model); !held) {
        return fail(held.error());
    }
    if (version == "v5.0") {
        number_slots(polygons.faces, model);
        model.clusters = known_clusters(polygons.faces, model);
        if (model.clusters.empty()) {
            model.clusters = cluster_faces(model);
        }
    } else if (polygons.frames.empty()) {
        finish_still_v4(polygons.faces, model);
    } else {
        add_frames(polygons, kept, model);
    }
    return model;
}

}  // namespace redforge::exchange
