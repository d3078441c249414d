// What the numbers of a statement stand for, by the functions that they are given to.
#pragma once

#include <span>
#include <vector>

#include "soup/decoder.hpp"
#include "soup/names.hpp"

namespace redforge::soup {

/// For each operand of a statement: of a number, string or flag number what it stands for; else number. `names` may be null.
[[nodiscard]] std::vector<Meaning> meanings_of(std::span<const Operand> operands, const Names* names);

}  // namespace redforge::soup
