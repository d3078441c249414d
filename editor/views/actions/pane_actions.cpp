// Shows and hides panes, and collapses them to tabs in a small window.
#include "editor/views/scene/scene_canvas.hpp"  // first, for its OpenGL headers

#include "editor/views/actions/pane_actions.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <wx/aui/aui.h>
#include <wx/aui/auibar.h>
#include <wx/aui/auibook.h>
#include <wx/panel.h>
#include <wx/sizer.h>

#include "editor/model/scene/art_sheet.hpp"
#include "editor/views/actions/actions.hpp"
#include "editor/views/actions/actor_actions.hpp"
#include "editor/views/actions/browser_actions.hpp"
#include "editor/views/actions/script_actions.hpp"
#include "editor/views/actions/select_actions.hpp"
#include "editor/views/actions/table_actions.hpp"
#include "editor/views/actions/tour_actions.hpp"
#include "editor/views/actions/transform_actions.hpp"
#include "editor/views/actions/view_actions.hpp"
#include "editor/views/dialogs/settings.hpp"
#include "editor/views/dialogs/welcome.hpp"
#include "editor/views/frame/frame.hpp"
#include "editor/views/frame/looks.hpp"
#include "editor/views/frame/text.hpp"
#include "editor/views/frame/window_log.hpp"
#include "editor/views/panes/actor_pane.hpp"
#include "editor/views/panes/art_pane.hpp"
#include "editor/views/panes/browser.hpp"
#include "editor/views/panes/focus.hpp"
#include "editor/views/panes/grid.hpp"
#include "editor/views/panes/outliner.hpp"
#include "editor/views/panes/problems.hpp"
#include "editor/views/panes/table_pane.hpp"
#include "editor/views/panes/tour_pane.hpp"
#include "editor/views/scene/scene_pane.hpp"
#include "editor/views/script/script_page.hpp"

