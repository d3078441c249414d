// Plugins made from nothing.
#pragma once

#include "tes/plugin_fwd.hpp"

namespace redforge::tes {

/// A plugin of Oblivion without records, or with a script in it.
[[nodiscard]] Plugin new_plugin(bool sample);

}  // namespace redforge::tes
