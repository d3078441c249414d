// v2.6: gradients of texture coordinates in space, stored for each face.
//
// Source: reference sheet "original models", 2, "24F section".
#pragma once

#include "model/model.hpp"

namespace redforge::model {

/// Returns true if the face has gradients other than 0.
[[nodiscard]] bool has_gradients(const Face& face);

/// Computes the gradients of U and V over the stored coordinates from the face's first three corners: times 2^33,
/// rounded to the nearest integer, lowest 32 bits. 0 for a face without area or with invalid vertices.
void fit_gradients(const Model& model, Face& face);

}  // namespace redforge::model
