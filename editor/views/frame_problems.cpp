// The window: what checks say of the document, going there, and mending it.
#include <fmt/format.h>

#include "editor/model/problems.hpp"
#include "editor/views/frame.hpp"
#include "editor/views/problems.hpp"
#include "editor/views/settings.hpp"
#include "editor/views/text.hpp"

namespace redforge::editor {
namespace {

/// Checks look when nothing was changed for so long, milliseconds.
constexpr int check_delay = 250;

}  // namespace

void MainFrame::connect_problems()
{
    check_timer_.Bind(wxEVT_TIMER, [this](wxTimerEvent&) { run_checks(); });
    problems_->on_go = [this](const Problem& problem) { select_nodes({problem.ref}); };
    problems_->on_fix = [this](const Problem& problem, FixScope scope) { fix(problem, scope); };
    problems_->on_ignore = [this](const Problem& problem) { ignore(problem); };
    problems_->on_count = [this](std::size_t count) { show_count_of_problems(count); };
    problems_->on_show_all = [this](const Problem& problem) {
        all_problems_of_.insert(problem.check->id);
        run_checks();
    };
}

/// "Problems (12)", on the tab of the list and on that of a low window.
void MainFrame::show_count_of_problems(std::size_t count)
{
    const wxString title = to_wx(count == 0 ? "Problems" : fmt::format("Problems ({})", count));
    const auto page = static_cast<std::size_t>(bottom_->GetPageIndex(problems_));
    if (bottom_->GetPageText(page) == title) {
        return;
    }
    bottom_->SetPageText(page, title);
    if (bottom_tabs_ != nullptr) {
        bottom_tabs_->SetToolLabel(bottom_tabs_->FindToolByIndex(static_cast<int>(page))->GetId(), title);
        bottom_tabs_->Realize();
        bottom_tabs_->Refresh();
    }
}

void MainFrame::check_later()
{
    check_timer_.StartOnce(check_delay);
}

void MainFrame::run_checks()
{
    if (!session_ || session_->previewing()) {
        return;
    }
    if (is_loading()) {
        return check_later();  // a person wants to see the map first
    }
    renew_browser();  // with other numbers of uses
    const Result<std::vector<Problem>> problems = problems_of(*session_, game_files(), all_problems_of_);
    if (problems) {
        problems_->drop("Checks");
        problems_->show_checks(*problems);
    } else {
        problems_->add("Checks", describe(problems.error()));
    }
}

const scene::GameFolder* MainFrame::game_files()
{
    std::optional<std::filesystem::path> folder = game_folder_ ? game_folder_ : scene::game_folder_of(session_->path());
    folder = folder ? folder : remembered_game_folder();
    if (!folder) {
        return nullptr;
    }
    if (*folder != indexed_game_folder_) {
        Result<scene::GameFolder> game = scene::index_game_folder(*folder);
        indexed_game_ = game ? std::optional(std::move(*game)) : std::nullopt;
        indexed_game_folder_ = *folder;
    }
    return indexed_game_ ? &*indexed_game_ : nullptr;
}

void MainFrame::fix_selected_problem()
{
    problems_->fix_selected();
}

bool MainFrame::can_fix_problem() const
{
    return session_ && problems_->can_fix_selected();
}

void MainFrame::fix(const Problem& problem, FixScope scope)
{
    if (!commit()) {
        return;
    }
    const Result<edit::Changes> fixed = fix_problem(*session_, game_files(), problem, scope);
    if (!fixed) {
        report("Fix", fixed.error());
        return;
    }
    run_checks();
    say(fixed->empty() ? "The problem is gone already" : session_->undo_name());
}

void MainFrame::ignore(const Problem& problem)
{
    const std::optional<std::string> reason =
        dialogs_.reason_to_ignore ? dialogs_.reason_to_ignore(*this, problem) : std::nullopt;
    if (!reason) {
        return;
    }
    if (const Status ignored = ignore_problem(*session_, game_files(), problem, *reason); !ignored) {
        report("Ignore", ignored.error());
        return;
    }
    problems_->drop("Ignore");
    run_checks();
    say(fmt::format("Ignored: {} of {}", problem.check->id, problem.where));
}

}  // namespace redforge::editor
