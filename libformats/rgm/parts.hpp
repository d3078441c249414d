// One actor's part of a section: its bytes from what the actor holds, and back.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "core/bytes.hpp"
#include "core/error.hpp"
#include "rgm/layout.hpp"

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

/// Forgets all that the actor holds in a section.
void clear_part(ActorPart part, Actor& actor);

/// Whether the actor has typed data in a section.
[[nodiscard]] bool holds_part(ActorPart part, const Actor& actor);

/// Sets the lengths and counts of a header that follow from what the actor holds. `sizes` are those of its parts.
void compute_counts(const Actor& actor, std::span<const std::size_t, part_count> sizes, ActorHeader& computed);

}  // namespace redforge::rgm
