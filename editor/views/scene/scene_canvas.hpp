// A view: the window that OpenGL draws a scene into; mouse and keys go to its camera.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "editor/views/scene/scene_drawing.hpp"  // first, for its OpenGL headers

#include <wx/image.h>
#include <wx/timer.h>

#include "editor/model/scene/transform_tool.hpp"
#include "render/camera/view_control.hpp"
#include "render/camera/view_settings.hpp"
#include "render/opengl/frame_drawer.hpp"
#include "scene/compass.hpp"

namespace redforge::editor {

/// Effect of a click on the selection.
enum class Picking : std::uint8_t { replace, toggle, add };

class SceneCanvas : public wxGLCanvas {
public:
    /// Errors: unsupported (no OpenGL 3.3 on this screen). Shaders are tried at the first drawing: see on_failure.
    [[nodiscard]] static Result<SceneCanvas*> create(wxWindow* parent);
    /// Creates another view of the same scene.
    [[nodiscard]] SceneCanvas* another(wxWindow* parent) const;
    SceneCanvas(const SceneCanvas&) = delete;
    SceneCanvas& operator=(const SceneCanvas&) = delete;
    ~SceneCanvas() override;

    /// Called when the user clicks a record, drags a selection box or clicks empty space.
    std::function<void(const std::set<scene::RecordRef>&, Picking)> on_pick;
    /// Called when the user begins to drag the selection, or copies of it. Returns false if it cannot be moved.
    std::function<bool(TransformTool::Mode, bool copies)> on_grab;
    /// Called when the user drags a grip, given by its number. `size`: current size; nullopt if cancelled. `last`: the
    /// drag ends.
    std::function<void(std::size_t grip, std::optional<float> size, bool last)> on_drag_grip;
    /// Called when the user clicks a node of a walk map, or a location.
    std::function<void(const NodeRef& node, Picking)> on_pick_node;
    std::function<void()> on_point;                ///< called when the pointer rests at a new position, or leaves
    std::function<void()> on_transform;            ///< called when the tool's message changes, or the tool ends
    std::function<void(wxPoint)> on_menu;          ///< called when the user clicks with the right button
    std::function<void(const Error&)> on_failure;  ///< called when the view cannot draw
    std::function<bool(char key)> on_key;          ///< a key by its capital letter; returns false if it is not handled
    std::function<void()> on_measure;              ///< called when the line of the measure tool changes
    /// Called when the user clicks a position for a tool, or a walk node, which then is `node`.
    std::function<void(scene::Vec3 position, const std::optional<NodeRef>& node)> on_point_clicked;
    std::function<void()> on_points_done;  ///< called when the user ends such a tool by a double click
    std::function<void()> on_camera;       ///< called when the user moves the camera
    std::function<void()> on_focus;        ///< called when this view gets the keyboard focus

    // The following functions apply to all views of the scene.

    /// Shows a scene; null shows none. `reset_camera`: frames the whole scene; otherwise cameras stay.
    void show(std::shared_ptr<const render::LoadedScene> scene, bool reset_camera);
    /// Updates the scene after records were moved, added or removed.
    void moved();
    /// Redraws the views after a change of the tool, which is drawn over the scene.
    void tool_changed() const { redraw_all(); }
    void select(std::set<scene::RecordRef> records);
    /// Sets the records with a badge: those that the open mod changes or adds.
    void show_changed(std::set<scene::RecordRef> records);
    /// Sets arrows between positions, drawn over the scene.
    void show_arrows(std::vector<std::pair<scene::Vec3, scene::Vec3>> arrows);
    /// Sets the locations, which can be picked like walk nodes, and the collision spheres.
    void show_points(std::vector<LocationPoint> points, std::vector<SphereMarker> spheres);
    [[nodiscard]] const std::vector<LocationPoint>& points() const { return drawing_->points; }
    [[nodiscard]] const std::vector<SphereMarker>& spheres() const { return drawing_->spheres; }
    /// Sets the ranges of the selected objects. They are drawn if shows_ranges().
    void set_ranges(std::vector<RangeOutline> ranges);
    void show_ranges(bool shown);
    [[nodiscard]] bool shows_ranges() const { return drawing_->shows_ranges; }
    [[nodiscard]] const std::vector<RangeOutline>& ranges() const { return drawing_->ranges; }
    /// Shows or hides the names above objects and markers.
    void show_names(bool shown);
    [[nodiscard]] bool names() const;
    /// Returns the names that this view currently shows.
    [[nodiscard]] std::vector<std::string> shown_names() const;
    /// Sets the walk maps, which are drawn with the symbols.
    void show_walk(WalkLines walk);
    /// Animates ropes, and a walker on the routes of the selection's walk map. Display only.
    void animate(bool on);
    [[nodiscard]] bool animates() const { return drawing_->looks.swing.has_value(); }
    /// Advances the animation.
    void advance(float seconds);
    [[nodiscard]] const std::optional<WalkPlay>& walker() const { return drawing_->walker; }
    void show_symbols(bool shown);
    [[nodiscard]] bool symbols() const { return drawing_->looks.symbols; }
    void show_symbol(render::Symbol symbol, bool shown);
    void hide_symbols(std::set<render::Symbol> hidden);
    [[nodiscard]] const std::set<render::Symbol>& hidden_symbols() const { return drawing_->looks.hidden_symbols; }
    [[nodiscard]] bool shows(render::Symbol symbol) const { return !drawing_->looks.hidden_symbols.contains(symbol); }

