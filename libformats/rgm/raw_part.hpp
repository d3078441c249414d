// An actor's part of a section, kept as bytes.
#pragma once

#include "core/field.hpp"
#include "core/values.hpp"

namespace redforge::rgm {

/// An actor's part of a section whose content does not fit the section's layout.
struct RawPart {
    FixedText<4> section;
    Bytes data;

    friend bool operator==(const RawPart&, const RawPart&) = default;
};

template <class Archive>
void serialize(Archive& ar, RawPart& part, unsigned /*version*/)
{
    field(ar, "section", part.section, {.always = true, .key = true});
    blob(ar, "data", part.data, {.label = "Bytes"});
}

}  // namespace redforge::rgm
