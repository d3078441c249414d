// The page of an actor: its lines in a grid, beside those of another actor, and its animation groups as they play.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <wx/checkbox.h>
#include <wx/choice.h>
#include <wx/panel.h>
#include <wx/stattext.h>

#include "editor/model/actor_page.hpp"
#include "editor/views/table_grid.hpp"

namespace redforge::editor {

class ActorCells;
class ActorPreview;

class ActorPane : public wxPanel {
public:
    explicit ActorPane(wxWindow* parent);
    ActorPane(const ActorPane&) = delete;
    ActorPane& operator=(const ActorPane&) = delete;
    ~ActorPane() override;

    std::function<void(const NodeRef&)> on_select;  ///< a person went to that line
    /// Sets what a line says. False: it was refused, and the reason is shown.
    std::function<bool(const ActorLine& line, const std::string& text)> on_set;

    /// Shows the actor that the first selected node belongs to; nothing without a session. `written`: its script's text.
    void show(const Session* session, const NodeRefs& selected, const WrittenScripts& written);
    /// Another actor to compare with stays the same whatever comes before it.
    void follow(const edit::Changes& changes);
    /// Sets what is being typed. False: it was refused, and is still being typed.
    bool commit();
    void cancel_edit();
    [[nodiscard]] bool is_typing() const;
    [[nodiscard]] bool has_focus() const;
    void take_focus();
    /// What a key means while keys go to lines.
    [[nodiscard]] TableGrid::KeyUse use_of(int key, int modifiers) const;
    /// Whether the cursor is on a record of a list as a whole, which can be removed and copied.
    [[nodiscard]] bool is_on_record() const;

    /// Compares with another actor; without one with none.
    void compare_with(const std::optional<NodeRef>& other);
    [[nodiscard]] const std::vector<ActorLine>& lines() const { return lines_; }
    [[nodiscard]] const ActorPageOptions& options() const { return options_; }
    void set_options(ActorPageOptions options);
    /// Opens or closes a line.
    void turn(std::size_t line);
    [[nodiscard]] wxGrid& grid() { return *grid_; }
    [[nodiscard]] ActorPreview& preview() { return *preview_; }

private:
    friend class ActorCells;

    /// `follow`: the cursor goes to what is selected.
    void renew(bool follow);
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
    NodeRefs others_;  ///< as the list has them, behind its first line
    wxStaticText* title_{};
    wxChoice* other_{};
    wxCheckBox* only_differences_{};
    wxCheckBox* all_attributes_{};
    ActorCells* cells_{};
    TableGrid* grid_{};
    ActorPreview* preview_{};
    bool busy_{};       ///< events of the grid come from the program
    bool reporting_{};  ///< the line of the cursor is to be reported
};

}  // namespace redforge::editor
