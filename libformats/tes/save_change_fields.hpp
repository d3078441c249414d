// The fields that change records of saves have, whose flags say which parts their data has.
#pragma once

#include <cstdint>
#include <string_view>

#include "tes/save_enums.hpp"
#include "tes/save_values.hpp"

namespace redforge::tes {

/// The FormID by which a change record is found.
template <class Archive>
void change_id_field(Archive& ar, FormId& id)
{
    FieldInfo info = form_id_info("FormID");
    info.always = true;
    info.key = true;
    field(ar, "form_id", id, info);
}

template <class Archive>
void change_version_field(Archive& ar, std::uint8_t& version)
{
    field(ar, "version", version, {.label = "Version", .doc = "125 in all known saves"});
}

/// A part of the data: an element of that name, which is there or not.
template <class Archive, class T>
void part(Archive& ar, std::string_view name, T& value, const FieldInfo& info)
{
    list(ar, name, name, value, info);
}

/// FormID, type, change flags and version.
template <class Archive, class Change>
void change_fields(Archive& ar, Change& change, EnumNames flags)
{
    if constexpr (!WireArchive<Archive>) {
        change_id_field(ar, change.form_id);
        if constexpr (requires { change.type; }) {
            field(ar, "type", change.type, {.label = "Type", .always = true, .enum_names = change_types});
        }
        field(ar, "flags", change.flags,
              {.label = "Change flags",
               .doc = "What was changed; most of them say that the data has a part",
               .always = true,
               .enum_names = flags,
               .flags = true});
        change_version_field(ar, change.version);
        field(ar, "stops_at", change.stops_at,
              {.label = "First unread part",
               .doc = "Part that could not be read; its bytes, and all behind them, are in rest"});
    }
}

/// What follows the parts that are known.
template <class Archive>
void rest_of_change(Archive& ar, Bytes& rest)
{
    if constexpr (!WireArchive<Archive>) {
        blob(ar, "rest", rest, {.label = "Remaining data", .doc = "Bytes after the last part that could be read"});
    }
}

}  // namespace redforge::tes
