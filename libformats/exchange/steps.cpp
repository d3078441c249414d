// Steps from corner to corner of a texture, and dividing what is too long for one.
#include "exchange/steps.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "exchange/build.hpp"
#include "exchange/polygons.hpp"

namespace redforge::exchange {
namespace {

constexpr double steps_a_texel = 16;
constexpr double most_step = 0x7FFF;
/// Each divides an edge of the whole mesh, so this many take a second at most.
constexpr std::size_t most_divisions = 4096;

/// All steps, in 1/16 texel.
std::vector<double> steps_of(const std::vector<Corner>& corners, double Corner::*part, double side)
{
    // Only the first corner says where the face is; the others are steps from there.
    const double first = corners.front().*part;
    const bool far = std::abs(std::nearbyint(first * steps_a_texel)) > most_step && side >= 1;
    double before = far ? std::nearbyint(first / side) * side * steps_a_texel : 0;
    std::vector<double> steps;
    for (const Corner& corner : corners) {
        const double here = std::nearbyint(corner.*part * steps_a_texel);
        steps.push_back(here - before);
        before = here;
    }
    return steps;
}

std::optional<std::size_t> too_long(const std::vector<double>& steps)
{
    const auto found = std::ranges::find_if(steps, [](double step) { return !(std::abs(step) <= most_step); });
    return found != steps.end() ? std::optional(static_cast<std::size_t>(found - steps.begin())) : std::nullopt;
}

bool fits(const Polygon& polygon)
{
    return !too_long(steps_of(polygon.corners, &Corner::u, polygon.width)) &&
           !too_long(steps_of(polygon.corners, &Corner::v, polygon.height));
}

/// Lets a face begin where its steps fit and its first corners give its normal. False when it does nowhere.
bool turn_to_fit(Polygon& polygon, const std::vector<model::Vector>& positions)
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

/// Puts a corner on every edge between two vertices. False when there is none.
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

/// Cuts a face of too many corners from its first to the opposite one.
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

/// Puts a vertex in the middle of an edge, in all faces.
void divide(Polygons& polygons, std::uint32_t a, std::uint32_t b)
{
    const std::uint32_t between = add_middle(polygons, a, b);
    for (std::size_t face = 0; face < polygons.faces.size(); ++face) {
        if (!divide_edges(polygons.faces[face], a, b, between)) {
            continue;
        }
        if (polygons.faces[face].corners.size() > most_corners) {
            cut(polygons, face);
            turn_to_fit(polygons.faces.back(), polygons.positions);
        }
        turn_to_fit(polygons.faces[face], polygons.positions);
    }
}

/// The longest of the edges that are too long for a step.
std::size_t edge_to_divide(const Polygon& polygon)
{
    std::size_t longest = 0;
    for (std::size_t i = 0; i + 1 < polygon.corners.size(); ++i) {  // the last edge is no step
        if (length(polygon.corners[i], polygon.corners[i + 1]) >
            length(polygon.corners[longest], polygon.corners[longest + 1])) {
            longest = i;
        }
    }
    return longest;
}

}  // namespace

Result<std::vector<std::int16_t>> texture_steps(const Polygon& polygon, TexturePart part)
{
    const bool along_u = part == TexturePart::u;
    const std::vector<double> steps =
        steps_of(polygon.corners, along_u ? &Corner::u : &Corner::v, along_u ? polygon.width : polygon.height);
    if (const std::optional<std::size_t> corner = too_long(steps)) {
        return fail(
            {.code = ErrorCode::out_of_range,
             .message = fmt::format("steps by {:.0f} texels at corner {}", steps[*corner] / steps_a_texel, *corner),
             .field = along_u ? "u" : "v",
             .hint =
                 fmt::format("at most {}: divide the face, or give it a smaller part of the texture", most_texels)});
    }
    return std::vector<std::int16_t>(steps.begin(), steps.end());
}

std::size_t fit_steps(Polygons& polygons)
{
    for (Polygon& face : polygons.faces) {
        if (face.texture.colour != model::Texture::no_colour && !fits(face)) {
            for (Corner& corner : face.corners) {
                corner.u = 0;
                corner.v = 0;
            }
        }
    }
    std::size_t made = 0;
    for (std::size_t before = most_divisions; before != made;) {
        before = made;
        for (std::size_t i = 0; i < polygons.faces.size(); ++i) {
            while (!fits(polygons.faces[i]) && !turn_to_fit(polygons.faces[i], polygons.positions)) {
                const std::vector<Corner>& corners = polygons.faces[i].corners;
                const std::size_t edge = edge_to_divide(polygons.faces[i]);
                // Otherwise the place of the first corner is what does not fit.
                const bool helps = length(corners[edge], corners[edge + 1]) * steps_a_texel > most_step;
                if (!helps || made == most_divisions || polygons.faces.size() > most_faces) {
                    return made;
                }
                divide(polygons, corners[edge].vertex, corners[edge + 1].vertex);
                ++made;
            }
        }
    }
    return made;
}

}  // namespace redforge::exchange
