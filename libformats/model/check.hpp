// Whether a model's document can be written: its lists agree, its numbers fit their places.
#pragma once

#include "model/layout.hpp"

namespace redforge::model {

/// The first thing that keeps a document from being written, with its field path.
[[nodiscard]] Status check_model(const Model& model);

/// Whether a document says anything of its layout or of derived values, so that only reading back what was written
/// tells whether the file says it too.
[[nodiscard]] bool has_overrides(const Model& model, const Shape& shape);

}  // namespace redforge::model
