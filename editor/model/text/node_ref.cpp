// Nodes of a document: finds them, and updates references to them after changes.
#include "editor/model/text/node_ref.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "edit/operation/history.hpp"
#include "edit/path/path.hpp"
#include "editor/model/text/display_name.hpp"

namespace redforge::editor {
namespace {

using ChildKind = ChildEntry::Kind;

/// Returns the unnamed list of a section, which paths index directly; null if there is none.
const ChildEntry* own_list(const FieldTable& table)
{
    const ChildEntry* list = table.find_child("");
    return list != nullptr && list->kind == ChildKind::list ? list : nullptr;
}

NodeRef below(const NodeRef& ref, std::uint32_t child, std::size_t index)
{
    NodeRef record{ref.node, {}};
    record.node.push_back({child, static_cast<std::uint32_t>(index)});
    return record;
}

/// Returns the node of a named list in the outline: for an optional record that exists, the record itself.
NodeRef list_node(const NodeRef& parent, const RecordHandle& record, const ChildEntry& child)
{
    const std::uint32_t number = record.table().number_of(child);
    const ListView list = record.list(child);
    return list.single() && list.size() == 1 ? below(parent, number, 0) : NodeRef{parent.node, number};
}

tl::unexpected<Error> not_a_path(std::string_view path)
{
    return fail({.code = ErrorCode::usage,
                 .message = "not a path in the document",
                 .field = std::string(path),
                 .hint = "a path is like objects[3] or actors[0].strings"});
}

Result<NodeRef> parse_record(const RecordHandle& root, std::string_view path)
{
    const std::size_t open = path.rfind('[');
    const std::string_view number = path.substr(std::min(open, path.size() - 1) + 1);
    std::size_t index{};
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), index);
    if (open == std::string_view::npos || error != std::errc{} || end != number.data() + number.size() - 1) {
        return not_a_path(path);
    }
    const Result<NodeRef> above = parse_path(root, path.substr(0, open));
    if (!above) {
        return above;
    }
    const NodeInfo info = *find_node(root, *above);
    const std::size_t size = info.members ? info.members.size() : 0;
    if (index >= size) {
        return fail({.code = ErrorCode::out_of_range,
                     .message = fmt::format("there is no record {}", index),
                     .field = std::string(path),
                     .hint = size == 0 ? "there are none" : fmt::format("they are numbered 0 to {}", size - 1)});
    }
    const RecordHandle parent = edit::record_at(root, above->node);
    return below(*above, parent.table().number_of(*info.members.child), index);
}

}  // namespace

std::optional<NodeInfo> find_node(const RecordHandle& root, const NodeRef& ref)
{
    NodeInfo info;
    info.ref = ref;
    info.record = root;
    for (const edit::Step& step : ref.node) {
        const std::vector<ChildEntry>& children = info.record.table().children;
        if (step.child >= children.size() || children[step.child].is_bytes()) {
            return std::nullopt;
        }
        const ChildEntry& child = children[step.child];
        if (child.kind == ChildKind::group) {
            info.kind = NodeInfo::Kind::section;
            info.record = info.record.group(child);
            info.parent = {};
        } else {
            const ListView list = info.record.list(child);
            if (step.index >= list.size()) {
                return std::nullopt;
            }
            info.kind = NodeInfo::Kind::record;
            info.parent = list;
            info.index = step.index;
            info.record = list.at(step.index);
        }
        // Records in the unnamed list of a section keep the section's title.
        if (child.kind == ChildKind::group || !child.name.empty()) {
            info.title = display_name(child.name, child.info.label);
            info.doc = child.kind == ChildKind::group || info.parent.single() ? child.info.doc : std::string_view{};
        } else {
            info.doc = {};
        }
    }
    if (ref.list) {
        const std::vector<ChildEntry>& children = info.record.table().children;
        if (*ref.list >= children.size() || children[*ref.list].kind != ChildKind::list) {
            return std::nullopt;
        }
        const ChildEntry& child = children[*ref.list];
        info.kind = NodeInfo::Kind::list;
        info.title = display_name(child.name, child.info.label);
        info.doc = child.info.doc;
        info.members = info.record.list(child);
        info.record = {};
        info.parent = {};
    } else {  // a section, or a group that consists of a list, such as the factions of an actor
        if (const ChildEntry* list = own_list(info.record.table())) {
            info.members = info.record.list(*list);
        }
    }
    return info;
}

