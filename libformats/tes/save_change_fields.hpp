// The fields that change records of saves have, whose flags say which parts their data has.
#pragma once

#include "tes/save_enums.hpp"
#include "tes/save_values.hpp"

namespace redforge::tes {

/// FormID, type, change flags and version.
template <class Archive, class Change>
void change_fields(Archive& ar, Change& change, EnumNames flags)
{
    if constexpr (!WireArchive<Archive>) {
        FieldInfo form_id = form_id_info("FormID");
        form_id.always = true;
        form_id.key = true;
        field(ar, "form_id", change.form_id, form_id);
        if constexpr (requires { change.type; }) {
            field(ar, "type", change.type, {.label = "Type", .always = true, .enum_names = change_types});
        }
        field(ar, "flags", change.flags,
              {.label = "Change flags",
               .doc = "What was changed; most of them say that the data has a part",
               .always = true,
               .enum_names = flags,
               .flags = true});
        field(ar, "version", change.version, {.label = "Version", .doc = "125 in all known saves"});
        field(ar, "stops_at", change.stops_at,
              {.label = "Stops at", .doc = "The part at which the data is no more what its flags say"});
    }
}

/// What follows the parts that are known.
template <class Archive>
void rest_of_change(Archive& ar, Bytes& rest)
{
    if constexpr (!WireArchive<Archive>) {
        blob(ar, "rest", rest, {.label = "Bytes behind", .doc = "What follows the parts that are known"});
    }
}

}  // namespace redforge::tes
