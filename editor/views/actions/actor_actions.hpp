// Actions of the actor page.
#pragma once

#include "editor/views/frame/window_part.hpp"

namespace redforge::editor {

class ActorActions : public WindowPart {
public:
    using WindowPart::WindowPart;

    void connect();
    void show_actor();

    void toggle_actor();

    /// Returns true if a key belongs to the actor page. `swallowed`: the page ignores it, and nothing else should
    /// handle it.
    bool actor_key(int key, int modifiers, bool& swallowed);
    /// Shows the reason why an action is not available for a line of the page. Returns false if it is available.
    bool run_in_actor(int id);
};

}  // namespace redforge::editor
