// A map with every value that is otherwise computed when it is written: for showing.
#pragma once

#include "core/error.hpp"
#include "rgm/map_fwd.hpp"

namespace redforge::rgm {

/// Gives each derived field the value that the file will have. Errors: those of write_map().
[[nodiscard]] Status complete(Map& map);

}  // namespace redforge::rgm