namespace redforge::editor {
namespace {

// Client size in pixels at 96 dpi below which panes are folded.
constexpr int fold_width = 1100;
constexpr int fold_height = 680;
constexpr int min_lines = 26;  ///< client height in lines of text below which the side panes share one place
constexpr std::array<const char*, 3> side_names{"Outliner", "Browser", "Properties"};  // in the order of SidePane
constexpr int default_packing = 2;  ///< space between tools, as in wxAUI; pixels

}  // namespace

void PaneActions::add_tools()
{
    auto* const bar = new wxAuiToolBar(&frame(), wxID_ANY, wxDefaultPosition, wxDefaultSize,
                                       wxAUI_TB_HORZ_LAYOUT | wxAUI_TB_OVERFLOW);
    use_theme(*bar);
    part<TransformActions>().add_snapping(*bar);
    part<SelectActions>().add_picked_kinds(*bar);
    fill_tools(*bar, true, true);
    // An ordinary wxAUI pane: a toolbar pane would end after its last tool. On Windows, the best height of the toolbar
    // is wrong (it was measured while vertical), so the hinted size is used.
    const int tool_height = bar->GetHintSize(wxAUI_DOCK_TOP).y;
    frame().panes().manager().AddPane(bar, fixed_bar("tools", 10, wxSize(frame().FromDIP(200), tool_height))
                                               .BestSize(wxSize(frame().FromDIP(400), tool_height)));
}

wxAuiToolBar* PaneActions::tools() const
{
    return dynamic_cast<wxAuiToolBar*>(frame().panes().manager().GetPane("tools").window);
}

/// Fills the toolbar. `with_view`: with the tools of maps and views. `with_kinds`: with the list of selectable kinds.
void PaneActions::fill_tools(wxAuiToolBar& bar, bool with_view, bool with_kinds)
{
    bar.Clear();  // hides the lists, but does not destroy them
    fill_tool_bar(bar, frame().keys(), with_view);
    if (with_view) {
        bar.AddSeparator();
    }
    auto& transform = part<TransformActions>();
    for (wxChoice* const list :
         {&transform.grid_steps(), &transform.angle_steps(), &part<SelectActions>().picked_kinds()}) {
        const bool shown = with_view && (with_kinds || list != &part<SelectActions>().picked_kinds());
        list->Show(shown);
        if (shown) {
            bar.AddControl(list, list->GetName());
        }
    }
    bar.SetToolPacking(with_kinds ? default_packing : 0);
    if (with_view) {
        fill_view_bar(bar, frame().keys());
    }
    bar.Realize();
    view_tools_ = with_view;
    kind_tools_ = with_kinds;
}

void PaneActions::show_tools()
{
    const bool with_view = session() && ScenePane::can_show(*session());
    // The menu also has the kinds. A narrow window has room for all other tools only without the list of kinds, and
    // without space between tools on Windows. The list stays if a kind is chosen.
    const bool with_kinds = !is_window_narrow() || !part<SelectActions>().picks_all_kinds();
    wxAuiToolBar* const bar = tools();
    if (bar != nullptr && (view_tools_ != with_view || kind_tools_ != with_kinds)) {
        fill_tools(*bar, with_view, with_kinds);
        bar->Refresh();
        auto& transform = part<TransformActions>();
        transform.snap_to(transform.snapping());  // also shows the steps in the status bar
    }
}

void PaneActions::group_outliner(Grouping grouping)
{
    Outliner& outliner = frame().outliner();
    if (!commit()) {
        outliner.group(outliner.grouping());  // the choice above the list already shows `grouping`
        return;
    }
    outliner.group(grouping);
    store_grouping(grouping);
    if (session()) {
        outliner.select(session()->selection());
    }
}

bool PaneActions::groups_outliner(Grouping grouping) const
{
    return frame().outliner().grouping() == grouping;
}

void PaneActions::toggle_pane(const char* name)
{
    order_folded_sides();
    if (!frame().panes().toggle(name) && frame().scene().canvas() != nullptr && wxWindow::FindFocus() == nullptr) {
        give_focus(frame().scene());
    }
    show_side_tabs();
}

/// Shows or hides the outliner. In a small window, it replaces the other side panes.
void PaneActions::toggle_outliner()
{
    if (has_side_tabs() && (browser_replaces_outliner_ || shows_only_properties())) {
        choose_side(SidePane::outliner);
    } else {
        toggle_pane("outliner");
    }
}

/// Shows or hides the properties. If the side panes share one place, they replace the others, or return it.
void PaneActions::toggle_properties()
{
    if (shares_side()) {
        choose_side(shows_only_properties() ? SidePane::outliner : SidePane::properties);
    } else {
        toggle_pane("properties");
    }
}

void PaneActions::choose_side(SidePane pane)
{
    properties_chosen_ = pane == SidePane::properties;
    if (!properties_chosen_) {
        outliner_hidden_for_browser_ = outliner_hidden_for_browser_ || pane == SidePane::outliner;
        browser_replaces_outliner_ = pane == SidePane::browser;
    }
    arrange_middle();
    part<BrowserActions>().update_browser();
}

/// Shows the tabs of side panes that share one place, and highlights those of visible panes.
void PaneActions::show_side_tabs()
{
    if (!has_side_tabs()) {
        return;
    }
    const std::array<bool, 3> wanted{true, has_browser() && !has_room_for_browser(), shares_side()};
    const std::array<bool, 3> shown{outliner_shown(), browser_shown(), properties_shown()};
    if (wanted != shown_tabs_) {
        shown_tabs_ = wanted;
        side_tabs_->Clear();
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            if (wanted.at(i)) {
                side_tabs_->AddTool(side_ids_.at(i), side_names.at(i), wxBitmapBundle(), "", wxITEM_RADIO);
            }
        }
        side_tabs_->Realize();
        wxAuiPaneInfo& row = frame().panes().manager().GetPane(side_tabs_->GetParent());
        row.MinSize(std::max(frame().FromDIP(200), side_tabs_->GetHintSize(wxAUI_DOCK_TOP).x), row.min_size.y);
    }
    for (std::size_t i = 0; i < shown.size(); ++i) {
        if (wxAuiToolBarItem* const tab = side_tabs_->FindTool(side_ids_.at(i))) {
            // ToggleTool() cannot deselect all items of a radio group.
            tab->SetState((tab->GetState() & ~wxAUI_BUTTON_STATE_CHECKED) |
                          (shown.at(i) ? wxAUI_BUTTON_STATE_CHECKED : 0));
        }
    }
    side_tabs_->Refresh();
}

