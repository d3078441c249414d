// Single records of a plugin to structs and back.
#include "tes/record_codec.hpp"

#include <algorithm>
#include <bit>
#include <map>

#include <fmt/format.h>

#include "core/text_lines.hpp"
#include "tes/compression.hpp"
#include "tes/defined_subrecord.hpp"
#include "tes/plugin.hpp"
#include "tes/record.hpp"
#include "tes/script_record.hpp"
#include "tes/subrecord_cursor.hpp"
#include "tes/vmad.hpp"

namespace redforge::tes {
namespace {

constexpr std::size_t schr_size = 20;
constexpr std::size_t slsd_size = 24;
constexpr std::size_t value_size = 12;    ///< bytes 4 to 15 of SLSD
constexpr std::size_t padding_size = 7;   ///< bytes 17 to 23
constexpr std::uint8_t empty_compiled = 1;
constexpr std::uint8_t empty_source = 2;

std::uint8_t usual_level(std::size_t header_size)
{
    return header_size == 20 ? 6 : 9;
}

Bytes copy_of(ByteView bytes)
{
    return {bytes.begin(), bytes.end()};
}

/// Text that ends with a NUL, without it.
bool is_terminated(ByteView data)
{
    return !data.empty() && data.back() == std::byte{0};
}
Text terminated(ByteView data)
{
    return as_text(data.first(data.size() - 1));
}

void append_text(Bytes& out, std::string_view type, const Text& text)
{
    Bytes data = copy_of(as_bytes(text.bytes));
    data.push_back(std::byte{0});
    append_subrecord(out, type, data);
}

// ---------------------------------------------------------------------------------------------------- script bodies

/// The paddings of all variables are said once for the script: the most common one, and those that differ from it.
void normalize_paddings(ScriptBody& body)
{
    if (!body.variables.empty()) {
        // Nearly always there is one only.
        Bytes first = body.variables.front().padding.value_or(body.padding);
        const auto has_first = [&](const Variable& variable) {
            return same_bytes(variable.padding.stored ? *variable.padding.stored : body.padding, first);
        };
        if (std::ranges::all_of(body.variables, has_first)) {
            std::ranges::for_each(body.variables, [](Variable& variable) { variable.padding.stored.reset(); });
            body.padding = std::move(first);
            return;
        }
    }
    const auto by_text = [](const Bytes& a, const Bytes& b) { return as_text(a) < as_text(b); };
    // How often, and the last place before the first.
    std::map<Bytes, std::pair<std::size_t, std::size_t>, decltype(by_text)> counts(by_text);
    for (std::size_t i = body.variables.size(); i > 0; --i) {
        auto& count = counts[body.variables[i - 1].padding.value_or(body.padding)];
        ++count.first;
        count.second = body.variables.size() - i;
    }
    Bytes best = usual_padding;
    std::pair<std::size_t, std::size_t> most{};
    for (const auto& [padding, count] : counts) {
        if (count > most) {
            best = padding;
            most = count;
        }
    }
    for (Variable& variable : body.variables) {
        Bytes padding = variable.padding.value_or(body.padding);
        if (padding == best) {
            variable.padding.stored.reset();
        } else {
            variable.padding = std::move(padding);
        }
    }
    body.padding = std::move(best);
}

/// Leaves of what follows from the rest only what disagrees with it.
void settle(ScriptBody& body, std::size_t header_size)
{
    normalize_paddings(body);
    body.reference_count.drop_if(static_cast<std::uint32_t>(body.references.size()));
    body.compiled_size.drop_if(static_cast<std::uint32_t>(body.compiled.size()));
    std::uint32_t last = 0;
    for (const Variable& variable : body.variables) {
        last = std::max(last, variable.index);
    }
    body.last_variable.drop_if(last);
    if (body.nul_end == 0 && is_terminated(body.source)) {
        body.source.pop_back();
        body.nul_end = 1;
    }
    if (!body.compiled.empty()) {
        body.empty &= static_cast<std::uint8_t>(~empty_compiled);
    }
    if (!body.source.empty() || body.nul_end != 0) {
        body.empty &= static_cast<std::uint8_t>(~empty_source);
    }
    // Of a source without line ends none is told.
    body.line_end = static_cast<std::uint8_t>(usual_line_end(as_text(body.source)));
    body.commands = header_size == 20 ? 0 : 1;
}

void decode_variable(ByteView slsd, ByteView name, Variable& variable)
{
    variable.index = load_le<std::uint32_t>(slsd.data());
    variable.value = copy_of(slsd.subspan(4, value_size));
    variable.is_integer = static_cast<std::uint8_t>(slsd[16]);
    variable.padding = copy_of(slsd.subspan(17, padding_size));
    variable.name = terminated(name);
}

/// Takes the subrecords of a script, as far as they come in their usual order. Precondition: an SCHR of 20 bytes is
/// the next.
void decode_body(SubrecordCursor& cursor, ScriptBody& body, std::size_t header_size)
{
    const std::byte* schr = cursor.next()->data.data();
    body.unused = load_le<std::uint32_t>(schr);
    body.reference_count = load_le<std::uint32_t>(schr + 4);
    body.compiled_size = load_le<std::uint32_t>(schr + 8);
    body.last_variable = load_le<std::uint32_t>(schr + 12);
    body.type = load_le<std::uint32_t>(schr + 16);
    auto next = cursor.peek();
    if (next && next->type == "SCDA") {
        body.compiled = copy_of(next->data);
        body.empty = static_cast<std::uint8_t>(body.empty | (next->data.empty() ? empty_compiled : 0));
        cursor.next();
        next = cursor.peek();
    }
    if (next && next->type == "SCTX") {
        body.nul_end = is_terminated(next->data) ? 1 : 0;
        body.source = copy_of(next->data.first(next->data.size() - body.nul_end));
        body.empty = static_cast<std::uint8_t>(body.empty | (next->data.empty() ? empty_source : 0));
        cursor.next();
        next = cursor.peek();
    }
    for (; next && next->type == "SLSD" && next->data.size() == slsd_size; next = cursor.peek()) {
        SubrecordCursor behind = cursor;
        behind.next();
        const auto name = behind.next();
        if (!name || name->type != "SCVR" || !is_terminated(name->data)) {
            break;
        }
        decode_variable(next->data, name->data, body.variables.emplace_back());
        cursor = behind;
    }
    for (; next && next->data.size() == 4 && (next->type == "SCRO" || next->type == "SCRV"); next = cursor.peek()) {
        const auto number = load_le<std::uint32_t>(next->data.data());
        if (next->type == "SCRO") {
            body.references.emplace_back(FormReference{number});
        } else {
            body.references.emplace_back(VariableReference{number});
        }
        cursor.next();
    }
    settle(body, header_size);
}

bool begins_script(const std::optional<SubrecordView>& next)
{
    return next && next->type == "SCHR" && next->data.size() == schr_size;
}

Status encode_body(Bytes& out, ScriptBody& body, std::size_t header_size)
{
    const auto wrong_size = [](std::string field, std::size_t found, std::size_t wanted) {
        return fail({.code = ErrorCode::out_of_range,
                     .message = fmt::format("{} bytes", found),
                     .field = std::move(field),
                     .hint = fmt::format("it has {}", wanted)});
    };
    if (body.padding.size() != padding_size) {
        return wrong_size("padding", body.padding.size(), padding_size);
    }
    for (const Variable& variable : body.variables) {
        if (variable.value.size() != value_size) {
            return wrong_size("value", variable.value.size(), value_size);
        }
        if (variable.padding.stored && variable.padding.stored->size() != padding_size) {
            return wrong_size("padding", variable.padding.stored->size(), padding_size);
        }
    }
    settle(body, header_size);
    std::uint32_t last = 0;
    for (const Variable& variable : body.variables) {
        last = std::max(last, variable.index);
    }
    Bytes schr;
    append_le(schr, body.unused);
    append_le(schr, body.reference_count.value_or(static_cast<std::uint32_t>(body.references.size())));
    append_le(schr, body.compiled_size.value_or(static_cast<std::uint32_t>(body.compiled.size())));
    append_le(schr, body.last_variable.value_or(last));
    append_le(schr, body.type);
    append_subrecord(out, "SCHR", schr);
    if (!body.compiled.empty() || (body.empty & empty_compiled) != 0) {
        append_subrecord(out, "SCDA", body.compiled);
    }
    if (!body.source.empty() || body.nul_end != 0 || (body.empty & empty_source) != 0) {
        Bytes source = body.source;
        source.resize(source.size() + body.nul_end);
        append_subrecord(out, "SCTX", source);
    }
    for (const Variable& variable : body.variables) {
        Bytes slsd;
        append_le(slsd, variable.index);
        append(slsd, variable.value);
        append_le(slsd, variable.is_integer);
        append(slsd, variable.padding.value_or(body.padding));
        append_subrecord(out, "SLSD", slsd);
        append_text(out, "SCVR", variable.name);
    }
    for (const auto& reference : body.references) {
        const auto* form = std::get_if<FormReference>(&reference);
        Bytes number;
        append_le(number, form != nullptr ? form->form_id.value : std::get<VariableReference>(reference).variable);
        append_subrecord(out, form != nullptr ? "SCRO" : "SCRV", number);
    }
    return {};
}

// ------------------------------------------------------------------------------------------------ heads and framing

/// Reads the header of a record and its EDID, if that is the first subrecord and has a text.
void decode_head(const RecordBytes& bytes, SubrecordCursor& cursor, RecordHead& head)
{
    head.form_id = bytes.form_id();
    head.flags = bytes.flags();
    head.version_control = load_le<std::uint32_t>(bytes.all.data() + 16);
    if (bytes.header_size == 24) {
        head.form_version = load_le<std::uint16_t>(bytes.all.data() + 20);
        head.unknown = load_le<std::uint16_t>(bytes.all.data() + 22);
    }
    const auto first = cursor.peek();
    if (first && first->type == "EDID" && first->data.size() > 1 && is_terminated(first->data)) {
        head.editor_id = terminated(first->data);
        cursor.next();
    }
}

template <class T>
void decode_end(const RecordBytes& bytes, const SubrecordCursor& cursor, T& record)
{
    record.tail = copy_of(cursor.rest());
    if ((bytes.flags() & compressed_flag) != 0) {
        if (const std::optional<int> level = find_level(bytes.data, bytes.content)) {
            record.deflate = static_cast<std::uint8_t>(*level);
            record.read_stream = {std::make_shared<const Bytes>(copy_of(bytes.data)), *record.deflate.stored};
            record.deflate.drop_if(usual_level(bytes.header_size));
        } else {
            record.stream = copy_of(bytes.data);
        }
    }
}

template <class Head>
Status append_header(Bytes& out, std::string_view type, const Head& head, std::size_t size, std::size_t header_size)
{
    if (header_size == 20 && (head.form_version != 0 || head.unknown != 0)) {
        return fail({.code = ErrorCode::out_of_range,
                     .message = fmt::format("{}", head.form_version != 0 ? head.form_version : head.unknown),
                     .field = head.form_version != 0 ? "form_version" : "unknown",
                     .hint = "headers of 20 bytes have no place for it"});
    }
    if (size > 0xFFFFFFFF) {
        return fail({.code = ErrorCode::out_of_range, .message = fmt::format("a record of {} bytes", size)});
    }
    append(out, as_bytes(type));
    append_le(out, static_cast<std::uint32_t>(size));
    append_le(out, head.flags);
    append_le(out, head.form_id.value);
    append_le(out, head.version_control);
    if (header_size == 24) {
        append_le(out, head.form_version);
        append_le(out, head.unknown);
    }
    return {};
}

bool inflates_to(const Bytes& stream, const Bytes& content)
{
    const Result<Bytes> inflated = inflate_data(stream);
    return inflated && same_bytes(*inflated, content);
}

/// The content of a compressed record as a stream: that which it was read from, when it still says the same.
template <class T>
Bytes compress(T& record, const Bytes& content, std::size_t header_size)
{
    if (!record.stream.empty() && inflates_to(record.stream, content)) {
        record.deflate.stored.reset();
        return record.stream;
    }
    record.stream.clear();
    const std::uint8_t usual = usual_level(header_size);
    const std::uint8_t level = record.deflate.value_or(usual);
    if (const ReadStream& read = record.read_stream;
        read.bytes != nullptr && read.level == level && inflates_to(*read.bytes, content)) {
        record.deflate.drop_if(usual);
        return *read.bytes;
    }
    record.read_stream = {};
    Bytes data = deflate_data(content, level);
    if (record.deflate.stored) {
        // Of levels that give the same the first is told.
        record.deflate = static_cast<std::uint8_t>(find_level(data, content).value_or(level));
        record.deflate.drop_if(usual);
    }
    return data;
}

/// Appends a record of that content, compressed where its flag says so.
template <class T>
Status append_record(Bytes& out, std::string_view type, T& record, Bytes content, std::size_t header_size)
{
    if ((record.flags & compressed_flag) != 0) {
        content = compress(record, content, header_size);
    } else {
        record.deflate.stored.reset();
        record.stream.clear();
    }
    if (Status status = append_header(out, type, record, content.size(), header_size); !status) {
        return status;
    }
    append(out, content);
    return {};
}

std::string_view signature_of(const FixedText<4>& type)
{
    return {type.bytes.data(), type.bytes.size()};
}

Error placed(Error error, std::string_view type, const RecordHead& head)
{
    error.section = name_of(type, head.form_id, head.editor_id);
    return error;
}

template <class T>
Status encode_record(Bytes& out, std::string_view type, T& record, std::size_t header_size)
{
    Bytes content;
    Status status = encode_content(content, record, header_size);
    if (status) {
        status = append_record(out, type, record, std::move(content), header_size);
    }
    return status ? status : fail(placed(status.error(), type, record));
}

}  // namespace

std::string name_of(std::string_view type, FormId form_id, const Text& editor_id)
{
    std::string name = fmt::format("{} {:08X}", encode_text(type, CodePage::cp1252), form_id.value);
    if (!editor_id.bytes.empty()) {
        name += ' ';
        append_encoded(name, editor_id.bytes, CodePage::cp1252);
    }
    return name;
}

bool carries_script(ByteView content, std::size_t header_size)
{
    SubrecordCursor cursor(content);
    while (const auto next = cursor.next()) {
        if (next->type == "SCHR" || (header_size == 24 && next->type == "VMAD")) {
            return true;
        }
    }
    return false;
}

bool decode(const RecordBytes& bytes, Script& script)
{
    SubrecordCursor cursor(bytes.content);
    decode_head(bytes, cursor, script);
    if (!begins_script(cursor.peek())) {
        return false;
    }
    decode_body(cursor, script, bytes.header_size);
    while (const auto next = cursor.next()) {
        script.subrecords.push_back({next->type, copy_of(next->data)});
    }
    decode_end(bytes, cursor, script);
    return true;
}

void decode(const RecordBytes& bytes, Record& record, RawFallbacks* kept, VmadCheck check)
{
    record.type = bytes.type();
    SubrecordCursor cursor(bytes.content);
    decode_head(bytes, cursor, record);
    while (const auto next = cursor.peek()) {
        if (begins_script(next)) {
            ResultScript script;
            decode_body(cursor, script, bytes.header_size);
            add_subrecord(record.subrecords, bytes.header_size, std::move(script));
            continue;
        }
        if (next->type == "VMAD" && bytes.header_size == 24 && !record.properties &&
            record.subrecords.size() <= 0xFFFF) {
            Result<Properties> properties = read_properties(next->data, bytes.type());
            const auto is_written_same = [&] {
                Bytes again;
                return write_properties(again, *properties, bytes.type()) && same_bytes(again, next->data);
            };
            if (properties && (check == VmadCheck::with_record || is_written_same())) {
                properties->place = static_cast<std::uint16_t>(record.subrecords.size());
                record.properties = std::move(*properties);
                cursor.next();
                continue;
            }
            if (kept != nullptr) {
                kept->push_back({fmt::format("VMAD of {}", name_of(bytes.type(), record.form_id, record.editor_id)),
                                 properties ? "it would be written otherwise" : describe(properties.error()),
                                 next->data.size()});
            }
        }
        if (!decode_defined(bytes, *next, record)) {
            add_subrecord(record.subrecords, bytes.header_size, Subrecord{next->type, copy_of(next->data)});
        }
        cursor.next();
    }
    decode_end(bytes, cursor, record);
}

void decode(const RecordBytes& bytes, Header& header)
{
    header.form_id = bytes.form_id();
    header.flags = bytes.flags();
    header.version_control = load_le<std::uint32_t>(bytes.all.data() + 16);
    if (bytes.header_size == 24) {
        header.form_version = load_le<std::uint16_t>(bytes.all.data() + 20);
        header.unknown = load_le<std::uint16_t>(bytes.all.data() + 22);
    }
    SubrecordCursor cursor((header.flags & compressed_flag) != 0 ? ByteView{} : bytes.data);
    const auto first = cursor.peek();
    if (first && first->type == "HEDR" && first->data.size() == 12) {
        header.version = std::bit_cast<float>(load_le<std::uint32_t>(first->data.data()));
        header.record_count = load_le<std::uint32_t>(first->data.data() + 4);
        header.next_object_id = load_le<std::uint32_t>(first->data.data() + 8);
        cursor.next();
    } else {
        header.no_data = 1;
    }
    while (const auto next = cursor.next()) {
        if (next->type == "CNAM" && is_terminated(next->data)) {
            header.parts.emplace_back(Author{terminated(next->data)});
        } else if (next->type == "SNAM" && is_terminated(next->data)) {
            header.parts.emplace_back(Description{terminated(next->data)});
        } else if (const auto data = cursor.peek(); next->type == "MAST" && is_terminated(next->data) && data &&
                                                    data->type == "DATA" && data->data.size() == 8) {
            header.parts.emplace_back(Master{terminated(next->data), load_le<std::int64_t>(data->data.data())});
            cursor.next();
        } else {
            header.parts.emplace_back(Subrecord{next->type, copy_of(next->data)});
        }
    }
    header.tail = copy_of((header.flags & compressed_flag) != 0 ? bytes.data : cursor.rest());
}

Status encode_content(Bytes& content, Script& script, std::size_t header_size)
{
    if (!script.editor_id.bytes.empty()) {
        append_text(content, "EDID", script.editor_id);
    }
    const Status status = encode_body(content, script, header_size);
    for (const Subrecord& subrecord : script.subrecords) {
        append_subrecord(content, signature_of(subrecord.type), subrecord.data);
    }
    append(content, script.tail);
    return status;
}

Status encode_content(Bytes& content, Record& record, std::size_t header_size)
{
    const std::string_view type = signature_of(record.type);
    if (!record.editor_id.bytes.empty()) {
        append_text(content, "EDID", record.editor_id);
    }
    Status status;
    for (std::size_t i = 0; i <= record.subrecords.size() && status; ++i) {
        if (record.properties && i == std::min<std::size_t>(record.properties->place, record.subrecords.size())) {
            record.properties->place = static_cast<std::uint16_t>(i);
            Bytes data;
            status = write_properties(data, *record.properties, type);
            append_subrecord(content, "VMAD", data);
        }
        if (i == record.subrecords.size() || !status) {
            break;
        }
        if (auto* script = record.subrecords.get_if<ResultScript>(i)) {
            status = encode_body(content, *script, header_size);
        } else if (const auto* subrecord = record.subrecords.get_if<Subrecord>(i)) {
            append_subrecord(content, signature_of(subrecord->type), subrecord->data);
        } else {
            status = encode_defined(content, record, i, header_size);
        }
    }
    append(content, record.tail);
    return status;
}

Status encode(Bytes& out, RecordList<Script>& scripts, std::size_t index, std::size_t header_size)
{
    return encode_record(out, Script::signature, scripts[index], header_size);
}

Status encode(Bytes& out, RecordList<Record>& records, std::size_t index, std::size_t header_size)
{
    return encode_record(out, signature_of(records[index].type), records[index], header_size);
}

Status encode(Bytes& out, Header& header, std::size_t header_size, std::uint32_t record_count)
{
    Bytes content;
    if (header.no_data == 0) {
        header.record_count.drop_if(record_count);
        Bytes hedr;
        append_le(hedr, std::bit_cast<std::uint32_t>(header.version));
        append_le(hedr, header.record_count.value_or(record_count));
        append_le(hedr, header.next_object_id.value);
        append_subrecord(content, "HEDR", hedr);
    }
    for (const auto& part : header.parts) {
        if (const auto* author = std::get_if<Author>(&part)) {
            append_text(content, "CNAM", author->text);
        } else if (const auto* description = std::get_if<Description>(&part)) {
            append_text(content, "SNAM", description->text);
        } else if (const auto* master = std::get_if<Master>(&part)) {
            append_text(content, "MAST", master->name);
            Bytes data;
            append_le(data, master->data);
            append_subrecord(content, "DATA", data);
        } else {
            const Subrecord& subrecord = std::get<Subrecord>(part);
            append_subrecord(content, signature_of(subrecord.type), subrecord.data);
        }
    }
    append(content, header.tail);
    if (Status status = append_header(out, "TES4", header, content.size(), header_size); !status) {
        Error error = status.error();
        error.section = "TES4";
        return fail(std::move(error));
    }
    append(out, content);
    return {};
}

}  // namespace redforge::tes
