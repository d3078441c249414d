// Converts tables of record types to Python classes.
#include "core/xml/python_stub.hpp"

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <set>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "core/text/words.hpp"

namespace redforge {
namespace {

/// Converts "texture_bank" to "TextureBank".
std::string class_name(std::string_view element)
{
    std::string name;
    bool begins = true;
    for (const char letter : element) {
        const bool is_part = is_letter(letter) || is_digit(letter);
        if (is_part) {
            name += begins ? to_upper(letter) : letter;
        }
        begins = !is_part;
    }
    return name;
}

/// Returns true if the name can be a Python attribute. Other names are reached with record["name"].
bool is_identifier(std::string_view name)
{
    static constexpr std::array<std::string_view, 35> keywords{"False",    "None",    "True",  "and",   "as",
                                                               "assert",   "async",   "await", "break", "class",
                                                               "continue", "def",     "del",   "elif",  "else",
                                                               "except",   "finally", "for",   "from",  "global",
                                                               "if",       "import",  "in",    "is",    "lambda",
                                                               "nonlocal", "not",     "or",    "pass",  "raise",
                                                               "return",   "try",     "while", "with",  "yield"};
    return !name.empty() && !is_digit(name.front()) && std::ranges::all_of(name, is_word_letter) &&
           std::ranges::find(keywords, name) == keywords.end();
}

/// Formats sentences as a docstring, with escapes.
std::string docstring(std::span<const std::string> sentences)
{
    std::string text;
    for (const std::string& each : sentences) {
        if (each.empty()) {
            continue;
        }
        text += text.empty() ? "" : " ";
        for (const char letter : each) {
            text += letter == '\\' || letter == '"' ? "\\" : "";
            text += letter == '\n' ? ' ' : letter;
        }
        text += each.back() == '.' || each.back() == ':' ? "" : ".";
    }
    return text.empty() ? "" : fmt::format("\"\"\"{}\"\"\"", text);
}

std::string field_doc(const FieldEntry& field)
{
    std::string words;
    for (const EnumName& name : field.info.enum_names) {
        words += fmt::format("{}{}", words.empty() ? "" : ", ", name.name);
    }
    const bool is_number = field.ops->type.kind == ValueKind::integer;
    return docstring(
        std::vector<std::string>{std::string(field.info.label), std::string(field.info.doc),
                                 field.info.unit.empty() ? "" : fmt::format("Unit: {}", field.info.unit),
                                 is_number && words.empty() ? fmt::format("{} to {}", field.min, field.max) : "",
                                 words.empty() ? ""
                                               : fmt::format("{}: {}", field.info.flags ? "Any of" : "One of", words),
                                 field.ops->type.derived ? "None: computed when the file is written" : ""});
}

std::string field_type(const FieldEntry& field)
{
    std::string type;
    switch (field.ops->type.kind) {
    case ValueKind::integer: type = field.info.enum_names.empty() ? "int" : "Word"; break;
    case ValueKind::real: type = "float"; break;
    default: return "str";
    }
    return field.ops->type.derived ? fmt::format("Optional[{}]", type) : type;
}

class StubWriter {
public:
    std::string write(std::span<const Format> formats)
    {
        std::string text = "\"\"\"Types of the documents of each format. Made by `redforge schema --python`.\"\"\"\n\n"
                           "from typing import Optional, Union\n\n"
                           "from ._documents import Document\n"
                           "from ._records import Composite, List, Record, Word\n";
        for (const Format& format : formats) {
            prefix_ = class_name(format.root());
            known_.clear();
            name_of(format.root_type(), "");
            pending_.front().base = "Document";
            pending_.front().doc = fmt::format("A {}.", format.name);
            while (!pending_.empty()) {
                const Pending next = pending_.front();
                pending_.pop_front();
                text += class_of(next);
            }
        }
        return text;
    }

private:
    struct Pending {
        const RecordType* type{};
        std::string name;
        std::string base{"Record"};
        std::string doc{};
    };
    struct Attribute {
        std::string type;
        std::string doc;
    };

    /// Returns the class name of a record type, and queues the class for writing.
    std::string name_of(const RecordType& type, std::string_view element, std::string_view label = {},
                        std::string_view doc = {})
    {
        if (const auto known = known_.find(&type); known != known_.end()) {
            return known->second;
        }
        std::string name = free_name(prefix_ + class_name(element));
        known_.emplace(&type, name);
        pending_.push_back(
            {&type, name, "Record", docstring(std::vector<std::string>{std::string(label), std::string(doc)})});
        return name;
    }

