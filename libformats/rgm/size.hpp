// MPSZ: sizes that objects and actors refer to. Reference: "Map records".
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
    field(ar, "x", extent.x, {.label = "X", .unit = "map units"});
    field(ar, "y", extent.y, {.label = "Y", .unit = "map units"});
    field(ar, "z", extent.z, {.label = "Z", .unit = "map units"});
}

/// MPSZ: the box of a model, which objects (size_row) and actors name by its number, 49 bytes; the section has no count.
/// The same twelve numbers stand in the header of the model's segment in the map's archive.
/// Source: redguard-retail-facts 2 "MPSZ" [806 of 806].
struct Size {
    static constexpr std::string_view element = "size";
    static constexpr std::string_view section = "MPSZ";

    std::uint8_t flag{};
    Extent total;     ///< positive + negative in shipped maps
    Extent centre;    ///< 0 in shipped maps
    Extent positive;  ///< from the origin, rounded down; not below 0
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
