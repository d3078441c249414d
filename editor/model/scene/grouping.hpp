// Grouping of the outline by a field of the records, such as objects by their actor, or by layer.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/record/record_type.hpp"

namespace redforge::editor {

/// Grouping of the lists of a map.
enum class Grouping : std::uint8_t {
    kind,   ///< ungrouped
    actor,  ///< objects by their actor
    model,  ///< records by model, flats by texture
    layer,  ///< map records by layer (layers.hpp)
};
inline constexpr long grouping_count = 4;

/// Returns true if the records of a list have a field to group by. Returns false for Grouping::layer.
[[nodiscard]] bool can_group(const ListView& list, Grouping grouping);

struct RecordGroup {
    std::string name;  ///< "DOOR01", "BARREL", "Texture 302"; "No actor" for a record without one
    bool named{};      ///< the name is from the record; then it is in upper case, because the game ignores case
};
/// Returns the group of a record in a list for which can_group() is true.
[[nodiscard]] RecordGroup group_in(const RecordHandle& record, Grouping grouping);

/// Returns true if `a` precedes `b` in natural order: ROCK9 before ROCK10.
[[nodiscard]] bool comes_before(std::string_view a, std::string_view b);

}  // namespace redforge::editor
