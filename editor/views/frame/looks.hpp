// Window colours that the theme does not define.
#pragma once

#include <wx/colour.h>
#include <wx/string.h>

class wxAuiDockArt;
class wxAuiNotebook;
class wxAuiToolBar;
class wxButton;
class wxGrid;
class wxWindow;

namespace redforge::editor {

/// Returns true if the theme has light text on a dark background.
[[nodiscard]] bool is_dark_theme();
/// Colour of secondary text. Readable on the background of lists, unlike the theme's grey.
[[nodiscard]] wxColour muted_text();
/// Colour of error messages.
[[nodiscard]] wxColour error_text();
/// Creates a button that is hardly wider than its label. Without the rest, GTK draws the label up to the border.
[[nodiscard]] wxButton* small_button(wxWindow* parent, const wxString& label);
/// Keeps selected cells readable while a grid does not have the focus: wx draws them in white on grey or beige.
void use_theme(wxGrid& grid);
/// Sets captions, sashes and borders of panes to the colours of the theme.
void use_theme(wxAuiDockArt& art, int caption_height);
/// Applies the theme to a toolbar.
void use_theme(wxAuiToolBar& bar);
/// Applies the theme to tabs: flat, with a line above the current one.
void use_theme(wxAuiNotebook& tabs);

}  // namespace redforge::editor
