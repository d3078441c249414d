// Moves, rotates, aligns and drops the selection: actions, keys and handles of the tool.
#pragma once

#include <functional>
#include <string>

#include <wx/aui/auibar.h>
#include <wx/choice.h>
#include <wx/event.h>

#include "editor/model/scene/arrange.hpp"
#include "editor/model/scene/transform_tool.hpp"
#include "editor/views/frame/window_part.hpp"

namespace redforge::editor {

class SceneCanvas;

class TransformActions : public WindowPart {
public:
    using WindowPart::WindowPart;

    /// Connects the views to the transform tool.
    void connect();
    /// Adds the lists of grid and angle steps to the toolbar.
    void add_snapping(wxAuiToolBar& bar);
    [[nodiscard]] wxChoice& grid_steps() { return *grid_steps_; }
    [[nodiscard]] wxChoice& angle_steps() { return *angle_steps_; }

    void duplicate_and_move();
    /// Asks for copies along a line or a circle, and makes them.
    void duplicate_as_array();
    void move_by_hand();
    void rotate_by_hand();
    void show_arrows();
    void show_rings();
    void nudge_left();
    void nudge_right();
    void nudge_forward();
    void nudge_back();
    void nudge_up();
    void nudge_down();
    template <Axis axis, AlignTo to>
    void align()
    {
        align_selected(axis, to);
    }
    template <Axis axis>
    void distribute()
    {
        distribute_selected(axis);
    }
    void take_place_of_last();
    void drop_to_ground();
    void toggle_snapping();
    void finer_grid();
    void coarser_grid();
    void toggle_surfaces();
    void toggle_corners();
    template <Pivot pivot>
    void pivot_on()
    {
        turn_about(pivot);
    }
    [[nodiscard]] bool can_transform() const;
    [[nodiscard]] bool can_drop() const;
    [[nodiscard]] bool can_duplicate_things() const;
    [[nodiscard]] bool can_align() const { return can_place(2); }
    [[nodiscard]] bool can_distribute() const { return can_place(3); }
    [[nodiscard]] bool arrows_shown() const { return !rings_; }
    [[nodiscard]] bool rings_shown() const { return rings_; }
    [[nodiscard]] bool is_snapping() const { return snapping_.on; }
    [[nodiscard]] bool snaps_to_surfaces() const { return snapping_.surface; }
    [[nodiscard]] bool snaps_to_corners() const { return snapping_.corners; }
    template <Pivot pivot>
    [[nodiscard]] bool has_pivot() const
    {
        return snapping_.pivot == pivot;
    }

    [[nodiscard]] const TransformTool& tool() const { return tool_; }
    [[nodiscard]] TransformTool& tool() { return tool_; }
    [[nodiscard]] const Snapping& snapping() const { return snapping_; }
    void snap_to(const Snapping& snapping);
    /// Returns the position for a new record: X and Z rounded to the grid step if snapping is on, else to whole units;
    /// Y rounded to whole units.
    [[nodiscard]] glm::dvec3 snap_new_position(const glm::dvec3& place) const;
    void end_transform(bool keep);
    /// Shows handles, grips and the grid of the selection.
    void show_handles();
    /// Handles a key for the active transform tool. Returns false if the key does not belong to it.
    bool transform_key(const wxKeyEvent& event);
    /// Called after an action was rejected. If it starts the tool, ignores the number that the user types next.
    void note_rejected(int action);

private:
    void connect_view(SceneCanvas& view);
    void begin_transform(TransformTool::Mode mode);
    void follow_pointer();
    void show_transform();
    void nudge(std::size_t way, double sign);
    void turn_about(Pivot pivot);
    void align_selected(Axis axis, AlignTo to);
    void distribute_selected(Axis axis);
    void arrange_records(const std::string& name,
                         const std::function<Status(edit::Recorder&, const NodeRefs&)>& change);
    [[nodiscard]] bool can_place(std::size_t least) const;
    /// Returns true if the key belongs to a number that follows a rejected action.
    bool continues_rejected_input(const wxKeyEvent& event);

    TransformTool tool_;
    Snapping snapping_;
    bool rings_{};                   ///< show rotation rings instead of arrows
    ArrayCopies array_;              ///< last values of the array dialog
    long long last_nudge_{};         ///< time of the last nudge, milliseconds
    long long rejected_key_time_{};  ///< time of the last ignored key, milliseconds; 0 if none
    wxChoice* grid_steps_{};
    wxChoice* angle_steps_{};
};

}  // namespace redforge::editor
