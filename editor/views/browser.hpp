// The browser: models, actors and textures with their pictures, to be dragged into a view.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <wx/choice.h>
#include <wx/panel.h>
#include <wx/scrolwin.h>
#include <wx/srchctrl.h>

#include "editor/model/browser_items.hpp"
#include "render/thumbnails.hpp"

namespace redforge::editor {

/// Pictures with names below, in rows; only those in sight are drawn and made.
class BrowserGrid : public wxScrolledCanvas {
public:
    explicit BrowserGrid(wxWindow* parent);
    BrowserGrid(const BrowserGrid&) = delete;
    BrowserGrid& operator=(const BrowserGrid&) = delete;
    ~BrowserGrid() override = default;

    std::function<void(const BrowserItem&)> on_choose;  ///< Enter or a double click
    /// It was dragged to that place of the screen; `exchange`: with Ctrl.
    std::function<void(const BrowserItem&, bool exchange)> on_drop;
    std::function<void(const BrowserItem&)> on_menu;
    std::function<void(const BrowserItem&)> on_point;  ///< it is selected

    void show(std::vector<BrowserItem> items);
    void use(std::shared_ptr<render::GameArt> art) { thumbnails_.use(std::move(art)); }
    [[nodiscard]] const std::vector<BrowserItem>& items() const { return items_; }
    [[nodiscard]] const BrowserItem* selected() const;
    void select(std::size_t index);
    [[nodiscard]] const render::Thumbnails& thumbnails() const { return thumbnails_; }
    /// Where an item is, in this window.
    [[nodiscard]] wxRect tile(std::size_t index) const;

private:
    void paint();
    void draw_tile(wxDC& dc, std::size_t index, const wxRect& rect);
    void want_seen();
    void lay_out();
    [[nodiscard]] int columns() const;
    [[nodiscard]] std::optional<std::size_t> item_at(const wxPoint& at) const;
    void on_mouse(wxMouseEvent& event);
    void on_key(wxKeyEvent& event);

    std::vector<BrowserItem> items_;
    std::optional<std::size_t> selected_;
    std::optional<wxPoint> pressed_;
    bool dragging_{};
    wxSize tile_;
    int least_width_{};  ///< of a tile
    render::Thumbnails thumbnails_;  ///< last: it tells this window as long as it lives
};

class Browser : public wxPanel {
public:
    explicit Browser(wxWindow* parent);

    /// What is to be listed: of the kind that is chosen, with these words.
    std::function<std::vector<BrowserItem>(BrowserKind kind, const std::string& find)> on_list;

    [[nodiscard]] BrowserGrid& grid() { return *grid_; }
    /// Lists again what there is now.
    void renew();
    void choose(BrowserKind kind);
    void find(const std::string& words);
    [[nodiscard]] bool is_searching() const;

private:
    wxChoice* kind_{};
    wxSearchCtrl* search_{};
    BrowserGrid* grid_{};
};

}  // namespace redforge::editor
