// Scenes of documents, with their images.
#include "scene/drawing.hpp"

#include <utility>
#include <vector>

namespace redforge::scene {

Drawing drawing_of(const rgm::Map& map, const std::filesystem::path& file, const GameFolder& game, std::size_t frame)
{
    const MapFiles files = find_map_files(game, file);
    std::vector<std::string> reported_by_the_scene;
    Drawing drawing;
    drawing.pictures = std::make_unique<Pictures>(game, colours_of_map(files, reported_by_the_scene), frame);
    drawing.scene = scene_of(map, file.string(), game, files, *drawing.pictures);
    return drawing;
}

Drawing drawing_of(const model::Model& model, std::string name, const GameFolder* game, std::size_t frame)
{
    Drawing drawing{scene_of(model, std::move(name), frame), nullptr};
    if (game != nullptr) {
        drawing.scene.colours = colours_of_map(find_map_files(*game, {}), drawing.scene.problems);
        drawing.pictures = std::make_unique<Pictures>(*game, drawing.scene.colours, frame);
    }
    return drawing;
}

}  // namespace redforge::scene
