// Vectors of three numbers, and their arithmetic.
#pragma once

#include <array>

namespace redforge::exchange {

using Triple = std::array<float, 3>;
using DoubleTriple = std::array<double, 3>;

[[nodiscard]] constexpr double dot(const DoubleTriple& a, const DoubleTriple& b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

[[nodiscard]] constexpr DoubleTriple cross(const DoubleTriple& a, const DoubleTriple& b)
{
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

}  // namespace redforge::exchange
