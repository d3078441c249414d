// What an exported .glb keeps of a model beside its triangles, so that it can be taken back.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/error.hpp"
#include "model/model_fwd.hpp"

namespace redforge::exchange {

/// Indices of the faces that can be drawn: at least three corners, all on vertices that exist.
[[nodiscard]] std::vector<std::uint32_t> drawn_faces(const model::Model& model);

/// Vertices that no drawn face uses, in order.
[[nodiscard]] std::vector<std::uint32_t> loose_vertices(const model::Model& model);

/// Version, frame type, faces and clusters as JSON: one list a field, one number a face or a corner.
[[nodiscard]] nlohmann::json originals_to_json(const model::Model& model);

/// A model of those, with vertices at the origin and no frames yet. Every number has been checked.
/// Errors: malformed, with the field.
[[nodiscard]] Result<model::Model> originals_from_json(const nlohmann::json& json);

/// A number that two models share only if their vertices are in the same places.
[[nodiscard]] std::string fingerprint(const std::vector<model::Vector>& vertices);

}  // namespace redforge::exchange
