// Benchmarks of models and scenes: read and write models, meshes, a game folder, a whole map ready to draw and as .glb.
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>

#include "bench/measure.hpp"
#include "core/files/files.hpp"
#include "exchange/map/map_gltf.hpp"
#include "exchange/mesh/build.hpp"
#include "exchange/mesh/polygons.hpp"
#include "model/mesh.hpp"
#include "model/model.hpp"
#include "rgm/map.hpp"

namespace redforge::bench {
namespace {

/// Returns a wavy sheet of `side` x `side` quads that share vertices and normals. Every hundredth quad has an image.
model::Model sheet(std::uint32_t side)
{
    exchange::Polygons polygons;
    for (std::uint32_t row = 0; row <= side; ++row) {
        for (std::uint32_t column = 0; column <= side; ++column) {
            polygons.positions.push_back({static_cast<std::int32_t>(column * 256), static_cast<std::int32_t>(row * 256),
                                          static_cast<std::int32_t>((row * column * 7 + row * row * 3) % 512)});
        }
    }
    for (std::uint32_t row = 0; row < side; ++row) {
        for (std::uint32_t column = 0; column < side; ++column) {
            exchange::Polygon& polygon = polygons.faces.emplace_back();
            polygon.texture.bank = 302;
            polygon.texture.image = static_cast<std::uint16_t>(column % 100);
            const std::uint32_t first = row * (side + 1) + column;
            polygon.corners = {{first, 1, 0, 0},
                               {first + 1, 1, 64, 0},
                               {first + side + 2, 1, 64, 64},
                               {first + side + 1, 1, 0, 64}};
        }
    }
    std::vector<std::string> notes;
    return exchange::build_model(polygons, "v5.0", notes).value();
}

/// Measures reading and writing together, relative to copying the bytes.
void measure_file(Figures& figures, const std::string& name, const Bytes& bytes)
{
    constexpr std::size_t copies = 32;  // a single copy is faster than the clock's resolution
    Bytes copy(bytes.size());
    const std::vector<double> times =
        median_seconds(31, {
                               [&] {
                                   const auto model = model::read_model(bytes).value();
                                   keep(model::write_model(model).value());
                               },
                               [&] {
                                   for (std::size_t i = 0; i < copies; ++i) {
                                       std::memcpy(copy.data(), bytes.data(), bytes.size());
                                       keep(copy);
                                   }
                               },
                           });
    const auto size = static_cast<double>(bytes.size());
    figures.push_back(
        at_least(fmt::format("{}, {:.0f} KB: read + write", name, size / 1e3), size / times[0] / 1e6, 100, "MB/s"));
    figures.push_back(plain("  against copying its bytes", times[0] * copies / times[1], "x"));
}

void measure_made(Figures& figures)
{
    const model::Model model = sheet(100);
    measure_file(figures, "a model of 10,000 faces", model::write_model(model).value());
    const model::Mesh mesh = model::to_mesh(model);
    std::vector<model::MeshVertex> copy(mesh.vertices.size());
    const std::vector<double> times = median_seconds(31, {
                                                             [&] { keep(model::to_mesh(model)); },
                                                             [&] {
                                                                 std::ranges::copy(mesh.vertices, copy.begin());
                                                                 keep(copy);
                                                             },
                                                         });
    figures.push_back(at_most("a model of 10,000 faces to a mesh to draw", times[0] * 1e3, 2, "ms"));
    figures.push_back(plain("  against copying the mesh's vertices", times[0] / times[1], "x"));
}

/// Returns the largest model file of a game folder.
std::filesystem::path max_model(const scene::GameFolder& game)
{
    std::filesystem::path largest;
    std::uintmax_t most = 0;
    for (const auto& [name, path] : game.models) {
        const std::uintmax_t size = std::filesystem::file_size(path);
        if (size > most) {
            most = size;
            largest = path;
        }
    }
    return largest;
}

/// A map that is loaded completely, up to the data for drawing.
struct Ready {
    rgm::Map map;
    scene::Pictures pictures;
    scene::Scene scene;

    Ready(const Bytes& file, const scene::GameFolder& game, const scene::MapFiles& files)
        : map(rgm::read_map(file).value()), pictures(game, colours_of(files), 0),
          scene(scene::scene_of(map, "ISLAND", game, files, pictures))
    {
    }
    /// Loads the pictures of its surfaces. Returns their number.
    std::size_t load_pictures()
    {
        std::size_t found = 0;
        for (const scene::SceneMesh& mesh : scene.meshes) {
            for (const model::MeshSurface& surface : mesh.mesh.surfaces) {
                const bool shows = surface.known && surface.colour == model::Texture::no_colour;
                found += shows && pictures.find({surface.bank, surface.image}) != nullptr ? 1U : 0U;
            }
        }
        return found;
    }

private:
    static std::vector<art::Colour> colours_of(const scene::MapFiles& files)
    {
        std::vector<std::string> problems;
        return scene::colours_of_map(files, problems);
    }
};

}  // namespace

void measure_models(Figures& figures)
{
    measure_made(figures);
    const char* samples = std::getenv("REDFORGE_SAMPLES");
    if (samples == nullptr) {
        figures.push_back(
            {"models and maps of the sample game: left out, REDFORGE_SAMPLES is not set", "", "", "", true});
        return;
    }
    const std::filesystem::path folder = std::filesystem::path(samples) / "game";
    const Result<scene::GameFolder> game = scene::index_game_folder(folder);
    const Result<Bytes> file = read_file(folder / "MAPS" / "ISLAND.RGM");
    if (!game || !file) {
        figures.push_back({describe(game ? file.error() : game.error()), "", "", "", false});
        return;
    }
    const std::filesystem::path largest = max_model(*game);
    measure_file(figures, largest.filename().string(), read_file(largest).value());
    const scene::MapFiles files = scene::find_map_files(*game, folder / "MAPS" / "ISLAND.RGM");

    Ready ready(*file, *game, files);
    const std::size_t surfaces = ready.load_pictures();
    const Bytes glb = exchange::write_map_gltf(ready.map, ready.scene, &ready.pictures).value();
    const std::vector<double> times =
        median_seconds(9, {
                              [&] { keep(scene::index_game_folder(folder).value()); },
                              [&] {
                                  const scene::GameFolder found = scene::index_game_folder(folder).value();
                                  Ready each(*file, found, files);
                                  keep(each.load_pictures());
                              },
                              [&] {
                                  Ready each(*file, *game, files);
                                  keep(exchange::write_map_gltf(each.map, each.scene, &each.pictures).value());
                              },
                              [&] {
                                  const Ready each(*file, *game, files);
                                  keep(exchange::write_map_gltf(each.map, each.scene, nullptr).value());
                              },
                          });
    figures.push_back(at_most(fmt::format("the sample game indexed: {} models, {} segments, {} banks",
                                          game->models.size(), game->segments.size(), game->banks.size()),
                              times[0], 0.3, "s"));
    figures.push_back(at_most("its ISLAND ready to draw, indexing included", times[1], 1, "s"));
    figures.push_back(plain(fmt::format("  {} meshes, {} copies, {} surfaces with pictures", ready.scene.meshes.size(),
                                        ready.scene.instances.size(), surfaces),
                            times[1] / times[0], "x indexing"));
    figures.push_back(at_most(fmt::format("its ISLAND from the map's bytes to {:.1f} MB of .glb",
                                          static_cast<double>(glb.size()) / 1e6),
                              times[2] * 1e3, 300, "ms"));
    figures.push_back(plain("  the same without pictures", times[3] / times[2], "x"));
}

}  // namespace redforge::bench
