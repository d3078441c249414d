// Checks all numbers of a glTF document before the import uses them.
#pragma once

#include <nlohmann/json.hpp>

#include "core/error.hpp"

namespace redforge::exchange {

/// Returns a whole number from 0 to 2^32 - 1; JSON can write it as 2.0. Returns nullopt for other values.
[[nodiscard]] std::optional<std::uint32_t> whole_number(const nlohmann::json& value);

/// Checks all numbers of the document that the import reads: indices, counts and offsets are whole and not negative;
/// matrices, rotations, translations and scales have the right number of elements; the scene exists. The ranges of
/// indices are checked at their use. Errors: malformed, with the position.
[[nodiscard]] Status check_gltf(const nlohmann::json& document);

}  // namespace redforge::exchange
