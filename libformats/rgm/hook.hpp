// RAHK: the hooks of an actor's script. Spec: "RAHK (Hook Data)".
#pragma once

#include <cstdint>

#include "core/field.hpp"
#include "core/values.hpp"

namespace redforge::rgm {

/// RAHK: a hook, four bytes. Spec: "RAHK (Hook Data)".
struct Hook {
    std::uint16_t offset{};
    std::uint16_t secondary{};

    friend bool operator==(const Hook&, const Hook&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, Hook& hook, unsigned /*version*/)
{
    field(ar, "offset", hook.offset,
          {.label = "Script offset",
           .unit = "bytes",
           .doc = "Relative to the actor's script.",
           .refers_to = Target::script_offset});
    field(ar, "secondary", hook.secondary, {.label = "Upper 16 bits"});
}

}  // namespace redforge::rgm
