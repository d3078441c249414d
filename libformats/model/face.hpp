// A face of a model.
#pragma once

#include <array>
#include <cstdint>

#include "core/field.hpp"
#include "core/values.hpp"
#include "model/short_list.hpp"
#include "model/texture.hpp"

namespace redforge::model {

/// One polygon. Corner lists run in parallel: vertices, u and v have one number a corner.
struct Face {
    std::uint8_t shade{};                          ///< 0 6 10 12 15 18 20 24 25 30 33 40 44 50 63 seen
    Texture texture{};
    std::uint32_t reserved{};                      ///< always 0
    ShortList<std::uint32_t> vertices{};           ///< indices
    ShortList<std::int16_t> u{};                   ///< 1/16 texel, as stored: see corner_uvs() in mesh.hpp
    ShortList<std::int16_t> v{};
    ShortList<std::uint32_t> slots{};              ///< vertex normal of each corner; empty without an index table
    ShortList<std::uint8_t> remainders{};          ///< v2: byte offset mod 12 of each vertex reference; empty = all 0
    Derived<std::array<std::int32_t, 3>> normal{}; ///< where it is not the one that the corners give
    std::array<std::int32_t, 3> u_gradient{};      ///< v2 .3D: gradient of U over space, times 2^33, wrapped
    std::array<std::int32_t, 3> v_gradient{};
    friend bool operator==(const Face&, const Face&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, Face& face, unsigned /*version*/)
{
    field(ar, "shade", face.shade, {.label = "Shade"});
    field(ar, "texture", face.texture);
    field(ar, "reserved", face.reserved, {.kind = Role::reserved});
    field(ar, "vertices", face.vertices, {.label = "Vertices", .doc = "Index of each corner's vertex."});
    field(ar, "u", face.u,
          {.label = "U", .unit = "1/16 texel", .doc = "Steps from corner to corner; v2: only the first three are."});
    field(ar, "v", face.v, {.label = "V", .unit = "1/16 texel", .doc = "As u."});
    field(ar, "slots", face.slots, {.label = "Normal slots", .doc = "Corners with the same slot are smooth together."});
    field(ar, "remainders", face.remainders,
          {.doc = "v2: what the byte offset of each vertex leaves when divided by 12.", .max = 11});
    field(ar, "normal", face.normal, {.unit = "1/256", .kind = Role::derived});
    field(ar, "u_gradient", face.u_gradient,
          {.doc = "v2 .3D: gradient of U over space, times 2^33.", .kind = Role::reserved});
    field(ar, "v_gradient", face.v_gradient,
          {.doc = "v2 .3D: gradient of V over space, times 2^33.", .kind = Role::reserved});
}

}  // namespace redforge::model
