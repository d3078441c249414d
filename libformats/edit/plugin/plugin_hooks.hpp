// Hooks of plugins and saves for generic editing.
#pragma once

#include "edit/hooks.hpp"

namespace redforge::edit {

[[nodiscard]] FormatHooks plugin_hooks();
[[nodiscard]] FormatHooks save_hooks();

}  // namespace redforge::edit
