// The sections of actors as a whole, RA*: reading, writing, canonical form and queries, for code that knows no single actor.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/bytes.hpp"
#include "core/error.hpp"
#include "rgm/actor_part.hpp"
#include "rgm/actors.hpp"
#include "rgm/by_tag.hpp"
#include "rgm/section_codec.hpp"

namespace redforge::rgm {

/// Makes actors of RAHD, with every derived value of their headers given. It has at least the eight bytes of its count
/// and prefix.
void read_headers(ByteView rahd, Actors& actors);

/// Refuses blocks, placements and raw parts of a section that is not divided among the actors, or two of one section.
[[nodiscard]] Status check_part_tags(const Actors& actors);

/// Makes the sections from what the actors hold, but for those that are kept as a whole, and brings the actors into the
/// one form that reading gives. `in_use` gets which hold something.
[[nodiscard]] Status write_actors(Actors& actors, const RawSections& kept, InUse& in_use, ByTag<Bytes>& sections);

/// Whether a part section has anything in it: records or bytes of an actor, or bytes around the parts.
[[nodiscard]] bool has_part(const Actors& actors, ActorPart part);

/// Gives every derived value the one that stands in the sections which were written of these actors.
void complete_actors(Actors& actors, ByteView rahd, ByteView rasb);

/// A given header value that says where an actor's part of a section is, or how much is in it.
struct GivenPlace {
    std::size_t actor{};
    std::string_view field;
    std::int64_t value{};
};
/// Those of a section, actor by actor.
[[nodiscard]] std::vector<GivenPlace> given_places(const Actors& actors, std::string_view section);

/// RAHD as a table, for naming the place of a byte.
[[nodiscard]] RecordTable header_table();

}  // namespace redforge::rgm
