// Finds references by index.
#include "edit/operation/indices.hpp"

#include <algorithm>
#include <string_view>

namespace redforge::edit {
namespace {

using Visit = std::function<void(const NodePath& record, const FieldView& index)>;

void visit_indices(const RecordHandle& record, NodePath& node, std::span<const std::string_view> names,
                   const Visit& visit)
{
    const FieldTable& table = record.table();
    for (const FieldEntry& field : table.fields) {
        if (field.ops->set_integer != nullptr && std::ranges::find(names, field.name) != names.end()) {
            visit(node, record.field(field));
        }
    }
    for (const ChildEntry& child : table.children) {
        if (child.kind == ChildEntry::Kind::group) {
            node.push_back({table.number_of(child), 0});
            visit_indices(record.group(child), node, names, visit);
            node.pop_back();
        } else if (child.kind == ChildEntry::Kind::list) {
            const ListView list = record.list(child);
            for (std::size_t i = 0; i < list.size(); ++i) {
                node.push_back({table.number_of(child), static_cast<std::uint32_t>(i)});
                visit_indices(list.at(i), node, names, visit);
                node.pop_back();
            }
        }
    }
}

}  // namespace

IndexPlace find_indices(const ChildEntry& list)
{
    const auto has_one_type = [](const ChildEntry& child) {
        return child.kind == ChildEntry::Kind::list && child.items.size() == 1 &&
               child.items.front().type->tables.size() == 1;
    };
    if (list.name.empty() || !has_one_type(list)) {
        return {};
    }
    for (const ChildEntry& inner : list.items.front().type->tables.front().children) {
        if (!has_one_type(inner)) {
            continue;
        }
        const std::vector<FieldEntry>& fields = inner.items.front().type->tables.front().fields;
        const auto found = std::ranges::find_if(fields, [&](const FieldEntry& field) {
            return field.info.index_in == list.name && field.ops->set_integer != nullptr;
        });
        if (found != fields.end()) {
            return {&inner, &*found};
        }
    }
    return {};
}

bool has_internal_indices(const ChildEntry& list)
{
    return find_indices(list).list != nullptr;
}

bool is_indexed(const ChildEntry& list)
{
    return !list.info.indexed_by.empty() || has_internal_indices(list);
}

std::vector<std::string_view> index_fields(const ChildEntry& list)
{
    std::vector<std::string_view> names;
    for (std::string_view rest = list.info.indexed_by; !rest.empty();) {
        const std::size_t end = std::min(rest.find(' '), rest.size());
        names.push_back(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return names;
}

std::vector<std::pair<NodePath, const ChildEntry*>> indexed_lists(const RecordHandle& root)
{
    std::vector<std::pair<NodePath, const ChildEntry*>> lists;
    const auto add = [&](const NodePath& node, const FieldTable& table) {
        for (const ChildEntry& child : table.children) {
            if (child.kind == ChildEntry::Kind::list && !child.info.indexed_by.empty()) {
                lists.emplace_back(node, &child);
            }
        }
    };
    const FieldTable& table = root.table();
    add({}, table);
    for (const ChildEntry& child : table.children) {
        if (child.kind == ChildEntry::Kind::group) {
            add({{table.number_of(child), 0}}, root.group(child).table());
        }
    }
    return lists;
}

void for_each_index(const RecordHandle& root, const ChildEntry& list, const Visit& visit)
{
    const std::vector<std::string_view> names = index_fields(list);
    NodePath node;
    visit_indices(root, node, names, visit);
}

}  // namespace redforge::edit
