// Recovery of unsaved changes of a window that was killed: offers and applies them when its file is opened.
#include <algorithm>

#include <fmt/format.h>

#include "core/text/counts.hpp"
#include "editor/views/actions/disk_actions.hpp"
#include "editor/views/actions/mod_actions.hpp"
#include "editor/views/actions/script_actions.hpp"
#include "editor/views/frame/frame.hpp"
#include "editor/views/frame/game_files.hpp"
#include "editor/views/panes/problems.hpp"

namespace redforge::editor {
namespace {

/// Returns true if a journal belongs to the document of a file or folder. A folder also matches by its XML file.
bool is_of(const Unsaved& unsaved, const std::filesystem::path& file)
{
    std::error_code ignored;
    const std::filesystem::path whole = std::filesystem::weakly_canonical(std::filesystem::absolute(file), ignored);
    const std::filesystem::path base = std::filesystem::weakly_canonical(unsaved.base.path, ignored);
    return whole == base || (unsaved.base.storage == edit::Storage::folder && whole.parent_path() == base);
}

constexpr const char* recovery_topic = "Recover";

std::string recovered_description(const Unsaved& unsaved)
{
    std::string what;
    if (!unsaved.steps.empty()) {
        what = counted(unsaved.steps.size(), "unsaved change");
    }
    if (!unsaved.drafts.empty()) {
        what += (what.empty() ? "" : " and ") + counted(unsaved.drafts.size(), "script draft");
    }
    return fmt::format("Recovered {} of {}.", what, unsaved.base.path.filename().string());
}

}  // namespace

void MainFrame::list_not_recovered()
{
    const std::string name = session_->path().filename().string();
    for (const std::string& step : session_->not_recovered()) {
        problems_->add(recovery_topic, name, fmt::format("not recovered: {}", step));
    }
    for (const Draft& draft : session_->drafts()) {
        if (draft.lost) {
            problems_->add(recovery_topic, "Script " + draft.name,
                           "its record is not in the file; add one of this name to get the draft back");
        }
    }
}

void MainFrame::report_recovered(const Unsaved& unsaved, std::size_t others)
{
    const std::string name = unsaved.base.path.filename().string();
    const std::vector<std::string>& lost = session_->not_recovered();
    std::string words = recovered_description(unsaved);
    if (!lost.empty()) {
        words = fmt::format("{} of {} could not be recovered (see Problems).", counted(lost.size(), "unsaved change"),
                            name);
    }
    if (others > 0) {
        words += fmt::format(" {} of it {} offered when you open it again.", counted(others, "other journal"),
                             others == 1 ? "is" : "are");
    }
    show_notice(words);
}

bool MainFrame::offer_unsaved(const std::vector<std::filesystem::path>& files)
{
    const Result<std::filesystem::path> folder = journal_folder();
    if (!folder || !dialogs_.ask_unsaved_steps) {
        return false;
    }
    const std::vector<Unsaved> all = find_unsaved(*folder);
    std::vector<std::filesystem::path> recovered;
    for (const Unsaved& unsaved : all) {
        const auto is_its_file = [&](const std::filesystem::path& each) { return is_of(unsaved, each); };
        const bool asked = files.empty() || std::ranges::any_of(files, is_its_file);
        // Another journal of a recovered file is offered when the file is opened again.
        if (!asked || std::ranges::any_of(recovered, is_its_file)) {
            continue;
        }
        switch (dialogs_.ask_unsaved_steps(*this, unsaved)) {
        case UnsavedAnswer::later: break;
        case UnsavedAnswer::discard: discard(unsaved); break;
        case UnsavedAnswer::recover: {
            Result<Session> session = Session::recover(unsaved, part<GameFiles>().names_for(unsaved.base.path));
            if (!session) {
                report(recovery_topic, session.error());
                Unsaved failed = unsaved;
                failed.obstacle = describe(session.error());
                if (dialogs_.ask_unsaved_steps(*this, failed) == UnsavedAnswer::discard) {
                    discard(unsaved);
                }
                break;
            }
            const auto others = std::ranges::count_if(all, [&](const Unsaved& other) {
                return &other != &unsaved && is_of(other, unsaved.base.path);
            });
            show_session(std::move(*session));
            remember_opened(part<ModActions>().path_in_game().value_or(unsaved.base.path));
            part<ScriptActions>().show_drafts();
            report_recovered(unsaved, static_cast<std::size_t>(others));
            CallAfter([this] { part<DiskActions>().check_disk(); });  // the file may have been changed since
            recovered.push_back(unsaved.base.path);
        }
        }
    }
    return !recovered.empty();
}

}  // namespace redforge::editor
