// Layout of the views in their pane: one, two side by side, or four, with draggable gaps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace redforge::editor {

inline constexpr std::size_t max_views = 4;

/// The value is the number of views.
enum class ViewCount : std::uint8_t { one = 1, two = 2, four = 4 };

struct ViewLayout {
    ViewCount count{ViewCount::one};
    double across{0.5};  ///< width share of the left views, 0.1 to 0.9
    double down{0.5};    ///< height share of the upper views

    friend bool operator==(const ViewLayout&, const ViewLayout&) = default;
};

struct PaneSize {
    int width{};
    int height{};
};

struct PaneArea {
    int x{};
    int y{};
    int width{};
    int height{};

    friend bool operator==(const PaneArea&, const PaneArea&) = default;
};

inline constexpr int view_gap = 5;  ///< pixels between two views

/// Returns the indices of the visible views: the active one; the active and the first, or the first two; or all.
[[nodiscard]] std::vector<std::size_t> shown_views(ViewCount count, std::size_t active);

/// Returns the areas of shown_views(), in their order; for four: top left, top right, bottom left, bottom right.
[[nodiscard]] std::vector<PaneArea> view_areas(const ViewLayout& layout, PaneSize size);

/// The gaps at a position; both where they cross.
struct ViewGap {
    bool across{};  ///< divides left and right
    bool down{};    ///< divides top and bottom

    friend bool operator==(const ViewGap&, const ViewGap&) = default;
};
/// Returns the gaps at a position.
[[nodiscard]] ViewGap gap_at(const ViewLayout& layout, PaneSize size, int x, int y);
/// Returns the layout after a gap was dragged to a position.
[[nodiscard]] ViewLayout drag_gap(ViewLayout layout, PaneSize size, ViewGap gap, int x, int y);

}  // namespace redforge::editor
