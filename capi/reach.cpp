// Resolves paths that begin at nodes.
#include "reach.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace redforge::capi {
namespace {

/// Returns a path from the root as text, for messages.
std::string whole_path(const Place& place, std::string_view below)
{
    return edit::path_below(edit::path_text(place.edited().root(), place.node), below);
}

Failure from_root(const Place& place, std::string_view path, Error error)
{
    if (error.field == path) {
        error.field = whole_path(place, path);
    }
    return error;
}

}  // namespace

CallResult<edit::ListPlace> list_at(const Place& place, std::string_view path)
{
    if (path.empty()) {
        const ListView own = place.record.find_list("");
        if (!own) {
            return make_failure(Error{.code = ErrorCode::usage,
                                      .message = "the record is not a list itself",
                                      .field = whole_path(place, path),
                                      .hint = "name one of its lists"});
        }
        return edit::ListPlace{place.node, own, whole_path(place, path)};
    }
    Result<std::vector<edit::ListPlace>> lists = edit::resolve_lists(place.record, path, 1);
    if (!lists) {
        return make_failure(from_root(place, path, lists.error()));
    }
    edit::ListPlace& list = lists->front();
    return edit::ListPlace{joined(place.node, list.node), list.list, whole_path(place, list.path)};
}

CallResult<std::vector<edit::Match>> matches_at(const Place& place, std::string_view path)
{
    Result<std::vector<edit::Match>> matches = edit::resolve_some(place.record, path);
    if (!matches) {
        return make_failure(from_root(place, path, matches.error()));
    }
    for (edit::Match& match : *matches) {
        match.node = joined(place.node, match.node);
        if (!place.node.empty()) {
            match.path = whole_path(place, match.path);
        }
    }
    return std::move(*matches);
}

CallResult<std::vector<edit::NodePath>> records_at(const Place& place, std::string_view path)
{
    if (path.empty()) {
        return std::vector<edit::NodePath>{place.node};
    }
    const Result<std::vector<edit::Match>> matches = edit::resolve(place.record, path);
    if (!matches) {
        return make_failure(from_root(place, path, matches.error()));
    }
    std::vector<edit::NodePath> records;
    for (const edit::Match& match : *matches) {
        edit::NodePath node = joined(place.node, match.node);
        if (match.kind == edit::Match::Kind::record) {
            records.push_back(std::move(node));
        } else if (match.kind == edit::Match::Kind::list) {
            node.push_back({match.record.table().number_of(*match.child), 0});
            const std::size_t size = match.list.size();
            records.reserve(records.size() + size);
            for (std::size_t i = 0; i < size; ++i) {
                node.back().index = static_cast<std::uint32_t>(i);
                records.push_back(node);
            }
        } else {
            return make_failure(Error{.code = ErrorCode::usage,
                                      .message = "this is a value, not a record",
                                      .field = whole_path(place, match.path),
                                      .hint = "leave the name of the value out"});
        }
    }
    return records;
}

std::string element_of(const Place& place)
{
    if (place.node.empty()) {
        return std::string(place.edited().document().format().root());
    }
    const RecordHandle parent = edit::record_at(place.edited().root(), {place.node.begin(), place.node.end() - 1});
    const ChildEntry& child = parent.table().children[place.node.back().child];
    return child.kind == ChildEntry::Kind::list ? parent.list(child).item(place.node.back().index).name
           : child.name.empty()                 ? child.items.front().name
                                                : child.name;
}

CallResult<InList> in_list(const Place& place)
{
    InList found;
    if (!place.node.empty()) {
        found.parent.assign(place.node.begin(), place.node.end() - 1);
        const RecordHandle parent = edit::record_at(place.edited().root(), found.parent);
        found.child = &parent.table().children[place.node.back().child];
        found.index = place.node.back().index;
        found.size = found.child->kind == ChildEntry::Kind::list ? parent.list(*found.child).size() : 0;
    }
    if (found.child == nullptr || found.child->kind != ChildEntry::Kind::list) {
        return make_failure(Error{.code = ErrorCode::usage,
                                  .message = "this record is always there",
                                  .field = whole_path(place, ""),
                                  .hint = "only records of lists can be moved and removed"});
    }
    return found;
}

CallResult<Member> member_of(const RecordHandle& record, std::string_view name)
{
    const FieldTable& table = record.table();
    if (const FieldEntry* const field = table.find_field(name)) {
        return Member{.field = record.field(*field)};
    }
    if (const ChildEntry* const child = table.find_child(name); child != nullptr && !name.empty()) {
        return Member{.child = child};
    }
    const bool begins_fields = std::ranges::any_of(table.fields, [&](const FieldEntry& field) {
        return field.name.size() > name.size() && field.name.starts_with(name) && field.name[name.size()] == '.';
    });
    if (begins_fields && !name.empty()) {
        return Member{.composite = true};
    }
    if (const auto [list, item] = table.find_item(name); list != nullptr) {
        return Member{.child = list, .item = &list->items[item]};
    }
    const auto below =
        std::ranges::find_if(table.descendants, [&](const Descendants& each) { return each.as_list.name == name; });
    if (below != table.descendants.end()) {
        return Member{.descendants = &*below};
    }
    if (const auto [list, item] = table.find_item(table.inside); list != nullptr) {
        const ListView records = record.list(*list);
        for (std::size_t i = 0; i < records.size(); ++i) {
            if (records.item_number(i) == item) {
                return member_of(records.at(i), name);
            }
        }
    }
    const std::vector<std::string> names = table.names();
    const std::string_view guess = nearest(name, names);
    return make_failure(Error{.code = ErrorCode::unknown_name,
                              .message = fmt::format("the record has no \"{}\"", name),
                              .hint = guess.empty() ? fmt::format("it has: {}", fmt::join(names, ", "))
                                                    : fmt::format("did you mean {}?", guess)});
}

}  // namespace redforge::capi
