// Window colours that the theme does not define.
#pragma once

#include <utility>

#include <wx/colour.h>
#include <wx/string.h>
#include <wx/textctrl.h>

class wxAuiDockArt;
class wxAuiNotebook;
class wxAuiToolBar;
class wxButton;
class wxGrid;
class wxSearchCtrl;
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
/// Returns a length in pixels for one at 96 dpi and the default font size. Grows with the font of the window.
[[nodiscard]] int font_scaled(const wxWindow& window, int length);
/// Returns the height of a line of text with its frame, in pixels.
[[nodiscard]] int text_line_height(const wxWindow& window);
/// A line of text that is high enough for its font. In GTK, wx makes lines lower if the font is larger.
class TextLine : public wxTextCtrl {
public:
    template <class... Arguments>
    explicit TextLine(wxWindow* parent, Arguments&&... arguments)
        : wxTextCtrl(parent, std::forward<Arguments>(arguments)...)
    {
        InvalidateBestSize();  // wx has called its own function
    }

protected:
    wxSize DoGetSizeFromTextSize(int width, int height) const override;
};
/// Gives a search line room for its icons, without which GTK warns, and for its font.
void fit_search_line(wxSearchCtrl& line);
/// Keeps selected cells readable while a grid does not have the focus: wx draws them in white on grey or beige.
void use_theme(wxGrid& grid);
/// Sets captions, sashes and borders of panes to the colours of the theme.
void use_theme(wxAuiDockArt& art, int caption_height);
/// Applies the theme to a toolbar.
void use_theme(wxAuiToolBar& bar);
/// Applies the theme to tabs: flat, with a line above the current one.
void use_theme(wxAuiNotebook& tabs);

}  // namespace redforge::editor
