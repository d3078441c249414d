// The command palette: a search line and the matching actions.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <wx/dialog.h>
#include <wx/listctrl.h>
#include <wx/textctrl.h>

#include "editor/views/actions/actions.hpp"

namespace redforge::editor {

class CommandPalette : public wxDialog {
public:
    explicit CommandPalette(wxWindow* parent);

    /// Runs the chosen action, after the palette is closed.
    std::function<void(const Action&)> on_run;
    /// Returns true if an action is available. Others are grey.
    std::function<bool(const Action&)> is_possible;
    /// Called when the user chooses an unavailable action; the palette stays open.
    std::function<void(const Action&)> on_unavailable;

    /// Opens with all actions. The selected one is first in its list.
    void open(const KeyMap& keys);
    /// Lists the actions that match a query.
    void filter(const std::string& query);
    /// Returns the listed actions, best match first.
    [[nodiscard]] const std::vector<const Action*>& found() const { return found_; }
    /// Runs the selected action, if it is available.
    void choose();

    [[nodiscard]] wxTextCtrl& line() { return *line_; }

private:
    void select(long row);
    void on_key(wxKeyEvent& event);
    void close();

    wxTextCtrl* line_{};
    wxListView* list_{};
    wxWindow* focus_{};  ///< the window that had the focus before
    std::vector<const Action*> all_;
    std::vector<std::string> names_;
    std::vector<std::string> keys_;
    std::vector<const Action*> found_;
};

}  // namespace redforge::editor
