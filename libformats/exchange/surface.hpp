// What a face is covered with, as the name of a material: "D02044", "colour_42" or "code_FFF02A3B".
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "model/model.hpp"

namespace redforge::exchange {

/// An image is named as the record in its texture bank is: letter of the hundred, two digits of the bank, three of the
/// image. Codes that are neither image nor plain colour are written down as they are, in hexadecimal.
[[nodiscard]] std::string surface_name(const model::Texture& texture);

/// The inverse. Ignores case and suffixes that modelling programs add to make names unique (".001"). Returns nullopt
/// for other names.
[[nodiscard]] std::optional<model::Texture> surface_of(std::string_view name);

}  // namespace redforge::exchange
