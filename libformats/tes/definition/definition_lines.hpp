// Splits a text of definitions into lines and words.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"

namespace redforge::tes {

/// The words of a line, without its comment. A text in quotes is one word.
struct DefinitionLine {
    struct Token {
        std::string text;
        bool quoted{};
    };
    std::uint32_t number{};
    std::size_t depth{};  ///< two spaces each
    std::vector<Token> tokens;

    /// Returns a word. Returns an empty word if there is none at this position, or if it is in quotes.
    [[nodiscard]] std::string_view word(std::size_t at) const
    {
        return at < tokens.size() && !tokens[at].quoted ? std::string_view(tokens[at].text) : std::string_view{};
    }
    [[nodiscard]] bool is_quoted(std::size_t at) const { return at < tokens.size() && tokens[at].quoted; }
};

/// Returns all lines that are not empty.
/// Errors: malformed, with the line: a text without its closing quote, an indentation of an odd number of spaces.
[[nodiscard]] Result<std::vector<DefinitionLine>> split_definitions(std::string_view text);

/// Returns the type of a record or subrecord, like "FULL": four capitals, digits or _. Another first character is
/// written as two hexadecimal digits: "\07IAD". Returns nullopt for other words.
[[nodiscard]] std::optional<std::string> definition_tag(const DefinitionLine::Token& token);
/// Returns true for a valid name: lower-case letters, digits and _, beginning with a letter.
[[nodiscard]] bool is_definition_name(std::string_view word);
/// Parses a decimal number, or a hexadecimal one after 0x. Returns nullopt for other words.
[[nodiscard]] std::optional<std::int64_t> definition_number(std::string_view word);
/// Splits "a,b,c" at the commas.
[[nodiscard]] std::vector<std::string_view> comma_parts(std::string_view text);

}  // namespace redforge::tes
