// Playback of an actor's animation group, picture by picture.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "rgm/actor.hpp"

namespace redforge::editor {

/// A picture of an animation: a frame of one of the actor's animation files.
struct AnimationPicture {
    std::string model;                 ///< stem of the file, "DOORA001"
    std::string extension;             ///< ".3DC"
    std::size_t frame{};               ///< frame in this file, from 0
    std::uint32_t number{};            ///< frame number of ShowFrame, across all files
    std::size_t command{};             ///< index of the ShowFrame command in the group, from 0
    std::vector<std::string> besides;  ///< other actions at this picture: "PlaySound 12"

    friend bool operator==(const AnimationPicture&, const AnimationPicture&) = default;
};

struct AnimationRun {
    std::vector<AnimationPicture> pictures;
    std::size_t again_from{};  ///< the picture after the last one
    std::string end;           ///< description of the end: "ends", "goes back to command 0"
    int picture_time{};        ///< duration of each picture, in milliseconds
};

/// Runs the commands of a group from the first one, without external events: GoToPrevious goes back; GoToFuture waits
/// for a transition and continues, like Transition. A picture lasts as many updates, 12 a second, as the low byte of
/// the group's frame delay; 0 is 256. Sources: redguard-retail-facts 2 "RAGR"; reference sheet "engine facts", 2.
[[nodiscard]] AnimationRun run_of(const rgm::Actor& actor, const rgm::AnimationGroup& group);

}  // namespace redforge::editor
