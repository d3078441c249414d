// Value types of saves: references to forms, dates, strings with a terminator.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/record/field.hpp"
#include "core/record/values.hpp"
#include "tes/form/form_id.hpp"

namespace redforge::tes {

/// A reference to a form. Files store an iref: an index into the save's array of FormIDs, or a FormID itself from
/// 0xFF000000 on. The array can have a form several times, so an iref that is not the form's first index is kept.
struct FormRef {
    FormId form_id;
    Derived<std::uint32_t> iref;
    Derived<Text> form;  ///< plugin and object id, like Oblivion.esm:01D15C; can replace form_id in text
    bool operator==(const FormRef&) const = default;
};

/// First FormID of forms created during the game. An iref from this value on is a FormID itself.
inline constexpr std::uint32_t first_created_form = 0xFF000000;

/// FormID of the change record after the player's reference, which is a part of the reference.
inline constexpr FormId part_of_player{0xFEFFFFFF};

/// Returns the metadata of a FormID field.
constexpr FieldInfo form_id_info(std::string_view label)
{
    FieldInfo info;
    info.label = label;
    info.refers_to = Target::form;
    return info;
}

/// Describes the coordinates of a position in the game's world.
template <class Archive, class Place>
void place_fields(Archive& ar, Place& place)
{
    field(ar, "x", place.x, {.label = "X", .unit = "units"});
    field(ar, "y", place.y, {.label = "Y", .unit = "units"});
    field(ar, "z", place.z, {.label = "Z", .unit = "units"});
}

/// Describes the FormID, its plugin and the iref of a reference. Files have only the iref.
template <class Archive>
void form_fields(Archive& ar, FormRef& form, std::string_view label)
{
    if constexpr (!WireArchive<Archive>) {
        FieldInfo info = form_id_info(label);
        info.invalidates = "iref";
        field(ar, "form_id", form.form_id, info);
        field(ar, "form", form.form,
              {.label = label,
               .doc = "Plugin and number: Oblivion.esm:01D15C. Can replace form_id.",
               .kind = Role::derived});
    }
    field(ar, "iref", form.iref,
          {.label = "iref",
           .doc = "Index in form_ids. Stored only if it is not the first index of this FormID.",
           .kind = Role::derived});
}

/// Describes a text whose stored length includes its terminator. `size` is stored if a file has another length.
template <class Archive>
void terminated_text(Archive& ar, std::string_view name, std::string_view size_name, Text& text,
                     Derived<std::uint8_t>& size, std::string_view label)
{
    if constexpr (WireArchive<Archive>) {
        ar.terminated_text(name, size_name, text, size);
    } else {
        field(ar, name, text, {.label = label});
        field(ar, size_name, size,
              {.label = "Length in the file",
               .unit = "bytes",
               .doc = "Stored only if the text has no terminator.",
               .kind = Role::derived});
    }
}

/// A date and time in the format of Windows, 16 bytes.
struct SystemTime {
    using composite = void;
    std::uint16_t year{};
    std::uint16_t month{};    ///< 1 to 12
    std::uint16_t weekday{};  ///< 0 Sunday to 6
    std::uint16_t day{};
    std::uint16_t hour{};
    std::uint16_t minute{};
    std::uint16_t second{};
    std::uint16_t millisecond{};
};

template <class Archive>
constexpr void serialize(Archive& ar, SystemTime& time, unsigned /*version*/)
{
    field(ar, "year", time.year, {.label = "Year"});
    field(ar, "month", time.month, {.label = "Month"});
    field(ar, "weekday", time.weekday, {.label = "Day of the week", .doc = "0: Sunday."});
    field(ar, "day", time.day, {.label = "Day"});
    field(ar, "hour", time.hour, {.label = "Hour"});
    field(ar, "minute", time.minute, {.label = "Minute"});
    field(ar, "second", time.second, {.label = "Second"});
    field(ar, "millisecond", time.millisecond, {.label = "Millisecond"});
}

/// Bytes of a part that do not fit its layout.
struct RawPart {
    Bytes data;
};

template <class Archive>
void serialize(Archive& ar, RawPart& raw, unsigned /*version*/)
{
    blob(ar, "data", raw.data, {.label = "Bytes"});
}

}  // namespace redforge::tes
