// Reads XML text into records by the tables of their types: parsing, positions and messages.
#include "core/xml/xml_reader.hpp"

#include <algorithm>
#include <cstring>
#include <new>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/bytes/hex.hpp"
#include "core/record/values.hpp"
#include "core/text/trim.hpp"
#include "core/xml/xml_check.hpp"

namespace redforge {
namespace {

/// Maximum length of a value that is quoted in a message.
constexpr std::size_t quoted_length = 40;

std::string quote(std::string_view text)
{
    const bool cut = text.size() > quoted_length;
    return fmt::format("\"{}{}\"", text.substr(0, quoted_length), cut ? "..." : "");
}

/// Returns true if the parser's name equals `name`. Most names differ in their first letters.
bool is_named(const char* found, std::string_view name)
{
    for (const char c : name) {  // names are short: a call would take longer
        if (*found++ != c) {
            return false;
        }
    }
    return *found == '\0';
}

pugi::xml_attribute find_attribute(const pugi::xml_node& node, std::string_view name)
{
    pugi::xml_attribute found = node.first_attribute();
    while (found && !is_named(found.name(), name)) {
        found = found.next_attribute();
    }
    return found;
}

std::size_t attribute_count(const pugi::xml_node& node)
{
    const auto all = node.attributes();
    return static_cast<std::size_t>(std::distance(all.begin(), all.end()));
}

/// Returns true if a text without CDATA may contain errors that pugixml accepts: unknown entities, or "]]>".
bool may_have_stray(std::string_view text)
{
    for (std::size_t at = text.find('&'); at != std::string_view::npos; at = text.find('&', at + 1)) {
        if (entity_length(text.substr(at)) == 0) {
            return true;
        }
    }
    return text.find("]]>") != std::string_view::npos;
}

/// Finds `rest` directly after a <. Searching for both together would be slow, because < is frequent.
std::size_t find_after_less_than(std::string_view text, std::string_view rest)
{
    std::size_t at = text.find(rest);
    while (at != std::string_view::npos && (at == 0 || text[at - 1] != '<')) {
        at = text.find(rest, at + 1);
    }
    return at;
}

/// Returns true if a text with CDATA sections (script sources, which have no entities) may contain such errors. Does
/// not look closer if the text has comments or instructions, which may contain text like a section.
bool may_have_stray_outside_cdata(std::string_view text)
{
    constexpr std::string_view begin = "![CDATA[";
    constexpr std::string_view end = "]]>";
    if (text.starts_with("<?")) {  // the declaration
        text.remove_prefix(std::min(text.find("?>"), text.size()));
    }
    while (true) {
        const std::size_t section = find_after_less_than(text, begin);
        const std::string_view before = text.substr(0, section);
        if (may_have_stray(before)) {
            return true;
        }
        if (section == std::string_view::npos) {
            return false;
        }
        const std::size_t found_end = text.find(end, section + begin.size());
        if (found_end == std::string_view::npos || find_after_less_than(before, "!--") != std::string_view::npos ||
            find_after_less_than(before, "?") != std::string_view::npos) {
            return true;
        }
        text.remove_prefix(found_end + end.size());
    }
}

/// Returns true if a parsed text may contain errors that pugixml accepts, so that check_xml() must check it. A < in a
/// value is detected when the value is read.
bool may_be_malformed(std::string_view text, const pugi::xml_document& document)
{
    std::size_t roots = 0;
    for (const pugi::xml_node node : document.children()) {
        const bool usual_declaration = node.type() == pugi::node_declaration && text.starts_with("<?xml") &&
                                       node == document.first_child() &&
                                       node.attribute("encoding").value() == std::string_view("UTF-8");
        roots += node.type() == pugi::node_element ? 1U : 0U;
        if (!usual_declaration && node.type() != pugi::node_element) {
            return true;
        }
    }
    return roots != 1 || text.find('\0') != std::string_view::npos || may_have_stray_outside_cdata(text);
}

}  // namespace

Result<XmlDocument> XmlDocument::parse(std::string text, std::string file_name)
{
    XmlDocument result;
    result.file_name_ = std::move(file_name);
    result.text_ = std::move(text);
    result.document_ = std::make_unique<pugi::xml_document>();
    const std::string_view given = result.text_;
    if (given.size() >= std::numeric_limits<std::uint32_t>::max()) {
        return fail({.code = ErrorCode::out_of_range,
                     .message = fmt::format("a text of {} bytes", given.size()),
                     .file = result.file_name_,
                     .hint = "documents are smaller than 4 GiB"});
    }
    result.parsed_ = std::make_unique_for_overwrite<char[]>(given.size());  // NOLINT: as the declaration
    std::ranges::copy(given, result.parsed_.get());
    constexpr unsigned options = pugi::parse_cdata | pugi::parse_escapes | pugi::parse_eol |
                                 pugi::parse_wconv_attribute | pugi::parse_fragment | pugi::parse_doctype |
                                 pugi::parse_declaration;
    const pugi::xml_parse_result parsed =
        result.document_->load_buffer_inplace(result.parsed_.get(), given.size(), options, pugi::encoding_utf8);
    if (parsed.status == pugi::status_out_of_memory) {
        throw std::bad_alloc();
    }
    if (!parsed || may_be_malformed(given, *result.document_)) {
        if (Status status = result.check(); !status) {
            return fail(std::move(status.error()));
        }
    }
    if (!parsed) {
        const auto offset = std::min(static_cast<std::size_t>(parsed.offset), given.size());
        return fail(result.at(result.parsed_.get() + offset,
                              {.code = ErrorCode::malformed,
                               .message = fmt::format("not well-formed XML: {}", parsed.description())}));
    }
    // Attributes that name a schema for other programs are not part of the document.
    pugi::xml_node root = result.document_->document_element();
    const pugi::xml_attribute schema_names = root.attribute("xmlns:xsi");
    if (std::string_view(schema_names.value()) == "http://www.w3.org/2001/XMLSchema-instance") {
        root.remove_attribute("xsi:noNamespaceSchemaLocation");
        root.remove_attribute(schema_names);
    }
    return result;
}

Status XmlDocument::check() const
{
    if (const std::optional<XmlFault> fault = check_xml(text_)) {
        return fail(at(parsed_.get() + fault->offset,
                       {.code = ErrorCode::malformed, .message = fault->message, .hint = fault->hint}));
    }
    return {};
}

Error XmlDocument::at(const char* place, Error error) const
{
    error.file = file_name_;
    const char* const begin = parsed_.get();
    if (place < begin || place > begin + text_.size()) {
        return error;
    }
    const std::string_view before = std::string_view(text_).substr(0, static_cast<std::size_t>(place - begin));
    error.line = static_cast<std::uint32_t>(std::ranges::count(before, '\n')) + 1;
    error.column = static_cast<std::uint32_t>(before.size() - (before.rfind('\n') + 1)) + 1;
    return error;
}

void XmlReader::reject(const char* place, ErrorCode code, std::string message, std::string hint)
{
    if (!error_) {
        error_ = document_.at(place, {.code = code, .message = std::move(message), .hint = std::move(hint)});
    }
}

Status XmlReader::document(std::string_view name, const RecordHandle& record)
{
    const pugi::xml_node root = document_.root();
    if (root.name() != name) {
        if (Status status = document_.check(); !status) {
            return status;
        }
        return fail(document_.at(root.name(), {.code = ErrorCode::unknown_name,
                                               .message = std::string("root element <") + root.name() + ">",
                                               .hint = "expected <" + std::string(name) + ">"}));
    }
    return element_only(root, record);
}

Status XmlReader::element_only(const pugi::xml_node& node, const RecordHandle& record)
{
    page_ = record.page;
    element(node, *record.type, static_cast<std::byte*>(record.record));
    if (error_ || less_than_) {
        if (Status status = document_.check(); !status) {  // prefer the more precise message of check()
            return status;
        }
    }
    if (error_) {
        return fail(std::move(*error_));
    }
    return {};
}

void XmlReader::element(const pugi::xml_node& node, const RecordType& type, std::byte* record)
{
    State state;
    state.node = node;
    state.move_to(node.first_attribute());
    state.move_to_child(node.first_child());
    if (!fields(state, type, record) && !error_) {
        // The attributes are not in the standard order: look each one up, which is slower.
        type.copy(record, type.defaults);
        state.search = true;
        state.move_to({});
        if (fields(state, type, record)) {
            superseded(state, record);
        }
    } else if (state.superseded) {
        superseded(state, record);
    }
    if (!error_) {
        children(state, type, record);
    }
    if (!error_) {
        check_leftovers(state);
    }
}

/// Reads the attributes in order. Returns false if some are left or a required one was not next, so that the caller
/// must search for them.
bool XmlReader::fields(State& state, const RecordType& type, std::byte* record)
{
    state.table = &type.tables.front();
    for (std::size_t i = 0;; ++i) {
        if (i == type.common_fields && type.variant != nullptr) {
            state.table = &type.table(record);
        }
        if (i >= state.table->fields.size()) {
            break;
        }
        const FieldEntry& field = state.table->fields[i];
        if (is_named(state.next_name, field.name)) {
            if (!value(state, field, state.next, record + field.offset)) {
                return false;
            }
            state.move_to(state.next.next_attribute());
        } else if (pugi::xml_attribute found; state.search && (found = find_attribute(state.node, field.name))) {
            ++state.taken;
            if (!value(state, field, found, record + field.offset)) {
                return false;
            }
        } else if (field.info.always) {
            if (!state.search) {
                return false;
            }
            // Only remember the missing attribute: the element may have it with a misspelt name, and that error is more
            // helpful.
            state.missing = state.missing == nullptr ? &field : state.missing;
        }
    }
    return state.search || *state.next_name == '\0';
}

bool XmlReader::value(State& state, const FieldEntry& field, const pugi::xml_attribute& found, std::byte* value)
{
    const auto is_superseded = [&] {
        const SupersededEntry* const earlier = state.table->find_superseded(field.name);
        std::string ignored;
        const bool is = earlier != nullptr && earlier->take(nullptr, found.value(), ignored) == Taken::yes;
        state.superseded = state.superseded || is;
        return is;
    };
    const std::string_view text = found.value();
    std::string expected;
    if (field.plain_integer) {
        std::int64_t number{};
        if (parse_integer(text, field.min, field.max, number)) {
            field.ops->set_integer(value, number);
            return true;
        }
        expected = number_description(field.min, field.max);
    } else {
        less_than_ = less_than_ || text.find('<') != std::string_view::npos;
        if (parse_value(text, field, value, page_, expected)) {
            return true;
        }
    }
    if (is_superseded()) {
        return true;
    }
    bad_value(state, found, expected);
    return false;
}

/// Reads attributes of earlier versions, after all other attributes were read.
void XmlReader::superseded(State& state, std::byte* record)
{
    for (const SupersededEntry& entry : state.table->superseded) {
        const pugi::xml_attribute found = find_attribute(state.node, entry.name);
        if (found && !superseded(state, entry, found, record)) {
            return;
        }
    }
}

bool XmlReader::superseded(State& state, const SupersededEntry& entry, const pugi::xml_attribute& found,
                           std::byte* record)
{
    const bool is_field =
        state.table->find_field(entry.name) != nullptr;  // a current field with a value of an earlier version
    state.taken += is_field ? 0 : 1;
    if (!entry.take) {
        if (find_attribute(state.node, entry.by)) {
            reject(found.name(), ErrorCode::malformed,
                   fmt::format("<{}> has both {} and {}", state.node.name(), entry.name, entry.by),
                   fmt::format("{}; keep that one", entry.replacement()));
            return false;
        }
        const FieldEntry& field = *state.table->find_field(entry.by);
        state.missing = state.missing == &field ? nullptr : state.missing;
        return value(state, field, found, record + field.offset);
    }
    std::string expected;
    switch (entry.take(record + entry.offset, found.value(), expected)) {
    case Taken::yes: return true;
    case Taken::not_valid:
        if (!is_field) {
            bad_value(state, found, expected);
        }
        return is_field;
    case Taken::contradiction:
        reject(found.name(), ErrorCode::malformed,
               fmt::format("{}={} contradicts {} of <{}>", entry.name, quote(found.value()), entry.by,
                           state.node.name()),
               fmt::format("{}; leave {} out", entry.replacement(), entry.name));
    }
    return false;
}

void XmlReader::children(State& state, const RecordType& type, std::byte* record)
{
    for (const ChildEntry& child : state.table->children) {
        if (error_ || *state.child_name == '\0') {
            return;
        }
        switch (child.kind) {
        case ChildEntry::Kind::list: list(state, child, record + child.offset); break;
        case ChildEntry::Kind::blob: blob(state, child, type, record); break;
        case ChildEntry::Kind::byte_range: byte_range(state, child, record); break;
        case ChildEntry::Kind::group:
            if (is_named(state.child_name, child.name)) {
                const pugi::xml_node node = state.child;
                element(node, *child.items.front().type, record + child.offset);
                state.move_to_child(node.next_sibling());
            }
            break;
        }
    }
}

void XmlReader::list(State& state, const ChildEntry& child, void* list)
{
    const ListOps& ops = *child.ops;
    while (!error_) {
        const char* const found = state.child_name;
        const std::size_t number = child.find_item(found);
        if (number == child.items.size()) {
            return;
        }
        const ItemEntry& item = child.items[number];
        if (codecs_.context.cancel != nullptr && *codecs_.context.cancel) {
            return reject(found, ErrorCode::cancelled, "cancelled", {});
        }
        const std::size_t size = ops.size(list);
        if (ops.single && size == 1) {
            return reject(found, ErrorCode::malformed, "a second <" + item.name + ">", "there can be only one here");
        }
        if (number == 0) {
            ops.grow(list, 1, child);
        } else {
            ops.insert(list, size, child, number);
        }
        this->item(state.child, child, item.name, *item.type, static_cast<std::byte*>(ops.at(list, size)));
        state.move_to_child(state.child.next_sibling());
    }
}

void XmlReader::check_leftovers(const State& state)
{
    const bool attributes_left = state.search && state.taken != attribute_count(state.node);
    if (attributes_left) {
        return unknown_attribute(state);
    }
    if (state.missing != nullptr) {
        return reject(state.node.name(), ErrorCode::malformed,
                      fmt::format("<{}> without {}", state.node.name(), state.missing->name), "it must be given");
    }
    if (state.child) {
        unexpected_child(state);
    }
}

void XmlReader::bad_value(const State& state, const pugi::xml_attribute& attribute, const std::string& expected)
{
    reject(attribute.name(), ErrorCode::out_of_range,
           fmt::format("{}={} of <{}>", attribute.name(), quote(attribute.value()), state.node.name()),
           "expected " + expected);
}

void XmlReader::unknown_attribute(const State& state)
{
    std::vector<std::string_view> known;
    for (const FieldEntry& field : state.table->fields) {
        known.emplace_back(field.name);
    }
    std::set<std::string_view> seen;
    for (const pugi::xml_attribute attribute : state.node.attributes()) {
        const std::string_view name = attribute.name();
        if (!seen.insert(name).second) {
            return reject(attribute.name(), ErrorCode::malformed,
                          fmt::format("attribute {} appears twice in <{}>", name, state.node.name()), "keep one");
        }
        if (std::ranges::find(known, name) != known.end() || state.table->find_superseded(name) != nullptr) {
            continue;
        }
        const std::string_view guess = nearest(name, known);
        return reject(attribute.name(), ErrorCode::unknown_name,
                      fmt::format("<{}> has no attribute {}", state.node.name(), quote(name)),
                      guess.empty() ? fmt::format("it has: {}", fmt::join(known, ", "))
                                    : fmt::format("did you mean {}?", guess));
    }
}

void XmlReader::unexpected_child(const State& state)
{
    const std::string_view parent = state.node.name();
    if (state.child.type() != pugi::node_element) {
        return reject(state.child.value(), ErrorCode::malformed,
                      fmt::format("text {} inside <{}>", quote(state.child.value()), parent),
                      "this element cannot contain text; remove it");
    }
    std::vector<std::string_view> known;
    for (const ChildEntry& child : state.table->children) {
        if (child.kind == ChildEntry::Kind::list) {
            for (const ItemEntry& item : child.items) {
                known.emplace_back(item.name);
            }
        } else {
            known.emplace_back(child.name);
        }
    }
    const std::string_view name = state.child.name();
    if (std::ranges::find(known, name) != known.end()) {
        return reject(state.child.name(), ErrorCode::malformed,
                      fmt::format("<{}> is out of order in <{}>", name, parent),
                      fmt::format("the order is: {}", fmt::join(known, ", ")));
    }
    const std::string_view guess = nearest(name, known);
    std::string hint =
        known.empty() ? "it cannot contain elements" : fmt::format("it can contain: {}", fmt::join(known, ", "));
    reject(state.child.name(), ErrorCode::unknown_name, fmt::format("<{}> cannot contain <{}>", parent, name),
           guess.empty() ? hint : fmt::format("did you mean <{}>?", guess));
}

bool XmlReader::names_file(const pugi::xml_node& node, std::string_view name, bool may, const char*& file)
{
    const pugi::xml_attribute attribute = node.first_attribute();
    const char* const found = attribute.name();
    if (*found == '\0') {
        return false;
    }
    if (!is_named(found, "file") || !may || attribute.next_attribute()) {
        reject(attribute.name(), ErrorCode::unknown_name,
               fmt::format("<{}> has no attribute {}", name, quote(attribute.name())),
               may ? "it holds bytes, or file=\"PATH\" alone" : "it holds only bytes");
        return false;
    }
    if (node.first_child()) {
        reject(attribute.name(), ErrorCode::malformed, fmt::format("<{}> has both a file and content", name),
               "keep one of them");
        return false;
    }
    if (!is_safe_side_path(attribute.value())) {
        reject(attribute.name(), ErrorCode::out_of_range, fmt::format("file={}", quote(attribute.value())),
               "expected a path inside the document's own folder");
        return false;
    }
    if (!side_files_) {
        reject(attribute.name(), ErrorCode::unsupported,
               fmt::format("file={} in a text that has no folder", quote(attribute.value())),
               "give the folder or the map.xml in it");
        return false;
    }
    file = attribute.value();
    return true;
}

/// Reads a record of a list, which may be a document of its own.
void XmlReader::item(const pugi::xml_node& node, const ChildEntry& child, std::string_view name, const RecordType& type,
                     std::byte* record)
{
    if (child.info.folder.empty() || type.file_stem == nullptr || !is_named(node.first_attribute().name(), "file")) {
        return element(node, type, record);
    }
    if (const char* file = nullptr; names_file(node, name, true, file)) {
        read_record_file(file, name, type, record);
    }
}

void XmlReader::read_record_file(const char* file, std::string_view name, const RecordType& type, std::byte* record)
{
    Result<std::string> text = side_files_(file);
    const Result<XmlDocument> document =
        text ? XmlDocument::parse(std::move(*text), file) : Result<XmlDocument>(fail(text.error()));
    if (!document) {
        error_ = error_ ? error_ : document.error();
        return;
    }
    XmlReader reader(*document, side_files_, codecs_);
    reader.after_document_ = after_document_;
    if (const Status status = reader.document(name, {record, &type, page_}); !status) {
        error_ = error_ ? error_ : status.error();
    } else if (after_document_) {
        after_document_({record, &type, page_});
    }
}

void XmlReader::blob(State& state, const ChildEntry& child, const RecordType& type, std::byte* record)
{
    if (!is_named(state.child_name, child.name)) {
        return;
    }
    const pugi::xml_node node = state.child;
    state.move_to_child(node.next_sibling());
    const char* file = nullptr;
    if (names_file(node, child.name, !child.blob.folder.empty(), file)) {
        return side_file(file, child, type, record);
    }
    if (error_ || state.missing != nullptr) {
        return;  // the caller reports the missing part
    }
    if (child.blob.codec != nullptr) {
        return read_embedded_text(node, *child.blob.codec, {record, &type, page_});
    }
    hex_content(node, child.name,
                *reinterpret_cast<Bytes*>(record + child.offset));  // NOLINT: the table says it is one
}

void XmlReader::byte_range(State& state, const ChildEntry& child, std::byte* record)
{
    if (!is_named(state.child_name, child.name)) {
        return;
    }
    const pugi::xml_node node = state.child;
    state.move_to_child(node.next_sibling());
    auto& bytes = *reinterpret_cast<SharedBytes*>(record + child.offset);  // NOLINT: as blob()
    if (const char* file = nullptr; names_file(node, child.name, true, file)) {
        Result<std::string> content = side_files_(file);
        if (content) {
            bytes = SharedBytes(std::move(*content));
        } else {
            error_ = content.error();
        }
        return;
    }
    if (Bytes read; !error_ && hex_content(node, child.name, read)) {
        bytes = SharedBytes(std::move(read));
    }
}

bool XmlReader::hex_content(const pugi::xml_node& node, std::string_view name, Bytes& bytes)
{
    for (pugi::xml_node part = node.first_child();; part = part.next_sibling()) {
        const pugi::xml_node_type type = part.type();
        if (type == pugi::node_null) {
            return true;
        }
        const bool is_text = type == pugi::node_pcdata || type == pugi::node_cdata;
        if (!is_text || !parse_hex(part.value(), bytes)) {
            reject(is_text ? part.value() : part.name(), ErrorCode::malformed,
                   fmt::format("something in <{}> that is not bytes", name),
                   "expected pairs of hexadecimal digits, with white space only between pairs");
            return false;
        }
    }
}

/// Reads the text of a blob that is shown as text.
void XmlReader::read_embedded_text(const pugi::xml_node& node, const SideCodec& codec, const RecordHandle& record)
{
    std::string text;
    for (const pugi::xml_node part : node.children()) {
        if (part.type() != pugi::node_pcdata && part.type() != pugi::node_cdata) {
            return reject(part.name(), ErrorCode::malformed, fmt::format("an element in <{}>", node.name()),
                          "it holds text only");
        }
        text += part.value();
    }
    std::string_view lines = text;
    const bool own_line = lines.starts_with('\n');
    lines.remove_prefix(own_line ? 1 : 0);
    lines.remove_suffix(lines.ends_with('\n') ? 1 : 0);
    if (const Status status = codec.read(lines, document_.file_name(), record, codecs_.context); !status && !error_) {
        const Error place = document_.at(node.first_child().value(), {});
        error_ = status.error();
        error_->file = place.file;
        if (error_->line != 0) {
            error_->line += place.line - (own_line ? 0 : 1);
        } else {
            error_->line = place.line;
        }
    }
}

void XmlReader::side_file(const char* file, const ChildEntry& child, const RecordType& type, std::byte* record)
{
    const Result<std::string> text = side_files_(file);
    if (!text) {
        error_ = error_ ? error_ : text.error();
        return;
    }
    if (trimmed(*text).empty()) {
        error_ = Error{.code = ErrorCode::malformed,
                       .message = "an empty file",
                       .file = file,
                       .hint = "restore its content, or remove the element that names it from the XML"};
        return;
    }
    const SideCodec* const own = codecs_.find(child.blob.extension);
    const SideCodec* const codec = own != nullptr ? own : child.blob.codec;
    if (codec != nullptr) {
        if (const Status status = codec->read(*text, file, {record, &type, page_}, codecs_.context); !status) {
            error_ = status.error();
            error_->file = file;
        }
        return;
    }
    Result<Bytes> read = side_text_to_bytes(*text);
    if (!read) {
        error_ = read.error();
        error_->file = file;
        return;
    }
    *reinterpret_cast<Bytes*>(record + child.offset) = std::move(*read);  // NOLINT: the table says it is one
}

}  // namespace redforge
