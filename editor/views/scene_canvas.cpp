// Drawing, and passing events on.
#include "editor/views/scene_canvas.hpp"

#include <algorithm>
#include <utility>

#include <wx/dcclient.h>
#include <wx/log.h>
#include <wx/time.h>
#include <wx/utils.h>

#include "editor/views/canvas_pixel.hpp"
#include "editor/views/x_error_trap.hpp"

namespace redforge::editor {
namespace {

constexpr int tick = 16;  ///< milliseconds between two pictures of a flight

tl::unexpected<Error> no_graphics(std::string why)
{
    return fail({.code = ErrorCode::unsupported,
                 .message = "cannot draw: " + std::move(why),
                 .hint = "install libgl1-mesa-dri; everything else of this program works without it"});
}

/// All that is drawn; the symbols where that is nothing.
scene::Bounds whole(const scene::Scene& scene)
{
    return scene.instances.empty() ? scene::bounds_of(scene, std::set<scene::RecordRef>{}).value_or(scene::Bounds{})
                                   : scene::bounds_of(scene);
}

/// Where there is no OpenGL, wx would say so in a box, and again in a box that asks whether to stop the program.
class Quiet {
public:
    Quiet() : before_(wxSetAssertHandler(nullptr)) {}
    Quiet(const Quiet&) = delete;
    Quiet& operator=(const Quiet&) = delete;
    ~Quiet() { wxSetAssertHandler(before_); }

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
    if (wxString(wxGetenv("DISPLAY")).empty()) {
        return no_graphics("this screen is not one of X11");
    }
    const Quiet quiet;
    wxGLAttributes attributes;
    attributes.PlatformDefaults().RGBA().DoubleBuffer().Depth(24).EndList();
    if (!wxGLCanvas::IsDisplaySupported(attributes)) {
        return no_graphics("this screen has no OpenGL");
    }
    XErrorTrap trap;
    auto* const canvas = new SceneCanvas(parent, attributes);
    wxGLContextAttrs version;
    version.PlatformDefaults().CoreProfile().OGLVersion(3, 3).EndList();
    canvas->context_ = std::make_unique<wxGLContext>(canvas, nullptr, &version);
    if (trap.failed() || !canvas->context_->IsOK()) {
        canvas->Destroy();
        return no_graphics("there is no driver with OpenGL 3.3");
    }
    return canvas;
}

SceneCanvas::SceneCanvas(wxWindow* parent, const wxGLAttributes& attributes)
    : wxGLCanvas(parent, attributes, wxID_ANY, wxDefaultPosition, wxDefaultSize,
                 wxFULL_REPAINT_ON_RESIZE | wxWANTS_CHARS)
{
    bind_events();
}

SceneCanvas::~SceneCanvas()
{
    timer_.Stop();
    refining_.Stop();
    if (renderer_ && SetCurrent(*context_)) {
        frame_.stop();
        renderer_.reset();
        over_.reset();
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
        const bool moved = control_.drag(pixel_of(event), extent());
        if (hands_move(event) || moved) {
            redraw();
        }
    });
    Bind(wxEVT_MOUSEWHEEL, [this](wxMouseEvent& event) {
        const float notches = static_cast<float>(event.GetWheelRotation()) / static_cast<float>(event.GetWheelDelta());
        if (event.GetWheelAxis() == wxMOUSE_WHEEL_VERTICAL && event.ControlDown()) {
            hands_wheel(notches > 0 ? 1 : -1, pixel_of(event));
        } else if (event.GetWheelAxis() == wxMOUSE_WHEEL_VERTICAL &&
                   control_.wheel(notches, pixel_of(event), extent())) {
            redraw();
        }
    });
    Bind(wxEVT_KEY_DOWN, [this](wxKeyEvent& event) {
        const int key = event.GetKeyCode();
        if (event.HasAnyModifiers() || key <= ' ' || key > '~') {
            event.Skip();
        } else if (!control_.key_down(static_cast<char>(key))) {
            // GTK takes plain keys for text to be composed before it looks for them in the menus.
            event.Skip(!on_key(static_cast<char>(key)));
        } else if (!timer_.IsRunning()) {
            last_tick_ = wxGetUTCTimeMillis();
            timer_.Start(tick);
        }
    });
    Bind(wxEVT_KEY_UP, [this](wxKeyEvent& event) {
        const int key = event.GetKeyCode();
        if (key < 'A' || key > 'Z' || !control_.key_up(static_cast<char>(key))) {
            event.Skip();
        }
    });
    Bind(wxEVT_KILL_FOCUS, [this](wxFocusEvent& event) {
        control_.let_go();
        event.Skip();
    });
    Bind(wxEVT_MOUSE_CAPTURE_LOST, [this](wxMouseCaptureLostEvent&) {
        control_.let_go();
        end_hands();
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
    if (!event.ButtonUp()) {
        SetFocus();
        if (hands_press(event)) {
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
    if (!hands_release(event) && clicked && scene_ && on_pick) {
        const auto hit = hit_at(pixel_of(event), looks_.symbols);
        const Picking picking = event.ControlDown() || event.ShiftDown() ? Picking::toggle : Picking::replace;
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
    } else if (control_.advance(std::clamp(passed, 0.0F, 0.25F))) {  // a long pause is no long flight
        redraw();
    }
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
    return control_.camera(aspect());
}

void SceneCanvas::redraw()
{
    stale_ = true;
    Refresh(false);
}

void SceneCanvas::paint()
{
    const wxPaintDC needed(this);
    if (failed_ || !IsShownOnScreen()) {
        return;
    }
    if (!renderer_ && !start()) {
        return;
    }
    if (!SetCurrent(*context_)) {
        return;
    }
    if (std::exchange(fresh_, false) && scene_) {
        control_.show(whole(scene_->scene), aspect());  // only now it is sure how large the window is
    }
    if (load_) {
        const std::shared_ptr<render::GameArt> art = scene_ ? scene_->art : nullptr;
        renderer_->load(scene_ ? scene_->scene : scene::Scene{}, art ? &art->pictures : nullptr, art == loaded_art_);
        loaded_art_ = art;
    } else if (place_) {
        renderer_->place(scene_->scene, scene_->pictures());
    }
    load_ = place_ = false;
    use_whole_window();
    frame_.draw(*renderer_, camera(), looks_);
    draw_over();
    SwapBuffers();
    stale_ = false;
    if (frame_.unfinished()) {
        refining_.StartOnce(static_cast<int>(render::FrameDrawer::rest.count()));
    }
}

void SceneCanvas::use_whole_window() const
{
    const double scale = GetContentScaleFactor();
    glViewport(0, 0, static_cast<GLsizei>(extent().width * scale), static_cast<GLsizei>(extent().height * scale));
}

/// Works on the full picture, for a moment only: hands come first.
void SceneCanvas::refine()
{
    if (stale_ || !renderer_ || !IsShownOnScreen() || !SetCurrent(*context_)) {
        return;  // another picture is asked for
    }
    use_whole_window();
    if (frame_.refine(*renderer_, render::FrameDrawer::part)) {
        draw_over();
        SwapBuffers();
    } else if (frame_.unfinished()) {
        refining_.StartOnce(1);
    }
}

/// Makes the renderer at the first drawing. What goes wrong then goes wrong for good.
bool SceneCanvas::start()
{
    XErrorTrap trap;  // the server may refuse only now what it promised before
    const bool current = SetCurrent(*context_);
    auto made = current && epoxy_gl_version() >= 33 ? render::Renderer::create()
                                                    : Result<render::Renderer>(no_graphics("OpenGL 3.3 did not start"));
    if (trap.failed() && made) {
        made = no_graphics("the screen refused to draw with OpenGL");
    }
    if (!made) {
        failed_ = true;
        stale_ = false;
        on_failure(made.error());
        return false;
    }
    renderer_.emplace(std::move(*made));
    if (Result<render::OverlayPainter> over = render::OverlayPainter::create()) {
        over_.emplace(std::move(*over));
    }
    return true;
}

void SceneCanvas::show(std::shared_ptr<const render::LoadedScene> scene, bool fresh)
{
    scene_ = std::move(scene);
    load_ = true;
    if (scene_) {
        const scene::Bounds bounds = whole(scene_->scene);
        if (fresh) {
            control_.show(bounds, aspect());
            fresh_ = true;
        } else {
            control_.set_scene(bounds);
        }
    }
    redraw();
}

void SceneCanvas::moved()
{
    place_ = scene_ != nullptr;
    redraw();
}

void SceneCanvas::select(std::set<scene::RecordRef> records)
{
    looks_.selected = std::move(records);
    redraw();
}

void SceneCanvas::show_symbols(bool shown)
{
    looks_.symbols = shown;
    redraw();
}

void SceneCanvas::frame_selected()
{
    const auto box =
        scene_ && !looks_.selected.empty() ? scene::bounds_of(scene_->scene, looks_.selected) : std::nullopt;
    if (!box) {
        frame_all();
        return;
    }
    const scene::Vec3 room = (box->high - box->low) * 0.25F;
    control_.frame({box->low - room, box->high + room}, aspect());
    redraw();
}

void SceneCanvas::frame_all()
{
    if (scene_) {
        control_.frame(whole(scene_->scene), aspect());
        redraw();
    }
}

void SceneCanvas::turn_to(render::View view)
{
    control_.turn_to(view);
    redraw();
}

}  // namespace redforge::editor
