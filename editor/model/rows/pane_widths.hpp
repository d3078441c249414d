// Widths of the side panes in wxAUI's layout string, so that they can be changed and tested without a window.
#pragma once

#include <string>
#include <string_view>

namespace redforge::editor {

/// Pixels; 0 if there is no pane.
struct SideWidths {
    int left{};
    int right{};

    friend bool operator==(const SideWidths&, const SideWidths&) = default;
};

[[nodiscard]] SideWidths side_widths(std::string_view layout);
/// Returns the layout with other widths; 0 keeps a side unchanged.
[[nodiscard]] std::string with_side_widths(std::string_view layout, SideWidths widths);

/// Limits the wanted widths so that half of the window stays free between them.
[[nodiscard]] SideWidths fitted(SideWidths wanted, int window);

}  // namespace redforge::editor
