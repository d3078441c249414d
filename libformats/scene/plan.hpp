// The plan of a map as SVG: every record from above, with its id and name. Needs no graphics.
#pragma once

#include <span>
#include <string>

#include "scene/scene.hpp"

namespace redforge::scene {

/// Map X to the right and map Z upwards, as terrain pictures and the top view have it; one SVG unit is one map unit
/// and the view box is the box of all spots. Each spot is a symbol with the kind as its class, "KIND ID NAME" as its
/// title, and a text with id and name. Names are game text (code page 437) shown in UTF-8.
/// `width` and `height`: pixels that the plan is shown in unless a page says otherwise.
[[nodiscard]] std::string plan_svg(std::span<const SceneMarker> markers, std::string_view title, unsigned width,
                                   unsigned height);

}  // namespace redforge::scene
