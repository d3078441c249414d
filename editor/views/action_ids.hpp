// Numbers of actions that wx has no id for.
#pragma once

#include <wx/defs.h>

#include "scene/scene.hpp"

namespace redforge::editor {

enum Id : int {
    game_folder = wxID_HIGHEST + 1,
    load_scene,
    stop_loading,
    view_perspective,
    view_top,
    view_front,
    view_side,
    view_iso,
    frame_selected,
    frame_all,
    symbols,
    one_view,
    two_views,
    four_views,
    link_views,
    flat_shading,
    wireframe,
    light_symbols,
    sound_symbols,
    marker_symbols,
    trigger_symbols,
    other_symbols,
    show_kind,
    lock_kind = show_kind + static_cast<int>(scene::Kind::model),
    pane_outliner = lock_kind + static_cast<int>(scene::Kind::model),
    pane_properties,
    pane_bottom,
    pane_tools,
    reset_layout,
    palette,
    shortcuts,
    duplicate_and_move,
    align,
    distribute = align + 9,
    to_last = distribute + 3,
    move_by_hand,
    rotate_by_hand,
    drop,
    nudge_left,
    nudge_right,
    nudge_forward,
    nudge_back,
    nudge_up,
    nudge_down,
    arrows,
    rings,
    snap,
    finer,
    coarser,
    select_none,
    select_others,
    same_kind,
    same_model,
    same_script,
    its_actor,
    hide,
    isolate,
    lock,
    show_all,
    script_page,
    apply_script,
    discard_script,
    next_problem,
    previous_problem,
    definition,
    complete,
    find_next,
    find_previous,
    find_in_scripts,
};

/// Of the actions that there is one for each kind of things.
[[nodiscard]] constexpr int id_of(Id first, scene::Kind kind)
{
    return first + static_cast<int>(kind);
}

}  // namespace redforge::editor
