// Edits the document: undo, clipboard; adding, removing, moving and renaming records.
#include "editor/views/scene/scene_canvas.hpp"  // first, for its OpenGL headers

#include "editor/views/actions/edit_actions.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/text/letter_case.hpp"
#include "edit/map/map_of.hpp"
#include "editor/model/scene/scene_records.hpp"
#include "editor/model/session/rename_warning.hpp"
#include "editor/views/actions/add_actions.hpp"
#include "editor/views/actions/transform_actions.hpp"
#include "editor/views/dialogs/rename_dialog.hpp"
#include "editor/views/frame/frame.hpp"
#include "editor/views/frame/game_files.hpp"
#include "editor/views/panes/clipboard.hpp"
#include "editor/views/panes/outliner.hpp"
#include "editor/views/scene/scene_pane.hpp"

namespace redforge::editor {
namespace {

/// Returns a step name for use within a sentence: "move HARBOR16".
std::string lowercase_first(std::string name)
{
    if (!name.empty()) {
        name.front() = to_lower(name.front());
    }
    return name;
}

std::string joined(const std::vector<std::string>& words)
{
    std::string all;
    for (const std::string& word : words) {
        all += (all.empty() ? "" : ", ") + word;
    }
    return all;
}

}  // namespace

bool EditActions::can_undo() const
{
    return session() != nullptr && (session()->can_undo() || frame().has_new_text());
}

bool EditActions::can_redo() const
{
    return session() != nullptr && session()->can_redo();
}

bool EditActions::can_copy() const
{
    return session() && !session()->copy_error(session()->selection());
}

bool EditActions::copy_selected(const std::string& text)
{
    const std::string records = session()->copied(session()->selection());
    const bool copied = text.empty() ? set_clipboard(records) : set_clipboard(text, records);
    if (!copied) {
        show_status("The clipboard is in use by another program; try again.");
    }
    return copied;
}

void EditActions::copy_records()
{
    if (can_copy() && copy_selected()) {
        show_status("Copied " + session()->called(session()->selection()));
    }
}

void EditActions::cut_records()
{
    if (can_copy() && copy_selected()) {
        remove_selection("Cut");
    }
}

void EditActions::paste_records()
{
    if (!session()) {
        return;
    }
    const std::string records = clipboard_records();
    show_pasted(records, session()->paste(records, part<AddActions>().position_under_pointer(),
                                          part<TransformActions>().snapping().grid));
}

void EditActions::paste_in_place()
{
    if (session()) {
        const std::string records = clipboard_records();
        show_pasted(records, session()->paste(records, {}, 0));
    }
}

void EditActions::show_pasted(const std::string& records, Result<Session::Pasted> pasted)
{
    if (!pasted && pasted.error().code == ErrorCode::out_of_range) {  // off the map: original positions
        pasted = session()->paste(records, {}, part<TransformActions>().snapping().grid);
    }
    if (!pasted) {
        report("Paste", pasted.error());
        return;
    }
    select_nodes(pasted->records);
    const std::string brought = pasted->brought.empty() ? std::string{} : ", with actor " + joined(pasted->brought);
    show_status(pasted->missing.empty()
                    ? session()->undo_name() + brought
                    : fmt::format("{}. This map has no actor {}.", session()->undo_name(), joined(pasted->missing)));
}

void EditActions::undo()
{
    if (can_undo()) {
        const std::string name = session()->undo_name();
        show_step("Undone: " + lowercase_first(name), session()->undo());
    }
}

void EditActions::redo()
{
    if (can_redo()) {
        const std::string name = session()->redo_name();
        show_step("Redone: " + lowercase_first(name), session()->redo());
    }
}

void EditActions::show_step(const std::string& message, const Result<edit::Changes>& changes)
{
    if (!changes) {
        report("Undo", changes.error());
        return;
    }
    frame().show_changed();
    show_status(message);
}

void EditActions::add_record()
{
    const NodeRef selected = session()->selection().back();
    const std::optional<glm::dvec3> place = part<AddActions>().middle_of_view();
    Result<NodeRef> added = session()->add(selected, place);
    if (!added && place && added.error().code == ErrorCode::out_of_range) {  // the view is outside of the map
        added = session()->add(selected);
    }
    if (!added) {
        report("Add", added.error());
        return;
    }
    if (scene_record(session()->root(), *added)) {
        part<AddActions>().show_added(*added, session()->undo_name());
        frame().scene().reveal_selected();
        return;
    }
    select_nodes({*added});
    show_status(session()->undo_name());
}

void EditActions::duplicate_records()
{
    const Result<NodeRefs> copies =
        session()->duplicate(session()->selection(), part<TransformActions>().snapping().grid);
    if (!copies) {
        report("Duplicate", copies.error());
        return;
    }
    select_nodes(*copies);
    show_status(session()->undo_name());
}

void EditActions::remove_records()
{
    if (can_remove()) {
        remove_selection("Remove");
    }
}

std::optional<edit::RenameTarget> EditActions::rename_target() const
{
    const std::optional<NodeInfo> info = session() && session()->selection().size() == 1
                                             ? session()->find(session()->selection().front())
                                             : std::nullopt;
    return info && info->is_record() ? edit::rename_target(info->record, info->parent.item(info->index).name)
                                     : std::nullopt;
}

void EditActions::rename_record()
{
    const std::optional<edit::RenameTarget> what = rename_target();
    if (!what || !dialogs().new_name) {
        return;
    }
    const std::optional<std::string> name =
        dialogs().new_name(frame(), {std::string(edit::rename_word(what->kind)), what->name,
                                     [&](const std::string& wanted) { return session()->renaming(*what, wanted); },
                                     [&](const std::string& wanted) {
                                         const rgm::Map* const map = edit::map_of(session()->document());
                                         return map != nullptr && what->kind == edit::RenameKind::actor
                                                    ? rename_warning(*map, what->name, wanted,
                                                                     part<GameFiles>().game_files())
                                                    : std::string{};
                                     }});
    if (!name) {
        return;
    }
    if (const Result<edit::EditLog> touched = session()->rename(*what, *name); !touched) {
        report("Rename", touched.error());
        return;
    }
    frame().show_changed();
    show_status(session()->undo_name());
}

bool EditActions::remove_selection(const char* verb)
{
    const NodeRefs removed = session()->selection();
    const NodeRef first = *std::ranges::min_element(removed);
    const NodeRef parent = parent_node(session()->root(), first);
    if (const Status status = session()->remove(removed, verb); !status) {
        report(verb, status.error());
        return false;
    }
    // Select the next record in the list, else the previous one, else the parent.
    NodeRef next = first;
    if (!frame().outliner().query().empty() && !frame().outliner().shows(next)) {
        next = parent;
    } else if (!session()->find(next)) {
        const std::optional<NodeInfo> list = session()->find(parent);
        const std::size_t left = list && list->members ? list->members.size() : 0;
        if (left > 0) {
            next.node.back().index = static_cast<std::uint32_t>(left - 1);
        } else {
            next = parent;
        }
    }
    select_nodes(session()->find(next) ? NodeRefs{next} : NodeRefs{});
    show_status(session()->undo_name());
    return true;
}

void EditActions::move(int step)
{
    const Result<NodeRefs> moved = session()->move(session()->selection(), step);
    if (!moved) {
        report("Move", moved.error());
        return;
    }
    select_nodes(*moved);
    show_status(session()->undo_name());
}

void EditActions::move_up()
{
    move(-1);
}

void EditActions::move_down()
{
    move(1);
}

bool EditActions::all_selected(const std::function<bool(const NodeInfo&)>& condition) const
{
    return session() && !session()->selection().empty() &&
           std::ranges::all_of(session()->selection(), [&](const NodeRef& ref) {
               const std::optional<NodeInfo> info = session()->find(ref);
               return info && condition(*info);
           });
}

bool EditActions::can_add() const
{
    return session() && session()->selection().size() == 1 &&
           all_selected([](const NodeInfo& info) { return info.is_one_of_many() || static_cast<bool>(info.members); });
}

bool EditActions::can_remove() const
{
    return all_selected([](const NodeInfo& info) { return info.is_record(); });
}

bool EditActions::can_arrange() const
{
    return all_selected([](const NodeInfo& info) { return info.is_one_of_many(); });
}

}  // namespace redforge::editor
