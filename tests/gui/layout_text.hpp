// Contents of windows, menus and dialogs, as text for reviews.
#pragma once

#include <string>

#include <wx/dialog.h>
#include <wx/menu.h>
#include <wx/window.h>

namespace redforge::test {

/// Returns a control on a line, and its children below. Omits properties that depend on fonts, the theme or the screen.
[[nodiscard]] std::string layout_of(wxWindow& window);
/// Returns a line for each item: its label and key, its kind, and its help in the status bar.
[[nodiscard]] std::string layout_of(const wxMenu& menu);
[[nodiscard]] std::string layout_of(const wxMenuBar& bar);
/// Returns the texts and initial values of a system dialog.
[[nodiscard]] std::string layout_of_dialog(wxDialog& dialog);

/// Returns a text without the path of a folder.
[[nodiscard]] std::string without_folder(std::string text, const std::string& folder);

/// Compares a text with the approved text `name` in tests/gui/layouts.
void check_layout_text(const std::string& name, const std::string& now);

}  // namespace redforge::test
