// What imports of all formats share.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "art/colour.hpp"

namespace redforge::exchange {

struct ImportOptions {
    std::optional<std::string> version{};  ///< "v4.0" or "v5.0"; otherwise v4.0 for more than one frame, else v5.0
    std::vector<art::Colour> palette{};    ///< to match plain colours of materials to; empty: materials need names
    bool keep_triangles{};                 ///< each triangle a face; otherwise they are joined, see join.hpp
};

struct Imported;  // imported.hpp

}  // namespace redforge::exchange
