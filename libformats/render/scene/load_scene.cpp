// Loads a scene: game art, meshes, pictures and picking data.
#include "render/scene/load_scene.hpp"

#include <utility>

#include "scene/moved.hpp"

namespace redforge::render {
namespace {

/// Returns a progress callback that maps 0 to 1 to the range `from` to `to` of `whole`.
Progress part_of(const Progress& whole, double from, double to)
{
    return {.report =
                [&whole, from, to](double fraction, std::string_view what) {
                    if (whole.report) {
                        whole.report(from + (to - from) * fraction, what);
                    }
                },
            .cancel = whole.cancel};
}

/// Returns the art to draw with, or null if there is none.
Result<std::shared_ptr<GameArt>> find_art(const SceneRequest& request, const Progress& progress,
                                          std::vector<std::string>& problems)
{
    if (!request.game) {
        return nullptr;
    }
    if (request.art && request.art->game.root == *request.game && request.art->file == request.file) {
        return request.art;
    }
    auto game = scene::index_game_folder(*request.game, progress);
    if (!game && game.error().code == ErrorCode::cancelled) {
        return fail(game.error());
    }
    if (!game) {
        problems.push_back(describe(game.error()));
        return nullptr;
    }
    problems.insert(problems.end(), game->problems.begin(), game->problems.end());
    return std::make_shared<GameArt>(std::move(*game), request.file, problems);
}

/// Loads all pictures of a scene in advance, so that drawing does not read files.
Status load_pictures(const scene::Scene& scene, scene::Pictures& pictures, const Progress& progress)
{
    for (std::size_t i = 0; i < scene.meshes.size(); ++i) {
        for (const model::MeshSurface& surface : scene.meshes[i].mesh.surfaces) {
            const double fraction = static_cast<double>(i) / static_cast<double>(scene.meshes.size());
            if (Status going = progress.step(fraction, "pictures"); !going) {
                return going;
            }
            if (surface.known && surface.colour < 0) {
                pictures.find({surface.bank, surface.image});
            }
        }
    }
    return {};
}

/// Returns the scene of a document that is not a map.
scene::Scene scene_alone(const SceneRequest& request, std::string name, const GameArt* art)
{
    if (const auto* const model = std::get_if<std::shared_ptr<const model::Model>>(&request.content)) {
        return scene::scene_of(**model, std::move(name));
    }
    if (const auto* const rob = std::get_if<std::shared_ptr<const model::Rob>>(&request.content)) {
        return scene::scene_of(**rob, std::move(name), art != nullptr ? &art->game : nullptr);
    }
    return scene::scene_of(*std::get<std::shared_ptr<const art::Terrain>>(request.content), std::move(name));
}

Result<scene::Scene> make_scene(const SceneRequest& request, GameArt* art, const Progress& progress)
{
    std::string name = request.file.filename().string();
    if (!std::holds_alternative<std::shared_ptr<const rgm::Map>>(request.content)) {
        scene::Scene scene = scene_alone(request, std::move(name), art);
        if (art != nullptr) {
            scene.colours = art->colours;
        } else {
            scene.problems.emplace_back("without a game folder, images and colours are grey");
        }
        return scene;
    }
    const rgm::Map& map = *std::get<std::shared_ptr<const rgm::Map>>(request.content);
    if (art == nullptr) {
        return scene::scene_of(map, std::move(name));
    }
    auto scene = scene::build_scene(map, std::move(name), art->game, art->files, art->pictures,
                                    part_of(progress, 0, request.animated ? 0.5 : 1));
    if (scene && request.animated) {
        const Status going = scene::add_animations(*scene, map, art->game, art->pictures, part_of(progress, 0.5, 1));
        if (!going) {
            return fail(going.error());
        }
    }
    return scene;
}

}  // namespace

GameArt::GameArt(scene::GameFolder folder, const std::filesystem::path& of, std::vector<std::string>& problems)
    : game(std::move(folder)), file(of), files(scene::find_map_files(game, of)),
      colours(scene::colours_of_map(files, problems)), pictures(game, colours, 0)
{
}

void LoadedScene::move(const rgm::Map& now, std::span<const scene::RecordRef> records)
{
    scene::move_records(scene, now, records);
    picker.place(scene);
}

void LoadedScene::rebuild(const rgm::Map& now)
{
    scene::rebuild_scene(scene, now, art ? &art->game : nullptr, pictures());
    if (animated && art && scene.animations.empty()) {
        (void)scene::add_animations(scene, now, art->game, art->pictures);  // cannot be cancelled
    }
    picker.place(scene);
}

Result<LoadedScene> load_scene(SceneRequest request, const Progress& progress)
{
    std::vector<std::string> problems;
    auto art = find_art(request, part_of(progress, 0, 0.3), problems);
    if (!art) {
        return fail(art.error());
    }
    auto scene = make_scene(request, art->get(), part_of(progress, 0.3, 0.7));
    if (!scene) {
        return fail(scene.error());
    }
    if (*art != nullptr) {
        if (const Status going = load_pictures(*scene, (*art)->pictures, part_of(progress, 0.7, 0.9)); !going) {
            return fail(going.error());
        }
        const std::vector<std::string>& missing = (*art)->pictures.problems();
        problems.insert(problems.end(), missing.begin(), missing.end());
    }
    scene->problems.insert(scene->problems.begin(), problems.begin(), problems.end());
    auto picker = Picker::make(*scene, part_of(progress, 0.9, 1));
    if (!picker) {
        return fail(picker.error());
    }
    const bool is_map = std::holds_alternative<std::shared_ptr<const rgm::Map>>(request.content);
    return LoadedScene{std::move(*scene), std::move(*art), is_map, std::move(*picker), request.animated};
}

}  // namespace redforge::render
