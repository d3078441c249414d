// Reads and writes single records of a plugin.
#include "tes/plugin/record_codec.hpp"

#include <algorithm>
#include <bit>
#include <map>

#include <fmt/format.h>

#include "core/record/data_codec.hpp"
#include "core/text/difference.hpp"
#include "core/text/text_lines.hpp"
#include "tes/definition/defined_subrecord.hpp"
#include "tes/definition/definitions.hpp"
#include "tes/plugin/compression.hpp"
#include "tes/plugin/plugin.hpp"
#include "tes/plugin/subrecord_cursor.hpp"

namespace redforge::tes {
namespace {

constexpr std::size_t schr_size = 20;
constexpr std::size_t slsd_size = 24;
constexpr std::size_t value_size = 12;   ///< bytes 4 to 15 of SLSD
constexpr std::size_t padding_size = 7;  ///< bytes 17 to 23
constexpr std::uint8_t empty_compiled = 1;
constexpr std::uint8_t empty_source = 2;

/// Number of bytes of a compressed record that are inflated to find its EDID.
constexpr std::size_t first_bytes = 512;

std::uint8_t default_level(std::size_t header_size)
{
    return header_size == 20 ? 6 : 9;
}

Bytes copy_of(ByteView bytes)
{
    return {bytes.begin(), bytes.end()};
}

bool is_terminated(ByteView data)
{
    return !data.empty() && data.back() == std::byte{0};
}

/// Returns a text without its final NUL. Precondition: is_terminated().
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

/// Stores the most common padding of the variables in the script, and clears the stored padding of each variable that
/// has it.
void canonicalize_paddings(ScriptBody& body)
{
    if (!body.variables.empty()) {
        // Fast path: nearly always there is only one.
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
    // Prefer the most frequent one, and the first of equally frequent ones.
    std::map<Bytes, std::pair<std::size_t, std::size_t>, decltype(by_text)> counts(by_text);
    for (std::size_t i = body.variables.size(); i > 0; --i) {
        auto& count = counts[body.variables[i - 1].padding.value_or(body.padding)];
        ++count.first;
        count.second = body.variables.size() - i;
    }
    Bytes best = default_padding;
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

/// Clears stored derived values that equal the computed ones.
void make_canonical(ScriptBody& body, std::size_t header_size)
{
    canonicalize_paddings(body);
    body.reference_count.clear_if_equal(static_cast<std::uint32_t>(body.references.size()));
    body.compiled_size.clear_if_equal(static_cast<std::uint32_t>(body.compiled.size()));
    std::uint32_t last = 0;
    for (const Variable& variable : body.variables) {
        last = std::max(last, variable.index);
    }
    body.last_variable.clear_if_equal(last);
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
    // A source without line ends gets the default.
    body.line_end = static_cast<std::uint8_t>(detect_line_end(as_text(body.source)));
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

/// Reads the subrecords of a script, as long as they are in the standard order. Precondition: the next one is an SCHR
/// of 20 bytes.
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
    make_canonical(body, header_size);
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
    make_canonical(body, header_size);
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

// ------------------------------------------------------------------------------------------------------- contents

/// Reads EDID if it is the next subrecord and has a text.
bool is_editor_id(const std::optional<SubrecordView>& next)
{
    return next && next->type == "EDID" && next->data.size() > 1 && is_terminated(next->data);
}

Text first_editor_id(ByteView content)
{
    const auto first = SubrecordCursor(content).peek();
    return is_editor_id(first) ? terminated(first->data) : Text{};
}

template <class T>
T& append_item(MixedList& list, std::size_t header_size, std::size_t item)
{
    return *static_cast<T*>(list.append(subrecord_items(header_size)[item], item).record.get());
}

void add_raw(MixedList& list, const SubrecordView& subrecord, std::size_t header_size)
{
    append_item<Subrecord>(list, header_size, 0) = {subrecord.type, copy_of(subrecord.data)};
}

/// Depth of decoding a record.
enum class Decoding : std::uint8_t {
    all,
    checked,  ///< each subrecord only if it is written with the same bytes
    none,     ///< all subrecords stay bytes
};

void decode_subrecords(const RecordContext& record, ByteView content, MixedList& list, RawFallbacks* kept,
                       Decoding decoding)
{
    const std::size_t header_size = record.file.header_size;
    SubrecordCursor cursor(content);
    if (is_editor_id(cursor.peek())) {
        cursor.next();
    }
    while (const auto next = cursor.peek()) {
        if (decoding != Decoding::none && begins_script(next)) {
            decode_body(cursor, append_item<Script>(list, header_size, 1), header_size);
            continue;
        }
        cursor.next();
        if (decoding == Decoding::none) {
            add_raw(list, *next, header_size);
            continue;
        }
        if (next->type == "VMAD" && header_size == 24) {
            const RecordHandle properties =
                list.append(subrecord_items(header_size)[properties_item], properties_item).handle();
            const Status status = read_properties(next->data, properties, record.type);
            const auto is_written_same = [&] {
                Bytes again;
                return write_properties(again, properties, record.type) && same_bytes(again, next->data);
            };
            if (status && (decoding == Decoding::all || is_written_same())) {
                continue;
            }
            list.pop_back();
            if (kept != nullptr) {
                kept->push_back({fmt::format("VMAD of {}", name_of(record.type, record.form_id, record.editor_id)),
                                 status ? "it would be written differently" : describe(status.error()),
                                 next->data.size()});
            }
        }
        if (!decode_defined(record, *next, list, decoding == Decoding::checked)) {
            add_raw(list, *next, header_size);
        }
    }
    canonicalize_counts(list, header_size);
    if (!cursor.rest().empty()) {
        append_item<Unread>(list, header_size, 4).data = SharedBytes(copy_of(cursor.rest()));
    }
}

template <class Head>
Status append_header_of(Bytes& out, std::string_view type, const Head& head, std::size_t size, std::size_t header_size)
{
    if (header_size == 20 && (head.form_version != 0 || head.unknown != 0)) {
        return fail({.code = ErrorCode::out_of_range,
                     .message = fmt::format("{}", head.form_version != 0 ? head.form_version : head.unknown),
                     .field = head.form_version != 0 ? "form_version" : "unknown",
                     .hint = "headers of 20 bytes cannot store it"});
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

bool inflates_to(ByteView stream, const Bytes& content)
{
    const Result<Bytes> inflated = inflate_data(stream);
    return inflated && same_bytes(*inflated, content);
}

/// Returns the shared values of the definition of VMAD: the type of the record.
DataValues values_of(std::string_view record_type)
{
    std::int64_t tag = 0;
    for (std::size_t i = std::min<std::size_t>(record_type.size(), 4); i > 0; --i) {
        tag = tag << 8 | static_cast<std::uint8_t>(record_type[i - 1]);
    }
    return {tag};
}

}  // namespace

Status read_properties(ByteView bytes, const RecordHandle& properties, std::string_view record_type)
{
    Error error;
    const std::optional<std::size_t> size =
        read_data(bytes, properties_definition().type, properties, {.values = values_of(record_type)}, &error);
    if (size && *size < bytes.size()) {
        error = {.code = ErrorCode::malformed,
                 .message = fmt::format("{} bytes after the end", bytes.size() - *size),
                 .offset = *size};
    }
    if (size == bytes.size()) {
        return {};
    }
    error.section = "VMAD";
    return fail(std::move(error));
}

Status write_properties(Bytes& out, const RecordHandle& properties, std::string_view record_type)
{
    return write_data(properties_definition().type, properties, out, {}, {.values = values_of(record_type)});
}

std::string name_of(std::string_view type, FormId form_id, const Text& editor_id)
{
    std::string name = fmt::format("{} {:08X}", encode_text(type, CodePage::cp1252), form_id.value);
    if (!editor_id.bytes.empty()) {
        name += ' ';
        append_encoded(name, editor_id.bytes, CodePage::cp1252);
    }
    return name;
}

bool never_has_scripts(std::string_view type)
{
    return type == "LAND" || type == "NAVM" || type == "NAVI" || type == "PGRD";
}

bool has_script_data(ByteView content, std::size_t header_size)
{
    SubrecordCursor cursor(content);
    while (const auto next = cursor.next()) {
        if (next->type == "SCHR" || (header_size == 24 && next->type == "VMAD")) {
            return true;
        }
    }
    return false;
}

Text editor_id_of(ByteView data, bool is_compressed)
{
    if (!is_compressed) {
        return first_editor_id(data);
    }
    const Bytes first = inflate_first(data, first_bytes);
    if (const auto subrecord = SubrecordCursor(first).peek(); subrecord || first.size() < first_bytes) {
        return first_editor_id(first);
    }
    const Result<Bytes> all = inflate_data(data);
    return all ? first_editor_id(*all) : Text{};
}

void decode_content(const RecordContext& record, ByteView content, MixedList& list, RawFallbacks* kept)
{
    Bytes again;
    for (const Decoding decoding : {Decoding::all, Decoding::checked, Decoding::none}) {
        if (!record.file.is_defined && decoding != Decoding::none) {
            continue;
        }
        RawFallbacks found;
        decode_subrecords(record, content, list, kept == nullptr ? nullptr : &found, decoding);
        again.clear();
        const Status status = encode_content(record, list, again);
        if (decoding == Decoding::none || (status && same_bytes(again, content))) {
            if (kept != nullptr) {
                std::ranges::move(found, std::back_inserter(*kept));
                if (decoding == Decoding::none && record.file.is_defined) {
                    kept->push_back({name_of(record.type, record.form_id, record.editor_id),
                                     status ? "it would be written differently" : describe(status.error()),
                                     content.size()});
                }
            }
            return;
        }
        list = {};
    }
}

void decode_data(const RecordContext& record, ByteView data, bool is_compressed, MixedList& list)
{
    if (!is_compressed) {
        return decode_content(record, data, list, nullptr);
    }
    const std::size_t header_size = record.file.header_size;
    const Result<Bytes> content = inflate_data(data);
    const std::optional<int> level = content ? find_level(data, *content) : std::nullopt;
    if (!level) {
        append_item<Stream>(list, header_size, 3).data = copy_of(data);
    } else if (*level != default_level(header_size)) {
        append_item<Stream>(list, header_size, 3).level = static_cast<std::uint8_t>(*level);
    }
    if (content) {
        MixedList rest;
        decode_content(record, *content, rest, nullptr);
        list.append_all(std::move(rest));
    }
}

void decode(const Frame& frame, std::size_t header_size, Header& header)
{
    const ByteView data = frame.all.subspan(header_size);
    header.form_id = frame.form_id();
    header.flags = frame.flags();
    header.version_control = frame.word(16);
    if (header_size == 24) {
        header.form_version = load_le<std::uint16_t>(frame.all.data() + 20);
        header.unknown = load_le<std::uint16_t>(frame.all.data() + 22);
    }
    SubrecordCursor cursor((header.flags & compressed_flag) != 0 ? ByteView{} : data);
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
    header.tail = copy_of((header.flags & compressed_flag) != 0 ? data : cursor.rest());
}

Status encode_content(const RecordContext& record, MixedList& list, Bytes& content)
{
    if (!record.editor_id.bytes.empty()) {
        append_text(content, "EDID", record.editor_id);
    }
    canonicalize_counts(list, record.file.header_size);
    const auto in_list = [](Error error, std::size_t index) {
        error.field = fmt::format("subrecords[{}].{}", index, error.field);
        return fail(std::move(error));
    };
    for (std::size_t i = 0; i < list.size(); ++i) {
        Status status;
        if (const auto* subrecord = list.get_if<Subrecord>(i)) {
            append_subrecord(content, signature_of(subrecord->type), subrecord->data);
        } else if (auto* script = list.get_if<Script>(i)) {
            status = encode_body(content, *script, record.file.header_size);
        } else if (&list[i].type() == &properties_definition().type.type()) {
            Bytes data;
            status = write_properties(data, list[i].handle(), record.type);
            append_subrecord(content, "VMAD", data);
        } else if (const auto* unread = list.get_if<Unread>(i)) {
            append(content, unread->data.joined());
        } else if (list.get_if<Stream>(i) == nullptr) {
            status = encode_defined(content, list, i, record.file.header_size);
        }
        if (!status) {
            return in_list(status.error(), i);
        }
    }
    return {};
}

Result<Bytes> encode_data(const RecordContext& record, bool is_compressed, MixedList& list)
{
    const std::size_t header_size = record.file.header_size;
    // A Stream must be the first item, occur once, and be necessary.
    const auto stream = [&list]() -> Stream* { return list.empty() ? nullptr : list.get_if<Stream>(0); };
    const auto make_error = [](std::string field, std::string message) {
        return fail({.code = ErrorCode::mismatch,
                     .message = std::move(message),
                     .field = std::move(field),
                     .hint = "the file cannot store it together with its other values"});
    };
    constexpr std::string_view other_editor_id = "the first subrecord would be read as the editor ID";
    if (is_compressed && stream() != nullptr && list.size() == 1 && stream()->level == 0 &&
        !inflate_data(stream()->data)) {
        return editor_id_of(stream()->data, true) == record.editor_id
                   ? Result<Bytes>(stream()->data)
                   : make_error("editor_id", std::string(other_editor_id));
    }
    Bytes content;
    if (Status status = encode_content(record, list, content); !status) {
        return fail(status.error());
    }
    Bytes data;
    if (!is_compressed) {
        if (stream() != nullptr) {
            list.erase(0);
        }
        data = content;
    } else if (stream() != nullptr && !stream()->data.empty() && inflates_to(stream()->data, content)) {
        stream()->level = 0;
        data = stream()->data;
    } else {
        const std::uint8_t standard = default_level(header_size);
        const std::uint8_t level = stream() == nullptr || stream()->level == 0 ? standard : stream()->level;
        data = deflate_data(content, level);
        if (stream() != nullptr) {
            // If several levels give the same output, use the first.
            const auto first = static_cast<std::uint8_t>(find_level(data, content).value_or(level));
            *stream() = {first, {}};
            if (first == standard) {
                list.erase(0);
            }
        }
    }
    // Check that the bytes read back as the same list.
    MixedList again;
    decode_content(record, content, again, nullptr);
    const std::size_t others = stream() == nullptr ? 0 : 1;
    if (first_editor_id(content) != record.editor_id) {
        return make_error("editor_id", std::string(other_editor_id));
    }
    for (std::size_t i = 0; i < std::max(again.size() + others, list.size()) - others; ++i) {
        if (i >= again.size() || i + others >= list.size()) {
            return make_error("subrecords", fmt::format("{} subrecords would be read back as {}", list.size() - others,
                                                        again.size()));
        }
        const RecordHandle written = list[i + others].handle(CodePage::cp1252);
        const RecordHandle read = again[i].handle(CodePage::cp1252);
        const std::string place = fmt::format("subrecords[{}]", i + others);
        if (written.type != read.type) {
            return make_error(place, fmt::format("<{}> would be read back as <{}>", list[i + others].entry->name,
                                                 again[i].entry->name));
        }
        clear_equal_counts(list, i + others, record.file.header_size);
        if (!same_record(*written.type, written.record, read.record)) {
            const std::optional<Difference> difference = find_difference(written, read);
            return make_error(difference ? fmt::format("{}.{}", place, difference->path) : place,
                              difference ? read_back_text(*difference) : "it would be read back differently");
        }
    }
    return data;
}

Status append_header(Bytes& out, const Record& record, std::size_t size, std::size_t header_size)
{
    return append_header_of(out, signature_of(record.type), record, size, header_size);
}

Status encode(Bytes& out, Header& header, std::size_t header_size, std::uint32_t record_count)
{
    Bytes content;
    if (header.no_data == 0) {
        header.record_count.clear_if_equal(record_count);
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
    if (Status status = append_header_of(out, "TES4", header, content.size(), header_size); !status) {
        Error error = status.error();
        error.section = "TES4";
        return fail(std::move(error));
    }
    append(out, content);
    return {};
}

}  // namespace redforge::tes
