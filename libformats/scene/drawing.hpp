// What a picture of a map or a model is drawn from: its scene and the images that cover it.
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
    std::unique_ptr<Pictures> pictures;  ///< null: no game's folder, all images are grey
};

/// A map with the models and colours of its game. `frame`: of animated images, which begin again behind their last.
/// `file` leads to the palette and the terrain of the map. The game's folder has to outlive the result.
[[nodiscard]] Drawing drawing_of(const rgm::Map& map, const std::filesystem::path& file, const GameFolder& game,
                                 std::size_t frame = 0);

/// A model in one of its frames, 0 is the base frame, with the images of a game's folder if there is one.
[[nodiscard]] Drawing drawing_of(const model::Model& model, std::string name, const GameFolder* game,
                                 std::size_t frame = 0);

}  // namespace redforge::scene
