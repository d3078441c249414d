// Checks that both text forms (folder and single file) preserve a document. Works part by part.
#include "edit/document/text_round_trip.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/xml/xml_writer.hpp"
#include "edit/document/folder_content.hpp"

namespace redforge::edit {
namespace {

/// Approximate number of characters of a part. Small enough to stay in the processor's cache between writing and
/// comparing.
constexpr std::size_t default_part_size = std::size_t{128} << 10U;
constexpr std::size_t first_records = 16;

/// Returns true if `left` equals `right` from its record `first` on.
bool same_list(const ListView& left, std::size_t first, const ListView& right)
{
    const ListOps& ops = *left.child->ops;
    const ItemEntry* item = nullptr;
    const RecordType* type = nullptr;
    for (std::size_t i = 0; i < right.size(); ++i) {
        if (const ItemEntry& next = left.item(first + i); &next != item) {
            item = &next;
            type = &*next.type;
        }
        if (&*right.item(i).type != type || !same_record(*type, ops.at(left.list, first + i), ops.at(right.list, i))) {
            return false;
        }
    }
    return true;
}

/// Returns true if a root, or a group of it, equals one that was read from the text of a part.
bool same_part(const RecordHandle& left, const RecordHandle& right, const XmlPart& part, bool is_root)
{
    const FieldTable& table = left.table();
    const auto same_field = [&](const FieldEntry& field) {
        return field.same(left.field(field).value, right.field(field).value);
    };
    const auto same_child = [&](const ChildEntry& child) {
        switch (child.kind) {
        case ChildEntry::Kind::byte_range: return left.byte_range(child) == right.byte_range(child);
        case ChildEntry::Kind::blob: return same_bytes(left.blob(child), right.blob(child));
        case ChildEntry::Kind::group:
            return is_root ? same_part(left.group(child), right.group(child), part, false)
                           : same_record(*left.group(child).type, left.group(child).record, right.group(child).record);
        case ChildEntry::Kind::list: break;
        }
        const std::size_t size = part.list == nullptr ? left.list(child).size() : part.last - part.first;
        return right.list(child).size() == size && same_list(left.list(child), part.first, right.list(child));
    };
    return &table == &right.table() && std::ranges::all_of(table.fields, same_field) &&
           std::ranges::all_of(table.children,
                               [&](const ChildEntry& child) { return !part.holds(child) || same_child(child); });
}

class Proof {
public:
    Proof(const Document& document, const SideCodecs& codecs, const std::function<void(const SideFile&)>& side_file)
        : document_(document), root_(document.root()), files_(codecs), side_file_(side_file)
    {
    }

    std::optional<Error> run()
    {
        prove({});
        for (const ChildEntry& child : root_.table().children) {
            if (XmlPart::is_divided(child)) {
                prove_list(nullptr, child);
            } else if (child.kind == ChildEntry::Kind::group) {
                for (const ChildEntry& inner : root_.group(child).table().children) {
                    if (XmlPart::is_divided(inner)) {
                        prove_list(&child, inner);
                    }
                }
            }
        }
        return std::move(error_);
    }

private:
    /// Returns the list of a part in a document.
    static ListView list_of(const RecordHandle& root, const XmlPart& part)
    {
        return (part.group == nullptr ? root : root.group(*part.group)).list(*part.list);
    }
    void prove_list(const ChildEntry* group, const ChildEntry& child)
    {
        if (error_) {
            return;
        }
        const std::size_t size = list_of(root_, {group, &child}).size();
        // Every part repeats the fields of the root. If these are long, for example the order of 100,000 sections,
        // use longer parts, otherwise the time is quadratic in the file size.
        const std::size_t fields = size > first_records ? prove({group, &child, 0, 0}) : 0;
        const std::size_t wanted = std::max(default_part_size, 4 * fields);
        std::size_t count = first_records;
        for (std::size_t first = 0; first < size && !error_;) {
            const std::size_t last = first + std::min(count, size - first);
            const std::size_t characters = prove({group, &child, first, last});
            const std::size_t of_records = characters > fields ? characters - fields : 1;
            count = std::clamp<std::size_t>(wanted * (last - first) / of_records, 1, 2 * count);
            first = last;
        }
    }
    /// Proves a part in both text forms. Returns its size in the folder form, in characters.
    std::size_t prove(const XmlPart& part)
    {
        files_.clear();
        TextSink sink;
        XmlWriter(sink, &files_).part(document_.format().root(), root_, part);
        std::size_t characters = sink.size();
        FolderContent content;
        for (const SideFile& file : files_.files()) {
            characters += file.text.size();
            side_file_(file);
            content.add(file);
        }
        compare(part, sink.str(), "its folder", content.reader());
        if (!error_ && !files_.files().empty()) {  // without side files, both forms are the same text
            TextSink one_file;
            XmlWriter(one_file, nullptr, files_.codecs().context).part(document_.format().root(), root_, part);
            compare(part, one_file.str(), "its XML", {});
        }
        return characters;
    }
    void compare(const XmlPart& part, std::string text, const std::string& name, SideFileReader files)
    {
        const Result<Document> unpacked = read_text(std::move(text), name, std::move(files), files_.codecs().context);
        if (!unpacked) {
            error_ = unpacked.error();
        } else if (!same_part(root_, unpacked->root(), part, true)) {
            error_ = difference(part, unpacked->root());
        }
    }
    /// Names the first field that differs.
    [[nodiscard]] Error difference(const XmlPart& part, const RecordHandle& unpacked) const
    {
        std::optional<Difference> found;
        if (part.list != nullptr) {
            const ListView left = list_of(root_, part);
            const ListView right = list_of(unpacked, part);
            for (std::size_t i = 0; i < std::min(right.size(), part.last - part.first) && !found; ++i) {
                found = find_difference(left.at(part.first + i), right.at(i));
                if (found) {
                    const std::string group = part.group == nullptr ? "" : part.group->name;
                    const std::string_view dot = group.empty() || part.list->name.empty() ? "" : ".";
                    found->path =
                        fmt::format("{}{}{}[{}].{}", group, dot, part.list->name, part.first + i, found->path);
                }
            }
        }
        found = found ? found : find_difference(root_, unpacked);
        return {.code = ErrorCode::mismatch,
                .message = found ? fmt::format("unpacking and packing gives {} where the file has {}", found->right,
                                               found->left)
                                 : "the text form does not preserve the document",
                .field = found ? found->path : ""};
    }

    const Document& document_;
    RecordHandle root_;
    SideFiles files_;
    const std::function<void(const SideFile&)>& side_file_;
    std::optional<Error> error_;
};

}  // namespace

std::optional<Error> prove_text(const Document& document, const SideCodecs& codecs, bool all,
                                const std::function<void(const SideFile&)>& side_file)
{
    if (document.format().samples != nullptr) {
        std::optional<Error> error;
        document.format().samples(document.data(), all, [&](const std::shared_ptr<void>& sample) {
            if (!error) {
                error = Proof(Document(document.format(), sample), codecs, side_file).run();
            }
        });
        return error;
    }
    return Proof(document, codecs, side_file).run();
}

}  // namespace redforge::edit
