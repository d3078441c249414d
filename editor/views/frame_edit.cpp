// Changing the document: what the window does with records.
#include <algorithm>

#include <fmt/format.h>

#include "core/letter_case.hpp"
#include "editor/views/frame.hpp"
#include "editor/views/outliner.hpp"
#include "editor/views/rename_dialog.hpp"
#include "editor/views/scene_pane.hpp"

namespace redforge::editor {
namespace {

/// A name of a step within a sentence: "move HARBOR16".
std::string in_sentence(std::string name)
{
    if (!name.empty()) {
        name.front() = to_lower(name.front());
    }
    return name;
}

}  // namespace

void MainFrame::undo()
{
    if (can_undo()) {
        const std::string name = session_->undo_name();
        show_step("Undone: " + in_sentence(name), session_->undo());
    }
}

void MainFrame::redo()
{
    if (can_redo()) {
        const std::string name = session_->redo_name();
        show_step("Redone: " + in_sentence(name), session_->redo());
    }
}

void MainFrame::show_step(const std::string& message, const Result<edit::Changes>& changes)
{
    if (!changes) {
        report("Undo", changes.error());
        return;
    }
    show_changed();
    say(message);
}

void MainFrame::show_changed()
{
    outliner_->select(session_->selection());
    show_selection();
    scene_->reveal_selected();
}

void MainFrame::find()
{
    outliner_->focus_filter();
}

void MainFrame::add_record()
{
    if (!can_add()) {
        return;
    }
    const Result<NodeRef> added = session_->add(session_->selection().back());
    if (!added) {
        report("Add", added.error());
        return;
    }
    select_nodes({*added});
    say(session_->undo_name());
}

void MainFrame::duplicate_records()
{
    if (!can_arrange()) {
        return;
    }
    const Result<NodeRefs> copies = session_->duplicate(session_->selection(), snapping_.grid);
    if (!copies) {
        report("Duplicate", copies.error());
        return;
    }
    select_nodes(*copies);
    say(session_->undo_name());
}

void MainFrame::remove_records()
{
    if (can_remove()) {
        take_away("Remove");
    }
}

std::optional<edit::RenameTarget> MainFrame::rename_target() const
{
    const std::optional<NodeInfo> info =
        session_ && session_->selection().size() == 1 ? session_->find(session_->selection().front()) : std::nullopt;
    return info && info->is_record() ? edit::rename_target(info->record, info->holder.item(info->index).name)
                                     : std::nullopt;
}

void MainFrame::rename_record()
{
    const std::optional<edit::RenameTarget> what = rename_target();
    if (!what || !dialogs_.new_name) {
        return;
    }
    const std::optional<std::string> name =
        dialogs_.new_name(*this, {std::string(edit::rename_word(what->kind)), what->name,
                                  [&](const std::string& wanted) { return session_->renaming(*what, wanted); }});
    if (!name) {
        return;
    }
    if (const Result<edit::EditLog> touched = session_->rename(*what, *name); !touched) {
        report("Rename", touched.error());
        return;
    }
    show_changed();
    say(session_->undo_name());
}

bool MainFrame::take_away(const char* verb)
{
    const NodeRefs removed = session_->selection();
    const NodeRef first = *std::ranges::min_element(removed);
    const NodeRef holder = holder_of(session_->root(), first);
    if (const Status status = session_->remove(removed, verb); !status) {
        report(verb, status.error());
        return false;
    }
    // The next one in the list is at hand then; behind the last, the one before; else what held them.
    NodeRef next = first;
    if (!outliner_->query().empty() && !outliner_->shows(next)) {
        next = holder;
    } else if (!session_->find(next)) {
        const std::optional<NodeInfo> list = session_->find(holder);
        const std::size_t left = list && list->members ? list->members.size() : 0;
        if (left > 0) {
            next.node.back().index = static_cast<std::uint32_t>(left - 1);
        } else {
            next = holder;
        }
    }
    select_nodes(session_->find(next) ? NodeRefs{next} : NodeRefs{});
    say(session_->undo_name());
    return true;
}

void MainFrame::move(int step)
{
    if (!can_arrange()) {
        return;
    }
    const Result<NodeRefs> moved = session_->move(session_->selection(), step);
    if (!moved) {
        report("Move", moved.error());
        return;
    }
    select_nodes(*moved);
    say(session_->undo_name());
}

void MainFrame::move_up()
{
    move(-1);
}

void MainFrame::move_down()
{
    move(1);
}

bool MainFrame::all_selected(const std::function<bool(const NodeInfo&)>& condition) const
{
    return session_ && !session_->selection().empty() &&
           std::ranges::all_of(session_->selection(), [&](const NodeRef& ref) {
               const std::optional<NodeInfo> info = session_->find(ref);
               return info && condition(*info);
           });
}

bool MainFrame::can_add() const
{
    return session_ && session_->selection().size() == 1 &&
           all_selected([](const NodeInfo& info) { return info.is_one_of_many() || static_cast<bool>(info.members); });
}

bool MainFrame::can_remove() const
{
    return all_selected([](const NodeInfo& info) { return info.is_record(); });
}

bool MainFrame::can_arrange() const
{
    return all_selected([](const NodeInfo& info) { return info.is_one_of_many(); });
}

}  // namespace redforge::editor
