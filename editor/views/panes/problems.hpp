// The problems pane: rejected edits, findings of checks, and parts of the file that are kept as bytes.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/record/raw_fallback.hpp"
#include "editor/model/session/problems.hpp"
#include "editor/views/panes/filtered_list.hpp"

namespace redforge::editor {

class ProblemsPane : public FilteredList {
public:
    explicit ProblemsPane(wxWindow* parent);

    /// Removes all rows, for another document.
    void clear();
    /// Shows the parts that are kept as bytes, after all other rows.
    void show_kept(const RawFallbacks& kept);
    /// Shows the current findings, between rejected edits and conversion notes.
    void show_checks(const std::vector<Problem>& problems);
    /// Called if the user activates a finding (Enter, double click), or chooses its fix from the context menu.
    std::function<void(const Problem&)> on_go;
    std::function<void(const Problem&, FixScope)> on_fix;
    std::function<void(const Problem&)> on_ignore;
    /// Called if the user activates the row that represents further findings of a check.
    std::function<void(const Problem&)> on_show_all;
    /// Called with the number of rows after each change.
    std::function<void(std::size_t)> on_count;
    /// Adds a problem at the top unless it is already listed; a filter that hides it is cleared. `topic`: key for
    /// drop().
    void add(const std::string& topic, const std::string& where, const std::string& what);
    /// Adds an error whose topic is the name of the failed action: "Save".
    void add(const std::string& doing, const std::string& message) { add(doing, doing, message); }
    /// Returns true if a selected row has a problem with a fix.
    [[nodiscard]] bool can_fix_selected() const;
    void fix_selected();
    /// Focuses the selected row, or else the first.
    void take_focus();
    /// Removes the problems of a topic.
    void drop(const std::string& topic);
    [[nodiscard]] std::size_t count_rows() const override { return lines_.size(); }

private:
    struct Line {
        std::string topic;
        std::string where;
        std::string what;
        std::string size;
        std::optional<Problem> problem{};

        friend bool operator==(const Line&, const Line&) = default;
    };

    [[nodiscard]] std::string row_text(std::size_t row) const override;
    void list_rows() override;
    /// Divides the width among the columns, until the user resizes one.
    void fit();
    /// Shows the text of a cell as a tooltip if it is cut off. `at`: a position in the list.
    void show_cut_text(const wxPoint& at);
    [[nodiscard]] const Problem* problem_at(long row) const;
    void open(const Problem& problem);
    void open_menu(long row);

    std::vector<Line> lines_;
    int longest_place_{};  ///< width of the longest text in the first column, pixels
    bool resized_{};       ///< the user resized a column
};

}  // namespace redforge::editor
