// From materials of other programs to textures of the game.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/bytes.hpp"
#include "core/error.hpp"
#include "exchange/textures.hpp"
#include "model/model.hpp"

namespace redforge::exchange {

struct ImportOptions;

/// A texture with the sides, in texels, that its coordinates are measured by.
struct Surface {
    model::Texture texture{};
    double width{unknown_side};
    double height{unknown_side};
};

/// A material by its name, else by the name of its picture, else its colour (red, green, blue from 0 to 1 as shown) by
/// the palette. Errors: unknown_name, when there is no palette.
[[nodiscard]] Result<model::Texture> texture_for(std::string_view material, std::string_view picture,
                                                 const std::array<double, 3>& colour, const ImportOptions& options);

/// The sides of a PNG by its header, when the bytes are one.
[[nodiscard]] std::optional<std::array<std::uint32_t, 2>> png_sides(ByteView bytes);

/// Colour parts from 0 to 1, as light and as shown.
[[nodiscard]] double to_linear(double shown);
[[nodiscard]] double to_shown(double linear);

}  // namespace redforge::exchange
