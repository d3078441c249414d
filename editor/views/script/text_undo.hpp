// Undo and redo of a text field, which GTK fields do not provide.
#pragma once

#include <vector>

#include <wx/textentry.h>
#include <wx/weakref.h>
#include <wx/window.h>

namespace redforge::editor {

/// Undo history of the text field with the focus.
class TextUndo {
public:
    /// Remembers the text of a line before a key changes it.
    void before_key(wxWindow& line);
    /// Restores the text before the last change. Does nothing if `line` is not a text line.
    void undo(wxWindow& line) { go(line, undo_, redo_); }
    void redo(wxWindow& line) { go(line, redo_, undo_); }

private:
    void go(wxWindow& line, std::vector<wxString>& from, std::vector<wxString>& to);
    void follow(wxWindow& line);

    wxWeakRef<wxWindow> line_;  ///< null after the line is destroyed: another one can have its address
    std::vector<wxString> undo_;
    std::vector<wxString> redo_;
};

}  // namespace redforge::editor
