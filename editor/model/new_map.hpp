// A new map: empty, but for what the game expects of every map.
#pragma once

#include <cstddef>

#include "rgm/map.hpp"

namespace redforge::editor {

struct NewMap {
    rgm::Map map;
    std::size_t actors{};  ///< of those that every map of the game begins with
};

/// A map with every section, and with the first actors of another map, in their order, and the rows of sizes that they
/// name. Without another map, empty.
[[nodiscard]] NewMap new_map_like(const rgm::Map* other);

}  // namespace redforge::editor