void PaneActions::reset_layout()
{
    frame().panes().reset();
    sides_folded_.reset();
    properties_chosen_ = false;
    bottom_unfolded_ = false;
    arrange_middle();
    frame().scene().reset_views();
    part<ViewActions>().save_view_settings();
    show_status("The layout is reset");
}

bool PaneActions::outliner_shown() const
{
    return frame().panes().is_shown("outliner");
}

bool PaneActions::properties_shown() const
{
    return frame().panes().is_shown("properties");
}

bool PaneActions::tools_shown() const
{
    return frame().panes().is_shown("tools");
}

bool PaneActions::bottom_shown() const
{
    return frame().panes().is_shown("bottom");
}

void PaneActions::set_table_wanted(bool wanted)
{
    table_wanted_ = wanted;
    arrange_middle();
}

void PaneActions::set_script_wanted(bool wanted)
{
    script_wanted_ = wanted;
    actor_wanted_ = actor_wanted_ && !wanted;  // the actor page and the script page share a place
    arrange_middle();
}

void PaneActions::set_actor_wanted(bool wanted)
{
    actor_wanted_ = wanted;
    script_wanted_ = script_wanted_ && !wanted;  // the actor page and the script page share a place
    arrange_middle();
}

/// Shows or hides the browser. In a small window, it replaces the outliner.
void PaneActions::toggle_browser()
{
    if (has_room_for_browser()) {
        browser_wanted_ = !browser_wanted_;
        store_browser_shown(browser_wanted_);
    } else {
        choose_side(browser_shown() ? SidePane::outliner : SidePane::browser);
        return;
    }
    arrange_middle();
    part<BrowserActions>().update_browser();
}

bool PaneActions::browser_shown() const
{
    return has_browser() &&
           (has_room_for_browser() ? browser_wanted_ : browser_replaces_outliner_ && !shows_only_properties());
}

/// Documents without a view open as a table. The table is optional for maps and models. Scripts of a plugin are below
/// the table.
void PaneActions::arrange_middle()
{
    const bool table = table_shown();
    const bool script = !session() ? false
                        : ScenePane::can_show(*session())
                            ? is_map() && script_wanted_
                            : part<ScriptActions>().selects_script() || frame().script().typing();
    wxAuiManager& panes = frame().panes().manager();
    const auto show = [&panes](wxWindow* window, bool shown) {
        wxAuiPaneInfo& pane = panes.GetPane(window);
        const bool other = pane.IsShown() != shown;
        pane.Show(shown);
        return other;
    };
    const bool sheet = session() && has_sheet(*session()) && !table;
    const bool other_tour = show(&part<TourActions>().pane(), part<TourActions>().active());
    const bool other_welcome = show(&frame().welcome(), !session());
    const bool below_view = sheet && ScenePane::can_show(*session());
    const bool other_scene = show(&frame().scene(), session() && !table && (!sheet || below_view));
    const bool other_sheet = show(&frame().sheet(), sheet);
    panes.GetPane(&frame().sheet()).Position(below_view ? 1 : 0).dock_proportion =
        below_view ? default_proportion / 2 : default_proportion;
    const bool other_table = show(&frame().table(), table);
    const bool other_script = show(&frame().script(), script);
    const bool other_actor = show(&frame().actor(), actor_shown());
    const bool other_browser = show(&frame().browser(), browser_shown());
    const bool shows_again = !shows_only_properties() && frame().panes().set_temporarily_hidden("outliner", false);
    if (browser_shown() && !has_room_for_browser()) {
        outliner_hidden_for_browser_ = show(&frame().outliner(), false) || outliner_hidden_for_browser_;
    } else if (outliner_hidden_for_browser_) {
        outliner_hidden_for_browser_ = false;
        show(&frame().outliner(), true);
    }
    const bool other_sides = fold_sides() || shows_again;
    const bool other_tabs = show(side_tabs_->GetParent(), has_side_tabs());
    if (other_tabs || other_sides) {
        panes.GetPane(side_tabs_->GetParent()).Position(0).dock_proportion = 1;  // minimum height for the row of tabs
        panes.GetPane(&frame().outliner()).Position(1).CaptionVisible(!has_side_tabs());
        panes.GetPane(&frame().browser()).Position(2).CaptionVisible(!has_side_tabs());
        panes.GetPane(&frame().properties()).CaptionVisible(!shares_side());
    }
    if (other_tabs && has_side_tabs() && !browser_replaces_outliner_ && !shows_only_properties()) {
        show(&frame().outliner(), true);  // the stored layout can show the browser in its place
    }
    show_side_tabs();
    if (other_tour || other_welcome || other_scene || other_sheet || other_table || other_script || other_actor ||
        other_browser || other_tabs || other_sides) {
        panes.Update();
    }
    if (other_browser) {
        part<BrowserActions>().update_browser();
        frame().CallAfter([this] {
            if (session()) {
                frame().outliner().select(session()->selection());  // to keep it in view
            }
        });
    }
    show_tools();
    part<TableActions>().show_table();
    part<ScriptActions>().show_script();
    part<ActorActions>().show_actor();
    frame().sheet().select(session() ? session()->selection() : NodeRefs{});
}

