// Moving, turning and dropping what is selected: actions, keys and handles around the tool.
#include "editor/views/scene_canvas.hpp"  // first, for its OpenGL headers

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include <fmt/format.h>
#include <wx/time.h>

#include "editor/model/placing.hpp"
#include "editor/model/scene_records.hpp"
#include "editor/views/focus.hpp"
#include "editor/views/frame.hpp"
#include "editor/views/outliner.hpp"
#include "editor/views/scene_pane.hpp"
#include "editor/views/settings.hpp"
#include "editor/views/text.hpp"
#include "scene/placement.hpp"

namespace redforge::editor {
namespace {

constexpr long long series_pause = 1500;  ///< milliseconds after which a key begins another step
constexpr std::array<int, 13> grids{1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096};
constexpr std::array<int, 9> angles{1, 4, 8, 16, 32, 64, 128, 256, 512};

glm::dvec3 map_way(scene::Vec3 way)
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

void MainFrame::connect_input()
{
    snapping_ = remembered_snapping();
    scene_->on_new_view = [this](SceneCanvas& view) { connect_view(view); };
    if (scene_->canvas() != nullptr) {
        connect_view(*scene_->canvas());
    }
}

void MainFrame::connect_view(SceneCanvas& view)
{
    view.use_tool(tool_);
    view.on_grab = [this](TransformTool::Mode mode, bool copies) {
        if (!session_ || !commit()) {
            return false;
        }
        if (!copies || !can_duplicate_things()) {
            return tool_.begin(*session_, mode, snapping_);
        }
        const bool begun = tool_.begin_copies(*session_, snapping_);
        outliner_->select(session_->selection());
        return begun;
    };
    view.on_pick_node = [this](const NodeRef& node, Picking picking) { pick({node}, picking); };
    view.on_drag_grip = [this](std::size_t number, std::optional<float> size, bool last) {
        drag_grip(number, size, last);
    };
    view.on_transform = [this] { show_transform(); };
    view.on_menu = [this](const wxPoint& at) { open_view_menu(at); };
}

void MainFrame::pick(const NodeRefs& refs, Picking picking)
{
    if (!session_) {
        return;
    }
    NodeRefs selected = picking == Picking::replace ? NodeRefs{} : session_->selection();
    for (const NodeRef& ref : refs) {
        const auto at = std::ranges::find(selected, ref);
        if (at == selected.end()) {
            selected.push_back(ref);
        } else if (picking == Picking::toggle) {
            selected.erase(at);
        }
    }
    if (picking != Picking::replace) {  // the document itself is no thing among others
        std::erase(selected, NodeRef{});
    }
    select_nodes(selected);
}

bool MainFrame::can_transform() const
{
    return is_map() && !placed_records(session_->root(), session_->selection()).empty();
}

void MainFrame::begin_transform(TransformTool::Mode mode)
{
    if (!can_transform() || !tool_.begin(*session_, mode, snapping_)) {
        return;
    }
    follow_pointer();
}

/// The view that the pointer is in takes over what the tool does.
void MainFrame::follow_pointer()
{
    if (has_view()) {
        SceneCanvas& view = *scene_->pointed_canvas();
        give_focus(view);
        view.follow_pointer();
    }
    show_transform();
}

void MainFrame::duplicate_and_move()
{
    if (!can_duplicate_things()) {
        return;
    }
    if (tool_.begin_copies(*session_, snapping_)) {
        outliner_->select(session_->selection());
        follow_pointer();
    } else {
        say("This cannot be duplicated.");
    }
}

void MainFrame::move_by_hand()
{
    begin_transform(TransformTool::Mode::move);
}

void MainFrame::rotate_by_hand()
{
    begin_transform(TransformTool::Mode::rotate);
}

void MainFrame::end_transform(bool keep)
{
    if (keep) {
        tool_.finish();
    } else {
        tool_.cancel();
    }
    show_transform();
}

/// The tool's words, or what it has done.
void MainFrame::show_transform()
{
    if (has_view()) {
        scene_->canvas()->tool_changed();
    }
    if (tool_.active()) {
        say(tool_.refusal().empty() ? tool_.words() : tool_.refusal());
    } else if (session_) {
        say(session_->undo_name());
        outliner_->select(session_->selection());  // that of copies, or of originals again
        show_selection();
    }
}

bool MainFrame::transform_key(const wxKeyEvent& event)
{
    if (event.GetKeyCode() == WXK_ESCAPE && has_view() && scene_->canvas()->cancel_grip()) {
        return true;
    }
    if (!tool_.active() || event.ControlDown() || event.AltDown()) {
        return false;
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
    return true;  // no other key does anything meanwhile
}

void MainFrame::show_arrows()
{
    rings_ = false;
    show_handles();
}

void MainFrame::show_rings()
{
    rings_ = true;
    show_handles();
}

void MainFrame::show_handles()
{
    SceneCanvas* const canvas = scene_->canvas();
    if (canvas == nullptr) {
        return;
    }
    std::optional<render::Gizmo> gizmo;
    if (can_transform()) {
        if (const auto pivot = pivot_of(session_->root(), session_->selection(), snapping_.pivot)) {
            gizmo = {scene::view_position(*pivot), rings_};
        }
    }
    canvas->show_gizmo(gizmo);
    show_grips();
    canvas->show_grid(snapping_.on ? snapping_.grid : 0);
}

void MainFrame::nudge(std::size_t way, double sign)
{
    if (!can_transform()) {
        return;
    }
    const std::array<scene::Vec3, 3> ways = has_view() ? scene_->canvas()->control().key_ways()
                                                       : std::array<scene::Vec3, 3>{{{-1, 0, 0}, {0, 0, 1}, {0, 1, 0}}};
    const glm::dvec3 step = map_way(ways.at(way)) * (sign * (snapping_.on ? snapping_.grid : 1));
    const long long now = wxGetUTCTimeMillis().GetValue();
    if (now - last_nudge_ > series_pause) {
        session_->end_series();
    }
    last_nudge_ = now;
    const NodeRefs records = placed_records(session_->root(), session_->selection());
    const Result<edit::Changes> made =
        session_->make_in_series("nudge", "Move " + session_->called(records),
                                 [&](edit::Recorder& recorder) { return move_records(recorder, records, {step}); });
    if (!made) {
        report("Move", made.error());
    }
}

void MainFrame::nudge_left()
{
    nudge(0, -1);
}

void MainFrame::nudge_right()
{
    nudge(0, 1);
}

void MainFrame::nudge_forward()
{
    nudge(1, 1);
}

void MainFrame::nudge_back()
{
    nudge(1, -1);
}

void MainFrame::nudge_up()
{
    nudge(2, 1);
}

void MainFrame::nudge_down()
{
    nudge(2, -1);
}

bool MainFrame::can_place(std::size_t least) const
{
    return is_map() && session_->selection().size() >= least &&
           placed_records(session_->root(), session_->selection()).size() >= least;
}

void MainFrame::arrange_records(const std::string& name,
                                const std::function<Status(edit::Recorder&, const NodeRefs&)>& change)
{
    const NodeRefs records = placed_records(session_->root(), session_->selection());
    const Result<edit::Changes> made =
        session_->make(fmt::format(fmt::runtime(name), session_->called(records)),
                       [&](edit::Recorder& recorder) { return change(recorder, records); });
    if (!made) {
        report("Move", made.error());
    } else {
        say(made->empty() ? "It is so already." : session_->undo_name());
    }
}

void MainFrame::align_selected(Axis axis, AlignTo to)
{
    if (can_align()) {
        arrange_records("Align {}", [axis, to](edit::Recorder& recorder, const NodeRefs& records) {
            return align_records(recorder, records, axis, to);
        });
    }
}

void MainFrame::distribute_selected(Axis axis)
{
    if (can_distribute()) {
        arrange_records("Distribute {}", [axis](edit::Recorder& recorder, const NodeRefs& records) {
            return distribute_records(recorder, records, axis);
        });
    }
}

void MainFrame::take_place_of_last()
{
    if (can_align()) {
        arrange_records("Take position for {}", [this](edit::Recorder& recorder, const NodeRefs& records) {
            return take_place(recorder, records, session_->selection().back());
        });
    }
}

bool MainFrame::can_drop() const
{
    return can_transform() && scene_->scene() != nullptr && !scene_->scene()->scene.instances.empty();
}

void MainFrame::drop_to_ground()
{
    if (!can_drop()) {
        return;
    }
    const NodeRefs records = placed_records(session_->root(), session_->selection());
    std::map<scene::RecordRef, NodeRef> seen;
    std::set<scene::RecordRef> dropped;
    for (const NodeRef& ref : records) {
        if (const auto record = scene_record(session_->root(), ref); record && ref.node.size() == 2) {
            seen.emplace(*record, ref);
            dropped.insert(*record);
        }
    }
    const auto ways = render::falls(scene_->scene()->scene, scene_->scene()->picker, dropped);
    const Result<edit::Changes> made =
        session_->make(fmt::format("Drop {} to the ground", session_->called(records)),
                       [&](edit::Recorder& recorder) -> Status {
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
        say(ways.empty() ? "There is nothing below." : "It stands on the ground already.");
    }
}

glm::dvec3 MainFrame::on_grid(const glm::dvec3& place) const
{
    const double step = snapping_.on ? snapping_.grid : 1;
    return {std::round(place.x / step) * step, std::round(place.y), std::round(place.z / step) * step};
}

void MainFrame::snap_to(const Snapping& snapping)
{
    snapping_ = snapping;
    snapping_.grid = std::clamp(snapping.grid, 1, largest_grid);
    snapping_.angle = std::clamp(snapping.angle, 1, largest_angle);
    remember_snapping(snapping_);
    grid_steps_->SetSelection(nearest_in(grids, snapping_.grid));
    angle_steps_->SetSelection(nearest_in(angles, snapping_.angle));
    SetStatusText(to_wx(!view_tools_   ? std::string{}
                        : snapping_.on ? fmt::format("Snap {}, {} degrees", snapping_.grid, degrees(snapping_.angle))
                                       : "Snap off"),
                  2);
    show_handles();
}

void MainFrame::toggle_snapping()
{
    Snapping other = snapping_;
    other.on = !other.on;
    snap_to(other);
}

void MainFrame::finer_grid()
{
    Snapping finer = snapping_;
    finer.grid /= 2;
    snap_to(finer);
}

void MainFrame::coarser_grid()
{
    Snapping coarser = snapping_;
    coarser.grid *= 2;
    snap_to(coarser);
}

void MainFrame::toggle_surfaces()
{
    Snapping other = snapping_;
    other.surface = !other.surface;
    snap_to(other);
    say(snapping_.surface ? "Dragged objects stand on the surface below the pointer"
                          : "Dragged objects keep their height");
}

void MainFrame::turn_about(Pivot pivot)
{
    Snapping other = snapping_;
    other.pivot = pivot;
    snap_to(other);
}

void MainFrame::add_snapping(wxAuiToolBar& bar)
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
        return box;
    };
    grid_steps_ = choice("Grid step, map units", grids, [](int step) { return fmt::format("{}", step); });
    angle_steps_ =
        choice("Angle step", angles, [](int step) { return fmt::format("{}\u00b0 ({})", degrees(step), step); });
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
