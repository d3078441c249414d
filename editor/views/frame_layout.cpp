// What the window does with its panes where there is little room: they fold to tabs, so that the view keeps most of it.
#include "editor/views/frame.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <wx/aui/auibar.h>
#include <wx/aui/auibook.h>
#include <wx/aui/dockart.h>
#include <wx/panel.h>
#include <wx/sizer.h>

#include "editor/views/browser.hpp"
#include "editor/views/grid.hpp"
#include "editor/views/looks.hpp"
#include "editor/views/outliner.hpp"
#include "editor/views/problems.hpp"
#include "editor/views/scene_pane.hpp"
#include "editor/views/settings.hpp"
#include "editor/views/text.hpp"
#include "editor/views/window_log.hpp"

namespace redforge::editor {
namespace {

// Of the inside of the window, in pixels of a usual screen. Smaller ones fold their panes.
constexpr int fold_width = 1100;
constexpr int fold_height = 680;

}  // namespace

bool MainFrame::is_narrow() const
{
    return GetClientSize().x < FromDIP(fold_width);
}

bool MainFrame::is_low() const
{
    return GetClientSize().y < FromDIP(fold_height);
}

bool MainFrame::has_browser() const
{
    return session_ && can_browse(*session_);
}

bool MainFrame::has_side_tabs() const
{
    return has_browser() && !has_room_for_browser();
}

/// A row of tabs in place of panes that have no room.
wxAuiToolBar* MainFrame::make_tabs(const char* name, const std::vector<std::string>& labels, wxItemKind kind,
                                   const std::function<void(int)>& choose)
{
    auto* const row = new wxPanel(this);  // wxAUI would lay out a toolbar of its own upright at a side
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

void MainFrame::add_folding()
{
    const std::vector<std::string> sides{"Outliner", "Browser"};
    side_tabs_ = make_tabs("Outliner or browser", sides, wxITEM_RADIO, [this](int chosen) {
        outliner_gave_way_ = outliner_gave_way_ || chosen == 0;
        browser_in_place_ = chosen == 1;
        arrange_middle();
        renew_browser();
    });
    std::vector<std::string> lists;
    for (std::size_t page = 0; page < bottom_->GetPageCount(); ++page) {
        lists.push_back(from_wx(bottom_->GetPageText(page)));
    }
    bottom_tabs_ = make_tabs("Problems, history or what was found", lists, wxITEM_NORMAL, [this](int chosen) {
        bottom_->SetSelection(static_cast<std::size_t>(chosen));
        unfold_bottom(true);
    });
    for (wxAuiToolBar* const tabs : {side_tabs_, bottom_tabs_}) {
        const wxSize size(FromDIP(200), tabs->GetBestSize().y);
        wxAuiPaneInfo pane;
        pane.Name(tabs == side_tabs_ ? "side tabs" : "bottom tabs")
            .Position(0)
            .CaptionVisible(false)
            .PaneBorder(false)
            .Fixed()
            .BestSize(size)
            .MinSize(size)
            .Hide();
        panes_.manager().AddPane(tabs->GetParent(), tabs == side_tabs_ ? pane.Left() : pane.Bottom().Row(1));
    }
    // A click on the tab that is shown folds the lists again.
    for (wxWindow* const child : bottom_->GetChildren()) {
        if (auto* const tabs = dynamic_cast<wxAuiTabCtrl*>(child)) {
            tabs->Bind(wxEVT_LEFT_DOWN, [this, tabs](wxMouseEvent& event) {
                wxWindow* page = nullptr;
                const bool same = tabs->TabHitTest(event.GetX(), event.GetY(), &page) && is_low() &&
                                  page == bottom_->GetCurrentPage();
                event.Skip(!same);
                if (same) {
                    CallAfter([this] { unfold_bottom(false); });
                }
            });
        }
    }
}

void MainFrame::fit_panes()
{
    if (browser_->IsShown() != browser_shown() || side_tabs_->GetParent()->IsShown() != has_side_tabs() ||
        std::optional(is_narrow()) != sides_folded_ || is_low() != low_) {
        arrange_middle();
    }
    panes_.fit();
}

bool MainFrame::fold_sides()
{
    wxAuiManager& panes = panes_.manager();
    bool changed = false;
    const bool narrow = is_narrow();
    if (narrow != sides_folded_) {
        sides_folded_ = narrow;
        // The side is wanted with the border of its panes, which a pane's own size is without.
        const int borders = 2 * panes.GetArtProvider()->GetMetric(wxAUI_DOCKART_PANE_BORDER_SIZE);
        for (wxWindow* const window :
             {static_cast<wxWindow*>(outliner_), static_cast<wxWindow*>(browser_), side_tabs_->GetParent()}) {
            wxAuiPaneInfo& pane = panes.GetPane(window);
            if (narrow && window->IsShown() && pane.dock_direction == wxAUI_DOCK_LEFT) {
                // It comes back as wide as it was wanted, not as it was narrowed to.
                pane.BestSize(std::max(panes_.wanted_left() - borders, window->GetSize().x), window->GetSize().y);
            }
            pane.Direction(narrow ? wxAUI_DOCK_RIGHT : wxAUI_DOCK_LEFT);
        }
        panes.GetPane(properties_).Position(narrow ? 3 : 0).dock_proportion = usual_proportion;
        panes.GetPane(outliner_).dock_proportion = narrow ? usual_proportion / 2 : usual_proportion;
        panes.GetPane(browser_).dock_proportion = panes.GetPane(outliner_).dock_proportion;
        changed = true;
    }
    if (narrow) {  // wxAUI numbers those that are shown anew, each time
        panes.GetPane(side_tabs_->GetParent()).Position(0);
        panes.GetPane(outliner_).Position(1);
        panes.GetPane(browser_).Position(2);
        panes.GetPane(properties_).Position(3);
    }
    low_ = is_low();
    bottom_unfolded_ = bottom_unfolded_ && low_;
    const bool folded = low_ && !bottom_unfolded_;
    changed = panes_.give_way("bottom", folded) || changed;
    wxAuiPaneInfo& tabs = panes.GetPane(bottom_tabs_->GetParent());
    const bool shown = panes_.gave_way("bottom");
    changed = tabs.IsShown() != shown || changed;
    tabs.Show(shown);
    if (changed) {
        CallAfter([this, shown] {
            const wxSize view = scene_->GetSize();
            log_window("panes", fmt::format("sides {}, lists {}, view {} x {}", *sides_folded_ ? "folded" : "open",
                                            shown ? "folded" : "open", view.x, view.y));
        });
    }
    return changed;
}

void MainFrame::unfold_bottom(bool unfolded)
{
    bottom_unfolded_ = unfolded;
    arrange_middle();
}

void MainFrame::toggle_bottom()
{
    if (is_low() && (bottom_unfolded_ || panes_.gave_way("bottom"))) {
        unfold_bottom(!bottom_unfolded_);
        if (bottom_unfolded_ && bottom_->GetCurrentPage() == problems_) {
            problems_->take_focus();
        }
    } else {
        bottom_unfolded_ = is_low();  // else the next arrangement would fold what was asked for
        toggle_pane("bottom");
    }
}

}  // namespace redforge::editor
