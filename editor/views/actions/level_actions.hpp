// Tools of level design: scattered copies, alignment by points, walk paths and filled walk maps.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <glm/vec3.hpp>
#include <wx/event.h>

#include "editor/model/scene/point_align.hpp"
#include "editor/model/scene/scatter.hpp"
#include "editor/model/scene/walk_fill.hpp"
#include "editor/model/scene/walk_path.hpp"
#include "editor/views/frame/window_part.hpp"

namespace redforge::editor {

class SceneCanvas;

class LevelActions : public WindowPart {
public:
    using WindowPart::WindowPart;

    void connect_view(SceneCanvas& view);
    /// Asks for copies around the selection, and makes them.
    void scatter_selection();
    /// Starts the alignment by points, or cancels it.
    void toggle_align();
    /// Starts to draw a path of walk nodes, or keeps it.
    void toggle_path();
    /// Fills the floor from the selection, or else from the middle of the view.
    void fill_selected_walk_map();
    /// Asks for the settings of a walk map, and fills it from a position.
    void fill_walk_map_at(const glm::dvec3& start);
    [[nodiscard]] bool can_scatter() const;
    [[nodiscard]] bool can_align() const;
    [[nodiscard]] bool can_draw() const;
    [[nodiscard]] bool aligns() const { return align_.active(); }
    [[nodiscard]] bool draws_path() const { return path_.active(); }

    /// Returns true while a tool takes clicks.
    [[nodiscard]] bool active() const { return aligns() || draws_path(); }
    /// Ends the active tool: keeps its change as a step, or reverts it.
    void finish();
    void cancel();
    /// Handles a key for the active tool. Returns false if the key does not belong to it.
    bool key(const wxKeyEvent& event);

private:
    void click(const glm::dvec3& position, const std::optional<NodeRef>& node);
    void back();
    /// Shows the clicked positions and the message of the active tool.
    void show();
    /// Ends the tool's use of clicks: they select records again.
    void release();
    /// Returns the position of a new walk node: on the grid if snapping is on, and on the ground.
    [[nodiscard]] glm::dvec3 walk_place(const glm::dvec3& position) const;
    [[nodiscard]] std::vector<Obstacle> obstacles() const;

    PointAlign align_;
    WalkPath path_;
    ScatterCopies scatter_;  ///< last values of the dialogs
    WalkFill fill_;
};

}  // namespace redforge::editor
