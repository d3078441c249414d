// Lays out tiles, and moves between them with keys.
#include "editor/views/scene/tile_canvas.hpp"

#include <algorithm>
#include <utility>

#include <wx/dcbuffer.h>
#include <wx/settings.h>

#include "editor/views/frame/looks.hpp"
#include "editor/views/frame/text.hpp"
#include "editor/views/scene/screen.hpp"

namespace redforge::editor {

TileCanvas::TileCanvas(wxWindow* parent, std::string name, std::string none)
    : wxScrolledCanvas(parent, wxID_ANY, wxDefaultPosition, wxDefaultSize, wxWANTS_CHARS | wxVSCROLL),
      name_(std::move(name)), none_(std::move(none))
{
    set_accessible_name(*this, to_wx(name_));
    SetBackgroundStyle(wxBG_STYLE_PAINT);
    EnableScrolling(false, true);
    Bind(wxEVT_PAINT, [this](wxPaintEvent&) { paint(); });
    Bind(wxEVT_SIZE, [this](wxSizeEvent& event) {
        lay_out();
        event.Skip();
    });
    Bind(wxEVT_KEY_DOWN, &TileCanvas::on_key, this);
    for (const auto& kind : {wxEVT_SET_FOCUS, wxEVT_KILL_FOCUS}) {
        Bind(kind, [this](wxFocusEvent& event) {
            Refresh();
            event.Skip();
        });
    }
}

int TileCanvas::scroll_step() const
{
    return std::max(grid_.tile.y / 4, 1);
}

void TileCanvas::lay_out()
{
    grid_ = grid_for(GetClientSize());
    const auto tiles = static_cast<int>(count());
    const int rows = (tiles + grid_.columns - 1) / grid_.columns;
    SetScrollRate(0, scroll_step());
    SetVirtualSize(GetClientSize().x, rows * grid_.tile.y);
    Refresh();
}

wxRect TileCanvas::tile(std::size_t index) const
{
    const auto place = static_cast<int>(index);
    const wxPoint corner(place % grid_.columns * grid_.tile.x, place / grid_.columns * grid_.tile.y);
    return {CalcScrolledPosition(corner), grid_.tile};
}

std::optional<std::size_t> TileCanvas::tile_at(const wxPoint& at) const
{
    const wxPoint place = CalcUnscrolledPosition(at);
    const int column = place.x / grid_.tile.x;
    if (place.x < 0 || place.y < 0 || column >= grid_.columns) {
        return std::nullopt;
    }
    const auto index = static_cast<std::size_t>(place.y / grid_.tile.y * grid_.columns + column);
    return index < count() ? std::optional(index) : std::nullopt;
}

std::vector<std::size_t> TileCanvas::in_sight() const
{
    const int top = CalcUnscrolledPosition(wxPoint(0, 0)).y;
    const int first = std::max(top, 0) / grid_.tile.y * grid_.columns;
    const int last = ((top + GetClientSize().y) / grid_.tile.y + 1) * grid_.columns;
    std::vector<std::size_t> seen;
    for (int i = first; i < std::min(last, static_cast<int>(count())); ++i) {
        seen.push_back(static_cast<std::size_t>(i));
    }
    return seen;
}

void TileCanvas::scroll_to(std::size_t index)
{
    const wxRect rect = tile(index);
    const int step = scroll_step();
    const int top = CalcUnscrolledPosition(rect.GetTopLeft()).y;
    if (rect.y < 0) {
        Scroll(-1, top / step);
    } else if (rect.GetBottom() > GetClientSize().y) {
        Scroll(-1, (top + rect.height - GetClientSize().y + step - 1) / step);
    }
}

void TileCanvas::paint()
{
    wxAutoBufferedPaintDC dc(this);
    dc.SetBackground(wxBrush(wxSystemSettings::GetColour(wxSYS_COLOUR_LISTBOX)));
    dc.Clear();
    dc.SetFont(GetFont());
    if (HasFocus() && !current()) {  // otherwise the colour of the current tile shows the focus
        dc.SetBrush(*wxTRANSPARENT_BRUSH);
        dc.SetPen(wxPen(wxSystemSettings::GetColour(wxSYS_COLOUR_HIGHLIGHT), FromDIP(2)));
        dc.DrawRectangle(GetClientRect().Deflate(1));
    }
    if (count() == 0 && !none_.empty()) {
        const int edge = FromDIP(8);
        dc.SetTextForeground(muted_text());
        dc.DrawText(to_wx(none_), edge, edge);
        return;
    }
    const std::vector<std::size_t> seen = in_sight();
    for (const std::size_t i : seen) {
        draw_tile(dc, i, tile(i));
    }
    drawn(seen);
}

void TileCanvas::on_key(wxKeyEvent& event)
{
    const auto tiles = static_cast<int>(count());
    const int page = std::max(1, GetClientSize().y / grid_.tile.y) * grid_.columns;
    int next = current() ? static_cast<int>(*current()) : -1;
    switch (event.GetKeyCode()) {
    case WXK_LEFT: next -= 1; break;
    case WXK_RIGHT: next += 1; break;
    case WXK_UP: next -= grid_.columns; break;
    case WXK_DOWN: next += grid_.columns; break;
    case WXK_PAGEUP: next -= page; break;
    case WXK_PAGEDOWN: next += page; break;
    case WXK_HOME: next = 0; break;
    case WXK_END: next = tiles - 1; break;
    case WXK_TAB:  // wx leaves this key to the window, because it takes all keys
        Navigate(event.ShiftDown() ? wxNavigationKeyEvent::IsBackward : wxNavigationKeyEvent::IsForward);
        return;
    case WXK_WINDOWS_MENU: open_menu(); return;
    default: event.Skip(); return;
    }
    if (tiles > 0) {
        const auto index = static_cast<std::size_t>(std::clamp(next, 0, tiles - 1));
        choose(index);
        set_accessible_name(*this, to_wx(name_ + ": " + tile_name(index)));
    }
}

}  // namespace redforge::editor
