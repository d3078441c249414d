// The actor page: its lines in a grid, with a second actor for comparison, and its animation groups.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <wx/checkbox.h>
#include <wx/choice.h>
#include <wx/panel.h>
#include <wx/stattext.h>

#include "editor/model/scene/actor_page.hpp"
#include "editor/views/panes/table_grid.hpp"

namespace redforge::editor {

class ActorCells;
class ActorPreview;

class ActorPane : public wxPanel {
public:
    explicit ActorPane(wxWindow* parent);
    ActorPane(const ActorPane&) = delete;
    ActorPane& operator=(const ActorPane&) = delete;
    ~ActorPane() override;

    std::function<void(const NodeRef&)> on_select;  ///< called when the user selects a line
    /// Sets the value of a line. Returns false if it was rejected and the reason is shown.
    std::function<bool(const ActorLine& line, const std::string& text)> on_set;

    /// Shows the actor of the first selected node; `session` may be null. `written`: its script's text.
    void show(const Session* session, const NodeRefs& selected, const WrittenScripts& written);
    /// Updates the page after changes. The actor for comparison stays the same.
    void follow(const edit::Changes& changes);
    /// Applies the pending edit. Returns false if it was rejected and is still being edited.
    bool commit();
    void cancel_edit();
    [[nodiscard]] bool is_typing() const;
    [[nodiscard]] bool has_focus() const;
    void take_focus();
    /// Returns the use of a key while lines have the keyboard.
    [[nodiscard]] TableGrid::KeyUse use_of(int key, int modifiers) const;
    /// Returns true if the cursor is on a whole record of a list, which can be removed and copied.
    [[nodiscard]] bool is_on_record() const;

    /// Compares with another actor; nullopt ends the comparison.
    void compare_with(const std::optional<NodeRef>& other);
    [[nodiscard]] const std::vector<ActorLine>& lines() const { return lines_; }
    [[nodiscard]] const ActorPageOptions& options() const { return options_; }
    void set_options(ActorPageOptions options);
    /// Expands or collapses a line.
    void turn(std::size_t line);
    [[nodiscard]] wxGrid& grid() { return *grid_; }
    [[nodiscard]] ActorPreview& preview() { return *preview_; }

private:
    friend class ActorCells;

    /// `follow`: moves the cursor to the selection.
    void refresh(bool follow);
    void show_lines(std::vector<ActorLine> lines);
    void fit_columns();
    void list_others();
    [[nodiscard]] const ActorLine* line_at_cursor() const;
    void on_changing(wxGridEvent& event);
    void type_again(std::size_t row, const std::string& text);
    void report_line();

    const Session* session_{};
    const WrittenScripts* written_{};
    NodeRefs selected_;
    std::optional<NodeRef> actor_;
    ActorPageOptions options_;
    std::vector<ActorLine> lines_;
    NodeRefs others_;  ///< in list order, after its first line
    wxStaticText* title_{};
    wxChoice* other_{};
    wxCheckBox* only_differences_{};
    wxCheckBox* all_attributes_{};
    ActorCells* cells_{};
    TableGrid* grid_{};
    ActorPreview* preview_{};
    bool busy_{};       ///< grid events come from the program
    bool reporting_{};  ///< the line of the cursor must be reported
};

}  // namespace redforge::editor
