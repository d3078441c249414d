// Drag of a number's label: the field and the distance.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include <wx/event.h>

namespace redforge::editor {

/// Does not capture the mouse, because the frame would then not receive Esc.
class LabelDrag {
public:
    /// Called with the difference of the field from its initial value; nullopt: the drag was cancelled. `last`: the
    /// button was released.
    std::function<void(const std::string& field, std::optional<long> change, bool last)> on_drag;
    std::function<void()> on_begin;  ///< called before the first change

    /// Handles a button press on the label of a field; an empty name means no label.
    void press(const wxMouseEvent& event, std::string field);
    /// Handles pointer motion and button release. Returns false if no label is dragged.
    bool follow(const wxMouseEvent& event);
    /// Cancels the drag. Returns false if there is none.
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
