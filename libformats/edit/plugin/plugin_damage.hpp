// Damage of plugins: bytes that are not a complete record, group or subrecord, and records that the header counts and
// the file does not have.
#pragma once

#include <vector>

#include "edit/document/damage.hpp"
#include "tes/plugin/plugin_fwd.hpp"

namespace redforge::edit {

/// Returns the damage of a plugin, in document order. Decodes only damaged records.
[[nodiscard]] std::vector<Damage> find_plugin_damage(const tes::Plugin& plugin);

}  // namespace redforge::edit
