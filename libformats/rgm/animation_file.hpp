// RAAN: the animation files of an actor. Spec: "RAAN (Animation File References)".
#pragma once

#include <cstdint>

#include "core/field.hpp"
#include "core/values.hpp"

namespace redforge::rgm {

/// RAAN: an animation file of an actor. Spec: "RAAN (Animation File References)".
struct AnimationFile {
    std::uint32_t plane_count{};
    std::uint8_t frame_count{};
    FixedText<1> model_type{"c"};
    Text file_path;

    friend bool operator==(const AnimationFile&, const AnimationFile&) = default;
};

template <class Archive>
void serialize(Archive& ar, AnimationFile& file, unsigned /*version*/)
{
    field(ar, "plane_count", file.plane_count, {.label = "Planes", .doc = "Of the model: its faces."});
    field(ar, "frame_count", file.frame_count, {.label = "Frames"});
    field(ar, "model_type", file.model_type, {.label = "Type", .doc = "c or s."});
    field(ar, "file_path", file.file_path, {.label = "File", .refers_to = Target::file, .always = true});
    renamed(ar, "reserved", "plane_count");
}

}  // namespace redforge::rgm
