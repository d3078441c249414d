// The numbers of a glTF document, checked before anything is read by them.
#pragma once

#include <nlohmann/json.hpp>

#include "core/error.hpp"

namespace redforge::exchange {

/// A whole number from 0 to 2^32 - 1; JSON may write it as 2.0. Nothing for any other value.
[[nodiscard]] std::optional<std::uint32_t> whole_number(const nlohmann::json& value);

/// Looks at every number that reading a model takes from the document: indices, counts and offsets are whole and not
/// below 0, matrices, rotations, moves and scales have as many numbers as they need, and the scene to show is there.
/// Whether an index names something is seen where it is used. Errors: malformed, with the place.
[[nodiscard]] Status check_gltf(const nlohmann::json& document);

}  // namespace redforge::exchange
