// A cluster of a model: faces that are culled together.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/field.hpp"
#include "core/values.hpp"
#include "model/real.hpp"

namespace redforge::model {

/// A Section4 entry: faces that are culled together. v5.0: each face in one; v2: cells of a grid, which overlap.
struct Cluster {
    std::int32_t x{};                   ///< centre, 1/256 unit
    std::int32_t y{};
    std::int32_t z{};
    std::uint32_t radius{};             ///< 1/256 unit
    std::array<Real, 3> extent{};       ///< v5.0: semi-axes of an ellipsoid in units of the radius
    std::vector<std::uint16_t> faces{}; ///< face numbers in the file's order, 0 to 16,383
    Bytes references{};                 ///< the 6-byte references as stored, where they are not those of faces
    friend bool operator==(const Cluster&, const Cluster&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, Cluster& cluster, unsigned /*version*/)
{
    field(ar, "x", cluster.x, {.unit = "1/256 unit"});
    field(ar, "y", cluster.y, {.unit = "1/256 unit"});
    field(ar, "z", cluster.z, {.unit = "1/256 unit"});
    field(ar, "radius", cluster.radius, {.unit = "1/256 unit"});
    field(ar, "extent_x", cluster.extent[0], {.unit = "radii", .doc = "v5.0 only."});
    field(ar, "extent_y", cluster.extent[1], {.unit = "radii", .doc = "v5.0 only."});
    field(ar, "extent_z", cluster.extent[2], {.unit = "radii", .doc = "v5.0 only."});
    field(ar, "faces", cluster.faces, {.label = "Faces", .max = 16383});
    field(ar, "references", cluster.references, {.doc = "The references as bytes, where they name no faces."});
}

}  // namespace redforge::model
