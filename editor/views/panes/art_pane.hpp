// Images of a texture bank as a sheet with animated frames, frames of a GXA, planes of a terrain, or the colours of a
// palette as swatches.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <vector>

#include <wx/bitmap.h>
#include <wx/stopwatch.h>
#include <wx/timer.h>

#include "editor/model/scene/art_sheet.hpp"
#include "editor/views/scene/tile_canvas.hpp"

namespace redforge::editor {

class ArtPane : public TileCanvas {
public:
    explicit ArtPane(wxWindow* parent);

    std::function<void(const NodeRefs&)> on_select;             ///< called when the user selects these records
    std::function<void(const std::string& message)> on_status;  ///< shows a message in the status bar
    std::function<void()> on_menu;  ///< called for a right click, after the tile is selected

    /// Shows the tiles of a session, which may be null. `game`: provides the colours of images without their own; greys
    /// if null.
    void show(const Session* session, const scene::GameFolder* game = nullptr);
    /// Updates the tiles after a change of the document.
    void follow();
    void select(const NodeRefs& selected);

    [[nodiscard]] const std::vector<SheetTile>& tiles() const { return tiles_; }
    /// Returns the selected tiles.
    [[nodiscard]] std::vector<SheetTile> chosen() const;
    /// Returns the visible frame of a tile.
    [[nodiscard]] std::size_t frame_of(const SheetTile& tile) const;

private:
    [[nodiscard]] std::size_t count() const override { return tiles_.size(); }
    [[nodiscard]] Grid grid_for(const wxSize& window) const override;
    void draw_tile(wxDC& dc, std::size_t index, const wxRect& rect) override;
    [[nodiscard]] std::optional<std::size_t> current() const override;
    [[nodiscard]] std::string tile_name(std::size_t index) const override;
    void open_menu() override;
    void choose(std::size_t index) override;
    void play();
    [[nodiscard]] const wxBitmap* picture_of(std::size_t index, std::size_t frame);
    [[nodiscard]] bool is_selected(const SheetTile& tile) const;
    void on_press(wxMouseEvent& event);
    void on_right_press(wxMouseEvent& event);
    void pick(std::size_t index, bool toggle);

    const Session* session_{};
    std::vector<SheetTile> tiles_;
    std::vector<art::Colour> colours_;
    std::map<std::pair<std::size_t, std::size_t>, wxBitmap>
        pictures_;  ///< by tile and frame; includes those that cannot be shown
    NodeRefs selected_;
    std::optional<art::TerrainPlane> plane_;  ///< the selected plane, which has no record
    bool swatches_{};
    wxTimer playing_;
    wxStopWatch clock_;
};

}  // namespace redforge::editor
