// Computes gradients of texture coordinates.
#include "model/gradients.hpp"

#include <cmath>

#include "model/model.hpp"

namespace redforge::model {
namespace {

using GradientPoint = std::array<double, 3>;

GradientPoint edge_of(const Vector& a, const Vector& b)
{
    return {static_cast<double>(a.x) - b.x, static_cast<double>(a.y) - b.y, static_cast<double>(a.z) - b.z};
}

GradientPoint cross(const GradientPoint& a, const GradientPoint& b)
{
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

std::int32_t stored(double gradient)
{
    const double scaled = std::fmod(std::nearbyint(std::ldexp(gradient, 33)), 0x1p32);
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(static_cast<std::int64_t>(scaled)));
}

}  // namespace

bool has_gradients(const Face& face)
{
    const std::array<std::int32_t, 3> none{};
    return face.u_gradient != none || face.v_gradient != none;
}

void fit_gradients(const Model& model, Face& face)
{
    face.u_gradient = {};
    face.v_gradient = {};
    if (face.vertices.size() < 3 || face.u.size() < 3 || face.v.size() < 3) {
        return;
    }
    for (std::size_t corner = 0; corner < 3; ++corner) {
        if (face.vertices[corner] >= model.vertices.size()) {
            return;
        }
    }
    const Vector& origin = model.vertices[face.vertices[0]];
    const GradientPoint first = edge_of(model.vertices[face.vertices[1]], origin);
    const GradientPoint second = edge_of(model.vertices[face.vertices[2]], origin);
    const GradientPoint normal = cross(first, second);
    const double square = normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2];
    if (!(square > 0)) {
        return;
    }
    // Returns the vector in the face's plane with these dot products with the two sides.
    const GradientPoint along_first = cross(second, normal);
    const GradientPoint along_second = cross(normal, first);
    const auto gradient = [&](const std::vector<std::int16_t>& steps, std::size_t axis) {
        const double to_first = steps[1];
        const double to_second = to_first + steps[2];
        return stored((to_first * along_first[axis] + to_second * along_second[axis]) / square);
    };
    for (std::size_t axis = 0; axis < 3; ++axis) {
        face.u_gradient[axis] = gradient(face.u, axis);
        face.v_gradient[axis] = gradient(face.v, axis);
    }
}

}  // namespace redforge::model
