// Appearance and position of map records, for scenes. Only map_records.cpp includes the headers of the records.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rgm/map.hpp"
#include "scene/scene.hpp"

namespace redforge::scene {

/// Skins (texture banks) that actors give to the objects of their script, by script name in upper case.
using Skins = std::map<std::string, std::uint16_t>;
[[nodiscard]] Skins skins_of(const rgm::Map& map);

/// Returns the first actor with this name (ignoring case) that has animation files, or null.
[[nodiscard]] const rgm::Actor* find_animated_actor(const rgm::Actors& actors, std::string_view script_name);

/// Model or picture of a record or of a part of it, with its position.
struct Drawable {
    ModelName model{};                    ///< an empty name for no model
    std::uint16_t skin{};                 ///< see MeshIndex::models
    std::optional<PictureKey> picture{};  ///< drawn if the model does not exist
    bool required{};                      ///< the record names the model itself, so a missing model is a problem
    std::vector<Placement> places{};
};

/// Appends the drawables of a record. Returns false if records of its kind are never drawn.
[[nodiscard]] bool append_drawables(const rgm::Map& map, RecordRef record, const Skins& skins,
                                    std::vector<Drawable>& drawables);

/// Returns the position of a record in the viewport.
[[nodiscard]] Vec3 position_of(const rgm::Map& map, RecordRef record);
/// Returns the id of a record, or nullopt for a marker, which has none.
[[nodiscard]] std::optional<std::uint32_t> id_of(const rgm::Map& map, RecordRef record);

}  // namespace redforge::scene
