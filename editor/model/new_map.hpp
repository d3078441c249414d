// A new map: empty except for the data that the game expects in every map.
#pragma once

#include <cstddef>

#include "rgm/map.hpp"

namespace redforge::editor {

struct NewMap {
    rgm::Map map;
    std::size_t actors{};  ///< number of the actors that every map of the game begins with
};

/// Returns a map with every section, with the first actors of another map in their order, and their size rows. If
/// `other` is null, it is empty.
[[nodiscard]] NewMap new_map_like(const rgm::Map* other);

}  // namespace redforge::editor
