// A document with its game's folder, made ready to be shown: scene, pictures and what rays need.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <variant>

#include "core/progress.hpp"
#include "render/pick.hpp"
#include "scene/pictures.hpp"
#include "scene/scene.hpp"

namespace redforge::render {

/// A game's folder as one of its files is drawn from it. Several threads may use it at once.
struct GameArt {
    GameArt(scene::GameFolder folder, const std::filesystem::path& file, std::vector<std::string>& problems);
    GameArt(const GameArt&) = delete;
    GameArt& operator=(const GameArt&) = delete;

    const scene::GameFolder game;
    const std::filesystem::path file;
    const scene::MapFiles files;
    const std::vector<art::Colour> colours;
    scene::Pictures pictures;
};

/// Content of a scene to load.
struct SceneOrder {
    /// Not null. Kept to the end of the loading.
    std::variant<std::shared_ptr<const rgm::Map>, std::shared_ptr<const model::Model>,
                 std::shared_ptr<const model::Rob>, std::shared_ptr<const art::Terrain>>
        content;
    std::filesystem::path file{};                 ///< where it is from: WORLD.INI has its palette and terrain
    std::optional<std::filesystem::path> game{};  ///< the game's folder; without one only symbols are seen of a map
    std::shared_ptr<GameArt> art{};               ///< of an earlier scene: used again when file and folder are the same
};

struct LoadedScene {
    scene::Scene scene;
    std::shared_ptr<GameArt> art;  ///< null without a game folder
    bool of_map{};                 ///< else of a model, an archive of models or a terrain
    Picker picker;

    [[nodiscard]] scene::Pictures* pictures() const { return art ? &art->pictures : nullptr; }
    /// Moves what is drawn of these records of its map to where they are now; see scene::move_records().
    void move(const rgm::Map& now, std::span<const scene::RecordRef> records);
    /// Takes over all of its map as it is now; see scene::rebuild_scene().
    void rebuild(const rgm::Map& now);
};

/// A game's folder that cannot be used is one of the scene's problems. Errors: cancelled.
[[nodiscard]] Result<LoadedScene> load_scene(SceneOrder order, const Progress& progress);

}  // namespace redforge::render
