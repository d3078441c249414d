// The loops and alternatives of a script, found in its gotos: what else, elseif, while, loop, break, continue stand for.
//
// Only what assembles to the same gotos again is found. All else stays a goto.
#pragma once

#include <cstdint>
#include <vector>

#include "soup/decoder.hpp"
#include "soup/script.hpp"

namespace redforge::soup {

/// What a statement is in the source.
enum class Shape : std::uint8_t {
    plain,
    while_,     ///< an `if` whose block goes back to it
    break_,     ///< a goto behind the innermost loop
    continue_,  ///< a goto to its beginning
    else_,      ///< the goto at the end of a block, behind which the block of `else` follows
    loop_end,   ///< the goto at the end of a loop
};

struct Structure {
    std::vector<Shape> shapes;              ///< by statement; empty when nothing was looked for
    std::vector<std::uint32_t> block_ends;  ///< where the block of an `if`, or of an else_, ends in the source; else 0
    std::vector<std::uint32_t> loop_ends;   ///< where the `loop` that begins at a statement ends; 0 when none does
    std::vector<bool> chained;              ///< of an else_: the `if` behind it is an `elseif`

    [[nodiscard]] Shape shape(std::size_t statement) const
    {
        return statement < shapes.size() ? shapes[statement] : Shape::plain;
    }
};

/// Needs the blocks of the listing (Statement::block_end).
[[nodiscard]] Structure find_structure(const Listing& listing, const Script& script);

}  // namespace redforge::soup
