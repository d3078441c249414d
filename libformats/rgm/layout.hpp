// Division of the RA* sections into actor parts: standard positions and overrides.
//
// Each of eleven sections contains a part for each actor, usually in RAHD order without gaps. The header of an actor
// has the position of its part. lay_out() makes the sections and computes the headers from the actors. decode() is the
// reverse.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "core/bytes/bytes.hpp"
#include "core/error.hpp"
#include "core/record/raw_fallback.hpp"
#include "rgm/actor_part.hpp"
#include "rgm/actors.hpp"

namespace redforge::rgm {

/// A part that is not empty, and its position in the section.
struct Piece {
    std::size_t actor{};
    std::uint64_t offset{};
    std::uint64_t size{};
};

/// Result of lay_out().
struct ActorLayout {
    Bytes string_pool;                  ///< RAST
    std::vector<ActorHeader> computed;  ///< headers in which every derived field has its computed value
};

/// Callback that receives each per-actor section when it is complete.
using TakePart = std::function<void(ActorPart part, ByteView section)>;

/// Returns true if an actor of the map has extra data (RAEX). Then all actors must have it.
[[nodiscard]] bool has_extra_data(const Actors& actors);

/// Makes the sections from the actors, one after another. `take` receives the sections that are not kept as raw bytes.
/// Fails if a value does not fit the file. Converts strings, placements, blocks and string pool to the form that
/// decode() returns, because edits can leave equivalent but non-canonical numbers.
[[nodiscard]] Result<ActorLayout> lay_out(Actors& actors, const RawSections& kept, const TakePart& take);

/// Input of decode(). A missing section is empty.
struct ActorSections {
    std::array<ByteView, part_count> parts;
    ByteView string_pool;
};

/// Fills the actors from the sections, using their headers. Precondition: every derived header value is given. The
/// result and `reasons` (null if the caller does not need it) contain the sections that cannot be divided; the actors
/// have no data from these.
[[nodiscard]] RawSections decode(Actors& actors, const ActorSections& sections, RawSections kept,
                                 RawFallbacks* reasons);

}  // namespace redforge::rgm
