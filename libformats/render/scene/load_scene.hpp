// Loads the scene of a document with its game art: meshes, pictures and picking data.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <variant>

#include "core/progress.hpp"
#include "render/picking/pick.hpp"
#include "scene/pictures.hpp"
#include "scene/scene.hpp"

namespace redforge::render {

/// The art of a game folder for one document. Thread-safe.
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
struct SceneRequest {
    /// Not null. The loader keeps it until loading ends.
    std::variant<std::shared_ptr<const rgm::Map>, std::shared_ptr<const model::Model>,
                 std::shared_ptr<const model::Rob>, std::shared_ptr<const art::Terrain>>
        content;
    std::filesystem::path file{};                 ///< path of the document, to find palette and terrain in WORLD.INI
    std::optional<std::filesystem::path> game{};  ///< game folder; without it, a map has symbols only
    std::shared_ptr<GameArt> art{};               ///< art of an earlier scene, reused if file and folder are equal
    bool animated{};  ///< also load the animations of the map's actors; see scene::add_animations()
};

struct LoadedScene {
    scene::Scene scene;
    std::shared_ptr<GameArt> art;  ///< null if there is no game folder
    bool is_map{};                 ///< false if it is a model, an archive or a terrain
    Picker picker;
    bool animated{};  ///< the animations of the map's actors were requested

    [[nodiscard]] scene::Pictures* pictures() const { return art ? &art->pictures : nullptr; }
    /// Updates the placements of these map records; see scene::move_records().
    void move(const rgm::Map& now, std::span<const scene::RecordRef> records);
    /// Rebuilds the scene from the present map; see scene::rebuild_scene().
    void rebuild(const rgm::Map& now);
};

/// Loads a scene. An unusable game folder is reported in the scene's problems. Errors: cancelled.
[[nodiscard]] Result<LoadedScene> load_scene(SceneRequest request, const Progress& progress);

}  // namespace redforge::render
