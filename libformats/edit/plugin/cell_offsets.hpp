// The offsets of a worldspace's cells in the file (OFST), after an edit that moves the cells.
#pragma once

#include <cstddef>
#include <optional>

#include "edit/operation/recorder.hpp"
#include "tes/plugin/plugin_fwd.hpp"

namespace redforge::tes {
struct Record;
}  // namespace redforge::tes

namespace redforge::edit {

/// Returns the index of the subrecord OFST in a record of a plugin. Returns nullopt if it has none.
[[nodiscard]] std::optional<std::size_t> find_cell_offsets(const tes::Plugin& plugin, const tes::Record& record);

/// Removes the offsets of each worldspace in which the recorded changes can change the position of a cell in the file:
/// the game then searches its cells. Keeps offsets that the changes set. Returns the number of these worldspaces. Does
/// nothing for documents other than plugins.
std::size_t remove_stale_offsets(Recorder& recorder);

}  // namespace redforge::edit
