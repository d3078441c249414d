// One, two or four views in the scene's pane.
#include "editor/views/scene/scene_canvas.hpp"  // first, for its OpenGL headers

#include <algorithm>
#include <array>
#include <utility>

#include "editor/model/scene/scene_records.hpp"
#include "editor/views/panes/focus.hpp"
#include "editor/views/scene/scene_pane.hpp"

namespace redforge::editor {

static_assert(std::tuple_size_v<decltype(render::ViewSettings::views)> == max_views);

SceneCanvas& ScenePane::add_view(SceneCanvas& view)
{
    view.look(looks_.views.at(views_.size()));
    views_.push_back(&view);
    view.on_pick = [this](const std::set<scene::RecordRef>& records, Picking picking) {
        NodeRefs nodes;
        for (const scene::RecordRef& record : records) {
            const auto node = session_ == nullptr ? std::nullopt : node_of(session_->root(), record);
            if (node) {
                nodes.push_back(*node);
            }
        }
        on_pick(std::move(nodes), picking);
    };
    view.on_key = [this](char key) { return on_key(key); };
    view.on_failure = [this](const Error& error) {
        CallAfter([this, words = describe(error)] { drop_views(words); });  // after the current drawing
    };
    view.on_focus = [this, &view] { activate(view); };
    view.on_camera = [this, &view] { follow_camera(view); };
    if (on_new_view) {
        on_new_view(view);
    }
    return view;
}

void ScenePane::drop_views(const std::string& reason)
{
    for (SceneCanvas* const view : views_) {
        view->Destroy();
    }
    views_.clear();
    active_ = 0;
    show_placeholder(reason);
}

std::vector<SceneCanvas*> ScenePane::canvases() const
{
    std::vector<SceneCanvas*> shown;
    for (const std::size_t number : views_.empty() ? std::vector<std::size_t>{} : shown_views(layout_.count, active_)) {
        shown.push_back(views_.at(number));
    }
    return shown;
}

SceneCanvas* ScenePane::pointed_canvas() const
{
    const std::vector<SceneCanvas*> shown = canvases();
    const wxPoint pointer = wxGetMousePosition();
    const auto found = std::ranges::find_if(shown, [&](const SceneCanvas* view) {
        return view->GetClientRect().Contains(view->ScreenToClient(pointer));
    });
    return found == shown.end() ? canvas() : *found;
}

void ScenePane::activate(const SceneCanvas& view)
{
    const auto found = std::ranges::find(views_, &view);
    if (found != views_.end()) {
        active_ = static_cast<std::size_t>(found - views_.begin());
        show_active();
    }
}

void ScenePane::show_active()
{
    for (std::size_t i = 0; i < views_.size(); ++i) {
        views_[i]->mark(layout_.count != ViewCount::one && i == active_);
    }
}

void ScenePane::arrange(const ViewLayout& layout)
{
    layout_ = layout;
    const std::vector<std::size_t> shown = shown_views(layout.count, active_);
    const std::size_t needed = *std::ranges::max_element(shown) + 1;
    while (!views_.empty() && views_.size() < needed) {
        SceneCanvas& view = add_view(*views_.front()->another(this));
        if (linked_) {
            view.follow(*views_.at(active_ + 1 < views_.size() ? active_ : 0));
        }
    }
    place_views();
    show_active();
    if (on_layout) {
        on_layout();
    }
}

render::ViewSettings ScenePane::looks() const
{
    render::ViewSettings looks = looks_;
    for (std::size_t i = 0; i < views_.size(); ++i) {
        looks.views.at(i) = views_[i]->view_look();
    }
    if (!views_.empty()) {
        looks.active = active_;
        looks.hidden_symbols = views_.front()->hidden_symbols();
    }
    return looks;
}

void ScenePane::look(const render::ViewSettings& looks)
{
    looks_ = looks;
    active_ = looks.active;
    for (std::size_t i = 0; i < views_.size(); ++i) {
        views_[i]->look(looks.views.at(i));
    }
    arrange(layout_);  // creates the views that were never shown
    if (!views_.empty()) {
        views_.front()->hide_symbols(looks.hidden_symbols);
        const bool nothing_else = scene_ && scene_->scene.instances.empty();
        views_.front()->show_symbols(looks.symbols || nothing_else);
    }
}

void ScenePane::show_symbols(bool shown)
{
    looks_.symbols = shown;
    if (canvas() != nullptr) {
        canvas()->show_symbols(shown);
    }
}

void ScenePane::reset_views()
{
    linked_ = false;
    layout_ = {};
    look({});
}

/// Lays out the visible views only: GTK warns if a hidden window is moved during layout.
void ScenePane::place_views()
{
    const wxSize size = GetClientSize();
    const int edge = FromDIP(24);
    if (words_->IsShown()) {
        words_->SetSize(edge, edge, std::max(size.x - 2 * edge, 1), std::max(size.y - 2 * edge, 1));
    }
    for (SceneCanvas* const view : views_) {
        const std::vector<SceneCanvas*> shown = canvases();
        const auto place = std::ranges::find(shown, view);
        if (!shown_ || place == shown.end()) {
            hid_focus_ = hid_focus_ || wxWindow::FindFocus() == view;
            view->Hide();
            continue;
        }
        const PaneArea area = view_areas(layout_, {size.x, size.y}).at(static_cast<std::size_t>(place - shown.begin()));
        view->Show();
        view->SetSize(area.x, area.y, std::max(area.width, 1), std::max(area.height, 1));
    }
    if (shown_ && canvas() != nullptr && std::exchange(hid_focus_, false)) {
        restore_focus();
    }
}

/// Windows gives the focus of a hidden view to its parent, where keys have no effect.
void ScenePane::restore_focus()
{
    const wxWindow* const focus = wxWindow::FindFocus();
    if (focus == nullptr || focus->IsTopLevel() || is_inside(focus, this)) {
        give_focus(*canvas());
    }
}

void ScenePane::link(bool linked)
{
    linked_ = linked;
    if (canvas() != nullptr) {
        follow_camera(*canvas());
    }
    if (on_layout) {
        on_layout();
    }
}

void ScenePane::follow_camera(const SceneCanvas& view)
{
    for (SceneCanvas* const other : views_) {
        if (linked_ && other != &view) {
            other->follow(view);
        }
    }
}

/// Lets the user drag the gaps between views, which are the background of this pane.
void ScenePane::bind_gaps()
{
    const auto gap_below = [this](const wxMouseEvent& event) {
        const wxSize size = GetClientSize();
        return shown_ && !views_.empty() ? gap_at(layout_, {size.x, size.y}, event.GetX(), event.GetY()) : ViewGap{};
    };
    Bind(wxEVT_SIZE, [this](wxSizeEvent& event) {
        place_views();
        event.Skip();
    });
    const auto grab = [this, gap_below](wxMouseEvent& event) {
        const ViewGap gap = gap_below(event);
        if (gap != ViewGap{}) {
            dragged_ = gap;
            if (!HasCapture()) {  // wx can report a quick second press as a press and as a double click
                CaptureMouse();
            }
        }
    };
    Bind(wxEVT_LEFT_DOWN, grab);
    Bind(wxEVT_LEFT_DCLICK, grab);  // wx reports a quick second press as a double click
    Bind(wxEVT_MOTION, [this, gap_below](wxMouseEvent& event) {
        if (dragged_) {
            const wxSize size = GetClientSize();
            layout_ = drag_gap(layout_, {size.x, size.y}, *dragged_, event.GetX(), event.GetY());
            place_views();
            return;
        }
        const ViewGap gap = gap_below(event);
        SetCursor(gap.across && gap.down ? wxCursor(wxCURSOR_SIZING)
                  : gap.across           ? wxCursor(wxCURSOR_SIZEWE)
                  : gap.down             ? wxCursor(wxCURSOR_SIZENS)
                                         : wxNullCursor);
    });
    Bind(wxEVT_LEAVE_WINDOW, [this](wxMouseEvent& event) {
        SetCursor(wxNullCursor);  // views have no cursor of their own
        event.Skip();
    });
    const auto let_go = [this] {
        if (dragged_) {
            dragged_.reset();
            if (on_layout) {
                on_layout();
            }
        }
    };
    Bind(wxEVT_LEFT_UP, [this, let_go](wxMouseEvent&) {
        if (HasCapture()) {
            ReleaseMouse();
        }
        let_go();
    });
    Bind(wxEVT_MOUSE_CAPTURE_LOST, [let_go](wxMouseCaptureLostEvent&) { let_go(); });
}

}  // namespace redforge::editor
