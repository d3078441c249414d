// Converts materials of other programs to textures of the game.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/bytes/bytes.hpp"
#include "core/error.hpp"
#include "exchange/mesh/textures.hpp"
#include "model/model.hpp"

namespace redforge::exchange {

struct ImportOptions;

/// A texture, and its width and height in texels. Texture coordinates are in texels.
struct Surface {
    model::Texture texture{};
    double width{unknown_side};
    double height{unknown_side};
};

/// Returns the texture of a material: by its name, else by the name of its picture, else by its colour (displayed red,
/// green, blue from 0 to 1) in the palette. Errors: unknown_name (no name matches, and there is no palette).
[[nodiscard]] Result<model::Texture> texture_for(std::string_view material, std::string_view picture,
                                                 const std::array<double, 3>& colour, const ImportOptions& options);

/// Returns the width and height of a PNG, from its header. Returns nullopt for other bytes.
[[nodiscard]] std::optional<std::array<std::uint32_t, 2>> png_sides(ByteView bytes);

/// Convert a colour component (0 to 1) between linear light and sRGB.
[[nodiscard]] double to_linear(double srgb);
[[nodiscard]] double to_srgb(double linear);

}  // namespace redforge::exchange