    /// Returns the name, with a number appended if another class has it.
    std::string free_name(const std::string& wanted)
    {
        std::string name = wanted;
        for (int number = 2; !taken_.insert(name).second; ++number) {
            name = fmt::format("{}{}", wanted, number);
        }
        return name;
    }

    std::string list_of(const ChildEntry& child)
    {
        std::vector<std::string> names;
        for (const ItemEntry& item : child.items) {
            names.push_back(fmt::format("\"{}\"", name_of(*item.type, item.name, item.label, item.doc)));
        }
        std::string all;
        for (const std::string& name : names) {
            all += (all.empty() ? "" : ", ") + name;
        }
        return names.size() == 1 ? fmt::format("List[{}]", all) : fmt::format("List[Union[{}]]", all);
    }

    std::string type_of(const ChildEntry& child)
    {
        if (child.is_bytes()) {
            return child.blob.codec != nullptr ? "str" : "bytes";
        }
        const ItemEntry& item = child.items.front();
        if (const ChildEntry* const own = item.type->tables.front().find_child("");
            own != nullptr && own->kind == ChildEntry::Kind::list &&
            (child.kind == ChildEntry::Kind::group || child.ops->single)) {
            return list_of(*own);
        }
        if (child.kind == ChildEntry::Kind::list && !child.ops->single) {
            return list_of(child);
        }
        const std::string name = fmt::format("\"{}\"", name_of(*item.type, item.name.empty() ? child.name : item.name,
                                                               child.label(), child.doc()));
        return child.kind == ChildEntry::Kind::group ? name : fmt::format("Optional[{}]", name);
    }

    std::string class_of(const Pending& of)
    {
        std::vector<std::pair<std::string, Attribute>> attributes;
        std::set<std::string, std::less<>> names;
        std::string composites;
        const auto add = [&](const std::string& name, Attribute attribute) {
            if (is_identifier(name) && names.insert(name).second) {
                attributes.emplace_back(name, std::move(attribute));
            }
        };
        for (const FieldTable& table : of.type->tables) {
            for (const FieldEntry& field : table.fields) {
                const std::size_t dot = field.name.find('.');
                const std::string first = field.name.substr(0, dot);
                if (dot == std::string::npos) {
                    add(first, {field_type(field), field_doc(field)});
                } else if (is_identifier(first) && !names.contains(first)) {
                    const std::string name = free_name(of.name + class_name(first));
                    composites += composite_of(name, table, first);
                    add(first, {fmt::format("\"{}\"", name),
                                docstring(std::vector<std::string>{std::string(field.composite)})});
                }
            }
            for (const ChildEntry& child : table.children) {
                if (!child.name.empty()) {
                    add(child.name, {type_of(child), docstring(std::vector<std::string>{std::string(child.label()),
                                                                                        std::string(child.doc())})});
                }
            }
            for (const Descendants& each : table.descendants) {
                add(each.as_list.name, {"List[Record]", ""});
            }
        }
        std::string text = fmt::format("\nclass {}({}):\n", of.name, of.base);
        text += of.doc.empty()
                    ? ""
                    : fmt::format("    {}\n", of.base == "Document" ? docstring(std::vector{of.doc}) : of.doc);
        for (const auto& [name, attribute] : attributes) {
            text += fmt::format("    {}: {}\n", name, attribute.type);
            text += attribute.doc.empty() ? "" : fmt::format("    {}\n", attribute.doc);
        }
        return text + (attributes.empty() && of.doc.empty() ? "    pass\n" : "") + composites;
    }

    /// Returns the class of a composite, with the fields whose names begin with its name.
    static std::string composite_of(const std::string& name, const FieldTable& table, std::string_view composite)
    {
        std::string text = fmt::format("\nclass {}(Composite):\n", name);
        bool any = false;
        for (const FieldEntry& field : table.fields) {
            if (field.name.starts_with(composite) && field.name.substr(composite.size()).starts_with('.')) {
                const std::string part = field.name.substr(composite.size() + 1);
                if (is_identifier(part)) {
                    const std::string doc = field_doc(field);
                    text +=
                        fmt::format("    {}: {}\n{}", part, field_type(field), doc.empty() ? "" : "    " + doc + "\n");
                    any = true;
                }
            }
        }
        return text + (any ? "" : "    pass\n");
    }

    std::string prefix_;
    std::map<const RecordType*, std::string> known_;
    std::set<std::string> taken_;
    std::deque<Pending> pending_;
};

}  // namespace

std::string python_stub(std::span<const Format> formats)
{
    return StubWriter().write(formats);
}

}  // namespace redforge
