// A map to begin with: what the game needs to enter it, and nothing else.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "rgm/map.hpp"

namespace redforge::rgm {

/// Names of the first 24 actors of every map, in their order. Source: reference sheet "retail facts", 2 [measured].
inline constexpr std::array<std::string_view, 24> first_actors{"MAPCOUNT", "LASER",  "ITORCH",   "ITEMLIST", "ISTRENTH",
                                                               "ISHOVEL",  "ISAP",   "INOUSE",   "IMILK",    "IIRONSK",
                                                               "IHEALTH",  "IFLASK", "IFLAG",    "IECTO",    "IBOTALOE",
                                                               "IBOTWAT",  "IBLOOD", "IBANDAGE", "GREMLIN",  "FIREBALL",
                                                               "COMMON",   "CAMERA", "CYRUS",    "DEBUG"};

/// Name of the actor that the player becomes when the game enters a map at a marker. Source: reference sheet "engine
/// facts", 3.
inline constexpr std::string_view player_actor = "CYRUS";

struct NewMap {
    Map map;
    std::size_t copied_actors{};  ///< number of first actors that came from the other map
};

/// Returns a map that the game can enter: the first 24 actors, a marker in the middle of the map, and no other record.
/// Each first actor and all size rows are copied from `other`, if it has them; the other first actors have a script
/// that ends at once. If CYRUS is not copied, it gets health, a model, an animation group 0 and a size row.
/// `other` may be null.
[[nodiscard]] NewMap new_map_like(const Map* other);

}  // namespace redforge::rgm
