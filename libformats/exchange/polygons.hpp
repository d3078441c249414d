// Polygons as other programs have them, with what the game wants to know of each.
#pragma once

#include <cstdint>
#include <vector>

#include "exchange/textures.hpp"
#include "model/texture.hpp"
#include "model/vector.hpp"

namespace redforge::exchange {

/// In place of a smoothing number: the corner is as flat as its face.
inline constexpr std::uint32_t flat = 0xFFFFFFFF;

/// A corner of a polygon.
struct Corner {
    std::uint32_t vertex{};  ///< index in Polygons::positions
    std::uint32_t smooth{};  ///< corners of a vertex with equal numbers share a normal, or `flat`
    double u{};              ///< texels
    double v{};              ///< texels, from the top
};

struct Polygon {
    model::Texture texture{};
    std::uint8_t shade{};
    double width{unknown_side};  ///< of the texture, texels
    double height{unknown_side};
    std::vector<Corner> corners{};
};

/// Polygons as another program has them.
struct Polygons {
    std::vector<model::Vector> positions{};            ///< of the base frame, 1/256 unit
    std::vector<std::vector<model::Vector>> frames{};  ///< of the later frames, as many positions each
    std::vector<Polygon> faces{};
};

}  // namespace redforge::exchange
