// The images of a texture bank as a contact sheet whose frames play, or the colours of a palette as swatches.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <vector>

#include <wx/bitmap.h>
#include <wx/scrolwin.h>
#include <wx/stopwatch.h>
#include <wx/timer.h>

#include "editor/model/art_sheet.hpp"

namespace redforge::editor {

class ArtPane : public wxScrolledCanvas {
public:
    explicit ArtPane(wxWindow* parent);

    std::function<void(const NodeRefs&)> on_select;          ///< a person selected these
    std::function<void(const std::string& message)> on_say;  ///< for the status bar

    /// Shows the tiles of a session; null: none. `game`: where colours come from when its file lies in no game's folder.
    void show(const Session* session, const std::optional<std::filesystem::path>& game = {});
    /// Brings the tiles up to date with a change of the document.
    void follow();
    void select(const NodeRefs& selected);

    [[nodiscard]] const std::vector<SheetTile>& tiles() const { return tiles_; }
    /// Where a tile is, in this window.
    [[nodiscard]] wxRect tile(std::size_t index) const;
    /// The frame of a tile that is shown now.
    [[nodiscard]] std::size_t frame_of(const SheetTile& tile) const;

private:
    void paint();
    void draw(wxDC& dc, std::size_t index, const wxRect& rect);
    void lay_out();
    void play();
    [[nodiscard]] int columns() const;
    [[nodiscard]] std::optional<std::size_t> tile_at(const wxPoint& at) const;
    [[nodiscard]] bool is_selected(const SheetTile& tile) const;
    void on_press(wxMouseEvent& event);
    void on_key(wxKeyEvent& event);
    void choose(std::size_t index, bool toggle);

    const Session* session_{};
    std::vector<SheetTile> tiles_;
    std::vector<art::Colour> colours_;
    std::map<std::pair<std::size_t, std::size_t>, wxBitmap> pictures_;  ///< by tile and frame
    NodeRefs selected_;
    bool swatches_{};
    wxSize tile_;
    wxTimer playing_;
    wxStopWatch clock_;
};

}  // namespace redforge::editor
