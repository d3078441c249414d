// What the window does with the table of records: showing it in place of the view, and what its edits do.
#include "editor/views/scene_canvas.hpp"  // first, for its OpenGL headers

#include "editor/model/art_sheet.hpp"
#include "editor/views/actions.hpp"
#include "editor/views/actor_pane.hpp"
#include "editor/views/art_pane.hpp"
#include "editor/views/browser.hpp"
#include "editor/views/focus.hpp"
#include "editor/views/frame.hpp"
#include "editor/views/grid.hpp"
#include "editor/views/outliner.hpp"
#include "editor/views/scene_pane.hpp"
#include "editor/views/script_page.hpp"
#include "editor/views/table_pane.hpp"
#include "editor/views/welcome.hpp"

namespace redforge::editor {

void MainFrame::connect_table()
{
    table_ = new TablePane(this);
    table_->on_select = [this](const NodeRefs& refs) {
        if (!session_ || !commit_others()) {
            CallAfter([this] { show_table(); });  // where it was
            return;
        }
        static_cast<void>(session_->select(refs));  // nothing is being typed any more
        outliner_->select(refs);
        show_selection();
    };
    table_->on_set = [this](const std::string& name, const std::vector<RecordValue>& values) {
        if (!session_ || !commit_others()) {
            return false;
        }
        const RecordValue& first = values.front();
        const Status status =
            name.empty() ? session_->set({first.record}, first.field, first.text) : session_->set(name, values);
        if (!status) {
            report("Set", status.error());
        }
        return status.has_value();
    };
    table_->on_say = [this](const std::string& message) { say(message); };
    table_->on_records = [this](int id) {
        if (id == wxID_DUPLICATE) {
            duplicate_records();
        } else if (can_remove()) {
            remove_rows();
        }
    };
    panes_.manager().AddPane(table_, wxAuiPaneInfo().Name("table").CentrePane().Position(0).Hide());
}

void MainFrame::remove_rows()
{
    const std::optional<std::size_t> row = table_->first_selected_row();
    if (!take_away("Remove")) {
        return;
    }
    // The next one as the table shows them, which may be sorted.
    const std::optional<NodeRef> next = row ? table_->record_at(*row) : std::nullopt;
    if (next) {
        select_nodes({*next});
    }
}

/// What has no view is shown as a table; of maps and models a person asks for it. The scripts of a plugin stand below it.
void MainFrame::arrange_middle()
{
    const bool table = table_shown();
    const bool script = !session_                        ? false
                        : ScenePane::can_show(*session_) ? is_map() && script_wanted_
                                                         : selects_script() || script_->typing();
    wxAuiManager& panes = panes_.manager();
    const auto show = [&panes](wxWindow* window, bool shown) {
        wxAuiPaneInfo& pane = panes.GetPane(window);
        const bool other = pane.IsShown() != shown;
        pane.Show(shown);
        return other;
    };
    const bool sheet = session_ && has_sheet(*session_) && !table;
    const bool other_welcome = show(welcome_, !session_);
    const bool below_view = sheet && ScenePane::can_show(*session_);
    const bool other_scene = show(scene_, session_ && !table && (!sheet || below_view));
    const bool other_sheet = show(sheet_, sheet);
    panes.GetPane(sheet_).Position(below_view ? 1 : 0).dock_proportion =
        below_view ? usual_proportion / 2 : usual_proportion;
    const bool other_table = show(table_, table);
    const bool other_script = show(script_, script);
    const bool other_actor = show(actor_, actor_shown());
    const bool other_browser = show(browser_, browser_shown());
    if (browser_shown() && !has_room_for_browser()) {
        outliner_gave_way_ = show(outliner_, false) || outliner_gave_way_;
    } else if (outliner_gave_way_) {
        outliner_gave_way_ = false;
        show(outliner_, true);
    }
    const bool other_sides = fold_sides();
    const bool other_tabs = show(side_tabs_->GetParent(), has_side_tabs());
    if (other_tabs || other_sides) {
        panes.GetPane(side_tabs_->GetParent()).Position(0).dock_proportion = 1;  // no higher than it must be
        panes.GetPane(outliner_).Position(1).CaptionVisible(!has_side_tabs());
        panes.GetPane(browser_).Position(2).CaptionVisible(!has_side_tabs());
    }
    if (other_tabs && has_side_tabs() && !browser_in_place_) {
        show(outliner_, true);  // it may have been remembered while the browser had its place
    }
    if (has_side_tabs()) {
        side_tabs_->ToggleTool(side_tabs_->FindToolByIndex(browser_in_place_ ? 1 : 0)->GetId(), true);
        side_tabs_->Refresh();
    }
    if (other_welcome || other_scene || other_sheet || other_table || other_script || other_actor || other_browser ||
        other_tabs || other_sides) {
        panes.Update();
    }
    if (other_browser) {
        renew_browser();
        CallAfter([this] {
            if (session_) {
                outliner_->select(session_->selection());  // it has another height now
            }
        });
    }
    show_tools();
    show_table();
    show_script();
    show_actor();
    sheet_->select(session_ ? session_->selection() : NodeRefs{});
}

bool MainFrame::has_picture() const
{
    return session_ && (ScenePane::can_show(*session_) || has_sheet(*session_));
}

void MainFrame::connect_sheet()
{
    sheet_ = new ArtPane(this);
    sheet_->on_select = [this](const NodeRefs& refs) { select_nodes(refs); };
    sheet_->on_say = [this](const std::string& message) { say(message); };
    sheet_->on_menu = [this] { open_sheet_menu(); };
    panes_.manager().AddPane(sheet_, wxAuiPaneInfo().Name("sheet").CentrePane().Position(0).Hide());
}

void MainFrame::show_table()
{
    if (table_shown()) {
        table_->show(&*session_, session_->selection());
    }
}

void MainFrame::toggle_table()
{
    if (!session_) {
        return;
    }
    if (!has_picture()) {
        table_->take_focus();
        say("This document has no 3D view");
        return;
    }
    table_wanted_ = !table_wanted_;
    arrange_middle();
    if (table_wanted_) {
        table_->take_focus();
    } else if (sheet_->IsShown() && !scene_->IsShown()) {
        give_focus(*sheet_);
    } else if (scene_->canvas() != nullptr) {
        give_focus(*scene_->canvas());
    }
}

bool MainFrame::table_shown() const
{
    return session_ && (table_wanted_ || !has_picture());
}

bool MainFrame::table_key(int key, int modifiers, bool& swallowed)
{
    if (!table_shown()) {
        return false;
    }
    if (table_->is_typing() && modifiers == wxMOD_CONTROL && (key == WXK_RETURN || key == WXK_NUMPAD_ENTER)) {
        table_->fill_selected();
        swallowed = true;
        return true;
    }
    const TableGrid::KeyUse use = table_->has_focus() ? table_->use_of(key, modifiers) : TableGrid::KeyUse::none;
    swallowed = use == TableGrid::KeyUse::swallowed;
    return use != TableGrid::KeyUse::none;
}

bool MainFrame::run_in_table(int id)
{
    if (!table_shown() || !table_->has_focus()) {
        return false;
    }
    if (table_->run(id)) {
        return true;
    }
    if (id == wxID_DELETE && can_remove() && commit()) {
        remove_rows();
        return true;
    }
    if (id == wxID_COPY && can_copy() && commit()) {
        if (copy_selected(table_->selected_text())) {
            say("Copied " + session_->called(session_->selection()));
        }
        return true;
    }
    return false;
}

}  // namespace redforge::editor
