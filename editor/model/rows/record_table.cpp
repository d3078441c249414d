// A list of records as a table: its rows, and their updates after changes of the document.
#include "editor/model/rows/record_table.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "core/text/letter_case.hpp"
#include "edit/path/conditions.hpp"
#include "editor/model/text/display_name.hpp"

namespace redforge::editor {
namespace {

using ChangeKind = edit::Operation::Kind;

/// Maximum number of nested records in one table. Above it, a table shows only one group of the plugin.
constexpr std::size_t max_descendants = 200'000;
/// Above this number of added, removed or moved records, rebuild the rows.
constexpr std::size_t max_followed = 64;

bool is_structural(const edit::Change& change)
{
    return change.kind != ChangeKind::set && change.kind != ChangeKind::set_bytes;
}

const Descendants* descendants_of(const Session& session, std::string_view name)
{
    const std::vector<Descendants>& all = session.root().table().descendants;
    const auto found = std::ranges::find(all, name, [](const Descendants& each) { return each.as_list.name; });
    return found == all.end() ? nullptr : &*found;
}

bool is_shown_by_groups(const Session& session, const Descendants& all)
{
    std::size_t count = 0;
    all.visit(session.root().record, {}, [&count](const auto&) { return ++count <= max_descendants; });
    return count > max_descendants;
}

/// Returns the longest list of the root or of a section, or nullopt. Lists of forms, such as the change records of a
/// save, have priority over others, such as its FormIDs.
std::optional<TableList> longest_list(const Session& session)
{
    std::optional<TableList> largest;
    std::pair<bool, std::size_t> most{};
    const auto look_at = [&](const NodeRef& ref) {
        const std::optional<NodeInfo> info = session.find(ref);
        if (!info || !info->members || info->members.single()) {
            return info;
        }
        const std::pair<bool, std::size_t> rank(is_grouped_by_type(info->members), info->members.size());
        if (!largest || rank > most) {
            most = rank;
            largest = TableList{ref, {}, {}};
        }
        return info;
    };
    for (const NodeRef& ref : nodes_below(*look_at(NodeRef{}))) {
        const std::optional<NodeInfo> info = look_at(ref);
        if (info && info->kind == NodeInfo::Kind::section) {
            for (const NodeRef& inner : nodes_below(*info)) {
                look_at(inner.list ? inner : ref);
            }
        }
    }
    return largest;
}

/// Returns the properties of an attached script, or of the first script of a form; nullopt for other records.
std::optional<TableList> script_properties(const NodeInfo& info)
{
    const std::string_view element = info.is_record() ? info.parent.item(info.index).name : std::string_view{};
    if (element != "script" && element != "properties") {
        return std::nullopt;
    }
    NodeRef list = info.ref;
    RecordHandle script = info.record;
    if (const ChildEntry* const scripts = script.table().find_child("scripts"); element == "properties") {
        if (scripts == nullptr || script.list(*scripts).size() == 0) {
            return std::nullopt;
        }
        list.node.push_back({script.table().number_of(*scripts), 0});
        script = script.list(*scripts).at(0);
    }
    const ChildEntry* const properties = script.table().find_child("properties");
    if (properties == nullptr) {
        return std::nullopt;  // a script of another kind
    }
    list.list = script.table().number_of(*properties);
    return TableList{std::move(list), {}, {}};
}

}  // namespace

std::optional<TableList> table_list_at(const Session& session, const NodeRef& ref)
{
    std::optional<NodeInfo> info = session.find(ref);
    if (!info) {
        return std::nullopt;
    }
    if (info->kind == NodeInfo::Kind::document) {
        const std::vector<Descendants>& all = session.root().table().descendants;
        const bool whole = !all.empty() && !is_shown_by_groups(session, all.front());
        return whole ? TableList{{}, all.front().as_list.name, {}} : longest_list(session);
    }
    for (NodeRef each = ref; info; info = session.find(each)) {
        if (info->members && !info->members.single()) {
            return TableList{each, {}, {}};
        }
        if (std::optional<TableList> properties = script_properties(*info)) {
            return properties;
        }
        if (info->is_one_of_many()) {
            const bool typed = is_grouped_by_type(info->parent);
            return TableList{parent_node(session.root(), each),
                             {},
                             typed ? form_type(info->parent, info->index) : std::string{}};
        }
        if (info->kind == NodeInfo::Kind::document) {
            break;
        }
        each = node_above(session.root(), each);
    }
    return std::nullopt;
}

std::vector<std::string> types_of(const Session& session, const TableList& list)
{
    const std::optional<NodeInfo> info = list.descendants.empty() ? session.find(list.parent) : std::nullopt;
    std::vector<std::string> types;
    if (info && is_grouped_by_type(info->members)) {
        std::string last;
        for (std::size_t i = 0; i < info->members.size(); ++i) {
            if (std::string type = form_type(info->members, i); type != last) {
                last = type;
                types.push_back(std::move(type));
            }
        }
        std::ranges::sort(types);
        types.erase(std::unique(types.begin(), types.end()), types.end());
    }
    return types;
}

std::string title_of(const Session& session, const TableList& list)
{
    if (const Descendants* const all = descendants_of(session, list.descendants)) {
        return display_name(all->as_list.name, all->as_list.items.front().label);
    }
    const std::optional<NodeInfo> info = session.find(list.parent);
    std::string title = !info ? std::string{} : info->is_record() ? name_of(*info) : info->title;
    const NodeRef above = node_above(session.root(), list.parent);
    const std::optional<NodeInfo> parent = above.node.empty() ? std::nullopt : session.find(above);
    if (parent && parent->is_record() && info && !info->is_one_of_many()) {
        title += " of " + name_of(*parent);
    }
    return title;
}

RecordTable::RecordTable(const Session& session, TableList list) : session_(&session), list_(std::move(list))
{
    read_list();
    const bool of_types = members_ && members_.child->items.size() > 1;
    const auto none = [this] {  // default record, to get the columns of an empty list
        const RecordType& type = *members_.child->items.front().type;
        return RecordHandle{const_cast<void*>(type.defaults), &type, members_.page};
    };
    const auto each = [&](std::size_t row) { return all_ == 0 ? none() : record(static_cast<std::uint32_t>(row)); };
    columns_ = columns_for(all_ == 0 && members_ ? 1 : all_, each, of_types && list_.type.empty());
    fields_.resize(columns_.size());
    arrange();
}

void RecordTable::read_list()
{
    places_.clear();
    paths_.clear();
    members_ = {};
    if (const Descendants* const all = descendants_of(*session_, list_.descendants)) {
        all->visit(session_->root().record, {}, [this](const std::vector<Step>& steps) {
            paths_.push_back(steps);
            return true;
        });
        all_ = paths_.size();
        return;
    }
    const NodeInfo info = *session_->find(list_.parent);
    members_ = info.members;
    child_ = list_.parent.list ? *list_.parent.list : info.record.table().number_of(*members_.child);
    all_ = members_.size();
    if (!list_.type.empty()) {
        for (std::size_t i = 0; i < members_.size(); ++i) {
            if (form_type(members_, i) == list_.type) {
                places_.push_back(static_cast<std::uint32_t>(i));
            }
        }
        all_ = places_.size();
    }
}

void RecordTable::arrange()
{
    shown_.resize(all_);
    std::iota(shown_.begin(), shown_.end(), 0U);
    for (const auto& each : filters_) {  // no structured binding: clang 14 cannot capture it in a lambda
        std::erase_if(shown_, [&](std::uint32_t row) { return !fits(row, each.first, each.second); });
    }
    sort_rows(shown_);
}

std::string RecordTable::record_type() const
{
    const Descendants* const all = descendants_of(*session_, list_.descendants);
    const ChildEntry& child = all != nullptr ? all->as_list : *members_.child;
    const bool mixed = child.items.size() > 1;
    return fmt::format("{}, {}{}{}", session_->format().name, mixed ? child.name : child.items.front().name,
                       list_.type.empty() ? "" : ", ", list_.type);
}

// ------------------------------------------------------------------------------------------------------------- rows

edit::NodePath RecordTable::path(std::uint32_t row) const
{
    if (!members_) {
        return paths_[row];
    }
    edit::NodePath node = list_.parent.node;
    node.push_back({child_, list_.type.empty() ? row : places_[row]});
    return node;
}

RecordHandle RecordTable::record(std::uint32_t row) const
{
    return members_ ? members_.at(list_.type.empty() ? row : places_[row])
                    : edit::record_at(session_->root(), paths_[row]);
}

std::optional<std::uint32_t> RecordTable::number_of(const edit::NodePath& node) const
{
    if (!members_) {
        for (edit::NodePath above = node; !above.empty(); above.pop_back()) {  // the node, or an ancestor of it
            const auto row = std::ranges::lower_bound(paths_, above);
            if (row != paths_.end() && *row == above) {
                return static_cast<std::uint32_t>(row - paths_.begin());
            }
        }
        return std::nullopt;
    }
    const std::size_t depth = list_.parent.node.size();
    if (node.size() <= depth || node[depth].child != child_ ||
        !std::equal(list_.parent.node.begin(), list_.parent.node.end(), node.begin())) {
        return std::nullopt;
    }
    const std::uint32_t place = node[depth].index;
    if (list_.type.empty()) {
        return place < all_ ? std::optional(place) : std::nullopt;
    }
    const auto row = std::ranges::lower_bound(places_, place);
    return row != places_.end() && *row == place ? std::optional(static_cast<std::uint32_t>(row - places_.begin()))
                                                 : std::nullopt;
}

NodeRef RecordTable::node(std::size_t row) const
{
    return {path(shown_[row]), {}};
}

bool RecordTable::has(const NodeRef& ref) const
{
    return number_of(ref.node).has_value();
}

std::vector<std::size_t> RecordTable::rows_of(const NodeRefs& refs) const
{
    std::vector<std::size_t> rows;
    if (refs.size() == 1) {
        const std::optional<std::uint32_t> number = number_of(refs.front().node);
        const auto row = number ? std::ranges::find(shown_, *number) : shown_.end();
        if (row != shown_.end()) {
            rows.push_back(static_cast<std::size_t>(row - shown_.begin()));
        }
        return rows;
    }
    std::vector<bool> wanted(all_);
    for (const NodeRef& ref : refs) {
        if (const std::optional<std::uint32_t> number = number_of(ref.node)) {
            wanted[*number] = true;
        }
    }
    for (std::size_t row = 0; row < shown_.size(); ++row) {
        if (wanted[shown_[row]]) {
            rows.push_back(row);
        }
    }
    return rows;
}

std::string RecordTable::name(std::size_t row) const
{
    const std::optional<NodeInfo> info = session_->find(node(row));
    if (!info || !is_form(info->record)) {
        return info ? name_of(*info) : std::string{};
    }
    const FieldView editor_id = info->record.find_field("editor_id");
    const std::string own = editor_id ? editor_id.text() : std::string{};
    return own.empty() ? names().name(info->record.find_field("form_id").text()) : own;
}

// ------------------------------------------------------------------------------------------------------- sort, filter

void RecordTable::sort(std::optional<Order> order)
{
    order_ = order;
    sort_rows(shown_);
}

/// Cells without a value come last.
void RecordTable::sort_rows(std::vector<std::uint32_t>& rows) const
{
    std::ranges::sort(rows);
    if (!order_) {
        return;
    }
    const TableColumn& column = columns_[order_->column];
    const auto by = [&](auto& keys) {
        std::ranges::stable_sort(keys, [this](const auto& a, const auto& b) {
            if (!a.first || !b.first) {
                return a.first.has_value() && !b.first;
            }
            return order_->descending ? *b.first < *a.first : *a.first < *b.first;
        });
        std::ranges::transform(keys, rows.begin(), [](const auto& key) { return key.second; });
    };
    if (column.number) {
        std::vector<std::pair<std::optional<double>, std::uint32_t>> keys;
        for (const std::uint32_t row : rows) {
            keys.emplace_back(number_of(row, column), row);
        }
        by(keys);
        return;
    }
    std::vector<std::pair<std::optional<std::string>, std::uint32_t>> keys;
    for (const std::uint32_t row : rows) {
        std::string text = upper(text_of(row, column));
        keys.emplace_back(text.empty() ? std::nullopt : std::optional(std::move(text)), row);
    }
    by(keys);
}

void RecordTable::filter(std::size_t column, const std::string& condition)
{
    if (std::optional<Filter> filter = parse(columns_[column], condition)) {
        filters_[column] = std::move(*filter);
    } else {
        filters_.erase(column);
    }
    arrange();
}

void RecordTable::show_all()
{
    filters_.clear();
    arrange();
}

std::string RecordTable::condition(std::size_t column) const
{
    const auto filter = filters_.find(column);
    return filter == filters_.end() ? std::string{} : filter->second.text;
}

bool RecordTable::fits(std::uint32_t row, std::size_t number, const Filter& filter) const
{
    const TableColumn& column = columns_[number];
    if (filter.numbers) {
        const std::optional<double> value = number_of(row, column);
        const bool inside = value && (filter.without_from ? *value > filter.from : *value >= filter.from) &&
                            (filter.without_to ? *value < filter.to : *value <= filter.to);
        return inside != filter.inverted;
    }
    std::string text = text_of(row, column);
    if (column.form && !text.empty()) {
        text += " " + names().description(text);
    }
    return edit::matches_pattern(text, filter.pattern) != filter.inverted;
}

// ------------------------------------------------------------------------------------------------------------ changes

bool RecordTable::changes_rows(const edit::Change& change) const
{
    return is_structural(change) && (!members_ || (change.member == child_ && change.node == list_.parent.node));
}

RecordTable::TableChange RecordTable::follow(const edit::Changes& changes)
{
    const std::size_t structural = static_cast<std::size_t>(std::ranges::count_if(changes, is_structural));
    const bool renames = structural > 0 || std::ranges::any_of(changes, [this](const edit::Change& each) {
                             return edit::may_change_names(session_->root(), each.kind, each.node, each.member);
                         });
    if (renames) {
        names_.reset();
    }
    const bool rows = std::ranges::any_of(changes, [this](const edit::Change& each) { return changes_rows(each); });
    if (!members_) {
        if (rows) {
            follow_rows(changes, structural, {});
        }
        return rows ? TableChange::rows : TableChange::values;
    }
    const NodeRef before = list_.parent;
    if (!editor::follow(list_.parent, changes)) {
        return TableChange::gone;
    }
    const std::optional<NodeInfo> info = structural > 0 ? session_->find(list_.parent) : std::nullopt;
    if (structural > 0 && (!info || !info->members || info->members.child != members_.child)) {
        return TableChange::gone;
    }
    if (rows || list_.parent != before) {
        follow_rows(changes, structural, before.node);
        return TableChange::rows;
    }
    if (structural > 0) {
        members_ = info->members;  // changes of other lists can have moved this list in memory
    }
    return TableChange::values;
}

void RecordTable::follow_rows(const edit::Changes& changes, std::size_t structural, const edit::NodePath& parent_before)
{
    if (structural > max_followed) {
        read_list();
        arrange();
        return;
    }
    // New index of each row, by list position or by path.
    constexpr std::uint32_t gone = UINT32_MAX;
    std::vector<std::uint32_t> now(all_, gone);
    std::vector<edit::NodePath> paths;
    if (members_) {
        NodeRef one;
        for (std::uint32_t row = 0; row < all_; ++row) {
            one.node = parent_before;
            one.node.push_back({child_, list_.type.empty() ? row : places_[row]});
            now[row] = editor::follow(one, changes) ? one.node.back().index : gone;
        }
    } else {
        paths = std::move(paths_);
        for (std::uint32_t row = 0; row < all_; ++row) {
            NodeRef ref{std::move(paths[row]), {}};
            now[row] = editor::follow(ref, changes) ? row : gone;
            paths[row] = std::move(ref.node);
        }
    }
    std::vector<std::uint32_t> shown = std::move(shown_);
    read_list();
    std::vector<bool> known(all_);
    for (std::uint32_t row = 0; row < now.size(); ++row) {
        if (now[row] == gone) {
            continue;
        }
        edit::NodePath node = members_ ? list_.parent.node : std::move(paths[row]);
        if (members_) {
            node.push_back({child_, now[row]});
        }
        const std::optional<std::uint32_t> number = number_of(node);
        now[row] = number.value_or(gone);
        if (number) {
            known[*number] = true;
        }
    }
    shown_.clear();
    for (const std::uint32_t row : shown) {
        if (now[row] != gone) {
            shown_.push_back(now[row]);
        }
    }
    for (std::uint32_t row = 0; row < all_; ++row) {
        if (!known[row]) {
            shown_.push_back(row);
        }
    }
    if (!order_) {
        std::ranges::sort(shown_);
    }
}

}  // namespace redforge::editor
