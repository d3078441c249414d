// XML text to records: parsing, places and messages.
#include "core/xml_reader.hpp"

#include <algorithm>
#include <cstring>
#include <new>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/hex.hpp"
#include "core/xml_check.hpp"

namespace redforge {
namespace {

/// Longest piece of a value that a message repeats.
constexpr std::size_t quoted_length = 40;

std::string quote(std::string_view text)
{
    const bool cut = text.size() > quoted_length;
    return fmt::format("\"{}{}\"", text.substr(0, quoted_length), cut ? "..." : "");
}

/// Bytes of text that take some ten times as long to check or to read as a thread to start.
constexpr std::size_t worth_a_thread = std::size_t{256} << 10U;

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
    // A long text is checked while a copy of it is made and parsed in place.
    Aside<std::optional<XmlFault>> checked([given] { return check_xml(given); }, given.size() >= worth_a_thread);
    result.parsed_ = std::make_unique_for_overwrite<char[]>(given.size());  // NOLINT: as the declaration
    std::ranges::copy(given, result.parsed_.get());
    constexpr unsigned options =
        pugi::parse_cdata | pugi::parse_escapes | pugi::parse_eol | pugi::parse_wconv_attribute;
    const pugi::xml_parse_result parsed =
        result.document_->load_buffer_inplace(result.parsed_.get(), given.size(), options, pugi::encoding_utf8);
    const auto place = [&](std::size_t offset) { return result.parsed_.get() + std::min(offset, given.size()); };
    if (const std::optional<XmlFault> fault = checked.get()) {
        return fail(result.at(place(fault->offset),
                              {.code = ErrorCode::malformed, .message = fault->message, .hint = fault->hint}));
    }
    if (parsed.status == pugi::status_out_of_memory) {
        throw std::bad_alloc();
    }
    if (!parsed) {
        return fail(result.at(place(static_cast<std::size_t>(parsed.offset)),
                              {.code = ErrorCode::malformed,
                               .message = fmt::format("not well-formed XML: {}", parsed.description())}));
    }
    return result;
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

void XmlReader::refuse(const char* place, ErrorCode code, std::string message, std::string hint)
{
    if (!error_) {
        error_ = document_.at(place, {.code = code, .message = std::move(message), .hint = std::move(hint)});
    }
}

std::vector<pugi::xml_node> XmlReader::long_part(pugi::xml_node first, std::string_view item)
{
    constexpr std::size_t most = 8192;
    std::vector<pugi::xml_node> nodes;
    for (pugi::xml_node node = first; node && nodes.size() < most && is_named(node.name(), item);
         node = node.next_sibling()) {
        nodes.push_back(node);
    }
    // Names point into the text, so their distance is the length of all elements but the last.
    if (nodes.empty() || nodes.back().name() - nodes.front().name() < static_cast<std::ptrdiff_t>(worth_a_thread)) {
        nodes.clear();
    }
    return nodes;
}

std::size_t XmlReader::attribute_count() const
{
    const auto all = state_.node.attributes();
    return static_cast<std::size_t>(std::distance(all.begin(), all.end()));
}

void XmlReader::bad_value(const pugi::xml_attribute& attribute, const std::string& expected)
{
    refuse(attribute.name(), ErrorCode::out_of_range,
           fmt::format("{}={} of <{}>", attribute.name(), quote(attribute.value()), state_.node.name()),
           "expected " + expected);
}

void XmlReader::unknown_attribute(const std::vector<std::string>& known)
{
    std::set<std::string_view> seen;
    for (const pugi::xml_attribute attribute : state_.node.attributes()) {
        const std::string_view name = attribute.name();
        if (!seen.insert(name).second) {
            return refuse(attribute.name(), ErrorCode::malformed,
                          fmt::format("attribute {} appears twice in <{}>", name, state_.node.name()), "keep one");
        }
        if (std::ranges::find(known, name) != known.end()) {
            continue;
        }
        const std::string_view guess = nearest(name, known);
        return refuse(attribute.name(), ErrorCode::unknown_name,
                      fmt::format("<{}> has no attribute {}", state_.node.name(), quote(name)),
                      guess.empty() ? fmt::format("it has: {}", fmt::join(known, ", "))
                                    : fmt::format("did you mean {}?", guess));
    }
}

void XmlReader::unexpected_child(const std::vector<std::string>& known)
{
    const std::string_view parent = state_.node.name();
    if (child_.type() != pugi::node_element) {
        return refuse(child_.value(), ErrorCode::malformed,
                      fmt::format("text {} inside <{}>", quote(child_.value()), parent),
                      "this element holds no text; remove it");
    }
    const std::string_view name = child_.name();
    const auto place = std::ranges::find(known, name);
    if (place != known.end()) {
        return refuse(child_.name(), ErrorCode::malformed, fmt::format("<{}> is out of order in <{}>", name, parent),
                      fmt::format("the order is: {}", fmt::join(known, ", ")));
    }
    const std::string_view guess = nearest(name, known);
    std::string hint = known.empty() ? "it holds no elements" : fmt::format("it holds: {}", fmt::join(known, ", "));
    refuse(child_.name(), ErrorCode::unknown_name, fmt::format("<{}> holds no element <{}>", parent, name),
           guess.empty() ? hint : fmt::format("did you mean <{}>?", guess));
}

void XmlReader::blob(std::string_view name, Bytes& bytes, const BlobInfo& info, std::string_view /*file_name*/)
{
    if (!finish_attributes() || !is_named(child_.name(), name)) {
        return;
    }
    const pugi::xml_node node = child_;
    child_ = node.next_sibling();
    const pugi::xml_attribute file = node.first_attribute();
    if (file && (std::string_view(file.name()) != "file" || info.folder.empty() || file.next_attribute())) {
        return refuse(file.name(), ErrorCode::unknown_name,
                      fmt::format("<{}> has no attribute {}", name, quote(file.name())),
                      info.folder.empty() ? "it holds only bytes" : "it holds bytes, or file=\"PATH\" alone");
    }
    if (file) {
        if (node.first_child()) {
            return refuse(file.name(), ErrorCode::malformed, fmt::format("<{}> has both a file and content", name),
                          "keep one of them");
        }
        if (!is_safe_side_path(file.value())) {
            return refuse(file.name(), ErrorCode::out_of_range, fmt::format("file={}", quote(file.value())),
                          "expected a path inside the document's own folder");
        }
        if (!side_files_) {
            return refuse(file.name(), ErrorCode::unsupported,
                          fmt::format("file={} in a text that has no folder", quote(file.value())),
                          "give the folder or the map.xml in it");
        }
        const Result<std::string> text = side_files_(file.value());
        if (!text) {
            error_ = error_ ? error_ : text.error();
            return;
        }
        Result<Bytes> read = side_text_to_bytes(*text);
        if (!read) {
            error_ = read.error();
            error_->file = file.value();
            return;
        }
        bytes = std::move(*read);
        return;
    }
    for (const pugi::xml_node part : node.children()) {
        const bool is_text = part.type() == pugi::node_pcdata || part.type() == pugi::node_cdata;
        if (!is_text || !parse_hex(part.value(), bytes)) {
            return refuse(is_text ? part.value() : part.name(), ErrorCode::malformed,
                          fmt::format("something in <{}> that is not bytes", name),
                          "expected pairs of hexadecimal digits, with white space only between pairs");
        }
    }
}

}  // namespace redforge
