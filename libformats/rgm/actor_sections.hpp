// The RA* sections as a whole: reading, writing, canonical form and queries, without access to single actors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/bytes/bytes.hpp"
#include "core/error.hpp"
#include "rgm/actor_part.hpp"
#include "rgm/actors.hpp"
#include "rgm/by_tag.hpp"
#include "rgm/section_codec.hpp"

namespace redforge::rgm {

/// Makes actors from RAHD. Every derived header value has its stored value, even if it equals the computed value.
/// Precondition: at least eight bytes (count and prefix).
void read_headers(ByteView rahd, Actors& actors);

/// Rejects blocks, placements and raw parts of a section that has no parts, and duplicates for one section.
[[nodiscard]] Status check_part_tags(const Actors& actors);

/// Makes the sections from the actors, except the sections in `kept`, and converts the actors to canonical form. Sets
/// `in_use` for sections with content.
[[nodiscard]] Status write_actors(Actors& actors, const RawSections& kept, InUse& in_use, ByTag<Bytes>& sections);

/// Returns true if a part section has content: records or bytes of an actor, or bytes around the parts.
[[nodiscard]] bool has_part(const Actors& actors, ActorPart part);

/// Sets every derived value to its value in the written sections.
void complete_actors(Actors& actors, ByteView rahd, ByteView rasb);

/// An offset or size of an actor's part that the document stores in the header, instead of the computed value.
struct GivenPlace {
    std::size_t actor{};
    std::string_view field;
    std::int64_t value{};
};
/// Returns the stored offsets and sizes of a section's parts, actor by actor.
[[nodiscard]] std::vector<GivenPlace> given_places(const Actors& actors, std::string_view section);

/// Returns the layout of RAHD, for describing an offset.
[[nodiscard]] RecordTable header_table();

}  // namespace redforge::rgm
