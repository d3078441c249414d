// Building a model from polygons.
#include "exchange/build.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>

#include <fmt/format.h>

#include "exchange/export.hpp"
#include "exchange/gltf_fault.hpp"
#include "exchange/import.hpp"
#include "exchange/polygons.hpp"
#include "exchange/weld.hpp"
#include "model/cluster.hpp"
#include "model/clusters.hpp"
#include "model/face.hpp"
#include "model/frame.hpp"
#include "model/geometry.hpp"
#include "model/mesh.hpp"
#include "model/model.hpp"
#include "model/vector.hpp"

namespace redforge::exchange {
namespace {

using model::Vector;

[[nodiscard]] tl::unexpected<Error> refuse_value(std::string field, std::string message, std::string hint)
{
    return refuse(std::move(field), std::move(message), std::move(hint), ErrorCode::out_of_range);
}

std::array<double, 3> cross_of(const Vector& a, const Vector& b, const Vector& c)
{
    const auto minus = [](std::int32_t x, std::int32_t y) { return static_cast<double>(x) - y; };
    const std::array p{minus(b.x, a.x), minus(b.y, a.y), minus(b.z, a.z)};
    const std::array q{minus(c.x, b.x), minus(c.y, b.y), minus(c.z, b.z)};
    return {p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]};
}

/// Turns a polygon so that its first three corners give its normal, as the game takes it from them. False when it has
/// no area.
bool turn_to_normal(std::vector<Corner>& corners, const std::vector<Vector>& positions)
{
    const std::size_t count = corners.size();
    const auto at = [&](std::size_t corner) -> const Vector& { return positions[corners[corner % count].vertex]; };
    std::array<double, 3> whole{};
    for (std::size_t i = 2; i < count; ++i) {
        const std::array<double, 3> part = cross_of(at(0), at(i - 1), at(i));
        for (std::size_t axis = 0; axis < 3; ++axis) {
            whole[axis] += part[axis];
        }
    }
    for (std::size_t first = 0; first < count; ++first) {
        const std::array<double, 3> here = cross_of(at(first), at(first + 1), at(first + 2));
        if (here[0] * whole[0] + here[1] * whole[1] + here[2] * whole[2] > 0) {
            std::rotate(corners.begin(), corners.begin() + static_cast<std::ptrdiff_t>(first), corners.end());
            return true;
        }
    }
    return false;
}

/// The corners of a polygon on welded vertices, without those that fell on the one before.
std::vector<Corner> welded_corners(const Polygon& polygon, const std::vector<std::uint32_t>& welded)
{
    std::vector<Corner> corners;
    for (Corner corner : polygon.corners) {
        corner.vertex = welded[corner.vertex];
        if (corners.empty() || corners.back().vertex != corner.vertex) {
            corners.push_back(corner);
        }
    }
    while (corners.size() > 1 && corners.front().vertex == corners.back().vertex) {
        corners.pop_back();
    }
    return corners;
}

/// Steps from corner to corner in 1/16 texel. A face too far from 0 is moved by whole textures, `side` texels each.
Status encode_places(const std::vector<Corner>& corners, std::size_t index, double Corner::*place, double side,
                     model::ShortList<std::int16_t>& out, const char* name)
{
    constexpr double steps_a_texel = 16;
    constexpr double most_texels = 2047;
    // Only the first corner says where the face is; the others are steps from there.
    const double first = corners.front().*place;
    const bool far = std::abs(std::nearbyint(first * steps_a_texel)) > 0x7FFF && side >= 1;
    double before = far ? std::nearbyint(first / side) * side * steps_a_texel : 0;
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const double here = std::nearbyint(corners[i].*place * steps_a_texel);
        const double step = here - before;
        if (!(std::abs(step) <= 0x7FFF)) {
            return refuse_value(fmt::format("faces[{}].{}", index, name),
                                fmt::format("steps by {:.0f} texels at corner {}", step / steps_a_texel, i),
                                fmt::format("at most {}: divide the face, or give it a smaller part of the texture",
                                            most_texels));
        }
        out[i] = static_cast<std::int16_t>(step);
        before = here;
    }
    return {};
}

