// Outline rows for the types of a list's records, such as the NPCs among 40,000 change records.
#include "editor/model/rows/outline.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "edit/path/path.hpp"
#include "editor/model/scene/scene_records.hpp"
#include "editor/model/text/form_name.hpp"

namespace redforge::editor {
namespace {

/// Returns the node of a record in a section's list.
NodeRef record_of(const RecordHandle& root, NodeRef section, const ListView& records, std::size_t index)
{
    const std::uint16_t child = edit::record_at(root, section.node).table().number_of(*records.child);
    section.node.push_back({child, static_cast<std::uint32_t>(index)});
    return section;
}

}  // namespace

ListView Outline::list_by_type(Row list) const
{
    const std::optional<NodeInfo> info = rows_[list].kind != Kind::type ? session_->find(node(list)) : std::nullopt;
    if (!info) {
        return {};
    }
    const bool section = list != 0 && rows_[list].above == 0;
    const bool by_layer = section && info->members && grouping_ == Grouping::layer;
    const bool groups =
        by_layer ? scene_record(session_->root(), record_of(session_->root(), info->ref, info->members, 0)).has_value()
                 : section && can_group(info->members, grouping_);
    return is_grouped_by_type(info->members) || groups ? info->members : ListView{};
}

/// Returns the row that a record is listed below: its layer, form type, actor or model.
Outline::Type Outline::type_of(Row list, const ListView& records, std::size_t index) const
{
    if (grouping_ == Grouping::layer) {
        const std::string_view layer =
            layers_ != nullptr ? layers_->of(record_of(session_->root(), node(list), records, index)) : "";
        return {layer.empty(), layer.empty() ? "No layer" : std::string(layer)};
    }
    if (grouping_ == Grouping::kind) {
        return {records.item_number(index) == 0, form_type(records, index)};
    }
    RecordGroup group = group_in(records.at(index), grouping_);
    return {!group.named, std::move(group.name)};
}

const Outline::Row* Outline::find_type(Row list, const Type& type) const
{
    const std::vector<Row>& rows = rows_[list].below;
    auto end = rows.end();
    while (end != rows.begin() && rows_[*(end - 1)].kind != Kind::type) {
        --end;  // other children of the list
    }
    const auto found = std::lower_bound(rows.begin(), end, type,
                                        [&](Row row, const Type& wanted) { return types_[rows_[row].index] < wanted; });
    return found != end && types_[rows_[*found].index] == type ? &*found : nullptr;
}

Outline::Row Outline::add_type(Row list, std::uint32_t child, Type type)
{
    types_.push_back(std::move(type));
    rows_.push_back({.above = list,
                     .child = child,
                     .index = static_cast<std::uint32_t>(types_.size() - 1),
                     .kind = Kind::type,
                     .whole = rows_[list].whole,
                     .made = true,
                     .had_children = true});
    return static_cast<Row>(rows_.size() - 1);
}

Outline::Row Outline::add_record(Row above, std::uint32_t child, std::uint32_t index, bool whole)
{
    rows_.push_back({.above = above, .child = child, .index = index, .kind = Kind::record, .whole = whole});
    const Row row = static_cast<Row>(rows_.size() - 1);
    rows_[row].had_children = can_have_children(row);
    return row;
}

std::vector<Outline::Row> Outline::rows_by_type(Row list, const NodeInfo& info)
{
    std::map<Type, std::vector<std::uint32_t>> types;
    for (std::size_t i = 0; i < info.members.size(); ++i) {
        types[type_of(list, info.members, i)].push_back(static_cast<std::uint32_t>(i));
    }
    const std::uint32_t child = info.ref.list ? *info.ref.list : info.record.table().number_of(*info.members.child);
    const bool whole = rows_[list].whole;
    std::vector<Row> made;
    for (const auto& [type, places] : types) {
        std::vector<Row> members;
        const Row row = add_type(list, child, type);
        for (const std::uint32_t place : places) {
            NodeRef ref{info.ref.node, {}};
            ref.node.push_back({child, place});
            if (whole || leading_.contains(ref)) {
                members.push_back(add_record(row, child, place, whole || whole_.contains(ref)));
            }
        }
        if (!members.empty()) {
            rows_[row].below = std::move(members);
            made.push_back(row);
        }
    }
    return made;
}

void Outline::follow_types(Row list, const edit::Change& change, OutlineChange& row_changes)
{
    using Change = edit::Operation::Kind;
    const std::vector<Row> types = rows_[list].below;
    for (const Row type : types) {
        if (rows_[type].kind != Kind::type) {
            break;  // other children of the list
        }
        std::vector<Row> kept;
        for (const Row row : rows_[type].below) {
            edit::NodePath node = change.node;
            node.push_back({change.member, rows_[row].index});
            if (edit::follow(node, change)) {
                if (change.kind == Change::move && rows_[row].index == change.places[0]) {
                    row_changes.removed.push_back({type, row});
                    row_changes.added.push_back({type, row});
                }
                rows_[row].index = node.back().index;
                kept.push_back(row);
            } else {
                row_changes.removed.push_back({type, row});
            }
        }
        std::ranges::sort(kept, {}, [&](Row row) { return rows_[row].index; });
        if (kept.size() != rows_[type].below.size()) {
            row_changes.changed.push_back(type);
        }
        rows_[type].below = std::move(kept);
    }
    if (change.kind == Change::insert) {
        const ListView records = list_by_type(list);
        for (const std::size_t place : change.places) {
            const Row row = add_record(list, change.member, static_cast<std::uint32_t>(place), true);
            place_by_type(list, records, row, row_changes);
        }
    }
    drop_empty_types(list, row_changes);
}

void Outline::place_by_type(Row list, const ListView& records, Row record, OutlineChange& row_changes)
{
    const Type wanted = type_of(list, records, rows_[record].index);
    const Row before = rows_[record].above;
    if (before != list && types_[rows_[before].index] == wanted) {
        return;
    }
    if (before != list) {
        std::erase(rows_[before].below, record);
        row_changes.removed.push_back({before, record});
        row_changes.changed.push_back(before);
    }
    Row type{};
    if (const Row* const same = find_type(list, wanted)) {
        type = *same;
    } else {
        type = add_type(list, rows_[record].child, wanted);
        std::vector<Row>& rows = rows_[list].below;
        const auto place = std::ranges::find_if(rows, [&](Row row) {
            return rows_[row].kind != Kind::type || wanted < types_[rows_[row].index];
        });
        rows.insert(place, type);
        row_changes.added.push_back({list, type});
    }
    rows_[record].above = type;
    std::vector<Row>& members = rows_[type].below;
    members.insert(std::ranges::upper_bound(members, rows_[record].index, {},
                                            [&](Row row) { return rows_[row].index; }),
                   record);
    row_changes.added.push_back({type, record});
    row_changes.changed.push_back(type);
}

void Outline::drop_empty_types(Row list, OutlineChange& row_changes)
{
    std::erase_if(rows_[list].below, [&](Row row) {
        const bool empty = rows_[row].kind == Kind::type && rows_[row].below.empty();
        if (empty) {
            row_changes.removed.push_back({list, row});
        }
        return empty;
    });
}

}  // namespace redforge::editor
