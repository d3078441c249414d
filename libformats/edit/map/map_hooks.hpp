// Hooks of Redguard maps for generic editing.
#pragma once

#include "edit/hooks.hpp"

namespace redforge::edit {

[[nodiscard]] FormatHooks map_hooks();

}  // namespace redforge::edit
