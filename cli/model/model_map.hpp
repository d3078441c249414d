// `model export` of a map, an archive or a terrain.
#pragma once

#include <filesystem>
#include <string>

#include "art/terrain.hpp"
#include "cli/line/verb.hpp"
#include "model/rob.hpp"
#include "rgm/map.hpp"

namespace redforge::cli {

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
