// Groups of cells and their references: which block a cell belongs to, and moving cells there.
#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "tes/form/form_id.hpp"
#include "tes/plugin/record.hpp"

namespace redforge::tes {

/// Element of the subrecord with the grid of an exterior cell.
inline constexpr std::string_view grid_element = "grid";

/// The block and sub-block of a cell: groups without content.
struct CellBlocks {
    Group block;
    Group sub_block;
};

/// Returns the groups of an interior cell: the block has the last decimal digit of its object id, the sub-block the
/// digit before. Source: reference sheet "plugin container" [measured on all interior cells of 160 plugins].
[[nodiscard]] CellBlocks blocks_of_interior(FormId cell);
/// Returns the groups of an exterior cell by its grid: a block has 32 x 32 cells, a sub-block 8 x 8. Returns nullopt if
/// the cell has no grid.
[[nodiscard]] std::optional<CellBlocks> blocks_of_exterior(const Record& cell);
/// Same as above, for a cell in a sub-block. Returns nullopt for other groups.
[[nodiscard]] std::optional<CellBlocks> blocks_of(const Record& cell, const Group& sub_block);

/// Returns true if two groups have the same type and label.
[[nodiscard]] bool has_equal_label(const Group& a, const Group& b);

/// Moves cells from wrong blocks to the right ones, and creates missing groups. Removes groups that become empty.
/// `is_wanted`: the cells that may be moved. Returns the number of moved cells.
std::size_t arrange_cells(Plugin& plugin, const std::function<bool(FormId)>& is_wanted);

}  // namespace redforge::tes
