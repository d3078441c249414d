// Drawing tiles and choosing among them.
#include "editor/views/art_pane.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <wx/control.h>
#include <wx/dcbuffer.h>
#include <wx/image.h>
#include <wx/settings.h>

#include "core/counts.hpp"
#include "editor/model/colour_text.hpp"
#include "editor/views/looks.hpp"
#include "editor/views/picture_bitmap.hpp"
#include "editor/views/text.hpp"

namespace redforge::editor {
namespace {

constexpr int sheet_edge = 6;    ///< pixels around a picture
constexpr int image_side = 128;  ///< pixels
constexpr int swatch_columns = 16;
constexpr int least_swatch = 18;
constexpr int largest_swatch = 44;
constexpr int sheet_tick = 40;    ///< milliseconds between two pictures of what plays
constexpr int usual_delay = 100;  ///< of images that say none

}  // namespace

ArtPane::ArtPane(wxWindow* parent)
    : wxScrolledCanvas(parent, wxID_ANY, wxDefaultPosition, wxDefaultSize, wxWANTS_CHARS | wxVSCROLL)
{
    SetBackgroundStyle(wxBG_STYLE_PAINT);
    EnableScrolling(false, true);
    Bind(wxEVT_PAINT, [this](wxPaintEvent&) { paint(); });
    Bind(wxEVT_SIZE, [this](wxSizeEvent& event) {
        lay_out();
        Refresh();
        event.Skip();
    });
    Bind(wxEVT_LEFT_DOWN, &ArtPane::on_press, this);
    Bind(wxEVT_LEFT_DCLICK, &ArtPane::on_press, this);
    Bind(wxEVT_KEY_DOWN, &ArtPane::on_key, this);
    playing_.Bind(wxEVT_TIMER, [this](wxTimerEvent&) { play(); });
}

void ArtPane::show(const Session* session, const std::optional<std::filesystem::path>& game)
{
    session_ = session;
    swatches_ = session != nullptr && is_of_colours(*session);
    colours_ = session != nullptr && !swatches_ ? colours_for(session->path(), game) : std::vector<art::Colour>{};
    selected_.clear();
    follow();
    Scroll(0, 0);
}

void ArtPane::follow()
{
    tiles_ = session_ == nullptr ? std::vector<SheetTile>{} : sheet_of(*session_);
    pictures_.clear();
    const bool plays = std::ranges::any_of(tiles_, [](const SheetTile& tile) { return tile.frames > 1; });
    if (plays && !playing_.IsRunning()) {
        playing_.Start(sheet_tick);
    } else if (!plays) {
        playing_.Stop();
    }
    lay_out();
    Refresh();
}

void ArtPane::select(const NodeRefs& selected)
{
    if (selected != selected_) {
        selected_ = selected;
        Refresh();
    }
}

int ArtPane::columns() const
{
    return swatches_ ? swatch_columns : std::max(1, GetClientSize().x / std::max(tile_.x, 1));
}

void ArtPane::lay_out()
{
    const wxSize room = GetClientSize();
    const int side = std::clamp(std::min(room.x, room.y) / (swatch_columns + 1), least_swatch, largest_swatch);
    tile_ = swatches_ ? wxSize(side, side)
                      : wxSize(image_side + 2 * sheet_edge, image_side + 3 * sheet_edge + 2 * GetCharHeight());
    const auto count = static_cast<int>(tiles_.size());
    const int rows = (count + columns() - 1) / columns();
    const int step = std::max(tile_.y / 4, 1);
    SetScrollRate(0, step);
    SetVirtualSize(room.x, rows * tile_.y);
}

wxRect ArtPane::tile(std::size_t index) const
{
    const auto place = static_cast<int>(index);
    return {CalcScrolledPosition(wxPoint(place % columns() * tile_.x, place / columns() * tile_.y)), tile_};
}

std::optional<std::size_t> ArtPane::tile_at(const wxPoint& at) const
{
    const wxPoint place = CalcUnscrolledPosition(at);
    const int column = place.x / tile_.x;
    if (place.x < 0 || place.y < 0 || column >= columns()) {
        return std::nullopt;
    }
    const auto index = static_cast<std::size_t>(place.y / tile_.y * columns() + column);
    return index < tiles_.size() ? std::optional(index) : std::nullopt;
}

bool ArtPane::is_selected(const SheetTile& tile) const
{
    return std::ranges::any_of(selected_, [&](const NodeRef& ref) {
        return !ref.node.empty() && ref.node.front() == tile.record.node.front();
    });
}

std::size_t ArtPane::frame_of(const SheetTile& tile) const
{
    const long delay = tile.delay > 0 ? tile.delay : usual_delay;
    return static_cast<std::size_t>(clock_.Time() / delay) % tile.frames;
}

void ArtPane::play()
{
    if (!IsShownOnScreen()) {
        return;
    }
    const wxRect seen = GetClientRect();
    for (std::size_t i = 0; i < tiles_.size(); ++i) {
        if (tiles_[i].frames > 1 && tile(i).Intersects(seen)) {
            RefreshRect(tile(i), false);
        }
    }
}

void ArtPane::paint()
{
    wxAutoBufferedPaintDC dc(this);
    dc.SetBackground(wxBrush(wxSystemSettings::GetColour(wxSYS_COLOUR_LISTBOX)));
    dc.Clear();
    dc.SetFont(GetFont());
    const wxRect seen = GetClientRect();
    for (std::size_t i = 0; i < tiles_.size(); ++i) {
        if (const wxRect rect = tile(i); rect.Intersects(seen)) {
            draw(dc, i, rect);
        }
    }
}

void ArtPane::draw(wxDC& dc, std::size_t index, const wxRect& rect)
{
    const SheetTile& tile = tiles_[index];
    const bool chosen = is_selected(tile);
    if (swatches_) {
        dc.SetPen(*wxTRANSPARENT_PEN);
        dc.SetBrush(wxBrush(wxColour(tile.colour.r, tile.colour.g, tile.colour.b)));
        dc.DrawRectangle(wxRect(rect).Deflate(1));
        if (chosen) {
            dc.SetBrush(*wxTRANSPARENT_BRUSH);
            dc.SetPen(wxPen(*wxBLACK, 2));
            dc.DrawRectangle(wxRect(rect).Deflate(2));
            dc.SetPen(wxPen(*wxWHITE, 2));
            dc.DrawRectangle(rect);
        }
        return;
    }
    if (chosen) {
        dc.SetPen(*wxTRANSPARENT_PEN);
        dc.SetBrush(wxBrush(wxSystemSettings::GetColour(wxSYS_COLOUR_HIGHLIGHT)));
        dc.DrawRoundedRectangle(wxRect(rect).Deflate(2), 5);
    }
    const std::size_t frame = frame_of(tile);
    wxBitmap& picture = pictures_[{index, frame}];
    if (!picture.IsOk()) {
        art::RgbaImage image = image_of(*session_, tile, frame, colours_);
        if (image.width > 0 && image.height > 0) {
            wxImage made = image_from(image);
            const auto side = static_cast<int>(std::max(image.width, image.height));
            const int factor = std::max(1, image_side / side);  // small ones are enlarged by whole pixels
            const double scale = side > image_side ? static_cast<double>(image_side) / side : factor;
            made.Rescale(std::max(1, static_cast<int>(made.GetWidth() * scale)),
                         std::max(1, static_cast<int>(made.GetHeight() * scale)), wxIMAGE_QUALITY_NEAREST);
            picture = wxBitmap(made);
        }
    }
    if (picture.IsOk()) {
        dc.DrawBitmap(picture, rect.x + (rect.width - picture.GetWidth()) / 2,
                      rect.y + sheet_edge + (image_side - picture.GetHeight()) / 2, true);
    }
    const auto line = [&](const std::string& words, int from_below, const wxColour& colour) {
        dc.SetTextForeground(colour);
        const wxString text = wxControl::Ellipsize(to_wx(words), dc, wxELLIPSIZE_END, rect.width - 2 * sheet_edge);
        dc.DrawText(text, rect.x + (rect.width - dc.GetTextExtent(text).x) / 2,
                    rect.GetBottom() - sheet_edge - from_below * GetCharHeight());
    };
    const wxColour text = wxSystemSettings::GetColour(chosen ? wxSYS_COLOUR_HIGHLIGHTTEXT : wxSYS_COLOUR_LISTBOXTEXT);
    const art::RgbaImage first = image_of(*session_, tile, 0, colours_);
    line(tile.name, 2, text);
    line(fmt::format("{} x {}{}", first.width, first.height,
                     tile.frames > 1 ? fmt::format(", {}", counted(tile.frames, "frame")) : std::string{}),
         1, chosen ? text : muted_text());
}

void ArtPane::choose(std::size_t index, bool toggle)
{
    NodeRefs refs = toggle ? selected_ : NodeRefs{};
    std::erase(refs, NodeRef{});
    const NodeRef& ref = tiles_[index].record;
    if (std::erase(refs, ref) == 0 || !toggle) {
        refs.push_back(ref);
    }
    if (on_select) {
        on_select(refs);
    }
    if (on_say && swatches_) {
        const art::Colour& colour = tiles_[index].colour;
        on_say(fmt::format("Colour {}: {}", index, colour_text({colour.r, colour.g, colour.b})));
    }
}

void ArtPane::on_press(wxMouseEvent& event)
{
    SetFocus();
    if (const std::optional<std::size_t> index = tile_at(event.GetPosition())) {
        choose(*index, event.ControlDown() || event.ShiftDown());
    }
}

void ArtPane::on_key(wxKeyEvent& event)
{
    const auto now = std::ranges::find_if(tiles_, [this](const SheetTile& tile) { return is_selected(tile); });
    const auto count = static_cast<int>(tiles_.size());
    int next = now == tiles_.end() ? -1 : static_cast<int>(now - tiles_.begin());
    switch (event.GetKeyCode()) {
    case WXK_LEFT: next -= 1; break;
    case WXK_RIGHT: next += 1; break;
    case WXK_UP: next -= columns(); break;
    case WXK_DOWN: next += columns(); break;
    case WXK_HOME: next = 0; break;
    case WXK_END: next = count - 1; break;
    default: event.Skip(); return;
    }
    if (count == 0) {
        return;
    }
    const auto index = static_cast<std::size_t>(std::clamp(next, 0, count - 1));
    const wxRect rect = tile(index);
    const int step = std::max(tile_.y / 4, 1);
    const int top = CalcUnscrolledPosition(rect.GetTopLeft()).y;
    if (rect.y < 0) {
        Scroll(-1, top / step);
    } else if (rect.GetBottom() > GetClientSize().y) {
        Scroll(-1, (top + tile_.y - GetClientSize().y + step - 1) / step);
    }
    choose(index, false);
}

}  // namespace redforge::editor
