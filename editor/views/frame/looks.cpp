// Colours from the theme.
#include "editor/views/frame/looks.hpp"

#include <algorithm>

#include <wx/aui/aui.h>
#include <wx/button.h>
#include <wx/dc.h>
#include <wx/grid.h>
#include <wx/settings.h>
#include <wx/srchctrl.h>

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

/// Toolbar with a plain background. The default has a gradient in colours that are not in the theme.
class PlainToolBar : public wxAuiDefaultToolBarArt {
public:
    wxAuiToolBarArt* Clone() override { return new PlainToolBar(*this); }
    void DrawBackground(wxDC& dc, wxWindow* /*bar*/, const wxRect& rect) override
    {
        dc.SetBrush(wxBrush(system_colour(wxSYS_COLOUR_BTNFACE)));
        dc.SetPen(*wxTRANSPARENT_PEN);
        dc.DrawRectangle(rect);
    }
    /// Draws the arrow that opens the menu of tools that do not fit.
    void DrawOverflowButton(wxDC& dc, wxWindow* window, const wxRect& rect, int state) override
    {
        const auto* const bar = dynamic_cast<wxAuiToolBar*>(window);
        if (bar == nullptr || !bar->GetToolBarFits()) {
            wxAuiDefaultToolBarArt::DrawOverflowButton(dc, window, rect, state);
        }
    }
};

/// Notebook tabs without the gradients and rounded frames of the wx default.
class PlainTabs : public wxAuiGenericTabArt {
public:
    wxAuiTabArt* Clone() override { return new PlainTabs(*this); }
    void DrawBackground(wxDC& dc, wxWindow* /*tabs*/, const wxRect& rect) override
    {
        dc.SetBrush(wxBrush(system_colour(wxSYS_COLOUR_BTNFACE)));
        dc.SetPen(*wxTRANSPARENT_PEN);
        dc.DrawRectangle(rect);
    }
    void DrawBorder(wxDC& /*dc*/, wxWindow* /*tabs*/, const wxRect& /*rect*/) override {}
    int GetBorderWidth(wxWindow* /*tabs*/) override { return 0; }
    void DrawTab(wxDC& dc, wxWindow* tabs, const wxAuiNotebookPage& page, const wxRect& rect, int close_button,
                 wxRect* tab, wxRect* button, int* extent) override
    {
        const wxSize size = GetTabSize(dc, tabs, page.caption, page.bitmap, page.active, close_button, extent);
        *tab = wxRect(rect.GetPosition(), wxSize(size.x, rect.height));
        *button = {};
        dc.SetPen(*wxTRANSPARENT_PEN);
        if (page.active) {
            const int line = std::max(2, tabs->FromDIP(2));
            dc.SetBrush(wxBrush(system_colour(wxSYS_COLOUR_LISTBOX)));
            dc.DrawRectangle(*tab);
            dc.SetBrush(wxBrush(system_colour(wxSYS_COLOUR_HIGHLIGHT)));
            dc.DrawRectangle(tab->x, tab->y, tab->width, line);
        }
        dc.SetFont(wxSystemSettings::GetFont(wxSYS_DEFAULT_GUI_FONT));
        dc.SetTextForeground(page.active ? system_colour(wxSYS_COLOUR_LISTBOXTEXT) : muted_text());
        const wxSize words = dc.GetTextExtent(page.caption);
        dc.DrawText(page.caption, tab->x + (tab->width - words.x) / 2, tab->y + (tab->height - words.y) / 2);
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

int font_scaled(const wxWindow& window, int length)
{
    constexpr int default_height = 17;  // of a line of text, in pixels at 96 dpi
    return std::max(window.FromDIP(length), length * window.GetCharHeight() / default_height);
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

void use_theme(wxAuiNotebook& tabs)
{
    tabs.SetArtProvider(new PlainTabs);
}

void use_theme(wxAuiToolBar& bar)
{
    bar.SetArtProvider(new PlainToolBar);
    bar.Bind(wxEVT_AUITOOLBAR_OVERFLOW_CLICK, [&bar](wxAuiToolBarEvent& event) { event.Skip(!bar.GetToolBarFits()); });
    // wx can report a double click as a press and a double click without a release between them. The bar would capture
    // the mouse twice and never release one capture.
    bar.Bind(wxEVT_LEFT_DCLICK, [&bar](wxMouseEvent& event) { event.Skip(!bar.HasCapture()); });
}

wxButton* small_button(wxWindow* parent, const wxString& label)
{
    auto* const button = new wxButton(parent, wxID_ANY, label, wxDefaultPosition, wxDefaultSize, wxBU_EXACTFIT);
    button->SetMinSize(button->GetBestSize() + parent->FromDIP(wxSize(12, 0)));
    return button;
}

int text_line_height(const wxWindow& window)
{
    return window.GetCharHeight() + window.FromDIP(10);
}

wxSize TextLine::DoGetSizeFromTextSize(int width, int height) const
{
    const wxSize size = wxTextCtrl::DoGetSizeFromTextSize(width, height);
    return {size.x, std::max(height, text_line_height(*this))};
}

void fit_search_line(wxSearchCtrl& line)
{
    line.SetMinSize(wxSize(line.FromDIP(90), std::max(line.GetBestSize().y, text_line_height(line))));
}

void use_theme(wxGrid& grid)
{
    const auto show = [&grid](bool focused) {
        grid.SetSelectionForeground(
            wxSystemSettings::GetColour(focused ? wxSYS_COLOUR_HIGHLIGHTTEXT : wxSYS_COLOUR_BTNTEXT));
        grid.ForceRefresh();
    };
    show(false);
    grid.GetGridWindow()->Bind(wxEVT_SET_FOCUS, [show](wxFocusEvent& event) {
        show(true);
        event.Skip();
    });
    grid.GetGridWindow()->Bind(wxEVT_KILL_FOCUS, [show](wxFocusEvent& event) {
        show(false);
        event.Skip();
    });
}

}  // namespace redforge::editor
