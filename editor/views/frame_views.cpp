// The views of a scene: how many, from where, and what they show.
#include "editor/views/scene_canvas.hpp"  // first, for its OpenGL headers

#include "editor/views/focus.hpp"
#include "editor/views/frame.hpp"
#include "editor/views/scene_pane.hpp"
#include "editor/views/settings.hpp"

#include <fmt/format.h>

#include "core/files.hpp"
#include "edit/visibility_beside.hpp"
#include "rgm/visibility.hpp"

namespace redforge::editor {

bool MainFrame::has_view() const
{
    return scene_->canvas() != nullptr && scene_->scene() != nullptr;
}

void MainFrame::turn_view(render::View view)
{
    if (has_view()) {
        scene_->canvas()->turn_to(view);
        remember_looks();
    }
}

void MainFrame::view_perspective()
{
    turn_view(render::View::camera);
}

void MainFrame::view_top()
{
    turn_view(render::View::top);
}

void MainFrame::view_front()
{
    turn_view(render::View::front);
}

void MainFrame::view_side()
{
    turn_view(render::View::side);
}

void MainFrame::view_iso()
{
    turn_view(render::View::iso);
}

void MainFrame::frame_selected()
{
    for (SceneCanvas* const view : has_view() ? scene_->canvases() : std::vector<SceneCanvas*>{}) {
        view->frame_selected();
    }
}

void MainFrame::frame_all()
{
    for (SceneCanvas* const view : has_view() ? scene_->canvases() : std::vector<SceneCanvas*>{}) {
        view->frame_all();
    }
}

void MainFrame::toggle_symbols()
{
    if (has_view()) {
        scene_->show_symbols(!scene_->canvas()->symbols());
        remember_looks();
    }
}

bool MainFrame::symbols_shown() const
{
    return has_view() && scene_->canvas()->symbols();
}

void MainFrame::toggle_names()
{
    if (has_view()) {
        scene_->canvas()->show_names(!names_shown());
        say(names_shown() ? "Names of objects and markers are shown" : "Names are not shown");
    }
}

bool MainFrame::names_shown() const
{
    return has_view() && scene_->canvas()->names();
}

void MainFrame::toggle_visibility()
{
    if (!can_show_visibility()) {
        return;
    }
    if (visibility_shown()) {
        scene_->canvas()->show_by(nullptr);
        say("All static objects are shown");
        return;
    }
    const auto beside = edit::find_visibility(session_->path());
    const std::string name = session_->path().filename().string();
    if (!beside) {
        say(fmt::format("There is no PVO beside {}; redforge pvo build makes one", name));
        return;
    }
    const Result<Bytes> bytes = read_file(*beside);
    Result<rgm::Visibility> visibility = bytes ? rgm::read_visibility(*bytes) : fail(bytes.error());
    if (!visibility) {
        Error error = visibility.error();
        error.file = beside->string();
        report("PVO", error);
        return;
    }
    scene_->canvas()->show_by(std::make_shared<const rgm::Visibility>(std::move(*visibility)));
    say(fmt::format("Views in perspective show what {} shows from where they stand", beside->filename().string()));
}

bool MainFrame::visibility_shown() const
{
    return has_view() && scene_->canvas()->shows_by_visibility();
}

void MainFrame::toggle_play()
{
    if (!can_play_map()) {
        return;
    }
    SceneCanvas& view = *scene_->canvas();
    give_focus(view);
    view.play(!view.plays());
    say(view.plays() ? "W A S D walk, a drag looks around, the wheel changes the speed; Esc ends it"
                     : "Back to the previous view");
}

bool MainFrame::plays_map() const
{
    return has_view() && scene_->canvas()->plays();
}

void MainFrame::restore_views()
{
    const ViewLayout layout = remembered_views();
    scene_->look(remembered_looks());
    scene_->link(remembered_link());
    scene_->arrange(layout);
    scene_->on_layout = [this] { remember_views(scene_->view_layout(), scene_->linked()); };
}

void MainFrame::show_views(ViewCount count)
{
    if (has_view()) {
        ViewLayout layout = scene_->view_layout();
        layout.count = count;
        scene_->arrange(layout);
    }
}

bool MainFrame::has_views(ViewCount count) const
{
    return scene_->view_layout().count == count;
}

void MainFrame::one_view()
{
    show_views(ViewCount::one);
}

void MainFrame::two_views()
{
    show_views(ViewCount::two);
}

void MainFrame::four_views()
{
    show_views(ViewCount::four);
}

void MainFrame::toggle_link()
{
    scene_->link(!scene_->linked());
    say(scene_->linked() ? "Views are linked: all look at the same place" : "Views are not linked");
}

bool MainFrame::views_linked() const
{
    return scene_->linked();
}

void MainFrame::shade(render::Shading shading)
{
    if (has_view()) {
        scene_->canvas()->shade(shading);
        remember_looks();
    }
}

void MainFrame::toggle_wireframe()
{
    shade(is_wireframe() ? render::Shading::textured : render::Shading::wireframe);
}

void MainFrame::toggle_flat()
{
    shade(is_flat_shaded() ? render::Shading::textured : render::Shading::flat);
}

bool MainFrame::is_wireframe() const
{
    return has_view() && scene_->canvas()->shading() == render::Shading::wireframe;
}

bool MainFrame::is_flat_shaded() const
{
    return has_view() && scene_->canvas()->shading() == render::Shading::flat;
}

void MainFrame::show_symbol(render::Symbol symbol, bool shown)
{
    if (!has_view()) {
        return;
    }
    SceneCanvas& view = *scene_->canvas();
    view.show_symbol(symbol, shown);
    if (symbol == render::Symbol::missing) {
        view.show_symbol(render::Symbol::flat, shown);
        view.show_symbol(render::Symbol::rope, shown);
    }
    remember_looks();
}

void MainFrame::remember_looks()
{
    editor::remember_looks(scene_->looks());
}

bool MainFrame::symbol_shown(render::Symbol symbol) const
{
    return !has_view() || scene_->canvas()->shows(symbol);
}

void MainFrame::toggle(std::set<scene::Kind>& kinds, scene::Kind kind)
{
    if (kinds.erase(kind) == 0) {
        kinds.insert(kind);
    }
    show_hiding();
}

void MainFrame::load_hiding()
{
    hiding_ = hiding_from(session_->root(), remembered_hiding(session_->path()));
    if (scene_->canvas() != nullptr) {
        show_hiding();
    }
}

void MainFrame::toggle_pane(const char* name)
{
    if (!panes_.toggle(name) && scene_->canvas() != nullptr && wxWindow::FindFocus() == nullptr) {
        give_focus(*scene_);
    }
}

void MainFrame::reset_layout()
{
    panes_.reset();
    sides_folded_.reset();
    bottom_unfolded_ = false;
    arrange_middle();
    scene_->reset_views();
    remember_looks();
    say("The layout is reset");
}

}  // namespace redforge::editor
