// Format entries of Redguard models and model archives.
#pragma once

#include "core/format.hpp"

namespace redforge::model {

[[nodiscard]] Format model_format();
[[nodiscard]] Format rob_format();

}  // namespace redforge::model
