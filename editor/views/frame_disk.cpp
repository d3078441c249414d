// What the window does when another program changes the file that is open.
#include <fmt/format.h>

#include "core/counts.hpp"
#include "editor/model/difference_rows.hpp"
#include "editor/views/frame.hpp"
#include "editor/views/problems.hpp"

namespace redforge::editor {

void MainFrame::look_at_disk()
{
    // In the middle of a drag or a question the next look will do, and saving looks for itself.
    if (!session_ || tool_.active() || session_->previewing() || open_dialogs_.any()) {
        return;
    }
    const std::string name = session_->path().filename().string();
    const OnDisk found = session_->look_at_disk();
    show_title();
    if (found == OnDisk::same) {
        return;
    }
    if (found == OnDisk::gone) {
        session_->leave_disk();
        say_first(fmt::format("{} was moved or removed by another program; saving writes it again.", name));
        return;
    }
    Result<edit::Loaded> theirs = session_->read_disk();
    if (!theirs) {  // it may be half written: the next look tries again
        problems_->add("Reload", describe(theirs.error()));
        say_first(fmt::format("{} was changed by another program and cannot be read; what is open here stays as it is.",
                              name));
        return;
    }
    problems_->drop("Reload");
    if (!session_->has_own_changes() && !is_typing()) {
        reload(std::move(*theirs));
        return;
    }
    if (!commit()) {
        return;
    }
    switch (ask_of_disk(theirs, false)) {
    case OutsideAnswer::merge: merge(std::move(*theirs)); break;
    case OutsideAnswer::reload: reload(std::move(*theirs)); break;
    case OutsideAnswer::keep_mine:
        session_->keep_mine(std::move(*theirs));
        say_first(fmt::format("Your changes are kept; saving replaces what the other program wrote to {}.", name));
        break;
    case OutsideAnswer::difference:
    case OutsideAnswer::later:
        session_->leave_disk();
        say_first(fmt::format("{} was changed by another program; saving asks what to keep.", name));
        break;
    }
    show_title();
}

/// The difference leads back to the question.
OutsideAnswer MainFrame::ask_of_disk(const Result<edit::Loaded>& theirs, bool saving)
{
    const std::string name = session_->path().filename().string();
    const OutsideQuestion question{name, saving, theirs ? std::string{} : describe(theirs.error())};
    for (;;) {
        const OutsideAnswer answer =
            dialogs_.what_of_outside_change ? dialogs_.what_of_outside_change(*this, question) : OutsideAnswer::later;
        if (answer != OutsideAnswer::difference) {
            return answer;
        }
        if (theirs && dialogs_.show_difference) {
            dialogs_.show_difference(*this, name, difference_rows(session_->root(), theirs->document.root()));
        }
    }
}

bool MainFrame::reload(edit::Loaded theirs)
{
    const Result<edit::Changes> changes = session_->reload(std::move(theirs));
    if (!changes) {
        report("Reload", changes.error());
        return false;
    }
    problems_->show_kept(session_->kept());
    report_unfinished();
    show_title();
    const std::string name = session_->path().filename().string();
    say_first(changes->empty()
                  ? fmt::format("{} was changed by another program; its records are the same as here.", name)
                  : fmt::format("{} was changed by another program and is read again; Undo brings back what was here.",
                                name));
    return true;
}

bool MainFrame::merge(edit::Loaded theirs)
{
    constexpr const char* topic = "Merge";
    const std::string name = session_->path().filename().string();
    const Result<std::vector<edit::Conflict>> conflicts = session_->merge(std::move(theirs));
    if (!conflicts) {
        report(topic, conflicts.error());
        return false;
    }
    problems_->drop(topic);
    for (std::size_t i = conflicts->size(); i-- > 0;) {
        problems_->add(topic, "Merge", edit::conflict_line((*conflicts)[i]));
    }
    show_changed();
    show_title();
    say_first(conflicts->empty()
                  ? fmt::format("What another program changed in {} is here now, beside your changes.", name)
                  : fmt::format("{} was merged. {} {} changed on both sides; yours is kept (see Problems).", name,
                                counted(conflicts->size(), "value"), conflicts->size() == 1 ? "was" : "were"));
    return true;
}

void MainFrame::show_changes()
{
    if (!session_ || !commit()) {
        return;
    }
    const std::string name = session_->path().filename().string();
    const Result<edit::Loaded> saved = session_->read_disk();
    if (!saved) {
        report("Show Changes", saved.error());
        return;
    }
    std::vector<DifferenceRow> rows = difference_rows(session_->root(), saved->document.root());
    if (rows.empty()) {
        say(fmt::format("No unsaved changes: {} on disk is identical", name));
    } else if (dialogs_.show_difference) {
        dialogs_.show_difference(*this, name, std::move(rows));
    }
}

}  // namespace redforge::editor
