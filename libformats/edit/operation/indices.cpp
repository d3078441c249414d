// Finds references by index.
#include "edit/operation/indices.hpp"

#include <algorithm>
#include <optional>
#include <string>

#include <fmt/format.h>

namespace redforge::edit {
namespace {

using Visit = std::function<void(const NodePath& record, const FieldView& index)>;

bool has_numbers(const FieldEntry& field)
{
    return field.ops->set_integer != nullptr || field.ops->type.kind == ValueKind::numbers;
}

bool is_index_in(const FieldEntry& field, const ChildEntry& list)
{
    return !list.name.empty() && field.info.index_in == list.name && has_numbers(field);
}

/// Calls `take` with each field of the list's records, and of records in their lists, that has an index in the list.
template <class Take>
void internal_index_fields(const ChildEntry& list, const Take& take)
{
    const auto tables_of = [](const ChildEntry& child) -> const std::vector<FieldTable>* {
        return child.kind == ChildEntry::Kind::list && child.items.size() == 1 ? &child.items.front().type->tables
                                                                               : nullptr;
    };
    const auto fields = [&](const ChildEntry& holder, const FieldTable& table) {
        for (const FieldEntry& field : table.fields) {
            if (is_index_in(field, list)) {
                take(IndexField{holder.items.front().name, field.name});
            }
        }
    };
    const std::vector<FieldTable>* const tables = list.name.empty() ? nullptr : tables_of(list);
    for (std::size_t i = 0; tables != nullptr && i < tables->size(); ++i) {
        fields(list, (*tables)[i]);
        for (const ChildEntry& inner : (*tables)[i].children) {
            if (const std::vector<FieldTable>* const below = tables_of(inner); below != nullptr && below->size() == 1) {
                fields(inner, below->front());
            }
        }
    }
}

void visit_indices(const RecordHandle& record, std::string_view element, NodePath& node, const ChildEntry& list,
                   const std::vector<IndexField>& wanted, const Visit& visit)
{
    const FieldTable& table = record.table();
    for (const FieldEntry& field : table.fields) {
        const auto is_wanted = [&](const IndexField& each) {
            return each.field == field.name && (each.element.empty() || each.element == element);
        };
        if (is_index_in(field, list) || (has_numbers(field) && std::ranges::any_of(wanted, is_wanted))) {
            visit(node, record.field(field));
        }
    }
    for (const ChildEntry& child : table.children) {
        if (child.kind == ChildEntry::Kind::group) {
            node.push_back({table.number_of(child), 0});
            visit_indices(record.group(child), child.name, node, list, wanted, visit);
            node.pop_back();
        } else if (child.kind == ChildEntry::Kind::list) {
            const ListView records = record.list(child);
            for (std::size_t i = 0; i < records.size(); ++i) {
                node.push_back({table.number_of(child), static_cast<std::uint32_t>(i)});
                visit_indices(records.at(i), records.item(i).name, node, list, wanted, visit);
                node.pop_back();
            }
        }
    }
}

/// Returns the fields of FieldInfo::indexed_by.
std::vector<IndexField> indexing_fields(const ChildEntry& list)
{
    std::vector<IndexField> fields;
    for (std::string_view rest = list.info.indexed_by; !rest.empty();) {
        const std::size_t end = std::min(rest.find(' '), rest.size());
        const std::string_view name = rest.substr(0, end);
        const std::size_t dot = name.find('.');
        fields.push_back(dot == std::string_view::npos ? IndexField{{}, name}
                                                       : IndexField{name.substr(0, dot), name.substr(dot + 1)});
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return fields;
}

}  // namespace

bool has_internal_indices(const ChildEntry& list)
{
    bool found = false;
    internal_index_fields(list, [&](const IndexField&) { found = true; });
    return found;
}

bool is_indexed(const ChildEntry& list)
{
    return !list.info.indexed_by.empty() || has_internal_indices(list);
}

std::vector<IndexField> index_fields(const ChildEntry& list)
{
    std::vector<IndexField> fields = indexing_fields(list);
    internal_index_fields(list, [&](const IndexField& field) { fields.push_back(field); });
    return fields;
}

std::string_view element_at(const RecordHandle& root, const NodePath& node)
{
    if (node.empty()) {
        return {};
    }
    const RecordHandle parent = record_at(root, NodePath(node.begin(), node.end() - 1));
    const ChildEntry& child = parent.table().children[node.back().child];
    return child.kind == ChildEntry::Kind::list ? parent.list(child).item(node.back().index).name : child.name;
}

std::vector<std::pair<NodePath, const ChildEntry*>> indexed_lists(const RecordHandle& record)
{
    std::vector<std::pair<NodePath, const ChildEntry*>> lists;
    const auto add = [&](const NodePath& node, const FieldTable& table) {
        for (const ChildEntry& child : table.children) {
            if (child.kind == ChildEntry::Kind::list && !child.info.indexed_by.empty()) {
                lists.emplace_back(node, &child);
            }
        }
    };
    const FieldTable& table = record.table();
    add({}, table);
    for (const ChildEntry& child : table.children) {
        if (child.kind == ChildEntry::Kind::group) {
            add({{table.number_of(child), 0}}, record.group(child).table());
        }
    }
    return lists;
}

NodePath index_scope(const RecordHandle& root, NodePath node)
{
    while (!node.empty()) {
        const Step last = node.back();
        NodePath parent(node.begin(), node.end() - 1);
        if (record_at(root, parent).table().children[last.child].kind != ChildEntry::Kind::group) {
            break;
        }
        node = std::move(parent);
    }
    return node;
}

void for_each_index(const RecordHandle& root, const NodePath& scope, const ChildEntry& list, const Visit& visit)
{
    NodePath node = scope;
    visit_indices(record_at(root, scope), element_at(root, scope), node, list, indexing_fields(list), visit);
}

void for_each_internal_index(
    const RecordHandle& record, const ChildEntry& list,
    const std::function<void(const ChildEntry* inner, std::size_t index, const FieldView& field)>& visit)
{
    const auto fields = [&](const RecordHandle& holder, const ChildEntry* inner, std::size_t index) {
        for (const FieldEntry& field : holder.table().fields) {
            if (is_index_in(field, list)) {
                visit(inner, index, holder.field(field));
            }
        }
    };
    fields(record, nullptr, 0);
    for (const ChildEntry& child : record.table().children) {
        if (child.kind == ChildEntry::Kind::list && child.items.size() == 1) {
            const ListView inner = record.list(child);
            for (std::size_t i = 0; i < inner.size(); ++i) {
                fields(inner.at(i), &child, i);
            }
        }
    }
}

bool change_indices(const FieldView& field, const std::function<std::int64_t(std::int64_t)>& now)
{
    const LeafOps& ops = *field.entry->ops;
    if (ops.set_integer != nullptr) {
        const std::optional<std::int64_t> index = ops.get_integer(field.value);
        const std::int64_t changed = index ? now(*index) : 0;
        if (index && changed != *index) {
            ops.set_integer(field.value, changed);
        }
        return index && changed != *index;
    }
    const std::string before = field.text();
    std::string after;
    std::string_view rest = before;
    for (std::string_view word = next_word(rest); !word.empty(); word = next_word(rest)) {
        std::int64_t index{};
        static_cast<void>(parse_integer(word, ops.type.min, ops.type.max, index));
        after += fmt::format("{}{}", after.empty() ? "" : " ", now(index));
    }
    std::string expected;
    return after != before && parse_value(after, *field.entry, field.value, field.page, expected);
}

bool any_index(const FieldView& field, const std::function<bool(std::int64_t)>& condition)
{
    bool found = false;
    change_indices(field, [&](std::int64_t index) {
        found = found || condition(index);
        return index;
    });
    return found;
}

}  // namespace redforge::edit
