// Material names for the surface of a face: "D02044", "colour_42" or "code_FFF02A3B".
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "model/model.hpp"

namespace redforge::exchange {

/// Returns the material name of a surface. The name of an image is the name of its record in the texture bank: a letter
/// for the hundreds and two digits of the bank, three digits of the image. A code that is neither an image nor a colour
/// is written in hexadecimal.
[[nodiscard]] std::string surface_name(const model::Texture& texture);

/// Parses a material name. Ignores case and suffixes that modelling programs add to make names unique (".001"). Returns
/// nullopt for other names.
[[nodiscard]] std::optional<model::Texture> surface_of(std::string_view name);

}  // namespace redforge::exchange
