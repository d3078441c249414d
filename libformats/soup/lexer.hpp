// A source taken apart into words, numbers, strings and signs.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "soup/diagnostic.hpp"

namespace redforge::soup {

enum class TokenKind : std::uint8_t {
    word,     ///< letters, digits, _; numbers too begin so
    number,   ///< with its sign
    string,   ///< between double quotes, without them
    letters,  ///< between single quotes, without them: four characters as a number
    bracket,  ///< between < and >, without them: <8: Rusty key>, <Anchor>
    label,    ///< behind #
    sign,     ///< one of the signs; `sign` says which
    unknown,  ///< already reported as an error
    end,
};

/// Signs of one or two characters, as a number: the first character, and the second in bits 8 to 15.
using Sign = std::uint16_t;
constexpr Sign sign(std::string_view text)
{
    const unsigned second = text.size() > 1 ? static_cast<unsigned char>(text[1]) : 0U;
    return static_cast<Sign>(static_cast<unsigned char>(text[0]) | second << 8U);
}

struct Token {
    TokenKind kind{};
    Sign sign{};
    std::uint32_t at{};      ///< of the token in the source, quotes included
    std::uint32_t length{};  ///< with its quotes
    std::uint32_t line{};    ///< 1-based
};

struct Tokens {
    std::vector<Token> tokens;    ///< the last is `end`
    std::vector<Token> comments;  ///< from // to the end of the line
};

/// What a token says: without quotes, brackets and #.
[[nodiscard]] inline std::string_view text_of(std::string_view source, const Token& token)
{
    const char* begin = source.data() + token.at;
    switch (token.kind) {
    case TokenKind::string:
    case TokenKind::letters:
    case TokenKind::bracket: return {begin + 1, token.length - 2U};
    case TokenKind::label: return {begin + 1, token.length - 1U};
    default: return {begin, token.length};
    }
}

/// Takes a source apart. Tells what is no part of the language and goes on behind it.
[[nodiscard]] Tokens read_tokens(std::string_view source, Diagnostics& diagnostics);

}  // namespace redforge::soup
