// A model that came back from another program, as the version that it is to have.
#pragma once

#include <string>
#include <vector>

#include "core/error.hpp"
#include "exchange/import.hpp"
#include "model/model.hpp"

namespace redforge::exchange {

/// The model itself when no other version is asked for, otherwise one of the same polygons: texture coordinates of v2
/// become steps, slots and clusters are made where v5.0 wants them. `notes` are those of the model so far. Errors: as
/// build_model().
[[nodiscard]] Result<Imported> revise(model::Model model, std::string name, const ImportOptions& options,
                                      std::vector<std::string> notes);

}  // namespace redforge::exchange
