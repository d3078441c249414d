// An actor's part of a section: encoding and decoding.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "core/bytes/bytes.hpp"
#include "core/error.hpp"
#include "rgm/actor_part.hpp"
#include "rgm/actors.hpp"
#include "rgm/section_codec.hpp"

namespace redforge::rgm {

/// Maximum number of RAVA bytes that are read as variables. One short line of text can describe the values of all
/// instances (262 KB); no known map has more than about 10 KB. Larger sections are kept as bytes.
inline constexpr std::uint64_t variables_limit = std::uint64_t{4} << 20U;

/// Offset and size of an actor's part from its header. RAGR parts have no stored size: see ragr_size().
struct PartExtent {
    std::uint64_t offset{};
    std::uint64_t size{};
};
[[nodiscard]] PartExtent part_extent(ActorPart part, const ActorHeader& header);

/// Returns the size of the group list at an offset of RAGR, including its terminator. Returns nullopt if it exceeds the
/// section.
[[nodiscard]] std::optional<std::size_t> ragr_size(ByteView section, std::uint64_t offset);

/// Appends the actor's part. `string_offsets` are the offsets of its strings in RAST.
[[nodiscard]] Status encode_part(ActorPart part, const Actor& actor, std::span<const std::uint32_t> string_offsets,
                                 Bytes& to);

/// Fills the actor from its part; RASB offsets refer to `pool`. If the bytes do not fit the layout, returns the reason
/// and does not change the actor.
[[nodiscard]] std::optional<std::string> decode_part(ActorPart part, ByteView bytes, ByteView pool, Actor& actor);

/// Sets the part offset in a header of computed values.
void set_part_offset(ActorPart part, ActorHeader& computed, std::uint32_t offset);

/// Returns true if the actor has typed data in the section.
[[nodiscard]] bool has_typed_part(ActorPart part, const Actor& actor);

/// Returns the actor's raw part of a section, or null.
[[nodiscard]] const RawPart* find_raw_part(const Actor& actor, ActorPart part);

/// Returns the number of local variables, for code that does not include the actor records.
[[nodiscard]] std::size_t variable_count(const Actor& actor);

/// Computes the lengths and counts of a header. `sizes`: sizes of the actor's parts. `extra_data`: an actor of the map
/// has extra data; the computed length of actors without it is then 30, because zeros are written for them.
void compute_counts(const Actor& actor, std::span<const std::size_t, part_count> sizes, bool extra_data,
                    ActorHeader& computed);

/// Converts variables, groups and raw parts to the form that reading returns.
void canonicalize_parts(Actor& actor);
/// Converts attributes to the form that reading returns. Precondition: encode_part() accepted them.
void canonicalize_attributes(Actor& actor);

/// Sets the derived values of strings and groups from the file. Precondition: the header was read from the file.
void complete_parts(Actor& actor, ByteView rasb);

/// Returns the record layout of a section, for describing an offset. Returns nullopt if the records have different
/// sizes.
[[nodiscard]] std::optional<RecordTable> part_table(ActorPart part);

}  // namespace redforge::rgm
