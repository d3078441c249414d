// RAHD: the header of an actor. Spec: "RAHD (Actor Header)".
#pragma once

#include <array>
#include <cstdint>

#include "core/record/field.hpp"
#include "core/record/values.hpp"

namespace redforge::rgm {

/// RAHD: the actor's header, 165 bytes. Offsets, lengths and counts are derived from the actor's data. Sources: spec,
/// "RAHD (Actor Header)"; for names and meanings of lengths and counts, reference sheet "maps", "RAHD".
struct ActorHeader {
    std::uint32_t field_00{};
    FixedText<9> script_name;
    std::uint16_t instances{1};
    std::array<std::uint8_t, 2> padding_0f{};
    std::int32_t instance_counter{};
    Derived<std::uint32_t> ranm_length;
    Derived<std::uint32_t> ranm_offset;
    Derived<std::uint32_t> raat_offset;
    Derived<std::int32_t> raan_count;
    Derived<std::uint32_t> raan_data_size;
    Derived<std::int32_t> raan_offset;
    Derived<std::uint32_t> max_group_index;
    Derived<std::uint32_t> ragr_offset;
    std::array<std::uint8_t, 8> padding_35{};
    std::uint32_t rafs_index{};
    Derived<std::uint32_t> num_strings;
    Derived<std::uint32_t> rasb_length;
    Derived<std::uint32_t> string_offsets_index;
    Derived<std::uint32_t> script_length;
    Derived<std::uint32_t> script_data_offset;
    std::uint32_t script_pc{};
    Derived<std::uint32_t> rahk_length;
    Derived<std::uint32_t> rahk_offset;
    Derived<std::uint32_t> ralc_count;
    Derived<std::uint32_t> ralc_length;
    Derived<std::uint32_t> ralc_offset;
    Derived<std::uint32_t> raex_length;
    Derived<std::uint32_t> raex_offset;
    Derived<std::uint32_t> num_variables;
    Derived<std::uint32_t> rava_length;
    Derived<std::uint32_t> variable_offset;
    Derived<std::uint32_t> variable_offset_dup;
    Derived<std::uint32_t> frame_count;
    std::int32_t size_primary{-1};
    std::int32_t size_secondary{-1};
    std::int32_t size_tertiary{-1};
    std::int16_t combat_flag{};
    std::int16_t raex_stat{-1};
    std::int16_t reserved_99{-1};
    std::int16_t texture_id{};
    Derived<std::int32_t> ravc_offset;
    Derived<std::int32_t> ravc_count;

    friend bool operator==(const ActorHeader&, const ActorHeader&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, ActorHeader& h, unsigned /*version*/)
{
    field(ar, "field_00", h.field_00, {.doc = "The game overwrites it.", .kind = Role::reserved});
    field(ar, "script_name", h.script_name, {.label = "Name", .always = true, .key = true, .names = Target::actor});
    field(ar, "instances", h.instances,
          {.label = "Instances", .doc = "Number of instances. Each instance has its own variables."});
    field(ar, "padding_0f", h.padding_0f, {.kind = Role::reserved});
    field(ar, "instance_counter", h.instance_counter,
          {.label = "Instance counter", .doc = "The game uses it as a counter."});
    field(ar, "ranm_length", h.ranm_length, {.unit = "bytes", .kind = Role::derived});
    field(ar, "ranm_offset", h.ranm_offset, {.unit = "bytes", .kind = Role::derived});
    field(ar, "raat_offset", h.raat_offset, {.unit = "bytes", .kind = Role::derived});
    field(ar, "raan_count", h.raan_count, {.kind = Role::derived});
    field(ar, "raan_data_size", h.raan_data_size, {.unit = "bytes", .kind = Role::derived});
    field(ar, "raan_offset", h.raan_offset, {.unit = "bytes", .kind = Role::derived});
    field(ar, "max_group_index", h.max_group_index,
          {.doc = "Probably the highest animation group index of the actor. The public specification calls it "
                  "anim_control_prefix.",
           .kind = Role::derived});
    field(ar, "ragr_offset", h.ragr_offset, {.unit = "bytes", .kind = Role::derived});
    field(ar, "padding_35", h.padding_35, {.kind = Role::reserved});
    field(ar, "rafs_index", h.rafs_index, {.label = "RAFS index"});
    field(ar, "num_strings", h.num_strings, {.kind = Role::derived});
    field(ar, "rasb_length", h.rasb_length, {.unit = "bytes", .kind = Role::derived});
    field(ar, "string_offsets_index", h.string_offsets_index, {.unit = "bytes", .kind = Role::derived});
    field(ar, "script_length", h.script_length, {.unit = "bytes", .kind = Role::derived});
    field(ar, "script_data_offset", h.script_data_offset, {.unit = "bytes", .kind = Role::derived});
    field(ar, "script_pc", h.script_pc,
          {.label = "Script start",
           .unit = "bytes",
           .doc = "Relative to the actor's script.",
           .refers_to = Target::script_offset});
    field(ar, "rahk_length", h.rahk_length, {.unit = "bytes", .kind = Role::derived});
    field(ar, "rahk_offset", h.rahk_offset, {.unit = "bytes", .kind = Role::derived});
    field(ar, "ralc_count", h.ralc_count, {.kind = Role::derived});
    field(ar, "ralc_length", h.ralc_length, {.unit = "bytes", .kind = Role::derived});
    field(ar, "ralc_offset", h.ralc_offset, {.unit = "bytes", .kind = Role::derived});
    field(ar, "raex_length", h.raex_length,
          {.unit = "bytes",
           .doc = "0: no extra data, although other actors of the map have it.",
           .kind = Role::derived});
    field(ar, "raex_offset", h.raex_offset, {.unit = "bytes", .kind = Role::derived});
    field(ar, "num_variables", h.num_variables, {.kind = Role::derived});
    field(ar, "rava_length", h.rava_length, {.unit = "bytes", .kind = Role::derived});
    field(ar, "variable_offset", h.variable_offset, {.unit = "bytes", .kind = Role::derived});
    field(ar, "variable_offset_dup", h.variable_offset_dup, {.unit = "bytes", .kind = Role::derived});
    field(ar, "frame_count", h.frame_count,
          {.doc = "Probably the number of frames in all animation files of the actor. The public specification calls "
                  "it anim_frame_data.",
           .kind = Role::derived});
    field(ar, "size_primary", h.size_primary,
          {.label = "Size row, primary", .doc = "Index of the MPSZ record; -1: the box of the model."});
    field(ar, "size_secondary", h.size_secondary, {.label = "Size row, secondary", .doc = "-1: none."});
    field(ar, "size_tertiary", h.size_tertiary, {.label = "Size row, tertiary", .doc = "-1: none."});
    field(ar, "combat_flag", h.combat_flag, {.label = "Combat flag"});
    field(ar, "raex_stat", h.raex_stat, {.label = "RAEX stat", .doc = "-1: disabled."});
    field(ar, "reserved_99", h.reserved_99, {.doc = "Shipped maps: always -1.", .kind = Role::reserved});
    field(ar, "texture_id", h.texture_id,
          {.label = "Texture override",
           .doc = "Probably the texture of the actor's skin.",
           .refers_to = Target::texture_bank});
    field(ar, "ravc_offset", h.ravc_offset, {.unit = "bytes", .kind = Role::derived});
    field(ar, "ravc_count", h.ravc_count, {.kind = Role::derived});
    renamed(ar, "soup_func_primary", "size_primary");
    renamed(ar, "soup_func_secondary", "size_secondary");
    renamed(ar, "soup_func_tertiary", "size_tertiary");
}

}  // namespace redforge::rgm
