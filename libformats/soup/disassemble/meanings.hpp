// Finds the types of numbers in a statement, from the functions that take them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "soup/bytecode/decoder.hpp"
#include "soup/names/names.hpp"

namespace redforge::soup {

/// Returns the type of each operand that is a number, string or flag number, and ArgumentType::number for other
/// operands. `names` may be null.
[[nodiscard]] std::vector<ArgumentType> argument_types_of(std::span<const Operand> operands, const Names* names);

/// Calls `visit(statement, meaning, number)` for each number of a script. `statement`: index in the listing. `names`
/// may be null.
template <class Visit>
void each_number(const Listing& listing, const Names* names, const Visit& visit)
{
    for (std::size_t s = 0; s < listing.statements.size(); ++s) {
        const auto operands = listing.operands_of(listing.statements[s]);
        const std::vector<ArgumentType> meanings = argument_types_of(operands, names);
        for (std::size_t i = 0; i < operands.size(); ++i) {
            if (operands[i].kind == OperandKind::number) {
                visit(s, meanings[i], operands[i].value);
            }
        }
    }
}

/// A dialogue label that a script passes to a function.
struct UsedLabel {
    std::string label;
    bool is_spoken{};  ///< the function plays the line as speech; others show it, such as menuAddItem and AddLog
    bool by_player{};  ///< the player speaks the line: RTXp

    friend auto operator<=>(const UsedLabel&, const UsedLabel&) = default;
};

/// Returns the dialogue labels that a statement passes to functions, without unprintable ones. Source for the speaker:
/// the public page on subtitles that the reference sheet "engine facts" cites.
[[nodiscard]] std::vector<UsedLabel> used_labels(std::span<const Operand> operands, const Names& names);

/// Returns the number of a dialogue label: its four letters. Returns nullopt for other text.
[[nodiscard]] std::optional<std::uint32_t> number_of_label(std::string_view label);

}  // namespace redforge::soup