    /// Starts or ends the measure tool.
    void measure(bool on);
    [[nodiscard]] const std::optional<Tape>& tape() const { return drawing_->tape; }
    /// Clicks give positions to a tool, instead of selecting. `picking`: nullopt ends this.
    void take_points(std::optional<PointPicking> picking);
    [[nodiscard]] bool takes_points() const { return drawing_->picking.has_value(); }

    // The following functions apply to this view.

    /// Centres the view on the selection or on the whole scene.
    void frame_selected();
    void frame_all();
    /// Centres the selection if it is out of view.
    void reveal_selected();
    void rotate_to_view(render::View view);
    void look(const render::ViewLook& look);
    [[nodiscard]] render::ViewLook view_look() const { return {control_.direction(), shading_}; }
    void shade(render::Shading shading);
    [[nodiscard]] render::Shading shading() const { return shading_; }
    /// Sets the camera to an earlier control().
    void use_camera(const render::ViewControl& control);
    /// Moves the camera to an earlier pose.
    void go_to(const render::CameraPose& pose);
    /// Shows the same position as another view.
    void follow(const SceneCanvas& other);
    /// Draws a border that shows that the view has the keyboard focus.
    void mark(bool marked);
    /// Key that on_key gets during a walk: talk to the actor in front.
    static constexpr char talk_key = 'E';
    /// Draws the same border until a mouse button is pressed or the focus is lost, because keys moved the focus here.
    void show_focus();
    [[nodiscard]] bool shows_focus() const { return marked_ || reached_by_key_; }
    /// Walks through the map with fog, without handles and symbols. Off: restores the previous camera.
    void play(bool on);
    [[nodiscard]] bool plays() const { return control_.walking(); }
    /// Shows a picture of the game's screen over the walk, as large as fits; nullopt shows none. The walk's end removes
    /// it.
    void show_subtitle(std::optional<art::RgbaImage> subtitle);
    [[nodiscard]] const std::optional<art::RgbaImage>& subtitle() const { return subtitle_; }
    /// Sets the compass that a walk shows; nullopt shows none.
    void show_compass(std::optional<scene::Compass> compass);

