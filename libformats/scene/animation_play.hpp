// Playback of an actor's animation groups. Sources: redguard-retail-facts 2 "RAGR"; reference sheet "engine facts", 2.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rgm/actor.hpp"

namespace redforge::scene {

/// Updates of animations in a second.
inline constexpr int updates_per_second = 12;

/// A picture of an animation: a frame of one of the actor's animation files.
struct AnimationPicture {
    std::string model;                 ///< stem of the file, "DOORA001"; empty if the files have no such frame
    std::string extension;             ///< ".3DC"
    std::size_t frame{};               ///< frame in this file, from 0
    std::uint32_t number{};            ///< frame number of ShowFrame, across all files
    std::size_t command{};             ///< index of the ShowFrame command in the group, from 0
    std::vector<std::string> actions;  ///< commands between the previous picture and this one: "PlaySound 12"

    friend bool operator==(const AnimationPicture&, const AnimationPicture&) = default;
};

struct AnimationRun {
    std::vector<AnimationPicture> pictures;
    std::size_t repeat_from{};               ///< index of the picture that follows the last one
    bool repeats{};                          ///< true if GoToPrevious ends the run
    std::optional<std::int32_t> next_group;  ///< set if ChangeAnimGroup ends the run
    std::string end;                         ///< description of the end: "ends", "goes back to command 0"
    int updates{};                           ///< duration of each picture

    /// Returns the duration of each picture, in milliseconds.
    [[nodiscard]] int picture_time() const { return 1000 * updates / updates_per_second; }
};

/// Runs the commands of a group from the first one, without external events: GoToPrevious goes back; GoToFuture waits
/// for a transition and continues, like Transition. A picture lasts as many updates as the low byte of the group's
/// frame delay; 0 is 256.
[[nodiscard]] AnimationRun run_of(const rgm::Actor& actor, const rgm::AnimationGroup& group);

/// A picture and its duration.
struct TimedPicture {
    AnimationPicture picture;
    int updates{};
};

/// The animation of an actor that no script asks for another group.
struct IdleAnimation {
    std::vector<TimedPicture> pictures;
    std::size_t repeat_from{};  ///< index of the picture that follows the last one
};

/// Returns the animation from the time when the map is loaded. It begins with group 0. After the end of a group, the
/// default group follows: the number in attribute 44. The default group also replaces a group that the actor lacks.
[[nodiscard]] IdleAnimation idle_animation(const rgm::Actor& actor);

}  // namespace redforge::scene
