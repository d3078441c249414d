// Reads, adds and replaces notes of a document.
#include "edit/document/notes.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/files/files.hpp"
#include "edit/document/document_folder.hpp"

namespace redforge::edit {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view blanks = " \t\r\n";
constexpr std::string_view head = "# Findings that `redforge check` leaves out: the check, the place, and why.\n"
                                  "# Layers and groups of the window: `layer` or `group`, the place, and the name.\n";

/// Returns the end of a path: the first blank outside brackets and quotes.
std::size_t end_of_path(std::string_view text)
{
    std::size_t depth = 0;
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char letter = text[i];
        quoted = letter == '"' ? !quoted : quoted;
        if (quoted) {
            continue;
        }
        if (depth == 0 && blanks.find(letter) != std::string_view::npos) {
            return i;
        }
        depth += letter == '[' ? 1U : 0U;
        depth -= letter == ']' && depth > 0 ? 1U : 0U;
    }
    return text.size();
}

/// Parses a line that is a note.
Note note_in(std::string_view text)
{
    const std::size_t end = std::min(text.find_first_of(blanks), text.size());
    const std::string_view rest = trimmed_note(text.substr(end));
    const std::size_t place = end_of_path(rest);
    return {.kind = std::string(text.substr(0, end)),
            .place = std::string(rest.substr(0, place)),
            .text = std::string(trimmed_note(rest.substr(place)))};
}

/// Removes the first line from a text, and returns it with its line end.
std::string_view take_line(std::string_view& text)
{
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end == std::string_view::npos ? end : end + 1);
    text.remove_prefix(line.size());
    return line;
}

/// Returns the line without its line end, or an empty text for a blank line.
std::string_view line_content(std::string_view line)
{
    line = trimmed_note(line.substr(0, line.find('\n')));
    return line.starts_with('#') ? std::string_view{} : line;
}

}  // namespace

std::string_view trimmed_note(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(blanks);
    return first == std::string_view::npos ? std::string_view{}
                                           : text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

fs::path note_file_of(const fs::path& document)
{
    fs::path file = document.has_filename() ? document : document.parent_path();
    if (file.empty() || file == "-") {
        return {};
    }
    return file += ".ignore";
}

Result<std::vector<Note>> read_notes(const fs::path& file)
{
    std::vector<Note> notes;
    std::error_code ignored;
    if (file.empty() || !fs::exists(file, ignored)) {
        return notes;
    }
    const Result<std::string> text = read_text_file(file);
    if (!text) {
        return fail(text.error());
    }
    std::uint32_t number = 0;
    for (std::string_view rest = *text; !rest.empty();) {
        const std::string_view line = line_content(take_line(rest));
        ++number;
        if (!line.empty()) {
            notes.push_back(note_in(line));
            notes.back().line = number;
        }
    }
    return notes;
}

Status write_notes(const fs::path& file, std::span<const Note> added, std::string_view replaced)
{
    std::error_code ignored;
    const bool is_there = fs::exists(file, ignored);
    if (!is_there && added.empty()) {
        return {};
    }
    std::string old;
    std::string text(head);
    FileSnapshot seen;
    if (is_there) {
        Result<std::string> read = read_text_file(file);
        if (!read) {
            return fail(read.error());
        }
        old = std::move(*read);
        seen.files[""] = fingerprint_of(as_bytes(old));
        text.clear();
        for (std::string_view rest = old; !rest.empty();) {
            const std::string_view line = take_line(rest);
            if (replaced.empty() || line_content(line).empty() || note_in(line_content(line)).kind != replaced) {
                text += line;
            }
        }
        text += text.empty() || text.ends_with('\n') ? "" : "\n";
    }
    for (const Note& note : added) {
        std::string words(trimmed_note(note.text));
        std::ranges::replace_if(
            words, [](char letter) { return letter == '\n' || letter == '\r'; }, ' ');
        text += fmt::format("{} {} {}\n", note.kind, note.place.empty() ? "*" : note.place, words);
    }
    if (is_there && text == old) {
        return {};
    }
    const Result<Written> written = write_in_place(file, as_bytes(text),
                                                   {.overwrite = is_there ? Overwrite::allow : Overwrite::reject,
                                                    .expected = is_there ? &seen : nullptr});
    return written ? Status{} : fail(written.error());
}

}  // namespace redforge::edit
