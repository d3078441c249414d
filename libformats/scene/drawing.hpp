// Data for a picture of a map or a model: its scene and the images of its surfaces.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>

#include "model/model.hpp"
#include "rgm/map.hpp"
#include "scene/game_folder.hpp"
#include "scene/pictures.hpp"
#include "scene/scene.hpp"

namespace redforge::scene {

struct Drawing {
    Scene scene;
    std::unique_ptr<Pictures> pictures;  ///< null if there is no game folder: all images are then grey
};

/// Returns a drawing of a map with the models and colours of its game. `frame` selects the frame of animated images,
/// modulo their number of frames. `file` is used to find the palette and the terrain of the map. The game folder must
/// outlive the result.
[[nodiscard]] Drawing drawing_of(const rgm::Map& map, const std::filesystem::path& file, const GameFolder& game,
                                 std::size_t frame = 0);

/// Returns a drawing of a model in one of its frames (0 is the base frame). Images come from the game folder, if it is
/// not null.
[[nodiscard]] Drawing drawing_of(const model::Model& model, std::string name, const GameFolder* game,
                                 std::size_t frame = 0);

}  // namespace redforge::scene
