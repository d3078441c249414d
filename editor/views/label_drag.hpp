// Dragging a number on its label: which one, and how far.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include <wx/event.h>

namespace redforge::editor {

/// The mouse is not captured, since the frame would then see no Esc.
class LabelDrag {
public:
    /// By how much the value of that field is another than when the drag began; nothing: it is to be as it was. `last`: the
    /// button is up.
    std::function<void(const std::string& field, std::optional<long> change, bool last)> on_drag;
    std::function<void()> on_begin;  ///< before the first change

    /// A button goes down on a label; on none with an empty name.
    void press(const wxMouseEvent& event, std::string field);
    /// The pointer moves, or the button goes up. False: no label is dragged, and the event is for others.
    bool follow(const wxMouseEvent& event);
    /// Gives the drag up. False: there is none.
    bool cancel();

private:
    struct Drag {
        std::string field;
        int from{};  ///< pixels
        bool moved{};
    };
    std::optional<Drag> drag_;
};

}  // namespace redforge::editor
