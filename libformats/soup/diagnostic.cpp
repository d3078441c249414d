// How an error in a source reads, and where in its line it is.
#include "soup/diagnostic.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace redforge::soup {
namespace {

/// Longer lines are shown from near the place.
constexpr std::size_t longest_excerpt = 160;
constexpr std::size_t most_warnings = 1000;

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
    return diagnostic.excerpt.empty() ? out : out + "\n" + diagnostic.excerpt;
}

void Diagnostics::error(std::size_t at, std::size_t length, ErrorCode code, std::string message, std::string hint)
{
    ++errors_;
    if (errors_ < most) {
        add(Severity::error, at, length, code, std::move(message), std::move(hint));
    } else if (errors_ == most) {
        add(Severity::error, at, 1, ErrorCode::malformed, "too many errors; the rest is not told", {});
    }
}

void Diagnostics::warning(std::size_t at, std::size_t length, std::string message, std::string hint)
{
    if (++warnings_ <= most_warnings) {
        add(Severity::warning, at, length, ErrorCode::mismatch, std::move(message), std::move(hint));
    }
}

void Diagnostics::add(Severity severity, std::size_t at, std::size_t length, ErrorCode code, std::string message,
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
                        .column = static_cast<std::uint32_t>(at - *line + 1),
                        .hint = std::move(hint)};
    diagnostic.excerpt = make_excerpt(text, at - *line, length);
    entries_.push_back({at, std::move(diagnostic)});
}

std::vector<Diagnostic> Diagnostics::take()
{
    std::ranges::stable_sort(entries_, {}, &Entry::at);
    std::vector<Diagnostic> out;
    out.reserve(entries_.size());
    for (Entry& entry : entries_) {
        out.push_back(std::move(entry.diagnostic));
    }
    entries_.clear();
    return out;
}

}  // namespace redforge::soup
