// Reads and writes mod.xml, and its format entry.
#include "config/mod_manifest.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include <fmt/format.h>

#include "config/format.hpp"
#include "core/record/describe.hpp"
#include "core/text/text_sink.hpp"
#include "core/xml/xml_reader.hpp"
#include "core/xml/xml_writer.hpp"

namespace redforge {

template const RecordType& record_type<config::ModManifest>(unsigned);

}  // namespace redforge

namespace redforge::config {
namespace {

std::string manifest_text(const ModManifest& manifest)
{
    TextSink sink;
    const RecordHandle record =
        handle_of(const_cast<ModManifest&>(manifest), CodePage::utf8);  // NOLINT: only read here
    XmlWriter(sink).document(ModManifest::root, record);
    return sink.str();
}

bool is_number(std::string_view text, unsigned& number)
{
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc{} && end == text.data() + text.size() && (text.size() == 1 || text[0] != '0');
}

}  // namespace

bool is_mod_manifest(ByteView bytes)
{
    std::string_view text = as_text(bytes);
    const std::size_t root = text.find("<mod");
    if (!text.starts_with("<?xml") || root == std::string_view::npos || text.find('<', 1) != root) {
        return false;
    }
    text.remove_prefix(root + 4);
    return !text.empty() && std::string_view(" \t\r\n/>").find(text[0]) != std::string_view::npos;
}

Result<ModManifest> parse_mod_manifest(std::string text, const std::string& file)
{
    const Result<XmlDocument> document = XmlDocument::parse(std::move(text), file);
    if (!document) {
        return fail(document.error());
    }
    pugi::xml_node root = document->root();
    if (root.attribute(encoding_attribute.data()).value() == std::string_view("UTF-8")) {
        root.remove_attribute(encoding_attribute.data());  // the text is UTF-8 with the attribute and without it
    }
    ModManifest manifest;
    const RecordHandle record = handle_of(manifest, CodePage::utf8);
    if (Status status = XmlReader(*document).document(ModManifest::root, record); !status) {
        return fail(std::move(status.error()));
    }
    return manifest;
}

Result<ModManifest> read_mod_manifest(ByteView bytes, RawFallbacks* /*kept*/)
{
    Result<ModManifest> manifest = parse_mod_manifest(std::string(as_text(bytes)), "");
    if (!manifest) {
        return manifest;
    }
    const std::string text = manifest_text(*manifest);
    if (text != as_text(bytes)) {
        return fail({.code = ErrorCode::malformed,
                     .message = "mod.xml is not in Redforge's layout",
                     .offset = first_difference(as_bytes(text), bytes),
                     .hint = "load it as XML text, which can have any layout"});
    }
    return manifest;
}

Result<Bytes> write_mod_manifest(const ModManifest& manifest)
{
    const std::string text = manifest_text(manifest);
    Result<ModManifest> same = read_mod_manifest(as_bytes(text));
    if (!same) {
        return fail(std::move(same.error()));
    }
    if (!(*same == manifest)) {
        return fail({.code = ErrorCode::mismatch, .message = "mod.xml would not read back as written"});
    }
    const ByteView bytes = as_bytes(text);
    return Bytes(bytes.begin(), bytes.end());
}

bool is_mod_name(std::string_view name)
{
    constexpr std::size_t max_mod_name = 64;
    const auto is_plain = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); };
    return !name.empty() && name.size() <= max_mod_name && is_plain(name[0]) &&
           std::ranges::all_of(name, [&](char c) { return is_plain(c) || c == '_' || c == '-'; });
}

std::optional<Version> Version::parse(std::string_view text)
{
    Version version;
    const std::size_t hyphen = text.find('-');
    if (hyphen != std::string_view::npos) {
        version.suffix = text.substr(hyphen + 1);
        const auto is_part = [](char c) {
            return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' || c == '-';
        };
        if (version.suffix.empty() || !std::ranges::all_of(version.suffix, is_part)) {
            return std::nullopt;
        }
        text = text.substr(0, hyphen);
    }
    const std::size_t first = text.find('.');
    const std::size_t second = first == std::string_view::npos ? first : text.find('.', first + 1);
    if (second == std::string_view::npos || !is_number(text.substr(0, first), version.major) ||
        !is_number(text.substr(first + 1, second - first - 1), version.minor) ||
        !is_number(text.substr(second + 1), version.patch)) {
        return std::nullopt;
    }
    return version;
}

bool Version::at_least(const Version& other) const
{
    const auto numbers = [](const Version& v) { return std::array{v.major, v.minor, v.patch}; };
    if (numbers(*this) != numbers(other)) {
        return numbers(*this) > numbers(other);
    }
    return suffix.empty() || (!other.suffix.empty() && suffix >= other.suffix);
}

Format mod_manifest_format()
{
    Format format =
        make_format<ModManifest, &is_mod_manifest, &read_mod_manifest, &write_mod_manifest>("Redforge mod description",
                                                                                            ".mod");
    format.is_plain_text = true;
    format.code_page = [](const void*) { return CodePage::utf8; };
    format.guess_page = [](const void*, const LoadContext&) { return CodePage::utf8; };
    return format;
}

}  // namespace redforge::config
