// Columns of a table, collected from the fields of its records and of records inside them.
#include "editor/model/rows/table_columns.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "editor/model/scene/placing.hpp"
#include "editor/model/text/display_name.hpp"
#include "editor/model/text/form_name.hpp"

namespace redforge::editor {
namespace {

constexpr std::size_t max_part_depth = 3;  ///< maximum depth of nested parts with columns
constexpr std::size_t first_sampled = 64;  ///< number of sampled records of each type
constexpr std::size_t others_sampled = 512;
constexpr std::size_t max_standard = 32;

using ColumnKind = TableColumn::Kind;
using ChildKind = ChildEntry::Kind;

class Collector {
public:
    void add_columns(const RecordHandle& record)
    {
        ++looked_into_;
        typed_ += has_type_field(record) ? 1U : 0U;
        here_.clear();
        visit(record, true);
    }

    std::vector<TableColumn> take()
    {
        std::vector<TableColumn> columns;
        std::size_t standard = 0;
        for (auto& [column, seen] : columns_) {
            // Fields that few records have are not shown by default.
            column.standard = column.face.role == Role::plain && column.kind != ColumnKind::bytes &&
                              standard < max_standard && (column.inside.empty() || seen * 2 >= looked_into_);
            standard += column.standard ? 1 : 0;
            column.minor = column.minor || (column.kind == ColumnKind::field && !used_.contains(column.name));
            columns.push_back(std::move(column));
        }
        return columns;
    }

    /// Returns true if each record has a field with its type.
    [[nodiscard]] bool has_types() const { return looked_into_ > 0 && typed_ == looked_into_; }

private:
    void visit(const RecordHandle& record, bool has_value)
    {
        const FieldTable& table = record.table();
        const std::string key = prefix();
        const bool is_new = known_.insert({key, &table}).second;
        if (is_new) {
            add_fields(record);
        }
        if (has_value) {
            count(record, key);
        }
        for (const ChildEntry& child : table.children) {
            visit(record, child, has_value, is_new);
        }
    }

    void visit(const RecordHandle& record, const ChildEntry& child, bool has_value, bool is_new)
    {
        if (child.is_bytes()) {
            if (is_new) {
                TableColumn& column = add(ColumnKind::bytes, child.name, display_name(child.name, child.label()));
                column.face = bytes_row(record, child);
            }
            return;
        }
        if (child.kind == ChildKind::group) {
            add_columns_below(child.name, display_name(child.name, child.info.label), record.group(child), has_value);
            return;
        }
        const ListView list = record.list(child);
        if (list.single()) {
            const RecordType& type = *child.items.front().type;
            const bool has_one = list.size() > 0;
            const auto none = [&] { return RecordHandle{const_cast<void*>(type.defaults), &type, record.page}; };
            add_columns_below(child.name, display_name(child.name, child.info.label), has_one ? list.at(0) : none(),
                              has_value && has_one);
            return;
        }
        if (child.info.by_element && has_value) {
            std::set<std::string_view> visited;
            for (std::size_t i = 0; i < list.size(); ++i) {
                const ItemEntry& item = list.item(i);
                if (visited.insert(item.name).second) {
                    add_columns_below(item.name, display_name(item.name, item.label), list.at(i), true);
                }
            }
            return;
        }
        if (is_new && !(child.name.empty() && here_.empty())) {
            // An unnamed list has the name of its part, such as the factions of an actor.
            const std::string label = child.name.empty() ? "" : display_name(child.name, child.info.label);
            TableColumn& column = add(ColumnKind::count, child.name, label);
            column.face.help = std::string(child.info.doc);
            column.face.read_only = true;
            column.number = true;
        }
    }

    void add_columns_below(const std::string& name, const std::string& label, const RecordHandle& record,
                           bool has_value)
    {
        if (here_.size() < max_part_depth && !name.empty()) {
            here_.emplace_back(name, label);
            visit(record, has_value);
            here_.pop_back();
        }
    }

    void add_fields(const RecordHandle& record)
    {
        const FieldTable& table = record.table();
        const FieldEntry* const matrix = placing_of(table).matrix;
        for (const FieldEntry& field : table.fields) {
            if (&field == matrix) {
                for (PropertyRow& row : angle_rows(record, field)) {
                    TableColumn& column = add(ColumnKind::angle, row.name, row.label);
                    column.number = true;
                    row.read_only = false;
                    column.face = std::move(row);
                }
            }
            TableColumn& column = add(ColumnKind::field, field.name, full_label(field));
            column.face = field_row(record.field(field));
            column.face.read_only = false;  // each record decides this
            column.face.checkbox = field.info.notation == Notation::boolean;
            const ValueKind kind = field.ops->type.kind;
            const bool plain = column.face.choices.empty() && !column.face.checkbox && !field.info.flags;
            column.number = plain && (kind == ValueKind::integer || kind == ValueKind::real) &&
                            field.info.notation != Notation::hexadecimal;
            column.form = holds_form(field);
            column.of_text = kind == ValueKind::text && column.face.choices.empty();
            column.minor = field.info.flags || field.info.notation == Notation::hexadecimal;
            if (&field == matrix) {
                column.label = "Matrix";
                column.face.role = Role::opaque;  // redundant: the angles have columns
            }
        }
    }

