// Draws the browser, and handles its selection and drags.
#include "editor/views/panes/browser.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include <fmt/format.h>
#include <wx/control.h>
#include <wx/dc.h>
#include <wx/settings.h>
#include <wx/sizer.h>
#include <wx/stdpaths.h>

#include "editor/views/frame/looks.hpp"
#include "editor/views/frame/text.hpp"
#include "editor/views/panes/focus.hpp"
#include "editor/views/scene/picture_bitmap.hpp"
#include "editor/views/scene/screen.hpp"

namespace redforge::editor {
namespace {

constexpr int browser_edge = 4;  ///< pixels around a picture
constexpr int drag_slack = 5;    ///< pointer movement that does not start a drag, pixels

render::ThumbnailKey thumbnail_of(const BrowserItem& item)
{
    return item.kind == BrowserKind::textures ? render::ThumbnailKey{.picture = item.picture}
                                              : render::ThumbnailKey{.model = item.model, .extension = item.extension};
}

}  // namespace

BrowserGrid::BrowserGrid(wxWindow* parent)
    : TileCanvas(parent, "Browser", "Nothing found"),
      thumbnails_([this] { CallAfter([this] { Refresh(); }); }, 80,
                  to_path(wxStandardPaths::Get().GetUserDir(wxStandardPaths::Dir_Cache)) / "redforge" / "thumbnails")
{
    for (const auto& kind : {wxEVT_LEFT_DOWN, wxEVT_LEFT_UP, wxEVT_LEFT_DCLICK, wxEVT_RIGHT_UP, wxEVT_MOTION}) {
        Bind(kind, &BrowserGrid::on_mouse, this);
    }
    Bind(wxEVT_MOUSE_CAPTURE_LOST, [this](wxMouseCaptureLostEvent&) { cancel_drag(); });
    Bind(wxEVT_KEY_DOWN, [this](wxKeyEvent& event) {
        if (event.GetKeyCode() == WXK_ESCAPE && cancel_drag()) {
            return;  // the frame receives no keys while this window captures the mouse
        }
        const bool enter = event.GetKeyCode() == WXK_RETURN || event.GetKeyCode() == WXK_NUMPAD_ENTER;
        if (enter && selected() != nullptr && on_choose) {
            on_choose(BrowserItem(*selected()));
        }
        event.Skip(!enter);
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
}

void BrowserGrid::set_favourites(Favourites favourites)
{
    favourites_ = std::move(favourites);
    Refresh();
}

std::string BrowserGrid::tile_name(std::size_t index) const
{
    const BrowserItem& item = items_[index];
    return favourites_.contains(favourite_key(item)) ? item.name + ", favourite" : item.name;
}

const BrowserItem* BrowserGrid::selected() const
{
    return selected_ && *selected_ < items_.size() ? &items_[*selected_] : nullptr;
}

/// Columns fill the width.
TileCanvas::Grid BrowserGrid::grid_for(const wxSize& window) const
{
    const auto side = static_cast<int>(thumbnails_.side());
    const int min_width = std::max(side, GetTextExtent("DR_SEAT1").x) + 2 * browser_edge;  // the font can be large
    const int columns = std::max(1, window.x / min_width);
    return {wxSize(std::max(min_width, window.x / columns), side + 3 * browser_edge + GetCharHeight()), columns};
}

void BrowserGrid::drawn(const std::vector<std::size_t>& seen)
{
    std::vector<render::ThumbnailKey> wanted;
    for (const std::size_t i : seen) {
        render::ThumbnailKey key = thumbnail_of(items_[i]);
        if (key != render::ThumbnailKey{} && !thumbnails_.find(key)) {
            wanted.push_back(std::move(key));
        }
    }
    if (!wanted.empty()) {
        thumbnails_.request(wanted);
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
    if (is_audio(item)) {
        draw_sound(dc, sound_of(item), wxRect(rect.x + (rect.width - side) / 2, rect.y + browser_edge, side, side),
                   chosen && HasFocus() ? wxSystemSettings::GetColour(wxSYS_COLOUR_HIGHLIGHTTEXT) : muted_text());
    } else if (const auto image = thumbnails_.find(thumbnail_of(item)); image && image->width > 0) {
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
    if (favourites_.contains(favourite_key(item))) {
        draw_star(dc, {rect.x + 3 + GetCharHeight() / 2, rect.y + 3 + GetCharHeight() / 2}, GetCharHeight() / 2);
    }
}

void BrowserGrid::draw_star(wxDC& dc, const wxPoint& middle, int radius)
{
    constexpr int points = 5;
    std::array<wxPoint, std::size_t{2} * points> corners;
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const double angle = std::numbers::pi * static_cast<double>(i) / points;
        const double length = i % 2 == 0 ? radius : radius * 0.45;
        corners.at(i) = {middle.x + static_cast<int>(std::lround(std::sin(angle) * length)),
                         middle.y - static_cast<int>(std::lround(std::cos(angle) * length))};
    }
    dc.SetPen(wxPen(wxColour(120, 84, 0)));  // visible on light and dark pictures
    dc.SetBrush(wxBrush(wxColour(255, 200, 40)));
    dc.DrawPolygon(static_cast<int>(corners.size()), corners.data());
}

const GameSound& BrowserGrid::sound_of(const BrowserItem& item)
{
    if (item.kind != BrowserKind::voices) {
        return item.sound;
    }
    const auto [known, is_new] = voices_.try_emplace(item.name);
    if (is_new && on_voice) {
        known->second = on_voice(item);
    }
    return known->second;
}

/// Draws the waveform and the length of a sound.
void BrowserGrid::draw_sound(wxDC& dc, const GameSound& sound, const wxRect& rect, const wxColour& ink)
{
    const int middle = rect.y + rect.height / 2;
    const auto columns = static_cast<int>(sound.shape.size());
    dc.SetPen(wxPen(ink, std::max(1, rect.width / std::max(columns, 1) - 1)));
    for (int i = 0; i < columns; ++i) {
        constexpr int loudest = 255;
        const int height = std::max(1, sound.shape[static_cast<std::size_t>(i)] * (rect.height / 2 - 8) / loudest);
        const int x = rect.x + i * rect.width / columns + 1;
        dc.DrawLine(x, middle - height, x, middle + height);
    }
    dc.SetTextForeground(ink);
    dc.DrawText(wxString::FromUTF8(fmt::format("{:.1f} s", sound.seconds)), rect.x, rect.y);
}

void BrowserGrid::choose(std::size_t index)
{
    select(index);
}

void BrowserGrid::select(std::size_t index)
{
    if (index >= items_.size()) {
        return;
    }
    selected_ = index;
    scroll_to(index);
    Refresh();
    if (on_select) {
        on_select(items_[index]);
    }
}

void BrowserGrid::open_menu()
{
    if (const BrowserItem* const item = selected(); item != nullptr && on_menu) {
        on_menu(BrowserItem(*item));
    }
}

bool BrowserGrid::cancel_drag()
{
    if (HasCapture()) {
        ReleaseMouse();
    }
    pressed_.reset();
    SetCursor(wxNullCursor);
    return std::exchange(dragging_, false);
}

void BrowserGrid::on_mouse(wxMouseEvent& event)
{
    const std::optional<std::size_t> item = tile_at(event.GetPosition());
    if (event.LeftDown()) {
        SetFocus();
        if (item) {
            select(*item);
            pressed_ = event.GetPosition();
            if (!HasCapture()) {
                CaptureMouse();
            }
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
        if (cancel_drag() && selected() != nullptr && !GetClientRect().Contains(event.GetPosition())) {
            on_drop(BrowserItem(*selected()), event.ControlDown());
        }
        return;
    }
    const bool moved = pressed_ && (std::abs(pressed_->x - event.GetX()) > drag_slack ||
                                    std::abs(pressed_->y - event.GetY()) > drag_slack);
    if (moved && !dragging_) {
        dragging_ = true;
        SetCursor(wxCursor(wxCURSOR_HAND));
    }
}

Browser::Browser(wxWindow* parent) : wxPanel(parent)
{
    kind_ = new wxChoice(this, wxID_ANY);
    show_only({});
    kind_->SetMinSize(kind_->GetBestSize());
    set_accessible_name(*kind_, "Kind of items in the browser");
    search_ = new wxSearchCtrl(this, wxID_ANY);
    search_->SetDescriptiveText("Find");
    fit_search_line(*search_);
    search_->ShowCancelButton(true);
    set_accessible_name(*search_, "Find in the browser");
    grid_ = new BrowserGrid(this);
    auto* const row = new wxBoxSizer(wxHORIZONTAL);
    row->Add(kind_, wxSizerFlags().CentreVertical().Border(wxALL, FromDIP(3)));
    row->Add(search_, wxSizerFlags(1).CentreVertical().Border(wxTOP | wxBOTTOM | wxRIGHT, FromDIP(3)));
    auto* const column = new wxBoxSizer(wxVERTICAL);
    column->Add(row, wxSizerFlags().Expand());
    column->Add(grid_, wxSizerFlags(1).Expand());
    SetSizer(column);
    kind_->Bind(wxEVT_CHOICE, [this](wxCommandEvent&) {
        search_->ChangeValue("");  // a filter of models would hide all actors
        refresh();
    });
    search_->Bind(wxEVT_TEXT, [this](wxCommandEvent&) { refresh(); });
    search_->Bind(wxEVT_SEARCH_CANCEL, [this](wxCommandEvent&) {
        search_->ChangeValue("");
        refresh();
    });
}

void Browser::refresh()
{
    if (on_list) {
        const BrowserKind kind = this->kind();
        const std::string words = from_wx(search_->GetValue());
        grid_->set_empty_text(
            !words.empty()                 ? "Nothing matches \"" + words + "\""
            : kind == BrowserKind::actors  ? "No actor of this map.\nCopy objects of another map,\nand paste them here."
            : kind == BrowserKind::prefabs ? "No prefab.\nSelect records, and choose\nEdit, Prefab, Save Selection."
            : kind == BrowserKind::favourites
                ? "No favourite here.\nRight-click an item of another\nkind, and choose Favourite."
                : "Nothing found");
        grid_->show(on_list(kind, words));
    }
}

bool Browser::is_searching() const
{
    return is_inside(wxWindow::FindFocus(), search_);
}

bool Browser::clear_search()
{
    if (!is_searching() || search_->GetValue().empty()) {
        return false;
    }
    search_->ChangeValue("");
    refresh();
    return true;
}

BrowserKind Browser::kind() const
{
    return kinds_.at(static_cast<std::size_t>(std::max(kind_->GetSelection(), 0)));
}

void Browser::show_kind(BrowserKind kind)
{
    const auto found = std::ranges::find(kinds_, kind);
    if (found == kinds_.end()) {
        return;
    }
    if (this->kind() != kind) {
        search_->ChangeValue("");
    }
    kind_->SetSelection(static_cast<int>(found - kinds_.begin()));
    refresh();
}

void Browser::show_only(std::optional<BrowserKind> only)
{
    constexpr std::array<std::pair<BrowserKind, const char*>, 7> all{{{BrowserKind::models, "Models"},
                                                                      {BrowserKind::actors, "Actors"},
                                                                      {BrowserKind::textures, "Textures"},
                                                                      {BrowserKind::sounds, "Sounds"},
                                                                      {BrowserKind::voices, "Voices"},
                                                                      {BrowserKind::prefabs, "Prefabs"},
                                                                      {BrowserKind::favourites, "Favourites"}}};
    std::vector<BrowserKind> kinds;
    wxArrayString labels;
    for (const auto& [kind, label] : all) {
        if (!only || kind == *only || kind == BrowserKind::favourites) {
            kinds.push_back(kind);
            labels.Add(label);
        }
    }
    if (kinds == kinds_) {
        return;
    }
    kinds_ = std::move(kinds);
    kind_->Set(labels);
    kind_->SetSelection(0);
    if (search_ != nullptr) {
        search_->ChangeValue("");
    }
}

}  // namespace redforge::editor
