// Builds the paths of map records for findings.
#include "check/map_nodes.hpp"

namespace redforge::check {

SectionNodes::SectionNodes(const RecordHandle& root, std::string_view section)
{
    const ChildEntry& group = *root.table().find_child(section);
    const FieldTable& inside = root.group(group).table();
    section_ = root.table().number_of(group);
    records_ = inside.number_of(*inside.find_child(""));
}

edit::NodePath node_below(const RecordHandle& root, edit::NodePath node, std::string_view list, std::size_t index)
{
    const FieldTable& table = edit::record_at(root, node).table();
    node.push_back({table.number_of(*table.find_child(list)), static_cast<std::uint32_t>(index)});
    return node;
}

}  // namespace redforge::check
