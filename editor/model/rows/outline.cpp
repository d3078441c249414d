// The outline of a document: creates rows on demand, and filters them by a query.
#include "editor/model/rows/outline.hpp"

#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "core/text/counts.hpp"
#include "edit/map/map_of.hpp"
#include "edit/path/path.hpp"
#include "editor/model/session/search.hpp"
#include "editor/model/text/form_name.hpp"
#include "tes/plugin/record.hpp"

namespace redforge::editor {
namespace {

void follow_set(std::set<NodeRef>& refs, const edit::Changes& changes)
{
    NodeRefs all(refs.begin(), refs.end());
    follow(all, changes);
    refs = {all.begin(), all.end()};
}

}  // namespace

Outline::Outline(const Session& session, Grouping grouping, const Layers* layers)
    : session_(&session), grouping_(edit::map_of(session.document()) != nullptr ? grouping : Grouping::kind),
      layers_(layers)
{
    rows_.push_back({.kind = Kind::document, .whole = true});
}

Result<Outline> Outline::filtered(const Session& session, std::string_view query, Grouping grouping,
                                  const Layers* layers)
{
    const RecordHandle root = session.root();
    Result<NodeRefs> found = search(root, query);
    if (!found) {
        return fail(std::move(found.error()));
    }
    Outline outline(session, grouping, layers);
    outline.rows_.front().whole = false;
    outline.query_ = query;
    outline.found_ = std::move(*found);
    outline.whole_ = {outline.found_.begin(), outline.found_.end()};
    for (NodeRef ref : outline.found_) {
        while (outline.leading_.insert(ref).second) {
            ref = node_above(root, ref);
        }
    }
    return outline;
}

const std::vector<Outline::Row>& Outline::below(Row row)
{
    if (rows_[row].made) {
        return rows_[row].below;
    }
    rows_[row].made = true;
    const std::optional<NodeInfo> info = session_->find(node(row));
    if (!info) {
        return rows_[row].below;
    }
    const bool whole = rows_[row].whole;
    std::vector<Row> made;
    std::size_t members = 0;
    if (list_by_type(row)) {
        made = rows_by_type(row, *info);
        members = info->members.size();
    }
    const NodeRefs nodes = nodes_below(*info);
    for (const NodeRef& each : std::span(nodes).subspan(members)) {
        if (whole || leading_.contains(each)) {
            const bool found = whole || whole_.contains(each);
            made.push_back(add_row(row, each, found));
        }
    }
    rows_[row].below = std::move(made);
    return rows_[row].below;
}

Outline::Row Outline::add_row(Row above, const NodeRef& ref, bool whole)
{
    Node added{.above = above, .whole = whole};
    if (ref.list) {
        added.kind = Kind::list;
        added.child = *ref.list;
    } else {
        const edit::Step& step = ref.node.back();
        const RecordHandle parent = edit::record_at(session_->root(), node(above).node);
        const bool group = parent.table().children[step.child].kind == ChildEntry::Kind::group;
        added.kind = group ? Kind::group : Kind::record;
        added.child = step.child;
        added.index = step.index;
    }
    rows_.push_back(std::move(added));
    const Row row = static_cast<Row>(rows_.size() - 1);
    rows_[row].had_children = can_have_children(row);
    return row;
}

NodeRef Outline::node(Row row) const
{
    const Node& there = rows_[row];
    if (there.kind == Kind::document) {
        return {};
    }
    if (there.kind == Kind::type) {
        return node(there.above);
    }
    NodeRef ref{node(there.above).node, {}};
    if (there.kind == Kind::list) {
        ref.list = there.child;
    } else {
        ref.node.push_back({there.child, there.index});
    }
    return ref;
}

NodeRefs Outline::nodes(Row row) const
{
    if (rows_[row].kind != Kind::type || grouping_ == Grouping::kind) {
        return {node(row)};
    }
    NodeRefs records;
    for (const Row each : rows_[row].below) {
        records.push_back(node(each));
    }
    return records;
}

bool Outline::can_have_children(Row row) const
{
    if (rows_[row].kind == Kind::type) {
        return true;
    }
    const std::optional<NodeInfo> info = session_->find(node(row));
    return info && can_have_nodes(*info);
}

std::string Outline::name(Row row) const
{
    if (row == 0) {
        return finds_nothing() ? fmt::format("No match for \"{}\"", query_) : std::string(session_->format().name);
    }
    if (rows_[row].kind == Kind::type) {
        return types_[rows_[row].index].name;
    }
    const NodeRef ref = node(row);
    const std::optional<NodeInfo> info = session_->find(ref);
    if (!info) {
        return {};
    }
    // The row above shows the type, so omit it from the name.
    const bool of_type = rows_[rows_[row].above].kind == Kind::type && grouping_ == Grouping::kind;
    std::string name = of_type ? form_name(info->parent, info->index, false) : name_of(*info);
    const bool draft = info->is_record() && std::ranges::any_of(session_->drafts(), [&](const Draft& each) {
                           return !each.lost && each.record == ref;
                       });
    return draft ? name + " (draft)" : name;
}

/// Returns true if the filter shows no row. New records are shown regardless of the filter.
bool Outline::finds_nothing() const
{
    return !rows_.front().whole && found_.empty() && rows_.front().below.empty();
}

std::string Outline::content(Row row) const
{
    if (row == 0 && finds_nothing()) {
        return {};
    }
    if (rows_[row].kind == Kind::type) {
        return counted(rows_[row].below.size(), "record");
    }
    const std::optional<NodeInfo> info = session_->find(node(row));
    std::string content = info ? content_of(*info) : std::string{};
    if (info && info->is_record() && is_form(info->record)) {
        // Records of a save have no editor IDs, but their masters do.
        const std::string form_id = info->record.find_field("form_id").text();
        const bool is_named = static_cast<bool>(info->record.find_field("editor_id"));
        const std::string place = is_named ? form_place(*session_, form_id) : form_description(*session_, form_id);
        content = place + (place.empty() || content.empty() ? "" : ", ") + content;
    } else if (info && info->is_record() && info->parent.item(info->index).name == tes::Group::element) {
        const FieldView label = info->record.find_field("label");
        const std::string_view words = label ? type_description(*session_, label.text()) : std::string_view{};
        content = fmt::format("{}{}{}", words, words.empty() || content.empty() ? "" : ", ", content);
    }
    return content;
}

std::optional<Outline::Row> Outline::row_of_list(Row above, std::uint32_t child) const
{
    const std::vector<Row>& rows = rows_[above].below;
    // Search from the end, because groups and lists follow the records.
    for (auto row = rows.rbegin(); row != rows.rend(); ++row) {
        if (rows_[*row].kind == Kind::list && rows_[*row].child == child) {
            return *row;
        }
        if (rows_[*row].kind == Kind::record && rows_[*row].index > 0) {
            break;
        }
    }
    return std::nullopt;
}

std::optional<Outline::Row> Outline::row_of_step(Row above, const edit::Step& step) const
{
    const std::vector<Row>& rows = rows_[above].below;
    const auto fits = [&](Row row) {
        const Node& there = rows_[row];
        return there.kind != Kind::list && there.child == step.child && there.index == step.index;
    };
    const auto in_type = [&](Row type) -> std::optional<Row> {  // binary search in list order
        const std::vector<Row>& members = rows_[type].below;
        const auto member =
            std::ranges::lower_bound(members, step.index, {}, [&](Row row) { return rows_[row].index; });
        const bool found =
            rows_[type].child == step.child && member != members.end() && rows_[*member].index == step.index;
        return found ? std::optional(*member) : std::nullopt;
    };
    if (!rows.empty() && rows_[rows.front()].kind == Kind::type) {
        if (const ListView records = list_by_type(above); records && step.index < records.size()) {
            const Row* const type = find_type(above, type_of(above, records, step.index));
            if (const std::optional<Row> found = type != nullptr ? in_type(*type) : std::nullopt) {
                return found;
            }
        }
    }
    for (const Row type : rows) {  // the record still has the row of its type before the change
        if (rows_[type].kind != Kind::type) {
            break;
        }
        if (const std::optional<Row> found = in_type(type)) {
            return found;
        }
    }
    if (step.index < rows.size() && fits(rows[step.index])) {  // all records of the list are shown
        return rows[step.index];
    }
    const auto row = std::ranges::find_if(rows, fits);
    return row == rows.end() ? std::nullopt : std::optional(*row);
}

std::optional<Outline::Row> Outline::descend(const NodeRef& ref, bool make)
{
    Row row = 0;
    for (const edit::Step& step : ref.node) {
        if (make) {
            below(row);
        }
        std::optional<Row> next = row_of_step(row, step);
        if (!next) {
            const std::optional<Row> list = row_of_list(row, step.child);
            if (!list) {
                return std::nullopt;
            }
            if (make) {
                below(*list);
            }
            next = row_of_step(*list, step);
        }
        if (!next) {
            return std::nullopt;
        }
        row = *next;
    }
    if (!ref.list) {
        return row;
    }
    if (make) {
        below(row);
    }
    return row_of_list(row, *ref.list);
}

Outline::OutlineChange Outline::follow(const edit::Changes& changes)
{
    OutlineChange row_changes;
    std::set<Row> touched;
    const std::size_t known = rows_.size();
    editor::follow(found_, changes);
    follow_set(whole_, changes);
    follow_set(leading_, changes);
    for (std::size_t i = 0; i < changes.size(); ++i) {
        const edit::Change& change = changes[i];
        const std::optional<Row> parent = descend({change.node, {}}, false);
        if (!parent) {
            continue;  // no row of the changed record exists
        }
        if (change.kind == edit::Operation::Kind::set || change.kind == edit::Operation::Kind::set_bytes) {
            row_changes.changed.push_back(*parent);
            if (rows_[rows_[*parent].above].kind == Kind::type) {
                const Row list = rows_[rows_[*parent].above].above;
                place_by_type(list, list_by_type(list), *parent, row_changes);
                drop_empty_types(list, row_changes);
            }
            continue;
        }
        const std::optional<Row> list = row_of_list(*parent, change.member);
        const std::optional<Row> only = row_of_step(*parent, {change.member, 0});
        // The document is in its state after all changes: the record can have moved, or be removed with all its
        // children.
        edit::NodePath now = change.node;
        if (!std::ranges::all_of(std::span(changes).subspan(i + 1),
                                 [&](const edit::Change& later) { return edit::follow(now, later); })) {
            continue;
        }
        const RecordHandle record = edit::record_at(session_->root(), now);
        const ChildEntry& child = record.table().children[change.member];
        if (child.ops->single) {
            // The record replaces the row of its empty list.
            if (const std::optional<Row> row = list ? list : only) {
                rows_[*row].kind = change.kind == edit::Operation::Kind::insert ? Kind::record : Kind::list;
                rows_[*row].index = 0;
                update_row(*row, row_changes);
            }
            continue;
        }
        const Row row = list.value_or(*parent);
        if (!list && !child.name.empty()) {
            continue;  // a list that the filter hides
        }
        touched.insert(row);
        row_changes.changed.push_back(row);
        if (rows_[row].made) {
            follow_list(row, change, row_changes);
        }
    }
    for (std::size_t row = known; row < rows_.size(); ++row) {
        rows_[row].had_children = can_have_children(static_cast<Row>(row));
    }
    for (const Row row : touched) {  // a row changes its kind when its list becomes empty or gets its first record
        if (rows_[row].had_children != can_have_children(row)) {
            update_row(row, row_changes);
        }
    }
    remove_duplicates(row_changes, known);
    return row_changes;
}

/// Reports each row once, and only if it exists: removes rows that were moved twice, added and removed again, or
/// changed and then removed (alone or with a parent).
void Outline::remove_duplicates(OutlineChange& row_changes, std::size_t known) const
{
    std::set<Row> gone;
    std::erase_if(row_changes.removed,
                  [&](const OutlineChange::Place& place) { return !gone.insert(place.row).second; });
    std::set<Row> came;
    std::erase_if(row_changes.added, [&](const OutlineChange::Place& place) {
        const std::vector<Row>& there = rows_[place.above].below;
        return !came.insert(place.row).second ||
               (gone.contains(place.row) && std::ranges::find(there, place.row) == there.end());
    });
    const auto exists = [&](Row row) {
        for (; row != 0; row = rows_[row].above) {
            const std::vector<Row>& there = rows_[rows_[row].above].below;
            if (gone.contains(row) && std::ranges::find(there, row) == there.end()) {
                return false;
            }
        }
        return true;
    };
    std::set<Row> changed;
    std::erase_if(row_changes.changed, [&](Row row) { return !changed.insert(row).second || !exists(row); });
    std::erase_if(row_changes.removed, [known](const OutlineChange::Place& place) { return place.row >= known; });
}

/// Marks a row as changed, and discards the rows below it; they are created again on demand.
void Outline::update_row(Row row, OutlineChange& row_changes)
{
    const auto inside = [&](const OutlineChange::Place& place) { return place.above == row; };
    std::erase_if(row_changes.removed, inside);
    std::erase_if(row_changes.added, inside);
    rows_[row].below.clear();
    rows_[row].made = false;
    rows_[row].had_children = can_have_children(row);
    row_changes.removed.push_back({rows_[row].above, row});
    row_changes.added.push_back({rows_[row].above, row});
}

void Outline::follow_list(Row list, const edit::Change& change, OutlineChange& row_changes)
{
    if (list_by_type(list)) {
        follow_types(list, change, row_changes);
    } else {
        follow_members(list, change, row_changes);
    }
}

void Outline::follow_members(Row list, const edit::Change& change, OutlineChange& row_changes)
{
    using Change = edit::Operation::Kind;
    std::vector<Row> rows;
    std::vector<Row> rest;  // groups and lists of a section
    for (const Row row : rows_[list].below) {
        const bool member = rows_[row].kind == Kind::record && rows_[row].child == change.member;
        if (!member) {
            rest.push_back(row);
            continue;
        }
        edit::NodePath node = change.node;
        node.push_back({change.member, rows_[row].index});
        if (!edit::follow(node, change)) {
            row_changes.removed.push_back({list, row});
            continue;
        }
        if (change.kind == Change::move && rows_[row].index == change.places[0]) {
            row_changes.removed.push_back({list, row});
            row_changes.added.push_back({list, row});
        }
        rows_[row].index = node.back().index;
        rows.push_back(row);
    }
    if (change.kind == Change::insert) {
        for (const std::size_t place : change.places) {
            const Row row = static_cast<Row>(rows_.size());
            rows_.push_back({.above = list,
                             .child = change.member,
                             .index = static_cast<std::uint32_t>(place),
                             .kind = Kind::record,
                             .whole = true});
            rows.push_back(row);
            row_changes.added.push_back({list, row});
        }
    }
    std::ranges::sort(rows, {}, [&](Row row) { return rows_[row].index; });
    rows.insert(rows.end(), rest.begin(), rest.end());
    rows_[list].below = std::move(rows);
}

}  // namespace redforge::editor
