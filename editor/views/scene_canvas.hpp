// The window that OpenGL draws a scene into; mouse and keys go to the camera.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include <epoxy/gl.h>  // before wx's OpenGL headers

#include <wx/glcanvas.h>
#include <wx/timer.h>

#include "render/load_scene.hpp"
#include "render/renderer.hpp"
#include "render/view_control.hpp"

namespace redforge::editor {

class SceneCanvas : public wxGLCanvas {
public:
    /// Errors: unsupported (no OpenGL 3.3 on this screen). Shaders are tried at the first drawing: see on_failure.
    [[nodiscard]] static Result<SceneCanvas*> create(wxWindow* parent);
    SceneCanvas(const SceneCanvas&) = delete;
    SceneCanvas& operator=(const SceneCanvas&) = delete;
    ~SceneCanvas() override;

    std::function<void(const std::optional<scene::RecordRef>&)> on_pick;  ///< a person clicked there, or on nothing
    std::function<void(const Error&)> on_failure;                         ///< it cannot draw
    std::function<bool(char key)> on_key;  ///< a key by its capital letter; false: not for the view either

    /// Shows a scene; null shows none. A `fresh` one is seen whole, otherwise the camera stays.
    void show(std::shared_ptr<const render::LoadedScene> scene, bool fresh);
    /// Things of the scene that is shown have moved.
    void moved();
    void select(std::set<scene::RecordRef> records);
    void show_symbols(bool shown);
    [[nodiscard]] bool symbols() const { return looks_.symbols; }
    /// Brings the selected, or all, to the middle.
    void frame_selected();
    void frame_all();
    void turn_to(render::View view);

    /// Whether all that is to be seen has been drawn.
    [[nodiscard]] bool drawn() const { return !stale_; }
    [[nodiscard]] const render::ViewControl& control() const { return control_; }
    [[nodiscard]] render::Extent2 extent() const;
    [[nodiscard]] render::Camera camera() const;

private:
    SceneCanvas(wxWindow* parent, const wxGLAttributes& attributes);
    void bind_events();
    [[nodiscard]] float aspect() const;
    bool start();
    void paint();
    void redraw();
    void on_button(wxMouseEvent& event);
    void on_tick();

    std::unique_ptr<wxGLContext> context_;
    std::optional<render::Renderer> renderer_;
    std::shared_ptr<const render::LoadedScene> scene_;
    std::shared_ptr<render::GameArt> loaded_art_;  ///< whose textures the renderer has
    render::ViewControl control_;
    render::Looks looks_;
    bool load_{};   ///< meshes are to be loaded before drawing
    bool place_{};  ///< places are to be taken over before drawing
    bool stale_{true};
    bool failed_{};
    wxTimer timer_;
    wxLongLong last_tick_;
};

}  // namespace redforge::editor
