// Creates new plugins.
#pragma once

#include "tes/plugin/plugin_fwd.hpp"

namespace redforge::tes {

/// Returns a plugin of Oblivion: empty, or with a script (`sample`).
[[nodiscard]] Plugin new_plugin(bool sample);

}  // namespace redforge::tes
