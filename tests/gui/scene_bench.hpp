// Test bench for user input in the 3D view.
#pragma once

#include "editor/views/scene/scene_canvas.hpp"  // first, for its OpenGL headers

#include "editor/views/scene/scene_pane.hpp"
#include "gui/bench.hpp"
#include "runner/skip.hpp"

namespace redforge::test {

using scene::Vec3;

/// Waits until the scene is loaded and drawn. Returns null, and skips the test, if this screen has no OpenGL.
inline SceneCanvas* canvas_of(const Bench& bench)
{
    for (int i = 0; i < 200 && !bench.frame->scene().is_idle(); ++i) {
        process_events(50);
    }
    REQUIRE(bench.frame->scene().is_idle());
    if (bench.frame->scene().canvas() == nullptr) {
        redforge::test::skip("no OpenGL on this screen");
    }
    return bench.frame->scene().canvas();
}

/// Returns the screen position of a position of the scene.
inline wxPoint to_screen(const SceneCanvas& canvas, Vec3 place)
{
    const auto pixel = render::pixel_of(canvas.camera(), place, canvas.extent());
    REQUIRE(pixel);
    return canvas.ClientToScreen(wxPoint(static_cast<int>(pixel->x), static_cast<int>(pixel->y)));
}

}  // namespace redforge::test
