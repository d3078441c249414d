// Groups of an outline: objects of an actor, or records with the same model.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/record/record_type.hpp"

namespace redforge::editor {

/// Grouping of the lists of a map.
enum class Grouping : std::uint8_t {
    kind,   ///< each list ungrouped
    actor,  ///< objects by their actor
    model,  ///< records by model, flats by texture
    layer,  ///< map records by layer (layers.hpp)
};
inline constexpr long groupings = 4;

/// Returns true if the records of a list have a field to group by. Layers are not.
[[nodiscard]] bool can_group(const ListView& list, Grouping grouping);

struct RecordGroup {
    std::string name;  ///< "DOOR01", "BARREL", "Texture 302"; "No actor" for a record without one
    bool named{};      ///< the name is stored in the record; upper case, because the game ignores case
};
/// Returns the group of a record in such a list.
[[nodiscard]] RecordGroup group_in(const RecordHandle& record, Grouping grouping);

/// Compares names in natural order: ROCK9 before ROCK10.
[[nodiscard]] bool comes_before(std::string_view a, std::string_view b);

}  // namespace redforge::editor
