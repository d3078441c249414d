// The change records of a save: changes of forms during the game. definitions/save.def defines their fields and parts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/bytes/bytes.hpp"
#include "core/error.hpp"
#include "core/record/field.hpp"
#include "core/record/mixed_list.hpp"
#include "core/record/raw_fallback.hpp"
#include "tes/form/form_id.hpp"

namespace redforge::tes {

/// Change records of all types, in the order of the file.
class Changes : public MixedList {
public:
    /// Returns the types of the records.
    [[nodiscard]] static std::vector<ItemEntry> items(std::string_view element, unsigned version);

    /// Appends a new record of a type, by its element: "npc". Precondition: save.def defines it.
    RecordHandle add(std::string_view element);
};

/// Returns the FormID of a change record.
[[nodiscard]] FormId& form_id_of(const MixedList::Element& change);

/// Returns true if a change record has a type, by its element.
[[nodiscard]] inline bool is_change(const MixedList::Element& change, std::string_view element)
{
    return change.type().element == element;
}
/// Returns true for the change record of a character or creature.
[[nodiscard]] inline bool is_actor(const MixedList::Element& change)
{
    return is_change(change, "npc") || is_change(change, "creature");
}

/// Returns a part of a record. Returns an empty handle if the record does not have it.
[[nodiscard]] RecordHandle find_part(const RecordHandle& record, std::string_view part);
/// Adds a part to a record. Precondition: the record's type defines it, and the record does not have it.
RecordHandle add_part(const RecordHandle& record, std::string_view part);

/// Size of a change record before its data, in bytes.
inline constexpr std::size_t change_header_size = 12;

/// The header of a change record, in file order.
struct ChangeHeader {
    std::uint32_t form_id{};
    std::uint8_t type{};
    std::uint32_t flags{};
    std::uint8_t version{};
    std::uint16_t size{};
};

template <class Archive>
constexpr void serialize(Archive& ar, ChangeHeader& header, unsigned /*version*/)
{
    field(ar, "form_id", header.form_id);
    field(ar, "type", header.type);
    field(ar, "flags", header.flags);
    field(ar, "version", header.version);
    field(ar, "size", header.size);
}

/// Decodes a change record and appends it. Appends parts that stay raw bytes to `kept`, unless it is null.
void append_change(Changes& changes, const ChangeHeader& header, ByteView data, RawFallbacks* kept);

/// Decodes change records that are bytes although their parts are known, as reading would do. `name` sets the FormIDs
/// of the references of a record.
void canonicalize_changes(Changes& changes, const std::function<void(const RecordHandle&)>& name);

/// Appends the bytes of change records. References must have their irefs. Errors: out_of_range, mismatch, with the
/// field:
/// "[3].data".
[[nodiscard]] Status write_changes(Bytes& to, const Changes& changes);

}  // namespace redforge::tes
