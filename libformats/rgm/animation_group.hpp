// RAGR: the animation groups of an actor. Spec: "RAGR (Animation Groups)".
#pragma once

#include <array>
#include <cstdint>

#include "core/field.hpp"
#include "core/record_list.hpp"
#include "core/values.hpp"
#include "rgm/map_fwd.hpp"

namespace redforge::rgm {

/// When an animation may end. Spec: "Animation Group Entry".
inline constexpr std::array<Word, 3> animation_types{{
    {0, "interruptible", "Interruptible"},
    {1, "must_complete", "Must complete"},
    {2, "no_panic_revert", "No panic revert"},
}};

/// RAGR: an animation group. Spec: "Animation Group Entry".
struct AnimationGroup {
    std::uint16_t group_index{};
    std::uint16_t anim_id{};
    std::uint16_t anim_type{};
    Derived<std::uint16_t> frame_count;
    RecordList<Command> commands;
    Bytes tail;  ///< bytes of the entry behind its commands; none in regular maps

    friend bool operator==(const AnimationGroup&, const AnimationGroup&) = default;
};

template <class Archive>
void serialize(Archive& ar, AnimationGroup& group, unsigned /*version*/)
{
    field(ar, "group_index", group.group_index, {.label = "Group", .doc = "0 to 177.", .always = true, .key = true});
    field(ar, "anim_id", group.anim_id, {.label = "Frame delay", .doc = "[likely]; the spec's animation identifier."});
    field(ar, "anim_type", group.anim_type, {.label = "Type", .words = animation_types});
    field(ar, "frame_count", group.frame_count, {.kind = Role::derived});
    list(ar, "commands", "command", group.commands, {.label = "Commands"});
    blob(ar, "tail", group.tail, {.label = "Bytes behind the commands"});
}

}  // namespace redforge::rgm
