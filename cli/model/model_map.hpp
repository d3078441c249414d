// `model export` of a map, an archive or a terrain, and the files of a map's scene.
#pragma once

#include <filesystem>
#include <string>

#include "art/terrain.hpp"
#include "cli/line/verb.hpp"
#include "core/error.hpp"
#include "model/rob.hpp"
#include "rgm/map.hpp"
#include "scene/game_folder.hpp"

namespace redforge::cli {

/// Returns the files needed to display a map; --palette overrides the game's palette. `game` may be null. Errors: of
/// --palette.
[[nodiscard]] Result<scene::MapFiles> files_for_scene(const Arguments& arguments, const std::string& input,
                                                      const scene::GameFolder* game);

/// Writes a map with the models and pictures of its game folder.
Exit export_map(const Arguments& arguments, const std::string& input, const rgm::Map& map,
                const std::filesystem::path& out);

/// Writes all models of an archive as one .glb, with pictures if there is a game folder.
Exit export_archive(const Arguments& arguments, const std::string& input, const model::Rob& rob,
                    const std::filesystem::path& out);

/// Writes a terrain as one mesh.
Exit export_terrain(const Arguments& arguments, const std::string& input, const art::Terrain& terrain,
                    const std::filesystem::path& out);

}  // namespace redforge::cli