void add_frames(const Polygons& polygons, const std::vector<std::uint32_t>& kept, model::Model& model)
{
    bool as_deltas = true;
    const auto delta = [](std::int32_t base, std::int32_t moved) { return std::int64_t{base} - moved; };
    const auto fits = [](std::int64_t step) { return step >= -0x8000 && step <= 0x7FFF; };
    for (const std::vector<Vector>& positions : polygons.frames) {
        model::Frame& frame = model.frames.emplace_back();
        for (std::size_t i = 0; i < kept.size(); ++i) {
            const Vector& moved = positions[kept[i]];
            const Vector& base = model.vertices[i];
            as_deltas = as_deltas && fits(delta(base.x, moved.x)) && fits(delta(base.y, moved.y)) &&
                        fits(delta(base.z, moved.z));
            frame.vertices.push_back(moved);
        }
    }
    if (!as_deltas) {
        // Not type 0: models of that type have an index table for every frame, and readers expect it.
        model.base_frame.type = 4;
        return;
    }
    model.base_frame.type = 2;
    for (model::Frame& frame : model.frames) {
        for (std::size_t i = 0; i < kept.size(); ++i) {
            const Vector& moved = frame.vertices[i];
            const Vector& base = model.vertices[i];
            frame.deltas.push_back({static_cast<std::int16_t>(delta(base.x, moved.x)),
                                    static_cast<std::int16_t>(delta(base.y, moved.y)),
                                    static_cast<std::int16_t>(delta(base.z, moved.z))});
        }
        frame.vertices.clear();
    }
}

/// What tells the normals of a vertex apart: the smoothing number, or, where a corner has none of its own, the
/// direction of its face.
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

/// Numbers the normals of a model in order of first use, one for each vertex and smoothing.
void number_slots(const std::vector<std::vector<Corner>>& outlines, model::Model& model)
{
    const std::vector<Vector> normals = face_normals_of(model);
    std::map<std::pair<std::uint32_t, Smoothing>, std::uint32_t> slots;
    for (std::size_t i = 0; i < outlines.size(); ++i) {
        model::Face& face = model.faces[i];
        face.slots.reset(outlines[i].size());
        for (std::size_t corner = 0; corner < outlines[i].size(); ++corner) {
            const std::pair key{face.vertices[corner], smoothing_of(outlines[i][corner], normals[i])};
            face.slots[corner] = slots.try_emplace(key, static_cast<std::uint32_t>(slots.size())).first->second;
        }
    }
}

