// Converts descriptions of formats to XML Schema and to a reference page.
#include "core/xml/schema.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "core/xml/xml_writer.hpp"

namespace redforge {
namespace {

std::string escaped(std::string_view text)
{
    std::string out;
    append_xml_escaped(out, text);
    return out;
}

std::string documentation(const SchemaField& field)
{
    std::string text(field.info.label);
    const auto add = [&](std::string_view part) {
        if (!part.empty()) {
            text += (text.empty() ? "" : text.ends_with('.') ? " " : ". ") + std::string(part);
        }
    };
    add(field.info.doc);
    if (!field.info.unit.empty()) {
        add(fmt::format("Unit: {}.", field.info.unit));
    }
    switch (field.info.kind) {
    case Role::plain: break;
    case Role::reserved: add("Reserved: the game does not read it."); break;
    case Role::derived: add("Derived: stored only if the file's value differs from the computed one."); break;
    case Role::opaque: add("Meaning unknown."); break;
    }
    return text;
}

/// Adds a field. For alternatives with the same name, allows the values of all of them.
void add_field(SchemaElement& element, const FieldEntry& entry)
{
    const auto same = std::ranges::find(element.fields, entry.name, &SchemaField::name);
    if (same != element.fields.end()) {
        same->min = std::min(same->min, entry.min);
        same->max = std::max(same->max, entry.max);
        same->info.always = same->info.always && entry.info.always;
        if (same->info.enum_names.data() != entry.info.enum_names.data() || same->type.kind != entry.ops->type.kind) {
            same->info.enum_names = {};  // the words differ between the games' layouts
            same->info.flags = false;
            same->type = {};
            same->type.kind = ValueKind::text;
        }
        return;
    }
    SchemaField& field = element.fields.emplace_back();
    field.name = entry.name;
    field.info = entry.info;
    field.type = entry.ops->type;
    append_value(field.default_text, entry, entry.default_value, CodePage::cp437);
    field.min = entry.min;
    field.max = entry.max;
}

void add_text_field(SchemaElement& element, std::string_view name, std::string_view label, std::string_view doc)
{
    SchemaField& field = element.fields.emplace_back();
    field.name = name;
    field.info.label = label;
    field.info.doc = doc;
    field.type.kind = ValueKind::text;
}

void describe(const RecordType& type, SchemaElement& element, std::vector<const RecordType*>& above);

void add_child(SchemaElement& element, const ChildEntry& entry, const ItemEntry* item,
               std::vector<const RecordType*>& above)
{
    const std::string_view name = item == nullptr ? entry.name : item->name;
    const RecordType* const type = item == nullptr ? nullptr : &*item->type;
    const auto same = std::ranges::find(element.children, name, &SchemaElement::name);
    const bool has_own_text = item != nullptr && !item->label.empty();
    if (same != element.children.end() && same->source == entry.name) {
        if (has_own_text && same->doc.find(item->doc) == std::string::npos) {
            same->doc += "; " + item->doc;
        }
        if (type != nullptr && !same->any) {
            describe(*type, *same, above);  // add the content of another alternative
        }
        return;
    }
    // Keep the types of one list adjacent, also the types that a later alternative adds.
    const auto of_list = [&](const SchemaElement& each) { return each.source == entry.name; };
    const auto last = std::find_if(element.children.rbegin(), element.children.rend(), of_list);
    SchemaElement& child =
        *element.children.emplace(last == element.children.rend() ? element.children.end() : last.base());
    child.name = name;
    child.label = has_own_text ? item->label : std::string(entry.label());
    child.doc = has_own_text ? item->doc : std::string(entry.doc());
    child.source = entry.name;
    child.blob = entry.is_bytes();
    child.text = entry.blob.codec != nullptr;
    child.side_file = child.blob && (!entry.blob.folder.empty() || entry.kind == ChildEntry::Kind::byte_range);
    child.many = entry.kind == ChildEntry::Kind::list && !entry.ops->single;
    child.mixed = entry.items.size() > 1;
    child.own_file = !entry.info.folder.empty() && type != nullptr && type->file_stem != nullptr;
    if (type != nullptr) {
        describe(*type, child, above);
    }
}

void describe(const RecordType& type, SchemaElement& element, std::vector<const RecordType*>& above)
{
    if (std::ranges::find(above, &type) != above.end()) {
        element.any = true;  // a record that holds records of its own type
        return;
    }
    above.push_back(&type);
    const bool is_first = !std::exchange(element.described, true);
    for (const FieldTable& table : type.tables) {
        for (const FieldEntry& field : table.fields) {
            const std::size_t before = element.fields.size();
            add_field(element, field);
            if (element.fields.size() > before && !is_first) {
                element.fields.back().info.always = false;  // an earlier alternative does not have the field
            }
        }
        for (const ChildEntry& child : table.children) {
            if (child.is_bytes()) {
                add_child(element, child, nullptr, above);
            }
            for (const ItemEntry& item : child.items) {
                add_child(element, child, &item, above);
            }
        }
    }
    for (SchemaField& field : element.fields) {
        const auto has_it = [&](const FieldTable& table) { return table.find_field(field.name) != nullptr; };
        field.info.always = field.info.always && std::ranges::all_of(type.tables, has_it);
    }
    above.pop_back();
}

class XsdWriter {
public:
    std::string run(const SchemaElement& root)
    {
        out_ = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
               "<!-- Generated from the field descriptions by `redforge schema`; edit those, not this. -->\n"
               "<xs:schema xmlns:xs=\"http://www.w3.org/2001/XMLSchema\">\n"
               "  <xs:simpleType name=\"bytes\">\n"
               "    <xs:list itemType=\"xs:hexBinary\"/>\n"
               "  </xs:simpleType>\n"
               "  <xs:simpleType name=\"real\">\n"
               "    <xs:restriction base=\"xs:string\">\n"
               "      <xs:pattern value=\"-?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([eE][+\\-]?[0-9]+)?|-?INF|"
               "nan:([0-9a-fA-F]{8}){1,2}\"/>\n"
               "    </xs:restriction>\n"
               "  </xs:simpleType>\n";
        depth_ = 1;
        element(root, Place::root);
        std::vector<std::string_view> roots;
        for (const SchemaElement* own : std::exchange(documents_, {})) {
            if (std::ranges::find(roots, own->name) == roots.end()) {  // once per type
                roots.push_back(own->name);
                element(*own, Place::root);
            }
        }
        for (const auto& [body, name] : shared_) {
            out_ += fmt::format("  <xs:simpleType name=\"{}\">\n{}  </xs:simpleType>\n", name, body);
        }
        return out_ + "</xs:schema>\n";
    }

private:
    template <class... Args>
    void line(fmt::format_string<Args...> format, Args&&... args)
    {
        out_.append(2 * depth_, ' ');
        fmt::format_to(std::back_inserter(out_), format, std::forward<Args>(args)...);
        out_ += '\n';
    }
    void open(std::string_view tag)
    {
        line("<{}>", tag);
        ++depth_;
    }
    void close(std::string_view tag)
    {
        --depth_;
        line("</{}>", tag);
    }
    void note(std::string_view text)
    {
        if (!text.empty()) {
            line("<xs:annotation><xs:documentation>{}</xs:documentation></xs:annotation>", escaped(text));
        }
    }

