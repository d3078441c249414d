// Exporting a whole map.
#include "model_map.hpp"

#include <fmt/format.h>

#include "console.hpp"
#include "exchange/map_gltf.hpp"
#include "exchange/textures.hpp"
#include "game.hpp"
#include "output.hpp"

namespace redforge::cli {

Exit export_map(const Arguments& arguments, const std::string& input, const rgm::Map& map,
                const std::filesystem::path& out)
{
    const auto game = game_of(arguments, input);
    if (!game) {
        return complain(game.error());
    }
    if (!*game) {
        return complain_usage("a map can only be exported with the models of its game",
                              "give the game's folder with --game");
    }
    scene::MapFiles files = scene::files_of_map(**game, input);
    if (const auto palette = arguments.option("palette")) {
        if (const auto colours = exchange::load_palette(*palette); !colours) {
            return complain(colours.error());
        }
        files.palette = *palette;
    }
    std::vector<std::string> said_by_the_scene;
    scene::Pictures pictures(**game, scene::colours_of_map(files, said_by_the_scene), 0);
    const scene::Scene scene =
        scene::scene_of(map, std::filesystem::path(input).stem().string(), **game, files, pictures);
    const Result<Bytes> bytes = exchange::write_map_gltf(map, scene, &pictures);
    report(scene.problems);
    report(pictures.problems());
    if (!bytes) {
        Error error = bytes.error();
        error.file = input;
        return complain(error);
    }
    const Result<Written> written = write_output(arguments, out, "a .glb model", *bytes);
    if (!written) {
        return complain(written.error());
    }
    say(fmt::format("{} -> {} ({} models and pictures in {} places, {} records)", input, out.string(),
                    scene.meshes.size(), scene.instances.size(), scene.spots.size()));
    return Exit::fine;
}

}  // namespace redforge::cli