/// Whether corners that a model without slots shows with the same normal have the same smoothing. If not, there is an
/// edge, or somebody told equal normals apart, as our own export of a model with slots does.
bool plain_says_all(const std::vector<std::vector<Corner>>& outlines, const model::Model& plain)
{
    const std::vector<Vector> normals = face_normals_of(plain);
    const model::Mesh mesh = model::to_mesh(plain);
    std::map<std::array<float, 3>, Smoothing> smoothings;
    std::size_t at = 0;
    for (std::size_t i = 0; i < outlines.size(); ++i) {
        for (const Corner& corner : outlines[i]) {
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

/// A v4.0 model of one frame: without slots where that says all, as far as normals can be told from each other.
void finish_still_v4(const std::vector<std::vector<Corner>>& outlines, model::Model& model)
{
    model.base_frame.type = 8;
    if (!plain_says_all(outlines, model)) {
        model.base_frame.type = 0;
        number_slots(outlines, model);
    }
}

}  // namespace

Result<std::string> version_for(const ImportOptions& options, std::size_t frames, std::string_view original)
{
    std::string version = options.version.value_or(std::string(original));
    if (!options.version && version != "v4.0" && version != "v5.0") {
        version = frames > 1 ? "v4.0" : "v5.0";
    }
    if (version != "v4.0" && version != "v5.0") {
        return refuse_value("version", fmt::format("is \"{}\"", version), "v4.0 or v5.0");
    }
    if (version == "v5.0" && frames > 1) {
        return refuse_value("version", fmt::format("v5.0 for a model of {} frames", frames),
                            "v5.0 models have one frame: v4.0, or a mesh without morph targets");
    }
    return version;
}

Result<std::int32_t> stored_coordinate(double drawn)
{
    const double stored = std::nearbyint(drawn * drawn_scale);
    if (!(stored >= -2147483648.0 && stored <= 2147483647.0)) {
        return refuse_value("vertices", fmt::format("a vertex at {}", drawn),
                            "within 419,430 of the origin, which is what 32 bits hold");
    }
    return static_cast<std::int32_t>(stored);
}

Status check_faces(const model::Model& model)
{
    if (model.faces.empty()) {
        return refuse("faces", "there is no face with an area", "a model has at least one", ErrorCode::malformed);
    }
    if (model.faces.size() > most_faces) {
        return refuse_value("faces", fmt::format("there are {}", model.faces.size()),
                            fmt::format("at most {}: reduce the mesh", most_faces));
    }
    for (std::size_t i = 0; i < model.faces.size(); ++i) {
        if (const std::size_t corners = model.faces[i].vertices.size();
            corners < least_corners || corners > most_corners) {
            return refuse_value(fmt::format("faces[{}]", i), fmt::format("has {} corners", corners),
                                fmt::format("{} to {}: divide the polygon", least_corners, most_corners));
        }
    }
    return {};
}

Result<model::Model> build_model(const Polygons& polygons, std::string_view version, std::vector<std::string>& notes)
{
    const std::vector<std::uint32_t> welded = weld(polygons);
    std::vector<std::vector<Corner>> outlines;
    std::vector<std::size_t> sources;
    for (std::size_t i = 0; i < polygons.faces.size(); ++i) {
        std::vector<Corner> corners = welded_corners(polygons.faces[i], welded);
        if (corners.size() >= least_corners && turn_to_normal(corners, polygons.positions)) {
            if (corners.size() > most_corners) {
                return refuse_value(fmt::format("faces[{}]", i), fmt::format("has {} corners", corners.size()),
                                    fmt::format("{} to {}: divide the polygon", least_corners, most_corners));
            }
            outlines.push_back(std::move(corners));
            sources.push_back(i);
        }
    }
    if (outlines.size() < polygons.faces.size()) {
        notes.push_back(fmt::format("left out {} of {} faces: they have no area at 1/256 unit",
                                    polygons.faces.size() - outlines.size(), polygons.faces.size()));
    }

    std::vector<bool> used(polygons.positions.size());
    for (const std::vector<Corner>& corners : outlines) {
        for (const Corner& corner : corners) {
            used[corner.vertex] = true;
        }
    }
    std::vector<std::uint32_t> kept;
    std::vector<std::uint32_t> place(used.size());
    model::Model model;
    model.version = version;
    for (std::size_t i = 0; i < used.size(); ++i) {
        if (used[i]) {
            place[i] = static_cast<std::uint32_t>(kept.size());
            kept.push_back(static_cast<std::uint32_t>(i));
            model.vertices.push_back(polygons.positions[i]);
        }
    }

    for (std::size_t i = 0; i < outlines.size(); ++i) {
        const std::vector<Corner>& corners = outlines[i];
        const Polygon& source = polygons.faces[sources[i]];
        model::Face& face = model.faces.emplace_back();
        face.shade = source.shade;
        face.texture = source.texture;
        face.vertices.reset(corners.size());
        face.u.reset(corners.size());
        face.v.reset(corners.size());
        std::ranges::transform(corners, face.vertices.begin(),
                               [&](const Corner& corner) { return place[corner.vertex]; });
        Status encoded = encode_places(corners, sources[i], &Corner::u, source.width, face.u, "u");
        if (encoded) {
            encoded = encode_places(corners, sources[i], &Corner::v, source.height, face.v, "v");
        }
        if (!encoded) {
            return fail(encoded.error());
        }
    }
    if (const Status held = check_faces(model); !held) {
        return fail(held.error());
    }
    if (version == "v5.0") {
        number_slots(outlines, model);
        model.clusters = cluster_faces(model);
    } else if (polygons.frames.empty()) {
        finish_still_v4(outlines, model);
    } else {
        add_frames(polygons, kept, model);
    }
    return model;
}

}  // namespace redforge::exchange
