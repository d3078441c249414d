// Splits a text of definitions into lines and words.
#include "tes/definition/definition_lines.hpp"
#include "core/text/words.hpp"

#include <algorithm>
#include <charconv>

namespace redforge::tes {
namespace {

Result<DefinitionLine> split_line(std::string_view text, std::uint32_t number)
{
    DefinitionLine line{.number = number, .depth = 0, .tokens = {}};
    const auto make_error = [&](std::string message, std::string hint) {
        return fail(
            {.code = ErrorCode::malformed, .message = std::move(message), .line = number, .hint = std::move(hint)});
    };
    const std::size_t spaces = std::min(text.find_first_not_of(' '), text.size());
    line.depth = spaces / 2;
    for (std::size_t at = spaces; at < text.size();) {
        const char c = text[at];
        if (c == '#') {
            break;
        }
        if (c == ' ' || c == '\r') {
            ++at;
        } else if (c == '"') {
            const std::size_t end = text.find('"', at + 1);
            if (end == std::string_view::npos) {
                return make_error("a text without its closing quote", "texts end on their line");
            }
            line.tokens.push_back({std::string(text.substr(at + 1, end - at - 1)), true});
            at = end + 1;
        } else {
            const std::size_t end = std::min(text.find_first_of(" #\"\r", at), text.size());
            line.tokens.push_back({std::string(text.substr(at, end - at)), false});
            at = end;
        }
    }
    if (!line.tokens.empty() && spaces % 2 != 0) {
        return make_error("an indentation of an odd number of spaces", "each step in is two spaces");
    }
    return line;
}

}  // namespace

Result<std::vector<DefinitionLine>> split_definitions(std::string_view text)
{
    std::vector<DefinitionLine> lines;
    std::uint32_t number = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        Result<DefinitionLine> line = split_line(text.substr(0, end), ++number);
        if (!line) {
            return fail(line.error());
        }
        if (!line->tokens.empty()) {
            lines.push_back(std::move(*line));
        }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

std::optional<std::string> definition_tag(const DefinitionLine::Token& token)
{
    std::string tag = token.text;
    if (tag.size() == 6 && tag.front() == '\\') {
        const std::optional<std::int64_t> first = definition_number("0x" + tag.substr(1, 2));
        if (!first) {
            return std::nullopt;
        }
        tag = std::string(1, static_cast<char>(*first)) + tag.substr(3);
    }
    const auto fits = [](char c) { return (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_'; };
    const bool is_tag = tag.size() == 4 && !token.quoted &&
                        std::all_of(tag.begin() + (token.text.size() == 6 ? 1 : 0), tag.end(), fits);
    return is_tag ? std::optional(std::move(tag)) : std::nullopt;
}

bool is_definition_name(std::string_view word)
{
    const auto fits = [](char c) { return (c >= 'a' && c <= 'z') || is_digit(c) || c == '_'; };
    return !word.empty() && word.front() >= 'a' && word.front() <= 'z' && std::ranges::all_of(word, fits);
}

std::optional<std::int64_t> definition_number(std::string_view word)
{
    const bool hexadecimal = word.starts_with("0x");
    word.remove_prefix(hexadecimal ? 2 : 0);
    std::int64_t number{};
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number, hexadecimal ? 16 : 10);
    return error == std::errc{} && end == word.data() + word.size() ? std::optional(number) : std::nullopt;
}

std::vector<std::string_view> comma_parts(std::string_view text)
{
    std::vector<std::string_view> parts;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find(',', at), text.size());
        parts.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return parts;
}

}  // namespace redforge::tes
