// Converts gotos of a script to loops and alternatives: else, elseif, while, loop, break, continue.
//
// A structure is used only if it assembles to the same gotos. Other gotos are kept.
#pragma once

#include <cstdint>
#include <vector>

#include "soup/bytecode/decoder.hpp"
#include "soup/bytecode/script.hpp"

namespace redforge::soup {

/// Form of a statement in the source.
enum class Shape : std::uint8_t {
    plain,
    while_,     ///< an `if` whose block jumps back to it
    break_,     ///< a goto past the innermost loop
    continue_,  ///< a goto to the beginning of the innermost loop
    else_,      ///< the goto at the end of a block that the block of `else` follows
    loop_end,   ///< the goto at the end of a loop
};

struct Structure {
    std::vector<Shape> shapes;              ///< by statement; empty if not searched
    std::vector<std::uint32_t> block_ends;  ///< end of the block of an `if` or else_ in the source; else 0
    std::vector<std::uint32_t> loop_ends;   ///< end of the `loop` that begins at a statement; 0 for other statements
    std::vector<bool> chained;              ///< for an else_: true if the source has `elseif` instead of `else if`

    [[nodiscard]] Shape shape(std::size_t statement) const
    {
        return statement < shapes.size() ? shapes[statement] : Shape::plain;
    }
};

/// Returns the structures of a script. Precondition: the blocks of the listing are set (Statement::block_end).
[[nodiscard]] Structure find_structure(const Listing& listing, const Script& script);

}  // namespace redforge::soup
