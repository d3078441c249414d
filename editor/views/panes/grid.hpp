// The property grid: shows PropertyRows, and returns edited values as text.
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
#include "editor/model/rows/property_rows.hpp"
#include "editor/views/scene/label_drag.hpp"

namespace redforge::editor {

class TransformStrip;

class PropertyPane : public wxPanel {
public:
    explicit PropertyPane(wxWindow* parent);
    PropertyPane(const PropertyPane&) = delete;
    PropertyPane& operator=(const PropertyPane&) = delete;
    ~PropertyPane() override;

    /// Sets a value of the records of the rows. A rejected value stays in its line, marked.
    std::function<Status(PendingEdit)> on_set;

    /// Sets values of several fields as one step: its name, and the values.
    std::function<Status(const std::string& what, const std::vector<RecordValue>& values)> on_set_values;

    /// Called while a number's label is dragged, with the difference from the initial value; nullopt: the drag was
    /// cancelled. `last`: the button was released.
    std::function<void(const std::string& field, std::optional<long> change, bool last)> on_drag;

    /// Shows rows. If they are the same rows, lines stay and only values change. Applies a pending edit first, to its
    /// records; if it is rejected, discards it.
    void show(PropertyRows rows);
    /// Returns the pending edit.
    [[nodiscard]] std::optional<PendingEdit> typed() const;
    /// Applies the colour, position or rotation that is being edited in a group line. Returns false if it was rejected
    /// and is still being edited.
    bool commit_group();
    /// Marks the pending edit as rejected: its line stays open, with the reason below.
    void reject(const std::string& reason);
    /// Discards the pending edit; the line stays selected.
    void cancel_edit();
    /// Cancels a label drag. Returns false if there is none.
    bool cancel_drag();
    /// Returns true if a line here receives keys: the selected one, or a line of position and rotation.
    [[nodiscard]] bool has_line() const;
    /// Returns true if there is a pending edit.
    [[nodiscard]] bool is_typing() const { return typed() || typed_group() != nullptr; }
    /// Applies the pending edit and goes to the next editable line, or the previous one. Returns false if there is
    /// none, or the value was rejected.
    bool go_to_next_line(bool back);

    /// Shows the number of uses above the documentation.
    void note_uses(std::string words);
    /// Returns the row of the selected line, or null.
    [[nodiscard]] const PropertyRow* selected_row() const;

    [[nodiscard]] wxPropertyGrid& grid() { return *grid_; }
    [[nodiscard]] TransformStrip& strip() { return *strip_; }
    /// Returns the line of a field, or null if it is not visible.
    [[nodiscard]] wxPGProperty* line(std::string_view name);

private:
    /// The group line of a composite: "Position".
    struct Group {
        wxPGProperty* line{};
        std::size_t first{};  ///< index of its first row in rows_
        std::size_t count{};
    };

    void build();
    /// Shows or hides the strip. Returns true if that changed.
    bool show_strip();
    void show_description();
    void fill();
    void on_changing(wxPropertyGridEvent& event);
    void on_mouse(wxMouseEvent& event);
    /// Returns the width in pixels of the label column in which a label is shown whole.
    [[nodiscard]] int label_width(const wxPGProperty& line) const;
    /// Makes the label column as wide as the user chose, or as the longest visible label up to a limit.
    void fit_labels();
    /// Ends labels that are longer than their column with dots.
    void shorten_labels();
    /// Shows the label at a position as a tooltip if it is cut off.
    void show_cut_label(const wxPoint& at);
    /// Returns the number row whose label is at a position in the grid, or null.
    [[nodiscard]] const PropertyRow* number_at(const wxPoint& at) const;
    /// Shows the documentation of the selected line, or of all.
    void explain();
    /// Shows the reason why a value of a field was rejected.
    void reject(const std::string& reason, const std::string& field);
    /// Sets a colour from the group line. Errors: malformed.
    Status set_colour(std::size_t first_row, const wxString& text);
    /// Sets the values from a group line.
    Status set_group(const Group& group, const wxString& text);
    /// Sets the numbers of "26000, -1600, 26000". Errors: malformed (wrong number of numbers), and those of setting
    /// them.
    Status set_numbers(const Group& group, const std::string& text);
    /// Returns the group whose line is selected and was edited, or null.
    [[nodiscard]] const Group* typed_group() const;
    /// Applies the text of a position or rotation line.
    void set_typed();
    /// Returns true if the selected line is visible.
    [[nodiscard]] bool is_selected_in_sight() const;

    PropertyRows rows_;
    std::vector<wxPGProperty*> lines_;  ///< lines of the rows; owned by the grid
    std::vector<Group> groups_;
    wxPropertyGrid* grid_{};
    wxStaticText* heading_{};
    wxStaticText* meaning_{};
    std::optional<int> label_share_;  ///< chosen by the user; see stored_label_share()
    std::string reason_;              ///< the reason why the open line was rejected
    std::string rejected_field_;      ///< label of the field whose value was rejected
    LabelDrag drag_;
    TransformStrip* strip_{};
    bool placed_{};  ///< the selection has a position
    std::string uses_;
};

}  // namespace redforge::editor
