// Where in a text the thing stands that a field path names: for faults that are found only when a document is written.
#include "edit/text_place.hpp"

#include <algorithm>
#include <charconv>

namespace redforge::edit {
namespace {

/// Follows a path down the elements of a text, with the document that was read of it to say what its names mean.
class PlaceFinder {
public:
    PlaceFinder(pugi::xml_node root, RecordHandle record) : node_(root), record_(record) {}

    /// The name of the deepest element or attribute that the path leads to.
    const char* find(std::string_view path)
    {
        while (!path.empty() && descend(path)) {
        }
        return attribute_ ? attribute_.name() : node_.name();
    }

private:
    /// Takes the first name off the path, and its number. False: there is no element or attribute for it.
    bool descend(std::string_view& path)
    {
        const FieldTable& table = record_.table();
        if (table.find_field(path) != nullptr) {
            attribute_ = node_.attribute(std::string(path).c_str());
            return false;
        }
        const std::size_t end = std::min(path.find_first_of(".["), path.size());
        const ChildEntry* child = table.find_child(path.substr(0, end));
        path.remove_prefix(end);
        if (child == nullptr) {
            return false;
        }
        switch (child->kind) {
        case ChildEntry::Kind::group: return enter_group(*child, path);
        case ChildEntry::Kind::list: return enter_list(*child, path);
        case ChildEntry::Kind::blob:
        case ChildEntry::Kind::byte_range: enter(*child, 0, record_); break;
        }
        return false;
    }

    bool enter_group(const ChildEntry& group, std::string_view& path)
    {
        if (!enter(group, 0, record_.group(group))) {
            return false;
        }
        const ChildEntry* list = record_.table().find_child("");
        return list != nullptr && path.starts_with('[') ? enter_list(*list, path) : skip_dot(path);
    }

    bool enter_list(const ChildEntry& child, std::string_view& path)
    {
        std::size_t index = 0;
        if (path.starts_with('[')) {
            const std::size_t close = path.find(']');
            if (close == std::string_view::npos ||
                std::from_chars(path.data() + 1, path.data() + close, index).ptr != path.data() + close) {
                return false;
            }
            path.remove_prefix(close + 1);
        }
        const ListView list = record_.list(child);
        return index < list.size() && enter(child, index, list.at(index)) && skip_dot(path);
    }

    /// Goes to the element of a child: of the record at `index` of a list, whatever its type.
    bool enter(const ChildEntry& child, std::size_t index, const RecordHandle& record)
    {
        const auto belongs = [&](const pugi::xml_node& node) {
            const auto named = [&](const ItemEntry& item) { return item.name == node.name(); };
            return child.items.empty() ? child.name == node.name() : std::ranges::any_of(child.items, named);
        };
        pugi::xml_node node = node_.first_child();
        for (; node && (!belongs(node) || index > 0); node = node.next_sibling()) {
            index -= belongs(node) ? 1U : 0U;
        }
        if (!node) {
            return false;
        }
        node_ = node;
        record_ = record;
        return true;
    }

    static bool skip_dot(std::string_view& path)
    {
        path.remove_prefix(path.starts_with('.') ? 1 : 0);
        return true;
    }

    pugi::xml_node node_;
    pugi::xml_attribute attribute_;
    RecordHandle record_;
};

}  // namespace

Error placed_in_text(Error error, const TextSource& source)
{
    if (source.name.empty() || error.field.empty() || error.line != 0) {
        return error;
    }
    Result<std::string> text = source.text ? Result<std::string>(*source.text) : read_text_file(source.name);
    if (!text) {
        return error;
    }
    const Result<XmlDocument> parsed = XmlDocument::parse(std::move(*text), source.name);
    const Format* const format = parsed ? find_format(parsed->root().name()) : nullptr;
    if (format == nullptr) {
        return error;
    }
    Document document(*format);
    if (!XmlReader(*parsed, side_files_beside(source.name)).document(format->root(), document.root())) {
        return error;
    }
    // "actors[3].strings of DOOR": what follows the path is for people.
    const std::string path = error.field.substr(0, error.field.find(' '));
    return parsed->at(PlaceFinder(parsed->root(), document.root()).find(path), std::move(error));
}

}  // namespace redforge::edit
