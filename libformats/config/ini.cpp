// Reads and writes INI files line by line, with every byte kept.
#include "config/ini.hpp"

#include <algorithm>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "core/text/letter_case.hpp"
#include "core/text/trim.hpp"

namespace redforge::config {
namespace {

constexpr std::string_view blanks = " \t";
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

/// Removes the byte order mark at the start of a text. Returns false if there is none.
bool take_byte_order_mark(std::string_view& text)
{
    const bool is_there = text.starts_with(byte_order_mark);
    text.remove_prefix(is_there ? byte_order_mark.size() : 0);
    return is_there;
}

/// A line of a text: its content and its line end.
struct SplitLine {
    std::string_view text;
    std::string_view end;  ///< "\n", "\r\n", or empty at the end of the file
};

SplitLine next_line(std::string_view& rest)
{
    const std::size_t newline = rest.find('\n');
    const std::size_t size = newline == std::string_view::npos ? rest.size() : newline + 1;
    std::size_t text = newline == std::string_view::npos ? rest.size() : newline;
    if (newline != std::string_view::npos && text > 0 && rest[text - 1] == '\r') {
        --text;
    }
    const SplitLine line{rest.substr(0, text), rest.substr(text, size - text)};
    rest.remove_prefix(size);
    return line;
}

std::size_t indent_of(std::string_view text)
{
    return std::min(text.find_first_not_of(blanks), text.size());
}

/// Returns the size of a text without blanks at its end.
std::size_t size_without_blanks(std::string_view text)
{
    return text.find_last_not_of(blanks) + 1;  // npos + 1 is 0
}

std::optional<Section> read_header(std::string_view text)
{
    const std::size_t indent = indent_of(text);
    const std::size_t close = text.find(']', indent);
    if (indent == text.size() || text[indent] != '[' || close == std::string_view::npos) {
        return std::nullopt;
    }
    Section section;
    section.indent = text.substr(0, indent);
    section.name = text.substr(indent + 1, close - indent - 1);
    section.rest = text.substr(close + 1);
    return section;
}

/// Reads a line as a key, with its own `equals`. Returns nullopt if it is not a key.
std::optional<Key> read_key(std::string_view text)
{
    const std::size_t indent = indent_of(text);
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos || text.find(';') < equals) {
        return std::nullopt;
    }
    const std::size_t name_end = size_without_blanks(text.substr(0, equals));
    if (name_end <= indent) {
        return std::nullopt;
    }
    const std::size_t content = std::min(text.find(';', equals), text.size());
    const std::size_t value_begin = equals + 1 + indent_of(text.substr(equals + 1, content - equals - 1));
    const std::size_t value_end = std::max(value_begin, size_without_blanks(text.substr(0, content)));
    Key key;
    key.indent = text.substr(0, indent);
    key.name = text.substr(indent, name_end - indent);
    key.equals = Text(text.substr(name_end, value_begin - name_end));
    key.value = text.substr(value_begin, value_end - value_begin);
    key.rest = text.substr(value_end);
    return key;
}

/// Reads a file. Each line stores its own equals sign and line end.
Ini read_lines(std::string_view text)
{
    Ini ini;
    ini.has_bom = take_byte_order_mark(text) ? 1 : 0;
    ini.equals = {};
    ini.end = {};
    while (!text.empty()) {
        const SplitLine line = next_line(text);
        if (std::optional<Section> section = read_header(line.text)) {
            section->end = Text(line.end);
            ini.sections.push_back(std::move(*section));
            continue;
        }
        Lines& lines = ini.sections.empty() ? ini.lines : ini.sections.back().lines;
        if (std::optional<Key> key = read_key(line.text)) {
            key->end = Text(line.end);
            lines.emplace_back(std::move(*key));
        } else {
            lines.emplace_back(Line{line.text, Text(line.end)});
        }
    }
    return ini;
}

/// Calls `on_key(key)` for all keys and `on_end(end)` for all line ends, in file order.
template <class OnKey, class OnEnd>
void for_each_line(Ini& ini, const OnKey& on_key, const OnEnd& on_end)
{
    const auto lines = [&](Lines& list) {
        for (auto& each : list) {
            if (Key* key = std::get_if<Key>(&each)) {
                on_key(*key);
            }
            std::visit([&](auto& line) { on_end(line.end); }, each);
        }
    };
    lines(ini.lines);
    for (Section& section : ini.sections) {
        on_end(section.end);
        lines(section.lines);
    }
}

/// Stores the exact form of each line: its own equals sign and line end.
void store_spelling(Ini& ini)
{
    std::vector<Derived<Text>*> ends;
    for_each_line(
        ini, [&](Key& key) { key.equals = Text(key.equals.value_or(ini.equals)); },
        [&](Derived<Text>& end) {
            end = Text(end.value_or(ini.end));
            ends.push_back(&end);
        });
    // Only the last line of a file may lack a line end, so a line before new lines gets one.
    const Text standard = ini.end.bytes.empty() ? Ini().end : ini.end;
    for (std::size_t i = 0; i + 1 < ends.size(); ++i) {
        if (ends[i]->stored->bytes.empty()) {
            *ends[i] = standard;
        }
    }
}

/// Removes equals signs and line ends that equal the default: those of the file's first key and first line.
void share_spelling(Ini& ini)
{
    const Ini standard;
    std::optional<Text> equals;
    std::optional<Text> end;
    for_each_line(
        ini, [&](const Key& key) { equals = equals ? equals : key.equals.stored; },
        [&](const Derived<Text>& each) { end = end ? end : each.stored; });
    ini.equals = equals.value_or(standard.equals);
    ini.end = end.value_or(standard.end);
    for_each_line(
        ini, [&](Key& key) { key.equals.clear_if_equal(ini.equals); },
        [&](Derived<Text>& each) { each.clear_if_equal(ini.end); });
}

/// Returns the text of a document whose lines store their equals signs and line ends.
std::string text_of(const Ini& ini)
{
    std::string text(ini.has_bom != 0 ? byte_order_mark : std::string_view());
    const auto add = [&](const Lines& lines) {
        for (const auto& each : lines) {
            if (const Key* key = std::get_if<Key>(&each)) {
                text += key->indent.bytes + key->name.bytes + key->equals.stored->bytes + key->value.bytes +
                        key->rest.bytes + key->end.stored->bytes;
            } else {
                const Line& line = std::get<Line>(each);
                text += line.text.bytes + line.end.stored->bytes;
            }
        }
    };
    add(ini.lines);
    for (const Section& section : ini.sections) {
        text += section.indent.bytes + '[' + section.name.bytes + ']' + section.rest.bytes + section.end.stored->bytes;
        add(section.lines);
    }
    return text;
}

/// Returns the path of the first line that differs between two lists, or an empty text.
std::string differing_line(const Lines& a, const Lines& b, const std::string& list)
{
    const auto [left, right] = std::ranges::mismatch(a, b);
    return left == a.end() && right == b.end() ? std::string() : fmt::format("{}[{}]", list, left - a.begin());
}

std::string differing_line(const Ini& a, const Ini& b)
{
    if (a.has_bom != b.has_bom) {
        return "has_bom";
    }
    if (std::string path = differing_line(a.lines, b.lines, "lines"); !path.empty()) {
        return path;
    }
    for (std::size_t i = 0; i < a.sections.size(); ++i) {
        const std::string path = fmt::format("sections[{}]", i);
        Section header = a.sections[i];
        if (i < b.sections.size()) {
            header.lines = b.sections[i].lines;
        }
        if (i >= b.sections.size() || header != b.sections[i]) {
            return path;
        }
        if (std::string line = differing_line(a.sections[i].lines, b.sections[i].lines, path + ".lines");
            !line.empty()) {
            return line;
        }
    }
    return "sections";
}

/// Returns true for a row of comma-separated numbers: `33,1`.
bool is_number_row(std::string_view text)
{
    const std::string_view row = trimmed(text);
    return row.find(',') != std::string_view::npos &&
           row.find_first_not_of("0123456789, \t-") == std::string_view::npos;
}

enum class Beginning : std::uint8_t { comments, ini, other };

Beginning beginning_of(std::string_view text, bool is_all)
{
    take_byte_order_mark(text);
    while (!text.empty()) {
        const bool is_cut = !is_all && text.find('\n') == std::string_view::npos;
        const std::string_view line = next_line(text).text;
        const std::string_view content = trimmed(line.substr(0, line.find(';')));
        if (content.empty()) {
            continue;
        }
        if (content.front() == '[') {
            const bool is_header = content.back() == ']' && content.size() > 2 && content.size() < 64 &&
                                   content.find_first_of("\"'{}<>\\") == std::string_view::npos;
            return is_header ? Beginning::ini : (is_cut ? Beginning::comments : Beginning::other);
        }
        return is_number_row(content) ? Beginning::ini : Beginning::other;
    }
    return Beginning::comments;
}

}  // namespace

