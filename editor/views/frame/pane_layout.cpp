// Panes around the views: minimum sizes, narrowing, and the stored layout.
#include <array>
#include <utility>

#include <wx/aui/aui.h>
#include <wx/display.h>

#include "editor/views/dialogs/settings.hpp"
#include "editor/views/frame/pane_layout.hpp"
#include "editor/views/frame/text.hpp"

namespace redforge::editor {

wxAuiPaneInfo fixed_bar(const char* name, int layer, wxSize size)
{
    return wxAuiPaneInfo()
        .Name(name)
        .Top()
        .Layer(layer)
        .CaptionVisible(false)
        .CloseButton(false)
        .PaneBorder(false)
        .DockFixed()
        .BestSize(size)
        .MinSize(size);
}

bool PaneLayout::is_shown(const char* pane) const
{
    return const_cast<Manager&>(panes_).GetPane(pane).IsShown();  // GetPane() is not const
}

bool PaneLayout::toggle(const char* name)
{
    wxAuiPaneInfo& pane = panes_.GetPane(name);
    const bool shown = pane.IsShown();
    if (shown) {
        pane.BestSize(pane.window->GetSize());  // to restore the width when it is shown again
    }
    pane.Show(!shown);
    panes_.Update();
    fit();
    remember();
    return !shown;
}

bool PaneLayout::set_temporarily_hidden(const char* name, bool gives_way)
{
    wxAuiPaneInfo& pane = panes_.GetPane(name);
    if (gives_way ? !pane.IsShown() : temporarily_hidden_.erase(name) == 0) {
        return false;
    }
    if (gives_way) {
        pane.BestSize(pane.window->GetSize());  // to restore the height when it is shown again
        temporarily_hidden_.insert(name);
    }
    pane.Show(!gives_way);
    return true;
}

wxString PaneLayout::perspective()
{
    for (const std::string& name : temporarily_hidden_) {
        panes_.GetPane(name).Show(true);
    }
    const wxString layout = panes_.SavePerspective();
    for (const std::string& name : temporarily_hidden_) {
        panes_.GetPane(name).Show(false);
    }
    return layout;
}

void PaneLayout::Manager::keep_min_heights()
{
    const auto metric = [&](int which) { return GetArtProvider()->GetMetric(which); };
    const int border = 2 * metric(wxAUI_DOCKART_PANE_BORDER_SIZE);
    wxAuiDockInfo* lists = nullptr;
    int missing = 0;
    for (std::size_t i = 0; i < m_docks.GetCount(); ++i) {
        wxAuiDockInfo& dock = m_docks[i];
        if (dock.dock_direction == wxAUI_DOCK_BOTTOM && !dock.fixed) {
            lists = &dock;
        }
        if (dock.dock_direction != wxAUI_DOCK_LEFT && dock.dock_direction != wxAUI_DOCK_RIGHT) {
            continue;
        }
        int needed = 0;
        for (const wxAuiPaneInfo* const pane : dock.panes) {
            if (pane->IsShown()) {
                needed += (needed == 0 ? 0 : metric(wxAUI_DOCKART_SASH_SIZE)) + std::max(pane->min_size.y, 0) +
                          (pane->HasCaption() ? metric(wxAUI_DOCKART_CAPTION_SIZE) : 0) +
                          (pane->HasBorder() ? border : 0);
            }
        }
        missing = std::max(missing, needed - dock.rect.height);
    }
    if (lists != nullptr && missing > 0) {
        const int lower = std::max(lists->size - missing, lists->min_size);
        if (lower < lists->size) {
            lists->size = lower;
            Update();
        }
    }
}

/// Smaller sizes would make lists and grids narrower than their scrollbars, which GTK warns about. A stored layout can
/// have older minimum sizes.
void PaneLayout::load(const wxString& layout)
{
    panes_.LoadPerspective(layout, false);
    set_min_sizes();
    panes_.Update();
}

void PaneLayout::set_min_sizes()
{
    const std::array<std::pair<const char*, wxSize>, 5> least{{{"outliner", {200, 150}},
                                                               {"browser", {200, 150}},
                                                               {"properties", {200, 220}},
                                                               {"bottom", {200, 90}},
                                                               {"script", {200, 260}}}};
    for (const auto& [name, size] : least) {
        panes_.GetPane(name).MinSize(frame_.FromDIP(size));
    }
    frame_.SetMinClientSize(frame_.FromDIP(wxSize(760, 560)));
}

void PaneLayout::reset()
{
    temporarily_hidden_.clear();
    load(default_layout_);
    wanted_ = fitted_ = {};
    fitted_in_ = 0;
    fit();
    remember();
}

void PaneLayout::restore()
{
    set_min_sizes();
    default_layout_ = panes_.SavePerspective();
    const WindowLayout layout = stored_layout();
    const int number = wxDisplay::GetFromWindow(&frame_);
    const wxRect screen = wxDisplay(number == wxNOT_FOUND ? 0U : static_cast<unsigned>(number)).GetClientArea();
    if (layout.width > 0 && layout.height > 0) {
        frame_.SetClientSize(std::min(layout.width, screen.width), std::min(layout.height, screen.height));
    }
    if (!layout.panes.empty()) {
        load(to_wx(layout.panes));
    }
    fit();
    if (layout.maximized) {
        frame_.Maximize();
    }
}

void PaneLayout::remember()
{
    const std::string panes = from_wx(perspective());
    const bool maximized = frame_.IsMaximized();
    const WindowLayout before = stored_layout();
    const wxSize size = maximized ? wxSize(before.width, before.height)
                                  : frame_.GetClientSize();  // the frame's borders are unknown at first
    editor::store_layout({with_side_widths(panes, wanted_), size.x, size.y, maximized});
}

void PaneLayout::fit()
{
    const std::string panes = from_wx(panes_.SavePerspective());
    const SideWidths now = side_widths(panes);
    // A width that the last narrowing did not set is the user's choice. A side without a pane has no width now.
    const auto want = [](int& wanted, int width, int narrowed) {
        wanted = width != 0 && width != narrowed ? width : wanted;
    };
    want(wanted_.left, now.left, fitted_.left);
    want(wanted_.right, now.right, fitted_.right);
    // The user has dragged the edge: keep the width until the window is resized or a side is shown or hidden.
    const int window = frame_.GetClientSize().x;
    const bool same_sides = (now.left == 0) == (fitted_.left == 0) && (now.right == 0) == (fitted_.right == 0);
    dragged_in_ = !same_sides || window != fitted_in_ ? 0 : now != fitted_ ? window : dragged_in_;
    fitted_in_ = window;
    if (dragged_in_ == window) {
        fitted_ = now;
        return;
    }
    const SideWidths shown{now.left == 0 ? 0 : wanted_.left, now.right == 0 ? 0 : wanted_.right};
    const SideWidths narrowed = fitted(shown, window);
    if (narrowed != now) {
        load(to_wx(with_side_widths(panes, narrowed)));
    }
    fitted_ = side_widths(from_wx(panes_.SavePerspective()));  // minimum widths can exceed `narrowed`
}

}  // namespace redforge::editor
