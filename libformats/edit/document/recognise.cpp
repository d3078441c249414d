// Recognises files by content and by name, and checks written documents.
#include "edit/document/recognise.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/text/letter_case.hpp"
#include "edit/document/unknown_files.hpp"

namespace redforge::edit {
namespace {

bool can_be_named(const Format& format, ByteView bytes)
{
    const bool is_text = !looks_like_text(bytes) && as_text(bytes).find('\0') == std::string_view::npos;
    return format.can_be_named != nullptr && format.can_be_named(bytes) && (!format.is_plain_text || is_text);
}

Result<const Format*> require_format(ByteView bytes, const std::filesystem::path& name)
{
    if (const Format* format = recognise(bytes, name)) {
        return format;
    }
    return fail(unknown_file(bytes, name));
}

}  // namespace

const Format* recognise(ByteView bytes)
{
    const auto all = formats();
    const auto found = std::ranges::find_if(all, [&](const Format& format) { return format.recognise(bytes); });
    return found == all.end() ? nullptr : &*found;
}

const Format* recognise(ByteView bytes, const std::filesystem::path& name)
{
    if (const Format* const format = recognise(bytes)) {
        return format;
    }
    const std::string extension = name.extension().string();
    const std::string file_name = name.filename().string();
    const auto all = formats();
    const auto named = std::ranges::find_if(all, [&](const Format& format) {
        const bool has_name = std::ranges::any_of(format.file_names, [&](std::string_view each) {
            return equals_ignore_case(each, file_name);
        });
        return (has_name || is_extension_of(format, extension)) && can_be_named(format, bytes);
    });
    return named == all.end() ? nullptr : &*named;
}

Status check_first_bytes(ByteView first, const std::filesystem::path& name)
{
    const auto can_begin = [&](const Format& format) { return format.can_begin != nullptr && format.can_begin(first); };
    if (looks_like_text(first) || std::ranges::any_of(formats(), can_begin)) {
        return {};
    }
    const Result<const Format*> format = require_format(first, name);
    return format ? Status{} : fail(format.error());
}

Status check_first_bytes(ByteView first)
{
    return check_first_bytes(first, {});
}

Result<Document> read_binary(const SharedBytes& bytes, const std::filesystem::path& name, RawFallbacks* kept)
{
    const Result<const Format*> format = require_format(bytes.view(), name);
    if (!format) {
        return fail(format.error());
    }
    Document document(**format);
    if (const Status status = (*format)->read(bytes, document.data(), kept); !status) {
        return fail(status.error());
    }
    return document;
}

Result<Document> read_binary(const SharedBytes& bytes, RawFallbacks* kept)
{
    return read_binary(bytes, {}, kept);
}

Status check_recognised(const Document& document, const SharedBytes& bytes, const std::filesystem::path& name)
{
    // Most formats check the beginning of a file. Formats that check its size have small files.
    constexpr std::size_t max_looked_at = std::size_t{1} << 20U;
    const Bytes beginning = bytes.first(std::min(bytes.size(), max_looked_at));
    const Format& format = document.format();
    const std::filesystem::path standard_name = standard_file_name(format);
    const Format* const found = recognise(beginning, name == "-" ? standard_name : name);
    if (found != nullptr && found->root() == format.root()) {
        return {};
    }
    const std::string right_name = is_extension_of(format, format.extension)
                                       ? fmt::format("a name with {}", format.extension)
                                       : fmt::format("the name {}", standard_name.string());
    return fail({.code = ErrorCode::mismatch,
                 .message = fmt::format("the file would not be recognised as {}{}", format.name,
                                        found == nullptr ? "" : fmt::format(", but as {}", found->name)),
                 .hint = recognise(beginning, standard_name) == &format
                             ? "give the file " + right_name
                             : "nothing was written; set the first fields to values that identify the format"});
}

}  // namespace redforge::edit
