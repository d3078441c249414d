// Ids of actions that other code refers to and that have no wx id.
#pragma once

#include <wx/defs.h>

#include "scene/scene.hpp"

namespace redforge::editor {

enum Id : int {
    game_folder = wxID_HIGHEST + 1,
    frame_selected,
    frame_all,
    symbols,
    show_kind,
    lock_kind = show_kind + static_cast<int>(scene::Kind::model),
    palette = lock_kind + static_cast<int>(scene::Kind::model),
    shortcuts,
    fix_selected,
    duplicate_and_move,
    align,
    distribute = align + 9,
    move_by_hand = distribute + 3,
    rotate_by_hand,
    drop,
    connect,
    disconnect,
    select_none,
    same_kind,
    same_model,
    same_script,
    its_actor,
    hide,
    isolate,
    lock,
    show_selected,
    show_all,
    script_page,
    apply_script,
    discard_script,
    complete,
    first_own_id,  ///< ids of actions without a name in code
};

/// Returns the id of an action that exists for each kind of record.
[[nodiscard]] constexpr int id_of(Id first, scene::Kind kind)
{
    return first + static_cast<int>(kind);
}

}  // namespace redforge::editor
