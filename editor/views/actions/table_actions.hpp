// The table of records in the window: showing it in place of the view, and what its edits do.
#pragma once

#include "editor/views/frame/window_part.hpp"

namespace redforge::editor {

class TableActions : public WindowPart {
public:
    using WindowPart::WindowPart;

    void connect();
    void show_table();

    void toggle_table();

    /// Handles a key for the table. `swallowed`: the table has no use for it, but nothing else may handle it.
    bool table_key(int key, int modifiers, bool& swallowed);
    /// Runs an action in the table. Returns false if the action is not for the table.
    bool run_in_table(int id);

private:
    /// Removes the records of the selected rows.
    void remove_rows();
};

}  // namespace redforge::editor
