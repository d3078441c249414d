// Computes texture steps, and divides edges whose step is too large.
#include "exchange/mesh/steps.hpp"

#include <algorithm>
#include <cmath>

#include "exchange/mesh/build.hpp"
#include "exchange/mesh/polygons.hpp"

namespace redforge::exchange {
namespace {

constexpr double steps_a_texel = 16;
constexpr double max_step = 0x7FFF;
/// Maximum number of divided edges. Each division visits the whole mesh; this limit keeps the total below a second.
constexpr std::size_t max_divisions = 4096;

/// Returns the position of the first corner and all steps, in 1/16 texel, not limited to 16 bits.
std::vector<double> steps_of(const std::vector<Corner>& corners, double Corner::*part, double side)
{
    // Only the first corner has an absolute position; the others are relative to the previous corner.
    const double first = corners.front().*part;
    const bool far = std::abs(std::nearbyint(first * steps_a_texel)) > max_step && side >= 1;
    double before = far ? std::nearbyint(first / side) * side * steps_a_texel : 0;
    std::vector<double> steps;
    for (const Corner& corner : corners) {
        const double here = std::nearbyint(corner.*part * steps_a_texel);
        steps.push_back(here - before);
        before = here;
    }
    return steps;
}

bool fits(const std::vector<double>& steps)
{
    return std::ranges::all_of(steps, [](double step) { return std::abs(step) <= max_step; });
}

bool fits(const Polygon& polygon)
{
    return fits(steps_of(polygon.corners, &Corner::u, polygon.width)) &&
           fits(steps_of(polygon.corners, &Corner::v, polygon.height));
}

/// Rotates the corners of a face so that its steps fit and its first three corners give its normal. Returns false if no
/// rotation fits.
bool rotate_to_fit(Polygon& polygon, const std::vector<model::Vector>& positions)
{
    for (std::size_t turn = 0; turn < polygon.corners.size(); ++turn) {
        if (gives_normal(polygon.corners, positions) && fits(polygon)) {
            return true;
        }
        std::rotate(polygon.corners.begin(), polygon.corners.begin() + 1, polygon.corners.end());
    }
    return false;
}

double length(const Corner& a, const Corner& b)
{
    return std::max(std::abs(a.u - b.u), std::abs(a.v - b.v));
}

model::Vector middle(const model::Vector& a, const model::Vector& b)
{
    const auto between = [](std::int32_t one, std::int32_t two) {
        return static_cast<std::int32_t>((std::int64_t{one} + two) / 2);
    };
    return {between(a.x, b.x), between(a.y, b.y), between(a.z, b.z)};
}

std::uint32_t add_middle(Polygons& polygons, std::uint32_t a, std::uint32_t b)
{
    polygons.positions.push_back(middle(polygons.positions[a], polygons.positions[b]));
    for (std::vector<model::Vector>& frame : polygons.frames) {
        frame.push_back(middle(frame[a], frame[b]));
    }
    if (!polygons.vertex_numbers.empty()) {
        polygons.vertex_numbers.push_back(0);
    }
    return static_cast<std::uint32_t>(polygons.positions.size() - 1);
}

/// Inserts the vertex `between` into each edge between `a` and `b`. Returns false if the polygon has no such edge.
bool divide_edges(Polygon& polygon, std::uint32_t a, std::uint32_t b, std::uint32_t between)
{
    bool divided = false;
    for (std::size_t i = 0; i < polygon.corners.size(); ++i) {
        const Corner& from = polygon.corners[i];
        const Corner& to = polygon.corners[(i + 1) % polygon.corners.size()];
        if ((from.vertex == a && to.vertex == b) || (from.vertex == b && to.vertex == a)) {
            Corner made;
            made.vertex = between;
            made.smooth = from.smooth == to.smooth ? from.smooth : flat;
            made.u = (from.u + to.u) / 2;
            made.v = (from.v + to.v) / 2;
            polygon.corners.insert(polygon.corners.begin() + static_cast<std::ptrdiff_t>(i) + 1, made);
            ++i;
            divided = true;
        }
    }
    return divided;
}

/// Divides a face with too many corners, from its first corner to the opposite corner.
void cut(Polygons& polygons, std::size_t face)
{
    std::vector<Corner>& corners = polygons.faces[face].corners;
    const auto half = static_cast<std::ptrdiff_t>(corners.size() / 2);
    Polygon other = polygons.faces[face];
    other.number = 0;
    other.corners.assign(corners.begin() + half, corners.end());
    other.corners.push_back(corners.front());
    corners.erase(corners.begin() + half + 1, corners.end());
    polygons.faces.push_back(std::move(other));
}

/// Divides a triangle with an added corner, from this corner to the opposite corner.
void cut_triangle(Polygons& polygons, std::size_t face, std::uint32_t between)
{
    std::vector<Corner>& corners = polygons.faces[face].corners;
    std::rotate(corners.begin(), std::ranges::find(corners, between, &Corner::vertex), corners.end());
    cut(polygons, face);
}

std::size_t faces_at(const Polygons& polygons, std::uint32_t a, std::uint32_t b)
{
    return static_cast<std::size_t>(std::ranges::count_if(polygons.faces, [&](const Polygon& face) {
        return std::ranges::count_if(face.corners, [&](const Corner& corner) {
                   return corner.vertex == a || corner.vertex == b;
               }) >= 2;
    }));
}

/// Adds a vertex in the middle of an edge, to all faces with this edge.
void divide(Polygons& polygons, std::uint32_t a, std::uint32_t b, DivisionMode divided)
{
    const std::uint32_t between = add_middle(polygons, a, b);
    const std::size_t faces = polygons.faces.size();
    for (std::size_t face = 0; face < faces; ++face) {
        const bool triangle = polygons.faces[face].corners.size() == min_corners;
        if (!divide_edges(polygons.faces[face], a, b, between)) {
            continue;
        }
        if (triangle && divided == DivisionMode::triangles) {
            cut_triangle(polygons, face, between);
            rotate_to_fit(polygons.faces.back(), polygons.positions);
        } else if (polygons.faces[face].corners.size() > max_corners) {
            cut(polygons, face);
            rotate_to_fit(polygons.faces.back(), polygons.positions);
        }
        rotate_to_fit(polygons.faces[face], polygons.positions);
    }
}

/// Returns the first corner of the edge with the largest texture step.
std::size_t edge_to_divide(const Polygon& polygon)
{
    std::size_t longest = 0;
    for (std::size_t i = 0; i + 1 < polygon.corners.size(); ++i) {  // the closing edge is not stored as a step
        if (length(polygon.corners[i], polygon.corners[i + 1]) >
            length(polygon.corners[longest], polygon.corners[longest + 1])) {
            longest = i;
        }
    }
    return longest;
}

/// Clears invisible and invalid texture coordinates. Returns the number of faces with invalid coordinates.
std::size_t clear_unusable_coordinates(Polygons& polygons)
{
    constexpr double most = 1e9;  // texels
    const auto is_place = [](const Corner& corner) { return std::abs(corner.u) <= most && std::abs(corner.v) <= most; };
    std::size_t cleared = 0;
    for (Polygon& face : polygons.faces) {
        const bool no_place = !std::ranges::all_of(face.corners, is_place);
        const bool seen = face.texture.colour == model::Texture::no_colour;
        if (no_place || (!seen && !fits(face))) {
            for (Corner& corner : face.corners) {
                corner.u = seen && is_place(corner) ? corner.u : 0;
                corner.v = seen && is_place(corner) ? corner.v : 0;
            }
            cleared += no_place && seen ? 1U : 0U;
        }
    }
    return cleared;
}

/// Divides edges of a face until its steps fit, at most `most` edges. Returns the number of divided edges.
std::size_t divide_until_fit(Polygons& polygons, std::size_t face, std::size_t most, DivisionMode divided)
{
    std::size_t made = 0;
    while (!fits(polygons.faces[face]) && !rotate_to_fit(polygons.faces[face], polygons.positions)) {
        const std::vector<Corner>& corners = polygons.faces[face].corners;
        const std::size_t edge = edge_to_divide(polygons.faces[face]);
        const std::uint32_t from = corners[edge].vertex;
        const std::uint32_t to = corners[edge + 1].vertex;
        // Otherwise only the position of the first corner does not fit, and a division does not help.
        const bool helps = length(corners[edge], corners[edge + 1]) * steps_a_texel > max_step;
        if (!helps || made == most || polygons.faces.size() + faces_at(polygons, from, to) > max_faces) {
            return made;
        }
        divide(polygons, from, to, divided);
        ++made;
    }
    return made;
}

}  // namespace

std::vector<std::int16_t> texture_steps(const Polygon& polygon, TexturePart part)
{
    const bool along_u = part == TexturePart::u;
    const std::vector<double> steps =
        steps_of(polygon.corners, along_u ? &Corner::u : &Corner::v, along_u ? polygon.width : polygon.height);
    std::vector<std::int16_t> stored;
    double carried_error = 0;  // error of the previous clamped step; 0 after the first corner
    for (const double step : steps) {
        const double held = std::clamp(step + carried_error, -max_step, max_step);
        carried_error = stored.empty() ? 0 : step + carried_error - held;
        stored.push_back(static_cast<std::int16_t>(held));
    }
    return stored;
}

FittedSteps fit_steps(Polygons& polygons, DivisionMode divided)
{
    FittedSteps fitted{.too_far = clear_unusable_coordinates(polygons)};
    for (std::size_t before = max_divisions; before != fitted.made;) {
        before = fitted.made;
        for (std::size_t i = 0; i < polygons.faces.size(); ++i) {
            fitted.made += divide_until_fit(polygons, i, max_divisions - fitted.made, divided);
        }
    }
    fitted.too_far += static_cast<std::size_t>(
        std::ranges::count_if(polygons.faces, [](const Polygon& polygon) { return !fits(polygon); }));
    return fitted;
}

}  // namespace redforge::exchange
