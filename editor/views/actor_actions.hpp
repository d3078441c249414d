// The page of an actor in the window.
#pragma once

#include "editor/views/window_part.hpp"

namespace redforge::editor {

class ActorActions : public WindowPart {
public:
    using WindowPart::WindowPart;

    void connect();
    void show_actor();

    void toggle_actor();

    /// Whether a key belongs to the page of an actor; `swallowed`: it has no use for it either.
    bool actor_key(int key, int modifiers, bool& swallowed);
    /// Says why an action cannot be done with a line of that page. False: it can.
    bool run_in_actor(int id);
};

}  // namespace redforge::editor
