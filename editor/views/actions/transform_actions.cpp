// Moves, rotates and drops the selection: actions, keys and handles of the tool.
#include "editor/views/scene/scene_canvas.hpp"  // first, for its OpenGL headers

#include "editor/views/actions/transform_actions.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include <fmt/format.h>
#include <wx/time.h>

#include "editor/model/scene/placing.hpp"
#include "editor/model/scene/scene_records.hpp"
#include "editor/views/actions/action_ids.hpp"
#include "editor/views/actions/add_actions.hpp"
#include "editor/views/actions/edit_actions.hpp"
#include "editor/views/actions/level_actions.hpp"
#include "editor/views/actions/pane_actions.hpp"
#include "editor/views/actions/select_actions.hpp"
#include "editor/views/actions/view_actions.hpp"
#include "editor/views/dialogs/settings.hpp"
#include "editor/views/frame/frame.hpp"
#include "editor/views/frame/text.hpp"
#include "editor/views/panes/focus.hpp"
#include "editor/views/panes/outliner.hpp"
#include "editor/views/scene/scene_pane.hpp"
#include "editor/views/scene/screen.hpp"
#include "editor/views/scene/value_drags.hpp"
#include "scene/placement.hpp"

namespace redforge::editor {
namespace {

constexpr long long series_pause = 1500;  ///< milliseconds between two nudges that are one undo step
constexpr std::array<int, 13> grids{1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096};
constexpr std::array<int, 9> angles{1, 4, 8, 16, 32, 64, 128, 256, 512};

glm::dvec3 to_map_direction(scene::Vec3 way)
{
    return flip(glm::dvec3(way.x, way.y, way.z));
}

std::string degrees(int turn)
{
    return fmt::format("{:g}", turn * 360 / full_turn);
}

template <std::size_t N>
int nearest_in(const std::array<int, N>& steps, int step)
{
    const auto at = std::ranges::lower_bound(steps, step);
    return static_cast<int>(std::min<std::ptrdiff_t>(at - steps.begin(), static_cast<std::ptrdiff_t>(N) - 1));
}

}  // namespace

void TransformActions::connect()
{
    snapping_ = stored_snapping();
    frame().scene().on_new_view = [this](SceneCanvas& view) { connect_view(view); };
    if (frame().scene().canvas() != nullptr) {
        connect_view(*frame().scene().canvas());
    }
}

void TransformActions::connect_view(SceneCanvas& view)
{
    view.use_tool(tool_);
    view.on_grab = [this](TransformTool::Mode mode, bool copies) {
        if (!session() || !commit()) {
            return false;
        }
        if (!copies || !can_duplicate_things()) {
            return tool_.begin(*session(), mode, snapping_);
        }
        const bool begun = tool_.begin_copies(*session(), snapping_);
        frame().outliner().select(session()->selection());
        return begun;
    };
    view.on_pick_node = [this](const NodeRef& node, Picking picking) { part<SelectActions>().pick({node}, picking); };
    view.on_drag_grip = [this](std::size_t number, std::optional<float> size, bool last) {
        part<ValueDrags>().drag_grip(number, size, last);
    };
    view.on_point = [this] { part<ViewActions>().show_pointed(); };
    view.on_measure = [this] { part<ViewActions>().show_measured(); };
    view.on_transform = [this] { show_transform(); };
    part<LevelActions>().connect_view(view);
    view.on_menu = [this](const wxPoint& at) { part<AddActions>().open_view_menu(at); };
}

bool TransformActions::can_transform() const
{
    return is_map() && !placed_records(session()->root(), session()->selection()).empty();
}

bool TransformActions::can_duplicate_things() const
{
    return part<EditActions>().can_arrange() && can_transform();
}

void TransformActions::begin_transform(TransformTool::Mode mode)
{
    if (!can_transform() || !tool_.begin(*session(), mode, snapping_)) {
        return;
    }
    follow_pointer();
}

/// Passes the active tool to the view under the pointer.
void TransformActions::follow_pointer()
{
    if (has_view()) {
        SceneCanvas& view = *frame().scene().pointed_canvas();
        give_focus(view);
        view.follow_pointer();
    }
    show_transform();
}

void TransformActions::duplicate_and_move()
{
    if (tool_.begin_copies(*session(), snapping_)) {
        frame().outliner().select(session()->selection());
        follow_pointer();
    } else {
        show_status("The selection cannot be duplicated.");
    }
}

void TransformActions::duplicate_as_array()
{
    if (!can_duplicate_things() || !dialogs().which_array || !commit()) {
        return;
    }
    ArrayCopies initial = array_;
    if (initial.step == glm::dvec3{}) {
        initial.step.x = snapping_.grid;
        initial.angle = 90;
    }
    initial.centre = part<AddActions>().middle_of_view().value_or(glm::dvec3{});
    const std::optional<ArrayCopies> array = dialogs().which_array(frame(), initial);
    if (!array) {
        return;
    }
    array_ = *array;
    const Result<NodeRefs> copies = duplicate_array(*session(), session()->selection(), *array);
    if (!copies) {
        report("Duplicate", copies.error());
        return;
    }
    select_nodes(*copies);
    show_status(session()->undo_name());
}

void TransformActions::move_by_hand()
{
    begin_transform(TransformTool::Mode::move);
}

void TransformActions::rotate_by_hand()
{
    begin_transform(TransformTool::Mode::rotate);
}

void TransformActions::note_rejected(int action)
{
    if (action == Id::move_by_hand || action == Id::rotate_by_hand || action == Id::duplicate_and_move) {
        rejected_key_time_ = wxGetUTCTimeMillis().GetValue();
    }
}

void TransformActions::end_transform(bool keep)
{
    if (keep && tool_.active() && !tool_.error().empty()) {
        show_status(tool_.error() + "; Backspace corrects the number, Esc cancels");
        return;
    }
    if (keep) {
        tool_.finish();
    } else {
        tool_.cancel();
    }
    show_transform();
}

/// Shows the message of the active tool, or the name of the finished step.
void TransformActions::show_transform()
{
    if (has_view()) {
        frame().scene().canvas()->tool_changed();
    }
    if (tool_.active()) {
        show_status(tool_.error().empty() ? tool_.status_text() : tool_.error());
    } else if (session()) {
        show_status(session()->undo_name());
        frame().outliner().select(session()->selection());  // the copies, or the originals
        frame().show_selection();
    }
}

bool TransformActions::transform_key(const wxKeyEvent& event)
{
    if (event.GetKeyCode() == WXK_ESCAPE && has_view() && frame().scene().canvas()->cancel_grip()) {
        return true;
    }
    if (!tool_.active() || event.ControlDown() || event.AltDown()) {
        return continues_rejected_input(event);
    }
    int key = event.GetKeyCode();
    switch (key) {
    case WXK_ESCAPE: end_transform(false); return true;
    case WXK_RETURN:
    case WXK_NUMPAD_ENTER: end_transform(true); return true;
    case WXK_BACK: key = '\b'; break;
    case WXK_SUBTRACT:
    case WXK_NUMPAD_SUBTRACT: key = '-'; break;
    case WXK_DECIMAL:
    case WXK_NUMPAD_DECIMAL: key = '.'; break;
    default: key = key >= WXK_NUMPAD0 && key <= WXK_NUMPAD9 ? '0' + key - WXK_NUMPAD0 : key; break;
    }
    if (key < 0x80 && tool_.key(static_cast<char>(key))) {
        show_transform();
    }
    return true;  // ignore other keys while the tool is active
}

/// Without this, digits that the user types after a rejected G would select view directions.
bool TransformActions::continues_rejected_input(const wxKeyEvent& event)
{
    constexpr long long max_pause = 1500;  // milliseconds between two keys of a number
    if (rejected_key_time_ == 0 || event.ControlDown() || event.AltDown() || is_line_of_text(wxWindow::FindFocus())) {
        return false;
    }
    const long long now = wxGetUTCTimeMillis().GetValue();
    const int key = event.GetKeyCode();
    const bool of_number = (key >= '0' && key <= '9') || (key >= WXK_NUMPAD0 && key <= WXK_NUMPAD9) ||
                           (key >= 'X' && key <= 'Z') || key == '-' || key == '.' || key == WXK_BACK;
    const bool ends = key == WXK_RETURN || key == WXK_NUMPAD_ENTER;
    if (now - rejected_key_time_ > max_pause || (!of_number && !ends)) {
        rejected_key_time_ = 0;
        return false;
    }
    rejected_key_time_ = ends ? 0 : now;
    return true;
}

void TransformActions::show_arrows()
{
    rings_ = false;
    show_handles();
}

void TransformActions::show_rings()
{
    rings_ = true;
    show_handles();
}

void TransformActions::show_handles()
{
    SceneCanvas* const canvas = frame().scene().canvas();
    if (canvas == nullptr) {
        return;
    }
    std::optional<render::Gizmo> gizmo;
    if (can_transform()) {
        if (const auto pivot = pivot_of(session()->root(), session()->selection(), snapping_.pivot)) {
            gizmo = {scene::view_position(*pivot), rings_};
        }
    }
    canvas->show_gizmo(gizmo);
    part<ValueDrags>().show_grips();
    canvas->show_grid(snapping_.on ? snapping_.grid : 0);
}

void TransformActions::nudge(std::size_t way, double sign)
{
    const std::array<scene::Vec3, 3> ways = has_view() ? frame().scene().canvas()->control().key_directions()
                                                       : std::array<scene::Vec3, 3>{{{-1, 0, 0}, {0, 0, 1}, {0, 1, 0}}};
    const glm::dvec3 step = to_map_direction(ways.at(way)) * (sign * (snapping_.on ? snapping_.grid : 1));
    const long long now = wxGetUTCTimeMillis().GetValue();
    if (now - last_nudge_ > series_pause) {
        session()->end_series();
    }
    last_nudge_ = now;
    const NodeRefs records = placed_records(session()->root(), session()->selection());
    const Result<edit::Changes> made =
        session()->make_in_series("nudge", "Move " + session()->called(records),
                                  [&](edit::Recorder& recorder) { return move_records(recorder, records, {step}); });
    if (!made) {
        report("Move", made.error());
    }
}

void TransformActions::nudge_left()
{
    nudge(0, -1);
}

void TransformActions::nudge_right()
{
    nudge(0, 1);
}

void TransformActions::nudge_forward()
{
    nudge(1, 1);
}

void TransformActions::nudge_back()
{
    nudge(1, -1);
}

void TransformActions::nudge_up()
{
    nudge(2, 1);
}

void TransformActions::nudge_down()
{
    nudge(2, -1);
}

bool TransformActions::can_place(std::size_t least) const
{
    return is_map() && session()->selection().size() >= least &&
           placed_records(session()->root(), session()->selection()).size() >= least;
}

void TransformActions::arrange_records(const std::string& name,
                                       const std::function<Status(edit::Recorder&, const NodeRefs&)>& change)
{
    const NodeRefs records = placed_records(session()->root(), session()->selection());
    const Result<edit::Changes> made =
        session()->make(fmt::format(fmt::runtime(name), session()->called(records)),
                        [&](edit::Recorder& recorder) { return change(recorder, records); });
    if (!made) {
        report("Move", made.error());
    } else {
        show_status(made->empty() ? "The selection is already arranged like this." : session()->undo_name());
    }
}

void TransformActions::align_selected(Axis axis, AlignTo to)
{
    if (can_align()) {
        arrange_records("Align {}", [axis, to](edit::Recorder& recorder, const NodeRefs& records) {
            return align_records(recorder, records, axis, to);
        });
    }
}

void TransformActions::distribute_selected(Axis axis)
{
    if (can_distribute()) {
        arrange_records("Distribute {}", [axis](edit::Recorder& recorder, const NodeRefs& records) {
            return distribute_records(recorder, records, axis);
        });
    }
}

void TransformActions::take_place_of_last()
{
    if (can_align()) {
        arrange_records("Take position for {}", [this](edit::Recorder& recorder, const NodeRefs& records) {
            return move_to_record(recorder, records, session()->selection().back());
        });
    }
}

bool TransformActions::can_drop() const
{
    return can_transform() && frame().scene().scene() != nullptr && !frame().scene().scene()->scene.instances.empty();
}

void TransformActions::drop_to_ground()
{
    const NodeRefs records = placed_records(session()->root(), session()->selection());
    std::map<scene::RecordRef, NodeRef> seen;
    std::set<scene::RecordRef> dropped;
    for (const NodeRef& ref : records) {
        if (const auto record = scene_record(session()->root(), ref); record && ref.node.size() == 2) {
            seen.emplace(*record, ref);
            dropped.insert(*record);
        }
    }
    const auto ways = render::drop_distances(frame().scene().scene()->scene, frame().scene().scene()->picker, dropped);
    const Result<edit::Changes> made = session()->make(
        fmt::format("Drop {} to the ground", session()->called(records)), [&](edit::Recorder& recorder) -> Status {
            for (const auto& [record, way] : ways) {
                const double down = std::round(static_cast<double>(way * scene::units_per_view));
                if (Status status = move_records(recorder, {seen.at(record)}, {{0, down, 0}}); !status) {
                    return status;
                }
            }
            return {};
        });
    if (!made) {
        report("Drop", made.error());
    } else if (made->empty()) {
        show_status(ways.empty() ? "There is no surface below." : "The selection is on the ground already.");
    }
}

glm::dvec3 TransformActions::snap_new_position(const glm::dvec3& place) const
{
    const double step = snapping_.on ? snapping_.grid : 1;
    return {std::round(place.x / step) * step, std::round(place.y), std::round(place.z / step) * step};
}

void TransformActions::snap_to(const Snapping& snapping)
{
    snapping_ = snapping;
    snapping_.grid = std::clamp(snapping.grid, 1, max_grid);
    snapping_.angle = std::clamp(snapping.angle, 1, max_angle);
    store_snapping(snapping_);
    grid_steps_->SetSelection(nearest_in(grids, snapping_.grid));
    angle_steps_->SetSelection(nearest_in(angles, snapping_.angle));
    frame().SetStatusText(to_wx(!part<PaneActions>().has_view_tools() ? std::string{}
                                : snapping_.on
                                    ? fmt::format("Snap {}, {} degrees", snapping_.grid, degrees(snapping_.angle))
                                    : "Snap off"),
                          3);
    show_handles();
}

void TransformActions::toggle_snapping()
{
    Snapping other = snapping_;
    other.on = !other.on;
    snap_to(other);
}

void TransformActions::finer_grid()
{
    Snapping finer = snapping_;
    finer.grid /= 2;
    snap_to(finer);
}

void TransformActions::coarser_grid()
{
    Snapping coarser = snapping_;
    coarser.grid *= 2;
    snap_to(coarser);
}

void TransformActions::toggle_surfaces()
{
    Snapping other = snapping_;
    other.surface = !other.surface;
    snap_to(other);
    show_status(snapping_.surface ? "Dragged objects snap to the surface below the pointer"
                                  : "Dragged objects keep their height");
}

void TransformActions::toggle_corners()
{
    Snapping other = snapping_;
    other.corners = !other.corners;
    snap_to(other);
    show_status(snapping_.corners
                    ? "The corner next to the pointer snaps to corners of other models; Ctrl suspends this"
                    : "Corners do not snap");
}

void TransformActions::turn_about(Pivot pivot)
{
    Snapping other = snapping_;
    other.pivot = pivot;
    snap_to(other);
}

void TransformActions::add_snapping(wxAuiToolBar& bar)
{
    const auto choice = [&](const wxString& what, const auto& steps, const auto& words) {
        wxArrayString labels;
        for (const int step : steps) {
            labels.Add(to_wx(words(step)));
        }
        auto* const box = new wxChoice(&bar, wxID_ANY, wxDefaultPosition, wxDefaultSize, labels);
        box->SetMinSize(box->GetBestSize());
        box->SetToolTip(what);
        box->SetName(what);
        set_accessible_name(*box, what);
        return box;
    };
    grid_steps_ =
        choice("Choose the grid step, in map units", grids, [](int step) { return fmt::format("Grid {}", step); });
    angle_steps_ = choice("Choose the angle step", angles,
                          [](int step) { return fmt::format("Angle {:.4g}\u00b0", step * 360 / full_turn); });
    grid_steps_->Bind(wxEVT_CHOICE, [this](wxCommandEvent& event) {
        Snapping chosen = snapping_;
        chosen.on = true;
        chosen.grid = grids.at(static_cast<std::size_t>(event.GetSelection()));
        snap_to(chosen);
    });
    angle_steps_->Bind(wxEVT_CHOICE, [this](wxCommandEvent& event) {
        Snapping chosen = snapping_;
        chosen.on = true;
        chosen.angle = angles.at(static_cast<std::size_t>(event.GetSelection()));
        snap_to(chosen);
    });
}

}  // namespace redforge::editor
