// Code shared by imports of all formats.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "art/colour.hpp"

namespace redforge::exchange {

struct ImportOptions {
    std::optional<std::string> version{};  ///< "v4.0" or "v5.0"; otherwise v4.0 for more than one frame, else v5.0
    std::vector<art::Colour> palette{};    ///< palette for plain material colours; if empty, materials are matched by
                                           ///< name
    bool keep_triangles{};                 ///< each triangle a face; otherwise they are joined, see join.hpp
};

struct Imported;  // imported.hpp

}  // namespace redforge::exchange
