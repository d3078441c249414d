// Reading, using and adding lines of the file of ignored findings.
#include "check/ignored.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/files.hpp"
#include "edit/identity.hpp"

namespace redforge::check {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view blanks = " \t\r";
constexpr const char* form = "a line is ID PATH REASON; PATH is * for the whole document";

std::string_view trimmed(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(blanks);
    return first == std::string_view::npos ? std::string_view{}
                                           : text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

/// Where a path ends: at the first blank that is in no brackets and no quotes.
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

Result<Ignored> line_of(std::string_view text)
{
    const std::size_t end = std::min(text.find_first_of(blanks), text.size());
    Ignored line{.check = std::string(text.substr(0, end)), .place = {}, .reason = {}};
    if (find_check(line.check) == nullptr) {
        return fail({.code = ErrorCode::usage,
                     .message = fmt::format("no check \"{}\"", line.check),
                     .hint = "redforge check --list prints all"});
    }
    const std::string_view rest = trimmed(text.substr(end));
    const std::size_t place = end_of_path(rest);
    line.place = rest.substr(0, place);
    line.reason = trimmed(rest.substr(place));
    if (line.place.empty() || line.reason.empty()) {
        return fail({.message = line.place.empty() ? "no path and no reason" : "no reason", .hint = form});
    }
    return line;
}

/// Whether what a path leads to is a finding's place or holds it.
bool covers(const edit::Match& match, const Finding& finding)
{
    const edit::NodePath& node = match.node;
    if (node.size() > finding.node.size() || !std::equal(node.begin(), node.end(), finding.node.begin())) {
        return false;
    }
    switch (match.kind) {
    case edit::Match::Kind::record: return true;
    case edit::Match::Kind::field: return node.size() == finding.node.size() && match.field.name() == finding.member;
    case edit::Match::Kind::list:
    case edit::Match::Kind::blob: break;
    }
    const RecordHandle& holder = match.record;
    return node.size() == finding.node.size()
               ? match.child->name == finding.member
               : finding.node[node.size()].child == holder.table().number_of(*match.child);
}

}  // namespace

fs::path ignore_file_of(const fs::path& document)
{
    fs::path file = document.has_filename() ? document : document.parent_path();
    if (file.empty() || file == "-") {
        return {};
    }
    return file += ".ignore";
}

Result<std::vector<Ignored>> read_ignored(const fs::path& file)
{
    std::vector<Ignored> lines;
    std::error_code ignored;
    if (file.empty() || !fs::exists(file, ignored)) {
        return lines;
    }
    const Result<std::string> text = read_text_file(file);
    if (!text) {
        return fail(text.error());
    }
    std::uint32_t number = 0;
    for (std::size_t at = 0; at < text->size();) {
        const std::size_t end = std::min(text->find('\n', at), text->size());
        const std::string_view line = trimmed(std::string_view(*text).substr(at, end - at));
        at = end + 1;
        ++number;
        if (line.empty() || line.starts_with('#')) {
            continue;
        }
        Result<Ignored> read = line_of(line);
        if (!read) {
            Error error = read.error();
            error.file = file.string();
            error.line = number;
            return fail(std::move(error));
        }
        read->line = number;
        lines.push_back(std::move(*read));
    }
    return lines;
}

Result<Remaining> leave_out(const RecordHandle& root, std::vector<Finding> findings, std::span<const Ignored> ignored)
{
    Remaining remaining{.findings = std::move(findings), .ignored = {}, .unused = {}};
    for (const Ignored& line : ignored) {
        std::vector<edit::Match> places;
        const bool everywhere = line.place == "*";
        if (!everywhere) {
            Result<std::vector<edit::Match>> found = edit::resolve(root, line.place);
            if (!found && found.error().code != ErrorCode::not_found) {  // a record that is gone has no findings
                Error error = found.error();
                error.line = line.line;
                return fail(std::move(error));
            }
            places = found ? std::move(*found) : std::vector<edit::Match>{};
        }
        const auto gone =
            std::stable_partition(remaining.findings.begin(), remaining.findings.end(), [&](const Finding& finding) {
                return finding.check->id != line.check ||
                       !(everywhere ||
                         std::ranges::any_of(places, [&](const edit::Match& match) { return covers(match, finding); }));
            });
        if (gone == remaining.findings.end()) {
            remaining.unused.push_back(line);
        }
        for (auto finding = gone; finding != remaining.findings.end(); ++finding) {
            remaining.ignored.emplace_back(std::move(*finding), line);
        }
        remaining.findings.erase(gone, remaining.findings.end());
    }
    return remaining;
}

Result<Remaining> run_and_leave_out(const edit::Document& document, const Surroundings& around,
                                    const Selection& selection)
{
    const fs::path file = ignore_file_of(around.file);
    Result<std::vector<Ignored>> lines = read_ignored(file);
    if (!lines) {
        return fail(lines.error());
    }
    std::erase_if(*lines, [&](const Ignored& line) { return !selection.has(*find_check(line.check)); });
    Result<Remaining> remaining = leave_out(document.root(), run(document, around, selection), *lines);
    if (!remaining) {
        Error error = remaining.error();
        error.file = file.string();
        return fail(std::move(error));
    }
    return remaining;
}

Status ignore(const fs::path& file, const RecordHandle& root, const Finding& finding, std::string_view reason)
{
    std::string words(trimmed(reason));
    std::ranges::replace_if(
        words, [](char letter) { return letter == '\n' || letter == '\r'; }, ' ');
    if (words.empty() || file.empty()) {
        return fail(
            {.code = ErrorCode::usage,
             .message = words.empty() ? "no reason given" : "the document has no file to keep the reason beside"});
    }
    std::error_code ignored;
    const bool is_there = fs::exists(file, ignored);
    std::string text = "# Findings that `redforge check` leaves out: the check, the place, and why.\n";
    Seen seen;
    if (is_there) {
        // A file that cannot be read must not grow: nobody would see the new line.
        if (const Result<std::vector<Ignored>> lines = read_ignored(file); !lines) {
            return fail(lines.error());
        }
        Result<std::string> old = read_text_file(file);
        if (!old) {
            return fail(old.error());
        }
        text = std::move(*old);
        seen.files[""] = fingerprint_of(as_bytes(text));
        text += text.empty() || text.ends_with('\n') ? "" : "\n";
    }
    std::string place = edit::lasting_path(root, finding.node);
    place = finding.member.empty() ? place : edit::path_below(std::move(place), finding.member);
    text += fmt::format("{} {} {}\n", finding.check->id, place.empty() ? "*" : place, words);
    const Result<Written> written = write_file(file, as_bytes(text),
                                               {.overwrite = is_there ? Overwrite::allow : Overwrite::refuse,
                                                .expected = is_there ? &seen : nullptr});
    return written ? Status{} : fail(written.error());
}

}  // namespace redforge::check
