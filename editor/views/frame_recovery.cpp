// What a window that was killed had not saved: offering it before its file is opened, and taking it up.
#include <fmt/format.h>

#include "core/counts.hpp"
#include "editor/views/frame.hpp"
#include "editor/views/game_files.hpp"
#include "editor/views/script_actions.hpp"

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

bool MainFrame::offer_unsaved(const std::filesystem::path& file)
{
    const Result<std::filesystem::path> folder = journal_folder();
    if (!folder || !dialogs_.what_of_unsaved) {
        return false;
    }
    for (const Unsaved& unsaved : find_unsaved(*folder)) {
        if (!file.empty() && !is_of(unsaved, file)) {
            continue;
        }
        switch (dialogs_.what_of_unsaved(*this, unsaved)) {
        case UnsavedAnswer::later: break;
        case UnsavedAnswer::discard: discard(unsaved); break;
        case UnsavedAnswer::recover: {
            Result<Session> session = Session::recover(unsaved, part<GameFiles>().names_for(unsaved.base.path));
            if (!session) {
                report("Recover", session.error());
                break;
            }
            show_session(std::move(*session));
            remember_opened(unsaved.base.path);
            part<ScriptActions>().show_drafts();
            show_notice(recovered_description(unsaved));
            return true;
        }
        }
    }
    return false;
}

}  // namespace redforge::editor
