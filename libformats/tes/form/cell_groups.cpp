// Moves cells to the groups that they belong to.
#include "tes/form/cell_groups.hpp"

#include <algorithm>
#include <variant>
#include <vector>

#include "core/record/describe.hpp"
#include "tes/form/form_id_allocator.hpp"
#include "tes/plugin/plugin.hpp"
#include "tes/plugin/record_walk.hpp"

namespace redforge::tes {
namespace {

constexpr std::uint32_t number_of(GroupType type)
{
    return static_cast<std::uint32_t>(type);
}

Group group_of(GroupType type)
{
    Group group;
    group.type = number_of(type);
    return group;
}

std::int16_t floor_of(std::int64_t value, std::int64_t size)
{
    return static_cast<std::int16_t>(value >= 0 ? value / size : -((-value + size - 1) / size));
}

/// Returns the group with the label of `wanted`. Appends it if it is missing.
Group& find_group(Entries& entries, const Group& wanted)
{
    EntryList& all = entries.get();
    for (auto& entry : all) {
        if (auto* const group = std::get_if<Group>(&entry); group != nullptr && has_equal_label(*group, wanted)) {
            return *group;
        }
    }
    return std::get<Group>(all.emplace_back(wanted));
}

/// A cell that was taken from a wrong block.
struct TakenCell {
    Record cell;
    CellBlocks blocks;
};

void take_cells(Group& block, const std::function<bool(FormId)>& is_wanted, std::vector<TakenCell>& taken)
{
    std::erase_if(block.entries.get(), [&](auto& entry) {
        auto* const sub_block = std::get_if<Group>(&entry);
        if (sub_block == nullptr) {
            return false;
        }
        const std::size_t before = taken.size();
        EntryList& cells = sub_block->entries.get();
        std::erase_if(cells, [&](auto& each) {
            auto* const cell = std::get_if<Record>(&each);
            if (cell == nullptr || cell->type != "CELL" || !is_wanted(cell->form_id)) {
                return false;
            }
            std::optional<CellBlocks> blocks = blocks_of(*cell, *sub_block);
            const bool is_wrong =
                blocks && !(has_equal_label(blocks->block, block) && has_equal_label(blocks->sub_block, *sub_block));
            if (is_wrong) {
                taken.push_back({std::move(*cell), std::move(*blocks)});
            }
            return is_wrong;
        });
        return cells.empty() && taken.size() > before;
    });
}

/// Moves cells to their blocks, and returns the number of moved cells. `blocks`: the content of the top group of cells,
/// or of the children of a worldspace.
std::size_t arrange(Entries& blocks, const std::function<bool(FormId)>& is_wanted)
{
    std::vector<TakenCell> taken;
    std::erase_if(blocks.get(), [&](auto& entry) {
        auto* const block = std::get_if<Group>(&entry);
        if (block == nullptr || (block->type != number_of(GroupType::interior_block) &&
                                 block->type != number_of(GroupType::exterior_block))) {
            return false;
        }
        const std::size_t before = taken.size();
        take_cells(*block, is_wanted, taken);
        return taken.size() > before && block->entries.get().empty();
    });
    for (TakenCell& each : taken) {
        Group& block = find_group(blocks, each.blocks.block);
        find_group(block.entries, each.blocks.sub_block).entries.get().emplace_back(std::move(each.cell));
    }
    return taken.size();
}

}  // namespace

bool has_equal_label(const Group& a, const Group& b)
{
    return a.type == b.type && a.label == b.label && a.number == b.number && a.x == b.x && a.y == b.y;
}

CellBlocks blocks_of_interior(FormId cell)
{
    constexpr std::uint32_t base = 10;
    const std::uint32_t number = cell.value & number_bits;
    CellBlocks blocks{group_of(GroupType::interior_block), group_of(GroupType::interior_sub_block)};
    blocks.block.number = static_cast<std::int32_t>(number % base);
    blocks.sub_block.number = static_cast<std::int32_t>(number / base % base);
    return blocks;
}

std::optional<CellBlocks> blocks_of_exterior(const Record& cell)
{
    constexpr std::int64_t cells_in_block = 32;
    constexpr std::int64_t cells_in_sub_block = 8;
    MixedList& list = cell.subrecords.get();
    for (std::size_t i = 0; i < list.size(); ++i) {
        const RecordHandle record = list[i].handle(CodePage::cp1252);
        const bool is_grid = record.type->element == grid_element;
        const FieldView x = is_grid ? record.find_field("x") : FieldView{};
        const FieldView y = is_grid ? record.find_field("y") : FieldView{};
        if (x && y) {
            const std::int64_t column = x.entry->ops->get_integer(x.value).value_or(0);
            const std::int64_t row = y.entry->ops->get_integer(y.value).value_or(0);
            CellBlocks blocks{group_of(GroupType::exterior_block), group_of(GroupType::exterior_sub_block)};
            blocks.block.x = floor_of(column, cells_in_block);
            blocks.block.y = floor_of(row, cells_in_block);
            blocks.sub_block.x = floor_of(column, cells_in_sub_block);
            blocks.sub_block.y = floor_of(row, cells_in_sub_block);
            return blocks;
        }
    }
    return std::nullopt;
}

std::optional<CellBlocks> blocks_of(const Record& cell, const Group& sub_block)
{
    return sub_block.type == number_of(GroupType::interior_sub_block)   ? blocks_of_interior(cell.form_id)
           : sub_block.type == number_of(GroupType::exterior_sub_block) ? blocks_of_exterior(cell)
                                                                        : std::nullopt;
}

std::size_t arrange_cells(Plugin& plugin, const std::function<bool(FormId)>& is_wanted)
{
    bool is_concerned = false;  // else all records stay as they are: undecoded
    for_each_record(plugin, [&](const RecordHead& head) {
        is_concerned = is_concerned || (head.type == "CELL" && is_wanted(head.form_id));
    });
    if (!is_concerned) {
        return 0;
    }
    std::size_t moved = 0;
    for (auto& entry : plugin.entries.get()) {
        auto* const top = std::get_if<Group>(&entry);
        if (top == nullptr || top->type != number_of(GroupType::top)) {
            continue;
        }
        if (top->label == "CELL") {
            moved += arrange(top->entries, is_wanted);
        } else if (top->label == "WRLD") {
            for (auto& each : top->entries.get()) {
                if (auto* const world = std::get_if<Record>(&each)) {
                    for (Group& children : world->groups) {
                        moved += arrange(children.entries, is_wanted);
                    }
                }
            }
        }
    }
    return moved;
}

}  // namespace redforge::tes
