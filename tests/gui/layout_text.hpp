// Contents of windows, menus and dialogs, as text for reviews.
#pragma once

#include <string>

#include <wx/dialog.h>
#include <wx/menu.h>
#include <wx/window.h>

namespace redforge::test {

/// Returns a control on a line, and its children below. Omits properties that depend on fonts, the theme or the screen.
[[nodiscard]] std::string layout_of(wxWindow& window);
/// An item on a line: its label and key, what it is, and what the status bar says of it.
[[nodiscard]] std::string layout_of(const wxMenu& menu);
[[nodiscard]] std::string layout_of(const wxMenuBar& bar);
/// Dialogs of the system: their words, and what they begin with.
[[nodiscard]] std::string layout_of_dialog(wxDialog& dialog);

/// A text without the place of a folder.
[[nodiscard]] std::string of_any_machine(std::string text, const std::string& folder);

/// Compares with the approved text of that name in tests/gui/layouts.
void check_layout_text(const std::string& name, const std::string& now);

}  // namespace redforge::test
