// How a field path may go on, for completion in a shell.
#include "path_words.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "edit/conditions.hpp"

namespace redforge::cli {
namespace {

/// The list that brackets behind a child's name go into: the child, or that of a section which is one.
const ChildEntry* indexed_list(const ChildEntry& child)
{
    if (child.kind != ChildEntry::Kind::group) {
        return child.kind == ChildEntry::Kind::list ? &child : nullptr;
    }
    return child.items.empty() ? nullptr : child.items.front().type->tables.front().find_child("");
}

void collect_below(const ChildEntry& child, const std::string& before, std::string_view rest,
                   std::vector<std::string>& words);

/// What follows `rest` in a path whose beginning, up to this type, is `before`.
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
        const std::size_t end = edit::find_outside(below.substr(1), "]");
        below = end == std::string_view::npos ? std::string_view{} : below.substr(end + 2);
    }
    if (below.starts_with('.')) {
        const std::string inside = before + std::string(rest.substr(0, rest.size() - below.size() + 1));
        for (const ItemEntry& item : is_selected ? list->items : child.items) {
            collect(*item.type, inside, below.substr(1), words);
        }
    }
}

}  // namespace

std::vector<std::string> path_words(const RecordType& root, std::string_view word)
{
    std::vector<std::string> words;
    collect(root, "", word, words);
    std::ranges::sort(words);
    words.erase(std::unique(words.begin(), words.end()), words.end());
    return words;
}

}  // namespace redforge::cli
