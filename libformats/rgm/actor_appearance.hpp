// What actors say of the looks of their objects, for who need not know an actor.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "rgm/map_fwd.hpp"

namespace redforge::rgm {

/// The path of the first animation file of the first actor that has this name, in whatever letters, and any files.
[[nodiscard]] std::optional<std::string_view> animation_path(const Actors& actors, std::string_view script_name);

/// The texture override of an actor.
struct ActorTexture {
    std::string_view script_name;
    std::int16_t texture_id{};
};
/// Those of all actors, in their order.
[[nodiscard]] std::vector<ActorTexture> actor_textures(const Actors& actors);

}  // namespace redforge::rgm
