// Converts positions and normals to the units and axes of other programs.
#pragma once

#include <cmath>

#include "exchange/mesh/export.hpp"
#include "exchange/mesh/triple.hpp"
#include "model/mesh.hpp"
#include "model/model.hpp"

namespace redforge::exchange {

/// Returns a stored position in the units and axes of other programs, see drawn_scale.
[[nodiscard]] inline Triple drawn_position(const model::Vector& at)
{
    // Adding zero converts -0 to +0. Tools would display "-0".
    const auto scaled = [](double value) { return static_cast<float>(value / drawn_scale + 0.0); };
    return {scaled(-static_cast<double>(at.x)), scaled(-static_cast<double>(at.y)), scaled(at.z)};
}

/// Returns the movement of a position: the exact difference of the stored numbers, scaled.
[[nodiscard]] inline Triple drawn_step(const model::Vector& from, const model::Vector& to)
{
    const auto scaled = [](double value) { return static_cast<float>(value / drawn_scale + 0.0); };
    return {scaled(static_cast<double>(from.x) - to.x), scaled(static_cast<double>(from.y) - to.y),
            scaled(static_cast<double>(to.z) - from.z)};
}

/// Returns the normal of a vertex, normalised because files can contain any length.
[[nodiscard]] inline Triple drawn_normal(const model::MeshVertex& vertex)
{
    const double x = vertex.normal_x;
    const double y = vertex.normal_y;
    const double z = vertex.normal_z;
    const double length = std::sqrt(x * x + y * y + z * z);
    if (!(length > 0) || !std::isfinite(length)) {
        return {0, 0, 1};
    }
    const auto part = [length](double value) { return static_cast<float>(value / length + 0.0); };
    return {part(-x), part(-y), part(z)};
}

}  // namespace redforge::exchange
