// The change records of a save: read and written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/bytes.hpp"
#include "core/error.hpp"
#include "core/field.hpp"
#include "core/raw_fallback.hpp"
#include "tes/form_id.hpp"
#include "tes/save_change.hpp"

namespace redforge::tes {

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

/// Their FormIDs in order.
[[nodiscard]] std::vector<FormId> form_ids_of(const std::vector<AnyChange>& changes);

/// Appends one as it is in a file, by its parts where these are known. `kept` gets a line for what of it stays bytes.
void append_change(std::vector<AnyChange>& changes, const ChangeHeader& header, ByteView data, RawFallbacks* kept);

/// Makes those that are bytes, although their parts are known, what reading makes of them. `name` gives a reference its FormID.
void canonicalize_changes(std::vector<AnyChange>& changes, const std::function<void(FormRef&)>& name);

/// Appends their bytes. References have their irefs. Errors: out_of_range, mismatch, with the field: "[3].data".
[[nodiscard]] Status write_changes(Bytes& to, std::vector<AnyChange>& changes);

}  // namespace redforge::tes
