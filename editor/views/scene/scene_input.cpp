// Gestures of the left mouse button in a view: clicks, handles, dragged records and selection boxes.
#include "editor/views/scene/scene_canvas.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "editor/views/scene/canvas_pixel.hpp"
#include "scene/placement.hpp"

namespace redforge::editor {
namespace {

constexpr float drag_threshold = 4;  ///< pointer movement that does not start a drag, in pixels
bool is_drag(render::Pixel a, render::Pixel b)
{
    return std::hypot(a.x - b.x, a.y - b.y) > drag_threshold;
}

/// Converts a movement from viewport units to map units.
glm::dvec3 map_units(scene::Vec3 way)
{
    const auto units = static_cast<double>(scene::units_per_view);
    return flip(glm::dvec3(way.x, way.y, way.z)) * units;
}

scene::Vec3 to_view_direction(glm::dvec3 way)
{
    const glm::dvec3 flipped = flip(way);
    return {static_cast<float>(flipped.x), static_cast<float>(flipped.y), static_cast<float>(flipped.z)};
}

}  // namespace

void SceneCanvas::show_gizmo(const std::optional<render::Gizmo>& gizmo)
{
    if (gizmo == drawing_->gizmo) {
        return;
    }
    drawing_->gizmo = gizmo;
    for (SceneCanvas* const canvas : drawing_->canvases) {
        canvas->held_ = gizmo ? canvas->held_ : std::nullopt;
    }
    redraw_all();
}

void SceneCanvas::show_grips(std::vector<render::Grip> grips)
{
    if (grips == drawing_->grips) {
        return;
    }
    drawing_->grips = std::move(grips);
    for (SceneCanvas* const canvas : drawing_->canvases) {
        if (canvas->held_grip_ && *canvas->held_grip_ >= drawing_->grips.size()) {
            canvas->held_grip_.reset();
        }
    }
    redraw_all();
}

bool SceneCanvas::cancel_grip()
{
    const auto dragged = std::ranges::find(drawing_->canvases, Gesture::grip, &SceneCanvas::gesture_);
    if (dragged == drawing_->canvases.end()) {
        return false;
    }
    SceneCanvas& canvas = **dragged;
    canvas.end_gesture();
    if (canvas.held_grip_) {
        canvas.on_drag_grip(*std::exchange(canvas.held_grip_, std::nullopt), std::nullopt, true);
    }
    return true;
}

void SceneCanvas::show_grid(int step)
{
    if (step != drawing_->grid) {
        drawing_->grid = step;
        redraw_all();
    }
}

std::optional<render::Hit> SceneCanvas::hit_under_pointer() const
{
    const wxPoint at = ScreenToClient(wxGetMousePosition());
    if (!drawing_->scene || !GetClientRect().Contains(at)) {
        return std::nullopt;
    }
    return hit_at({static_cast<float>(at.x), static_cast<float>(at.y)}, symbols());
}

std::optional<scene::Vec3> SceneCanvas::position_under_pointer() const
{
    const wxPoint at = ScreenToClient(wxGetMousePosition());
    if (!drawing_->scene || !GetClientRect().Contains(at)) {
        return std::nullopt;
    }
    return place_at({static_cast<float>(at.x), static_cast<float>(at.y)});
}

std::optional<scene::Vec3> SceneCanvas::place_at(render::Pixel pixel) const
{
    if (!drawing_->scene) {
        return std::nullopt;
    }
    for (const render::Hit& hit : drawing_->scene->picker.all_at(camera(), pixel, extent(), false)) {
        if (is_drawn(hit.record)) {
            return hit.point;
        }
    }
    const render::Extent2 size = extent();
    const scene::Vec3 middle = control_.pivot();
    const scene::Vec3 at_pivot = middle + render::direction_on_plane(camera(), size, {size.width / 2, size.height / 2},
                                                                     pixel, middle, {0, 1, 0});
    const std::optional<float> height = height_beside(at_pivot);
    const scene::Vec3 level{middle.x, height.value_or(middle.y), middle.z};
    const std::optional<render::Pixel> from = height ? render::pixel_of(camera(), level, size) : std::nullopt;
    return from ? level + render::direction_on_plane(camera(), size, *from, pixel, level, {0, 1, 0}) : at_pivot;
}

/// Returns the height for a record next to a floor: of the nearest selected model, else of the nearest one. The height
/// of the pivot depends on what was framed before. Returns nullopt in views in which the pointer gives the height.
std::optional<float> SceneCanvas::height_beside(scene::Vec3 place) const
{
    if (control_.view() == render::View::front || control_.view() == render::View::side) {
        return std::nullopt;
    }
    const scene::Scene& scene = drawing_->scene->scene;
    const std::optional<float> selected = render::height_of_nearest(scene, place, [this](const scene::RecordRef& each) {
        return drawing_->looks.selected.contains(each) && is_drawn(each);
    });
    return selected ? selected : render::height_of_nearest(scene, place, [this](const scene::RecordRef& each) {
        return is_drawn(each);
    });
}

void SceneCanvas::hide(std::set<scene::RecordRef> hidden, std::set<scene::RecordRef> locked)
{
    drawing_->looks.hidden = std::move(hidden);
    drawing_->locked = std::move(locked);
    redraw_all();
}

void SceneCanvas::hide_kinds(std::set<scene::Kind> hidden, std::set<scene::Kind> locked)
{
    drawing_->looks.hidden_kinds = std::move(hidden);
    drawing_->locked_kinds = std::move(locked);
    redraw_all();
}

void SceneCanvas::lock_walk(bool locked)
{
    drawing_->walk_locked = locked;
}

void SceneCanvas::set_visibility(std::shared_ptr<const rgm::Visibility> visibility)
{
    drawing_->visibility = std::move(visibility);
    redraw_all();
}

bool SceneCanvas::shows_by_visibility() const
{
    return drawing_->visibility != nullptr;
}

bool SceneCanvas::is_drawn(const scene::RecordRef& record) const
{
    const render::RenderOptions& looks = drawing_->looks;
    return !looks.hidden.contains(record) && !looks.hidden_kinds.contains(record.first) &&
           !seen_.hidden.contains(record);
}

bool SceneCanvas::can_pick(const scene::RecordRef& record) const
{
    const SceneDrawing& drawing = *drawing_;
    if (!is_drawn(record) || drawing.locked.contains(record) || drawing.locked_kinds.contains(record.first)) {
        return false;
    }
    if (drawing.looks.hidden_symbols.empty() || drawing.looks.selected.contains(record)) {
        return true;
    }
    const std::optional<render::Symbol> symbol = render::symbol_of(drawing.scene->scene, record);
    return !symbol || !drawing.looks.hidden_symbols.contains(*symbol);
}

bool SceneCanvas::can_be_clicked(const scene::RecordRef& record) const
{
    return drawing_->scene && can_pick(record) &&
           (symbols() || !render::symbol_of(drawing_->scene->scene, record).has_value());
}

std::optional<render::Hit> SceneCanvas::hit_at(render::Pixel at, bool with_symbols) const
{
    const std::optional<render::Hit> first = drawing_->scene->picker.at(camera(), at, extent(), with_symbols);
    if (!first || can_pick(first->record)) {
        return first;
    }
    const std::vector<render::Hit> hits = drawing_->scene->picker.all_at(camera(), at, extent(), with_symbols);
    const auto hit = std::ranges::find_if(hits, [this](const render::Hit& each) { return can_pick(each.record); });
    return hit == hits.end() ? std::nullopt : std::optional(*hit);
}

void SceneCanvas::follow_pointer()
{
    const wxPoint at = ScreenToClient(wxGetMousePosition());
    gesture_ = Gesture::follow;
    ground_ = false;
    turned_ = 0;
    bottom_.reset();
    grabbed_.reset();
    from_.reset();
    if (GetClientRect().Contains(at)) {
        from_ = last_ = {static_cast<float>(at.x), static_cast<float>(at.y)};
    }
    redraw();
}

void SceneCanvas::cancel_drag()
{
    if (cancel_grip()) {
        return;
    }
    end_gesture();
    if (tool_ != nullptr && tool_->active()) {
        tool_->cancel();
        on_transform();
    }
}

void SceneCanvas::end_gesture()
{
    gesture_ = Gesture::none;
    menu_.reset();
    redraw();
}

/// Returns true if the press starts a gesture, so that the camera must ignore it.
bool SceneCanvas::gesture_press(wxMouseEvent& event)
{
    const render::Pixel at = pixel_of(event);
    // wx reports the second of two quick presses as a double click: LeftDown() is false, but a drag can begin.
    const bool left = event.GetButton() == wxMOUSE_BTN_LEFT;
    const bool right = event.GetButton() == wxMOUSE_BTN_RIGHT;
    menu_ = right && !event.ControlDown() && !event.AltDown() ? std::optional(at) : std::nullopt;
    if (tool_ != nullptr && tool_->active()) {
        if (left) {
            tool_->finish();
        } else if (right) {
            tool_->cancel();
            menu_.reset();
        } else {
            return false;
        }
        end_gesture();
        on_transform();
        return true;
    }
    if (left && drawing_->tape) {
        return tape_press(at);
    }
    if (left && drawing_->picking && drawing_->scene) {
        if (event.LeftDClick()) {
            on_points_done();
        } else {
            point_press(at);
        }
        gesture_ = Gesture::point;  // also if the tool ended: its release is not a click
        return true;
    }
    if (!left || tool_ == nullptr || !drawing_->scene) {
        return false;
    }
    from_ = last_ = at;
    turned_ = 0;
    bottom_.reset();
    grabbed_.reset();
    copies_ = event.AltDown();
    held_ = drawing_->gizmo ? render::handle_at(*drawing_->gizmo, camera(), at, extent()) : std::nullopt;
    held_grip_ = held_ ? std::nullopt : render::grip_at(drawing_->grips, camera(), at, extent());
    if (held_grip_) {
        grip_ = drawing_->grips.at(*held_grip_);
        gesture_ = Gesture::grip;
        moved_ = false;
        if (!HasCapture()) {
            CaptureMouse();
        }
        return true;
    }
    if (held_) {
        if (!on_grab(held_->turns ? TransformTool::Mode::rotate : TransformTool::Mode::move,
                     copies_ && !held_->turns)) {
            return true;
        }
        ground_ = !held_->axis;
        if (held_->axis) {
            tool_->lock_axis(static_cast<Axis>(*held_->axis));
        }
        gesture_ = Gesture::drag;
        moved_ = false;
        if (!HasCapture()) {
            CaptureMouse();
        }
        return true;
    }
    const auto hit = drawing_->looks.selected.empty() || event.ControlDown()
                         ? std::nullopt
                         : drawing_->scene->picker.at(camera(), at, extent(), true);
    const auto node = event.ControlDown() ? std::nullopt : node_at(at);
    const bool selected = node ? node->second
                               : (hit && drawing_->looks.selected.contains(hit->record)) ||
                                     (!event.ControlDown() && is_on_selected_symbol(at));
    gesture_ = selected ? Gesture::pressed_object : Gesture::pressed_space;
    return false;  // it may become a click
}

/// Returns true if a redraw is needed.
bool SceneCanvas::gesture_move(wxMouseEvent& event)
{
    const render::Pixel at = pixel_of(event);
    if (menu_ && is_drag(*menu_, at)) {
        menu_.reset();
    }
    if (drawing_->tape) {
        tape_move(at);
        return false;  // it has redrawn the views
    }
    if (drawing_->picking && drawing_->scene && !event.Dragging()) {
        point_move(at);
        return false;  // it has redrawn the views
    }
    const bool pressed = gesture_ == Gesture::pressed_object || gesture_ == Gesture::pressed_space;
    if (pressed && event.LeftIsDown() && from_ && is_drag(*from_, at)) {
        if (gesture_ == Gesture::pressed_space) {
            gesture_ = Gesture::box;
        } else {
            ground_ = true;
            gesture_ = on_grab(TransformTool::Mode::move, copies_) ? Gesture::drag : Gesture::none;
        }
    }
    switch (gesture_) {
    case Gesture::box: last_ = at; return true;
    case Gesture::grip:
        moved_ = moved_ || is_drag(*from_, at);
        if (moved_ && held_grip_) {
            on_drag_grip(*held_grip_, render::dragged_size(grip_, camera(), extent(), *from_, at), false);
        }
        return false;
    case Gesture::drag:
    case Gesture::follow:
        if (!tool_->active()) {
            end_gesture();
            return true;
        }
        if (!from_) {
            from_ = last_ = at;
        }
        moved_ = moved_ || is_drag(*from_, at);
        static_cast<void>(takes_copies(event));
        drag_tool(at, event.ShiftDown(), event.ControlDown());
        return false;  // the document's change notification redraws the view
    default: break;
    }
    if (event.Dragging()) {
        return false;
    }
    const auto handle = drawing_->gizmo ? render::handle_at(*drawing_->gizmo, camera(), at, extent()) : std::nullopt;
    const auto grip = handle ? std::nullopt : render::grip_at(drawing_->grips, camera(), at, extent());
    const bool other_handle = std::exchange(held_, handle) != handle;
    return std::exchange(held_grip_, grip) != grip || other_handle;
}

/// Alt can also be pressed during a drag, because many window managers reserve presses with Alt. Returns true if the
/// drag now moves copies.
bool SceneCanvas::takes_copies(const wxMouseEvent& event)
{
    if (copies_ || gesture_ != Gesture::drag || !event.AltDown() || tool_->mode() != TransformTool::Mode::move) {
        return false;
    }
    copies_ = true;
    const std::optional<Axis> axis = tool_->axis();
    tool_->cancel();
    if (!on_grab(TransformTool::Mode::move, true)) {
        return false;
    }
    tool_->lock_axis(axis);
    bottom_.reset();
    grabbed_.reset();
    return true;
}

/// Returns the surface behind a pixel, ignoring the dragged records.
std::optional<scene::Vec3> SceneCanvas::surface_at(render::Pixel at) const
{
    for (const render::Hit& hit : drawing_->scene->picker.all_at(camera(), at, extent(), false)) {
        if (is_drawn(hit.record) && !drawing_->looks.selected.contains(hit.record)) {
            return hit.point;
        }
    }
    return std::nullopt;
}

void SceneCanvas::drag_tool(render::Pixel to, bool vertical, bool other_snapping)
{
    TransformTool& tool = *tool_;
    tool.invert_snapping(other_snapping);
    const render::Camera camera = this->camera();
    const scene::Vec3 place = scene::view_position(tool.centre());
    if (tool.mode() == TransformTool::Mode::rotate) {
        const scene::Vec3 sense = -to_view_direction(tool.direction(tool.axis().value_or(Axis::y)));
        turned_ += static_cast<double>(render::angle_around(camera, extent(), last_, to, place, sense));
        tool.point(turned_ / (2 * std::numbers::pi) * full_turn);
    } else {
        const std::optional<Axis> line = vertical && ground_ ? std::optional(Axis::y) : std::nullopt;
        if (ground_ && tool.axis() != line) {
            tool.lock_axis(line);
        }
        if (!bottom_) {
            bottom_ = selected_box().value_or(scene::Bounds{place, place}).low.y;
        }
        if (tool.snapping().corners && drawing_->scene && from_) {
            if (!grabbed_) {
                grabbed_ = selected_corner(*from_).value_or(place);
            }
            if (const auto corner = other_snapping ? std::nullopt : corner_near(to, true)) {
                tool.point_on_corner(map_units(without_depth(control_.view(), *grabbed_, *corner) - *grabbed_));
                last_ = to;
                on_transform();
                return;
            }
        }
        const bool on_surface = tool.snapping().surface && !tool.axis() && drawing_->scene;
        if (const auto surface = on_surface ? surface_at(to) : std::nullopt) {
            tool.point_on_surface(map_units(*surface - scene::Vec3{place.x, *bottom_, place.z}));
            last_ = to;
            on_transform();
            return;
        }
        tool.point(map_units(tool.axis() ? render::direction_along(camera, extent(), *from_, to, place,
                                                                   to_view_direction(tool.direction(*tool.axis())))
                                         : render::direction_on_plane(camera, extent(), *from_, to, place, {0, 1, 0})));
    }
    last_ = to;
    on_transform();
}

/// Returns true if it was not a click.
bool SceneCanvas::gesture_release(wxMouseEvent& event)
{
    if (event.RightUp() && menu_) {
        menu_.reset();
        on_menu(event.GetPosition());
        return true;
    }
    if (!event.LeftUp()) {
        return false;
    }
    const Gesture was = gesture_;
    if (was == Gesture::follow) {
        return false;
    }
    if (was == Gesture::measure) {
        tape_release(pixel_of(event));
        return true;
    }
    if (was == Gesture::point) {
        gesture_ = Gesture::none;
        return true;
    }
    if (takes_copies(event)) {
        drag_tool(pixel_of(event), event.ShiftDown(), event.ControlDown());
    }
    gesture_ = Gesture::none;
    if (was == Gesture::grip) {
        if (!moved_) {  // a click on the object behind the rim
            redraw();
            through_handle_ = true;
            return false;
        }
        if (held_grip_) {
            const render::Pixel at = pixel_of(event);
            on_drag_grip(*held_grip_, render::dragged_size(grip_, camera(), extent(), *from_, at), true);
        }
        return true;
    }
    if (was == Gesture::drag) {
        if (held_ && from_ && !moved_) {  // a click on the object behind the handle
            tool_->cancel();
            redraw();
            through_handle_ = true;
            return false;
        }
        tool_->finish();
        on_transform();
        redraw();
        return true;
    }
    if (was == Gesture::box && drawing_->scene && from_) {
        std::set<scene::RecordRef> records =
            render::records_between(drawing_->scene->scene, camera(), *from_, pixel_of(event), extent(), symbols());
        std::erase_if(records, [this](const scene::RecordRef& record) { return !can_pick(record); });
        on_pick(records, event.ShiftDown() || event.ControlDown() ? Picking::add : Picking::replace);
        redraw();
        return true;
    }
    return false;
}

/// Selects the next or previous record under the pointer.
void SceneCanvas::gesture_wheel(int notches, render::Pixel at)
{
    if (!drawing_->scene) {
        return;
    }
    std::vector<render::Hit> hits = drawing_->scene->picker.all_at(camera(), at, extent(), symbols());
    std::erase_if(hits, [this](const render::Hit& hit) { return !can_pick(hit.record); });
    if (hits.empty()) {
        return;
    }
    const auto present = std::ranges::find_if(hits, [this](const render::Hit& hit) {
        return drawing_->looks.selected.contains(hit.record);
    });
    const auto count = static_cast<std::ptrdiff_t>(hits.size());
    const std::ptrdiff_t place = present == hits.end() ? (notches > 0 ? -1 : 0) : present - hits.begin();
    // Turning the wheel towards the user selects the next record behind.
    const std::ptrdiff_t next = ((place - notches) % count + count) % count;
    on_pick({hits[static_cast<std::size_t>(present == hits.end() ? 0 : next)].record}, Picking::replace);
}

}  // namespace redforge::editor