    /// Attribute types of at least this size are shared: they are written once, after the elements.
    static constexpr std::size_t shared_type = 1024;

    /// Context of an element: document root, one of several types, or part of a sequence.
    enum class Place : std::uint8_t { root, choice, sequence };

    void element(const SchemaElement& e, Place place)
    {
        const std::string_view occurs = place != Place::sequence ? ""
                                        : e.many                 ? " minOccurs=\"0\" maxOccurs=\"unbounded\""
                                                                 : " minOccurs=\"0\"";
        if (e.own_file && place != Place::root) {
            line("<xs:element ref=\"{}\"{}/>", e.name, occurs);
            documents_.push_back(&e);  // the element can be the root of a separate file
            return;
        }
        line("<xs:element name=\"{}\"{}>", e.name, occurs);
        ++depth_;
        note(e.label + (e.label.empty() || e.doc.empty() ? "" : ": ") + e.doc);
        if (e.blob) {
            blob(e);
        } else if (e.any) {
            open("xs:complexType");
            line("<xs:complexContent><xs:extension base=\"xs:anyType\"/></xs:complexContent>");
            close("xs:complexType");
        } else {
            open("xs:complexType");
            if (!e.children.empty()) {
                open("xs:sequence");
                for (std::size_t i = 0; i < e.children.size();) {
                    i = e.children[i].mixed ? choice(e.children, i) : (element(e.children[i], Place::sequence), i + 1);
                }
                close("xs:sequence");
            }
            if (e.own_file) {
                line("<xs:attribute name=\"file\" type=\"xs:string\"/>");
            }
            for (const SchemaField& field : e.fields) {
                attribute(field, field.info.always && !e.own_file);
            }
            close("xs:complexType");
        }
        close("xs:element");
    }

