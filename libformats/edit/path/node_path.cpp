// Converts node paths to records and to text.
#include <fmt/format.h>

#include "edit/path/path.hpp"

namespace redforge::edit {

RecordHandle record_at(const RecordHandle& root, const NodePath& node)
{
    RecordHandle record = root;
    for (const Step& step : node) {
        const ChildEntry& child = record.table().children[step.child];
        record = child.kind == ChildEntry::Kind::group ? record.group(child) : record.list(child).at(step.index);
    }
    return record;
}

RecordHandle find_record(const RecordHandle& root, const NodePath& node)
{
    RecordHandle record = root;
    for (const Step& step : node) {
        const std::vector<ChildEntry>& children = record.table().children;
        if (step.child >= children.size() || children[step.child].is_bytes()) {
            return {};
        }
        const ChildEntry& child = children[step.child];
        if (child.kind == ChildEntry::Kind::group) {
            record = record.group(child);
        } else if (const ListView list = record.list(child); step.index < list.size()) {
            record = list.at(step.index);
        } else {
            return {};
        }
    }
    return record;
}

std::string path_text(const RecordHandle& root, const NodePath& node, NameRecord* name)
{
    std::string path;
    RecordHandle record = root;
    for (const Step& step : node) {
        const ChildEntry& child = record.table().children[step.child];
        path = path_below(std::move(path), child.name);
        if (child.kind == ChildEntry::Kind::group) {
            record = record.group(child);
            continue;
        }
        const ListView list = record.list(child);
        path = name(list, std::move(path), step.index);
        record = list.at(step.index);
    }
    return path;
}

std::string record_path(const ListView& list, std::string path, std::size_t index)
{
    const RecordHandle record = list.at(index);
    if (record.type->path_name != nullptr) {
        return record.type->path_name(record.record);
    }
    if (list.single()) {
        return path;
    }
    if (list.child->info.by_element) {
        const ItemEntry& item = list.item(index);
        path.replace(path.size() - list.child->name.size(), std::string::npos, item.name);
        std::size_t count = 0;
        std::size_t before = 0;
        for (std::size_t i = 0; i < list.size(); ++i) {
            const bool is_same = list.item_number(i) == list.item_number(index);
            count += is_same ? 1U : 0U;
            before += is_same && i < index ? 1U : 0U;
        }
        return count == 1 ? path : fmt::format("{}[{}]", path, before);
    }
    return fmt::format("{}[{}]", path, index);
}

std::string path_below(std::string path, std::string_view name)
{
    if (!path.empty() && !name.empty()) {
        path += '.';
    }
    path += name;
    return path;
}

}  // namespace redforge::edit
