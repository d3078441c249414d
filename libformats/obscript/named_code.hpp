// Compiled code with names instead of numbers, declared in comments at its beginning: `count` for `i1`, `Keeper.stage`
// for `r2.i21`.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/bytes/bytes.hpp"
#include "core/error.hpp"
#include "core/text/code_page.hpp"

namespace redforge::obscript {

/// Names of variable types in those comments, by VariableType; the last entry marks a global.
inline constexpr std::array<std::string_view, 5> variable_type_description{"float", "integer", "string_var",
                                                                           "array_var", "ref"};
inline constexpr std::string_view global_words = " global";

/// Replaces numbers in statements by names. `head` has comments that declare the names: "; i1 = count", "; r2 =
/// 01000AAA Keeper", "; keeper.stage = integer 21". A name means the letter and number in its comment. If the letter
/// differs, it precedes the name: `v:item`. Before a dot, a name is a reference.
///
/// Returns the statements unchanged if the names would not convert back.
[[nodiscard]] std::string with_names(std::string_view head, std::string_view statements);

/// A text with numbers, and the origin of its parts.
struct NumberedText {
    std::string text;
    std::vector<std::pair<std::size_t, std::size_t>>
        places;  ///< positions of each replaced part, in this text and in the text with names

    /// Returns the position in the text with names.
    [[nodiscard]] std::size_t position_of(std::size_t at) const;
};
/// Replaces names by numbers in a text that contains its head: the inverse of with_names(). Returns a text without such
/// comments unchanged.
[[nodiscard]] NumberedText with_numbers(std::string_view text);

/// Like from_statements(), for a text with names. Errors give line and column of that text.
[[nodiscard]] Result<Bytes> from_named_statements(std::string_view text, CodePage page);

/// Returns the most frequent letter before the number of each script variable.
[[nodiscard]] std::map<unsigned, char> variable_letters_of(std::string_view statements);

}  // namespace redforge::obscript
