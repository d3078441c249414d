// RAVC: the collision spheres of an actor. Spec: "RAVC (VCollide)".
#pragma once

#include <cstdint>

#include "core/field.hpp"
#include "core/values.hpp"

namespace redforge::rgm {

/// RAVC: a collision sphere, 9 bytes. Spec: "RAVC (VCollide)".
struct CollisionSphere {
    std::int8_t offset_x{};
    std::int8_t offset_y{};
    std::int8_t offset_z{};
    std::uint16_t vertex{};
    std::uint32_t radius{};

    friend bool operator==(const CollisionSphere&, const CollisionSphere&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, CollisionSphere& sphere, unsigned /*version*/)
{
    field(ar, "offset_x", sphere.offset_x, {.label = "X"});
    field(ar, "offset_y", sphere.offset_y, {.label = "Y"});
    field(ar, "offset_z", sphere.offset_z, {.label = "Z"});
    field(ar, "vertex", sphere.vertex, {.label = "Vertex", .doc = "Of the model: the sphere's reference point."});
    field(ar, "radius", sphere.radius, {.label = "Radius"});
}

}  // namespace redforge::rgm