bool PaneActions::has_picture() const
{
    return session() && (ScenePane::can_show(*session()) || has_sheet(*session()));
}

bool PaneActions::table_shown() const
{
    return session() && (table_wanted_ || !has_picture());
}

bool PaneActions::is_window_narrow() const
{
    return frame().GetClientSize().x < frame().FromDIP(fold_width);
}

bool PaneActions::is_window_low() const
{
    return frame().GetClientSize().y < frame().FromDIP(fold_height);
}

bool PaneActions::has_browser() const
{
    return session() && can_browse(*session());
}

bool PaneActions::has_side_tabs() const
{
    return (has_browser() && !has_room_for_browser()) || shares_side();
}

bool PaneActions::shares_side() const
{
    return session() && is_window_narrow() && frame().GetClientSize().y < min_lines * frame().GetCharHeight();
}

/// Creates a row of tabs for panes that do not fit. `choose`: receives the index of the clicked tab.
wxAuiToolBar* PaneActions::make_tabs(const char* name, const std::vector<std::string>& labels, wxItemKind kind,
                                     const std::function<void(int)>& choose)
{
    auto* const row = new wxPanel(&frame());  // wxAUI makes a toolbar at a side vertical, unless it is in a panel
    auto* const tabs =
        new wxAuiToolBar(row, wxID_ANY, wxDefaultPosition, wxDefaultSize, wxAUI_TB_HORZ_LAYOUT | wxAUI_TB_HORZ_TEXT);
    for (int i = 0; i < static_cast<int>(labels.size()); ++i) {
        const int id = wxWindow::NewControlId();
        tabs->AddTool(id, to_wx(labels[static_cast<std::size_t>(i)]), wxBitmapBundle(), "", kind);
        tabs->Bind(
            wxEVT_TOOL, [choose, i](wxCommandEvent&) { choose(i); }, id);
    }
    use_theme(*tabs);
    tabs->SetName(name);
    tabs->Realize();
    auto* const sizer = new wxBoxSizer(wxHORIZONTAL);
    sizer->Add(tabs, wxSizerFlags(1).Expand());
    row->SetSizer(sizer);
    return tabs;
}

void PaneActions::set_bottom_title(std::size_t page, const std::string& title)
{
    const wxString words = to_wx(title);
    if (frame().bottom().GetPageText(page) == words) {
        return;
    }
    frame().bottom().SetPageText(page, words);
    if (bottom_tabs_ != nullptr) {
        bottom_tabs_->SetToolLabel(bottom_tabs_->FindToolByIndex(static_cast<int>(page))->GetId(), words);
        bottom_tabs_->Realize();
        bottom_tabs_->Refresh();
    }
}

