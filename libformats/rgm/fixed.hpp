// Fixed-point coordinate in steps of 1/256.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/record/leaf.hpp"

namespace redforge::rgm {

/// Signed fixed-point number in steps of 1/256, as stored in MPOB and MPRP. From -8388608 to 8388607.99609375.
struct Fixed8 {
    static constexpr std::int32_t parts = 256;

    std::int32_t raw{};  ///< 256ths

    constexpr Fixed8() = default;
    /// Converts an integer from -8,388,608 to 8,388,607.
    constexpr Fixed8(std::int32_t whole) : raw(whole * parts) {}  // NOLINT: implicit, as for built-in numbers
    static constexpr Fixed8 of_raw(std::int32_t raw)
    {
        Fixed8 value;
        value.raw = raw;
        return value;
    }
    constexpr operator double() const { return raw / double{parts}; }
    friend constexpr bool operator==(const Fixed8& a, const Fixed8& b) { return a.raw == b.raw; }
};

}  // namespace redforge::rgm

namespace redforge {

/// Text form: "-200.5", with all digits of the fraction. An integer has no decimal point.
template <>
struct Leaf<rgm::Fixed8> {
    static constexpr LeafType type{ValueKind::real, -0x800000, 0x7FFFFF, 0, false, true, rgm::Fixed8::parts};
    static void append(std::string& out, const rgm::Fixed8& value);
    /// Rejects numbers that are not a multiple of 1/256. The error names the two nearest.
    static bool parse(std::string_view text, rgm::Fixed8& value, const FieldInfo& info, std::string& expected);
};

}  // namespace redforge
