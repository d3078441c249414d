// MPSF: flats, pictures that stand in the scene. Spec: "MPSF (Flat Objects)".
#pragma once

#include <cstdint>
#include <string_view>

#include "core/field.hpp"
#include "core/values.hpp"
#include "rgm/position.hpp"

namespace redforge::rgm {

/// MPSF: a textured quad standing in the scene, 24 bytes. Spec: "MPSF (Flat Objects)".
struct Flat {
    static constexpr std::string_view element = "flat";
    static constexpr std::string_view section = "MPSF";

    std::uint32_t id{};
    std::int32_t reserved{};
    Position position;
    TextureData texture;
    std::int16_t reserved_tail{};

    friend bool operator==(const Flat&, const Flat&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, Flat& flat, unsigned /*version*/)
{
    field(ar, "id", flat.id, {.label = "Object id", .key = true});
    field(ar, "reserved", flat.reserved, {.kind = Role::reserved});
    field(ar, "position", flat.position, {.label = "Position"});
    field(ar, "texture", flat.texture, {.label = "Texture"});
    field(ar, "reserved_tail", flat.reserved_tail, {.kind = Role::reserved});
}

}  // namespace redforge::rgm
