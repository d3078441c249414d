// Redguard models and model archives as formats of the program.
#pragma once

#include "core/format.hpp"

namespace redforge::model {

[[nodiscard]] Format model_format();
[[nodiscard]] Format rob_format();

}  // namespace redforge::model
