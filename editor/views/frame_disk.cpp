// What the window does when another program changes the file that is open.
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "core/counts.hpp"
#include "core/files.hpp"
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
    case OutsideAnswer::merge:
        if (merge(std::move(*theirs))) {
            break;
        }
        [[fallthrough]];
    case OutsideAnswer::difference:
    case OutsideAnswer::later:
        session_->leave_disk();
        say_first(fmt::format("{} was changed by another program; saving asks what to keep.", name));
        break;
    case OutsideAnswer::reload: reload(std::move(*theirs)); break;
    case OutsideAnswer::keep_mine:
        session_->keep_mine(std::move(*theirs));
        say_first(fmt::format("Your changes are kept; saving replaces what the other program wrote to {}.", name));
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
            std::vector<DifferenceRow> rows =
                difference_rows(session_->root(), theirs->document.root(), session_->context());
            // Nothing can be gone to before the question is answered.
            std::ranges::for_each(rows, [](DifferenceRow& row) { row.path.clear(); });
            static_cast<void>(dialogs_.show_difference(
                *this, {.heading = fmt::format("{} between what is open here (mine) and what {} holds now (theirs).",
                                               counted(rows.size(), "difference"), name),
                        .bytes = {},
                        .rows = std::move(rows)}));
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
    const Result<std::vector<edit::Conflict>> found = session_->conflicts_with(theirs);
    if (!found) {
        report(topic, found.error());
        return false;
    }
    // By what they say: choosing a side may bring others, or take them away.
    std::map<std::string, edit::Prefer> sides;
    if (!found->empty() && dialogs_.which_sides) {
        const std::optional<std::vector<edit::Prefer>> chosen = dialogs_.which_sides(*this, name, *found);
        if (!chosen) {
            return false;
        }
        for (std::size_t i = 0; i < std::min(found->size(), chosen->size()); ++i) {
            sides.insert_or_assign(edit::conflict_line((*found)[i]), (*chosen)[i]);
        }
    }
    const auto side_of = [&sides](const edit::Conflict& conflict) {
        const auto side = sides.find(edit::conflict_line(conflict));
        return side == sides.end() ? edit::Prefer::none : side->second;
    };
    const Result<std::vector<edit::Conflict>> conflicts = session_->merge(std::move(theirs), side_of);
    if (!conflicts) {
        report(topic, conflicts.error());
        return false;
    }
    problems_->drop(topic);
    std::size_t open = 0;
    std::size_t as_theirs = 0;
    for (std::size_t i = conflicts->size(); i-- > 0;) {
        const edit::Prefer side = side_of((*conflicts)[i]);
        as_theirs += side == edit::Prefer::theirs ? 1 : 0;
        if (side == edit::Prefer::none) {
            ++open;
            problems_->add(topic, "Merge", edit::conflict_line((*conflicts)[i]));
        }
    }
    show_changed();
    show_title();
    if (conflicts->empty()) {
        say_first(fmt::format("What another program changed in {} is here now, beside your changes.", name));
    } else if (open > 0) {
        say_first(fmt::format("{} was merged. {} {} changed on both sides; yours is kept (see Problems).", name,
                              counted(open, "value"), open == 1 ? "was" : "were"));
    } else {
        const auto words = [](std::size_t count, const char* whose) {
            return fmt::format("{} {} {}", count, count == 1 ? "is" : "are", whose);
        };
        say_first(fmt::format("{} was merged. Both sides changed {}: {}, {}.", name,
                              counted(conflicts->size(), "value"), words(conflicts->size() - as_theirs, "yours"),
                              words(as_theirs, "theirs")));
    }
    return true;
}

void MainFrame::show_difference(Differences differences)
{
    const std::optional<std::string> path =
        dialogs_.show_difference ? dialogs_.show_difference(*this, std::move(differences)) : std::nullopt;
    if (path) {
        select({*path});
        show_changed();
    }
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
    std::vector<DifferenceRow> rows = difference_rows(session_->root(), saved->document.root(), session_->context());
    if (rows.empty()) {
        say(fmt::format("No unsaved changes: {} on disk is identical", name));
        return;
    }
    std::string bytes;
    if (session_->storage() == edit::Storage::binary) {
        const Result<Bytes> now = session_->document().write();
        const Result<Bytes> then = read_file(session_->path());
        bytes = now && then ? byte_words(*now, *then) : now ? std::string{} : describe(now.error());
    }
    show_difference({.heading = fmt::format("Saving would change {} in {}.", counted(rows.size(), "value"), name),
                     .bytes = std::move(bytes),
                     .mine = "Here",
                     .theirs = "In the file",
                     .rows = std::move(rows)});
}

void MainFrame::compare_with_file()
{
    if (!session_ || !commit() || !dialogs_.which_to_compare) {
        return;
    }
    const std::optional<std::filesystem::path> path = dialogs_.which_to_compare(*this);
    if (!path) {
        return;
    }
    const std::string name = session_->path().filename().string();
    const std::string other_name =
        path->filename() == session_->path().filename() ? path->string() : path->filename().string();
    Result<edit::Loaded> other = edit::load(*path, Pipes::refuse, session_->context());
    if (other &&
        (&other->document.format() != &session_->format() || other->document.root().type != session_->root().type)) {
        other = fail({.code = ErrorCode::mismatch,
                      .message = fmt::format("is another kind of file: {}, not {}", other->document.format().name,
                                             session_->format().name),
                      .file = path->string()});
    }
    if (!other) {
        report("Compare With", other.error());
        return;
    }
    std::vector<DifferenceRow> rows = difference_rows(session_->root(), other->document.root(), session_->context());
    if (rows.empty()) {
        say(fmt::format("{} and {} are identical", name, other_name));
        return;
    }
    show_difference(
        {.heading = fmt::format("{} between {} and {}.", counted(rows.size(), "difference"), name, other_name),
         .bytes = {},
         .mine = name,
         .theirs = other_name == name ? "the other" : other_name,
         .rows = std::move(rows)});
}

}  // namespace redforge::editor
