// The problems pane: what was refused, what checks say of the document, and what was kept as bytes when reading.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <wx/listctrl.h>

#include "core/raw_fallback.hpp"
#include "editor/model/problems.hpp"

namespace redforge::editor {

class ProblemsPane : public wxListView {
public:
    explicit ProblemsPane(wxWindow* parent);

    /// Forgets all of them: another document is shown.
    void clear();
    /// What a reader could not lay out, below all else.
    void show_kept(const RawFallbacks& kept);
    /// Shows the current findings, between rejected edits and conversion notes.
    void show_checks(const std::vector<Problem>& problems);
    /// A row of a check was chosen by Enter or a double click; its fix was chosen from the menu of a right click.
    std::function<void(const Problem&)> on_go;
    std::function<void(const Problem&, FixScope)> on_fix;
    std::function<void(const Problem&)> on_ignore;
    /// A row that stands for more of a check was chosen.
    std::function<void(const Problem&)> on_show_all;
    /// How many rows there are now.
    std::function<void(std::size_t)> on_count;
    /// Adds a problem at the top unless it is already listed. `topic`: key for drop().
    void add(const std::string& topic, const std::string& where, const std::string& what);
    /// A refusal whose topic is what was refused: "Save".
    void add(const std::string& doing, const std::string& message) { add(doing, doing, message); }
    /// Returns true if a selected row has a problem with a fix.
    [[nodiscard]] bool can_fix_selected() const;
    void fix_selected();
    /// Takes the focus, on the row that is selected or else the first.
    void take_focus();
    /// Removes the problems of a topic.
    void drop(const std::string& topic);

private:
    struct Line {
        std::string topic;
        std::string where;
        std::string what;
        std::string size;
        std::optional<Problem> problem{};

        friend bool operator==(const Line&, const Line&) = default;
    };

    void show();
    void fit();
    [[nodiscard]] const Problem* problem_at(long row) const;
    void open(const Problem& problem);
    void open_menu(long row);

    std::vector<Line> lines_;
};

}  // namespace redforge::editor
