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

private:
    void choose(const BrowserItem& item);
    void place_from_browser(const BrowserItem& item, const std::optional<scene::Vec3>& place);
    void drop_from_browser(const BrowserItem& item, bool exchange);
    void use_from_browser(const BrowserItem& item, const NodeRefs& records);
    void open_browser_menu(const BrowserItem& item);
};

}  // namespace redforge::editor
