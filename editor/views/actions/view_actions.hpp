// View actions: load the scene, arrange views, set cameras, and show or hide content.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <wx/timer.h>

#include "editor/model/scene/view_layout.hpp"
#include "editor/model/scene/walk_talk.hpp"
#include "editor/views/frame/window_part.hpp"
#include "render/camera/camera.hpp"
#include "render/camera/view_control.hpp"
#include "render/opengl/renderer.hpp"

namespace redforge::editor {

class ViewActions : public WindowPart {
public:
    using WindowPart::WindowPart;

    /// Connects the views' callbacks: selection, status messages and keys.
    void connect();
    /// Restores the views of the last session.
    void restore_views();
    void save_view_settings();
    /// Shows the map position under the pointer in the status bar.
    void show_pointed();
    /// Loads the scene of the document. `cameras`: positions of the views; without them, the whole scene is framed.
    void open_scene(std::vector<render::ViewControl> cameras = {});

    void load_scene();
    void stop_loading();
    void view_perspective();
    void view_top();
    void view_front();
    void view_side();
    void view_iso();
    void frame_selected();
    void frame_all();
    /// Stores the camera of the active view as a bookmark of the document, or moves the active view to a bookmark.
    void store_bookmark(int number);
    void go_to_bookmark(int number);
    void one_view();
    void two_views();
    void four_views();
    void toggle_link();
    void toggle_wireframe();
    void toggle_flat();
    /// Shows symbols, for records that have no model.
    void show_symbols();
    void toggle_symbols();
    void toggle_names();
    /// Shows or hides the ranges of the selected objects in the game: hearing, update, collision.
    void toggle_ranges();
    void toggle_visibility();
    /// Starts to walk through the map at the pointer, or returns to the previous view.
    void toggle_play();
    /// Shows the dialogue of the actor in front of the walker, line by line; during a line, goes to the next one.
    void talk();
    /// Starts or stops the animation of ropes, and of a walker on the routes of the selection's walk map.
    void toggle_animation();
    /// Starts or ends the measure tool.
    void toggle_measure();
    template <render::Symbol symbol>
    void toggle_symbol()
    {
        show_symbol(symbol, !symbol_shown(symbol));
    }
    void show_symbol(render::Symbol symbol, bool shown);
    [[nodiscard]] bool is_loading() const;
    [[nodiscard]] bool is_one_view() const { return has_views(ViewCount::one); }
    [[nodiscard]] bool is_two_views() const { return has_views(ViewCount::two); }
    [[nodiscard]] bool is_four_views() const { return has_views(ViewCount::four); }
    [[nodiscard]] bool views_linked() const;
    [[nodiscard]] bool is_wireframe() const;
    [[nodiscard]] bool is_flat_shaded() const;
    [[nodiscard]] bool symbols_shown() const;
    [[nodiscard]] bool names_shown() const;
    [[nodiscard]] bool ranges_shown() const;
    [[nodiscard]] bool can_show_visibility() const { return has_view() && is_map(); }
    [[nodiscard]] bool visibility_shown() const;
    [[nodiscard]] bool can_play_map() const { return has_view() && is_map(); }
    [[nodiscard]] bool plays_map() const;
    [[nodiscard]] bool animates() const;
    [[nodiscard]] bool measures() const;
    /// Shows the line of the measure tool in the status bar.
    void show_measured();
    template <render::Symbol symbol>
    [[nodiscard]] bool shows_symbol() const
    {
        return symbol_shown(symbol);
    }

private:
    void turn_view(render::View view);
    void show_views(ViewCount count);
    [[nodiscard]] bool has_views(ViewCount count) const;
    void shade(render::Shading shading);
    [[nodiscard]] bool symbol_shown(render::Symbol symbol) const;
    /// Shows the current line of talk_, and starts its time.
    void show_line();
    void end_talk();
    /// Returns true if something moves during a walk: the sky, water, or an actor.
    [[nodiscard]] bool has_walk_motion() const;
    /// Starts the animation of a walk, once something moves in it: the animations of actors are loaded after the walk
    /// has begun. Returns false if it did not start it.
    bool animate_walk();
    /// Shows the keys of a walk in the status bar.
    void show_walk_keys();

    std::optional<WalkTalk> talk_;
    wxTimer talk_clock_;     ///< runs while a line is shown
    bool walk_waits_{};      ///< the walk starts the animation as soon as something moves
    bool walk_animates_{};   ///< the walk started the animation
    std::string walk_note_;  ///< end of the status text of a walk
};

}  // namespace redforge::editor
