// Reads and changes dock_size(direction,layer,row)=pixels in a layout text of wxAUI.
#include "editor/model/rows/pane_widths.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include <fmt/format.h>

namespace redforge::editor {
namespace {

constexpr char right_side = '2';  // wxAUI_DOCK_RIGHT
constexpr char left_side = '4';   // wxAUI_DOCK_LEFT

/// Returns the position and length of a side's width in a layout; innermost dock only.
std::pair<std::size_t, std::size_t> width_in(std::string_view layout, char side)
{
    const std::string begin = fmt::format("dock_size({},", side);
    const std::size_t dock = layout.find(begin);
    const std::size_t at = dock == std::string_view::npos ? dock : layout.find(")=", dock);
    if (at == std::string_view::npos) {
        return {layout.size(), 0};
    }
    const std::size_t number = at + 2;
    const std::size_t end = std::min(layout.find_first_not_of("0123456789", number), layout.size());
    return {number, end - number};
}

int number_in(std::string_view text)
{
    int number{};
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

}  // namespace

SideWidths side_widths(std::string_view layout)
{
    const auto width = [&](char side) {
        const auto [at, length] = width_in(layout, side);
        return number_in(layout.substr(at, length));
    };
    return {width(left_side), width(right_side)};
}

std::string with_side_widths(std::string_view layout, SideWidths widths)
{
    std::string changed(layout);
    for (const auto& [side, width] : {std::pair{left_side, widths.left}, std::pair{right_side, widths.right}}) {
        const auto [at, length] = width_in(changed, side);
        if (length > 0 && width > 0) {
            changed.replace(at, length, std::to_string(width));
        }
    }
    return changed;
}

SideWidths fitted(SideWidths wanted, int window)
{
    constexpr int sashes = 10;  // edges between the panes, pixels
    const int room = std::max(window / 2 - sashes, 0);
    const int both = wanted.left + wanted.right;
    if (both <= room) {
        return wanted;
    }
    const int left = static_cast<int>(static_cast<long long>(wanted.left) * room / both);
    return {left, wanted.right == 0 ? 0 : room - left};
}

}  // namespace redforge::editor
