// What the window does with the browser: what it lists, and placing what is dragged out of it.
#include "editor/views/scene_canvas.hpp"  // first, for its OpenGL headers

#include <fmt/format.h>
#include <wx/menu.h>
#include <wx/panel.h>
#include <wx/sizer.h>

#include "editor/model/scene_records.hpp"
#include "editor/views/browser.hpp"
#include "editor/views/frame.hpp"
#include "editor/views/looks.hpp"
#include "editor/views/scene_pane.hpp"
#include "editor/views/script_page.hpp"
#include "editor/views/settings.hpp"
#include "editor/views/uses_pane.hpp"

namespace redforge::editor {

void MainFrame::connect_browser()
{
    browser_ = new Browser(this);
    browser_wanted_ = remembered_browser();
    add_side_tabs();
    Bind(wxEVT_SIZE, [this](wxSizeEvent& event) {
        event.Skip();
        CallAfter([this] {
            if (browser_->IsShown() != browser_shown() || side_tabs_->GetParent()->IsShown() != has_side_tabs()) {
                arrange_middle();
            }
        });
    });
    browser_->on_list = [this](BrowserKind kind, const std::string& words) {
        const render::GameArt* const art = browser_->grid().thumbnails().art();
        return session_ ? browser_items(*session_, art == nullptr ? nullptr : &art->game, kind, words)
                        : std::vector<BrowserItem>{};
    };
    BrowserGrid& grid = browser_->grid();
    grid.on_choose = [this](const BrowserItem& item) {
        if (has_view()) {
            const SceneCanvas& view = *scene_->canvas();
            const std::optional<scene::Vec3> place = view.place_at({view.extent().width / 2, view.extent().height / 2});
            place_from_browser(item, place);
        }
    };
    grid.on_drop = [this](const BrowserItem& item, bool exchange) { drop_from_browser(item, exchange); };
    grid.on_point = [this](const BrowserItem& item) {
        say(fmt::format("{}: drag into the view to place it; Ctrl+drag onto an object to replace its model",
                        item.name));
    };
    grid.on_menu = [this](const BrowserItem& item) { open_browser_menu(item); };
    panes_.manager().AddPane(browser_, wxAuiPaneInfo()
                                           .Name("browser")
                                           .Caption("Browser")
                                           .Left()
                                           .Position(1)
                                           .CloseButton(false)
                                           .BestSize(FromDIP(wxSize(300, 320)))
                                           .Hide());
}

void MainFrame::renew_browser()
{
    if (!browser_->IsShown()) {
        return;
    }
    const render::LoadedScene* const scene = scene_->scene();
    browser_->grid().use(scene == nullptr ? nullptr : scene->art);
    browser_->renew();
}

bool MainFrame::has_room_for_browser() const
{
    const wxSize least = FromDIP(wxSize(1100, 680));
    return GetClientSize().x >= least.x && GetClientSize().y >= least.y;
}

bool MainFrame::has_side_tabs() const
{
    return is_map() && !has_room_for_browser();
}

/// Those of a small window, in which outliner and browser take turns.
void MainFrame::add_side_tabs()
{
    auto* const row = new wxPanel(this);  // wxAUI would lay out a toolbar of its own upright here
    side_tabs_ =
        new wxAuiToolBar(row, wxID_ANY, wxDefaultPosition, wxDefaultSize, wxAUI_TB_HORZ_LAYOUT | wxAUI_TB_HORZ_TEXT);
    for (const bool browser : {false, true}) {
        const int id = wxWindow::NewControlId();
        side_tabs_->AddTool(id, browser ? "Browser" : "Outliner", wxBitmapBundle(), "", wxITEM_RADIO);
        side_tabs_->Bind(
            wxEVT_TOOL,
            [this, browser](wxCommandEvent&) {
                outliner_gave_way_ = outliner_gave_way_ || !browser;
                browser_in_place_ = browser;
                arrange_middle();
                renew_browser();
            },
            id);
    }
    use_theme(*side_tabs_);
    side_tabs_->SetName("Outliner or browser");
    side_tabs_->Realize();
    auto* const sizer = new wxBoxSizer(wxHORIZONTAL);
    sizer->Add(side_tabs_, wxSizerFlags(1).Expand());
    row->SetSizer(sizer);
    const wxSize size(FromDIP(200), side_tabs_->GetBestSize().y);
    panes_.manager().AddPane(row, wxAuiPaneInfo()
                                      .Name("side tabs")
                                      .Left()
                                      .Position(0)
                                      .CaptionVisible(false)
                                      .PaneBorder(false)
                                      .Fixed()
                                      .BestSize(size)
                                      .MinSize(size)
                                      .Hide());
}

/// In a small window it takes the place of the outliner as long as it is asked for.
void MainFrame::toggle_browser()
{
    if (has_room_for_browser()) {
        browser_wanted_ = !browser_wanted_;
        remember_browser(browser_wanted_);
    } else {
        browser_in_place_ = !browser_in_place_;
    }
    arrange_middle();
    renew_browser();
}

bool MainFrame::browser_shown() const
{
    return is_map() && (has_room_for_browser() ? browser_wanted_ : browser_in_place_);
}

void MainFrame::place_from_browser(const BrowserItem& item, const std::optional<scene::Vec3>& place)
{
    if (!session_ || !place || !commit()) {
        return;
    }
    const Result<NodeRef> added = place_item(*session_, item, map_place(*place));
    if (!added) {
        report("Add", added.error());
        return;
    }
    select_nodes({*added});
    say(session_->undo_name());
    scene_->canvas()->SetFocus();
}

void MainFrame::drop_from_browser(const BrowserItem& item, bool exchange)
{
    SceneCanvas* const view = has_view() ? scene_->pointed_canvas() : nullptr;
    if (view == nullptr || !view->GetClientRect().Contains(view->ScreenToClient(wxGetMousePosition()))) {
        say("Drop it in a view to place it");
        return;
    }
    if (!exchange) {
        place_from_browser(item, view->pointed_place());
        return;
    }
    const auto hit = view->under_pointer();
    const std::optional<NodeRef> node = hit ? node_of(session_->root(), hit->record) : std::nullopt;
    use_from_browser(item, node ? NodeRefs{*node} : NodeRefs{});
}

void MainFrame::use_from_browser(const BrowserItem& item, const NodeRefs& records)
{
    if (!session_ || !commit()) {
        return;
    }
    if (const Status used = use_item(*session_, item, records); !used) {
        report("Set", used.error());
        return;
    }
    select_nodes(records);
    say(session_->undo_name());
}

void MainFrame::open_browser_menu(const BrowserItem& item)
{
    enum : int { place = 1, use, uses };
    wxMenu menu;
    menu.Append(place, "&Place in the Middle of the View")->Enable(has_view());
    menu.Append(use, "&Use for Selected")->Enable(has_selection());
    menu.Append(uses, "&Find Uses")->Enable(item.uses > 0 && item.kind != BrowserKind::textures);
    const int chosen = browser_->grid().GetPopupMenuSelectionFromUser(menu);
    if (chosen == place) {
        browser_->grid().on_choose(item);
    } else if (chosen == use) {
        use_from_browser(item, session_->selection());
    } else if (chosen == uses) {
        list_uses({item.kind == BrowserKind::models ? Target::model : Target::actor, item.name});
    }
}

}  // namespace redforge::editor
