// What the numbers of a statement stand for, by the functions that they are given to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "soup/decoder.hpp"
#include "soup/names.hpp"

namespace redforge::soup {

/// For each operand of a statement: of a number, string or flag number what it stands for; else number. `names` may be null.
[[nodiscard]] std::vector<ArgumentType> meanings_of(std::span<const Operand> operands, const Names* names);

/// Calls `visit(statement, meaning, number)` for each number of a script; `statement` is its place in the listing. `names` may be null.
template <class Visit>
void each_number(const Listing& listing, const Names* names, const Visit& visit)
{
    for (std::size_t s = 0; s < listing.statements.size(); ++s) {
        const auto operands = listing.operands_of(listing.statements[s]);
        const std::vector<ArgumentType> meanings = meanings_of(operands, names);
        for (std::size_t i = 0; i < operands.size(); ++i) {
            if (operands[i].kind == OperandKind::number) {
                visit(s, meanings[i], operands[i].value);
            }
        }
    }
}

/// The number that a label of dialogue is in a script: its four letters. Nothing for other text.
[[nodiscard]] std::optional<std::uint32_t> number_of_label(std::string_view label);

}  // namespace redforge::soup
