// A subrecord that is not decoded.
#pragma once

#include <string_view>

#include "core/record/field.hpp"
#include "core/record/values.hpp"

namespace redforge::tes {

/// Returns all four bytes of a type of record or subrecord, including NULs.
[[nodiscard]] inline std::string_view signature_of(const FixedText<4>& type)
{
    return {type.bytes.data(), type.bytes.size()};
}

/// A subrecord as bytes. If it has more than 65535 bytes, an XXXX subrecord with its size precedes it in the file.
struct Subrecord {
    static constexpr std::string_view element = "subrecord";

    FixedText<4> type;
    Bytes data;

    friend bool operator==(const Subrecord&, const Subrecord&) = default;
};

template <class Archive>
void serialize(Archive& ar, Subrecord& subrecord, unsigned /*version*/)
{
    field(ar, "type", subrecord.type, {.label = "Type", .always = true});
    blob(ar, "data", subrecord.data, {.label = "Bytes"});
}

}  // namespace redforge::tes
