// The panes around the views: shown and hidden, their sizes, and what is remembered of them.
#include <wx/display.h>

#include "editor/views/frame.hpp"
#include "editor/views/scene_pane.hpp"
#include "editor/views/settings.hpp"
#include "editor/views/text.hpp"

namespace redforge::editor {

bool MainFrame::is_shown(const char* pane) const
{
    return const_cast<wxAuiManager&>(panes_).GetPane(pane).IsShown();  // wx has it for changing only
}

void MainFrame::toggle_pane(const char* name)
{
    wxAuiPaneInfo& pane = panes_.GetPane(name);
    const bool shown = pane.IsShown();
    if (shown) {
        pane.BestSize(pane.window->GetSize());  // it comes back as wide as it was
    }
    pane.Show(!shown);
    panes_.Update();
    if (shown && scene_->canvas() != nullptr && wxWindow::FindFocus() == nullptr) {
        scene_->SetFocus();
    }
    fit_panes();
    remember_layout();
}

void MainFrame::toggle_outliner()
{
    toggle_pane("outliner");
}

void MainFrame::toggle_properties()
{
    toggle_pane("properties");
}

void MainFrame::toggle_bottom()
{
    toggle_pane("bottom");
}

void MainFrame::toggle_tools()
{
    toggle_pane("tools");
}

void MainFrame::reset_layout()
{
    panes_.LoadPerspective(usual_panes_);
    wanted_widths_ = fitted_widths_ = {};
    scene_->reset_views();
    fit_panes();
    remember_layout();
    remember_looks();
    say("The layout is reset");
}

void MainFrame::restore_layout()
{
    usual_panes_ = panes_.SavePerspective();
    const WindowLayout layout = remembered_layout();
    const int number = wxDisplay::GetFromWindow(this);
    const wxRect screen = wxDisplay(number == wxNOT_FOUND ? 0U : static_cast<unsigned>(number)).GetClientArea();
    if (layout.width > 0 && layout.height > 0) {
        SetClientSize(std::min(layout.width, screen.width), std::min(layout.height, screen.height));
    }
    if (!layout.panes.empty()) {
        panes_.LoadPerspective(to_wx(layout.panes));
    }
    fit_panes();
    if (layout.maximized) {
        Maximize();
    }
    Bind(wxEVT_SIZE, [this](wxSizeEvent& event) {
        CallAfter([this] { fit_panes(); });  // when the panes have their new sizes
        event.Skip();
    });
}

void MainFrame::remember_layout()
{
    const std::string panes = from_wx(panes_.SavePerspective());
    const bool maximized = IsMaximized();
    const WindowLayout before = remembered_layout();
    const wxSize size =
        maximized ? wxSize(before.width, before.height) : GetClientSize();  // what is around it is not known at first
    editor::remember_layout({with_side_widths(panes, wanted_widths_), size.x, size.y, maximized});
}

void MainFrame::fit_panes()
{
    const std::string panes = from_wx(panes_.SavePerspective());
    const SideWidths now = side_widths(panes);
    // What was not made by the last narrowing was wanted. A side without a pane has no width now.
    const auto want = [](int& wanted, int width, int narrowed) {
        wanted = width != 0 && width != narrowed ? width : wanted;
    };
    want(wanted_widths_.left, now.left, fitted_widths_.left);
    want(wanted_widths_.right, now.right, fitted_widths_.right);
    const SideWidths shown{now.left == 0 ? 0 : wanted_widths_.left, now.right == 0 ? 0 : wanted_widths_.right};
    const SideWidths narrowed = fitted(shown, GetClientSize().x);
    if (narrowed != now) {
        panes_.LoadPerspective(to_wx(with_side_widths(panes, narrowed)));
    }
    fitted_widths_ = side_widths(from_wx(panes_.SavePerspective()));  // panes have a least width
}

}  // namespace redforge::editor
