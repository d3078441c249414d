// Colours of the window that its theme does not say.
#pragma once

#include <wx/colour.h>

class wxAuiDockArt;
class wxAuiNotebook;
class wxAuiToolBar;

namespace redforge::editor {

/// Whether the theme has light text on dark ground.
[[nodiscard]] bool is_dark_theme();
/// Of text that is less important than what stands beside it; readable before the ground of lists, unlike the theme's grey.
[[nodiscard]] wxColour muted_text();
/// Of what is wrong.
[[nodiscard]] wxColour error_text();
/// Captions, sashes and borders of panes as the theme has its own windows.
void use_theme(wxAuiDockArt& art, int caption_height);
/// The same for a row of tools.
void use_theme(wxAuiToolBar& bar);
/// The same for tabs: flat, with a line above the one that is shown.
void use_theme(wxAuiNotebook& tabs);

}  // namespace redforge::editor
