// The pane that shows a document as a scene, in one view or several: loads it in the background, and follows its changes.
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

#include "editor/model/session.hpp"
#include "editor/model/view_layout.hpp"
#include "render/scene_loader.hpp"
#include "render/view_settings.hpp"

namespace redforge::editor {

class SceneCanvas;
enum class Picking : std::uint8_t;

/// Works without OpenGL, too: shows the reason instead of a picture.
class ScenePane : public wxPanel {
public:
    explicit ScenePane(wxWindow* parent);
    ScenePane(const ScenePane&) = delete;
    ScenePane& operator=(const ScenePane&) = delete;
    ~ScenePane() override;

    std::function<void(NodeRefs, Picking)> on_pick;             ///< called when the user clicks a record or empty space
    std::function<void(const std::string& message)> on_status;  ///< for the status bar
    /// A scene was loaded: all that was not found or read for it. The first of very many.
    std::function<void(const std::vector<std::string>& problems)> on_problems;
    std::function<void()> on_shown;        ///< a scene has taken the place of words
    std::function<bool(char key)> on_key;  ///< a plain key that the camera does not handle; returns false if nothing
                                           ///< handles it

    std::function<void(SceneCanvas&)> on_new_view;  ///< a view was made: its input is to be connected
    std::function<void()> on_layout;                ///< views were arranged otherwise

    /// Returns true if a document can be drawn: a map, a model, an archive of models or a terrain.
    [[nodiscard]] static bool can_show(const Session& session);
    /// Begins to load a document, in place of the one before. The session must stay where it is.
    void open(const Session& session, std::optional<std::filesystem::path> game);
    /// Brings the picture up to date with a change of the session's document.
    void follow(const edit::Changes& changes);
    /// These nodes of the document are selected.
    void select(const NodeRefs& refs);
    /// Centres the selection in views that do not show any of it.
    void reveal_selected();
    /// Lets things move in all views; see SceneCanvas::animate(). It ends when another document is opened.
    void animate(bool on);
    [[nodiscard]] bool animates() const { return clock_.IsRunning(); }
    void stop_loading();
    [[nodiscard]] bool loading() const { return loader_.busy(); }
    /// Nothing is being loaded, and what there is has been drawn.
    [[nodiscard]] bool is_idle() const;

    /// Returns the view that receives keys. Null without OpenGL or a drawable document.
    [[nodiscard]] SceneCanvas* canvas() const { return views_.empty() ? nullptr : views_[active_]; }
    /// The view that the pointer is in, else the one that keys go to.
    [[nodiscard]] SceneCanvas* pointed_canvas() const;
    /// Returns the visible views, from left to right and from top to bottom.
    [[nodiscard]] std::vector<SceneCanvas*> canvases() const;
    /// Keys go to that of the views that are shown.
    void activate(const SceneCanvas& view);

    [[nodiscard]] const ViewLayout& view_layout() const { return layout_; }
    void arrange(const ViewLayout& layout);
    /// Returns the current settings of the views, and initial settings of views that were not shown yet.
    [[nodiscard]] render::ViewSettings looks() const;
    void look(const render::ViewSettings& looks);
    void show_symbols(bool shown);
    /// One view, the first one, not linked; all look as at the first start.
    void reset_views();
    /// When views are linked, they all look at the same place.
    void link(bool linked);
    [[nodiscard]] bool linked() const { return linked_; }
    [[nodiscard]] const render::LoadedScene* scene() const { return scene_.get(); }

private:
    void load();
    void on_loaded();
    void update_walk();
    SceneCanvas& add_view(SceneCanvas& view);
    void drop_views(const std::string& reason);
    void place_views();
    void take_focus_back();
    void show_active();
    void bind_gaps();
    /// Copies the camera of the active view to the linked views.
    void follow_camera(const SceneCanvas& view);
    /// Shows a text instead of the picture; an empty text shows the picture again.
    void show_placeholder(const std::string& words);

    std::vector<SceneCanvas*> views_;  ///< made when they are first shown
    std::size_t active_{};
    ViewLayout layout_;
    render::ViewSettings looks_;  ///< that views begin with
    bool linked_{};
    bool shown_{};      ///< views, and no words in their place
    bool hid_focus_{};  ///< with a view that had it
    std::optional<ViewGap> dragged_;
    wxStaticText* words_{};
    const Session* session_{};
    NodeRefs selected_;
    std::optional<std::filesystem::path> game_;
    std::shared_ptr<render::LoadedScene> scene_;
    wxTimer clock_;                    ///< of what moves in the views
    wxLongLong last_tick_;             ///< milliseconds
    bool keeps_symbols_{};             ///< they were shown beside other things
    bool fresh_{};                     ///< what is being loaded is to be seen whole
    bool awaited_{};                   ///< a scene is being loaded and has not been taken
    std::set<scene::RecordRef> late_;  ///< what moved since that began
    render::SceneLoader loader_;       ///< last: it tells this pane as long as it lives
};

}  // namespace redforge::editor
