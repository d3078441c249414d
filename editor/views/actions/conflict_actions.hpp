// Conflicts between the plugins of a load order.
#pragma once

#include "editor/views/frame/window_part.hpp"

namespace redforge::editor {

class PluginConflictPane;
struct PluginConflictRow;

class ConflictActions : public WindowPart {
public:
    using WindowPart::WindowPart;

    /// Asks for plugins or a load order, and lists the fields that several of them set.
    void list_conflicts();
    /// Returns null before the first list.
    [[nodiscard]] PluginConflictPane* pane() const { return pane_; }

private:
    /// Opens the winning plugin of a row, and selects the record.
    void go(const PluginConflictRow& row);

    PluginConflictPane* pane_{};
};

}  // namespace redforge::editor
