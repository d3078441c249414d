// Selection commands: select all, invert, select similar.
#pragma once

#include <cstdint>

#include "editor/model/text/node_ref.hpp"

namespace redforge::editor {

enum class SelectSimilar : std::uint8_t { kind, model, script };

/// Returns the records of scene_nodes() that are not in `selected`.
[[nodiscard]] NodeRefs unselected_records(const RecordHandle& root, const NodeRefs& selected);

/// Returns the scene records that are similar to a selected one: same list and kind of object, same model, or same
/// script. Empty if no selected record has a model or script.
[[nodiscard]] NodeRefs similar_records(const RecordHandle& root, const NodeRefs& selected, SelectSimilar same);

/// Returns the actors of the selected objects.
[[nodiscard]] NodeRefs actors_of(const RecordHandle& root, const NodeRefs& selected);

}  // namespace redforge::editor
