// The actors of sample_map().
#pragma once

#include "core/record_list.hpp"
#include "rgm/map_fwd.hpp"

namespace redforge::rgm {

/// Two, with scripts and animations.
[[nodiscard]] RecordList<Actor> sample_actors();

}  // namespace redforge::rgm
