// Options shared by all importers.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "art/colour.hpp"
#include "model/model.hpp"

namespace redforge::exchange {

struct ImportOptions {
    std::optional<std::string> version{};  ///< "v4.0" or "v5.0"; default: v4.0 for several frames, v5.0 for one
    std::vector<art::Colour> palette{};    ///< palette for plain material colours; if empty, materials are matched by
                                           ///< name
    std::map<std::uint32_t, model::Texture> textures{};  ///< glTF: textures of materials by index, instead of by name
    bool keep_triangles{};  ///< make each triangle a face; otherwise triangles are joined, see join.hpp
};

struct Imported;  // imported.hpp

}  // namespace redforge::exchange
