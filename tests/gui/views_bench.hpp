// A window that shows the sample map with the default layout, and actions by name.
#pragma once

#include "gui/scene_bench.hpp"  // first, for its OpenGL headers

#include <algorithm>
#include <string>

#include "editor/views/actions/actions.hpp"
#include "editor/views/actions/pane_actions.hpp"
#include "editor/views/actions/select_actions.hpp"
#include "editor/views/actions/transform_actions.hpp"

namespace redforge::test {

/// Resets the layout before and after the test.
struct Views : Bench {
    SceneCanvas* canvas{};
    Views()
    {
        frame->part<PaneActions>().reset_layout();
        canvas = canvas_of(*this);
        frame->part<TransformActions>().snap_to({.on = true, .grid = 16, .angle = 64});
    }
    Views(const Views&) = delete;
    Views& operator=(const Views&) = delete;
    ~Views()
    {
        frame->part<PaneActions>().reset_layout();
        frame->part<SelectActions>().show_hidden();
        frame->SetSize(1200, 800);
    }
    SceneCanvas& view(std::size_t number) { return *frame->scene().canvases().at(number); }
    std::string selected() const
    {
        const NodeRefs& refs = frame->session()->selection();
        return refs.size() == 1 ? frame->session()->path_of(refs.front()) : std::to_string(refs.size());
    }
};

inline const Action& action_named(const std::string& name)
{
    const auto found = std::ranges::find(actions(), name, action_name);
    REQUIRE(found != actions().end());
    return *found;
}

// Objects 4 and 5 of the sample map are at map (200, 0, 300) and (200, 0, 500):
// -200/20, -(16,777,215 - 300*256)/5120 and -(16,777,215 - 500*256)/5120.
inline const Vec3 first_door{-10, 0, -3261.8F};
inline const Vec3 second_door{-10, 0, -3251.8F};

}  // namespace redforge::test
