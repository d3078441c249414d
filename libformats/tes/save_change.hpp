// Change records of a save: by their parts, and those of other types as bytes.
#pragma once

#include <cstdint>
#include <string_view>
#include <type_traits>
#include <variant>

#include "core/boxed.hpp"
#include "tes/save_actor.hpp"
#include "tes/save_change_fields.hpp"
#include "tes/save_enums.hpp"
#include "tes/save_other_changes.hpp"
#include "tes/save_reference.hpp"
#include "tes/save_values.hpp"

namespace redforge::tes {

/// A change record whose data is not looked into.
struct Change {
    static constexpr std::string_view element = "change";
    FormId form_id;
    std::uint8_t type{};
    std::uint32_t flags{};
    std::uint8_t version{125};
    Bytes data;
};

template <class Archive>
void serialize(Archive& ar, Change& change, unsigned /*version*/)
{
    change_id_field(ar, change.form_id);
    field(ar, "type", change.type, {.label = "Type", .always = true, .enum_names = change_types});
    field(ar, "flags", change.flags,
          {.label = "Change flags", .doc = "Which parts the data has", .notation = Notation::hexadecimal});
    change_version_field(ar, change.version);
    blob(ar, "data", change.data, {.label = "Bytes"});
}

/// A change record of any type.
using AnyChange = std::variant<Change, Boxed<NpcChange>, Boxed<CreatureChange>, Boxed<ReferenceChange>,
                               Boxed<ItemChange>, Boxed<FactionChange>, Boxed<CellChange>, Boxed<QuestChange>>;

/// The change record as one of its types; null when it is another.
template <class T>
[[nodiscard]] T* get_if(AnyChange& change)
{
    if constexpr (std::is_same_v<T, Change>) {
        return std::get_if<Change>(&change);
    } else {
        auto* const boxed = std::get_if<Boxed<T>>(&change);
        return boxed == nullptr ? nullptr : &**boxed;
    }
}
template <class T>
[[nodiscard]] const T* get_if(const AnyChange& change)
{
    return get_if<T>(const_cast<AnyChange&>(change));  // NOLINT: nothing is written
}

}  // namespace redforge::tes
