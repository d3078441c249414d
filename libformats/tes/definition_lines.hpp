// A text of definitions as lines of words.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"

namespace redforge::tes {

/// A line without its comment, in words; a text in quotes is one.
struct DefinitionLine {
    struct Token {
        std::string text;
        bool quoted{};
    };
    std::uint32_t number{};
    std::size_t depth{};  ///< two spaces each
    std::vector<Token> tokens;

    /// Empty where there is none, or a text in quotes.
    [[nodiscard]] std::string_view word(std::size_t at) const
    {
        return at < tokens.size() && !tokens[at].quoted ? std::string_view(tokens[at].text) : std::string_view{};
    }
    [[nodiscard]] bool is_quoted(std::size_t at) const { return at < tokens.size() && tokens[at].quoted; }
};

/// All lines that say something.
/// Errors: malformed, with the line: a text without its closing quote, an indentation of an odd number of spaces.
[[nodiscard]] Result<std::vector<DefinitionLine>> split_definitions(std::string_view text);

/// "FULL": four capitals, digits or _. A first character that is none of these stands as two hexadecimal digits: "\07IAD".
[[nodiscard]] std::optional<std::string> definition_tag(const DefinitionLine::Token& token);
/// Lower case letters, digits and _, beginning with a letter.
[[nodiscard]] bool is_definition_name(std::string_view word);
/// Decimal, or hexadecimal behind 0x.
[[nodiscard]] std::optional<std::int64_t> definition_number(std::string_view word);
/// The parts of "a,b,c".
[[nodiscard]] std::vector<std::string_view> comma_parts(std::string_view text);

}  // namespace redforge::tes
