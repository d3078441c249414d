// The browser: models, actors and textures with pictures that can be dragged into a view, and sounds.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <wx/choice.h>
#include <wx/panel.h>
#include <wx/srchctrl.h>

#include "editor/model/rows/browser_items.hpp"
#include "editor/views/scene/tile_canvas.hpp"
#include "render/picture/thumbnails.hpp"

namespace redforge::editor {

/// Tiles of pictures with names. Only visible tiles are drawn and loaded.
class BrowserGrid : public TileCanvas {
public:
    explicit BrowserGrid(wxWindow* parent);

    std::function<void(const BrowserItem&)> on_choose;  ///< called for Enter or a double click
    /// Called when an item is dropped at a screen position. `exchange`: with Ctrl.
    std::function<void(const BrowserItem&, bool exchange)> on_drop;
    std::function<void(const BrowserItem&)> on_menu;
    std::function<void(const BrowserItem&)> on_select;  ///< called when an item is selected
    /// Returns the length and waveform of a voice; called when it becomes visible.
    std::function<GameSound(const BrowserItem&)> on_voice;

    void show(std::vector<BrowserItem> items);
    /// Sets the items that are drawn with a star.
    void set_favourites(Favourites favourites);
    [[nodiscard]] const Favourites& favourites() const { return favourites_; }
    void use(std::shared_ptr<render::GameArt> art) { thumbnails_.use(std::move(art)); }
    /// Clears the cached voices, because other voices can have the same labels.
    void clear_voices() { voices_.clear(); }
    [[nodiscard]] const std::vector<BrowserItem>& items() const { return items_; }
    [[nodiscard]] const BrowserItem* selected() const;
    void select(std::size_t index);
    [[nodiscard]] const render::Thumbnails& thumbnails() const { return thumbnails_; }
    /// Cancels a drag. Returns false if there is none.
    bool cancel_drag();

private:
    [[nodiscard]] std::size_t count() const override { return items_.size(); }
    [[nodiscard]] Grid grid_for(const wxSize& window) const override;
    void draw_tile(wxDC& dc, std::size_t index, const wxRect& rect) override;
    const GameSound& sound_of(const BrowserItem& item);
    static void draw_star(wxDC& dc, const wxPoint& middle, int radius);
    static void draw_sound(wxDC& dc, const GameSound& sound, const wxRect& rect, const wxColour& ink);
    void drawn(const std::vector<std::size_t>& seen) override;
    [[nodiscard]] std::optional<std::size_t> current() const override { return selected_; }
    void choose(std::size_t index) override;
    [[nodiscard]] std::string tile_name(std::size_t index) const override;
    void open_menu() override;
    void on_mouse(wxMouseEvent& event);

    std::vector<BrowserItem> items_;
    Favourites favourites_;
    std::map<std::string, GameSound> voices_;  ///< cached voices, by label
    std::optional<std::size_t> selected_;
    std::optional<wxPoint> pressed_;
    bool dragging_{};
    render::Thumbnails thumbnails_;  ///< last member, because its thread calls this window
};

class Browser : public wxPanel {
public:
    explicit Browser(wxWindow* parent);

    /// Returns the items to list, for a kind and search words.
    std::function<std::vector<BrowserItem>(BrowserKind kind, const std::string& find)> on_list;

    [[nodiscard]] BrowserGrid& grid() { return *grid_; }
    /// Lists the current items again.
    void refresh();
    /// Returns true if the search line has the focus.
    [[nodiscard]] bool is_searching() const;
    /// Clears the search line. Returns false if it does not have the focus, or is empty.
    bool clear_search();
    /// Selects a kind, like the choice above the tiles.
    void show_kind(BrowserKind kind);
    /// Restricts the choice to one kind and the favourites; nullopt: all kinds.
    void show_only(std::optional<BrowserKind> kind);

private:
    [[nodiscard]] BrowserKind kind() const;

    wxChoice* kind_{};
    std::vector<BrowserKind> kinds_;  ///< kinds of the choice
    wxSearchCtrl* search_{};
    BrowserGrid* grid_{};
};

}  // namespace redforge::editor
