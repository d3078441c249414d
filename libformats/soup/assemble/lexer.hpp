// Splits a source into words, numbers, strings and punctuators.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "soup/assemble/diagnostic.hpp"

namespace redforge::soup {

enum class TokenKind : std::uint8_t {
    word,        ///< letters, digits, _; starts with a letter or _
    number,      ///< with its sign, such as -5
    string,      ///< between double quotes, without them
    letters,     ///< between single quotes, without them: a dialogue label, four characters that are a number
    bracket,     ///< between < and >, without them: <8: Rusty key>, <Anchor>
    label,       ///< after #
    punctuator,  ///< Token::punctuator has its value
    unknown,     ///< already reported as an error
    end,
};

/// Punctuators of one or two characters, as a number: the first character, and the second in bits 8 to 15.
using Punctuator = std::uint16_t;
constexpr Punctuator punctuator(std::string_view text)
{
    const unsigned second = text.size() > 1 ? static_cast<unsigned char>(text[1]) : 0U;
    return static_cast<Punctuator>(static_cast<unsigned char>(text[0]) | second << 8U);
}

struct Token {
    TokenKind kind{};
    Punctuator punctuator{};
    std::uint32_t at{};      ///< offset of the token in the source, quotes included
    std::uint32_t length{};  ///< length, quotes included
    std::uint32_t line{};    ///< 1-based
};

struct Tokens {
    std::vector<Token> tokens;    ///< the last is `end`
    std::vector<Token> comments;  ///< from // to the end of the line
};

/// Returns the content of a token, without quotes, brackets and #.
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

/// Returns the value of the text of a number token, or nullopt if it is not a number: "12", "-3", "0x1F".
[[nodiscard]] std::optional<std::int64_t> read_number(std::string_view text);

/// Tokenises a source. Reports characters that are not part of the language and continues after them.
[[nodiscard]] Tokens read_tokens(std::string_view source, Diagnostics& diagnostics);

}  // namespace redforge::soup
