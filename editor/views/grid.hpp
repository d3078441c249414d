// The property grid: draws PropertyRows, and gives typed values back as text.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <wx/panel.h>
#include <wx/propgrid/propgrid.h>
#include <wx/stattext.h>

#include "core/error.hpp"
#include "editor/model/property_rows.hpp"
#include "editor/views/label_drag.hpp"

namespace redforge::editor {

class TransformStrip;

class PropertyPane : public wxPanel {
public:
    explicit PropertyPane(wxWindow* parent);
    PropertyPane(const PropertyPane&) = delete;
    PropertyPane& operator=(const PropertyPane&) = delete;
    ~PropertyPane() override;

    /// Sets a value of the records that the rows were made of; a refused one stays in its line, marked.
    std::function<Status(PendingEdit)> on_set;

    /// Sets values of several fields as one step: what that is called, and the values.
    std::function<Status(const std::string& what, const std::vector<RecordValue>& values)> on_set_values;

    /// The label of a number is dragged: by how much the value of that field is another than when it began; nothing: it is to
    /// be as it was. `last`: the button is up.
    std::function<void(const std::string& field, std::optional<long> change, bool last)> on_drag;

    /// Shows rows. Where they are the same as before, lines stay as they are and only values change. What was being
    /// typed is set first, in the records that it was typed for; where it is refused, it is forgotten.
    void show(PropertyRows rows);
    /// What is being typed, and for which records.
    [[nodiscard]] std::optional<PendingEdit> typed() const;
    /// Sets the colour, place or rotation that is being typed in the line above its parts. False: it was refused, and is still
    /// being typed.
    bool commit_group();
    /// Shows what is being typed as refused: the line stays open and marked, and the reason stands below it.
    void reject(const std::string& reason);
    /// Forgets what is being typed; the line stays selected.
    void cancel_edit();
    /// Gives up dragging the label of a number. False: none is dragged.
    bool cancel_drag();
    /// Whether keys are for a line here: the selected one, or one of place and rotation.
    [[nodiscard]] bool has_line() const;
    /// Whether something is typed that is not set yet.
    [[nodiscard]] bool is_typing() const { return typed() || typed_group() != nullptr; }
    /// Sets what is typed in the selected line, and goes to the line behind it that can be changed, or before it. False: there is
    /// none, or the value was refused.
    bool go_to_next_line(bool back);

    /// Says above the meaning of the lines how many use what is shown.
    void note_uses(std::string words);
    /// The row of the selected line; null without one.
    [[nodiscard]] const PropertyRow* selected_row() const;

    [[nodiscard]] wxPropertyGrid& grid() { return *grid_; }
    [[nodiscard]] TransformStrip& strip() { return *strip_; }
    /// The line of a field; null when it is not shown.
    [[nodiscard]] wxPGProperty* line(std::string_view name);

private:
    /// The line above those of a composite: "Position".
    struct Group {
        wxPGProperty* line{};
        std::size_t first{};  ///< its rows in rows_
        std::size_t count{};
    };

    void build();
    /// Whether it is shown now and was not, or the other way round.
    bool show_strip();
    void fill();
    void on_changing(wxPropertyGridEvent& event);
    void on_mouse(wxMouseEvent& event);
    /// The row of a number whose label is at that place of the grid.
    [[nodiscard]] const PropertyRow* number_at(const wxPoint& at) const;
    /// Shows what the description says of the selected line, or of all.
    void explain();
    /// Sets a colour that was typed or chosen in the line above its parts. Errors: malformed.
    Status set_colour(std::size_t first_row, const wxString& text);
    /// Sets what was typed in the line above the parts of a composite.
    Status set_group(const Group& group, const wxString& text);
    /// "26000, -1600, 26000". Errors: malformed (more or fewer), and those of setting them.
    Status set_numbers(const Group& group, const std::string& text);
    /// The group whose line is selected and was typed in.
    [[nodiscard]] const Group* typed_group() const;
    /// Sets what was typed in the line of a place or rotation.
    void set_typed();
    /// Whether the line that is selected is not scrolled away.
    [[nodiscard]] bool is_selected_in_sight() const;

    PropertyRows rows_;
    std::vector<wxPGProperty*> lines_;  ///< of the rows; the grid owns them
    std::vector<Group> groups_;
    wxPropertyGrid* grid_{};
    wxStaticText* heading_{};
    wxStaticText* meaning_{};
    std::string reason_;  ///< why the open line was refused
    LabelDrag drag_;
    TransformStrip* strip_{};
    bool placed_{};  ///< what is selected has a place
    std::string uses_;
};

}  // namespace redforge::editor
