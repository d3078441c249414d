// Random scripts: bytes, and bytecode as the table of opcodes allows it. For tests, fuzz targets and benchmarks.
#pragma once

#include <random>

#include "soup/definitions.hpp"
#include "soup/script.hpp"

namespace redforge::test {

/// Any bytes, with opcodes more often than other bytes.
[[nodiscard]] soup::Script random_byte_script(std::mt19937& random, std::size_t size);

/// About `statements` statements, well formed, with jumps to statements and blocks that close.
/// With `odd`, also what no compiler makes: pads, high bytes, targets anywhere, duplicate and unused strings.
[[nodiscard]] soup::Script random_program(std::mt19937& random, std::size_t statements, bool odd);

/// A program of few kinds of statements with many ifs and gotos near each other, hooks and a start: most of them make
/// loops and alternatives, some across each other.
[[nodiscard]] soup::Script random_goto_program(std::mt19937& random);

/// Definitions with some of the names that mean something, in a random order.
[[nodiscard]] soup::Definitions random_definitions(std::mt19937& random);

}  // namespace redforge::test
