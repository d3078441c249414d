// How wide the panes at the sides of the window are, as wxAUI's description of a layout says it: a text, so that it
// can be changed and tested without a window.
#pragma once

#include <string>
#include <string_view>

namespace redforge::editor {

/// Pixels; 0 where there is no pane.
struct SideWidths {
    int left{};
    int right{};

    friend bool operator==(const SideWidths&, const SideWidths&) = default;
};

[[nodiscard]] SideWidths side_widths(std::string_view layout);
/// The same layout with other widths; 0 leaves a side as it is.
[[nodiscard]] std::string with_side_widths(std::string_view layout, SideWidths widths);

/// Of the wanted widths as much as leaves half of the window to what is between them.
[[nodiscard]] SideWidths fitted(SideWidths wanted, int window);

}  // namespace redforge::editor
