// Draws the tiles of the sheet and selects them.
#include "editor/views/panes/art_pane.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>
#include <wx/control.h>
#include <wx/dc.h>
#include <wx/image.h>
#include <wx/settings.h>

#include "core/text/counts.hpp"
#include "editor/model/text/colour_text.hpp"
#include "editor/views/frame/looks.hpp"
#include "editor/views/frame/text.hpp"
#include "editor/views/scene/picture_bitmap.hpp"

namespace redforge::editor {
namespace {

constexpr int sheet_edge = 6;    ///< pixels around a picture
constexpr int image_side = 128;  ///< pixels
constexpr int swatch_columns = 16;
constexpr int min_swatch = 18;
constexpr int max_swatch = 44;
constexpr int sheet_tick = 40;              ///< milliseconds between two animation frames
constexpr int default_delay = 100;          ///< frame delay of images that do not store one, milliseconds
constexpr std::size_t max_pictures = 1024;  ///< limit of the bitmap cache: 64 MB, more than a screen shows

}  // namespace

ArtPane::ArtPane(wxWindow* parent) : TileCanvas(parent, "Pictures")
{
    Bind(wxEVT_LEFT_DOWN, &ArtPane::on_press, this);
    Bind(wxEVT_LEFT_DCLICK, &ArtPane::on_press, this);
    Bind(wxEVT_RIGHT_UP, &ArtPane::on_right_press, this);
    playing_.Bind(wxEVT_TIMER, [this](wxTimerEvent&) { play(); });
}

void ArtPane::show(const Session* session, const scene::GameFolder* game)
{
    session_ = session;
    swatches_ = session != nullptr && has_colour_tiles(*session);
    colours_ = session != nullptr && !swatches_ ? colours_of_game(game) : std::vector<art::Colour>{};
    selected_.clear();
    plane_.reset();
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
}

void ArtPane::select(const NodeRefs& selected)
{
    if (selected != selected_) {
        selected_ = selected;
        Refresh();
    }
}

TileCanvas::Grid ArtPane::grid_for(const wxSize& window) const
{
    if (swatches_) {
        const int side = std::clamp(std::min(window.x, window.y) / (swatch_columns + 1), min_swatch, max_swatch);
        return {wxSize(side, side), swatch_columns};
    }
    const wxSize tile(image_side + 2 * sheet_edge, image_side + 3 * sheet_edge + 2 * GetCharHeight());
    return {tile, std::max(1, window.x / tile.x)};
}

std::optional<std::size_t> ArtPane::current() const
{
    const auto found = std::ranges::find_if(tiles_, [this](const SheetTile& tile) { return is_selected(tile); });
    return found == tiles_.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - tiles_.begin()));
}

bool ArtPane::is_selected(const SheetTile& tile) const
{
    if (tile.record.node.empty()) {
        return tile.plane && tile.plane == plane_;
    }
    return std::ranges::any_of(selected_, [&](const NodeRef& ref) {
        return !ref.node.empty() && ref.node.front() == tile.record.node.front();
    });
}

std::size_t ArtPane::frame_of(const SheetTile& tile) const
{
    const long delay = tile.delay > 0 ? tile.delay : default_delay;
    return static_cast<std::size_t>(clock_.Time() / delay) % tile.frames;
}

void ArtPane::play()
{
    if (!IsShownOnScreen()) {
        return;
    }
    for (const std::size_t i : in_sight()) {
        if (tiles_[i].frames > 1) {
            RefreshRect(tile(i), false);
        }
    }
}

/// Returns null if the picture cannot be shown.
const wxBitmap* ArtPane::picture_of(std::size_t index, std::size_t frame)
{
    if (pictures_.size() >= max_pictures) {
        pictures_.clear();
    }
    const auto [known, is_new] = pictures_.try_emplace({index, frame});
    wxBitmap& picture = known->second;
    if (is_new) {
        const art::RgbaImage image = image_of(*session_, tiles_[index], frame, colours_);
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
    return picture.IsOk() ? &picture : nullptr;
}

void ArtPane::draw_tile(wxDC& dc, std::size_t index, const wxRect& rect)
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
    if (const wxBitmap* const picture = picture_of(index, frame_of(tile))) {
        dc.DrawBitmap(*picture, rect.x + (rect.width - picture->GetWidth()) / 2,
                      rect.y + sheet_edge + (image_side - picture->GetHeight()) / 2, true);
    }
    const auto line = [&](const std::string& words, int from_below, const wxColour& colour) {
        dc.SetTextForeground(colour);
        const wxString text = wxControl::Ellipsize(to_wx(words), dc, wxELLIPSIZE_END, rect.width - 2 * sheet_edge);
        dc.DrawText(text, rect.x + (rect.width - dc.GetTextExtent(text).x) / 2,
                    rect.GetBottom() - sheet_edge - from_below * GetCharHeight());
    };
    const wxColour text = wxSystemSettings::GetColour(chosen ? wxSYS_COLOUR_HIGHLIGHTTEXT : wxSYS_COLOUR_LISTBOXTEXT);
    line(tile.name, 2, text);
    line(fmt::format("{} x {}{}", tile.width, tile.height,
                     tile.frames > 1 ? fmt::format(", {}", counted(tile.frames, "frame")) : std::string{}),
         1, chosen ? text : muted_text());
}

void ArtPane::pick(std::size_t index, bool toggle)
{
    if (tiles_[index].record.node.empty()) {
        plane_ = tiles_[index].plane;
        Refresh();
        return;
    }
    NodeRefs refs = toggle ? selected_ : NodeRefs{};
    std::erase(refs, NodeRef{});
    const NodeRef& ref = tiles_[index].record;
    if (std::erase(refs, ref) == 0) {
        refs.push_back(ref);
    }
    if (on_select) {
        on_select(refs);
    }
    if (on_status && swatches_) {
        const art::Colour& colour = tiles_[index].colour;
        on_status(fmt::format("Colour {}: {}", index, colour_text({colour.r, colour.g, colour.b})));
    }
}

void ArtPane::on_press(wxMouseEvent& event)
{
    SetFocus();
    if (const std::optional<std::size_t> index = tile_at(event.GetPosition())) {
        pick(*index, event.ControlDown() || event.ShiftDown());
    }
}

void ArtPane::on_right_press(wxMouseEvent& event)
{
    SetFocus();
    const std::optional<std::size_t> index = tile_at(event.GetPosition());
    if (index && !is_selected(tiles_[*index])) {
        pick(*index, false);
    }
    if (index && on_menu) {
        on_menu();
    }
}

std::vector<SheetTile> ArtPane::chosen() const
{
    std::vector<SheetTile> tiles;
    std::ranges::copy_if(tiles_, std::back_inserter(tiles),
                         [this](const SheetTile& tile) { return is_selected(tile); });
    return tiles;
}

std::string ArtPane::tile_name(std::size_t index) const
{
    const SheetTile& tile = tiles_[index];
    return tile.name.empty() ? fmt::format("{}", index) : tile.name;
}

void ArtPane::open_menu()
{
    if (on_menu && !chosen().empty()) {
        on_menu();
    }
}

void ArtPane::choose(std::size_t index)
{
    scroll_to(index);
    pick(index, false);
}

}  // namespace redforge::editor
