// Undo and redo of a text line, which GTK's lines do not have.
#pragma once

#include <vector>

#include <wx/textentry.h>
#include <wx/window.h>

namespace redforge::editor {

/// Texts of the line with the focus, before each key.
class TextUndo {
public:
    /// Remembers the text of a line before a key changes it.
    void before_key(wxWindow& line);
    /// Restores the text before the last change. Returns false if `line` is not a text line.
    bool undo(wxWindow& line) { return go(line, undo_, redo_); }
    bool redo(wxWindow& line) { return go(line, redo_, undo_); }

private:
    bool go(wxWindow& line, std::vector<wxString>& from, std::vector<wxString>& to);
    void follow(const wxWindow& line);

    const wxWindow* line_{};  ///< only compared
    std::vector<wxString> undo_;
    std::vector<wxString> redo_;
};

}  // namespace redforge::editor
