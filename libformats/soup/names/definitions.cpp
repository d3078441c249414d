// Reads and writes SOUP386.DEF line by line.
#include "soup/names/definitions.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

#include <fmt/format.h>

#include "core/text/letter_case.hpp"
#include "core/text/trim.hpp"

namespace redforge::soup {
namespace {

constexpr std::string_view blanks = " \t";

/// Removes and returns the next word.
std::string_view next_word(std::string_view& text)
{
    text = trimmed(text);
    const std::string_view word = text.substr(0, std::min(text.find_first_of(blanks), text.size()));
    text = trimmed(text.substr(word.size()));
    return word;
}

std::optional<std::int32_t> number(std::string_view text)
{
    std::int32_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words)
{
    return std::ranges::any_of(words, [&](std::string_view each) { return equals_ignore_case(word, each); });
}

/// Position of a line in the file.
struct Place {
    std::string section;
    bool in_auto{};
};

/// Fills in the values from the words before the comment. Returns false if they are unknown.
bool read_words(std::string_view words, Place& place, DefinitionLine& line)
{
    if (words.front() == '[' && words.back() == ']') {
        line.kind = "section";
        line.name = words.substr(1, words.size() - 2);
        place = {lower(line.name.bytes), false};
        return true;
    }
    std::string_view rest = words;
    const std::string_view first = next_word(rest);
    if (place.section == "functions") {
        line.kind = "function";
        line.type = first;
        line.name = next_word(rest);
        const std::string_view parms = next_word(rest);
        const auto count = number(rest);
        line.value = count.value_or(0);
        return is_one_of(first, {"task", "multitask", "function"}) && !line.name.bytes.empty() &&
               is_one_of(parms, {"parms", "params"}) && count;
    }
    if (place.section == "flags") {
        line.kind = "flag";
        line.type = first;
        line.name = next_word(rest);
        const auto value = number(rest);
        line.value = value.value_or(0);
        return is_one_of(first, {"bool", "number", "flipflop"}) && !line.name.bytes.empty() && value;
    }
    if (place.section == "refs") {
        line.kind = "property";
        line.name = words;
        return true;
    }
    if (place.section != "equates") {
        return false;
    }
    if (is_one_of(words, {"auto", "endauto"})) {
        place.in_auto = equals_ignore_case(words, "auto");
        line.kind = place.in_auto ? "auto" : "endauto";
        return true;
    }
    if (const std::size_t equals = words.find('='); equals != std::string_view::npos) {
        const auto value = number(trimmed(words.substr(equals + 1)));
        line.kind = "equate";
        line.name = trimmed(words.substr(0, equals));
        line.value = value.value_or(0);
        return value && !line.name.bytes.empty();
    }
    line.kind = "attribute";
    line.name = words;
    return place.in_auto;
}

/// Returns the standard spelling, with its line break.
std::string spelt(const DefinitionLine& line)
{
    const std::string& kind = line.kind.bytes;
    std::string text;
    if (kind == "section") {
        text = "[" + line.name.bytes + "]";
    } else if (kind == "function") {
        text = fmt::format("{} {} parms {}", line.type.bytes, line.name.bytes, line.value);
    } else if (kind == "flag") {
        text = fmt::format("{} {} {}", line.type.bytes, line.name.bytes, line.value);
    } else if (kind == "equate") {
        text = fmt::format("{} = {}", line.name.bytes, line.value);
    } else if (kind == "auto" || kind == "endauto") {
        text = kind;
    } else {
        text = line.name.bytes;
    }
    if (!line.comment.bytes.empty()) {
        text += (text.empty() ? ";" : " ;") + line.comment.bytes;
    }
    return text + "\r\n";
}

DefinitionLine read_line(std::string_view written, Place& place)
{
    DefinitionLine line;
    std::string_view text = written;
    while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) {
        text.remove_suffix(1);
    }
    const std::size_t semicolon = text.find(';');
    const std::string_view words = trimmed(text.substr(0, semicolon));
    const Place before = place;
    if (!words.empty() && !read_words(words, place, line)) {
        line = {};
        place = before;
    } else if (semicolon != std::string_view::npos) {
        line.comment = text.substr(semicolon + 1);
    }
    line.written = Text(written);
    line.written.clear_if_equal(Text(spelt(line)));
    return line;
}

constexpr std::string_view first_section = "[functions]";

/// Returns the first line that is not a comment, trimmed.
std::string_view first_line(std::string_view text)
{
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = trimmed(text.substr(0, end));
        if (!line.empty() && line.front() != ';') {
            return line;
        }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return {};
}

}  // namespace

bool is_definitions(ByteView bytes)
{
    return equals_ignore_case(first_line(as_text(bytes)).substr(0, first_section.size()), first_section);
}

bool can_begin_definitions(ByteView first)
{
    const std::string_view line = first_line(as_text(first)).substr(0, first_section.size());
    return equals_ignore_case(line, first_section.substr(0, line.size()));
}

Result<Definitions> read_definitions(ByteView bytes)
{
    std::string_view text = as_text(bytes);
    if (const std::size_t nul = text.find('\0'); nul != std::string_view::npos) {
        return fail({.message = "a NUL byte in SOUP386.DEF", .offset = nul, .hint = "it is a text file"});
    }
    Definitions definitions;
    Place place;
    bool sections = false;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
        definitions.lines.push_back(read_line(text.substr(0, end), place));
        sections = sections || definitions.lines.back().kind.bytes == "section";
        text.remove_prefix(end);
    }
    if (!sections) {
        return fail({.message = "no section such as [functions] in SOUP386.DEF"});
    }
    return definitions;
}

Result<Bytes> write_definitions(const Definitions& definitions)
{
    Bytes out;
    Place place;
    for (std::size_t i = 0; i < definitions.lines.size(); ++i) {
        const DefinitionLine& line = definitions.lines[i];
        const std::string text = line.written.value_or(Text(spelt(line))).bytes;
        const bool last = i + 1 == definitions.lines.size();
        const bool one = !text.empty() && text.find('\0') == std::string::npos &&
                         (text.find('\n') == text.size() - 1 || (last && text.find('\n') == std::string::npos));
        const auto make_error = [&](std::string found) {
            return fail(
                {.code = ErrorCode::mismatch,
                 .message = std::move(found),
                 .record = i,
                 .field = fmt::format("lines[{}]", i),
                 .hint = "written only keeps the spelling of the line; remove it if you change kind, name or value"});
        };
        if (!one) {
            return make_error("not one line of text");
        }
        if (read_line(text, place) != line) {
            return make_error(
                fmt::format("\"{}\" does not have these values", trimmed(text.substr(0, text.find_first_of("\r\n")))));
        }
        append(out, as_bytes(text));
    }
    if (std::ranges::none_of(definitions.lines,
                             [](const DefinitionLine& line) { return line.kind.bytes == "section"; })) {
        return fail({.code = ErrorCode::mismatch, .message = "no section such as [functions]"});
    }
    return out;
}

}  // namespace redforge::soup
