// The proof that a document's text form says all of it: unpacked and packed part by part, never held as a whole.
#include "edit/text_proof.hpp"

#include <algorithm>
#include <map>
#include <memory>

#include <fmt/format.h>

#include "core/xml_writer.hpp"

namespace redforge::edit {
namespace {

/// Characters that a part has, about: little enough to stay in a processor's cache from writing to comparing.
constexpr std::size_t usual_part = std::size_t{128} << 10U;
constexpr std::size_t first_records = 16;

/// Side files in the memory: what unpacking would write, and packing read.
SideFileReader read_from(const SideFiles& files)
{
    // Shared: a reader is copied for each record that has a document of its own.
    const auto by_path = std::make_shared<std::map<std::string_view, const SideFile*>>();
    for (const SideFile& file : files.files()) {
        by_path->emplace(file.path, &file);
    }
    return [by_path](const std::string& path) -> Result<std::string> {
        const auto found = by_path->find(path);
        if (found == by_path->end()) {
            return fail({.code = ErrorCode::io, .message = "no such file", .file = path});
        }
        std::string text = found->second->text;
        text.reserve(text.size() + found->second->bytes.size());
        for (const ByteView piece : found->second->bytes.pieces()) {
            text += as_text(piece);
        }
        return text;
    };
}

/// Whether a child of two roots of one type says the same; `first` is the first record of a list on the left that is
/// compared with those on the right.
bool same_child(const ChildEntry& child, const RecordHandle& left, const RecordHandle& right, std::size_t first)
{
    switch (child.kind) {
    case ChildEntry::Kind::stretch: return left.stretch(child) == right.stretch(child);
    case ChildEntry::Kind::blob: return same_bytes(left.blob(child), right.blob(child));
    case ChildEntry::Kind::group:
        return same_record(*left.group(child).type, left.group(child).record, right.group(child).record);
    case ChildEntry::Kind::list: break;
    }
    const ListView a = left.list(child);
    const ListView b = right.list(child);
    for (std::size_t i = 0; i < b.size(); ++i) {
        const RecordHandle record = a.at(first + i);
        if (a.item_number(first + i) != b.item_number(i) ||
            !same_record(*record.type, record.record, b.at(i).record)) {
            return false;
        }
    }
    return true;
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
            if (XmlPart::is_shared_out(child)) {
                prove_list(child);
            }
        }
        return std::move(error_);
    }

private:
    void prove_list(const ChildEntry& child)
    {
        const std::size_t size = root_.list(child).size();
        std::size_t count = first_records;
        for (std::size_t first = 0; first < size && !error_;) {
            const std::size_t last = first + std::min(count, size - first);
            const std::size_t characters = prove({&child, first, last});
            count = std::clamp<std::size_t>(usual_part * (last - first) / std::max<std::size_t>(characters, 1), 1,
                                            2 * count);
            first = last;
        }
    }
    /// Proves a part; how many characters it has.
    std::size_t prove(const XmlPart& part)
    {
        const Format& format = document_.format();
        files_.clear();
        TextSink sink;
        XmlWriter(sink, &files_).part(format.root(), root_, part);
        std::size_t characters = sink.size();
        for (const SideFile& file : files_.files()) {
            characters += file.text.size();
            side_file_(file);
        }
        std::string text = sink.str();
        sink = {};
        const Result<Document> unpacked = read_text(std::move(text), "its XML", read_from(files_), files_.codecs().context);
        if (!unpacked) {
            error_ = unpacked.error();
        } else {
            compare(part, unpacked->root());
        }
        return characters;
    }
    void compare(const XmlPart& part, const RecordHandle& unpacked)
    {
        const FieldTable& table = root_.table();
        const bool same_fields = &table == &unpacked.table() && std::ranges::all_of(table.fields, [&](const auto& field) {
            return field.same(root_.field(field).value, unpacked.field(field).value);
        });
        const bool same_size =
            part.list == nullptr || unpacked.list(*part.list).size() == part.last - part.first;
        const bool same = same_fields && same_size && std::ranges::all_of(table.children, [&](const ChildEntry& child) {
            return !part.holds(child) || same_child(child, root_, unpacked, part.first);
        });
        if (!same) {
            error_ = difference(part, unpacked);
        }
    }
    /// Names the first field that differs.
    [[nodiscard]] Error difference(const XmlPart& part, const RecordHandle& unpacked) const
    {
        Error error{.code = ErrorCode::mismatch, .message = "unpacking and packing does not give the same"};
        std::optional<Difference> found;
        if (part.list == nullptr || unpacked.list(*part.list).size() != part.last - part.first) {
            found = find_difference(root_, unpacked);
        } else {
            const ListView list = unpacked.list(*part.list);
            for (std::size_t i = 0; i < list.size() && !found; ++i) {
                found = find_difference(root_.list(*part.list).at(part.first + i), list.at(i));
                if (found) {
                    found->path = fmt::format("{}[{}].{}", part.list->name, part.first + i, found->path);
                }
            }
        }
        if (found) {
            error.message = fmt::format("unpacking and packing gives {} where the file has {}", found->right, found->left);
            error.field = found->path;
        }
        return error;
    }

    const Document& document_;
    RecordHandle root_;
    SideFiles files_;
    const std::function<void(const SideFile&)>& side_file_;
    std::optional<Error> error_;
};

}  // namespace

std::optional<Error> prove_text(const Document& document, const SideCodecs& codecs,
                                const std::function<void(const SideFile&)>& side_file)
{
    return Proof(document, codecs, side_file).run();
}

}  // namespace redforge::edit
