// Formats diagnostics and locates them in their lines.
#include "soup/assemble/diagnostic.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace redforge::soup {
namespace {

/// Maximum length of an excerpt. Longer lines are cut around the position.
constexpr std::size_t max_excerpt = 160;
/// Maximum number of warnings, and of mistakes, that are reported with their text.
constexpr std::size_t max_of_kinds = 1000;
/// Number of characters at the end of a comment that are searched for rules.
constexpr std::size_t max_searched_comment = 1000;

/// Counts the characters of UTF-8 text.
std::size_t characters_of(std::string_view text)
{
    return static_cast<std::size_t>(
        std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80; }));
}

/// Returns the line and a second line with ^ below the position. Tabs are kept, so both lines align.
std::string make_excerpt(std::string_view line, std::size_t column, std::size_t length)
{
    if (line.size() > max_excerpt) {
        const std::size_t cut = column > max_excerpt / 2 ? column - max_excerpt / 2 : 0;
        line = line.substr(cut, max_excerpt);
        column -= cut;
    }
    std::string out(line);
    std::ranges::replace_if(
        out, [](char c) { return static_cast<unsigned char>(c) < 0x20 && c != '\t'; }, ' ');
    out += '\n';
    for (std::size_t i = 0; i < column && i < line.size(); ++i) {
        const auto c = static_cast<unsigned char>(line[i]);
        if ((c & 0xC0U) != 0x80) {  // not a UTF-8 continuation byte
            out += c == '\t' ? '\t' : ' ';
        }
    }
    out += '^';
    const std::size_t room = column < line.size() ? line.size() - column : 0;
    out.append(length > 1 && room > 1 ? std::min(length, room) - 1 : 0, '~');
    return out;
}

}  // namespace

std::vector<Diagnostic> only_errors(std::vector<Diagnostic> diagnostics)
{
    std::erase_if(diagnostics, [](const Diagnostic& each) { return each.severity != Severity::error; });
    return diagnostics;
}

std::string show(const Diagnostic& diagnostic)
{
    const Error& error = diagnostic.error;
    // Diagnostics of the whole file have no line.
    const std::string place =
        error.line == 0 ? error.file : fmt::format("{}:{}:{}", error.file, error.line, error.column);
    std::string out =
        fmt::format("{}: {}: {}", place, diagnostic.severity == Severity::error ? "error" : "warning", error.message);
    if (!error.hint.empty()) {
        out += "; " + error.hint;
    }
    if (!diagnostic.rule.empty()) {
        out += fmt::format(" [{}]", diagnostic.rule);
    }
    return diagnostic.excerpt.empty() ? out : out + "\n" + diagnostic.excerpt;
}

void Diagnostics::error(std::size_t at, std::size_t length, ErrorCode code, std::string message, std::string hint,
                        std::vector<SourceEdit> fix)
{
    ++errors_;
    if (errors_ < max_errors) {
        add(Severity::error, at, length, code, std::move(message), std::move(hint)).fix = std::move(fix);
    } else if (errors_ == max_errors) {
        add(Severity::error, at, 1, ErrorCode::malformed, "too many errors; the rest are not listed", {});
    }
}

void Diagnostics::warning(std::size_t at, std::size_t length, std::string message, std::string hint,
                          std::string_view rule, std::vector<SourceEdit> fix)
{
    if (warns_ && ++warnings_ <= max_of_kinds) {
        add_of_kind(Severity::warning, at, length, std::move(message), std::move(hint), rule, std::move(fix));
    }
}

void Diagnostics::mistake(std::size_t at, std::size_t length, std::string message, std::string hint,
                          std::string_view rule, std::vector<SourceEdit> fix)
{
    const Severity severity = severity_of_mistake(at, rule);
    if (!warns_ && !reported_.emplace(line_end_, rule).second) {
        return;
    }
    if (++mistakes_ <= max_of_kinds) {
        add_of_kind(severity, at, length, std::move(message), std::move(hint), rule, std::move(fix));
    } else if (!warns_) {
        Diagnostic& place = entries_.emplace_back();
        place.severity = severity;
        place.at = std::min(at, source_.size());
        place.length = length;
        place.rule = rule;
    }
}

Severity Diagnostics::severity_of_mistake(std::size_t at, std::string_view rule)
{
    // Find the comment of a line once, even if the line has many mistakes.
    if (at < line_begin_ || at >= line_end_) {
        line_begin_ = at;
        line_end_ = std::min(source_.find('\n', at), source_.size());
        const std::string_view line = source_.substr(0, line_end_);
        comment_ = line.substr(std::min(line.find("//", at), line.size()));
        comment_.remove_prefix(comment_.size() - std::min(comment_.size(), max_searched_comment));
    }
    for (std::size_t i = comment_.find(warn_prefix); i < comment_.size(); i = comment_.find(warn_prefix, i + 1)) {
        const std::string_view kind = comment_.substr(i + warn_prefix.size());
        constexpr std::string_view ends = " ,;\t\r";
        if (kind.starts_with(rule) &&
            (kind.size() == rule.size() || ends.find(kind[rule.size()]) != std::string_view::npos)) {
            return Severity::warning;
        }
    }
    return Severity::error;
}

void Diagnostics::add_of_kind(Severity severity, std::size_t at, std::size_t length, std::string message,
                              std::string hint, std::string_view rule, std::vector<SourceEdit> fix)
{
    Diagnostic& added = add(severity, at, length, ErrorCode::mismatch, std::move(message), std::move(hint));
    added.rule = rule;
    added.fix = std::move(fix);
}

Diagnostic& Diagnostics::add(Severity severity, std::size_t at, std::size_t length, ErrorCode code, std::string message,
                             std::string hint)
{
    if (line_starts_.empty()) {
        line_starts_.push_back(0);
        for (std::size_t i = source_.find('\n'); i != std::string_view::npos; i = source_.find('\n', i + 1)) {
            line_starts_.push_back(i + 1);
        }
    }
    at = std::min(at, source_.size());
    const auto line = std::prev(std::ranges::upper_bound(line_starts_, at));
    std::string_view text = source_.substr(*line);
    text = text.substr(0, text.find('\n'));
    Diagnostic diagnostic;
    diagnostic.severity = severity;
    diagnostic.error = {.code = code,
                        .message = std::move(message),
                        .file = std::string(file_),
                        .line = static_cast<std::uint32_t>(line - line_starts_.begin() + 1),
                        .column = static_cast<std::uint32_t>(characters_of(text.substr(0, at - *line)) + 1),
                        .hint = std::move(hint)};
    diagnostic.excerpt = make_excerpt(text, at - *line, length);
    diagnostic.at = at;
    diagnostic.length = length;
    return entries_.emplace_back(std::move(diagnostic));
}

std::vector<Diagnostic> Diagnostics::take()
{
    std::ranges::stable_sort(entries_, {}, &Diagnostic::at);
    return std::exchange(entries_, {});
}

FixedSource apply_fixes(std::string_view source, const std::vector<Diagnostic>& diagnostics)
{
    std::vector<SourceEdit> edits;
    FixedSource result;
    for (const Diagnostic& diagnostic : diagnostics) {
        result.fixes += add_fix(edits, diagnostic.fix) ? 1U : 0U;
    }
    std::size_t done = 0;
    for (const SourceEdit& edit : edits) {
        result.text += source.substr(done, edit.at - done);
        result.text += edit.text;
        done = edit.at + edit.length;
    }
    result.text += source.substr(done);
    return result;
}

}  // namespace redforge::soup