    /// Writes the types of one list as a choice. Returns the index of the first child after this list.
    std::size_t choice(const std::vector<SchemaElement>& children, std::size_t first)
    {
        line("<xs:choice minOccurs=\"0\" maxOccurs=\"unbounded\">");
        ++depth_;
        std::size_t i = first;
        for (; i < children.size() && children[i].mixed && children[i].source == children[first].source; ++i) {
            element(children[i], Place::choice);
        }
        close("xs:choice");
        return i;
    }

    void blob(const SchemaElement& e)
    {
        open("xs:complexType");
        open("xs:simpleContent");
        line("<xs:extension base=\"{}\">", e.text ? "xs:string" : "bytes");
        ++depth_;
        if (e.side_file) {
            line("<xs:attribute name=\"file\" type=\"xs:string\"/>");
        }
        close("xs:extension");
        close("xs:simpleContent");
        close("xs:complexType");
    }

    void attribute(const SchemaField& field, bool required)
    {
        const std::string body = type_text(field);
        const std::string_view use = required ? " use=\"required\"" : "";
        const bool is_shared = body.size() >= shared_type;
        if (is_shared) {
            const std::string& name =
                shared_.try_emplace(body, fmt::format("words{}", shared_.size() + 1)).first->second;
            line("<xs:attribute name=\"{}\" type=\"{}\"{}>", field.name, name, use);
        } else {
            line("<xs:attribute name=\"{}\"{}>", field.name, use);
        }
        ++depth_;
        note(documentation(field));
        if (!is_shared) {
            open("xs:simpleType");
            type(field);
            close("xs:simpleType");
        }
        close("xs:attribute");
    }

    /// Returns the text that type() writes for a field, as a separate type.
    std::string type_text(const SchemaField& field)
    {
        std::string before = std::exchange(out_, {});
        const std::size_t depth = std::exchange(depth_, 2);
        type(field);
        depth_ = depth;
        return std::exchange(out_, std::move(before));
    }

    void type(const SchemaField& field)
    {
        switch (field.type.kind) {
        case ValueKind::integer: integer(field); break;
        case ValueKind::real: real(field); break;
        case ValueKind::bytes: line("<xs:restriction base=\"bytes\"/>"); break;
        case ValueKind::numbers: {
            open("xs:restriction");
            open("xs:simpleType");
            open("xs:list");
            open("xs:simpleType");
            integer(field);
            close("xs:simpleType");
            close("xs:list");
            close("xs:simpleType");
            if (field.type.count != 0) {
                line("<xs:length value=\"{}\"/>", field.type.count);
            }
            close("xs:restriction");
            break;
        }
        case ValueKind::text: text(field); break;
        }
    }

    void real(const SchemaField& field)
    {
        if (field.type.parts == 0) {
            return line("<xs:restriction base=\"real\"/>");
        }
        line("<xs:restriction base=\"xs:decimal\">");
        ++depth_;
        line("<xs:minInclusive value=\"{}\"/>", field.min);
        line("<xs:maxExclusive value=\"{}\"/>", field.max + 1);
        close("xs:restriction");
    }

