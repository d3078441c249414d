// Drawing and choosing in the browser.
#include "editor/views/browser.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <wx/control.h>
#include <wx/dcbuffer.h>
#include <wx/settings.h>
#include <wx/sizer.h>

#include "editor/views/focus.hpp"
#include "editor/views/looks.hpp"
#include "editor/views/picture_bitmap.hpp"
#include "editor/views/text.hpp"

namespace redforge::editor {
namespace {

constexpr int browser_edge = 4;  ///< pixels around a picture
constexpr int drag_slack = 5;    ///< pixels that a hand may tremble

render::ThumbnailKey thumbnail_of(const BrowserItem& item)
{
    return item.kind == BrowserKind::textures ? render::ThumbnailKey{.picture = item.picture}
                                              : render::ThumbnailKey{.model = item.model, .extension = item.extension};
}

}  // namespace

BrowserGrid::BrowserGrid(wxWindow* parent)
    : wxScrolledCanvas(parent, wxID_ANY, wxDefaultPosition, wxDefaultSize, wxWANTS_CHARS | wxVSCROLL),
      thumbnails_([this] { CallAfter([this] { Refresh(); }); })
{
    const auto side = static_cast<int>(thumbnails_.side());
    tile_ = wxSize(side + 2 * browser_edge, side + 3 * browser_edge + GetCharHeight());
    least_width_ = tile_.x;
    SetBackgroundStyle(wxBG_STYLE_PAINT);
    EnableScrolling(false, true);
    SetScrollRate(0, tile_.y / 3);
    Bind(wxEVT_PAINT, [this](wxPaintEvent&) { paint(); });
    Bind(wxEVT_SIZE, [this](wxSizeEvent& event) {
        lay_out();
        event.Skip();
    });
    for (const auto& kind : {wxEVT_LEFT_DOWN, wxEVT_LEFT_UP, wxEVT_LEFT_DCLICK, wxEVT_RIGHT_UP, wxEVT_MOTION}) {
        Bind(kind, &BrowserGrid::on_mouse, this);
    }
    Bind(wxEVT_MOUSE_CAPTURE_LOST, [this](wxMouseCaptureLostEvent&) {
        pressed_.reset();
        dragging_ = false;
        SetCursor(wxNullCursor);
    });
    Bind(wxEVT_KEY_DOWN, &BrowserGrid::on_key, this);
    Bind(wxEVT_SET_FOCUS, [this](wxFocusEvent& event) {
        Refresh();
        event.Skip();
    });
    Bind(wxEVT_KILL_FOCUS, [this](wxFocusEvent& event) {
        Refresh();
        event.Skip();
    });
}

void BrowserGrid::show(std::vector<BrowserItem> items)
{
    if (items == items_) {
        return;
    }
    const BrowserItem* const before = selected();
    const std::string name = before == nullptr ? std::string{} : before->name;
    items_ = std::move(items);
    const auto same = std::ranges::find(items_, name, &BrowserItem::name);
    selected_ = same == items_.end() ? std::nullopt : std::optional(static_cast<std::size_t>(same - items_.begin()));
    lay_out();
    Refresh();
}

const BrowserItem* BrowserGrid::selected() const
{
    return selected_ && *selected_ < items_.size() ? &items_[*selected_] : nullptr;
}

int BrowserGrid::columns() const
{
    return std::max(1, GetClientSize().x / least_width_);
}

void BrowserGrid::lay_out()
{
    tile_.x = std::max(least_width_, GetClientSize().x / columns());
    const auto count = static_cast<int>(items_.size());
    const int rows = (count + columns() - 1) / columns();
    SetVirtualSize(GetClientSize().x, rows * tile_.y);
}

wxRect BrowserGrid::tile(std::size_t index) const
{
    const auto place = static_cast<int>(index);
    return {CalcScrolledPosition(wxPoint(place % columns() * tile_.x, place / columns() * tile_.y)), tile_};
}

std::optional<std::size_t> BrowserGrid::item_at(const wxPoint& at) const
{
    const wxPoint place = CalcUnscrolledPosition(at);
    const int column = place.x / tile_.x;
    if (place.x < 0 || place.y < 0 || column >= columns()) {
        return std::nullopt;
    }
    const auto index = static_cast<std::size_t>(place.y / tile_.y * columns() + column);
    return index < items_.size() ? std::optional(index) : std::nullopt;
}

void BrowserGrid::paint()
{
    wxAutoBufferedPaintDC dc(this);
    dc.SetBackground(wxBrush(wxSystemSettings::GetColour(wxSYS_COLOUR_LISTBOX)));
    dc.Clear();
    dc.SetFont(GetFont());
    const wxRect seen = GetClientRect();
    if (items_.empty()) {
        dc.SetTextForeground(muted_text());
        dc.DrawText("Nothing is found.", browser_edge * 2, browser_edge * 2);
        return;
    }
    std::vector<render::ThumbnailKey> wanted;
    for (std::size_t i = 0; i < items_.size(); ++i) {
        if (const wxRect rect = tile(i); rect.Intersects(seen)) {
            draw_tile(dc, i, rect);
            if (thumbnail_of(items_[i]) != render::ThumbnailKey{} && !thumbnails_.find(thumbnail_of(items_[i]))) {
                wanted.push_back(thumbnail_of(items_[i]));
            }
        }
    }
    if (!wanted.empty()) {
        thumbnails_.want(wanted);
    }
}

void BrowserGrid::draw_tile(wxDC& dc, std::size_t index, const wxRect& rect)
{
    const BrowserItem& item = items_[index];
    const bool chosen = selected_ == index;
    if (chosen) {
        dc.SetPen(*wxTRANSPARENT_PEN);
        dc.SetBrush(wxBrush(wxSystemSettings::GetColour(HasFocus() ? wxSYS_COLOUR_HIGHLIGHT : wxSYS_COLOUR_BTNSHADOW)));
        dc.DrawRoundedRectangle(wxRect(rect).Deflate(1), 4);
    }
    const auto side = static_cast<int>(thumbnails_.side());
    if (const auto image = thumbnails_.find(thumbnail_of(item)); image && image->width > 0) {
        const wxBitmap bitmap(image_from(*image));
        dc.DrawBitmap(bitmap, rect.x + (rect.width - bitmap.GetWidth()) / 2,
                      rect.y + browser_edge + (side - bitmap.GetHeight()) / 2, true);
    } else {
        dc.SetBrush(*wxTRANSPARENT_BRUSH);
        dc.SetPen(wxPen(muted_text(), 1, wxPENSTYLE_DOT));
        dc.DrawRectangle(rect.x + rect.width / 2 - side / 4, rect.y + browser_edge + side / 4, side / 2, side / 2);
    }
    dc.SetTextForeground(chosen && HasFocus() ? wxSystemSettings::GetColour(wxSYS_COLOUR_HIGHLIGHTTEXT)
                                              : wxSystemSettings::GetColour(wxSYS_COLOUR_LISTBOXTEXT));
    const wxString name = wxControl::Ellipsize(to_wx(item.name), dc, wxELLIPSIZE_END, rect.width - 2 * browser_edge);
    const wxSize size = dc.GetTextExtent(name);
    dc.DrawText(name, rect.x + (rect.width - size.x) / 2, rect.GetBottom() - browser_edge - size.y);
    if (item.uses > 0) {
        const wxString uses = wxString::Format("%zu", item.uses);
        const wxSize of_uses = dc.GetTextExtent(uses);
        const wxRect badge(rect.GetRight() - of_uses.x - 12, rect.y + 3, of_uses.x + 8, of_uses.y);
        dc.SetPen(*wxTRANSPARENT_PEN);
        dc.SetBrush(wxBrush(wxSystemSettings::GetColour(wxSYS_COLOUR_BTNFACE)));
        dc.DrawRoundedRectangle(badge, 5);
        dc.SetTextForeground(muted_text());
        dc.DrawText(uses, badge.x + 4, badge.y);
    }
}

void BrowserGrid::select(std::size_t index)
{
    if (index >= items_.size()) {
        return;
    }
    selected_ = index;
    const wxRect rect = tile(index);
    const int step = tile_.y / 3;
    const int top = CalcUnscrolledPosition(rect.GetTopLeft()).y;
    if (rect.y < 0) {
        Scroll(-1, top / step);
    } else if (rect.GetBottom() > GetClientSize().y) {
        Scroll(-1, (top + tile_.y - GetClientSize().y + step - 1) / step);
    }
    Refresh();
    if (on_point) {
        on_point(items_[index]);
    }
}

void BrowserGrid::on_mouse(wxMouseEvent& event)
{
    const std::optional<std::size_t> item = item_at(event.GetPosition());
    if (event.LeftDown()) {
        SetFocus();
        if (item) {
            select(*item);
            pressed_ = event.GetPosition();
            CaptureMouse();
        }
        return;
    }
    if (event.LeftDClick()) {
        if (item && on_choose) {
            on_choose(BrowserItem(items_[*item]));
        }
        return;
    }
    if (event.RightUp()) {
        if (item) {
            select(*item);
            on_menu(BrowserItem(items_[*item]));
        }
        return;
    }
    if (event.LeftUp()) {
        if (HasCapture()) {
            ReleaseMouse();
        }
        SetCursor(wxNullCursor);
        pressed_.reset();
        if (std::exchange(dragging_, false) && selected() != nullptr &&
            !GetClientRect().Contains(event.GetPosition())) {
            on_drop(BrowserItem(*selected()), event.ControlDown());
        }
        return;
    }
    const bool far = pressed_ && (std::abs(pressed_->x - event.GetX()) > drag_slack ||
                                  std::abs(pressed_->y - event.GetY()) > drag_slack);
    if (far && !dragging_) {
        dragging_ = true;
        SetCursor(wxCursor(wxCURSOR_HAND));
    }
}

void BrowserGrid::on_key(wxKeyEvent& event)
{
    const auto count = static_cast<int>(items_.size());
    const int now = selected_ ? static_cast<int>(*selected_) : -1;
    const int page = std::max(1, GetClientSize().y / tile_.y) * columns();
    int next = now;
    switch (event.GetKeyCode()) {
    case WXK_LEFT: next = now - 1; break;
    case WXK_RIGHT: next = now + 1; break;
    case WXK_UP: next = now - columns(); break;
    case WXK_DOWN: next = now + columns(); break;
    case WXK_PAGEUP: next = now - page; break;
    case WXK_PAGEDOWN: next = now + page; break;
    case WXK_HOME: next = 0; break;
    case WXK_END: next = count - 1; break;
    case WXK_RETURN:
    case WXK_NUMPAD_ENTER:
        if (selected() != nullptr && on_choose) {
            on_choose(BrowserItem(*selected()));
        }
        return;
    default: event.Skip(); return;
    }
    if (count > 0) {
        select(static_cast<std::size_t>(std::clamp(next, 0, count - 1)));
    }
}

Browser::Browser(wxWindow* parent) : wxPanel(parent)
{
    wxArrayString kinds;
    for (const char* const kind : {"Models", "Actors", "Textures"}) {
        kinds.Add(kind);
    }
    kind_ = new wxChoice(this, wxID_ANY, wxDefaultPosition, wxDefaultSize, kinds);
    kind_->SetSelection(0);
    kind_->SetMinSize(kind_->GetBestSize());
    search_ = new wxSearchCtrl(this, wxID_ANY);
    search_->SetDescriptiveText("Find");
    search_->ShowCancelButton(true);
    grid_ = new BrowserGrid(this);
    auto* const row = new wxBoxSizer(wxHORIZONTAL);
    row->Add(kind_, wxSizerFlags().CentreVertical().Border(wxALL, FromDIP(3)));
    row->Add(search_, wxSizerFlags(1).CentreVertical().Border(wxTOP | wxBOTTOM | wxRIGHT, FromDIP(3)));
    auto* const column = new wxBoxSizer(wxVERTICAL);
    column->Add(row, wxSizerFlags().Expand());
    column->Add(grid_, wxSizerFlags(1).Expand());
    SetSizer(column);
    kind_->Bind(wxEVT_CHOICE, [this](wxCommandEvent&) { renew(); });
    search_->Bind(wxEVT_TEXT, [this](wxCommandEvent&) { renew(); });
    search_->Bind(wxEVT_SEARCH_CANCEL, [this](wxCommandEvent&) {
        search_->ChangeValue("");
        renew();
    });
}

void Browser::renew()
{
    if (on_list) {
        grid_->show(
            on_list(static_cast<BrowserKind>(std::max(kind_->GetSelection(), 0)), from_wx(search_->GetValue())));
    }
}

void Browser::choose(BrowserKind kind)
{
    kind_->SetSelection(static_cast<int>(kind));
    renew();
}

void Browser::find(const std::string& words)
{
    search_->ChangeValue(to_wx(words));
    renew();
}

bool Browser::is_searching() const
{
    return is_inside(wxWindow::FindFocus(), search_);
}

}  // namespace redforge::editor
