// What a source needs besides its statements: blocks, labels, the list of strings.
#pragma once

#include <cstdint>
#include <vector>

#include "soup/decoder.hpp"
#include "soup/script.hpp"
#include "soup/structure.hpp"

namespace redforge::soup {

/// Blocks within blocks that are written with braces; deeper ones say where to go instead.
inline constexpr std::uint8_t deepest_block = 64;

/// The target of a statement that has one, as the last operand; null for others.
[[nodiscard]] const Operand* target_of(const Listing& listing, const Statement& statement);

/// A script taken apart, with blocks and labels.
struct Layout {
    Listing listing;
    Structure structure;             ///< loops and alternatives, where they were asked for
    bool end_label{};                ///< something means the place behind the last statement
    bool list_strings{};             ///< the strings do not follow from the order of their use
    std::vector<std::uint32_t> first_string;  ///< for each string, the first one of the same text

    /// Whether a statement begins at an offset; the end of the code is such a place too.
    [[nodiscard]] bool is_place(std::uint32_t offset) const { return offset < starts.size() && starts[offset]; }
    std::vector<bool> starts;
};

/// `structured`: with loops and alternatives.
[[nodiscard]] Layout lay_out(const Script& script, bool structured);

}  // namespace redforge::soup
