// Earlier selections of a document, to go back to.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "editor/model/text/node_ref.hpp"

namespace redforge::editor {

/// The last selections, oldest first, and the current one. Empty selections and the document node are not kept.
class SelectionHistory {
public:
    static constexpr std::size_t max_selections = 32;

    /// Adds a selection after the current one, and removes those after it. Does nothing if it is the current one.
    void add(const NodeRefs& selection);
    /// Returns the selection before `present` and makes it the current one. If nothing is selected now, returns the
    /// last selection. Returns nullopt if there is none.
    std::optional<NodeRefs> previous(const NodeRefs& present);
    /// Returns the selection after the current one and makes it the current one. Returns nullopt if there is none.
    std::optional<NodeRefs> next(const NodeRefs& present);
    [[nodiscard]] bool has_previous(const NodeRefs& present) const;
    [[nodiscard]] bool has_next(const NodeRefs& present) const;

    /// Updates the selections after changes. Removed records leave them; selections that become empty are removed.
    void follow(const edit::Changes& changes);

private:
    [[nodiscard]] bool is_current(const NodeRefs& selection) const;

    std::vector<NodeRefs> selections_;
    std::size_t current_{};  ///< index; 0 if there are none
};

}  // namespace redforge::editor