    TableColumn& add(ColumnKind kind, const std::string& field, const std::string& label)
    {
        const std::string name = prefix() + field;
        const auto known = std::ranges::find_if(columns_, [&](const auto& each) { return each.first.name == name; });
        if (known != columns_.end()) {  // added by another record type
            return known->first;
        }
        TableColumn column;
        column.kind = kind;
        column.name = name;
        column.field = field;
        for (const auto& [part, part_label] : here_) {
            column.inside.push_back(part);
            column.label += part_label + " ";
        }
        column.label += label;
        column.label.erase(column.label.find_last_not_of(' ') + 1);
        columns_.emplace_back(std::move(column), 0);
        return columns_.back().first;
    }

    /// Counts a record for the columns of its table.
    void count(const RecordHandle& record, const std::string& key)
    {
        const FieldTable& table = record.table();
        for (const FieldEntry& field : table.fields) {
            if (!field.is_default(record.field(field).value)) {
                used_.insert(key + field.name);
            }
        }
        std::vector<std::size_t>& places = places_[{key, &table}];
        if (places.empty()) {
            for (std::size_t i = 0; i < columns_.size(); ++i) {
                const TableColumn& column = columns_[i].first;
                if (column.name.size() == key.size() + column.field.size() && column.name.starts_with(key)) {
                    places.push_back(i);
                }
            }
        }
        for (const std::size_t place : places) {
            ++columns_[place].second;
        }
    }

    [[nodiscard]] std::string prefix() const
    {
        std::string all;
        for (const auto& [name, label] : here_) {
            all += name + ".";
        }
        return all;
    }

    std::vector<std::pair<std::string, std::string>> here_;     ///< names and labels of the enclosing parts
    std::vector<std::pair<TableColumn, std::size_t>> columns_;  ///< with the number of records that have it
    std::set<std::pair<std::string, const FieldTable*>> known_;
    std::map<std::pair<std::string, const FieldTable*>, std::vector<std::size_t>> places_;
    std::set<std::string> used_;  ///< names of columns with a value that is not the default
    std::size_t looked_into_{};
    std::size_t typed_{};  ///< number of sampled records with a type field
};

}  // namespace

std::vector<TableColumn> columns_for(std::size_t count, const std::function<RecordHandle(std::size_t)>& record,
                                     bool of_types)
{
    Collector collector;
    std::map<const FieldTable*, std::size_t> seen;
    const std::size_t step = count / others_sampled + 1;
    for (std::size_t i = 0; i < count; ++i) {
        const RecordHandle each = record(i);
        if (++seen[&each.table()] <= first_sampled || i % step == 0) {
            collector.add_columns(each);
        }
    }
    const bool by_element = of_types && !collector.has_types();
    std::vector<TableColumn> columns = collector.take();
    if (by_element) {
        TableColumn column;
        column.kind = ColumnKind::type;
        column.name = "#type";
        column.label = "Type";
        column.face.read_only = true;
        column.standard = true;
        columns.insert(columns.begin(), std::move(column));
    }
    return columns;
}

std::vector<std::size_t> default_columns(const std::vector<TableColumn>& columns)
{
    const auto is_form_id = [](const TableColumn& column) { return column.form && column.name == "form_id"; };
    const auto is_name = [](const TableColumn& column) {
        return column.of_text && !column.form && !column.minor && column.face.role == Role::plain;
    };
    const bool of_forms = std::ranges::any_of(columns, is_form_id);
    std::vector<std::size_t> shown;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        if (columns[i].standard || (of_forms && is_name(columns[i]))) {
            shown.push_back(i);
        }
    }
    if (!of_forms) {
        return shown;
    }
    const bool has_types = columns.front().kind == ColumnKind::type;
    std::ranges::stable_sort(shown, {}, [&](std::size_t i) {
        const TableColumn& column = columns[i];
        const bool is_type = column.kind == ColumnKind::type || (column.name == "type" && !has_types);
        const bool is_key = is_form_id(column) || column.name == "editor_id";
        return is_type ? 0 : is_key ? 1 : column.minor ? 4 : is_name(column) ? 2 : 3;
    });
    return shown;
}

RecordHandle record_inside(const RecordHandle& row, const TableColumn& column, edit::NodePath* node)
{
    RecordHandle record = row;
    for (const std::string& name : column.inside) {
        const FieldTable& table = record.table();
        const auto go = [&](const ChildEntry& child, std::size_t index) {
            if (node != nullptr) {
                node->push_back({table.number_of(child), static_cast<std::uint32_t>(index)});
            }
        };
        RecordHandle next;
        for (const ChildEntry& child : table.children) {
            if (child.kind == ChildKind::group && child.name == name) {
                go(child, 0);
                next = record.group(child);
                break;
            }
            if (child.kind != ChildKind::list) {
                continue;
            }
            const ListView list = record.list(child);
            const bool by_item = child.info.by_element;
            if (!by_item && child.name != name) {
                continue;
            }
            std::size_t i = 0;
            while (by_item && i < list.size() && list.item(i).name != name) {
                ++i;
            }
            if (i < list.size()) {
                go(child, i);
                next = list.at(i);
                break;
            }
        }
        if (!next) {
            return {};
        }
        record = next;
    }
    return record;
}

}  // namespace redforge::editor
