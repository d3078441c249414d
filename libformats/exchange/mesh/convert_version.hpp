// Converts an imported model to the requested version.
#pragma once

#include <string>
#include <vector>

#include "core/error.hpp"
#include "exchange/mesh/import.hpp"
#include "model/model.hpp"

namespace redforge::exchange {

/// Returns the model if it has the requested version. Otherwise converts it and keeps its polygons: texture coordinates
/// of v2 become steps; v5.0 gets slots and clusters. `notes`: earlier notes of the import, which the result includes.
/// Errors: those of build_model().
[[nodiscard]] Result<Imported> convert_version(model::Model model, std::string name, const ImportOptions& options,
                                               std::vector<std::string> notes);

}  // namespace redforge::exchange
