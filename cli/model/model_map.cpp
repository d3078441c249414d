// Exports a map, an archive or a terrain.
#include "cli/model/model_map.hpp"

#include <fmt/format.h>

#include "cli/files/game.hpp"
#include "cli/files/output.hpp"
#include "cli/line/console.hpp"
#include "core/text/counts.hpp"
#include "exchange/map/map_gltf.hpp"
#include "exchange/mesh/textures.hpp"

namespace redforge::cli {
namespace {

std::string scene_name(const std::string& input)
{
    return std::filesystem::path(input).stem().string();
}

/// Writes an exported scene, and prints a message. `words` returns its size as text.
Exit finish(const Arguments& arguments, const std::string& input, const scene::Scene& scene,
            const scene::Pictures* pictures, const Result<Bytes>& bytes, const std::filesystem::path& out,
            const std::string& words)
{
    report(scene.problems);
    if (pictures != nullptr) {
        report(pictures->problems());
    }
    if (!bytes) {
        Error error = bytes.error();
        error.file = input;
        return print_error(error);
    }
    const Result<Written> written = write_output(arguments, out, "a .glb model", *bytes);
    if (!written) {
        return print_error(written.error());
    }
    print_message(fmt::format("{} -> {} ({})", input, out.string(), words));
    return Exit::success;
}

/// Writes the scene that `make` returns for a game folder, which may be null. `words` returns the size of a scene as
/// text.
template <class Make, class Words>
Exit export_scene(const Arguments& arguments, const std::string& input, const std::filesystem::path& out,
                  const Make& make, const Words& words)
{
    const auto found = game_of(arguments, input);
    if (!found) {
        return print_error(found.error());
    }
    const scene::GameFolder* const game = *found ? &**found : nullptr;
    const Result<scene::MapFiles> files = files_for_scene(arguments, input, game);
    if (!files) {
        return print_error(files.error());
    }
    scene::Scene scene = make(game);
    if (game != nullptr || files->palette) {
        scene.colours = scene::colours_of_map(*files, scene.problems);
    }
    std::optional<scene::Pictures> pictures;
    scene::Pictures* const shown = game != nullptr ? &pictures.emplace(*game, scene.colours, 0) : nullptr;
    return finish(arguments, input, scene, shown, exchange::write_scene_gltf(scene, shown), out, words(scene));
}

}  // namespace

Result<scene::MapFiles> files_for_scene(const Arguments& arguments, const std::string& input,
                                        const scene::GameFolder* game)
{
    scene::MapFiles files = game != nullptr ? scene::find_map_files(*game, input) : scene::MapFiles();
    if (const auto palette = arguments.option("palette")) {
        if (const auto colours = exchange::load_palette(*palette); !colours) {
            return fail(colours.error());
        }
        files.palette = *palette;
    }
    return files;
}

Exit export_map(const Arguments& arguments, const std::string& input, const rgm::Map& map,
                const std::filesystem::path& out)
{
    const auto game = game_of(arguments, input);
    if (!game) {
        return print_error(game.error());
    }
    if (!*game) {
        return print_usage_error("a map can only be exported with the models of its game",
                                 "give the game's folder with --game");
    }
    const Result<scene::MapFiles> files = files_for_scene(arguments, input, &**game);
    if (!files) {
        return print_error(files.error());
    }
    std::vector<std::string> scene_notes;
    scene::Pictures pictures(**game, scene::colours_of_map(*files, scene_notes), 0);
    const scene::Scene scene = scene::scene_of(map, scene_name(input), **game, *files, pictures);
    return finish(arguments, input, scene, &pictures, exchange::write_map_gltf(map, scene, &pictures), out,
                  fmt::format("{} models and pictures in {} places, {} records", scene.meshes.size(),
                              scene.instances.size(), scene.markers.size()));
}

Exit export_archive(const Arguments& arguments, const std::string& input, const model::Rob& rob,
                    const std::filesystem::path& out)
{
    const auto make = [&](const scene::GameFolder* game) { return scene::scene_of(rob, scene_name(input), game); };
    return export_scene(arguments, input, out, make, [](const scene::Scene& scene) {
        return fmt::format("{} of {}", plural(scene.instances.size(), "model"),
                           plural(scene.markers.size(), "segment"));
    });
}

Exit export_terrain(const Arguments& arguments, const std::string& input, const art::Terrain& terrain,
                    const std::filesystem::path& out)
{
    const auto make = [&](const scene::GameFolder*) { return scene::scene_of(terrain, scene_name(input)); };
    return export_scene(arguments, input, out, make, [](const scene::Scene& scene) {
        return plural(scene.meshes.front().mesh.triangles.size(), "triangle");
    });
}

}  // namespace redforge::cli
