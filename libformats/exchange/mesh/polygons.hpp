// Polygons of other programs, with the data that the game needs.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "exchange/mesh/textures.hpp"
#include "model/model.hpp"

namespace redforge::exchange {

/// Smoothing number of a corner that is flat.
inline constexpr std::uint32_t flat = 0xFFFFFFFF;

/// Tolerance of texture coordinates, in texels. They are stored in sixteenths, so smaller differences are rounding.
inline constexpr double texel_rounding = 1.0 / 16;

/// Numbers of a corner that the .glb export adds and other programs preserve. Each counts from 1; 0 means none. See
/// numbers.hpp.
struct CornerNumbers {
    std::uint32_t polygon{};
    std::uint32_t corner{};  ///< number of the corner in its polygon
    std::uint32_t slot{};    ///< number of the normal slot; without slots, of the vertex
    std::uint32_t cluster{};
    std::optional<std::uint8_t> shade{};
};

/// A corner of a polygon.
struct Corner {
    std::uint32_t vertex{};  ///< index in Polygons::positions
    std::uint32_t smooth{};  ///< corners of a vertex with equal numbers share a normal; `flat`: none
    double u{};              ///< texels
    double v{};              ///< texels, from the top
    CornerNumbers numbers{};
};

struct Polygon {
    model::Texture texture{};
    std::uint8_t shade{};
    std::uint32_t number{};      ///< number of the exported polygon, from 1; 0: none
    double width{unknown_side};  ///< texture width, texels
    double height{unknown_side};
    std::vector<Corner> corners{};
};

/// Polygons of another program.
struct Polygons {
    std::vector<model::Vector> positions{};            ///< positions of the base frame, in 1/256 unit
    std::vector<std::vector<model::Vector>> frames{};  ///< positions of later frames; each has the same number
    std::vector<Polygon> faces{};
    /// For each position, the 1-based vertex of the exported model, or 0. Empty if no position has one.
    std::vector<std::uint32_t> vertex_numbers{};
};

}  // namespace redforge::exchange
