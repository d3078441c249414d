// Objects that the user hides and locks in the views of a map, and their form in the settings. The map does not store
// them.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "editor/model/text/node_ref.hpp"
#include "scene/scene.hpp"

namespace redforge::editor {

struct VisibilityState {
    NodeRefs hidden{};
    NodeRefs locked{};
    std::set<scene::Kind> hidden_kinds{};
    std::set<scene::Kind> locked_kinds{};

    [[nodiscard]] bool empty() const
    {
        return hidden.empty() && locked.empty() && hidden_kinds.empty() && locked_kinds.empty();
    }
    /// Returns true if the record is hidden (not drawn or clickable), or locked (not clickable).
    [[nodiscard]] bool is_hidden_or_locked(const RecordHandle& root, const NodeRef& ref) const;
    friend bool operator==(const VisibilityState&, const VisibilityState&) = default;
};

/// Returns the state as text: one line for each of its four parts, with records as "objects[4]:17" (index and id).
/// Empty if nothing is hidden or locked.
[[nodiscard]] std::string format_visibility_state(const RecordHandle& root, const VisibilityState& hiding);

/// Parses the text form. Finds moved records by id, and skips missing records.
[[nodiscard]] VisibilityState parse_visibility_state(const RecordHandle& root, std::string_view text);

}  // namespace redforge::editor
