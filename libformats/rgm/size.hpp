// MPSZ: sizes that actors refer to. Reference: "Map records".
#pragma once

#include <cstdint>
#include <string_view>

#include "core/field.hpp"
#include "core/values.hpp"

namespace redforge::rgm {

/// Three lengths, as MPSZ has them.
struct Extent {
    using composite = void;

    std::int32_t x{};
    std::int32_t y{};
    std::int32_t z{};

    friend bool operator==(const Extent&, const Extent&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, Extent& extent, unsigned /*version*/)
{
    field(ar, "x", extent.x, {.label = "X", .unit = "world units"});
    field(ar, "y", extent.y, {.label = "Y", .unit = "world units"});
    field(ar, "z", extent.z, {.label = "Z", .unit = "world units"});
}

/// MPSZ: a size that actors refer to by number, 49 bytes; the section has no count.
/// Reference: "Map records" [sure: 806 records].
struct Size {
    static constexpr std::string_view element = "size";
    static constexpr std::string_view section = "MPSZ";

    std::uint8_t flag{};
    Extent total;     ///< positive + negative in shipped maps
    Extent centre;    ///< 0 in shipped maps
    Extent positive;
    Extent negative;

    friend bool operator==(const Size&, const Size&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, Size& size, unsigned /*version*/)
{
    field(ar, "flag", size.flag, {.label = "Flag"});
    field(ar, "total", size.total, {.label = "Total"});
    field(ar, "centre", size.centre, {.label = "Centre"});
    field(ar, "positive", size.positive, {.label = "Positive"});
    field(ar, "negative", size.negative, {.label = "Negative"});
}

}  // namespace redforge::rgm
