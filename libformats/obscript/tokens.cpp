// Splits a source line into words by the rules of the game's compiler.
#include "obscript/tokens.hpp"

#include <algorithm>
#include <charconv>

#include "obscript/source_lines.hpp"

namespace redforge::obscript {
namespace {

/// Returns true for a character of a word. The last three are OBSE's.
bool is_word(char c)
{
    return is_letter(c) || is_digit(c) || c == '_' || c == '.' || c == '-' || c == '[' || c == ']' || c == '$';
}

}  // namespace

std::optional<std::uint32_t> form_id_of(std::string_view name)
{
    std::uint32_t number{};
    const char* end = name.data() + name.size();
    const auto [stop, error] = std::from_chars(name.data(), end, number, 16);
    const bool good = error == std::errc{} && stop == end && name.size() >= 6 && name.size() <= 8;
    return good ? std::optional(number) : std::nullopt;
}

void LineCursor::skip_space()
{
    while (at_ < line_.size() && (is_space(line_[at_]) || line_[at_] == ',')) {
        ++at_;
    }
}

Token LineCursor::next()
{
    skip_space();
    const std::size_t begin = at_;
    Token token;
    if (at_end()) {
        return token;
    }
    const auto word_end = [&](std::size_t from) {
        while (from < line_.size() && is_word(line_[from])) {
            ++from;
        }
        return from;
    };
    if (line_[begin] == '"') {
        const std::size_t close = line_.find('"', begin + 1);
        token.quoted = true;
        open_quote_ = open_quote_ || close == std::string_view::npos;
        token.name = token.text = line_.substr(begin + 1, std::min(close, line_.size()) - begin - 1);
        at_ = std::min(close == std::string_view::npos ? close : close + 1, line_.size());
        if (at_ + 1 < line_.size() && line_[at_] == '.' && is_letter(line_[at_ + 1])) {
            token.owner = token.name;
            token.has_owner = true;
            const std::size_t name = at_ + 1;
            at_ = word_end(name);
            token.name = line_.substr(name, at_ - name);
            token.text = line_.substr(begin, at_ - begin);
        }
        return token;
    }
    at_ = word_end(begin);
    token.name = token.text = line_.substr(begin, at_ - begin);
    const std::size_t dot = token.text.find('.');
    if (!token.text.empty() && is_letter(token.text.front()) && dot != std::string_view::npos) {
        token.owner = token.text.substr(0, dot);
        token.name = token.text.substr(dot + 1);
        token.has_owner = true;
        // `owner."name"` does not occur; `owner. name` does: the name is the next word.
        if (token.name.empty()) {
            const std::size_t space = at_;
            skip_space();
            const std::size_t name = at_;
            at_ = word_end(name);
            token.name = line_.substr(name, at_ - name);
            at_ = token.name.empty() ? space : at_;
        }
    }
    return token;
}

}  // namespace redforge::obscript
