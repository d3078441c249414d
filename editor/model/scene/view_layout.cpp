// Divides a pane among views.
#include "editor/model/scene/view_layout.hpp"

#include <algorithm>
#include <cmath>

namespace redforge::editor {
namespace {

constexpr double min_share = 0.1;

/// Returns the offset of the gap for a share.
int divided(int length, double share)
{
    return std::max(0, static_cast<int>(std::lround((length - view_gap) * share)));
}

double fraction_of(int place, int length)
{
    const int room = std::max(length - view_gap, 1);
    return std::clamp(static_cast<double>(place - view_gap / 2) / room, min_share, 1 - min_share);
}

bool within(int place, int gap)
{
    return place >= gap && place < gap + view_gap;
}

}  // namespace

std::vector<std::size_t> shown_views(ViewCount count, std::size_t active)
{
    switch (count) {
    case ViewCount::one: return {active};
    case ViewCount::two: return {0, active == 0 ? std::size_t{1} : active};
    case ViewCount::four: break;
    }
    return {0, 1, 2, 3};
}

std::vector<PaneArea> view_areas(const ViewLayout& layout, PaneSize size)
{
    const int left = divided(size.width, layout.across);
    const int top = divided(size.height, layout.down);
    const int x = left + view_gap;
    const int y = top + view_gap;
    const int right = std::max(size.width - x, 0);
    const int bottom = std::max(size.height - y, 0);
    switch (layout.count) {
    case ViewCount::one: return {{0, 0, size.width, size.height}};
    case ViewCount::two: return {{0, 0, left, size.height}, {x, 0, right, size.height}};
    case ViewCount::four: break;
    }
    return {{0, 0, left, top}, {x, 0, right, top}, {0, y, left, bottom}, {x, y, right, bottom}};
}

ViewGap gap_at(const ViewLayout& layout, PaneSize size, int x, int y)
{
    return {layout.count != ViewCount::one && within(x, divided(size.width, layout.across)),
            layout.count == ViewCount::four && within(y, divided(size.height, layout.down))};
}

ViewLayout drag_gap(ViewLayout layout, PaneSize size, ViewGap gap, int x, int y)
{
    layout.across = gap.across ? fraction_of(x, size.width) : layout.across;
    layout.down = gap.down ? fraction_of(y, size.height) : layout.down;
    return layout;
}

}  // namespace redforge::editor
