// Carries the user's comments in a document's text over to its new text.
#include "edit/document/comments.hpp"

#include <algorithm>
#include <cstdint>

#include "core/text/trim.hpp"
#include "edit/merge/line_merge.hpp"

namespace redforge::edit {
namespace {

using Lines = std::vector<std::string>;

constexpr std::size_t none = no_line;

/// The attribute of the root element that names a schema.
constexpr std::string_view schema_attribute = "xsi:noNamespaceSchemaLocation=";

/// Splits a text into lines, which keep their line ends.
Lines split(std::string_view text)
{
    Lines lines;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size() - 1);
        lines.emplace_back(text.substr(at, end - at + 1));
        at = end + 1;
    }
    return lines;
}

/// Returns the keys by which lines are compared. A line that begins inside a comment has a key that matches no other
/// line.
std::vector<std::string_view> keys_of(const Lines& lines, NoteForm form)
{
    std::vector<std::string_view> keys;
    bool in_comment = false;
    for (const std::string& line : lines) {
        keys.push_back(in_comment ? std::string_view("\n") : trimmed(line));
        for (std::size_t at = 0; form == NoteForm::xml && at != std::string::npos;) {
            at = line.find(in_comment ? "-->" : "<!--", at);
            in_comment = at == std::string::npos ? in_comment : !in_comment;
        }
    }
    return keys;
}

bool has_note(const std::string& line, NoteForm form)
{
    return form == NoteForm::xml ? line.find("<!--") != std::string::npos || line.find("-->") != std::string::npos ||
                                       line.find("//") != std::string::npos || line.find("<?") != std::string::npos ||
                                       line.find(schema_attribute) != std::string::npos
                                 : line.find(form == NoteForm::source ? "//" : ";") != std::string::npos;
}

/// A line of the user's text.
struct UserLine {
    std::string text;
    Lines after{};  ///< new lines that follow it
};

/// The user's text, aligned with the text `before`.
struct AlignedText {
    std::vector<UserLine> lines;
    std::vector<std::size_t> place;  ///< for each line of `before`, the index of its counterpart in `lines`, or `none`
    Lines at_top{};                  ///< new lines before the first
};

/// Aligns the user's text with `before`. Lines without comments that only differ in format are replaced by those of
/// `before`.
std::optional<AlignedText> align(std::string_view text, const Lines& before, NoteForm form)
{
    const Lines lines = split(text);
    const auto matches = matching_lines(keys_of(before, form), keys_of(lines, form));
    if (!matches) {
        return std::nullopt;
    }
    AlignedText own;
    own.place.assign(before.size(), none);
    std::size_t mine = 0;
    for (std::size_t i = 0; i <= before.size();) {
        std::size_t next = i;
        while (next < before.size() && (*matches)[next] == none) {
            ++next;
        }
        const std::size_t until = next < before.size() ? (*matches)[next] : lines.size();
        const bool plain = next > i && std::none_of(lines.begin() + static_cast<std::ptrdiff_t>(mine),
                                                    lines.begin() + static_cast<std::ptrdiff_t>(until),
                                                    [form](const std::string& line) { return has_note(line, form); });
        for (; !plain && mine < until; ++mine) {
            // A line that has a comment before or after the content of a line of `before`.
            for (std::size_t k = i; k < next; ++k) {
                const std::string_view key = trimmed(before[k]);
                if (own.place[k] == none && !key.empty() && lines[mine].find(key) != std::string::npos) {
                    own.place[k] = own.lines.size();
                    break;
                }
            }
            own.lines.push_back({lines[mine]});
        }
        for (; plain && i < next; ++i) {
            own.place[i] = own.lines.size();
            own.lines.push_back({before[i]});
        }
        if (next < before.size()) {
            own.place[next] = own.lines.size();
            own.lines.push_back({lines[until]});
            mine = until + 1;
        }
        i = next + 1;
    }
    return own;
}

/// Replaces `key` within a line of the user's text by `line`.
void exchange(std::string& own, std::string_view key, std::string_view line)
{
    if (trimmed(own) == key) {
        own = line;
        return;
    }
    own.replace(own.find(key), key.size(), trimmed(line));
}

}  // namespace

std::string with_schema(std::string text, std::string_view file)
{
    // The root element is the first one after declarations, instructions and comments.
    std::size_t root = text.find('<');
    while (root != std::string::npos && root + 1 < text.size() && (text[root + 1] == '?' || text[root + 1] == '!')) {
        const std::size_t end = text.find(text.compare(root, 4, "<!--") == 0 ? "-->" : ">", root);
        root = end == std::string::npos ? end : text.find('<', end);
    }
    if (file.empty() || root == std::string::npos ||
        std::string_view(text).substr(root, text.find('>', root) - root).find(schema_attribute) != std::string::npos) {
        return text;
    }
    const std::size_t name_end = std::min(text.find_first_of(" \t\r\n/>", root + 1), text.size());
    std::string escaped;
    for (const char c : file) {
        switch (c) {
        case '&': escaped += "&amp;"; break;
        case '<': escaped += "&lt;"; break;
        case '"': escaped += "&quot;"; break;
        default: escaped += c;
        }
    }
    text.insert(name_end, " xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" " + std::string(schema_attribute) +
                              '"' + escaped + '"');
    return text;
}

