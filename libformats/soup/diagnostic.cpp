// How an error in a source reads, and where in its line it is.
#include "soup/diagnostic.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace redforge::soup {
namespace {

/// Longer lines are shown from near the place.
constexpr std::size_t longest_excerpt = 160;
constexpr std::size_t most_warnings = 1000;

/// Characters of a text: one for each that begins one in UTF-8.
std::size_t characters_of(std::string_view text)
{
    return static_cast<std::size_t>(
        std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80; }));
}

/// The line and a second one with ^ below the place. Tabs stay tabs, so that both are shifted alike.
std::string make_excerpt(std::string_view line, std::size_t column, std::size_t length)
{
    if (line.size() > longest_excerpt) {
        const std::size_t cut = column > longest_excerpt / 2 ? column - longest_excerpt / 2 : 0;
        line = line.substr(cut, longest_excerpt);
        column -= cut;
    }
    std::string out(line);
    std::ranges::replace_if(
        out, [](char c) { return static_cast<unsigned char>(c) < 0x20 && c != '\t'; }, ' ');
    out += '\n';
    for (std::size_t i = 0; i < column && i < line.size(); ++i) {
        const auto c = static_cast<unsigned char>(line[i]);
        if ((c & 0xC0U) != 0x80) {  // one for each character of UTF-8
            out += c == '\t' ? '\t' : ' ';
        }
    }
    out += '^';
    const std::size_t room = column < line.size() ? line.size() - column : 0;
    out.append(length > 1 && room > 1 ? std::min(length, room) - 1 : 0, '~');
    return out;
}

}  // namespace

std::string show(const Diagnostic& diagnostic)
{
    const Error& error = diagnostic.error;
    std::string out = fmt::format("{}:{}:{}: {}: {}", error.file, error.line, error.column,
                                  diagnostic.severity == Severity::error ? "error" : "warning", error.message);
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
    if (errors_ < most) {
        add(Severity::error, at, length, code, std::move(message), std::move(hint)).fix = std::move(fix);
    } else if (errors_ == most) {
        add(Severity::error, at, 1, ErrorCode::malformed, "too many errors; the rest is not told", {});
    }
}

void Diagnostics::warning(std::size_t at, std::size_t length, std::string message, std::string hint,
                          std::string_view rule, std::vector<SourceEdit> fix)
{
    if (++warnings_ <= most_warnings) {
        Diagnostic& added =
            add(Severity::warning, at, length, ErrorCode::mismatch, std::move(message), std::move(hint));
        added.rule = rule;
        added.fix = std::move(fix);
    }
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

FixedSource fixed(std::string_view source, const std::vector<Diagnostic>& diagnostics)
{
    std::vector<SourceEdit> edits;
    FixedSource result;
    for (const Diagnostic& diagnostic : diagnostics) {
        const auto touches = [&](const SourceEdit& edit) {
            return std::ranges::any_of(edits, [&](const SourceEdit& other) {
                return edit.at <= other.at + other.length && other.at <= edit.at + edit.length;
            });
        };
        const auto overlaps = [](const SourceEdit& a, const SourceEdit& b) { return b.at < a.at + a.length; };
        const bool in_order = std::ranges::adjacent_find(diagnostic.fix, overlaps) == diagnostic.fix.end();
        if (diagnostic.fix.empty() || !in_order || std::ranges::any_of(diagnostic.fix, touches)) {
            continue;
        }
        ++result.fixes;
        edits.insert(edits.end(), diagnostic.fix.begin(), diagnostic.fix.end());
    }
    std::ranges::stable_sort(edits, {}, &SourceEdit::at);
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
