// One actor's part of a section: its bytes from what the actor holds, and back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "core/bytes.hpp"
#include "core/error.hpp"
#include "rgm/actor_part.hpp"
#include "rgm/actors.hpp"
#include "rgm/section_codec.hpp"

namespace redforge::rgm {

/// Bytes of RAVA that are taken for variables. A text says the values of all instances at once, so a short line of it
/// may stand for 262 KB; no known map has more than some 10 KB. Beyond this the section is kept as bytes.
inline constexpr std::uint64_t variables_limit = std::uint64_t{4} << 20U;

/// Where a header says that the actor's part is. RAGR parts have no size of their own: see ragr_size().
struct PartExtent {
    std::uint64_t offset{};
    std::uint64_t size{};
};
[[nodiscard]] PartExtent part_extent(ActorPart part, const ActorHeader& header);

/// Size of the group list at an offset of RAGR, its terminator included; empty when it runs past the end.
[[nodiscard]] std::optional<std::size_t> ragr_size(ByteView section, std::uint64_t offset);

/// Appends the actor's part. `string_offsets` are those of its strings in RAST.
[[nodiscard]] Status encode_part(ActorPart part, const Actor& actor, std::span<const std::uint32_t> string_offsets,
                                 Bytes& to);

/// Fills in the actor from its part; what RASB points to is looked up in `pool`.
/// Returns why the bytes do not fit the layout, or nothing; then the actor is unchanged.
[[nodiscard]] std::optional<std::string> decode_part(ActorPart part, ByteView bytes, ByteView pool, Actor& actor);

/// Sets the offset of the part in a header of computed values.
void set_part_offset(ActorPart part, ActorHeader& computed, std::uint32_t offset);

/// Whether the actor has typed data in a section.
[[nodiscard]] bool holds_part(ActorPart part, const Actor& actor);

/// The actor's part of a section that is kept as bytes; null when it is not.
[[nodiscard]] const RawPart* find_raw_part(const Actor& actor, ActorPart part);

[[nodiscard]] std::size_t variable_count(const Actor& actor);

/// Sets the lengths and counts of a header that follow from what the actor holds. `sizes` are those of its parts;
/// `extra_data`: actors of the map have some, so that a length of 0 is to be given by who has none.
void compute_counts(const Actor& actor, std::span<const std::size_t, part_count> sizes, bool extra_data,
                    ActorHeader& computed);

/// Brings variables, groups and raw parts into the one form that reading gives, before they are written.
void canonicalize_parts(Actor& actor);
/// The same for attributes, which are checked as they are given.
void canonicalize_attributes(Actor& actor);

/// Gives strings and groups the derived values that they have in the file; the header has been read from there.
void complete_parts(Actor& actor, ByteView rasb);

/// The records of a section as a table, for naming the place of a byte; nothing where they are not of one size.
[[nodiscard]] std::optional<RecordTable> part_table(ActorPart part);

}  // namespace redforge::rgm
