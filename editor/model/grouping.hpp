// What an outline puts together besides kinds: the objects of an actor, all that has a model.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/record_type.hpp"

namespace redforge::editor {

/// How the lists of a map are shown.
enum class Grouping : std::uint8_t {
    kind,   ///< each list as it is
    actor,  ///< objects by the actor that they name
    model,  ///< what is drawn by its model, flats by their texture
    layer,  ///< all that stands in the map by its layer (layers.hpp)
};
inline constexpr long groupings = 4;

/// Whether the records of a list say something to be grouped by. Of layers they say nothing.
[[nodiscard]] bool can_group(const ListView& list, Grouping grouping);

struct RecordGroup {
    std::string name;  ///< "DOOR01", "BARREL", "Texture 302"; "No actor" where the record names none
    bool named{};      ///< it is a name that the record says, in upper case: the game compares so
};
/// Where a record of such a list belongs.
[[nodiscard]] RecordGroup group_in(const RecordHandle& record, Grouping grouping);

/// The order of names as people count: ROCK9 before ROCK10.
[[nodiscard]] bool comes_before(std::string_view a, std::string_view b);

}  // namespace redforge::editor
