// RAVA: the local variables of an actor's script.
#pragma once

#include <cstdint>
#include <vector>

#include "core/field.hpp"
#include "core/values.hpp"

namespace redforge::rgm {

/// RAVA: the initial value of a local variable. All instances of an actor usually start alike.
struct Variable {
    std::int32_t value{};
    std::vector<std::int32_t> instances;  ///< one value for each instance, where they differ

    friend bool operator==(const Variable&, const Variable&) = default;
};

template <class Archive>
void serialize(Archive& ar, Variable& variable, unsigned /*version*/)
{
    field(ar, "value", variable.value, {.label = "Initial value"});
    field(ar, "instances", variable.instances,
          {.label = "Values by instance", .doc = "One number for each instance of the actor, where they differ."});
}

}  // namespace redforge::rgm
