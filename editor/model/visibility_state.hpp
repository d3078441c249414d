// What a person hides and locks in the views of a map, and how the window's settings remember it. The map knows nothing
// of it.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "editor/model/node_ref.hpp"
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
    /// Whether a thing is neither seen nor pointed at, or only the latter.
    [[nodiscard]] bool affects(const RecordHandle& root, const NodeRef& ref) const;
    friend bool operator==(const VisibilityState&, const VisibilityState&) = default;
};

/// As text: a line for each of its four parts, records as "objects[4]:17" with their id. Empty when nothing is hidden.
[[nodiscard]] std::string hiding_text(const RecordHandle& root, const VisibilityState& hiding);

/// Reads such a text. A record that moved within its list is found by its id; what is not found is left out.
[[nodiscard]] VisibilityState hiding_from(const RecordHandle& root, std::string_view text);

}  // namespace redforge::editor
