// The command palette: a line to type letters of an action's name into, and the actions that fit.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <wx/dialog.h>
#include <wx/listctrl.h>
#include <wx/textctrl.h>

#include "editor/views/actions.hpp"

namespace redforge::editor {

class CommandPalette : public wxDialog {
public:
    explicit CommandPalette(wxWindow* parent);

    /// Runs what was chosen, after the palette is gone.
    std::function<void(const Action&)> on_run;
    /// Whether an action can be done now; those that can not are grey.
    std::function<bool(const Action&)> is_possible;
    /// Is told when one of those was chosen; the palette stays.
    std::function<void(const Action&)> on_refuse;

    /// Comes up with all actions, the selected one first in its list.
    void open(const KeyMap& keys);
    /// Shows what fits these letters.
    void filter(const std::string& query);
    /// Those that are listed, the best first.
    [[nodiscard]] const std::vector<const Action*>& found() const { return found_; }
    /// Runs the selected one, if that is possible.
    void choose();

    [[nodiscard]] wxTextCtrl& line() { return *line_; }

private:
    void select(long row);
    void on_key(wxKeyEvent& event);
    void close();

    wxTextCtrl* line_{};
    wxListView* list_{};
    wxWindow* focus_{};  ///< what had the focus before
    std::vector<const Action*> all_;
    std::vector<std::string> names_;
    std::vector<std::string> keys_;
    std::vector<const Action*> found_;
};

}  // namespace redforge::editor