    void integer(const SchemaField& field)
    {
        if (field.info.notation == Notation::hexadecimal) {
            line("<xs:restriction base=\"xs:string\">");
            ++depth_;
            line("<xs:pattern value=\"0x0*[0-9a-fA-F]{{1,{}}}\"/>", hexadecimal_digits(field.type));
            close("xs:restriction");
        } else if (field.info.enum_names.empty()) {
            plain_integer(field);
        } else {
            integer_or_words(field);
        }
    }

    void plain_integer(const SchemaField& field)
    {
        line("<xs:restriction base=\"xs:integer\">");
        ++depth_;
        line("<xs:minInclusive value=\"{}\"/>", field.min);
        line("<xs:maxInclusive value=\"{}\"/>", field.max);
        close("xs:restriction");
    }

    /// Writes a type for a number or one of its words; for flags, a list of words and a hexadecimal rest.
    void integer_or_words(const SchemaField& field)
    {
        if (field.info.flags) {
            open("xs:list");
            open("xs:simpleType");
        }
        open("xs:union");
        open("xs:simpleType");
        line("<xs:restriction base=\"xs:string\">");
        ++depth_;
        for (const EnumName& word : field.info.enum_names) {
            line("<xs:enumeration value=\"{}\">", word.name);
            ++depth_;
            note(fmt::format("{}{}{}", word.value, word.label.empty() ? "" : ": ", word.label));
            close("xs:enumeration");
        }
        close("xs:restriction");
        close("xs:simpleType");
        if (field.info.flags) {
            open("xs:simpleType");
            line("<xs:restriction base=\"xs:string\">");
            ++depth_;
            line("<xs:pattern value=\"0x[0-9a-fA-F]{{1,16}}\"/>");
            close("xs:restriction");
            close("xs:simpleType");
        }
        open("xs:simpleType");
        plain_integer(field);
        close("xs:simpleType");
        close("xs:union");
        if (field.info.flags) {
            close("xs:simpleType");
            close("xs:list");
        }
    }

    void text(const SchemaField& field)
    {
        line("<xs:restriction base=\"xs:string\">");
        ++depth_;
        if (!field.info.choices.empty()) {
            std::string_view rest = field.info.choices;
            for (std::string_view word = next_word(rest); !word.empty(); word = next_word(rest)) {
                line("<xs:enumeration value=\"{}\"/>", word);
            }
        } else if (field.type.count != 0) {
            // A character of the text is itself or the escape of a byte.
            line("<xs:pattern value=\"(\\\\x[0-9a-fA-F]{{2}}|[\\s\\S]){{0,{}}}\"/>", field.type.count);
        }
        close("xs:restriction");
    }

    std::string out_;
    std::size_t depth_{};
    std::map<std::string, std::string> shared_;  ///< shared types (definition -> name), written once
    std::vector<const SchemaElement*> documents_;
};

/// Formats the names of numbers: "audio (2), flat (3)".
std::string word_list(EnumNames words)
{
    std::string text;
    for (const EnumName& word : words) {
        fmt::format_to(std::back_inserter(text), "{}{} ({})", text.empty() ? "" : ", ", word.name, word.value);
    }
    return text;
}

std::string type_description(const SchemaField& field)
{
    switch (field.type.kind) {
    case ValueKind::integer:
        if (field.info.notation == Notation::hexadecimal) {
            return fmt::format("0x and {} hexadecimal digits", hexadecimal_digits(field.type));
        }
        return (field.info.enum_names.empty() ? "" : word_list(field.info.enum_names) + ", or ") +
               fmt::format("{} to {}", field.min, field.max);
    case ValueKind::real:
        return field.type.parts == 0
                   ? "number"
                   : fmt::format("from {} to below {}, in steps of 1/{}", field.min, field.max + 1, field.type.parts);
    case ValueKind::bytes: return "bytes, hexadecimal";
    case ValueKind::numbers:
        return fmt::format("{} of {} to {}", field.type.count == 0 ? "numbers" : std::to_string(field.type.count),
                           field.min, field.max);
    case ValueKind::text:
        return !field.info.choices.empty() ? "one of " + std::string(field.info.choices)
               : field.type.count == 0     ? "text"
                                           : fmt::format("text, {} bytes", field.type.count);
    }
    return {};
}

/// Writes the reference page. Refers to an element that was described before, and does not repeat it.
class ReferenceWriter {
public:
    explicit ReferenceWriter(std::string& out) : out_(out) {}

