// Valid names of field paths, from record types only: for completion, and to find misspelt names.
#include "edit/path/path_names.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/text/counts.hpp"
#include "edit/path/conditions.hpp"

namespace redforge::edit {
namespace {

/// Returns the list that brackets after a child's name refer to: the child, or the list of a section that is one.
const ChildEntry* indexed_list(const ChildEntry& child)
{
    if (child.kind != ChildEntry::Kind::group) {
        return child.kind == ChildEntry::Kind::list ? &child : nullptr;
    }
    return child.items.empty() ? nullptr : child.items.front().type->tables.front().find_child("");
}

/// Returns the text after a selector in brackets. Returns an empty view if the bracket is not closed.
std::string_view after_brackets(std::string_view path)
{
    const std::size_t end = find_outside(path.substr(1), "]");
    return end == std::string_view::npos ? std::string_view{} : path.substr(end + 2);
}

void collect_below(const ChildEntry& child, const std::string& before, std::string_view rest,
                   std::vector<std::string>& words);

/// Collects the names that can follow `rest`. `before` is the path up to this type.
void collect(const RecordType& type, const std::string& before, std::string_view rest, std::vector<std::string>& words)
{
    for (const FieldTable& table : type.tables) {
        for (const FieldEntry& field : table.fields) {
            if (field.name.starts_with(rest)) {
                words.push_back(before + std::string(field.name));
            }
        }
        for (const ChildEntry& child : table.children) {
            if (!child.name.empty()) {
                collect_below(child, before, rest, words);
            }
        }
        for (const Descendants& each : table.descendants) {
            collect_below(each.as_list, before, rest, words);
        }
    }
}

void collect_below(const ChildEntry& child, const std::string& before, std::string_view rest,
                   std::vector<std::string>& words)
{
    const ChildEntry* const list = indexed_list(child);
    if (std::string_view(child.name).starts_with(rest)) {
        words.push_back(before + child.name + (list != nullptr ? "[" : child.items.empty() ? "" : "."));
        return;
    }
    std::string_view below = rest.starts_with(child.name) ? rest.substr(child.name.size()) : std::string_view{};
    const bool is_selected = list != nullptr && below.starts_with('[');
    if (is_selected) {
        below = after_brackets(below);
    }
    if (below.starts_with('.')) {
        const std::string inside = before + std::string(rest.substr(0, rest.size() - below.size() + 1));
        for (const ItemEntry& item : is_selected ? list->items : child.items) {
            collect(*item.type, inside, below.substr(1), words);
        }
    }
}

/// An unknown name in a path. If several types fail, the deepest failure is reported.
struct Fault {
    std::size_t at{};             ///< offset of the unknown name in the path
    std::set<std::string> names;  ///< possible names
    std::string replacement;      ///< "is_static is called has_mesh now", for a name of earlier versions
};

void check(std::span<const ItemEntry> types, std::string_view path, std::size_t at, bool& known, Fault& fault);

/// Checks the rest of a path after a child's name, and the types of the child's items.
void check_below(const ChildEntry& child, std::span<const ItemEntry> items, std::string_view path, std::size_t at,
                 bool& known, Fault& fault)
{
    std::string_view rest = path.substr(at);
    if (rest.starts_with('[')) {
        const ChildEntry* const list = child.kind == ChildEntry::Kind::group ? indexed_list(child) : nullptr;
        items = list != nullptr ? std::span(list->items) : items;
        rest = after_brackets(rest);
    }
    known = known || !rest.starts_with('.') || child.is_bytes();
    check(items, path, path.size() - rest.size() + 1, known, fault);
}

void check(std::span<const ItemEntry> types, std::string_view path, std::size_t at, bool& known, Fault& fault)
{
    if (known) {
        return;
    }
    const std::string_view rest = path.substr(at);
    const std::string_view name = rest.substr(0, rest.find_first_of(".["));
    if (fault.names.empty() || at > fault.at) {
        fault = {at, {}, {}};
    }
    for (const ItemEntry& type : types) {
        for (const FieldTable& table : type.type->tables) {
            if (at == fault.at) {
                std::ranges::copy(table.names(), std::inserter(fault.names, fault.names.end()));
                const SupersededEntry* const earlier = table.find_superseded(rest);
                fault.replacement = earlier == nullptr ? fault.replacement : earlier->replacement();
            }
            known = known || std::ranges::any_of(table.fields, [&](const FieldEntry& field) {
                        return field.name == rest || (field.name.starts_with(rest) && field.name[rest.size()] == '.');
                    });
            const ChildEntry* const child = table.find_child(name);
            if (child != nullptr && !name.empty()) {
                check_below(*child, child->items, path, at + name.size(), known, fault);
            } else if (const FieldTable::ItemOfList item = table.find_item(name); item.list != nullptr) {
                check_below(*item.list, std::span(item.list->items).subspan(item.item, 1), path, at + name.size(),
                            known, fault);
            } else if (const ChildEntry* const list = list_of_element(table, name)) {
                check_below(*list, list->items, path, at + name.size(), known, fault);
            } else if (const FieldTable::ItemOfList inside = table.find_item(table.inside); inside.list != nullptr) {
                check(std::span(inside.list->items).subspan(inside.item, 1), path, at, known, fault);
            }
            for (const Descendants& each : table.descendants) {
                if (each.as_list.name == name) {
                    check_below(each.as_list, each.as_list.items, path, at + name.size(), known, fault);
                }
            }
        }
    }
}

}  // namespace

std::optional<Error> unknown_name(std::span<const ItemEntry> types, std::string_view path)
{
    bool known = false;
    Fault fault;
    check(types, path, 0, known, fault);
    if (known) {
        return std::nullopt;
    }
    if (!fault.replacement.empty()) {
        return Error{.code = ErrorCode::unknown_name,
                     .message = fmt::format("there is no field \"{}\" any more", path),
                     .hint = fault.replacement};
    }
    const std::string before(path.substr(0, fault.at));
    const std::string_view rest = path.substr(fault.at);
    std::set<std::string> names;  // composites: "position" for position.x and position.y
    for (const std::string& name : fault.names) {
        names.insert(name.substr(0, name.find('.')));
    }
    std::string_view guess = nearest(rest, fault.names);
    guess = guess.empty() ? nearest(rest.substr(0, rest.find_first_of(".[")), names) : guess;
    return Error{.code = ErrorCode::unknown_name,
                 .message = fmt::format("no field \"{}\"", path),
                 .hint = guess.empty() ? "there are: " + join_abbreviated(std::vector(names.begin(), names.end()), 24)
                                       : fmt::format("did you mean {}{}?", before, guess)};
}

const ChildEntry* list_of_element(const FieldTable& table, std::string_view name)
{
    const auto found = std::ranges::find_if(table.children, [&](const ChildEntry& child) {
        if (child.kind != ChildEntry::Kind::list || child.items.size() != 1) {
            return false;
        }
        const std::string& element = child.items.front().name;
        return element == name || (name.ends_with('s') && element == name.substr(0, name.size() - 1));
    });
    return found == table.children.end() ? nullptr : &*found;
}

std::vector<std::string> path_words(const RecordType& root, std::string_view word)
{
    std::vector<std::string> words;
    collect(root, "", word, words);
    std::ranges::sort(words);
    words.erase(std::unique(words.begin(), words.end()), words.end());
    return words;
}

}  // namespace redforge::edit
