// The dialog that lists all actions with their keys, to change them.
#pragma once

#include <vector>

#include <wx/button.h>
#include <wx/dialog.h>
#include <wx/listctrl.h>
#include <wx/stattext.h>
#include <wx/textctrl.h>

#include "editor/views/actions/actions.hpp"

namespace redforge::editor {

class Shortcuts : public wxDialog {
public:
    Shortcuts(wxWindow* parent, KeyMap keys);

    /// Returns the changed keys.
    [[nodiscard]] const KeyMap& keys() const { return keys_; }

    /// Shows the actions that fit these letters.
    void filter(const std::string& query);
    void select(const Action& action);
    /// Sets the key of the selected action. An empty key removes it.
    void set_key(const std::string& key);
    void press(const wxKeyEvent& event);
    /// Returns a warning that names other actions with the key of the selected one; empty if none.
    [[nodiscard]] std::string warning() const;

private:
    void show();
    [[nodiscard]] const Action* selected() const;

    KeyMap keys_;
    wxListView* list_{};
    wxTextCtrl* key_{};
    wxStaticText* warning_{};
    std::vector<const Action*> shown_;
};

}  // namespace redforge::editor
