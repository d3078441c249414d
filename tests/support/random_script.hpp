// Random scripts: bytes, and valid bytecode. For tests, fuzz targets and benchmarks.
#pragma once

#include <random>

#include "soup/bytecode/script.hpp"
#include "soup/names/definitions.hpp"

namespace redforge::test {

/// Returns random bytes, in which opcodes are more frequent.
[[nodiscard]] soup::Script random_byte_script(std::mt19937& random, std::size_t size);

/// Returns about `statements` valid statements, with jumps to statements and complete blocks. `odd` adds code that no
/// compiler writes: pads, high bytes, targets anywhere, duplicate and unused strings.
[[nodiscard]] soup::Script random_program(std::mt19937& random, std::size_t statements, bool odd);

/// Returns a program with many adjacent ifs and gotos, hooks and a start. Most of them form loops and alternatives, and
/// some overlap.
[[nodiscard]] soup::Script random_goto_program(std::mt19937& random);

/// Returns definitions with some meaningful names, in a random order.
[[nodiscard]] soup::Definitions random_definitions(std::mt19937& random);

}  // namespace redforge::test
