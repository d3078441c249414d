// Where records stand in the rest of a file: what is computed of it, for reading and writing alike.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>

#include "tes/container.hpp"
#include "tes/record_head.hpp"

namespace redforge::tes {

/// A place between the records and groups of Plugin::rest.
struct Place {
    std::size_t at{};
    std::size_t level{};

    friend bool operator==(const Place&, const Place&) = default;
    /// Whether this one comes before the other: of places at one byte the one in more groups does.
    [[nodiscard]] bool before(const Place& other) const { return at != other.at ? at < other.at : level > other.level; }
};

/// The ends of the outermost groups, by the type that names them. Of two of one name the first counts.
using GroupEnds = std::map<std::uint32_t, std::size_t>;

/// Notes a group that ends, if it is an outermost one named by a type.
inline void note_end(GroupEnds& ends, const std::vector<OpenGroup>& groups, std::size_t end)
{
    if (groups.size() == 2 && groups.back().type == 0) {
        ends.try_emplace(groups.back().label, end);
    }
}

/// The place of a record for which none is given; nothing when its type has no group.
[[nodiscard]] inline std::optional<Place> usual_place(const GroupEnds& ends, std::uint32_t type)
{
    const auto end = ends.find(type);
    return end == ends.end() ? std::nullopt : std::optional(Place{end->second, 1});
}

/// Tells a record's place as briefly as can be; `deepest` is the level of the first place at that byte.
inline void set_place(RecordHead& head, const Place& place, const std::optional<Place>& usual, std::size_t deepest)
{
    head.at.stored.reset();
    head.level.stored.reset();
    if (usual != place) {
        head.at = static_cast<std::uint32_t>(place.at);
        if (place.level != deepest) {
            head.level = static_cast<std::uint8_t>(place.level);
        }
    }
}

}  // namespace redforge::tes
