// What a window that was killed had not saved: offering it, and taking it up.
#include <fmt/format.h>

#include "editor/views/frame.hpp"

namespace redforge::editor {

bool MainFrame::offer_unsaved()
{
    const Result<std::filesystem::path> folder = journal_folder();
    if (!folder || !dialogs_.what_of_unsaved) {
        return false;
    }
    for (const Unsaved& unsaved : find_unsaved(*folder)) {
        switch (dialogs_.what_of_unsaved(*this, unsaved)) {
        case UnsavedAnswer::later: break;
        case UnsavedAnswer::discard: discard(unsaved); break;
        case UnsavedAnswer::recover: {
            Result<Session> session = Session::recover(unsaved, names_for(unsaved.base.path));
            if (!session) {
                report("Recover", session.error());
                break;
            }
            show_session(std::move(*session));
            const std::size_t steps = unsaved.steps.size();
            say(fmt::format("Recovered {} unsaved change{} of {}.", steps, steps == 1 ? "" : "s",
                            unsaved.base.path.filename().string()));
            return true;
        }
        }
    }
    return false;
}

}  // namespace redforge::editor
