// The offsets of a worldspace's cells in the file (OFST), by which the game finds a cell.
//
// Source: issue 1449 of xEdit: a row for each line of the grid, with the distance from the worldspace record to the
// record of each cell, or 0 if the plugin does not have the cell. An older public description has offsets from the
// start of the file. Issue 959 of xEdit: with wrong offsets the game crashes; without the subrecord it searches.
#pragma once

#include <cstddef>
#include <vector>

#include "core/bytes/bytes.hpp"
#include "tes/form/form_id.hpp"

namespace redforge::tes {

/// Returns the worldspaces of a plugin file with an offset at which none of their cells begins.
[[nodiscard]] std::vector<FormId> find_wrong_offsets(ByteView file, std::size_t header_size);

}  // namespace redforge::tes
