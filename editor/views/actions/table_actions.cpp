// The table of records in the window: showing it in place of the view, and what its edits do.
#include "editor/views/scene/scene_canvas.hpp"  // first, for its OpenGL headers

#include "editor/views/actions/table_actions.hpp"

#include "editor/model/scene/art_sheet.hpp"
#include "editor/views/actions/actions.hpp"
#include "editor/views/actions/edit_actions.hpp"
#include "editor/views/actions/pane_actions.hpp"
#include "editor/views/dialogs/welcome.hpp"
#include "editor/views/frame/frame.hpp"
#include "editor/views/panes/actor_pane.hpp"
#include "editor/views/panes/art_pane.hpp"
#include "editor/views/panes/browser.hpp"
#include "editor/views/panes/focus.hpp"
#include "editor/views/panes/grid.hpp"
#include "editor/views/panes/outliner.hpp"
#include "editor/views/panes/table_pane.hpp"
#include "editor/views/scene/scene_pane.hpp"
#include "editor/views/script/script_page.hpp"

namespace redforge::editor {

void TableActions::connect()
{
    frame().table().on_select = [this](const NodeRefs& refs) {
        if (!session() || !frame().commit_others()) {
            frame().CallAfter([this] { show_table(); });  // restore the selection of the table
            return;
        }
        static_cast<void>(session()->select(refs));  // nothing is being typed any more
        frame().outliner().select(refs);
        frame().show_selection();
    };
    frame().table().on_set = [this](const std::string& name, const std::vector<RecordValue>& values) {
        if (!session() || !frame().commit_others()) {
            return false;
        }
        const RecordValue& first = values.front();
        const Status status =
            name.empty() ? session()->set({first.record}, first.field, first.text) : session()->set(name, values);
        if (!status) {
            report("Set", status.error());
        }
        return status.has_value();
    };
    frame().table().on_status = [this](const std::string& message) { show_status(message); };
    frame().table().on_records = [this](int id) {
        auto& edit = part<EditActions>();
        if (id == wxID_DUPLICATE && edit.can_arrange()) {
            edit.duplicate_records();
        } else if (id != wxID_DUPLICATE && edit.can_remove()) {
            remove_rows();
        }
    };
    frame().panes().manager().AddPane(&frame().table(), wxAuiPaneInfo().Name("table").CentrePane().Position(0).Hide());
}

void TableActions::remove_rows()
{
    const std::optional<std::size_t> row = frame().table().first_selected_row();
    if (!part<EditActions>().remove_selection("Remove")) {
        return;
    }
    // Select the next row in the order of the table, which can be sorted.
    const std::optional<NodeRef> next = row ? frame().table().record_at(*row) : std::nullopt;
    if (next) {
        select_nodes({*next});
    }
}

void TableActions::show_table()
{
    if (part<PaneActions>().table_shown()) {
        frame().table().show(session(), session()->selection());
    }
}

void TableActions::toggle_table()
{
    if (!session()) {
        return;
    }
    if (!part<PaneActions>().has_picture()) {
        frame().table().take_focus();
        show_status("This document has no 3D view");
        return;
    }
    auto& panes = part<PaneActions>();
    panes.set_table_wanted(!panes.wants_table());
    if (panes.wants_table()) {
        frame().table().take_focus();
    } else if (frame().sheet().IsShown() && !frame().scene().IsShown()) {
        give_focus(frame().sheet());
    } else if (frame().scene().canvas() != nullptr) {
        give_focus(*frame().scene().canvas());
    }
}

bool TableActions::table_key(int key, int modifiers, bool& swallowed)
{
    if (!part<PaneActions>().table_shown()) {
        return false;
    }
    if (frame().table().is_typing() && modifiers == wxMOD_CONTROL && (key == WXK_RETURN || key == WXK_NUMPAD_ENTER)) {
        frame().table().fill_selected();
        swallowed = true;
        return true;
    }
    const TableGrid::KeyUse use =
        frame().table().has_focus() ? frame().table().use_of(key, modifiers) : TableGrid::KeyUse::none;
    swallowed = use == TableGrid::KeyUse::swallowed;
    return use != TableGrid::KeyUse::none;
}

bool TableActions::run_in_table(int id)
{
    if (!part<PaneActions>().table_shown() || !frame().table().has_focus()) {
        return false;
    }
    if (frame().table().run(id)) {
        return true;
    }
    if (id == wxID_DELETE && part<EditActions>().can_remove() && commit()) {
        remove_rows();
        return true;
    }
    if (id == wxID_COPY && part<EditActions>().can_copy() && commit()) {
        if (part<EditActions>().copy_selected(frame().table().selected_text())) {
            show_status("Copied " + session()->called(session()->selection()));
        }
        return true;
    }
    return false;
}

}  // namespace redforge::editor
