// RASB and RAST: the strings of an actor's script.
#pragma once

#include <cstdint>

#include "core/field.hpp"
#include "core/values.hpp"

namespace redforge::rgm {

/// RASB + RAST: a string of the actor's script. Code page 437.
struct ActorString {
    Text value;
    Derived<std::uint32_t> offset;  ///< into RAST, where it is not the first place that holds this text

    friend bool operator==(const ActorString&, const ActorString&) = default;
};

template <class Archive>
void serialize(Archive& ar, ActorString& string, unsigned /*version*/)
{
    field(ar, "value", string.value, {.label = "Text", .always = true, .invalidates = "offset"});
    field(ar, "offset", string.offset, {.unit = "bytes", .doc = "Into RAST.", .kind = Role::derived});
}

}  // namespace redforge::rgm
