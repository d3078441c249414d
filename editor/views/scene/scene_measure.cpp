// The measure tool of the views: a line between two clicked positions, with its length.
#include "editor/views/scene/scene_canvas.hpp"

#include <array>
#include <cmath>

#include "editor/model/scene/measure.hpp"
#include "editor/views/scene/canvas_pixel.hpp"
#include "scene/placement.hpp"

namespace redforge::editor {
namespace {

constexpr render::OverlayColour tape_ink{1, 1, 0.4F, 1};
constexpr render::OverlayColour tape_shadow{0, 0, 0, 0.6F};
constexpr float corner_reach = 9;  ///< pixels from the pointer to the corner of a model that it takes

/// Returns `to` at the depth of `from` in views along an axis, which do not show depth.
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

}  // namespace

void SceneCanvas::measure(bool on)
{
    drawing_->tape = on ? std::optional(Tape{}) : std::nullopt;
    for (SceneCanvas* const canvas : drawing_->canvases) {
        canvas->SetCursor(on ? wxCursor(wxCURSOR_CROSS) : wxNullCursor);
        canvas->end_gesture();
    }
}

/// Returns the nearest corner of the model under a pixel, if it is close, else the position at the pixel.
std::optional<scene::Vec3> SceneCanvas::tape_position(render::Pixel at) const
{
    const std::optional<render::Hit> hit = hit_at(at, false);
    std::optional<scene::Vec3> position = place_at(at);
    float nearest = corner_reach;
    for (const scene::Instance& instance : drawing_->scene->scene.instances) {
        if (!hit || scene::RecordRef{instance.kind, instance.record} != hit->record ||
            instance.kind == scene::Kind::terrain) {
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
                    position = corner;
                }
            }
        }
    }
    return position;
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
        overlay.line(way[leg], way[leg + 1], render::ink_of_axis(axes[leg]), 1.5F);
    }
    overlay.line(from, tape.to, tape_shadow, 4);
    overlay.line(from, tape.to, tape_ink, 2);
    for (const scene::Vec3& end : {from, tape.to}) {
        if (const auto at = render::pixel_of(overlay.camera(), end, overlay.size())) {
            overlay.rectangle({at->x - 4, at->y - 4}, {at->x + 4, at->y + 4}, tape_shadow);
            overlay.rectangle({at->x - 3, at->y - 3}, {at->x + 3, at->y + 3}, tape_ink);
        }
    }
    if (const auto at = render::pixel_of(overlay.camera(), (from + tape.to) * 0.5F, overlay.size())) {
        const std::string words = distance_text(scene::map_place(from), scene::map_place(tape.to));
        const render::Pixel size = overlay.label_size(words);
        overlay.label(words, {at->x - size.x / 2, at->y - size.y - 6});
    }
}

}  // namespace redforge::editor
