// The square root of one half: sine and cosine of 45 degrees.
#pragma once

#include <numbers>

namespace redforge::test {

inline constexpr double root_half = std::numbers::sqrt2 / 2;

}  // namespace redforge::test
