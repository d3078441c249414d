// Actions of the browser: listing items, and placing dropped items.
#pragma once

#include <optional>

#include "editor/model/rows/browser_items.hpp"
#include "editor/views/frame/window_part.hpp"
#include "scene/scene.hpp"

namespace redforge::editor {

class BrowserActions : public WindowPart {
public:
    using WindowPart::WindowPart;

    void connect();
    /// Lists the current items, with their numbers of uses.
    void update_browser();
    /// Makes the selected item a favourite, or removes it from the favourites.
    void toggle_favourite();
    [[nodiscard]] bool can_be_favourite() const;
    [[nodiscard]] bool is_favourite() const;

private:
    /// Returns true if the browser shows textures for the faces of a model.
    [[nodiscard]] bool is_model() const;
    void place_from_browser(const BrowserItem& item, const std::optional<scene::Vec3>& place);
    void drop_from_browser(const BrowserItem& item, bool exchange);
    void use_from_browser(const BrowserItem& item, const NodeRefs& records);
    void open_browser_menu(const BrowserItem& item);
};

}  // namespace redforge::editor
