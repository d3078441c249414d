// The difference of two documents as a list of edits.
#include "edit/edit_list.hpp"

#include <fmt/format.h>

#include "core/xml_writer.hpp"
#include "edit/compare.hpp"
#include "edit/path.hpp"

namespace redforge::edit {
namespace {

/// "objects[3,7..9]"
std::string several(const std::string& list, std::span<const std::size_t> places)
{
    std::string path = list;
    path += '[';
    for (std::size_t i = 0; i < places.size();) {
        std::size_t last = i;
        while (last + 1 < places.size() && places[last + 1] == places[last] + 1) {
            ++last;
        }
        path += path.back() == '[' ? "" : ",";
        path += last == i ? std::to_string(places[i]) : fmt::format("{}..{}", places[i], places[last]);
        i = last + 1;
    }
    return path + ']';
}

/// Of an attribute only these stay line ends and tabs.
void append_attribute(std::string& out, std::string_view value)
{
    std::string escaped;
    append_xml_escaped(escaped, value);
    for (const char c : escaped) {
        switch (c) {
        case '\n': out += "&#10;"; break;
        case '\t': out += "&#9;"; break;
        default: out += c;
        }
    }
}

class ListWriter {
public:
    /// The operations come in such an order that the record of each already stands where it is in `to`.
    ListWriter(TextSink& out, const RecordHandle& to) : out_(out), to_(to) {}

    void operation(const Operation& each)
    {
        const RecordHandle record = record_at(to_, each.node);
        const std::string node = path_text(to_, each.node);
        if (each.kind == Operation::Kind::set) {
            return set(node, record.field(record.table().fields[each.member]));
        }
        const ChildEntry& child = record.table().children[each.member];
        const std::string path = path_below(node, child.name);
        switch (each.kind) {
        case Operation::Kind::set: break;
        case Operation::Kind::set_bytes: {
            Match match;
            match.kind = Match::Kind::blob;
            match.record = record;
            match.child = &child;
            edit("set", path, {{"value", match_text(match)}});
            break;
        }
        case Operation::Kind::erase: edit("remove", child.ops->single ? path : several(path, each.places), {}); break;
        case Operation::Kind::move:
            edit("move", fmt::format("{}[{}]", path, each.places[0]), {{"to", std::to_string(each.places[1])}});
            break;
        case Operation::Kind::insert: insert(path, each); break;
        }
    }

private:
    using Attribute = std::pair<std::string_view, std::string_view>;

    void begin(std::string_view name, std::string_view path, std::initializer_list<Attribute> attributes)
    {
        std::string line = fmt::format("  <{} path=\"", name);
        append_xml_escaped(line, path);
        line += '"';
        for (const auto& [key, value] : attributes) {
            line += fmt::format(" {}=\"", key);
            append_attribute(line, value);
            line += '"';
        }
        out_.append(line);
    }
    void edit(std::string_view name, std::string_view path, std::initializer_list<Attribute> attributes)
    {
        begin(name, path, attributes);
        out_.append("/>\n");
    }

    void set(const std::string& node, const FieldView& field)
    {
        const std::string path = path_below(node, field.name());
        LeafValue computed(*field.entry->ops, field.value);
        field.entry->ops->reset(computed.get());
        if (field.type().derived && field.entry->same(computed.get(), field.value)) {
            edit("set", path, {});
        } else {
            edit("set", path, {{"value", field.text()}});
        }
    }

    /// Records that follow each other come in one <add>.
    void insert(const std::string& path, const Operation& each)
    {
        const ListView records = each.records.view(to_.page);
        for (std::size_t i = 0; i < each.places.size(); ++i) {
            const bool first = i == 0 || each.places[i] != each.places[i - 1] + 1;
            const bool last = i + 1 == each.places.size() || each.places[i + 1] != each.places[i] + 1;
            if (first && records.single()) {
                begin("add", path, {});
            } else if (first) {
                begin("add", path, {{"at", std::to_string(each.places[i])}});
            }
            out_.append(first ? ">\n" : "");
            XmlWriter(out_).fragment(records.item(i).name, records.at(i));
            out_.append(last ? "  </add>\n" : "");
        }
    }

    TextSink& out_;
    RecordHandle to_;
};

}  // namespace

void write_edit_list(TextSink& out, const RecordHandle& from, const RecordHandle& to)
{
    out.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<edits exact=\"1\">\n");
    ListWriter writer(out, to);
    for (const Operation& operation : differences(from, to)) {
        writer.operation(operation);
    }
    out.append("</edits>\n");
}

}  // namespace redforge::edit
