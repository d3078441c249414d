// A scrolled grid of tiles: layout, hit test, and keyboard navigation.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <wx/scrolwin.h>

namespace redforge::editor {

/// Scrolled window with a grid of tiles. Draws visible tiles only.
class TileCanvas : public wxScrolledCanvas {
public:
    TileCanvas(const TileCanvas&) = delete;
    TileCanvas& operator=(const TileCanvas&) = delete;
    ~TileCanvas() override = default;

    /// Returns the rectangle of a tile in this window.
    [[nodiscard]] wxRect tile(std::size_t index) const;

protected:
    struct Grid {
        wxSize tile;     ///< pixels
        int columns{1};  ///< at least 1
    };

    /// `name`: name for screen readers. `none`: text that is shown if there are no tiles.
    TileCanvas(wxWindow* parent, std::string name, std::string none = {});

public:
    /// Sets the text that is shown if there are no tiles.
    void set_empty_text(std::string words) { none_ = std::move(words); }

protected:
    [[nodiscard]] virtual std::size_t count() const = 0;
    /// Returns the tile size and the number of columns for a window size.
    [[nodiscard]] virtual Grid grid_for(const wxSize& window) const = 0;
    virtual void draw_tile(wxDC& dc, std::size_t index, const wxRect& rect) = 0;
    /// Called after drawing, with the indices of the visible tiles.
    virtual void drawn(const std::vector<std::size_t>& /*seen*/) {}
    /// Returns the tile with the keyboard focus, or nullopt.
    [[nodiscard]] virtual std::optional<std::size_t> current() const = 0;
    /// Called when the user moves to a tile with a key: selects it and scrolls to it.
    virtual void choose(std::size_t index) = 0;

    /// Returns the text of a tile for screen readers.
    [[nodiscard]] virtual std::string tile_name(std::size_t index) const = 0;
    /// Called for the menu key.
    virtual void open_menu() = 0;

    /// Updates the layout after the tiles changed.
    void lay_out();
    [[nodiscard]] std::optional<std::size_t> tile_at(const wxPoint& at) const;
    [[nodiscard]] std::vector<std::size_t> in_sight() const;
    void scroll_to(std::size_t index);

private:
    void paint();
    void on_key(wxKeyEvent& event);
    [[nodiscard]] int scroll_step() const;

    std::string name_;
    std::string none_;
    Grid grid_{wxSize(1, 1), 1};
};

}  // namespace redforge::editor
