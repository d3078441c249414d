// Drag of a number's label, from the mouse events of its window.
#include "editor/views/scene/label_drag.hpp"

#include <cstdlib>
#include <utility>

namespace redforge::editor {

void LabelDrag::press(const wxMouseEvent& event, std::string field)
{
    drag_ = field.empty() ? std::nullopt : std::optional(Drag{std::move(field), event.GetX(), false});
}

bool LabelDrag::follow(const wxMouseEvent& event)
{
    constexpr int slack = 4;  // pointer movement that does not start a drag, pixels
    constexpr int faster = 10;
    if (drag_ && !event.Dragging() && !event.LeftUp()) {
        cancel();  // the button was released outside of this window
    }
    if (!drag_) {
        return false;
    }
    const int way = event.GetX() - drag_->from;
    if (event.Dragging() && !drag_->moved && std::abs(way) > slack) {
        drag_->moved = true;
        on_begin();
    }
    if (!drag_->moved) {
        if (event.LeftUp()) {
            drag_.reset();
        }
        return false;
    }
    const std::string field = drag_->field;
    if (event.LeftUp()) {
        drag_.reset();
    }
    on_drag(field, way * (event.ShiftDown() ? faster : 1), event.LeftUp());
    return true;
}

bool LabelDrag::cancel()
{
    const std::optional<Drag> drag = std::exchange(drag_, std::nullopt);
    if (!drag || !drag->moved) {
        return false;
    }
    on_drag(drag->field, std::nullopt, true);
    return true;
}

}  // namespace redforge::editor