bool is_ini(ByteView bytes)
{
    constexpr std::size_t looked_at = 4096;
    const std::string_view text = as_text(bytes);
    return beginning_of(text, true) == Beginning::ini && text.substr(0, looked_at).find('\0') == std::string_view::npos;
}

bool can_begin_ini(ByteView first)
{
    return as_text(first).find('\0') == std::string_view::npos &&
           beginning_of(as_text(first), false) != Beginning::other;
}

Result<Ini> read_ini(ByteView bytes, RawFallbacks* /*kept*/)
{
    const std::string_view text = as_text(bytes);
    if (const std::size_t nul = text.find('\0'); nul != std::string_view::npos) {
        return fail({.message = "a NUL byte in an INI file", .offset = nul, .hint = "it is a text file"});
    }
    Ini ini = read_lines(text);
    share_spelling(ini);
    return ini;
}

Result<Bytes> write_ini(const Ini& ini)
{
    Ini spelt = ini;
    store_spelling(spelt);
    const std::string text = text_of(spelt);
    const Ini again = read_lines(text);
    spelt.equals = {};
    spelt.end = {};
    if (again != spelt || text.find('\0') != std::string::npos) {
        return fail({.code = ErrorCode::mismatch,
                     .message = "the line would not read back as written",
                     .field = differing_line(spelt, again),
                     .hint = "a name cannot contain =, a value cannot contain ; or a line end, and neither can begin "
                             "or end with blanks"});
    }
    const ByteView bytes = as_bytes(text);
    return Bytes(bytes.begin(), bytes.end());
}

const Section* find_section(const Ini& ini, std::string_view name)
{
    const auto found = std::ranges::find_if(ini.sections, [&](const Section& each) {
        return equals_ignore_case(each.name.bytes, name);
    });
    return found == ini.sections.end() ? nullptr : &*found;
}

const Text* find_value(const Section& section, std::string_view name)
{
    for (const auto& each : section.lines) {
        const Key* key = std::get_if<Key>(&each);
        if (key != nullptr && equals_ignore_case(key->name.bytes, name)) {
            return &key->value;
        }
    }
    return nullptr;
}

}  // namespace redforge::config