    void element(const SchemaElement& e, const std::string& path, int level)
    {
        out_ += fmt::format("\n{} `<{}>`{}{}\n\n", std::string(static_cast<std::size_t>(std::min(level, 5)), '#'),
                            e.name, e.label.empty() ? "" : " ", e.label);
        if (!path.empty()) {
            out_ += fmt::format("Path: `{}`{}{}\n", path, e.doc.empty() ? "" : " - ", e.doc);
        }
        if (const std::string* const before = described_before(e, path)) {
            out_ += fmt::format("\nAs {}.\n", *before);
        } else {
            content(e, path, level);
        }
    }

private:
    static constexpr std::size_t min_referenced_size = 200;  ///< characters

    /// Returns the path of an element with equal content. Returns null if there is none, or the content is short.
    const std::string* described_before(const SchemaElement& e, const std::string& path)
    {
        if (!refers_) {
            return nullptr;
        }
        std::string all;
        ReferenceWriter writer(all);
        writer.refers_ = false;
        writer.content(e, "", 0);
        const auto [place, replacement] = described_.try_emplace(all, fmt::format("`<{}>` of `{}`", e.name, path));
        return replacement || all.size() < min_referenced_size ? nullptr : &place->second;
    }

    void content(const SchemaElement& e, const std::string& path, int level)
    {
        if (e.blob) {
            out_ += e.side_file ? "\nBytes as hexadecimal text, or in a `file`.\n" : "\nBytes as hexadecimal text.\n";
        }
        if (!e.fields.empty()) {
            out_ += "\n| field | values | default | meaning |\n|---|---|---|---|\n";
            for (const SchemaField& field : e.fields) {
                out_ += fmt::format("| `{}` | {} | {} | {} |\n", field.name, type_description(field),
                                    field.info.always ? "required" : field.default_text, documentation(field));
            }
        }
        for (const SchemaElement& child : e.children) {
            std::string below = path;
            if (!child.source.empty()) {
                below += (path.empty() ? "" : ".") + child.source;
            }
            element(child, below + (child.many ? "[N]" : ""), level + 1);
        }
    }

    std::string& out_;
    bool refers_{true};                             ///< refer to earlier descriptions instead of repeating them
    std::map<std::string, std::string> described_;  ///< text of each described element -> name of the element
};

}  // namespace

SchemaElement describe_document(const RecordType& root)
{
    SchemaElement element;
    element.name = root.element;
    std::vector<const RecordType*> above;
    describe(root, element, above);
    return element;
}

void allow_encoding(SchemaElement& root)
{
    add_text_field(root, encoding_attribute, "Code page",
                   "Encoding of the text in the file: 1250, 1251, 932, 936, 949 or UTF-8. Default: 1252.");
}

void allow_partial(SchemaElement& root)
{
    add_text_field(root, partial_attribute, "Partial",
                   "Types of the records that were unpacked (--only). Only `pack --base` packs such a document.");
}

std::string to_xsd(const SchemaElement& root)
{
    return XsdWriter().run(root);
}

std::string to_reference_page(const SchemaElement& root)
{
    std::string out = fmt::format("# Reference: `<{}>`\n\nGenerated from the field descriptions by `redforge schema`; "
                                  "edit those, not this.\n",
                                  root.name);
    ReferenceWriter(out).element(root, "", 2);
    return out;
}

}  // namespace redforge
