// A subrecord of a plugin's record that is not looked into.
#pragma once

#include <string_view>

#include "core/field.hpp"
#include "core/values.hpp"

namespace redforge::tes {

/// All four letters of a type of records or subrecords, whatever they are.
[[nodiscard]] inline std::string_view signature_of(const FixedText<4>& type)
{
    return {type.bytes.data(), type.bytes.size()};
}

/// One of more than 65535 bytes is written behind an XXXX.
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
