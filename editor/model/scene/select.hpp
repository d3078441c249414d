// Selection commands: select all, invert, select similar.
#pragma once

#include <cstdint>

#include "editor/model/text/node_ref.hpp"

namespace redforge::editor {

enum class SelectSimilar : std::uint8_t { kind, model, script };

/// Returns the records of all lists that are visible in a scene, in document order.
[[nodiscard]] NodeRefs all_scene_records(const RecordHandle& root);
/// Returns the records of all_scene_records() that are not in `selected`.
[[nodiscard]] NodeRefs unselected_records(const RecordHandle& root, const NodeRefs& selected);

/// Returns the records similar to a selected one: same list and object kind, same model, or same script. Actors match
/// by their script. Empty if the selection has no such value.
[[nodiscard]] NodeRefs similar_records(const RecordHandle& root, const NodeRefs& selected, SelectSimilar same);

/// Returns the actors of the selected objects.
[[nodiscard]] NodeRefs actors_of(const RecordHandle& root, const NodeRefs& selected);

}  // namespace redforge::editor
