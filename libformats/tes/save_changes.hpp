// The change records of a save: what became of forms while playing. Their fields and parts are data: definitions/save.def.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/bytes.hpp"
#include "core/error.hpp"
#include "core/field.hpp"
#include "core/mixed_list.hpp"
#include "core/raw_fallback.hpp"
#include "tes/form_id.hpp"

namespace redforge::tes {

/// Change records of all types, in the order of the file.
class Changes : public MixedList {
public:
    /// The types of the records.
    [[nodiscard]] static std::vector<ItemEntry> items(std::string_view element, unsigned version);

    /// Appends a new record of a type, by its element: "npc". Precondition: save.def defines it.
    RecordHandle add(std::string_view element);
};

/// The FormID of a change record.
[[nodiscard]] FormId& form_id_of(const MixedList::Element& change);

/// Whether a change record is of a type, by its element.
[[nodiscard]] inline bool is_change(const MixedList::Element& change, std::string_view element)
{
    return change.type().element == element;
}
/// Whether it is of a character or creature.
[[nodiscard]] inline bool is_actor(const MixedList::Element& change)
{
    return is_change(change, "npc") || is_change(change, "creature");
}

/// A part of a record; empty if the record does not have it.
[[nodiscard]] RecordHandle find_part(const RecordHandle& record, std::string_view part);
/// Adds a part to a record that has none of that name. Precondition: its type defines it.
RecordHandle add_part(const RecordHandle& record, std::string_view part);

/// Bytes of a change record before its data.
inline constexpr std::size_t change_header_size = 12;

/// What a change record has before its data. Order of the file.
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

/// Appends a change record as it is in a file, by its parts where these are known. `kept` gets a line for what of it stays bytes.
void append_change(Changes& changes, const ChangeHeader& header, ByteView data, RawFallbacks* kept);

/// Makes those that are bytes, although their parts are known, what reading makes of them. `name` gives the references of a record
/// their FormIDs.
void canonicalize_changes(Changes& changes, const std::function<void(const RecordHandle&)>& name);

/// Appends their bytes. References have their irefs. Errors: out_of_range, mismatch, with the field: "[3].data".
[[nodiscard]] Status write_changes(Bytes& to, const Changes& changes);

}  // namespace redforge::tes