    /// Sets the tool for moving with mouse and keys; it must outlive this object.
    void use_tool(TransformTool& tool) { tool_ = &tool; }
    /// Shows handles in all views at this viewport position.
    void show_gizmo(const std::optional<render::Gizmo>& gizmo);
    /// Returns the drawn handles. There are none while clicks give positions, because handles would cover corners.
    [[nodiscard]] std::optional<render::Gizmo> gizmo() const
    {
        return drawing_->tape || drawing_->picking ? std::nullopt : drawing_->gizmo;
    }
    /// Sets the draggable values of all views.
    void show_grips(std::vector<render::Grip> grips);
    [[nodiscard]] const std::vector<render::Grip>& grips() const { return drawing_->grips; }
    /// Cancels the drag of a grip, in any view. Returns false if none is dragged.
    bool cancel_grip();
    /// Sets the distance of grid lines in orthographic views, in map units; 0 hides the grid.
    void show_grid(int step);
    /// Starts the tool at the present pointer position, after it was started by a key.
    void follow_pointer();
    /// Sets hidden records, which are neither drawn nor picked, and locked ones, which are not picked.
    void hide(std::set<scene::RecordRef> hidden, std::set<scene::RecordRef> locked);
    void hide_kinds(std::set<scene::Kind> hidden, std::set<scene::Kind> locked);
    /// Locks walk nodes: they are drawn but cannot be picked.
    void lock_walk(bool locked);
    /// Perspective views show only the statics that the visibility contains for their position. All if null.
    void set_visibility(std::shared_ptr<const rgm::Visibility> visibility);
    [[nodiscard]] bool shows_by_visibility() const;
    /// Returns true if a click could pick the record: not hidden or locked, with a model or a visible symbol.
    [[nodiscard]] bool can_be_clicked(const scene::RecordRef& record) const;
    /// Returns the walk node under the pointer.
    [[nodiscard]] std::optional<NodeRef> walk_node_under_pointer() const;
    /// Returns the picking result under the pointer, or nullopt if the pointer is outside of the view.
    [[nodiscard]] std::optional<render::Hit> hit_under_pointer() const;
    /// Returns the position at a pixel: on a model or the terrain. Else at the height of the nearest model, of the
    /// selection if it has one; in front and side views, and without models, at the depth of the view's middle.
    [[nodiscard]] std::optional<scene::Vec3> place_at(render::Pixel pixel) const;
    /// Returns place_at() the pointer.
    [[nodiscard]] std::optional<scene::Vec3> position_under_pointer() const;

    /// Returns the box of the selection in the scene, in viewport units; nullopt if no selected record is drawn.
    [[nodiscard]] std::optional<scene::Bounds> selected_box() const;
    /// Returns true if the picture is complete.
    [[nodiscard]] bool drawn() const { return !stale_ && !frame_.unfinished(); }
    [[nodiscard]] const render::ViewControl& control() const { return control_; }
    [[nodiscard]] render::Extent2 extent() const;
    /// Returns the last picture if screen_lacks_opengl(), else an empty image.
    [[nodiscard]] const wxImage& kept_picture() const { return kept_; }
    [[nodiscard]] render::Camera camera() const;
    /// Returns the current overlay for a camera, a picture size and a glyph atlas.
    [[nodiscard]] render::Overlay over(const render::Camera& camera, render::Extent2 size,
                                       const render::GlyphAtlas& letters) const;
    /// Returns the ground grid below a document without a map, as seen by this view. The overlay is empty for
    /// maps, in views without perspective, and in views from below.
    [[nodiscard]] render::Overlay under(const render::Camera& camera, render::Extent2 size) const;

private:
    /// Draws compass and subtitle of a walk where the game's screen has them, and black bars around the screen.
    void draw_game_screen(render::Overlay& overlay, const render::Camera& camera, render::Extent2 size) const;
    SceneCanvas(wxWindow* parent, const wxGLAttributes& attributes, std::shared_ptr<SceneDrawing> drawing);
    void bind_events();
    [[nodiscard]] float aspect() const;
    bool start();
    void paint();
    void refine();
    void use_whole_window() const;
    void present();
    /// Frames the whole scene and keeps the view direction.
    void frame_scene();
    /// Returns true if a pixel is in the square around a selected symbol.
    [[nodiscard]] bool is_on_selected_symbol(render::Pixel at) const;
    [[nodiscard]] std::optional<float> height_beside(scene::Vec3 place) const;
    void redraw();
    void redraw_all() const;
    /// Redraws after the camera moved, and notifies the other parts.
    void camera_moved();
    [[nodiscard]] std::string title() const;
    void on_button(wxMouseEvent& event);
    void on_tick();
    void stand_on_ground();
    void draw_over();
    void hide_focus();
    [[nodiscard]] std::optional<std::size_t> point_at(render::Pixel at) const;
    /// Returns the location or walk node at a pixel, and if it is selected.
    [[nodiscard]] std::optional<std::pair<NodeRef, bool>> node_at(render::Pixel at) const;
    /// Returns the index of the drawn walk node at a pixel, in WalkLines::nodes.
    [[nodiscard]] std::optional<std::size_t> walk_node_at(render::Pixel at) const;
    [[nodiscard]] std::optional<render::Hit> hit_at(render::Pixel at, bool with_symbols) const;
    /// Returns true if neither the user nor the visibility hides the record in this view.
    [[nodiscard]] bool is_drawn(const scene::RecordRef& record) const;
    [[nodiscard]] bool can_pick(const scene::RecordRef& record) const;
    bool gesture_press(wxMouseEvent& event);
    bool gesture_move(wxMouseEvent& event);
    bool gesture_release(wxMouseEvent& event);
    void gesture_wheel(int notches, render::Pixel at);
    [[nodiscard]] bool takes_copies(const wxMouseEvent& event);
    [[nodiscard]] std::optional<scene::Vec3> surface_at(render::Pixel at) const;
    void drag_tool(render::Pixel to, bool vertical, bool other_snapping);
    /// Returns the nearest corner of a model at a pixel or a few pixels beside it. `others`: of models that are not
    /// selected.
    [[nodiscard]] std::optional<scene::Vec3> corner_near(render::Pixel at, bool others) const;
    /// Returns the corner of the selected models that is nearest to a pixel.
    [[nodiscard]] std::optional<scene::Vec3> selected_corner(render::Pixel at) const;
    /// Returns the nearest of the corners of the instances that `wanted` selects, if it is less than `reach` pixels
    /// away.
    [[nodiscard]] std::optional<scene::Vec3>
    nearest_corner(render::Pixel at, float reach, const std::function<bool(const scene::RecordRef&)>& wanted) const;
    [[nodiscard]] std::optional<scene::Vec3> tape_position(render::Pixel at) const;
    void point_press(render::Pixel at);
    void point_move(render::Pixel at);
    bool tape_press(render::Pixel at);
    void tape_move(render::Pixel at);
    void tape_release(render::Pixel at);
    void tape_changed();
    void end_gesture();
    /// Cancels the drag or the selection box of the left button and restores the state before it.
    void cancel_drag();

