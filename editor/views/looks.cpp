// Colours from the theme.
#include "editor/views/looks.hpp"

#include <wx/aui/aui.h>
#include <wx/dc.h>
#include <wx/settings.h>

namespace redforge::editor {
namespace {

wxColour between(const wxColour& a, const wxColour& b, double share)
{
    const auto mix = [share](unsigned char from, unsigned char to) {
        return static_cast<unsigned char>(from + (to - from) * share);
    };
    return {mix(a.Red(), b.Red()), mix(a.Green(), b.Green()), mix(a.Blue(), b.Blue())};
}

wxColour system_colour(wxSystemColour colour)
{
    return wxSystemSettings::GetColour(colour);
}

/// One plain ground: wx's own has a gradient of colours that are not the theme's.
class PlainToolBar : public wxAuiDefaultToolBarArt {
public:
    wxAuiToolBarArt* Clone() override { return new PlainToolBar(*this); }
    void DrawBackground(wxDC& dc, wxWindow* /*bar*/, const wxRect& rect) override
    {
        dc.SetBrush(wxBrush(system_colour(wxSYS_COLOUR_BTNFACE)));
        dc.SetPen(*wxTRANSPARENT_PEN);
        dc.DrawRectangle(rect);
    }
};

}  // namespace

bool is_dark_theme()
{
    return system_colour(wxSYS_COLOUR_LISTBOX).GetLuminance() < 0.5;
}

wxColour muted_text()
{
    return between(system_colour(wxSYS_COLOUR_LISTBOXTEXT), system_colour(wxSYS_COLOUR_LISTBOX), 0.38);
}

wxColour error_text()
{
    return is_dark_theme() ? wxColour(255, 128, 115) : wxColour(190, 30, 20);
}

void use_theme(wxAuiDockArt& art, int caption_height)
{
    const wxColour ground = system_colour(wxSYS_COLOUR_BTNFACE);
    const wxColour text = system_colour(wxSYS_COLOUR_BTNTEXT);
    const wxColour line = between(ground, text, 0.18);
    art.SetMetric(wxAUI_DOCKART_GRADIENT_TYPE, wxAUI_GRADIENT_NONE);
    art.SetMetric(wxAUI_DOCKART_CAPTION_SIZE, caption_height);
    art.SetColour(wxAUI_DOCKART_BACKGROUND_COLOUR, ground);
    art.SetColour(wxAUI_DOCKART_SASH_COLOUR, ground);
    art.SetColour(wxAUI_DOCKART_BORDER_COLOUR, line);
    art.SetColour(wxAUI_DOCKART_ACTIVE_CAPTION_COLOUR, ground);
    art.SetColour(wxAUI_DOCKART_INACTIVE_CAPTION_COLOUR, ground);
    art.SetColour(wxAUI_DOCKART_ACTIVE_CAPTION_TEXT_COLOUR, text);
    art.SetColour(wxAUI_DOCKART_INACTIVE_CAPTION_TEXT_COLOUR, text);
    art.SetFont(wxAUI_DOCKART_CAPTION_FONT, wxSystemSettings::GetFont(wxSYS_DEFAULT_GUI_FONT).Bold());
}

void use_theme(wxAuiToolBar& bar)
{
    bar.SetArtProvider(new PlainToolBar);
}

}  // namespace redforge::editor
