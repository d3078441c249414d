// Records to XML text, written directly from the tables of their types.
#include "core/xml/xml_writer.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "core/bytes/hex.hpp"
#include "core/record/values.hpp"

namespace redforge {
namespace {

/// Maximum length of an integer, with its sign.
constexpr std::size_t integer_room = 24;

/// Characters that XML reserves, which append_xml_escaped() replaces.
constexpr std::array<bool, 256> is_reserved_in_xml = [] {
    std::array<bool, 256> table{};
    for (const char c : std::string_view("&<>\"")) {
        table[static_cast<unsigned char>(c)] = true;
    }
    return table;
}();

/// Number of bytes that put_spaces() can write beyond the width.
constexpr std::size_t indent_room = 8;

/// Writes spaces and returns their end. The buffer must have room for `indent_room` more, which makes the common case
/// fast.
char* put_spaces(char* to, std::size_t width)
{
    std::memcpy(to, "        ", indent_room);
    if (width > indent_room) {
        std::memset(to, ' ', width);
    }
    return to + width;
}

/// Copies a short text into a large enough buffer and returns the end. Inline, because a call of memcpy is slower.
char* put(char* to, std::string_view text)
{
    const char* const from = text.data();
    const std::size_t size = text.size();
    if (size >= 8) {
        for (std::size_t i = 0; i < size - 8; i += 8) {
            std::memcpy(to + i, from + i, 8);
        }
        std::memcpy(to + size - 8, from + size - 8, 8);
    } else if (size >= 4) {
        std::memcpy(to, from, 4);
        std::memcpy(to + size - 4, from + size - 4, 4);
    } else {
        for (std::size_t i = 0; i < size; ++i) {
            to[i] = from[i];
        }
    }
    return to + size;
}

template <class T>
char* put_as(char* to, const std::byte* value)
{
    T number;
    std::memcpy(&number, value, sizeof number);
    if constexpr (std::integral<T>) {
        return std::to_chars(to, to + integer_room, number).ptr;
    } else {
        return std::to_chars(to, to + integer_room, std::int32_t{number}).ptr;
    }
}

/// Writes an integer field that is not derived, and returns its end. Returns null for an unusual size.
char* put_integer(char* to, const LeafOps& ops, const std::byte* value)
{
    switch (ops.size) {
    case 1: return ops.is_signed ? put_as<std::int8_t>(to, value) : put_as<std::uint8_t>(to, value);
    case 2: return ops.is_signed ? put_as<std::int16_t>(to, value) : put_as<std::uint16_t>(to, value);
    case 3: return ops.is_signed ? put_as<I24>(to, value) : put_as<U24>(to, value);
    case 4: return ops.is_signed ? put_as<std::int32_t>(to, value) : put_as<std::uint32_t>(to, value);
    default: return ops.is_signed ? put_as<std::int64_t>(to, value) : put_as<std::uint64_t>(to, value);
    }
}

const Bytes& bytes_at(const std::byte* record, const ChildEntry& child)
{
    return *reinterpret_cast<const Bytes*>(record + child.offset);  // NOLINT: the table says it is one
}

/// Returns true if a side file contains the member already.
bool is_covered(std::span<const std::string_view> covered, std::string_view name)
{
    return !covered.empty() && std::ranges::find(covered, name) != covered.end();
}

const SharedBytes& byte_range_at(const std::byte* record, const ChildEntry& child)
{
    return *reinterpret_cast<const SharedBytes*>(record + child.offset);  // NOLINT: as bytes_at
}

/// Returns the byte range of a record that has no other content in its children. Returns null otherwise.
const ChildEntry* only_byte_range(const FieldTable& table, const std::byte* record)
{
    const ChildEntry* only = nullptr;
    for (const ChildEntry& child : table.children) {
        const bool is_byte_range = child.kind == ChildEntry::Kind::byte_range;
        if (is_byte_range && !byte_range_at(record, child).empty()) {
            if (only != nullptr) {
                return nullptr;
            }
            only = &child;
        } else if (!is_byte_range && (child.kind != ChildEntry::Kind::blob || !bytes_at(record, child).empty())) {
            return nullptr;
        }
    }
    return only;
}

/// Adds the side file of a byte range. Returns its path.
std::string add_byte_range(SideFiles& files, const ChildEntry& child, const RecordType& type, const std::byte* record)
{
    const BlobDetails details = type.blob_details(record, child.name);
    return files.add(child.blob.folder, details.file_name.empty() ? child.name : details.file_name,
                     child.blob.extension, byte_range_at(record, child));
}

RecordHandle handle_to(const RecordType& type, const std::byte* record, CodePage page)
{
    return {const_cast<std::byte*>(record), &type, page};  // NOLINT: nothing is written
}

}  // namespace

void append_xml_escaped(std::string& out, std::string_view text)
{
    for (const char c : text) {
        switch (c) {
        case '&': out += "&amp;"; break;
        case '<': out += "&lt;"; break;
        case '>': out += "&gt;"; break;
        case '"': out += "&quot;"; break;
        default: out += c;
        }
    }
}

void XmlWriter::document(std::string_view name, const RecordHandle& record, std::string_view partial)
{
    partial_ = partial;
    writes_encoding_ = record.page != CodePage::cp437 && record.page != CodePage::cp1252;
    releases_lists_ = part_ == nullptr;
    whole(name, record);
}

void XmlWriter::part(std::string_view name, const RecordHandle& record, const XmlPart& part)
{
    part_ = &part;
    document(name, record);
    part_ = nullptr;
}

void XmlWriter::whole(std::string_view name, const RecordHandle& record)
{
    out_.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    page_ = record.page;
    element(name, *record.type, static_cast<const std::byte*>(record.record));
}

void XmlWriter::fragment(std::string_view name, const RecordHandle& record)
{
    page_ = record.page;
    element(name, *record.type, static_cast<const std::byte*>(record.record));
}

void XmlWriter::element(std::string_view name, const RecordType& type, const std::byte* record)
{
    const bool outer_open = start_tag_open_;
    open_child(name);
    start_tag_open_ = true;
    ++depth_;
    if (std::exchange(writes_encoding_, false)) {
        out_.append(fmt::format(" {}=\"{}\"", encoding_attribute, page_name(page_)));
    }
    if (const std::string_view partial = std::exchange(partial_, {}); !partial.empty()) {
        out_.append(fmt::format(" {}=\"{}\"", partial_attribute, partial));
    }
    const FieldTable& table = type.table(record);
    const std::vector<std::string_view> covered = covered_names(table, type, record);
    for (const FieldEntry& field : table.fields) {
        const std::byte* value = record + field.offset;
        if ((field.info.always || !field.is_default(value)) && !is_covered(covered, field.name)) {
            attribute(field, value);
            note_name(field, value);
        }
    }
    const ChildEntry* const file =
        files_ != nullptr && depth_ > 1 && covered.empty() ? only_byte_range(table, record) : nullptr;
    if (file != nullptr) {  // write a list record whose only child is a side file on one line
        out_.append("><");
        out_.append(file->name);
        file_attribute(add_byte_range(*files_, *file, type, record));
        --depth_;
        out_.append("</");
        out_.append(name);
        out_.append(">" + take_comment() + "\n");
        start_tag_open_ = outer_open;
        return;
    }
    children(table, type, record, covered);
    --depth_;
    if (start_tag_open_) {
        out_.append("/>" + take_comment() + "\n");
    } else {
        indent();
        end_tag(name);
    }
    start_tag_open_ = outer_open;
}

/// Returns the codec that writes a blob as text. Returns null if the blob is written in hex.
const SideCodec* XmlWriter::codec_of(const ChildEntry& child) const
{
    const SideCodec* const own = files_ == nullptr ? nullptr : files_->codecs().find(child.blob.extension);
    return own != nullptr ? own : child.blob.codec;
}

/// Returns the members that the texts of a record's blobs contain already.
std::vector<std::string_view> XmlWriter::covered_names(const FieldTable& table, const RecordType& type,
                                                       const std::byte* record) const
{
    std::vector<std::string_view> names;
    for (const std::size_t number : table.side_blobs) {
        const ChildEntry& child = table.children[number];
        const SideCodec* codec = codec_of(child);
        if (codec != nullptr && codec->covers != nullptr && !bytes_at(record, child).empty()) {
            std::ranges::copy(codec->covers(handle_to(type, record, page_)), std::back_inserter(names));
        }
    }
    return names;
}

void XmlWriter::children(const FieldTable& table, const RecordType& type, const std::byte* record,
                         std::span<const std::string_view> covered)
{
    for (const ChildEntry& child : table.children) {
        if ((part_ != nullptr && !part_->holds(child)) || is_covered(covered, child.name)) {
            continue;
        }
        switch (child.kind) {
        case ChildEntry::Kind::list: list(child, record + child.offset); break;
        case ChildEntry::Kind::blob: blob(child, type, record); break;
        case ChildEntry::Kind::byte_range: byte_range(child, type, record); break;
        case ChildEntry::Kind::group: group(child, record + child.offset); break;
        }
    }
}

void XmlWriter::group(const ChildEntry& child, const std::byte* record)
{
    const RecordType& type = *child.items.front().type;
    if (is_blank(type, record)) {
        return;
    }
    close_start_tag();
    const XmlPart* const part = depth_ == 1 ? part_ : std::exchange(part_, nullptr);
    element(child.name, type, record);
    part_ = part;
}

void XmlWriter::attribute(const FieldEntry& field, const std::byte* value)
{
    const LeafOps& ops = *field.ops;
    if (field.plain_integer) {
        char* to = put(out_.reserve(field.attribute.size() + integer_room + 1), field.attribute);
        to = put_integer(to, ops, value);
        *to++ = '"';
        out_.commit(to);
        return;
    }
    scratch_.clear();
    append_value(scratch_, field, value, page_);
    text_value(field, scratch_);
}

void XmlWriter::text_value(const FieldEntry& field, std::string_view text)
{
    // Values are short: looking at each character is quicker than four searches.
    if (field.ops->type.kind == ValueKind::text && !field.ops->type.plain &&
        std::ranges::any_of(text, [](char c) { return is_reserved_in_xml[static_cast<unsigned char>(c)]; })) {
        std::string escaped;
        append_xml_escaped(escaped, text);
        out_.append(field.attribute);
        out_.append(escaped);
        out_.append('"');
        return;
    }
    char* to = put(out_.reserve(field.attribute.size() + text.size() + 1), field.attribute);
    to = put(to, text);
    *to++ = '"';
    out_.commit(to);
}

void XmlWriter::list(const ChildEntry& child, const std::byte* place)
{
    const ListView list{&child, const_cast<std::byte*>(place), page_};  // NOLINT: nothing is written
    const bool was_bytes =
        releases_lists_ && child.ops->undecoded_bytes != nullptr && !child.ops->undecoded_bytes(list.list).empty();
    const std::size_t size = list.size();
    if (size == 0) {
        return;
    }
    close_start_tag();
    if (part_ != nullptr) {
        const XmlPart* const part = std::exchange(part_, nullptr);
        elements(list, part->first, part->list == nullptr ? size : part->last);
        part_ = part;
        return;
    }
    elements(list, 0, size);
    if (was_bytes) {
        child.ops->release_decoded(list.list);
    }
}

void XmlWriter::elements(const ListView& list, std::size_t first, std::size_t last)
{
    const ListOps& ops = *list.child->ops;
    const bool in_files = files_ != nullptr && !list.child->info.folder.empty();
    if (ops.stride != 0 && first < last && !in_files) {
        const ItemEntry& item = list.child->items.front();
        const RecordType& type = *item.type;
        const auto* record = static_cast<const std::byte*>(ops.at(list.list, first));
        for (std::size_t i = first; i < last; ++i, record += ops.stride) {
            element(item.name, type, record);
        }
        return;
    }
    const ItemEntry* item = nullptr;
    const RecordType* type = nullptr;
    for (std::size_t i = first; i < last; ++i) {
        if (const ItemEntry& next = list.item(i); &next != item) {
            item = &next;
            type = &*next.type;
        }
        const auto* record = static_cast<const std::byte*>(ops.at(list.list, i));
        if (!in_files || type->file_stem == nullptr) {
            element(item->name, *type, record);
        } else if (type->is_stored_in_parent == nullptr || !type->is_stored_in_parent(record)) {
            own_document(list.child->info.folder, item->name, *type, record);
        } else {
            const RecordHandle outer = std::exchange(named_, handle_to(*type, record, page_));
            element(item->name, *type, record);
            named_ = outer;
        }
    }
}

/// Writes a record as a separate document, and a reference to it.
void XmlWriter::own_document(std::string_view folder, std::string_view name, const RecordType& type,
                             const std::byte* record)
{
    TextSink text;
    XmlWriter writer(text, files_);
    writer.named_ = handle_to(type, record, page_);
    writer.releases_lists_ = releases_lists_;
    writer.after_document_ = after_document_;
    writer.whole(name, writer.named_);
    open_child(name);
    file_attribute(files_->add(folder, type.file_stem(record), ".xml", text.str()));
    out_.append("\n");
    if (after_document_) {
        after_document_(*files_);
    }
}

void XmlWriter::blob(const ChildEntry& child, const RecordType& type, const std::byte* record)
{
    const Bytes& bytes = bytes_at(record, child);
    if (bytes.empty()) {
        return;
    }
    BlobDetails details = type.blob_details(record, child.name);
    close_start_tag();
    open_child(child.name);
    const SideCodec* codec = codec_of(child);
    const auto content_text = [&] {
        return codec == nullptr ? bytes_to_side_text(bytes) : codec->write(handle_to(type, record, page_), context_);
    };
    if (files_ != nullptr && !child.blob.folder.empty()) {
        if (details.file_name.empty() && named_) {
            details.file_name = named_.type->file_stem(named_.record);
            details.file_name.erase(0, details.file_name.find('/') + 1);
        }
        file_attribute(files_->add(child.blob.folder, details.file_name, child.blob.extension, content_text()));
        return out_.append("\n");
    }
    out_.append('>');
    if (codec != nullptr) {
        // Always put one line end before the text and one after it; the reader removes them.
        const std::string text = content_text();
        std::string escaped;
        append_xml_escaped(escaped, text);
        const bool reads_better = escaped != text && text.find("]]>") == std::string::npos;
        out_.append(reads_better ? "<![CDATA[\n" : "\n");
        out_.append(reads_better ? text : escaped);
        out_.append(reads_better ? "\n]]>" : "\n");
        return end_tag(child.name);
    }
    const std::size_t bytes_per_line = details.bytes_per_line == 0 ? hex_bytes_per_line : details.bytes_per_line;
    if (bytes.size() <= std::min(bytes_per_line, hex_bytes_per_line)) {
        out_.commit(put_hex(out_.reserve(2 * bytes.size()), bytes));
    } else {
        out_.append('\n');
        ++depth_;
        hex_lines(bytes, bytes_per_line);
        --depth_;
        indent();
    }
    end_tag(child.name);
}

void XmlWriter::byte_range(const ChildEntry& child, const RecordType& type, const std::byte* record)
{
    const SharedBytes& bytes = byte_range_at(record, child);
    if (bytes.empty()) {
        return;
    }
    close_start_tag();
    open_child(child.name);
    if (files_ != nullptr) {
        file_attribute(add_byte_range(*files_, child, type, record));
        return out_.append("\n");
    }
    out_.append(">\n");
    ++depth_;
    Bytes line;  // a line can contain bytes of several pieces
    for (ByteView piece : bytes.pieces()) {
        const std::size_t begun = line.empty() ? 0 : std::min(hex_bytes_per_line - line.size(), piece.size());
        append(line, piece.first(begun));
        piece = piece.subspan(begun);
        if (line.size() == hex_bytes_per_line) {
            hex_lines(line, hex_bytes_per_line);
            line.clear();
        }
        const std::size_t whole = piece.size() - piece.size() % hex_bytes_per_line;
        hex_lines(piece.first(whole), hex_bytes_per_line);
        append(line, piece.subspan(whole));
    }
    hex_lines(line, hex_bytes_per_line);
    --depth_;
    indent();
    end_tag(child.name);
}

void XmlWriter::open_child(std::string_view name)
{
    char* to = put_spaces(out_.reserve(2 * depth_ + indent_room + 1 + name.size()), 2 * depth_);
    *to++ = '<';
    out_.commit(put(to, name));
}

void XmlWriter::file_attribute(std::string_view path)
{
    out_.append(" file=\"");
    out_.append(path);
    out_.append("\"/>");
}

void XmlWriter::hex_lines(ByteView bytes, std::size_t bytes_per_line)
{
    for (std::size_t at = 0; at < bytes.size(); at += bytes_per_line) {
        const ByteView line = bytes.subspan(at, std::min(bytes_per_line, bytes.size() - at));
        char* to = put_spaces(out_.reserve(2 * depth_ + indent_room + 2 * line.size() + 1), 2 * depth_);
        to = put_hex(to, line);
        *to++ = '\n';
        out_.commit(to);
    }
}

void XmlWriter::end_tag(std::string_view name)
{
    char* to = put(out_.reserve(name.size() + 4), "</");
    to = put(put(to, name), ">\n");
    out_.commit(to);
}

void XmlWriter::close_start_tag()
{
    if (start_tag_open_) {
        out_.append(">" + take_comment() + "\n");
        start_tag_open_ = false;
    }
}

void XmlWriter::note_name(const FieldEntry& field, const std::byte* value)
{
    const auto* const naming = field.info.refers_to == Target::form     ? &context_.name_form
                               : field.info.refers_to == Target::string ? &context_.name_string
                                                                        : nullptr;
    if (naming == nullptr || !*naming) {
        return;
    }
    std::string number;
    append_value(number, field, value, page_);
    if (const std::string name = (*naming)(number); !name.empty()) {
        note_ += (note_.empty() ? "" : ", ") + name;
    }
}

std::string XmlWriter::take_comment()
{
    if (note_.empty()) {
        return {};
    }
    std::string comment = " <!-- ";
    for (const char c : std::exchange(note_, {})) {
        comment += c == '-' && comment.ends_with('-') ? " -" : std::string(1, c);  // "--" is not allowed in a comment
    }
    return comment + " -->";
}

void XmlWriter::indent()
{
    out_.commit(put_spaces(out_.reserve(2 * depth_ + indent_room), 2 * depth_));
}

}  // namespace redforge
