// Plan of a map as SVG: all records from above, with id and name. Needs no OpenGL.
#pragma once

#include <span>
#include <string>

#include "scene/scene.hpp"

namespace redforge::scene {

/// Returns the plan as SVG. Map X is to the right and map Z up, as in terrain pictures and the top view. One SVG unit
/// is one map unit, and the view box is the box of all markers. Each marker is a symbol with its kind as class, "KIND
/// ID NAME" as title, and a text with id and name. Names are game text (code page 437), converted to UTF-8. `width` and
/// `height` are the default size, in pixels.
[[nodiscard]] std::string plan_svg(std::span<const SceneMarker> markers, std::string_view title, unsigned width,
                                   unsigned height);

}  // namespace redforge::scene