Result<NodeRef> parse_path(const RecordHandle& root, std::string_view path)
{
    if (path.empty()) {
        return NodeRef{};
    }
    if (!root.table().descendants.empty()) {  // in such documents, a path can name a record at any depth
        const Result<std::vector<edit::Match>> found = edit::resolve(root, path);
        using Kind = edit::Match::Kind;
        if (found && !found->empty() && (found->front().kind == Kind::record || found->front().kind == Kind::list)) {
            const edit::Match& first = found->front();
            const bool is_list = first.kind == Kind::list && !first.child->name.empty();
            return NodeRef{first.node,
                           is_list ? std::optional(first.record.table().number_of(*first.child)) : std::nullopt};
        }
    }
    if (path.ends_with(']')) {
        return parse_record(root, path);
    }
    const std::size_t dot = path.rfind('.');
    const Result<NodeRef> above = parse_path(root, path.substr(0, dot == std::string_view::npos ? 0 : dot));
    if (!above) {
        return above;
    }
    const std::string_view name = dot == std::string_view::npos ? path : path.substr(dot + 1);
    if (above->list || name.empty()) {
        return not_a_path(path);
    }
    const RecordHandle record = edit::record_at(root, above->node);
    const ChildEntry* child = record.table().find_child(name);
    if (child != nullptr && child->kind == ChildKind::group) {
        return below(*above, record.table().number_of(*child), 0);
    }
    if (child != nullptr && child->kind == ChildKind::list) {
        return list_node(*above, record, *child);
    }
    const std::vector<std::string> names = record.table().names();
    const std::string_view guess = nearest(name, names);
    return fail({.code = ErrorCode::unknown_name,
                 .message = fmt::format("there is no section or list \"{}\"", name),
                 .field = std::string(path),
                 .hint = guess.empty() ? std::string{} : fmt::format("did you mean {}?", guess)});
}

std::string path_of(const RecordHandle& root, const NodeRef& ref)
{
    std::string path = edit::path_text(root, ref.node);
    return ref.list
               ? edit::path_below(std::move(path), edit::record_at(root, ref.node).table().children[*ref.list].name)
               : path;
}

NodeRef parent_node(const RecordHandle& root, const NodeRef& ref)
{
    NodeRef above{ref.node, {}};
    if (ref.list || ref.node.empty()) {
        return above;
    }
    const edit::Step last = above.node.back();
    above.node.pop_back();
    const ChildEntry& child = edit::record_at(root, above.node).table().children[last.child];
    if (child.kind == ChildKind::list && !child.name.empty()) {
        above.list = last.child;
    }
    return above;
}

NodeRef node_above(const RecordHandle& root, const NodeRef& ref)
{
    NodeRef above = parent_node(root, ref);
    // An optional record replaces its list in the outline.
    if (!ref.list && above.list && edit::record_at(root, above.node).table().children[*above.list].ops->single) {
        above.list.reset();
    }
    return above;
}

NodeRefs nodes_below(const NodeInfo& info)
{
    NodeRefs nodes;
    if (info.members) {
        const std::size_t size = info.members.size();
        const FieldTable* const table = info.record ? &info.record.table() : nullptr;
        const std::uint32_t child = table != nullptr ? table->number_of(*info.members.child) : *info.ref.list;
        for (std::size_t i = 0; i < size; ++i) {
            nodes.push_back(below(info.ref, child, i));
        }
    }
    if (!info.record) {
        return nodes;
    }
    const FieldTable& table = info.record.table();
    for (const ChildEntry& child : table.children) {
        if (child.kind == ChildKind::group) {
            nodes.push_back(below(info.ref, table.number_of(child), 0));
        }
    }
    for (const ChildEntry& child : table.children) {
        if (child.kind == ChildKind::list && !child.name.empty()) {
            nodes.push_back(list_node(info.ref, info.record, child));
        }
    }
    return nodes;
}

bool can_have_nodes(const NodeInfo& info)
{
    if (info.kind == NodeInfo::Kind::list) {
        return info.members.size() > 0;
    }
    return std::ranges::any_of(info.record.table().children, [&](const ChildEntry& child) {
        return child.kind == ChildKind::group ||
               (child.kind == ChildKind::list && (!child.name.empty() || info.record.list(child).size() > 0));
    });
}

bool follow(NodeRef& ref, const edit::Changes& changes)
{
    return std::ranges::all_of(changes, [&](const edit::Change& change) { return edit::follow(ref.node, change); });
}

void follow(NodeRefs& refs, const edit::Changes& changes)
{
    std::erase_if(refs, [&](NodeRef& ref) { return !follow(ref, changes); });
}

NodeRefs changed_nodes(const edit::Changes& changes)
{
    using Change = edit::Operation::Kind;
    std::vector<NodeRef> nodes;
    const bool moves = std::ranges::any_of(changes, [](const edit::Change& change) {
        return change.kind != Change::set && change.kind != Change::set_bytes;
    });
    for (const edit::Change& change : changes) {
        if (moves) {
            follow(nodes, {change});
        }
        NodeRef ref{change.node, {}};
        switch (change.kind) {
        case Change::set:
        case Change::set_bytes: nodes.push_back(std::move(ref)); break;
        case Change::erase: break;
        case Change::insert:
            for (const std::size_t place : change.places) {
                nodes.push_back(below(ref, change.member, place));
            }
            break;
        case Change::move: nodes.push_back(below(ref, change.member, change.places[1])); break;
        }
    }
    std::ranges::sort(nodes);
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    return nodes;
}

}  // namespace redforge::editor
