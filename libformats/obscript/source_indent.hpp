// Indentation of script lines: of sources, and of statements of compiled code.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "obscript/code_frame.hpp"
#include "obscript/keywords.hpp"

namespace redforge::obscript {

/// Returns the effect of a statement on the block depth of later statements.
[[nodiscard]] constexpr Block block_of(std::uint16_t op)
{
    switch (op) {
    case opcode::begin:
    case opcode::if_:
    case opcode::while_:
    case opcode::for_each: return Block::opens;
    case opcode::else_:
    case opcode::else_if: return Block::middle;
    case opcode::end:
    case opcode::end_if:
    case opcode::loop: return Block::closes;
    default: return Block::none;
    }
}

/// Counts the blocks around each line.
class SourceIndent {
public:
    /// Returns the depth of the next line, at most max_depth.
    std::size_t line(Block block)
    {
        depth_ -= (block == Block::closes || block == Block::middle) && depth_ > 0 ? 1U : 0U;
        const std::size_t here = depth();
        depth_ += block == Block::opens || block == Block::middle ? 1U : 0U;
        return here;
    }
    /// Returns the depth between the last and the next line.
    [[nodiscard]] std::size_t depth() const { return std::min(depth_, max_depth); }

private:
    static constexpr std::size_t max_depth = 20;
    std::size_t depth_{};
};

}  // namespace redforge::obscript
