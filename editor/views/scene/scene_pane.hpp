// The pane that shows a document as a scene, in one view or several: loads it in the background, and follows its
// changes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <wx/panel.h>
#include <wx/stattext.h>
#include <wx/timer.h>

#include "editor/model/scene/surfaces.hpp"
#include "editor/model/scene/view_layout.hpp"
#include "editor/model/session/session.hpp"
#include "render/camera/view_control.hpp"
#include "render/camera/view_settings.hpp"
#include "render/scene/scene_loader.hpp"

namespace redforge::editor {

class SceneCanvas;
enum class Picking : std::uint8_t;

/// Pane with the views of a scene. Without OpenGL, shows the reason instead.
class ScenePane : public wxPanel {
public:
    explicit ScenePane(wxWindow* parent);
    ScenePane(const ScenePane&) = delete;
    ScenePane& operator=(const ScenePane&) = delete;
    ~ScenePane() override;

    std::function<void(NodeRefs, Picking)> on_pick;             ///< called when the user clicks a record or empty space
    std::function<void(const std::string& message)> on_status;  ///< for the status bar
    /// Called after loading, with the first of the missing or unreadable files.
    std::function<void(const std::vector<std::string>& problems)> on_problems;
    std::function<void()> on_shown;        ///< called when a scene replaces the placeholder text
    std::function<bool(char key)> on_key;  ///< a plain key that the camera does not handle; returns false if nothing
                                           ///< handles it

    std::function<void(SceneCanvas&)> on_new_view;  ///< called after a view was created, to connect its input
    std::function<void()> on_layout;                ///< called when the arrangement of views changed

    /// Returns true if a document can be drawn: a map, a model, an archive of models or a terrain.
    [[nodiscard]] static bool can_show(const Session& session);
    /// Starts to load a document that replaces the present one. `session` must stay valid and must not move.
    /// `cameras`: positions of the views, see cameras(); if empty, the whole scene is framed.
    void open(const Session& session, std::optional<std::filesystem::path> game,
              std::vector<render::ViewControl> cameras = {});
    /// Shows nothing; there is no session any more.
    void close();
    /// Returns the cameras of all views. Returns none while a scene is loading.
    [[nodiscard]] std::vector<render::ViewControl> cameras() const;
    /// Updates the scene after changes of the session's document.
    void follow(const edit::Changes& changes);
    /// Sets the selection that the views show.
    void select(const NodeRefs& refs);
    /// Sets the records that the open mod changes or adds; the views show a badge at each.
    void mark_changed(const NodeRefs& refs);
    /// Centres the selection in views that do not show any of it.
    void reveal_selected();
    /// Animates all views; see SceneCanvas::animate(). Ends when another document is opened.
    void animate(bool on);
    [[nodiscard]] bool animates() const { return clock_.IsRunning(); }
    /// Starts to load the animations of actors, which a walk through a map shows. on_shown is called afterwards.
    void load_animations();
    void stop_loading();
    [[nodiscard]] bool loading() const { return loader_.busy(); }
    /// Returns true if loading is complete and all views are drawn.
    [[nodiscard]] bool is_idle() const;

    /// Returns the view that receives keys. Returns null if there is no OpenGL or no drawable document.
    [[nodiscard]] SceneCanvas* canvas() const { return views_.empty() ? nullptr : views_[active_]; }
    /// Returns the view under the pointer, else the view that receives keys.
    [[nodiscard]] SceneCanvas* pointed_canvas() const;
    /// Returns the visible views, from left to right and from top to bottom.
    [[nodiscard]] std::vector<SceneCanvas*> canvases() const;
    /// Gives the keyboard to `view`, if it is visible.
    void activate(const SceneCanvas& view);

    [[nodiscard]] const ViewLayout& view_layout() const { return layout_; }
    void arrange(const ViewLayout& layout);
    /// Returns the current settings of the views, and initial settings of views that were not shown yet.
    [[nodiscard]] render::ViewSettings looks() const;
    void look(const render::ViewSettings& looks);
    void show_symbols(bool shown);
    /// Restores the initial state: one view, not linked, with the default camera.
    void reset_views();
    /// Links or unlinks the views. Linked views show the same position.
    void link(bool linked);
    [[nodiscard]] bool linked() const { return linked_; }
    [[nodiscard]] const render::LoadedScene* scene() const { return scene_.get(); }
    /// Returns the surfaces of the scene, which must not be null. They follow changes of the map.
    [[nodiscard]] Surfaces surfaces() const;

private:
    void load();
    void on_loaded();
    void report_problems();
    void update_walk();
    SceneCanvas& add_view(SceneCanvas& view);
    void drop_views(const std::string& reason);
    void place_views();
    void restore_focus();
    void show_active();
    void bind_gaps();
    /// Copies the camera of the active view to the linked views.
    void follow_camera(const SceneCanvas& view);
    /// Shows a text instead of the picture; an empty text shows the picture again.
    void show_placeholder(const std::string& words);

    std::vector<SceneCanvas*> views_;  ///< created when they are first shown
    std::size_t active_{};
    ViewLayout layout_;
    render::ViewSettings looks_;  ///< initial settings of new views
    bool linked_{};
    bool shown_{};      ///< views are shown, not the placeholder text
    bool hid_focus_{};  ///< the view with the focus was hidden
    std::optional<ViewGap> dragged_;
    wxStaticText* words_{};
    const Session* session_{};
    NodeRefs selected_;
    NodeRefs changed_;
    std::optional<std::filesystem::path> game_;
    std::shared_ptr<render::LoadedScene> scene_;
    wxTimer clock_;                             ///< timer of the animation
    wxLongLong last_tick_;                      ///< time of the last animation step, milliseconds
    bool keeps_symbols_{};                      ///< keep symbols visible when the map gets models
    std::vector<render::ViewControl> cameras_;  ///< set when the scene is loaded; empty to frame it
    bool fresh_{};                              ///< frame the whole scene after loading
    bool awaited_{};                            ///< a scene is being loaded and has not been taken
    std::set<scene::RecordRef> late_;           ///< records that moved since loading began
    render::SceneLoader loader_;                ///< last member, because its thread calls this pane
};

}  // namespace redforge::editor