void PaneActions::add_folding()
{
    browser_wanted_ = stored_browser_shown();
    const std::vector<std::string> sides(side_names.begin(), side_names.end());
    side_tabs_ = make_tabs("Outliner or browser", sides, wxITEM_RADIO,
                           [this](int chosen) { choose_side(static_cast<SidePane>(chosen)); });
    for (std::size_t i = 0; i < side_ids_.size(); ++i) {
        side_ids_.at(i) = side_tabs_->FindToolByIndex(static_cast<int>(i))->GetId();
    }
    side_tabs_->DeleteTool(side_ids_.back());  // show_side_tabs() adds it
    side_tabs_->Realize();
    std::vector<std::string> lists;
    for (std::size_t page = 0; page < frame().bottom().GetPageCount(); ++page) {
        lists.push_back(from_wx(frame().bottom().GetPageText(page)));
    }
    bottom_tabs_ = make_tabs("Problems, history or search results", lists, wxITEM_NORMAL, [this](int chosen) {
        frame().bottom().SetSelection(static_cast<std::size_t>(chosen));
        unfold_bottom(true);
    });
    for (wxAuiToolBar* const tabs : {side_tabs_, bottom_tabs_}) {
        const wxSize size(frame().FromDIP(200), tabs->GetMinSize().y);  // the best size of wx is 80 high on Windows
        wxAuiPaneInfo pane;
        pane.Name(tabs == side_tabs_ ? "side tabs" : "bottom tabs")
            .Position(0)
            .CaptionVisible(false)
            .PaneBorder(false)
            .Fixed()
            .BestSize(size)
            .MinSize(size)
            .Hide();
        frame().panes().manager().AddPane(tabs->GetParent(), tabs == side_tabs_ ? pane.Left() : pane.Bottom().Row(1));
    }
    // A click on the tab that is shown folds the lists again.
    for (wxWindow* const child : frame().bottom().GetChildren()) {
        if (auto* const tabs = dynamic_cast<wxAuiTabCtrl*>(child)) {
            tabs->Bind(wxEVT_LEFT_DOWN, [this, tabs](wxMouseEvent& event) {
                wxWindow* page = nullptr;
                const bool same = tabs->TabHitTest(event.GetX(), event.GetY(), &page) && is_window_low() &&
                                  page == frame().bottom().GetCurrentPage();
                event.Skip(!same);
                if (same) {
                    frame().CallAfter([this] { unfold_bottom(false); });
                }
            });
        }
    }
}

void PaneActions::fit_panes()
{
    if (frame().browser().IsShown() != browser_shown() || side_tabs_->GetParent()->IsShown() != has_side_tabs() ||
        std::optional(is_window_narrow()) != sides_folded_ || is_window_low() != low_ || shares_side() != shared_) {
        arrange_middle();
    }
    frame().panes().fit();
    frame().CallAfter([this] { log_pane_layout(); });
}

void PaneActions::log_pane_layout()
{
    const wxSize view = frame().scene().GetSize();
    const std::string now =
        fmt::format("sides {}, lists {}, view {} x {}", sides_folded_.value_or(false) ? "folded" : "open",
                    frame().panes().is_temporarily_hidden("bottom") ? "folded" : "open", view.x, view.y);
    if (std::exchange(logged_layout_, now) != now) {
        log_window("panes", now);
    }
}

/// wxAUI renumbers visible panes each time, so a pane that is shown again could get below the others.
void PaneActions::order_folded_sides()
{
    if (!sides_folded_.value_or(false)) {
        return;
    }
    wxAuiManager& panes = frame().panes().manager();
    panes.GetPane(side_tabs_->GetParent()).Position(0);
    panes.GetPane(&frame().outliner()).Position(1);
    panes.GetPane(&frame().browser()).Position(2);
    panes.GetPane(&frame().properties()).Position(3);
}

