// Tools of level design.
#include "editor/views/scene/scene_canvas.hpp"  // first, for its OpenGL headers

#include "editor/views/actions/level_actions.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <wx/progdlg.h>
#include <wx/stopwatch.h>

#include "core/text/counts.hpp"
#include "editor/model/scene/actor_points.hpp"
#include "editor/model/scene/placing.hpp"
#include "editor/model/scene/scene_records.hpp"
#include "editor/model/scene/walk_edit.hpp"
#include "editor/views/actions/add_actions.hpp"
#include "editor/views/actions/transform_actions.hpp"
#include "editor/views/actions/view_actions.hpp"
#include "editor/views/frame/frame.hpp"
#include "editor/views/frame/text.hpp"
#include "editor/views/panes/focus.hpp"
#include "editor/views/scene/scene_pane.hpp"
#include "editor/views/scene/value_drags.hpp"
#include "scene/placement.hpp"

namespace redforge::editor {
namespace {

constexpr double reach_of_snapping =
    128;  ///< maximum vertical distance of a snapped position from the ground, map units

constexpr double max_character_height = 1024;  ///< largest proposed height of a character, map units
constexpr long progress_pause = 200;           ///< milliseconds between two reports of progress

/// Returns the size of a character from its collision spheres; nullopt without spheres.
std::optional<std::pair<double, double>> radius_and_height(const std::vector<SphereMarker>& spheres)
{
    if (spheres.empty()) {
        return std::nullopt;
    }
    float radius = 0;
    float low = spheres.front().centre.y;
    float high = low;
    for (const SphereMarker& sphere : spheres) {
        radius = std::max(radius, sphere.radius);
        low = std::min(low, sphere.centre.y - sphere.radius);
        high = std::max(high, sphere.centre.y + sphere.radius);
    }
    return std::pair(static_cast<double>(radius * scene::units_per_view),
                     static_cast<double>((high - low) * scene::units_per_view));
}

}  // namespace

void LevelActions::connect_view(SceneCanvas& view)
{
    view.on_point_clicked = [this](scene::Vec3 position, const std::optional<NodeRef>& node) {
        click(scene::map_place(position), node);
    };
    view.on_points_done = [this] { finish(); };
}

bool LevelActions::can_draw() const
{
    return is_map() && has_view();
}

bool LevelActions::can_align() const
{
    return has_view() && part<TransformActions>().can_transform();
}

bool LevelActions::can_scatter() const
{
    return has_view() && part<TransformActions>().can_duplicate_things();
}

void LevelActions::scatter_selection()
{
    if (!can_scatter() || !dialogs().which_scatter || !commit()) {
        return;
    }
    const std::optional<ScatterCopies> order = dialogs().which_scatter(frame(), scatter_);
    if (!order) {
        return;
    }
    scatter_ = *order;
    const Result<Scattered> made = scatter(*session(), session()->selection(), *order, frame().scene().surfaces());
    if (!made) {
        report("Duplicate", made.error());
        return;
    }
    const std::string step = session()->undo_name();
    select_nodes(made->copies);
    show_status(made->sets < order->count
                    ? fmt::format("{}: only {} of {} fit; choose a larger radius or a smaller gap", step, made->sets,
                                  order->count)
                    : step);
}

void LevelActions::toggle_align()
{
    if (align_.active()) {
        cancel();
        return;
    }
    if (!can_align() || !commit() || !align_.begin(*session())) {
        return;
    }
    frame().scene().canvas()->measure(false);
    show();
    give_focus(*frame().scene().canvas());
}

void LevelActions::toggle_path()
{
    if (path_.active()) {
        finish();
        return;
    }
    if (!can_draw() || !commit()) {
        return;
    }
    part<ViewActions>().show_symbols();
    if (!path_.begin(*session(), frame().scene().surfaces())) {
        return;
    }
    frame().scene().canvas()->measure(false);
    show();
    give_focus(*frame().scene().canvas());
}

glm::dvec3 LevelActions::walk_place(const glm::dvec3& position) const
{
    glm::dvec3 place = part<TransformActions>().snap_new_position(position);
    place.y = nearest_ground(frame().scene().surfaces(), place, reach_of_snapping).value_or(place.y);
    return place;
}

void LevelActions::click(const glm::dvec3& position, const std::optional<NodeRef>& node)
{
    if (align_.active()) {
        align_.add(position);
    } else if (path_.active() && node) {
        path_.add(*node);
    } else if (path_.active()) {
        path_.add(walk_place(position));
    }
    if (active()) {
        show();
    } else {
        release();  // the last point has ended the alignment
        show_status(session()->undo_name());
    }
}

void LevelActions::back()
{
    align_.back();
    path_.back();
    show();
}

void LevelActions::show()
{
    PointPicking picking{.corners = align_.active()};
    for (const glm::dvec3& point : align_.active() ? align_.points() : std::vector<glm::dvec3>{}) {
        picking.points.push_back(scene::view_position(point));
    }
    frame().scene().canvas()->take_points(std::move(picking));
    const std::string& error = align_.active() ? align_.error() : path_.error();
    show_status(!error.empty() ? error : align_.active() ? align_.status_text() : path_.status_text());
}

void LevelActions::release()
{
    if (frame().scene().canvas() != nullptr) {
        frame().scene().canvas()->take_points(std::nullopt);
    }
    if (session() != nullptr) {
        frame().show_selection();
    }
}

void LevelActions::finish()
{
    if (!active()) {
        return;
    }
    const bool draws = path_.active();
    const std::size_t blocked = path_.blocked();
    align_.finish();
    const std::optional<NodeRef> last = path_.finish();
    release();
    if (last) {
        select_nodes({*last});
    }
    show_status(draws && last && blocked > 0
                    ? fmt::format("{}: {} blocked by an object", session()->undo_name(), counted(blocked, "route"))
                : draws && !last ? "No walk node was added"
                                 : session()->undo_name());
}

void LevelActions::cancel()
{
    if (!active()) {
        return;
    }
    align_.cancel();
    path_.cancel();
    release();
    show_status("Cancelled");
}

bool LevelActions::key(const wxKeyEvent& event)
{
    if (!active() || event.GetModifiers() != wxMOD_NONE || is_line_of_text(wxWindow::FindFocus())) {
        return false;
    }
    switch (event.GetKeyCode()) {
    case WXK_ESCAPE: cancel(); return true;
    case WXK_RETURN:
    case WXK_NUMPAD_ENTER: finish(); return true;
    case WXK_BACK: back(); return true;
    default: return false;
    }
}

std::vector<Obstacle> LevelActions::obstacles() const
{
    ValueDrags& drags = part<ValueDrags>();
    std::vector<Obstacle> found;
    for (const NodeRef& ref : scene_nodes(session()->root())) {
        const auto record = scene_record(session()->root(), ref);
        const bool is_own = std::ranges::find(session()->selection(), ref) != session()->selection().end();
        if (!record || record->first != scene::Kind::object || is_own) {
            continue;
        }
        for (const SphereMarker& sphere : find_collision_spheres(*session(), {ref}, [&](const scene::ModelName& name) {
                 return drags.model_named(name);
             })) {
            found.push_back(
                {scene::map_place(sphere.centre), static_cast<double>(sphere.radius * scene::units_per_view)});
        }
    }
    return found;
}

void LevelActions::fill_selected_walk_map()
{
    if (!can_draw() || !commit()) {
        return;
    }
    std::optional<glm::dvec3> start;
    if (session()->selection().size() == 1) {
        start = position_of(session()->root(), session()->selection().front());
    }
    start = start ? start : part<AddActions>().middle_of_view();
    if (start) {
        fill_walk_map_at(*start);
    }
}

void LevelActions::fill_walk_map_at(const glm::dvec3& start)
{
    if (!can_draw() || !commit() || !dialogs().which_walk_fill) {
        return;
    }
    const NodeRefs& selection = session()->selection();
    const std::optional<NodeRef> beside = selection.size() == 1 ? std::optional(selection.front()) : std::nullopt;
    WalkFill initial = fill_;
    const auto load = [this](const scene::ModelName& name) { return part<ValueDrags>().model_named(name); };
    const auto size = radius_and_height(find_collision_spheres(*session(), selection, load));
    if (size && size->first >= 1 &&
        size->second <= max_character_height) {  // ignore the spheres of scenery, which can be larger
        initial.radius = std::round(size->first);
        initial.height = std::round(size->second);
    }
    const bool extends = beside && walk_map_of(session()->root(), *beside);
    const std::string note =
        fmt::format("The walk map begins at {:.0f}, {:.0f}, {:.0f}.\n{}", start.x, start.y, start.z,
                    extends ? "The nodes are added to the selected walk map."
                            : "The nodes become a new walk map. Select a walk map to extend it.");
    const std::optional<WalkFill> order = dialogs().which_walk_fill(frame(), initial, note);
    if (!order) {
        return;
    }
    fill_ = *order;
    Result<FilledWalk> filled = FilledWalk{};
    {
        std::optional<wxProgressDialog> shown;  // only if it takes long
        std::atomic<bool> cancelled{false};
        const wxStopWatch watch;
        long next = progress_pause;
        const auto report_share = [&](double share, std::string_view) {
            if (watch.Time() < next) {
                return;
            }
            next = watch.Time() + progress_pause;
            if (!shown) {
                shown.emplace("Fill Walk Map", "Walking over the ground", 100, &frame(),
                              wxPD_APP_MODAL | wxPD_CAN_ABORT | wxPD_AUTO_HIDE);
            }
            cancelled = cancelled || !shown->Update(std::min(99, static_cast<int>(share * 100)));
        };
        const Progress progress{.report = report_share, .cancel = &cancelled};
        filled =
            fill_walk_map(*session(), beside, start, *order, order->obstacles ? obstacles() : std::vector<Obstacle>{},
                          frame().scene().surfaces(), progress);
    }
    if (!filled) {
        report("Add", filled.error());
        return;
    }
    part<ViewActions>().show_symbols();
    if (!filled->nodes.empty()) {
        select_nodes({filled->nodes.front()});
    }
    show_status(fmt::format("Fill walk map: {}, {}{}", counted(filled->nodes.size(), "new node"),
                            counted(filled->routes, "connection"),
                            filled->cut ? "; it goes on beyond the distance or the limit of nodes" : ""));
}

}  // namespace redforge::editor
