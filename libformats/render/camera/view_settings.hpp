// View settings of a window (cameras, shading, hidden kinds), and their text form for the settings file.
#pragma once

#include <array>
#include <cstddef>
#include <set>
#include <string>
#include <string_view>

#include "render/camera/view_control.hpp"
#include "render/opengl/renderer.hpp"

namespace redforge::render {

/// Settings of one view.
struct ViewLook {
    Direction direction{};
    Shading shading{};

    friend bool operator==(const ViewLook&, const ViewLook&) = default;
};

/// Settings of all views. Defaults: perspective, top, front and side, with textures and without symbols.
struct ViewSettings {
    std::array<ViewLook, 4> views{{{.direction = {.view = View::camera}},
                                   {.direction = {.view = View::top}},
                                   {.direction = {.view = View::front}},
                                   {.direction = {.view = View::side}}}};
    std::size_t active{};  ///< index of the view with the keyboard; a single view is this one
    bool symbols{};
    std::set<Symbol> hidden_symbols{};

    friend bool operator==(const ViewSettings&, const ViewSettings&) = default;
};

/// Returns the text form: a line per view, "camera 28.8 -21.5 textured" with yaw and pitch in degrees, the active view
/// and the symbols.
[[nodiscard]] std::string format_view_settings(const ViewSettings& looks);

/// Parses settings. Missing or malformed values get the defaults of the first start.
[[nodiscard]] ViewSettings parse_view_settings(std::string_view text);

}  // namespace redforge::render
