// Findings of checks: go to, fix and ignore.
#pragma once

#include <set>
#include <string_view>

#include <wx/timer.h>

#include "editor/model/session/master_loader.hpp"
#include "editor/model/session/problems.hpp"
#include "editor/views/frame/window_part.hpp"

namespace redforge::editor {

class ProblemActions : public WindowPart {
public:
    explicit ProblemActions(MainFrame& frame);

    void connect();
    /// Clears all findings when another document is opened.
    void begin();

    void fix_selected_problem();
    [[nodiscard]] bool can_fix_problem() const;

    /// Runs the checks after a short delay; further calls restart it.
    void check_later();
    /// Runs the checks now, or after the map is loaded.
    void run_checks();
    /// Returns true if masters are being read, and run_checks() will be called after that.
    [[nodiscard]] bool is_reading_masters() const { return !masters_.idle(); }

private:
    [[nodiscard]] CheckedSurroundings surroundings();
    void show_count_of_problems(std::size_t count);
    void fix(const Problem& problem, FixScope scope);
    void ignore(const Problem& problem);

    wxTimer timer_;
    std::set<std::string_view> fully_listed_checks_;  ///< checks whose findings are all listed
    MasterLoader masters_;
};

}  // namespace redforge::editor
