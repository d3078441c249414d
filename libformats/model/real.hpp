// A 32-bit float that compares by its bits.
#pragma once

#include <bit>
#include <cstdint>

#include "core/record/leaf.hpp"

namespace redforge::model {

/// A float that compares by its bits. Models use NaN for slots without a normal and can contain -0; a comparison of
/// bits preserves both.
struct Real {
    float value{};

    constexpr Real() = default;
    constexpr Real(float v) : value(v) {}  // NOLINT: implicit conversion is intended
    constexpr operator float() const { return value; }
    friend constexpr bool operator==(const Real& a, const Real& b)
    {
        return std::bit_cast<std::uint32_t>(a.value) == std::bit_cast<std::uint32_t>(b.value);
    }
};

}  // namespace redforge::model

namespace redforge {

template <>
struct Leaf<model::Real> {
    static constexpr LeafType type = Leaf<float>::type;
    static void append(std::string& out, const model::Real& value) { Leaf<float>::append(out, value.value); }
    static bool parse(std::string_view text, model::Real& value, const FieldInfo& info, std::string& expected)
    {
        return Leaf<float>::parse(text, value.value, info, expected);
    }
};

}  // namespace redforge
