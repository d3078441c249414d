// Position and rotation of the selection, in two short rows above the other values.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>

#include <wx/panel.h>
#include <wx/textctrl.h>

#include "editor/model/rows/property_rows.hpp"
#include "editor/views/scene/label_drag.hpp"

namespace redforge::editor {

/// Text fields for position and rotation. They show and set rows of the property grid.
class TransformStrip : public wxPanel {
public:
    explicit TransformStrip(wxWindow* parent);

    /// Called when the user completes a value: with Enter, or when the field loses the focus.
    std::function<void()> on_typed;
    std::function<void()> on_focus;  ///< called when a field gets or loses the focus
    /// See PropertyPane::on_drag.
    std::function<void(const std::string& field, std::optional<long> change, bool last)> on_drag;

    /// Shows the rows of position and rotation. Returns false if there are none.
    bool show(const PropertyRows& rows);
    /// Arranges the fields for a width in pixels. Returns true if the number of lines changed.
    bool fit(int width);

    struct Typed {
        std::string field;
        std::string text;  ///< in the notation of Session::set()
    };
    /// Returns the typed value that is not set yet.
    [[nodiscard]] std::optional<Typed> typed() const;
    /// Returns the row whose line has the focus, or null.
    [[nodiscard]] const PropertyRow* focused_row() const;
    /// Marks the typed text as rejected. `focus`: gives the focus to its field.
    void reject(bool focus);
    void cancel_edit();
    bool cancel_drag() { return drag_.cancel(); }
    /// Returns the line of a field, or null if it is not shown.
    [[nodiscard]] wxTextCtrl* line(const std::string& field) const;
    /// Returns the screen position of the field's label.
    [[nodiscard]] wxPoint label_place(const std::string& field) const;

private:
    struct Field {
        wxTextCtrl* line{};
        std::optional<PropertyRow> row;
        wxString shown;  ///< text of the current value, before edits
    };
    static constexpr std::size_t axes = 3;

    [[nodiscard]] bool is_typed(const Field& field) const { return field.row && field.line->GetValue() != field.shown; }
    void fill(Field& field);
    /// Returns the index of a field in fields_; fields_.size() if it is not shown.
    [[nodiscard]] std::size_t number_of(const std::string& field) const;
    /// Returns the width of the letter before a field, with the icon of position or rotation before it.
    [[nodiscard]] int label_width(std::size_t number) const;
    [[nodiscard]] wxRect label_of(std::size_t number) const;
    /// Returns the field whose label is at a position; empty if none.
    [[nodiscard]] std::string dragged_at(const wxPoint& at) const;
    /// Returns true if three fields next to each other show their numbers whole.
    [[nodiscard]] bool has_room_for_three() const;
    /// Places three fields next to each other, or fewer if their numbers would be cut off.
    void arrange();
    void paint();
    void on_mouse(wxMouseEvent& event);

    std::array<Field, 2 * axes> fields_;  ///< X, Y, Z, and the angles about them
    NodeRefs owners_;                     ///< the selection
    std::size_t columns_{};               ///< fields next to each other; 0: to be arranged
    int width_{};                         ///< of the strip, in pixels; 0: unknown
    LabelDrag drag_;
};

}  // namespace redforge::editor
