// The offsets of a worldspace's cells in the file.
#include "edit/plugin/cell_offsets.hpp"

#include <algorithm>
#include <set>
#include <utility>
#include <variant>
#include <vector>

#include "core/record/describe.hpp"
#include "core/text/code_page.hpp"
#include "edit/operation/history.hpp"
#include "edit/plugin/master_lists.hpp"
#include "edit/plugin/subrecord_order.hpp"
#include "tes/plugin/plugin.hpp"

namespace redforge::edit {
namespace {

/// A changed record, as of the end of the changes so far.
struct ChangedNode {
    NodePath node;
    bool is_field{};
    std::uint32_t member{};
};

/// Returns the positions of the worldspace and of the innermost record around a node, as numbers of its steps. Returns
/// nullopt outside of worldspaces.
std::optional<std::pair<std::size_t, std::size_t>> world_around(const RecordHandle& root, const NodePath& node)
{
    std::optional<std::size_t> world;
    std::size_t innermost = 0;
    for (std::size_t size = 1; size <= node.size(); ++size) {
        const RecordHandle record =
            record_at(root, NodePath(node.begin(), node.begin() + static_cast<std::ptrdiff_t>(size)));
        if (record.type->element == tes::Record::element) {
            innermost = size;
            if (static_cast<const tes::Record*>(record.record)->type == "WRLD") {
                world = size;
            }
        }
    }
    return world ? std::optional(std::pair(*world, innermost)) : std::nullopt;
}

}  // namespace

std::optional<std::size_t> find_cell_offsets(const tes::Plugin& plugin, const tes::Record& record)
{
    const MixedList& list = record.subrecords.get();
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (subrecord_tag(plugin, list[i].handle(CodePage::cp1252)) == "OFST") {
            return i;
        }
    }
    return std::nullopt;
}

std::size_t remove_stale_offsets(Recorder& recorder)
{
    const RecordHandle& root = recorder.root();
    const tes::Plugin* const plugin = plugin_of(root);
    const auto is_world_group = [](const auto& entry) {
        const auto* const group = std::get_if<tes::Group>(&entry);
        return group != nullptr && group->label == "WRLD";
    };
    if (plugin == nullptr || std::ranges::none_of(plugin->entries.get(), is_world_group)) {
        return 0;
    }
    std::vector<ChangedNode> all;
    for (const Change& change : changes_of(recorder.made())) {
        const bool moves = change.kind != Operation::Kind::set && change.kind != Operation::Kind::set_bytes;
        if (moves) {
            std::erase_if(all, [&](ChangedNode& each) { return !follow(each.node, change); });
        }
        all.push_back({change.node, change.kind == Operation::Kind::set, change.member});
        if (change.kind == Operation::Kind::insert && change.places.size() == 1) {
            NodePath inserted = change.node;
            inserted.push_back({change.member, static_cast<std::uint32_t>(change.places.front())});
            all.push_back({std::move(inserted), false, 0});
        }
    }
    std::set<NodePath> moved;  // worldspaces
    std::set<NodePath> kept;   // worldspaces whose offsets were changed
    for (const ChangedNode& each : all) {
        const auto around = world_around(root, each.node);
        if (!around) {
            continue;
        }
        const auto begin = each.node.begin();
        const NodePath world(begin, begin + static_cast<std::ptrdiff_t>(around->first));
        const RecordHandle record = record_at(root, world);
        if (each.node.size() > world.size()) {
            const NodePath below(begin, begin + static_cast<std::ptrdiff_t>(world.size() + 1));
            if (is_subrecord_list(record, record.table().children[below.back().child]) &&
                subrecord_tag(*plugin, record_at(root, below)) == "OFST") {
                kept.insert(world);
                continue;
            }
        }
        const RecordHandle inner =
            record_at(root, NodePath(begin, begin + static_cast<std::ptrdiff_t>(around->second)));
        const RecordHandle changed = record_at(root, each.node);
        const FieldEntry* const field = each.is_field ? &changed.table().fields[each.member] : nullptr;
        const bool keeps_size = field != nullptr && field->ops->bitwise && !field->ops->type.derived &&
                                field->name != "flags" &&
                                !static_cast<const tes::Record*>(inner.record)->is_compressed();
        if (!keeps_size) {
            moved.insert(world);
        }
    }
    std::size_t removed = 0;
    for (const NodePath& world : moved) {
        const RecordHandle record = record_at(root, world);
        const auto index = kept.contains(world)
                               ? std::nullopt
                               : find_cell_offsets(*plugin, *static_cast<const tes::Record*>(record.record));
        if (index) {
            recorder.erase(world, *record.table().find_child("subrecords"), {*index});
            ++removed;
        }
    }
    return removed;
}

}  // namespace redforge::edit
