// Compiled code with names in the place of numbers, by the head of its text: `count` for `i1`, `Keeper.stage` for `r2.i21`.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/bytes.hpp"
#include "core/code_page.hpp"
#include "core/error.hpp"

namespace redforge::obscript {

/// How such a head says the types of variables of other scripts, by VariableType, and that a reference is a global.
inline constexpr std::array<std::string_view, 5> variable_type_description{"float", "integer", "string_var",
                                                                           "array_var", "ref"};
inline constexpr std::string_view global_words = " global";

/// The comments that a text of code begins with explain its numbers: "; i1 = count", "; r2 = 01000AAA Keeper",
/// "; keeper.stage = integer 21". A name stands for the letter and number that its comment has; with another letter, it has that
/// before it: `v:item`. In front of a dot a name is that of a reference.
///
/// `head`: those comments. Returns the statements as they are where the names would not lead back to them.
[[nodiscard]] std::string with_names(std::string_view head, std::string_view statements);

/// A text with numbers, and where its parts come from.
struct NumberedText {
    std::string text;
    std::vector<std::pair<std::size_t, std::size_t>>
        places;  ///< in it, and in the text with names: of each part that was replaced

    /// Where a place of it is in the text with names.
    [[nodiscard]] std::size_t position_of(std::size_t at) const;
};
/// The inverse, of a text with its head. Without comments nothing changes.
[[nodiscard]] NumberedText with_numbers(std::string_view text);

/// from_statements() of a text with names. Errors tell line and column of that.
[[nodiscard]] Result<Bytes> from_named_statements(std::string_view text, CodePage page);

/// The letter that statements mostly have before the number of each variable of the script.
[[nodiscard]] std::map<unsigned, char> variable_letters_of(std::string_view statements);

}  // namespace redforge::obscript
