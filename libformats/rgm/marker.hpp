// MPMK: markers. Reference: "Map records".
#pragma once

#include <cstdint>
#include <string_view>

#include "core/field.hpp"
#include "core/values.hpp"
#include "rgm/position.hpp"

namespace redforge::rgm {

/// MPMK: a marker, 13 bytes, but all positions of the section stand before all of its flags.
/// Reference: "Map records" [sure].
struct Marker {
    static constexpr std::string_view element = "marker";
    static constexpr std::string_view section = "MPMK";

    Position position;
    std::uint8_t usable{1};  ///< 1 = usable marker

    friend bool operator==(const Marker&, const Marker&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, Marker& marker, unsigned /*version*/)
{
    field(ar, "position", marker.position, {.label = "Position"});
    field(ar, "usable", marker.usable, {.label = "Usable", .notation = Notation::boolean});
}

}  // namespace redforge::rgm