std::vector<std::string> notes_in_xml(std::string_view text)
{
    std::vector<std::string> notes;
    bool seen_root = false;
    for (std::size_t at = text.find('<'); at != std::string_view::npos; at = text.find('<', at + 1)) {
        const std::string_view rest = text.substr(at);
        if (rest.starts_with("<![CDATA[")) {
            const std::size_t end = std::min(rest.find("]]>"), rest.size() - 1);
            for (const std::string& line : split(rest.substr(0, end))) {
                if (const std::size_t note = line.find("//"); note != std::string::npos) {
                    notes.emplace_back(trimmed(std::string_view(line).substr(note)));
                }
            }
            at += end;
            continue;
        }
        const bool is_comment = rest.starts_with("<!--");
        if (!is_comment && (!rest.starts_with("<?") || rest.starts_with("<?xml "))) {
            const bool is_root = !seen_root && !rest.starts_with("<?");
            const std::size_t schema = is_root ? rest.substr(0, rest.find('>')).find(schema_attribute) : rest.npos;
            seen_root = seen_root || is_root;
            if (schema != rest.npos) {
                const std::size_t value = std::min(schema + schema_attribute.size(), rest.size() - 1);
                notes.emplace_back(rest.substr(schema, rest.find(rest[value], value + 1) + 1 - schema));
            }
            continue;
        }
        const std::string_view ending = is_comment ? "-->" : "?>";
        const std::size_t end = std::min(rest.find(ending), rest.size() - ending.size()) + ending.size();
        notes.emplace_back(rest.substr(0, end));
        at += end - 1;
    }
    return notes;
}

std::string without_form_notes(std::string_view text)
{
    constexpr std::string_view begin = " <!-- ";
    constexpr std::string_view end = " -->\n";
    constexpr std::size_t digits = 8;
    const auto are_digits = [](std::string_view word) {
        return word.size() == digits && word.find_first_not_of("0123456789ABCDEF") == std::string_view::npos;
    };
    // Matches "00000910 (Fire)" at the start or after a colon.
    const auto names_form = [&](std::string_view note) {
        const std::size_t name = note.ends_with(')') ? note.rfind(" (") : std::string_view::npos;
        return name != std::string_view::npos && name >= digits && are_digits(note.substr(name - digits, digits)) &&
               (name == digits || note[name - digits - 1] == ':');
    };
    // Matches 0x00000910 "Iron sword" at the start or after another such note.
    const auto names_string = [&](std::string_view note) {
        constexpr std::string_view mark = "0x";
        bool does = false;
        for (std::size_t i = note.find(mark); i != std::string_view::npos && !does; i = note.find(mark, i + 1)) {
            const std::string_view rest = note.substr(i + mark.size());
            does = (i == 0 || note.substr(0, i).ends_with(", ")) && are_digits(rest.substr(0, digits)) &&
                   rest.size() > digits + 2 && rest.substr(digits, 2) == " \"" && rest.ends_with('"');
        }
        return does;
    };
    std::string out;
    while (!text.empty()) {
        const std::size_t line_end = std::min(text.find('\n'), text.size() - 1);
        const std::string_view line = text.substr(0, line_end + 1);
        const std::size_t at = line.find(begin);
        const bool is_comment =
            at != std::string_view::npos && line.ends_with(end) && line.size() > at + begin.size() + end.size();
        const std::string_view note =
            is_comment ? line.substr(at + begin.size(), line.size() - at - begin.size() - end.size()) : "";
        const bool is_note = names_form(note) || names_string(note);
        out += is_note ? line.substr(0, at) : line;
        out += is_note ? "\n" : "";
        text.remove_prefix(line.size());
    }
    return out;
}

std::vector<std::string> notes_outside(std::vector<std::string> notes, const std::vector<std::string>& others)
{
    for (const std::string& other : others) {
        if (const auto found = std::ranges::find(notes, other); found != notes.end()) {
            notes.erase(found);
        }
    }
    return notes;
}

std::vector<std::string> notes_in_side_file(std::string_view text)
{
    std::vector<std::string> notes;
    for (const std::string& line : split(text)) {
        if (trimmed(line).starts_with(';')) {
            notes.emplace_back(trimmed(line));
        }
    }
    return notes;
}

std::optional<std::string> rebase_changes(std::string_view own_text, std::string_view before_text,
                                          std::string_view after_text, NoteForm form)
{
    const Lines before = split(before_text);
    const Lines after = split(after_text);
    std::optional<AlignedText> own = align(own_text, before, form);
    const auto kept = matching_lines(keys_of(before, form), keys_of(after, form));
    if (!own || !kept) {
        return std::nullopt;
    }
    std::size_t a = 0;
    for (std::size_t b = 0; b <= before.size();) {
        std::size_t b_end = b;
        while (b_end < before.size() && (*kept)[b_end] == none) {
            ++b_end;
        }
        const std::size_t a_end = b_end < before.size() ? (*kept)[b_end] : after.size();
        std::size_t last = b == 0 ? none : own->place[b - 1];  // new lines go after this line
        if (a < a_end && b == b_end && b > 0 && last == none) {
            return std::nullopt;
        }
        for (; b < b_end; ++b) {
            if (own->place[b] == none) {
                return std::nullopt;
            }
            last = own->place[b];
            exchange(own->lines[last].text, trimmed(before[b]), a < a_end ? std::string_view(after[a]) : "");
            a += a < a_end ? std::size_t{1} : 0;
        }
        for (; a < a_end; ++a) {
            (last == none ? own->at_top : own->lines[last].after).push_back(after[a]);
        }
        b = b_end + 1;
        a = a_end + 1;
    }
    std::string text;
    for (const std::string& line : own->at_top) {
        text += line;
    }
    for (const UserLine& line : own->lines) {
        text += line.text;
        if (!line.after.empty() && !text.empty() && text.back() != '\n') {
            text += '\n';
        }
        for (const std::string& added : line.after) {
            text += added;
        }
    }
    return text;
}

}  // namespace redforge::edit
