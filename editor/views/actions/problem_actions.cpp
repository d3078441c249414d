// Findings of checks: go to them and fix them.
#include "editor/views/actions/problem_actions.hpp"

#include <fmt/format.h>

#include "editor/model/session/problems.hpp"
#include "editor/views/actions/browser_actions.hpp"
#include "editor/views/actions/pane_actions.hpp"
#include "editor/views/actions/view_actions.hpp"
#include "editor/views/dialogs/settings.hpp"
#include "editor/views/frame/frame.hpp"
#include "editor/views/frame/game_files.hpp"
#include "editor/views/frame/text.hpp"
#include "editor/views/panes/problems.hpp"

namespace redforge::editor {
namespace {

/// Delay between the last change and the checks, milliseconds.
constexpr int check_delay = 250;

}  // namespace

ProblemActions::ProblemActions(MainFrame& frame)
    : WindowPart(frame),
      masters_([&frame] { frame.CallAfter([&frame] { frame.part<ProblemActions>().run_checks(); }); })
{
}

void ProblemActions::connect()
{
    timer_.Bind(wxEVT_TIMER, [this](wxTimerEvent&) { run_checks(); });
    frame().problems().on_go = [this](const Problem& problem) { go_to_nodes({problem.ref}); };
    frame().problems().on_fix = [this](const Problem& problem, FixScope scope) { fix(problem, scope); };
    frame().problems().on_ignore = [this](const Problem& problem) { ignore(problem); };
    frame().problems().on_count = [this](std::size_t count) { show_count_of_problems(count); };
    frame().problems().on_show_all = [this](const Problem& problem) {
        fully_listed_checks_.insert(problem.check->id);
        run_checks();
    };
}

void ProblemActions::begin()
{
    fully_listed_checks_.clear();
}

/// Shows the count as "Problems (12)" on the tab of the list, and on the tab of a low window.
void ProblemActions::show_count_of_problems(std::size_t count)
{
    const auto page = static_cast<std::size_t>(frame().bottom().GetPageIndex(&frame().problems()));
    part<PaneActions>().set_bottom_title(page, count == 0 ? "Problems" : fmt::format("Problems ({})", count));
}

void ProblemActions::check_later()
{
    timer_.StartOnce(check_delay);
}

/// Returns the files that checks use. The masters of a plugin are missing until they are read. Then run_checks() is
/// called again.
CheckedSurroundings ProblemActions::surroundings()
{
    return {part<GameFiles>().game_files(), masters_.find(*session())};
}

void ProblemActions::run_checks()
{
    if (!session() || session()->previewing()) {
        return;
    }
    if (part<ViewActions>().is_loading()) {
        return check_later();  // show the map first
    }
    part<BrowserActions>().update_browser();  // the numbers of uses can have changed
    const Result<std::vector<Problem>> problems = problems_of(*session(), surroundings(), fully_listed_checks_);
    if (problems) {
        frame().problems().drop("Checks");
        frame().problems().show_checks(*problems);
    } else {
        frame().problems().add("Checks", describe(problems.error()));
    }
}

void ProblemActions::fix_selected_problem()
{
    frame().problems().fix_selected();
}

bool ProblemActions::can_fix_problem() const
{
    return session() && frame().problems().can_fix_selected();
}

void ProblemActions::fix(const Problem& problem, FixScope scope)
{
    if (!commit()) {
        return;
    }
    const Result<edit::Changes> fixed = fix_problem(*session(), surroundings(), problem, scope);
    if (!fixed) {
        report("Fix", fixed.error());
        return;
    }
    run_checks();
    show_status(fixed->empty() ? "The problem no longer exists" : session()->undo_name());
}

void ProblemActions::ignore(const Problem& problem)
{
    const std::optional<std::string> reason =
        dialogs().reason_to_ignore ? dialogs().reason_to_ignore(frame(), problem) : std::nullopt;
    if (!reason) {
        return;
    }
    if (const Status ignored = ignore_problem(*session(), surroundings(), problem, *reason); !ignored) {
        report("Ignore", ignored.error());
        return;
    }
    frame().problems().drop("Ignore");
    run_checks();
    show_status(fmt::format("Ignored: {} of {}", problem.check->id, problem.where));
}

}  // namespace redforge::editor
