// Where the views of a scene are in their pane: one, two beside each other, or four, with gaps that can be dragged.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace redforge::editor {

inline constexpr std::size_t max_views = 4;

/// Its number is that of the views.
enum class ViewCount : std::uint8_t { one = 1, two = 2, four = 4 };

struct ViewLayout {
    ViewCount count{ViewCount::one};
    double across{0.5};  ///< the share of the left views, 0.1 to 0.9
    double down{0.5};    ///< the share of the upper views

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

/// Which of the four views are shown: the active one alone; it and the first, or the first two; all.
[[nodiscard]] std::vector<std::size_t> shown_views(ViewCount count, std::size_t active);

/// Where they are, in that order; four are: left and right above, left and right below.
[[nodiscard]] std::vector<PaneArea> view_areas(const ViewLayout& layout, PaneSize size);

/// What a gap at that place divides.
struct ViewGap {
    bool across{};  ///< left from right
    bool down{};    ///< above from below

    friend bool operator==(const ViewGap&, const ViewGap&) = default;
};
[[nodiscard]] ViewGap gap_at(const ViewLayout& layout, PaneSize size, int x, int y);
/// The layout after such a gap was dragged there.
[[nodiscard]] ViewLayout drag_gap(ViewLayout layout, PaneSize size, ViewGap gap, int x, int y);

}  // namespace redforge::editor
