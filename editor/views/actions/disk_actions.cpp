// Detects, compares and merges changes that other programs made to the open file.
#include "editor/views/actions/disk_actions.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "core/files/files.hpp"
#include "core/text/counts.hpp"
#include "editor/model/rows/difference_rows.hpp"
#include "editor/views/actions/level_actions.hpp"
#include "editor/views/actions/transform_actions.hpp"
#include "editor/views/frame/frame.hpp"
#include "editor/views/panes/problems.hpp"

namespace redforge::editor {

void DiskActions::check_disk()
{
    // Skip during a drag or a dialog: the next poll sees the change, and saving checks again.
    if (!session() || part<TransformActions>().tool().active() || part<LevelActions>().active() ||
        session()->previewing() || frame().open_dialogs().any()) {
        return;
    }
    const std::string name = session()->path().filename().string();
    const DiskState found = session()->check_disk();
    frame().show_title();
    if (found == DiskState::same) {
        return;
    }
    if (found == DiskState::gone) {
        session()->acknowledge_disk_change();
        show_notice(fmt::format("Another program moved or removed {}. Saving writes it again.", name));
        return;
    }
    Result<edit::Loaded> theirs = session()->read_disk();
    if (!theirs) {  // the file can be half written; the next check reads it again
        frame().problems().add("Reload", describe(theirs.error()));
        show_notice(
            fmt::format("Another program changed {}, and it cannot be read. The open document does not change.", name));
        return;
    }
    frame().problems().drop("Reload");
    if (!session()->has_own_changes() && !frame().is_typing()) {
        reload(std::move(*theirs));
        return;
    }
    if (!commit()) {
        return;
    }
    switch (ask_external_change(theirs, false)) {
    case ExternalChangeChoice::merge:
        if (merge(std::move(*theirs))) {
            break;
        }
        [[fallthrough]];
    case ExternalChangeChoice::difference:
    case ExternalChangeChoice::later:
        session()->acknowledge_disk_change();
        show_notice(fmt::format("Another program changed {}. Redforge asks what to keep when you save.", name));
        break;
    case ExternalChangeChoice::reload: reload(std::move(*theirs)); break;
    case ExternalChangeChoice::keep_mine:
        session()->keep_mine(std::move(*theirs));
        show_notice(fmt::format("Your changes are kept. Saving replaces the other program's version of {}.", name));
        break;
    }
    frame().show_title();
}

/// Asks what to do. After the user has seen the differences, asks again.
ExternalChangeChoice DiskActions::ask_external_change(const Result<edit::Loaded>& theirs, bool saving)
{
    const std::string name = session()->path().filename().string();
    const OutsideQuestion question{name, saving, theirs ? std::string{} : describe(theirs.error())};
    for (;;) {
        const ExternalChangeChoice answer =
            dialogs().ask_disk_change ? dialogs().ask_disk_change(frame(), question) : ExternalChangeChoice::later;
        if (answer != ExternalChangeChoice::difference) {
            return answer;
        }
        if (theirs && dialogs().show_difference) {
            std::vector<DifferenceRow> rows =
                difference_rows(session()->root(), theirs->document.root(), session()->context());
            // Without paths, the user cannot go to a record before the question is answered.
            std::ranges::for_each(rows, [](DifferenceRow& row) { row.path.clear(); });
            static_cast<void>(dialogs().show_difference(
                frame(), {.heading = fmt::format("{} between the open document (mine) and {} on disk (theirs).",
                                                 counted(rows.size(), "difference"), name),
                          .bytes = {},
                          .rows = std::move(rows)}));
        }
    }
}

bool DiskActions::reload(edit::Loaded theirs)
{
    const Result<edit::Changes> changes = session()->reload(std::move(theirs));
    if (!changes) {
        report("Reload", changes.error());
        return false;
    }
    frame().problems().show_kept(session()->kept());
    frame().report_unfinished();
    frame().show_title();
    const std::string name = session()->path().filename().string();
    show_notice(
        changes->empty()
            ? fmt::format("{} was changed by another program; its records are the same as here.", name)
            : fmt::format("Another program changed {}, and it was reloaded. Undo restores your version.", name));
    return true;
}

bool DiskActions::merge(edit::Loaded theirs)
{
    constexpr const char* topic = "Merge";
    const std::string name = session()->path().filename().string();
    const Result<std::vector<edit::Conflict>> found = session()->conflicts_with(theirs);
    if (!found) {
        report(topic, found.error());
        return false;
    }
    // Keep choices by conflict text, because a chosen side can add or remove other conflicts.
    std::map<std::string, edit::MergeFavor> sides;
    if (!found->empty() && dialogs().ask_conflict_sides) {
        const std::optional<std::vector<edit::MergeFavor>> chosen = dialogs().ask_conflict_sides(frame(), name, *found);
        if (!chosen) {
            return false;
        }
        for (std::size_t i = 0; i < std::min(found->size(), chosen->size()); ++i) {
            sides.insert_or_assign(edit::conflict_line((*found)[i]), (*chosen)[i]);
        }
    }
    const auto side_of = [&sides](const edit::Conflict& conflict) {
        const auto side = sides.find(edit::conflict_line(conflict));
        return side == sides.end() ? edit::MergeFavor::none : side->second;
    };
    const Result<std::vector<edit::Conflict>> conflicts = session()->merge(std::move(theirs), side_of);
    if (!conflicts) {
        report(topic, conflicts.error());
        return false;
    }
    frame().problems().drop(topic);
    std::size_t open = 0;
    std::size_t as_theirs = 0;
    for (std::size_t i = conflicts->size(); i-- > 0;) {
        const edit::MergeFavor side = side_of((*conflicts)[i]);
        as_theirs += side == edit::MergeFavor::theirs ? 1 : 0;
        if (side == edit::MergeFavor::none) {
            ++open;
            frame().problems().add(topic, "Merge", edit::conflict_line((*conflicts)[i]));
        }
    }
    frame().show_changed();
    frame().show_title();
    if (conflicts->empty()) {
        show_notice(fmt::format("Merged the changes of another program in {} with your changes.", name));
    } else if (open > 0) {
        show_notice(fmt::format("{} was merged. {} {} changed on both sides; yours is kept (see Problems).", name,
                                counted(open, "value"), open == 1 ? "was" : "were"));
    } else {
        const auto words = [](std::size_t count, const char* whose) {
            return fmt::format("{} {} {}", count, count == 1 ? "is" : "are", whose);
        };
        show_notice(fmt::format("{} was merged. Both sides changed {}: {}, {}.", name,
                                counted(conflicts->size(), "value"), words(conflicts->size() - as_theirs, "yours"),
                                words(as_theirs, "theirs")));
    }
    return true;
}

void DiskActions::show_difference(Differences differences)
{
    const std::optional<std::string> path =
        dialogs().show_difference ? dialogs().show_difference(frame(), std::move(differences)) : std::nullopt;
    if (path) {
        frame().select({*path});
        frame().show_changed();
    }
}

void DiskActions::show_changes()
{
    if (!session() || !commit()) {
        return;
    }
    const std::string name = session()->path().filename().string();
    const Result<edit::Loaded> saved = session()->read_disk();
    if (!saved) {
        report("Show Changes", saved.error());
        return;
    }
    std::vector<DifferenceRow> rows = difference_rows(session()->root(), saved->document.root(), session()->context());
    if (rows.empty()) {
        show_status(fmt::format("No unsaved changes: {} on disk is identical", name));
        return;
    }
    std::string bytes;
    if (session()->storage() == edit::Storage::binary) {
        const Result<Bytes> now = session()->document().write();
        const Result<Bytes> then = read_file(session()->path());
        bytes = now && then ? byte_description(*now, *then) : now ? std::string{} : describe(now.error());
    }
    show_difference({.heading = fmt::format("Saving would change {} in {}.", counted(rows.size(), "value"), name),
                     .bytes = std::move(bytes),
                     .mine = "Here",
                     .theirs = "In the file",
                     .rows = std::move(rows)});
}

void DiskActions::compare_with_file()
{
    if (!session() || !commit() || !dialogs().ask_compare_path) {
        return;
    }
    const std::optional<std::filesystem::path> path = dialogs().ask_compare_path(frame());
    if (!path) {
        return;
    }
    const std::string name = session()->path().filename().string();
    const std::string other_name =
        path->filename() == session()->path().filename() ? path->string() : path->filename().string();
    Result<edit::Loaded> other = edit::load(*path, Pipes::reject, session()->context());
    if (other &&
        (&other->document.format() != &session()->format() || other->document.root().type != session()->root().type)) {
        other = fail({.code = ErrorCode::mismatch,
                      .message = fmt::format("is another kind of file: {}, not {}", other->document.format().name,
                                             session()->format().name),
                      .file = path->string()});
    }
    if (!other) {
        report("Compare With", other.error());
        return;
    }
    std::vector<DifferenceRow> rows = difference_rows(session()->root(), other->document.root(), session()->context());
    if (rows.empty()) {
        show_status(fmt::format("{} and {} are identical", name, other_name));
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
