// Layout of a source: blocks, labels and whether it needs a list of strings.
#pragma once

#include <cstdint>
#include <vector>

#include "soup/bytecode/decoder.hpp"
#include "soup/bytecode/script.hpp"
#include "soup/bytecode/structure.hpp"

namespace redforge::soup {

/// Maximum depth of blocks with braces; deeper blocks are printed as gotos.
inline constexpr std::uint8_t max_block_depth = 64;

/// Returns the jump target of a statement, its last operand, or null if it has none.
[[nodiscard]] const Operand* target_of(const Listing& listing, const Statement& statement);

/// A decoded script with blocks and labels.
struct Layout {
    Listing listing;
    Structure structure;                      ///< loops and alternatives, if requested
    bool end_label{};                         ///< true if the end of the code is a target
    bool list_strings{};                      ///< true if the strings are not in the order of their first use
    std::vector<std::uint32_t> first_string;  ///< for each string, the index of the first string with the same text

    /// Returns true if a statement begins at the offset, or if it is the end of the code.
    [[nodiscard]] bool is_place(std::uint32_t offset) const { return offset < starts.size() && starts[offset]; }
    std::vector<bool> starts;
};

/// Decodes a script and computes its layout. `structured`: find loops and alternatives.
[[nodiscard]] Layout lay_out(const Script& script, bool structured);

}  // namespace redforge::soup
