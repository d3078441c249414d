// What "select all", "invert" and "select the same" find among the things of a map.
#pragma once

#include <cstdint>

#include "editor/model/node_ref.hpp"

namespace redforge::editor {

enum class SelectSimilar : std::uint8_t { kind, model, script };

/// The records of all lists that are seen in a scene, in the document's order.
[[nodiscard]] NodeRefs all_things(const RecordHandle& root);
/// Those of them that are not among `selected`.
[[nodiscard]] NodeRefs other_things(const RecordHandle& root, const NodeRefs& selected);

/// The things that are like one of those selected: of its list and, for objects, its kind; with its model; with its script.
/// Actors count by their script. Empty when what is selected has nothing of that.
[[nodiscard]] NodeRefs same_things(const RecordHandle& root, const NodeRefs& selected, SelectSimilar same);

/// The actors whose scripts the selected things have.
[[nodiscard]] NodeRefs actors_of(const RecordHandle& root, const NodeRefs& selected);

}  // namespace redforge::editor