bool PaneActions::fold_sides()
{
    wxAuiManager& panes = frame().panes().manager();
    bool changed = false;
    const bool narrow = is_window_narrow();
    if (narrow != sides_folded_) {
        sides_folded_ = narrow;
        // The stored side width includes the pane borders; a pane's own size does not.
        const int borders = 2 * panes.GetArtProvider()->GetMetric(wxAUI_DOCKART_PANE_BORDER_SIZE);
        for (wxWindow* const window : {static_cast<wxWindow*>(&frame().outliner()),
                                       static_cast<wxWindow*>(&frame().browser()), side_tabs_->GetParent()}) {
            wxAuiPaneInfo& pane = panes.GetPane(window);
            if (narrow && window->IsShown() && pane.dock_direction == wxAUI_DOCK_LEFT) {
                // Later restores the width that the user set, not the narrowed one.
                pane.BestSize(std::max(frame().panes().wanted_left() - borders, window->GetSize().x),
                              window->GetSize().y);
            }
            pane.Direction(narrow ? wxAUI_DOCK_RIGHT : wxAUI_DOCK_LEFT);
        }
        panes.GetPane(&frame().properties()).Position(narrow ? 3 : 0).dock_proportion = default_proportion;
        panes.GetPane(&frame().outliner()).dock_proportion = narrow ? default_proportion / 2 : default_proportion;
        panes.GetPane(&frame().browser()).dock_proportion = panes.GetPane(&frame().outliner()).dock_proportion;
        changed = true;
    }
    order_folded_sides();
    low_ = is_window_low();
    bottom_unfolded_ = bottom_unfolded_ && low_;
    shared_ = shares_side();
    changed = frame().panes().set_temporarily_hidden("properties", shared_ && !properties_chosen_) || changed;
    changed = (shows_only_properties() && frame().panes().set_temporarily_hidden("outliner", true)) || changed;
    const bool folded = low_ && !bottom_unfolded_;
    changed = frame().panes().set_temporarily_hidden("bottom", folded) || changed;
    wxAuiPaneInfo& tabs = panes.GetPane(bottom_tabs_->GetParent());
    const bool shown = frame().panes().is_temporarily_hidden("bottom");
    changed = tabs.IsShown() != shown || changed;
    tabs.Show(shown);
    if (changed) {
        frame().CallAfter([this] { log_pane_layout(); });
    }
    return changed;
}

void PaneActions::unfold_bottom(bool unfolded)
{
    bottom_unfolded_ = unfolded;
    arrange_middle();
}

void PaneActions::toggle_bottom()
{
    if (is_window_low() && (bottom_unfolded_ || frame().panes().is_temporarily_hidden("bottom"))) {
        unfold_bottom(!bottom_unfolded_);
        if (bottom_unfolded_ && frame().bottom().GetCurrentPage() == &frame().problems()) {
            frame().problems().take_focus();
        }
    } else {
        bottom_unfolded_ = is_window_low();  // else the next layout would collapse the lists again
        toggle_pane("bottom");
    }
}

bool PaneActions::actor_shown() const
{
    return is_map() && actor_wanted_;
}

void PaneActions::go_to_pane(int step)
{
    // Panes from left to right, then the bottom lists and the toolbar; each with its window that receives keys.
    SceneCanvas* const view = frame().scene().canvas();
    wxWindow* const page = frame().bottom().GetCurrentPage();
    const std::array<std::pair<wxWindow*, wxWindow*>, 10> all{{{&frame().outliner(), &frame().outliner().tree()},
                                                               {&frame().browser(), &frame().browser().grid()},
                                                               {&frame().scene(), view},
                                                               {&frame().sheet(), &frame().sheet()},
                                                               {&frame().table(), &frame().table()},
                                                               {&frame().actor(), &frame().actor().grid()},
                                                               {&frame().script(), &frame().script().text()},
                                                               {&frame().properties(), &frame().properties().grid()},
                                                               {&frame().bottom(), page},
                                                               {tools(), &part<TransformActions>().grid_steps()}}};
    std::vector<std::pair<wxWindow*, wxWindow*>> shown;
    std::ranges::copy_if(all, std::back_inserter(shown), [](const auto& pane) {
        return pane.first != nullptr && pane.second != nullptr && pane.second->IsShownOnScreen();
    });
    if (shown.empty()) {
        return;
    }
    const wxWindow* const focus = wxWindow::FindFocus();
    const auto now = std::ranges::find_if(shown, [&](const auto& pane) { return is_inside(focus, pane.first); });
    const auto count = static_cast<std::ptrdiff_t>(shown.size());
    const std::ptrdiff_t from = now != shown.end() ? now - shown.begin() : step > 0 ? -1 : 0;
    wxWindow* const next = shown[static_cast<std::size_t>((from + step + count) % count)].second;
    if (next == &frame().table()) {
        frame().table().take_focus();
    } else {
        next->SetFocus();
    }
    if (next == view) {
        view->show_focus();
    }
}

}  // namespace redforge::editor
