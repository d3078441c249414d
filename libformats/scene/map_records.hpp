// What a scene takes from the records of a map: how they look, and where they are. Only its source knows the records.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "rgm/map.hpp"
#include "scene/scene.hpp"

namespace redforge::scene {

/// The skins that actors give to the objects of their script, by the script's name in upper case.
using Skins = std::map<std::string, std::uint16_t>;
[[nodiscard]] Skins skins_of(const rgm::Map& map);

/// What a record, or a part of it, is drawn with, and where.
struct Drawable {
    ModelName model{};                    ///< of no name: none
    std::uint16_t skin{};                 ///< see MeshIndex::models
    std::optional<PictureKey> picture{};  ///< what stands there when there is no such model
    bool required{};                      ///< the record says the model itself: without it there is a problem
    std::vector<Placement> places{};
};

/// Appends what a record is drawn with. False: records of its kind are never drawn.
[[nodiscard]] bool append_drawables(const rgm::Map& map, RecordRef record, const Skins& skins,
                                    std::vector<Drawable>& drawables);

/// The position of a record in the viewport.
[[nodiscard]] Vec3 position_of(const rgm::Map& map, RecordRef record);
/// Its id; nothing for a marker, which has none.
[[nodiscard]] std::optional<std::uint32_t> id_of(const rgm::Map& map, RecordRef record);

}  // namespace redforge::scene
