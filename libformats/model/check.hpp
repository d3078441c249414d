// Checks that a model's document can be written: consistent lists, and numbers in range.
#pragma once

#include "model/layout.hpp"

namespace redforge::model {

/// Returns the first error that prevents writing a document, with its field path.
[[nodiscard]] Status check_model(const Model& model);

/// Returns true if a document overrides layout or derived values. Then only reading back the written bytes shows if the
/// file keeps the overrides.
[[nodiscard]] bool has_overrides(const Model& model, const Shape& shape);

}  // namespace redforge::model
