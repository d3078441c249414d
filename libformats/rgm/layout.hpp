// How the RA* sections are divided among the actors: parts, their usual places, and the ways out of the usual.
//
// Each of eleven sections holds a part for each actor, usually in the order of RAHD and without gaps. The header of
// an actor says where its part is. From what the actors hold, lay_out() makes the sections and computes the headers;
// decode() takes the sections apart again.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "core/bytes.hpp"
#include "core/error.hpp"
#include "core/raw_fallback.hpp"
#include "rgm/actor_part.hpp"
#include "rgm/actors.hpp"

namespace redforge::rgm {

/// A part that is not empty, and where it stands in its section.
struct Piece {
    std::size_t actor{};
    std::uint64_t offset{};
    std::uint64_t size{};
};

/// What lay_out() makes.
struct ActorLayout {
    Bytes string_pool;                  ///< RAST
    std::vector<ActorHeader> computed;  ///< every derived field has its computed value
};

/// Is given each section that is divided among the actors, as soon as it is made.
using TakePart = std::function<void(ActorPart part, ByteView section)>;

/// Whether actors of the map have extra data (RAEX): then all are to have it.
[[nodiscard]] bool has_extra_data(const Actors& actors);

/// Makes the sections from what the actors hold, one after the other: `take` is given those that are not kept as a whole.
/// Refuses what has no place in the file. Strings, placements, blocks and string pool get the one form that decode()
/// would give them: an edit that moves things about leaves numbers behind that say the same in another way.
[[nodiscard]] Result<ActorLayout> lay_out(Actors& actors, const RawSections& kept, const TakePart& take);

/// The sections that decode() takes apart. A missing one is empty.
struct ActorSections {
    std::array<ByteView, part_count> parts;
    ByteView string_pool;
};

/// Fills in what the actors hold in the sections, by their headers, which have every derived value given.
/// A section that cannot be divided is reported in the result and in `reasons`, if anybody asks for them, and the actors
/// have nothing of it.
[[nodiscard]] RawSections decode(Actors& actors, const ActorSections& sections, RawSections kept,
                                 RawFallbacks* reasons);

}  // namespace redforge::rgm