    /// Current action of the left button or the tool.
    enum class Gesture : std::uint8_t { none, pressed_object, pressed_space, drag, box, follow, grip, measure, point };

    std::shared_ptr<SceneDrawing> drawing_;
    render::FrameDrawer frame_;
    wxTimer pointing_;  ///< measures how long the pointer has rested
    wxTimer refining_;  ///< runs while the picture can be refined
    render::ViewControl control_;
    render::Shading shading_{};
    TransformTool* tool_{};
    std::optional<render::Handle> held_;    ///< the handle under the pointer
    std::optional<std::size_t> held_grip_;  ///< the grip under the pointer, or that is dragged
    render::Grip grip_;                     ///< the dragged grip, as at the beginning of the drag
    Gesture gesture_{};
    bool copies_{};  ///< Alt was held when the button went down, or in the drag since then
    bool ground_{};  ///< the selection is dragged directly, not by a handle
    std::optional<render::Pixel> from_;
    render::Pixel last_;
    std::optional<scene::Vec3> grabbed_;  ///< corner of the dragged selection that snaps to other corners
    std::optional<float> bottom_;         ///< lowest point of the dragged selection when the drag began; viewport units
    double turned_{};                     ///< rotation by the pointer since the drag began, in radians
    std::optional<render::Pixel> menu_;   ///< where the right button was pressed
    bool moved_{};                        ///< the pointer moved beyond the drag threshold since the press
    bool alt_of_mouse_{};                 ///< Alt is held and modified a mouse action, so it opens no menu
    bool through_handle_{};               ///< the press on a handle became a click: pick the object behind the handle
    bool marked_{};
    bool reached_by_key_{};
    render::ViewControl before_play_;
    std::optional<art::RgbaImage> subtitle_;  ///< shown over the walk
    std::optional<scene::Compass> compass_;   ///< shown over the walk
    VisibleStatics seen_;                     ///< statics that are visible in the current picture
    wxImage kept_;                            ///< see kept_picture()
    bool fresh_{};                            ///< frame the whole scene at the next drawing
    bool stale_{true};
    wxTimer timer_;
    wxLongLong last_tick_;
};

}  // namespace redforge::editor
