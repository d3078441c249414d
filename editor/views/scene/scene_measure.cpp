// Tools of the views that take clicked positions: measuring, alignment by points and walk paths.
#include "editor/views/scene/scene_canvas.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

#include "editor/model/scene/measure.hpp"
#include "editor/views/scene/canvas_pixel.hpp"
#include "scene/placement.hpp"

namespace redforge::editor {
namespace {

constexpr render::OverlayColour tape_colour{1, 1, 0.4F, 1};
constexpr render::OverlayColour tape_shadow{0, 0, 0, 0.6F};
constexpr float corner_reach = 9;  ///< pixels from the pointer to the corner of a model that it takes

}  // namespace

scene::Vec3 without_depth(render::View view, scene::Vec3 from, scene::Vec3 to)
{
    switch (view) {
    case render::View::top: to.y = from.y; break;
    case render::View::front: to.z = from.z; break;
    case render::View::side: to.x = from.x; break;
    case render::View::iso:
    case render::View::camera: break;
    }
    return to;
}

void SceneCanvas::measure(bool on)
{
    drawing_->tape = on ? std::optional(Tape{}) : std::nullopt;
    for (SceneCanvas* const canvas : drawing_->canvases) {
        canvas->SetCursor(on ? wxCursor(wxCURSOR_CROSS) : wxNullCursor);
        canvas->end_gesture();
        canvas->held_.reset();
        canvas->held_grip_.reset();
    }
}

std::optional<scene::Vec3> SceneCanvas::nearest_corner(render::Pixel at, float reach,
                                                       const std::function<bool(const scene::RecordRef&)>& wanted) const
{
    std::optional<scene::Vec3> found;
    float nearest = reach;
    for (const scene::Instance& instance : drawing_->scene->scene.instances) {
        if (instance.kind == scene::Kind::terrain || !wanted({instance.kind, instance.record})) {
            continue;
        }
        const auto [known, is_new] = drawing_->edges.try_emplace(instance.mesh);
        if (is_new) {
            known->second = render::edges_of(drawing_->scene->scene.meshes[instance.mesh].mesh);
        }
        for (const render::MeshEdges::Edge& edge : known->second.edges) {
            for (const scene::Vec3& end : {edge.from, edge.to}) {
                const scene::Vec3 corner = scene::place(instance.placement, end);
                const auto pixel = render::pixel_of(camera(), corner, extent());
                const float distance = pixel ? std::hypot(pixel->x - at.x, pixel->y - at.y) : nearest;
                if (distance < nearest) {
                    nearest = distance;
                    found = corner;
                }
            }
        }
    }
    return found;
}

std::optional<scene::Vec3> SceneCanvas::corner_near(render::Pixel at, bool others) const
{
    // Also search next to the pointer, because a corner is often at the outline of its model.
    std::set<scene::RecordRef> models;
    constexpr float beside = corner_reach * 0.7F;
    for (const auto& [x, y] : std::array<std::pair<float, float>, 5>{
             {{0, 0}, {-beside, -beside}, {beside, -beside}, {-beside, beside}, {beside, beside}}}) {
        for (const render::Hit& hit : drawing_->scene->picker.all_at(camera(), {at.x + x, at.y + y}, extent(), false)) {
            if (is_drawn(hit.record) && !(others && drawing_->looks.selected.contains(hit.record))) {
                models.insert(hit.record);
                break;  // models behind it are hidden
            }
        }
    }
    return nearest_corner(at, corner_reach, [&](const scene::RecordRef& record) { return models.contains(record); });
}

std::optional<scene::Vec3> SceneCanvas::selected_corner(render::Pixel at) const
{
    return nearest_corner(at, std::numeric_limits<float>::max(),
                          [this](const scene::RecordRef& record) { return drawing_->looks.selected.contains(record); });
}

/// Returns the corner of a model at a pixel, else the position at the pixel.
std::optional<scene::Vec3> SceneCanvas::tape_position(render::Pixel at) const
{
    const std::optional<scene::Vec3> corner = corner_near(at, false);
    return corner ? corner : place_at(at);
}

void SceneCanvas::take_points(std::optional<PointPicking> picking)
{
    const bool changed = picking.has_value() != takes_points();
    if (picking && drawing_->picking) {
        picking->hover = drawing_->picking->hover;
    }
    drawing_->picking = std::move(picking);
    for (SceneCanvas* const canvas : changed ? drawing_->canvases : std::vector<SceneCanvas*>{}) {
        canvas->SetCursor(drawing_->picking ? wxCursor(wxCURSOR_CROSS) : wxNullCursor);
        canvas->end_gesture();
        canvas->held_.reset();
        canvas->held_grip_.reset();
    }
    redraw_all();
}

void SceneCanvas::point_press(render::Pixel at)
{
    const PointPicking& picking = *drawing_->picking;
    const auto node = picking.corners ? std::nullopt : walk_node_at(at);
    if (node) {
        const WalkLines::Node& clicked = drawing_->walk.nodes[*node];
        on_point_clicked(clicked.place, NodeRef(clicked.ref));  // a copy: the click changes the lines
        return;
    }
    std::optional<scene::Vec3> position = picking.corners ? tape_position(at) : place_at(at);
    if (position && picking.points.size() % 2 == 1) {
        position = without_depth(control_.view(), picking.points.back(), *position);
    }
    if (position) {
        on_point_clicked(*position, std::nullopt);
    }
}

void SceneCanvas::point_move(render::Pixel at)
{
    PointPicking& picking = *drawing_->picking;
    picking.hover = picking.corners ? tape_position(at) : place_at(at);
    if (picking.hover && picking.points.size() % 2 == 1) {
        picking.hover = without_depth(control_.view(), picking.points.back(), *picking.hover);
    }
    redraw_all();
}

/// The first click sets the beginning, the second the end. A drag sets both.
bool SceneCanvas::tape_press(render::Pixel at)
{
    const std::optional<scene::Vec3> position = drawing_->scene ? tape_position(at) : std::nullopt;
    if (!position) {
        return false;
    }
    Tape& tape = *drawing_->tape;
    if (tape.from && !tape.complete) {
        tape.to = without_depth(control_.view(), *tape.from, *position);
        tape.complete = true;
    } else {
        tape = {.from = position, .to = *position};
    }
    from_ = at;
    gesture_ = Gesture::measure;
    tape_changed();
    return true;
}

void SceneCanvas::tape_move(render::Pixel at)
{
    Tape& tape = *drawing_->tape;
    const auto position = tape.from && !tape.complete ? tape_position(at) : std::nullopt;
    if (position) {
        tape.to = without_depth(control_.view(), *tape.from, *position);
        tape_changed();
    }
}

void SceneCanvas::tape_release(render::Pixel at)
{
    constexpr float click_slack = 4;  // pixels
    gesture_ = Gesture::none;
    Tape& tape = *drawing_->tape;
    if (from_ && std::hypot(from_->x - at.x, from_->y - at.y) > click_slack) {
        tape_move(at);
        tape.complete = true;
    }
}

void SceneCanvas::tape_changed()
{
    if (on_measure) {
        on_measure();
    }
    redraw_all();
}

/// Draws the line, and the way along the map axes in their colours.
void draw_tape(render::Overlay& overlay, const Tape& tape)
{
    if (!tape.from) {
        return;
    }
    const scene::Vec3 from = *tape.from;
    const std::array<scene::Vec3, 4> way{{from, {tape.to.x, from.y, from.z}, {tape.to.x, from.y, tape.to.z}, tape.to}};
    constexpr std::array<std::size_t, 3> axes{0, 2, 1};
    for (std::size_t leg = 0; leg < axes.size(); ++leg) {
        overlay.line(way[leg], way[leg + 1], render::axis_colour(axes[leg]), 1.5F);
    }
    overlay.line(from, tape.to, tape_shadow, 4);
    overlay.line(from, tape.to, tape_colour, 2);
    for (const scene::Vec3& end : {from, tape.to}) {
        if (const auto at = render::pixel_of(overlay.camera(), end, overlay.size())) {
            overlay.rectangle({at->x - 4, at->y - 4}, {at->x + 4, at->y + 4}, tape_shadow);
            overlay.rectangle({at->x - 3, at->y - 3}, {at->x + 3, at->y + 3}, tape_colour);
        }
    }
    if (const auto at = render::pixel_of(overlay.camera(), (from + tape.to) * 0.5F, overlay.size())) {
        const std::string words = distance_text(scene::map_place(from), scene::map_place(tape.to));
        const render::Pixel size = overlay.label_size(words);
        overlay.label(words, {at->x - size.x / 2, at->y - size.y - 6});
    }
}

/// Draws the clicked positions, lines from points to their targets, and the position of the next click.
void draw_picking(render::Overlay& overlay, const PointPicking& picking)
{
    const auto draw_point = [&](const scene::Vec3& point, float half) {
        if (const auto at = render::pixel_of(overlay.camera(), point, overlay.size())) {
            overlay.rectangle({at->x - half - 1, at->y - half - 1}, {at->x + half + 1, at->y + half + 1}, tape_shadow);
            overlay.rectangle({at->x - half, at->y - half}, {at->x + half, at->y + half}, tape_colour);
        }
    };
    std::vector<scene::Vec3> points = picking.points;
    if (picking.hover) {
        points.push_back(*picking.hover);
    }
    for (std::size_t i = 0; picking.corners && i + 1 < points.size(); i += 2) {
        overlay.line(points[i], points[i + 1], tape_shadow, 4);
        overlay.line(points[i], points[i + 1], tape_colour, 2);
    }
    for (const scene::Vec3& point : points) {
        draw_point(point, 3);
    }
}

}  // namespace redforge::editor
