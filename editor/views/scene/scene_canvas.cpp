// Draws a view, and forwards its mouse and key events.
#include "editor/views/scene/scene_canvas.hpp"

#include <algorithm>
#include <utility>

#include <wx/dcclient.h>
#include <wx/log.h>
#include <wx/time.h>
#include <wx/utils.h>

#include "art/subtitle.hpp"
#include "editor/views/frame/looks.hpp"
#include "editor/views/frame/text.hpp"
#include "editor/views/frame/window_log.hpp"
#include "editor/views/scene/canvas_pixel.hpp"
#include "editor/views/scene/glyph_atlas.hpp"
#include "editor/views/scene/screen.hpp"

namespace redforge::editor {
namespace {

constexpr int tick = 16;            ///< milliseconds between two frames while the camera flies
constexpr int pointing_pause = 60;  ///< milliseconds before the pointer's position is shown

tl::unexpected<Error> no_graphics(std::string why)
{
    return fail({.code = ErrorCode::unsupported, .message = "cannot draw: " + std::move(why), .hint = opengl_hint()});
}

/// Returns the bounds for the first records of an empty map: the size of a room, in the centre of the world.
scene::Bounds default_bounds()
{
    constexpr double middle = 32768;  // map units
    constexpr double half = 512;
    const scene::Vec3 a = scene::view_position(middle - half, -half, middle - half);
    const scene::Vec3 b = scene::view_position(middle + half, half, middle + half);
    return {{std::min(a.x, b.x), std::min(a.y, b.y), std::min(a.z, b.z)},
            {std::max(a.x, b.x), std::max(a.y, b.y), std::max(a.z, b.z)}};
}

/// Returns the bounds of all models. If there is no model, of all records, with room for a first model.
scene::Bounds whole(const scene::Scene& scene)
{
    if (!scene.instances.empty()) {
        return scene::bounds_of(scene);
    }
    const std::optional<scene::Bounds> symbols = scene::bounds_of(scene, std::set<scene::RecordRef>{});
    if (!symbols) {
        return default_bounds();
    }
    constexpr float room = 256 / scene::units_per_view;  // a wall or a floor is 300 to 500 map units long
    return {symbols->low - scene::Vec3(room), symbols->high + scene::Vec3(room)};
}

/// Attributes for all views, which share one context.
wxGLAttributes canvas_attributes()
{
    wxGLAttributes attributes;
    attributes.PlatformDefaults().RGBA().DoubleBuffer().Depth(24).EndList();
    return attributes;
}

/// Returns the name of a finish that docs/window.md uses.
std::string_view finish_name(render::Finish finish)
{
    switch (finish) {
    case render::Finish::coarse: return "coarse";
    case render::Finish::full: return "full";
    }
    return {};
}

/// Suppresses the two wx dialogs that report missing OpenGL and offer to stop the program.
class SuppressAsserts {
public:
    SuppressAsserts() : before_(wxSetAssertHandler(nullptr)) {}
    SuppressAsserts(const SuppressAsserts&) = delete;
    SuppressAsserts& operator=(const SuppressAsserts&) = delete;
    ~SuppressAsserts() { wxSetAssertHandler(before_); }

private:
    wxLogNull log_;
    wxAssertHandler_t before_;
};

std::optional<render::Button> button_of(const wxMouseEvent& event)
{
    switch (event.GetButton()) {
    case wxMOUSE_BTN_LEFT: return render::Button::left;
    case wxMOUSE_BTN_MIDDLE: return render::Button::middle;
    case wxMOUSE_BTN_RIGHT: return render::Button::right;
    default: return std::nullopt;
    }
}

}  // namespace

Result<SceneCanvas*> SceneCanvas::create(wxWindow* parent)
{
    if (!screen_takes_opengl()) {
        return no_graphics("this screen is not one of X11");
    }
    const SuppressAsserts quiet;
    const wxGLAttributes attributes = canvas_attributes();
    if (!wxGLCanvas::IsDisplaySupported(attributes)) {
        return no_graphics("this screen has no OpenGL");
    }
    XErrorTrap trap;
    auto* const canvas = new SceneCanvas(parent, attributes, std::make_shared<SceneDrawing>());
    wxGLContextAttrs version;
    version.PlatformDefaults().CoreProfile().OGLVersion(3, 3).EndList();
    canvas->drawing_->context = std::make_unique<wxGLContext>(canvas, nullptr, &version);
    if (trap.failed() || !canvas->drawing_->context->IsOK()) {
        canvas->Destroy();
        return no_graphics("there is no driver with OpenGL 3.3");
    }
    return canvas;
}

SceneCanvas* SceneCanvas::another(wxWindow* parent) const
{
    auto* const canvas = new SceneCanvas(parent, canvas_attributes(), drawing_);
    if (drawing_->scene) {
        canvas->control_.show(whole(drawing_->scene->scene));
        canvas->control_.fill(whole(drawing_->scene->scene));
    }
    return canvas;
}

SceneCanvas::SceneCanvas(wxWindow* parent, const wxGLAttributes& attributes, std::shared_ptr<SceneDrawing> drawing)
    : wxGLCanvas(parent, attributes, wxID_ANY, wxDefaultPosition, wxDefaultSize,
                 wxFULL_REPAINT_ON_RESIZE | wxWANTS_CHARS),
      drawing_(std::move(drawing))
{
#ifdef __WXMSW__
    SetBackgroundStyle(wxBG_STYLE_PAINT);  // else Windows fills it before each picture, which flickers
#endif
    drawing_->canvases.push_back(this);
    drawing_->looks.selected_cover = 40;  // of 255; low, because of the outline
    if (is_dark_theme()) {
        drawing_->looks.sky = {0.23F, 0.26F, 0.30F};
    }
    bind_events();
}

SceneCanvas::~SceneCanvas()
{
    timer_.Stop();
    refining_.Stop();
    std::erase(drawing_->canvases, this);
    // Unlike the canvas's SetCurrent(), the context's accepts a hidden canvas, as during its destruction.
    if (drawing_->renderer && drawing_->context->SetCurrent(*this)) {
        frame_.stop();
        if (drawing_->canvases.empty()) {
            drawing_->renderer.reset();
            drawing_->over.reset();
        }
    }
}

void SceneCanvas::bind_events()
{
    Bind(wxEVT_PAINT, [this](wxPaintEvent&) { paint(); });
    Bind(wxEVT_SIZE, [this](wxSizeEvent& event) {
        redraw();
        event.Skip();
    });
    for (const auto& kind : {wxEVT_LEFT_DOWN, wxEVT_LEFT_UP, wxEVT_LEFT_DCLICK, wxEVT_MIDDLE_DOWN, wxEVT_MIDDLE_UP,
                             wxEVT_MIDDLE_DCLICK, wxEVT_RIGHT_DOWN, wxEVT_RIGHT_UP, wxEVT_RIGHT_DCLICK}) {
        Bind(kind, &SceneCanvas::on_button, this);
    }
    Bind(wxEVT_MOTION, [this](wxMouseEvent& event) {
        alt_of_mouse_ = alt_of_mouse_ || (HasCapture() && event.AltDown());
        if (control_.drag(pixel_of(event), extent())) {
            camera_moved();
        }
        if (!plays() && gesture_move(event)) {
            redraw();
        }
        if (!event.Dragging()) {
            pointing_.StartOnce(pointing_pause);
        }
    });
    const auto point = [this] {
        if (on_point) {
            on_point();
        }
    };
    pointing_.Bind(wxEVT_TIMER, [point](wxTimerEvent&) { point(); });
    Bind(wxEVT_LEAVE_WINDOW, [this, point](wxMouseEvent& event) {
        event.Skip();
        pointing_.Stop();
        point();
    });
    Bind(wxEVT_MOUSEWHEEL, [this](wxMouseEvent& event) {
        const float notches = static_cast<float>(event.GetWheelRotation()) / static_cast<float>(event.GetWheelDelta());
        if (event.GetWheelAxis() == wxMOUSE_WHEEL_VERTICAL && event.ControlDown()) {
            gesture_wheel(notches > 0 ? 1 : -1, pixel_of(event));
        } else if (event.GetWheelAxis() == wxMOUSE_WHEEL_VERTICAL &&
                   control_.wheel(notches, pixel_of(event), extent())) {
            camera_moved();
        }
    });
    Bind(wxEVT_KEY_DOWN, [this](wxKeyEvent& event) {
        const int key = event.GetKeyCode();
        alt_of_mouse_ = alt_of_mouse_ && (key != WXK_ALT || event.IsAutoRepeat());
        if (key == WXK_ESCAPE && HasCapture()) {
            cancel_drag();  // the frame gets no keys while the view captures the mouse
        } else if (event.HasAnyModifiers() || key <= ' ' || key > '~') {
            event.Skip();
        } else if (plays() && key == talk_key) {
            event.Skip(!on_key(talk_key));
        } else if (!control_.key_down(static_cast<char>(key))) {
            // GTK passes plain keys to the input method before it looks them up in the menus.
            event.Skip(!on_key(static_cast<char>(key)));
        } else if (!timer_.IsRunning()) {
            last_tick_ = wxGetUTCTimeMillis();
            timer_.Start(tick);
        }
    });
    Bind(wxEVT_KEY_UP, [this](wxKeyEvent& event) {
        const int key = event.GetKeyCode();
        if (key == WXK_ALT && std::exchange(alt_of_mouse_, false)) {
            return;  // Windows would open the menu
        }
        if (key < 'A' || key > 'Z' || !control_.key_up(static_cast<char>(key))) {
            event.Skip();
        }
    });
    set_accessible_name(*this, "View of the scene");
    Bind(wxEVT_SET_FOCUS, [this](wxFocusEvent& event) {
        set_accessible_name(*this, to_wx("View of the scene: " + title()));
        if (on_focus) {
            on_focus();
        }
        event.Skip();
    });
    Bind(wxEVT_KILL_FOCUS, [this](wxFocusEvent& event) {
        control_.release_all();
        hide_focus();
        event.Skip();
    });
    Bind(wxEVT_MOUSE_CAPTURE_LOST, [this](wxMouseCaptureLostEvent&) {
        control_.release_all();
        cancel_grip();
        end_gesture();
    });
    timer_.Bind(wxEVT_TIMER, [this](wxTimerEvent&) { on_tick(); });
    refining_.Bind(wxEVT_TIMER, [this](wxTimerEvent&) { refine(); });
}

void SceneCanvas::on_button(wxMouseEvent& event)
{
    const auto button = button_of(event);
    if (!button) {
        return;
    }
    alt_of_mouse_ = alt_of_mouse_ || event.AltDown();
    if (!event.ButtonUp()) {
        SetFocus();
        hide_focus();
        if (!plays() && gesture_press(event)) {
            return;
        }
        control_.press(*button, pixel_of(event), event.AltDown() || event.ControlDown());
        if (!HasCapture()) {
            CaptureMouse();
        }
        return;
    }
    const bool clicked = control_.release(*button, pixel_of(event));
    if (HasCapture() && !event.LeftIsDown() && !event.MiddleIsDown() && !event.RightIsDown()) {
        ReleaseMouse();
    }
    const bool released = plays() || gesture_release(event);
    const bool through = std::exchange(through_handle_, false);
    if (!released && (clicked || through) && drawing_->scene && on_pick) {
        const Picking picking = event.ControlDown() || event.ShiftDown() ? Picking::toggle : Picking::replace;
        if (const auto node = node_at(pixel_of(event)); node && on_pick_node) {
            on_pick_node(node->first, picking);
            return;
        }
        const auto hit = hit_at(pixel_of(event), symbols());
        if (hit || picking == Picking::replace) {
            on_pick(hit ? std::set{hit->record} : std::set<scene::RecordRef>{}, picking);
        }
    }
}

void SceneCanvas::on_tick()
{
    const wxLongLong now = wxGetUTCTimeMillis();
    const auto passed = static_cast<float>((now - last_tick_).ToDouble() / 1000);
    last_tick_ = now;
    if (!control_.flying()) {
        timer_.Stop();
    } else if (control_.advance(std::clamp(passed, 0.0F, 0.25F))) {  // limit the step after a long pause
        stand_on_ground();
        camera_moved();
    }
}

/// Puts the walking camera on the highest surface below eye height, such as stairs or a slope.
void SceneCanvas::stand_on_ground()
{
    if (!plays() || !drawing_->scene) {
        return;
    }
    std::set<scene::RecordRef> without = drawing_->looks.hidden;
    const scene::Vec3 eyes = control_.eye();
    while (const std::optional<render::Hit> ground = drawing_->scene->picker.below(eyes, without)) {
        if (!drawing_->looks.hidden_kinds.contains(ground->record.first)) {
            control_.stand_on(ground->point.y);
            return;
        }
        without.insert(ground->record);
    }
}

void SceneCanvas::play(bool on)
{
    if (on == plays() || !drawing_->scene) {
        return;
    }
    if (on) {
        before_play_ = control_;
        before_play_.release_all();
        control_.walk_from(position_under_pointer().value_or(control_.pivot()));
        stand_on_ground();
    } else {
        control_ = before_play_;
        subtitle_.reset();
    }
    end_gesture();
    camera_moved();
}

void SceneCanvas::show_subtitle(std::optional<art::RgbaImage> subtitle)
{
    subtitle_ = std::move(subtitle);
    redraw();
}

void SceneCanvas::show_compass(std::optional<scene::Compass> compass)
{
    compass_ = std::move(compass);
    redraw();
}

render::Extent2 SceneCanvas::extent() const
{
    const wxSize size = GetClientSize();
    return {static_cast<float>(std::max(size.x, 1)), static_cast<float>(std::max(size.y, 1))};
}

float SceneCanvas::aspect() const
{
    return extent().width / extent().height;
}

render::Camera SceneCanvas::camera() const
{
    constexpr float game_aspect = static_cast<float>(art::game_width) / art::game_height;
    return plays() ? render::on_game_screen(control_.camera(game_aspect), extent()) : control_.camera(aspect());
}

void SceneCanvas::redraw()
{
    stale_ = true;
    Refresh(false);
}

void SceneCanvas::redraw_all() const
{
    for (SceneCanvas* const canvas : drawing_->canvases) {
        canvas->redraw();
    }
}

void SceneCanvas::camera_moved()
{
    redraw();
    if (on_camera) {
        on_camera();
    }
}

void SceneCanvas::paint()
{
    const wxPaintDC needed(this);
    SceneDrawing& drawing = *drawing_;
    if (drawing.failed || !IsShownOnScreen()) {
        return;
    }
    if (!drawing.renderer && !start()) {
        return;
    }
    if (!SetCurrent(*drawing.context)) {
        return;
    }
    log_window("draw", "");
    const std::shared_ptr<const render::LoadedScene>& scene = drawing.scene;
    if (std::exchange(fresh_, false) && scene) {
        frame_scene();  // the window size is known only now
    }
    if (drawing.load) {
        const std::shared_ptr<render::GameArt> art = scene ? scene->art : nullptr;
        drawing.renderer->load(scene ? scene->scene : scene::Scene{}, art ? &art->pictures : nullptr,
                               art == drawing.loaded_art);
        drawing.loaded_art = art;
    } else if (drawing.place) {
        drawing.renderer->place(scene->scene, scene->pictures());
    }
    drawing.load = drawing.place = false;
    use_whole_window();
    drawing.looks.shading = shading_;
    drawing.looks.draw_under = nullptr;
    if (const render::Overlay ground = under(camera(), extent()); drawing.over && !ground.corners().empty()) {
        drawing.looks.draw_under = [&drawing, ground] { drawing.over->draw(ground); };
    }
    const bool by_visibility = drawing.visibility && scene && control_.view() == render::View::camera;
    seen_ = by_visibility ? find_visible_from(*drawing.visibility, scene->scene, control_.eye()) : VisibleStatics{};
    if (seen_.hidden.empty() && !plays()) {
        frame_.draw(*drawing.renderer, camera(), drawing.looks);
    } else {
        render::RenderOptions looks = drawing.looks;
        looks.hidden.insert(seen_.hidden.begin(), seen_.hidden.end());
        if (plays()) {
            looks.selected.clear();
            looks.symbols = false;
            looks.sky.reset();
            looks.fog = true;
            looks.game_seconds = looks.swing.value_or(0);
        }
        frame_.draw(*drawing.renderer, camera(), looks);
    }
    draw_over();
    present();
    stale_ = false;
    log_window("frame", finish_name(frame_.finish()));
    if (frame_.unfinished()) {
        refining_.StartOnce(static_cast<int>(render::FrameDrawer::rest.count()));
    }
}

void SceneCanvas::use_whole_window() const
{
    const double scale = GetContentScaleFactor();
    glViewport(0, 0, static_cast<GLsizei>(extent().width * scale), static_cast<GLsizei>(extent().height * scale));
}

/// Presents the drawn frame. If screen_lacks_opengl(), also keeps it for kept_picture().
void SceneCanvas::present()
{
    static const bool lacks = screen_lacks_opengl();
    if (lacks) {
        const wxSize size = GetClientSize() * GetContentScaleFactor();
        wxImage bottom_up(size, false);
        glPixelStorei(GL_PACK_ALIGNMENT, 1);
        glReadPixels(0, 0, size.x, size.y, GL_RGB, GL_UNSIGNED_BYTE, bottom_up.GetData());
        kept_ = bottom_up.Mirror(false);
    }
    SwapBuffers();
}

void SceneCanvas::frame_scene()
{
    control_.frame_scene(whole(drawing_->scene->scene), aspect());
    control_.fill(whole(drawing_->scene->scene), aspect());
}

/// Refines the picture for a short time slice, so that input stays responsive.
void SceneCanvas::refine()
{
    if (stale_ || !drawing_->renderer || !IsShownOnScreen() || !SetCurrent(*drawing_->context)) {
        return;  // a redraw is pending, or the view is not visible
    }
    use_whole_window();
    if (frame_.refine(*drawing_->renderer, render::FrameDrawer::part)) {
        draw_over();
        present();
        log_window("frame", finish_name(frame_.finish()));
    }
    if (frame_.unfinished()) {
        refining_.StartOnce(1);
    }
}

/// Creates the renderer at the first drawing. A failure is permanent.
bool SceneCanvas::start()
{
    XErrorTrap trap;  // an X error can occur here even if screen_takes_opengl()
    const bool current = SetCurrent(*drawing_->context);
    auto made = current && epoxy_gl_version() >= 33 ? render::Renderer::create()
                                                    : Result<render::Renderer>(no_graphics("OpenGL 3.3 did not start"));
    if (trap.failed() && made) {
        made = no_graphics("the screen cannot show OpenGL drawings");
    }
    if (!made) {
        drawing_->failed = true;
        stale_ = false;
        on_failure(made.error());
        return false;
    }
    drawing_->renderer.emplace(std::move(*made));
    if (Result<render::OverlayPainter> over = render::OverlayPainter::create()) {
        drawing_->over.emplace(std::move(*over));
        drawing_->letters = make_glyph_atlas(GetContentScaleFactor());
        drawing_->over->take(drawing_->letters);
    }
    return true;
}

void SceneCanvas::show(std::shared_ptr<const render::LoadedScene> scene, bool reset_camera)
{
    drawing_->scene = std::move(scene);
    drawing_->edges.clear();
    drawing_->load = true;
    if (drawing_->scene) {
        const scene::Bounds bounds = whole(drawing_->scene->scene);
        for (SceneCanvas* const canvas : drawing_->canvases) {
            if (reset_camera) {
                canvas->frame_scene();
                canvas->fresh_ = true;
            } else {
                canvas->control_.set_scene(bounds);
            }
        }
    }
    redraw_all();
}

void SceneCanvas::moved()
{
    drawing_->place = drawing_->scene != nullptr;
    if (drawing_->scene) {  // otherwise a view along an axis cuts off new records
        const scene::Bounds bounds = whole(drawing_->scene->scene);
        for (SceneCanvas* const canvas : drawing_->canvases) {
            canvas->control_.set_scene(bounds);
        }
    }
    redraw_all();
}

void SceneCanvas::select(std::set<scene::RecordRef> records)
{
    if (records != drawing_->looks.selected) {
        drawing_->looks.selected = std::move(records);
        redraw_all();
    }
}

void SceneCanvas::show_arrows(std::vector<std::pair<scene::Vec3, scene::Vec3>> arrows)
{
    if (arrows != drawing_->arrows) {
        drawing_->arrows = std::move(arrows);
        redraw_all();
    }
}

void SceneCanvas::show_changed(std::set<scene::RecordRef> records)
{
    if (records != drawing_->changed) {
        drawing_->changed = std::move(records);
        redraw_all();
    }
}

void SceneCanvas::show_walk(WalkLines walk)
{
    if (walk.nodes != drawing_->walk.nodes || walk.legs != drawing_->walk.legs) {
        drawing_->walk = std::move(walk);
        drawing_->walker = animates() ? WalkPlay::begin(drawing_->walk) : std::nullopt;
        redraw_all();
    }
}

void SceneCanvas::animate(bool on)
{
    drawing_->looks.swing = on ? std::optional(0.0F) : std::nullopt;
    drawing_->walker = on ? WalkPlay::begin(drawing_->walk) : std::nullopt;
    redraw_all();
}

void SceneCanvas::advance(float seconds)
{
    if (!animates()) {
        return;
    }
    *drawing_->looks.swing += seconds;
    if (drawing_->walker) {
        drawing_->walker->advance(drawing_->walk, seconds, render::ViewControl::walking_speed);
    }
    redraw_all();
}

void SceneCanvas::show_symbols(bool shown)
{
    drawing_->looks.symbols = shown;
    redraw_all();
}

void SceneCanvas::show_symbol(render::Symbol symbol, bool shown)
{
    if (shown) {
        drawing_->looks.hidden_symbols.erase(symbol);
    } else {
        drawing_->looks.hidden_symbols.insert(symbol);
    }
    redraw_all();
}

void SceneCanvas::hide_symbols(std::set<render::Symbol> hidden)
{
    drawing_->looks.hidden_symbols = std::move(hidden);
    redraw_all();
}

std::optional<scene::Bounds> SceneCanvas::selected_box() const
{
    const SceneDrawing& drawing = *drawing_;
    return drawing.scene && !drawing.looks.selected.empty()
               ? scene::bounds_of(drawing.scene->scene, drawing.looks.selected)
               : std::nullopt;
}

void SceneCanvas::reveal_selected()
{
    if (const auto box = selected_box(); box && control_.reveal(*box, aspect())) {
        camera_moved();
    }
}

void SceneCanvas::frame_selected()
{
    auto box = selected_box();
    if (!box) {
        frame_all();
        return;
    }
    for (const render::Grip& grip : drawing_->grips) {  // include the radius of selected lights
        if (grip.kind == render::Grip::Kind::rim) {
            const auto widen = [&](float scene::Vec3::*axis) {
                box->low.*axis = std::min(box->low.*axis, grip.centre.*axis - grip.size);
                box->high.*axis = std::max(box->high.*axis, grip.centre.*axis + grip.size);
            };
            widen(&scene::Vec3::x);
            widen(&scene::Vec3::y);
            widen(&scene::Vec3::z);
        }
    }
    const scene::Vec3 room = (box->high - box->low) * 0.25F;
    control_.frame({box->low - room, box->high + room}, aspect());
    redraw();
}

void SceneCanvas::frame_all()
{
    if (drawing_->scene) {
        control_.fill(whole(drawing_->scene->scene), aspect());
        redraw();
    }
}

void SceneCanvas::rotate_to_view(render::View view)
{
    control_.rotate_to_view(view);
    redraw();
}

void SceneCanvas::look(const render::ViewLook& look)
{
    control_.look(look.direction);
    shade(look.shading);
}

void SceneCanvas::shade(render::Shading shading)
{
    shading_ = shading;
    redraw();
}

void SceneCanvas::use_camera(const render::ViewControl& control)
{
    control_ = control;
    redraw();
}

void SceneCanvas::go_to(const render::CameraPose& pose)
{
    control_.move_to(pose);
    camera_moved();
}

void SceneCanvas::follow(const SceneCanvas& other)
{
    control_.follow(other.control_);
    redraw();
}

void SceneCanvas::mark(bool marked)
{
    marked_ = marked;
    redraw();
}

void SceneCanvas::show_focus()
{
    reached_by_key_ = true;
    redraw();
}

void SceneCanvas::hide_focus()
{
    if (std::exchange(reached_by_key_, false)) {
        redraw();
    }
}

std::string SceneCanvas::title() const
{
    const std::string name(render::view_title(control_.view()));
    switch (shading_) {
    case render::Shading::textured: return name;
    case render::Shading::flat: return name + " - Flat";
    case render::Shading::wireframe: return name + " - Wireframe";
    }
    return name;
}

}  // namespace redforge::editor
