// RAEX: the extra data of an actor. Spec: "RAEX (Extra Data)".
#pragma once

#include <cstdint>

#include "core/field.hpp"
#include "core/values.hpp"

namespace redforge::rgm {

/// RAEX: extra data, 30 bytes. Spec: "RAEX (Extra Data)".
struct ExtraData {
    std::int16_t grip0{};
    std::int16_t grip1{};
    std::int16_t scabbard0{};
    std::int16_t scabbard1{};
    std::int16_t anim_frame_ref{};
    std::uint16_t texture_id{};
    std::int16_t v_vertex{};
    std::int16_t v_size{};
    std::int16_t taunt_id{};
    std::int16_t collision_scale{};
    std::int16_t field_14{};
    std::int16_t field_16{};
    std::int16_t range_min{};
    std::int16_t range_ideal{};
    std::int16_t range_max{};

    friend bool operator==(const ExtraData&, const ExtraData&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, ExtraData& extra, unsigned /*version*/)
{
    field(ar, "grip0", extra.grip0, {.label = "Grip 0"});
    field(ar, "grip1", extra.grip1, {.label = "Grip 1"});
    field(ar, "scabbard0", extra.scabbard0, {.label = "Scabbard 0"});
    field(ar, "scabbard1", extra.scabbard1, {.label = "Scabbard 1"});
    field(ar, "anim_frame_ref", extra.anim_frame_ref, {.label = "Frames", .doc = "As the header's frame_count."});
    field(ar, "texture_id", extra.texture_id, {.label = "Texture override", .refers_to = Target::texture_bank});
    field(ar, "v_vertex", extra.v_vertex, {.label = "V vertex"});
    field(ar, "v_size", extra.v_size, {.label = "V size"});
    field(ar, "taunt_id", extra.taunt_id, {.label = "First taunt"});
    field(ar, "collision_scale", extra.collision_scale,
          {.label = "Collision scale",
           .unit = "256ths",
           .doc = "Of collision spheres; 0 and less count as 256, which is 1."});
    field(ar, "field_14", extra.field_14, {.doc = "Source of the header's raex_stat."});
    field(ar, "field_16", extra.field_16, {});
    field(ar, "range_min", extra.range_min, {.label = "Range, least", .unit = "256 map units"});
    field(ar, "range_ideal", extra.range_ideal, {.label = "Range, ideal", .unit = "256 map units"});
    field(ar, "range_max", extra.range_max, {.label = "Range, most", .unit = "256 map units"});
    renamed(ar, "field_12", "collision_scale");
}

}  // namespace redforge::rgm
