// Overlay of a scene: outlines, walk maps, points of actors, names, handles; and picking of points.
#include "editor/views/scene/scene_canvas.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <numbers>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "editor/views/scene/canvas_pixel.hpp"
#include "scene/game_view.hpp"
#include "scene/placement.hpp"

namespace redforge::editor {
namespace {

constexpr render::OverlayColour leg_colour{0.2F, 0.7F, 0.75F, 0.2F};
constexpr render::OverlayColour node_colour{0.2F, 0.7F, 0.75F, 1};
constexpr render::OverlayColour bright_leg_colour{0.4F, 1, 1, 0.5F};
constexpr render::OverlayColour blocked_leg_colour{1, 0.25F, 0.2F, 0.9F};
constexpr render::OverlayColour bright_node_colour{0.4F, 1, 1, 1};
constexpr render::OverlayColour marked_colour{1, 0.6F, 0.1F, 1};
constexpr render::OverlayColour arrow_colour{0.5F, 1, 0.5F, 0.9F};
constexpr render::OverlayColour cell_colour{1, 1, 0.4F, 0.8F};
constexpr render::OverlayColour walker_colour{0.45F, 1, 0.35F, 1};
constexpr render::OverlayColour box_colour{1, 1, 1, 0.9F};
constexpr render::OverlayColour box_fill{0.5F, 0.7F, 1, 0.18F};
constexpr render::OverlayColour mod_colour{0.75F, 0.5F, 1, 1};
constexpr render::OverlayColour shadow_colour{0, 0, 0, 0.6F};
constexpr render::OverlayColour point_colour{1, 0.85F, 0.35F, 1};
constexpr render::OverlayColour point_line_colour{1, 0.85F, 0.35F, 0.35F};
constexpr render::OverlayColour sphere_colour{1, 0.4F, 0.4F, 0.7F};
constexpr render::OverlayColour bar_colour{0, 0, 0, 1};  ///< around the game's screen
constexpr render::OverlayColour range_colour{0.75F, 0.55F, 1, 0.9F};
constexpr float point_reach = 7;  ///< pixels
constexpr std::size_t max_names = 200;

scene::Vec3 direction_in_view(glm::dvec3 way)
{
    const glm::dvec3 flipped = flip(way);
    return {static_cast<float>(flipped.x), static_cast<float>(flipped.y), static_cast<float>(flipped.z)};
}

/// A node of a walk map as it is drawn.
struct DrawnWalkNode {
    std::size_t node{};  ///< an index in WalkLines::nodes
    render::Pixel at;
};

/// Returns the drawn nodes, selected ones first. If a walk map has a selected node, only such walk maps are drawn,
/// unless `all` is true. Omits nodes that are too close to an earlier one.
std::vector<DrawnWalkNode> drawn_walk_nodes(const render::Camera& camera, render::Extent2 size, const WalkLines& walk,
                                            bool all)
{
    constexpr float spacing = 14;  // pixels between the middles of two squares
    std::vector<std::size_t> shown;
    for (std::size_t i = walk.nodes.size(); i-- > 0;) {
        if (all || walk.nodes[i].in_marked_map) {
            shown.push_back(i);
        }
    }
    // Nodes that crowd others out come first: selected ones, then those of their walk map.
    std::stable_partition(shown.begin(), shown.end(), [&](std::size_t i) { return walk.nodes[i].marked; });
    std::vector<std::optional<render::Pixel>> places;
    std::ranges::transform(shown, std::back_inserter(places),
                           [&](std::size_t i) { return pixel_of(camera, walk.nodes[i].place, size); });
    const std::vector<bool> crowded = render::find_crowded(places, size, spacing);
    std::vector<DrawnWalkNode> markers;
    for (std::size_t k = 0; k < shown.size(); ++k) {
        if (places[k] && !crowded[k]) {
            markers.push_back({shown[k], *places[k]});
        }
    }
    return markers;
}

/// Draws nodes as squares and routes as lines between them, on top of models.
void draw_walk(render::Overlay& overlay, const WalkLines& walk, bool all)
{
    const std::vector<DrawnWalkNode> markers = drawn_walk_nodes(overlay.camera(), overlay.size(), walk, all);
    std::vector<bool> drawn(walk.nodes.size());
    for (const DrawnWalkNode& scene_marker : markers) {
        drawn[scene_marker.node] = true;
    }
    for (const bool marked : {false, true}) {  // draw the legs of selected nodes last, over the others
        for (const WalkLines::Leg& leg : walk.legs) {
            const WalkLines::Node& from = walk.nodes[leg.from];
            const WalkLines::Node& to = walk.nodes[leg.to];
            if (drawn[leg.from] && drawn[leg.to] && marked == (from.marked || to.marked)) {
                const render::OverlayColour colour = leg.blocked          ? blocked_leg_colour
                                                     : marked             ? marked_colour
                                                     : from.in_marked_map ? bright_leg_colour
                                                                          : leg_colour;
                overlay.line(from.place, to.place, colour, marked || leg.blocked ? 2.0F : 1.0F);
            }
        }
    }
    for (std::size_t k = markers.size(); k-- > 0;) {
        const WalkLines::Node& node = walk.nodes[markers[k].node];
        const render::Pixel at = markers[k].at;
        const float half = node.marked ? 4.5F : node.in_marked_map ? 3.5F : 2.0F;
        overlay.rectangle({at.x - half, at.y - half}, {at.x + half, at.y + half},
                          node.marked          ? marked_colour
                          : node.in_marked_map ? bright_node_colour
                                               : node_colour);
    }
}

/// Draws the walker as a pin at eye height; red if its route is blocked.
void draw_walker(render::Overlay& overlay, const WalkPlay& walker)
{
    constexpr float half = 6;  // pixels
    const scene::Vec3 head = walker.place() + scene::Vec3{0, render::ViewControl::eye_height, 0};
    const render::OverlayColour colour = walker.blocked() ? blocked_leg_colour : walker_colour;
    overlay.line(walker.place(), head, {0, 0, 0, 0.6F}, 5);
    overlay.line(walker.place(), head, colour, 3);
    if (const auto at = pixel_of(overlay.camera(), head, overlay.size())) {
        overlay.rectangle({at->x - half - 1, at->y - half - 1}, {at->x + half + 1, at->y + half + 1}, {0, 0, 0, 0.6F});
        overlay.rectangle({at->x - half, at->y - half}, {at->x + half, at->y + half}, colour);
    }
}

/// Draws an arrow. Its head has the same size in pixels at any distance.
void draw_arrow(render::Overlay& overlay, scene::Vec3 from, scene::Vec3 to)
{
    constexpr float head = 11;  // pixels
    overlay.line(from, to, arrow_colour, 1.5F);
    const auto begin = pixel_of(overlay.camera(), from, overlay.size());
    const auto end = pixel_of(overlay.camera(), to, overlay.size());
    const float length = begin && end ? std::hypot(end->x - begin->x, end->y - begin->y) : 0;
    if (length < head) {
        return;
    }
    const float x = (end->x - begin->x) / length * head;
    const float y = (end->y - begin->y) / length * head;
    overlay.line(*end, {end->x - x - y / 2, end->y - y + x / 2}, arrow_colour, 2);
    overlay.line(*end, {end->x - x + y / 2, end->y - y - x / 2}, arrow_colour, 2);
}

/// Divides a text at blanks into lines that fit into the view. A word that does not fit has its own line.
std::vector<std::string> wrapped(const render::Overlay& overlay, std::string_view text)
{
    std::vector<std::string> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        const std::string word(text.substr(0, end));
        const std::array<std::string, 1> longer{lines.empty() ? word : lines.back() + " " + word};
        if (!lines.empty() && overlay.label_size(longer).x <= overlay.size().width) {
            lines.back() += " " + word;
        } else {
            lines.push_back(word);
        }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

/// Draws the first steps as text in the middle of an empty map.
void draw_first_steps(render::Overlay& overlay)
{
    constexpr std::array<std::string_view, 4> lines{
        "This map is empty.", "1. Drag a model from the browser (Alt+4) into this view: a floor.",
        "2. Right-click, Add Here, Light.", "3. Right-click, Add Here, New Actor and Object; Ctrl+E opens its script."};
    std::vector<std::string> fitting;
    for (const std::string_view line : lines) {
        std::ranges::move(wrapped(overlay, line), std::back_inserter(fitting));
    }
    const render::Pixel size = overlay.label_size(fitting);
    // Above the marker of a new map.
    overlay.label(fitting, {std::max(0.0F, (overlay.size().width - size.x) / 2),
                            std::max(0.0F, overlay.size().height * 0.42F - size.y)});
}

/// Returns half the side of the square around a selected symbol, in pixels.
float symbol_frame(const render::Camera& camera, render::Extent2 size, scene::Vec3 place)
{
    constexpr float gap = 3;
    return render::symbol_radius(camera, place) / camera.half_height_at(place) * size.height / 2 + gap;
}

/// Returns the middle of the symbol of a record, in the scene. The symbol of a marker stands on its position.
scene::Vec3 symbol_middle(const render::Camera& camera, const scene::SceneMarker& marker)
{
    const float up = marker.kind == scene::Kind::marker ? render::symbol_radius(camera, marker.position) / 2 : 0;
    return marker.position + scene::Vec3{0, up, 0};
}

/// Outlines the selection: edges of models, squares around symbols. Omits very large selections.
void draw_selected(render::Overlay& overlay, SceneDrawing& drawing, const VisibleStatics& seen)
{
    constexpr std::size_t max_edges = 60000;
    const scene::Scene& scene = drawing.scene->scene;
    const render::RenderOptions& looks = drawing.looks;
    const auto is_shown = [&](const scene::RecordRef& record) {
        return looks.selected.contains(record) && !looks.hidden.contains(record) && !seen.hidden.contains(record) &&
               !looks.hidden_kinds.contains(record.first);
    };
    if (looks.selected.empty()) {
        return;
    }
    std::size_t edges = 0;
    const auto ropes = looks.swing ? render::find_hanging_ropes(scene) : std::map<std::size_t, render::HangingRope>{};
    for (const scene::Instance& instance : scene.instances) {
        if (instance.kind == scene::Kind::terrain || !is_shown({instance.kind, instance.record})) {
            continue;
        }
        const auto [known, is_new] = drawing.edges.try_emplace(instance.mesh);
        if (is_new) {
            known->second = render::edges_of(scene.meshes[instance.mesh].mesh);
        }
        edges += known->second.edges.size();
        if (edges > max_edges) {
            return;
        }
        const auto rope = instance.kind == scene::Kind::rope ? ropes.find(instance.record) : ropes.end();
        render::draw_outline(overlay, known->second,
                             rope == ropes.end() ? instance.placement
                                                 : render::swinging_placement(instance.placement, rope->second,
                                                                              rope->first, *looks.swing),
                             marked_colour, 2);
    }
    for (const scene::SceneMarker& scene_marker : scene.markers) {
        const auto middle =
            scene_marker.drawn || !is_shown({scene_marker.kind, scene_marker.record})
                ? std::nullopt
                : pixel_of(overlay.camera(), symbol_middle(overlay.camera(), scene_marker), overlay.size());
        if (!middle) {
            continue;
        }
        // Draw a square, because a circle would look like a radius.
        const float half = symbol_frame(overlay.camera(), overlay.size(), scene_marker.position);
        for (const float side : {-half, half}) {
            overlay.line({middle->x - half, middle->y + side}, {middle->x + half, middle->y + side}, marked_colour, 2);
            overlay.line({middle->x + side, middle->y - half}, {middle->x + side, middle->y + half}, marked_colour, 2);
        }
    }
}

void draw_diamond(render::Overlay& overlay, render::Pixel at, float half, const render::OverlayColour& colour)
{
    for (const auto& [size, fill] : {std::pair(half + 1.5F, shadow_colour), std::pair(half, colour)}) {
        overlay.triangle({at.x, at.y - size}, {at.x + size, at.y}, {at.x, at.y + size}, fill);
        overlay.triangle({at.x, at.y - size}, {at.x - size, at.y}, {at.x, at.y + size}, fill);
    }
}

/// Draws a badge at each shown record that the open mod changes or adds.
void draw_changed(render::Overlay& overlay, const SceneDrawing& drawing, const VisibleStatics& seen)
{
    constexpr float half = 4.5F;
    const render::RenderOptions& looks = drawing.looks;
    for (const scene::SceneMarker& each : drawing.scene->scene.markers) {
        const scene::RecordRef record{each.kind, each.record};
        const bool is_shown = drawing.changed.contains(record) && !looks.hidden.contains(record) &&
                              !seen.hidden.contains(record) && !looks.hidden_kinds.contains(record.first);
        if (const auto at = is_shown ? pixel_of(overlay.camera(), each.position, overlay.size()) : std::nullopt) {
            draw_diamond(overlay, *at, half, mod_colour);
        }
    }
}

/// Draws locations as diamonds with their numbers, and thin lines to the object that they are relative to.
void draw_points(render::Overlay& overlay, const std::vector<LocationPoint>& points)
{
    for (const LocationPoint& point : points) {
        const auto at = pixel_of(overlay.camera(), point.place, overlay.size());
        overlay.line(point.from, point.place, point_line_colour);
        if (!at) {
            continue;
        }
        const render::OverlayColour colour = point.marked ? marked_colour : point_colour;
        const float half = point.marked ? 7.0F : 5.5F;
        draw_diamond(overlay, *at, half, colour);
        overlay.label(point.name, {at->x + half + 4, at->y - overlay.label_size(point.name).y / 2});
    }
}

void draw_spheres(render::Overlay& overlay, const std::vector<SphereMarker>& spheres)
{
    constexpr int parts = 32;
    for (const SphereMarker& sphere : spheres) {
        const auto middle = pixel_of(overlay.camera(), sphere.centre, overlay.size());
        if (!middle) {
            continue;
        }
        const float radius = sphere.radius / overlay.camera().half_height_at(sphere.centre) * overlay.size().height / 2;
        const auto on_circle = [&](int part) {
            const float angle = static_cast<float>(part) * 2 * std::numbers::pi_v<float> / parts;
            return render::Pixel{middle->x + radius * std::cos(angle), middle->y + radius * std::sin(angle)};
        };
        const render::OverlayColour colour = sphere.marked ? marked_colour : sphere_colour;
        for (int part = 0; part < parts; ++part) {
            overlay.line(on_circle(part), on_circle(part + 1), colour, sphere.marked ? 2.0F : 1.5F);
        }
        overlay.rectangle({middle->x - 2, middle->y - 2}, {middle->x + 2, middle->y + 2}, colour);
    }
}

void draw_ranges(render::Overlay& overlay, const std::vector<RangeOutline>& ranges)
{
    for (const RangeOutline& range : ranges) {
        for (std::size_t i = 0; i < range.points.size(); ++i) {
            overlay.line(range.points[i], range.points[(i + 1) % range.points.size()], range_colour, 1.5F);
        }
        const auto at = range.label.empty() || range.points.empty()
                            ? std::nullopt
                            : pixel_of(overlay.camera(), range.points.front(), overlay.size());
        if (at) {
            overlay.label(range.label, *at);
        }
    }
}

/// Returns the label of a record: objects, markers and selected records have labels.
std::string label_of(const scene::SceneMarker& scene_marker, bool selected)
{
    if (scene_marker.kind == scene::Kind::marker) {
        return fmt::format("Marker {}", scene_marker.id);
    }
    return scene_marker.kind == scene::Kind::object || selected ? scene_marker.name : std::string{};
}

struct NameLabel {
    std::string words;
    render::Pixel corner;
};

/// Returns the labels of the selection and of near objects. If labels overlap, keeps the nearer one.
std::vector<NameLabel> name_labels(const render::Overlay& overlay, const SceneDrawing& drawing,
                                   const VisibleStatics& seen)
{
    constexpr float above = 10;  // pixels
    constexpr render::Pixel caption{130, 34};
    struct LabelRequest {
        std::string words;
        render::Pixel corner;
        float width{};
        bool selected{};
        float depth{};
    };
    const render::RenderOptions& looks = drawing.looks;
    std::vector<LabelRequest> wishes;
    for (const scene::SceneMarker& scene_marker : drawing.scene->scene.markers) {
        const scene::RecordRef record{scene_marker.kind, scene_marker.record};
        const bool selected = looks.selected.contains(record);
        if (looks.hidden.contains(record) || looks.hidden_kinds.contains(scene_marker.kind) ||
            seen.hidden.contains(record)) {
            continue;
        }
        std::string words = label_of(scene_marker, selected);
        const auto at =
            words.empty() ? std::nullopt : pixel_of(overlay.camera(), scene_marker.position, overlay.size());
        if (!at || at->x < 0 || at->y < 0 || at->x > overlay.size().width || at->y > overlay.size().height) {
            continue;
        }
        const render::Pixel size = overlay.label_size(words);
        if (at->x - size.x / 2 < caption.x && at->y - size.y - above < caption.y) {
            continue;  // it would cover the caption of the view
        }
        wishes.push_back({std::move(words),
                          {at->x - size.x / 2, at->y - size.y - above},
                          size.x,
                          selected,
                          overlay.camera().half_height_at(scene_marker.position)});
    }
    std::ranges::stable_sort(wishes, [](const LabelRequest& a, const LabelRequest& b) {
        return a.selected != b.selected ? a.selected : a.depth < b.depth;
    });
    std::vector<std::optional<render::Pixel>> corners;
    std::vector<float> widths;
    for (const LabelRequest& wish : wishes) {
        corners.emplace_back(wish.corner);
        widths.push_back(wish.width);
    }
    const std::vector<bool> covered = render::covered_labels(corners, widths, overlay.label_size("X").y);
    std::vector<NameLabel> labels;
    for (std::size_t i = 0; i < wishes.size() && labels.size() < max_names; ++i) {
        if (!covered[i]) {
            labels.push_back({std::move(wishes[i].words), wishes[i].corner});
        }
    }
    return labels;
}

}  // namespace

std::optional<std::size_t> SceneCanvas::walk_node_at(render::Pixel at) const
{
    constexpr float reach = 7;  // pixels
    if (!drawing_->scene || drawing_->walk_locked) {
        return std::nullopt;
    }
    for (const DrawnWalkNode& scene_marker : drawn_walk_nodes(camera(), extent(), drawing_->walk, symbols())) {
        if (std::hypot(scene_marker.at.x - at.x, scene_marker.at.y - at.y) <= reach) {
            return scene_marker.node;
        }
    }
    return std::nullopt;
}

std::optional<NodeRef> SceneCanvas::walk_node_under_pointer() const
{
    const wxPoint at = ScreenToClient(wxGetMousePosition());
    const auto node = walk_node_at({static_cast<float>(at.x), static_cast<float>(at.y)});
    return node ? std::optional(drawing_->walk.nodes[*node].ref) : std::nullopt;
}

std::optional<std::size_t> SceneCanvas::point_at(render::Pixel at) const
{
    for (std::size_t i = 0; drawing_->scene && i < drawing_->points.size(); ++i) {
        const LocationPoint& point = drawing_->points[i];
        const auto pixel = render::pixel_of(camera(), point.place, extent());
        const auto from = render::pixel_of(camera(), point.from, extent());
        // A location that covers its object is not picked: the click selects the object.
        const bool covers =
            pixel && from && !point.marked && std::hypot(pixel->x - from->x, pixel->y - from->y) < 2 * point_reach;
        if (pixel && !covers && std::hypot(pixel->x - at.x, pixel->y - at.y) <= point_reach) {
            return i;
        }
    }
    return std::nullopt;
}

std::optional<std::pair<NodeRef, bool>> SceneCanvas::node_at(render::Pixel at) const
{
    if (const auto point = point_at(at)) {
        return std::pair(drawing_->points[*point].ref, drawing_->points[*point].marked);
    }
    const auto node = walk_node_at(at);
    return node ? std::optional(std::pair(drawing_->walk.nodes[*node].ref, drawing_->walk.nodes[*node].marked))
                : std::nullopt;
}

void SceneCanvas::show_points(std::vector<LocationPoint> points, std::vector<SphereMarker> spheres)
{
    if (points != drawing_->points || spheres != drawing_->spheres) {
        drawing_->points = std::move(points);
        drawing_->spheres = std::move(spheres);
        redraw_all();
    }
}

void SceneCanvas::set_ranges(std::vector<RangeOutline> ranges)
{
    if (ranges != drawing_->ranges) {
        drawing_->ranges = std::move(ranges);
        redraw_all();
    }
}

void SceneCanvas::show_ranges(bool shown)
{
    if (shown != drawing_->shows_ranges) {
        drawing_->shows_ranges = shown;
        redraw_all();
    }
}

void SceneCanvas::show_names(bool shown)
{
    if (shown != drawing_->names) {
        drawing_->names = shown;
        redraw_all();
    }
}

bool SceneCanvas::names() const
{
    return drawing_->names;
}

std::vector<std::string> SceneCanvas::shown_names() const
{
    std::vector<std::string> names;
    if (drawing_->names && drawing_->scene) {
        const render::Overlay overlay(camera(), extent(), &drawing_->letters);
        std::ranges::transform(name_labels(overlay, *drawing_, seen_), std::back_inserter(names), &NameLabel::words);
    }
    return names;
}

void SceneCanvas::draw_game_screen(render::Overlay& overlay, const render::Camera& camera, render::Extent2 size) const
{
    const auto [corner, scale] = render::game_screen(size);
    const render::Pixel end{size.width - corner.x, size.height - corner.y};
    overlay.rectangle({0, 0}, {corner.x, size.height}, bar_colour);
    overlay.rectangle({end.x, 0}, {size.width, size.height}, bar_colour);
    overlay.rectangle({0, 0}, {size.width, corner.y}, bar_colour);
    overlay.rectangle({0, end.y}, {size.width, size.height}, bar_colour);
    if (compass_) {
        const std::uint32_t frame =
            scene::compass_frame(drawing_->scene->scene.game_view.world, scene::heading_of(camera.map_direction()));
        const scene::CompassPicture picture = scene::compass_picture(*compass_, frame);
        overlay.picture(picture.image,
                        {corner.x + static_cast<float>(picture.x) * scale,
                         corner.y + static_cast<float>(picture.y) * scale},
                        scale);
    }
    if (subtitle_) {
        overlay.picture(*subtitle_, corner, scale);
    }
}

render::Overlay SceneCanvas::over(const render::Camera& camera, render::Extent2 size,
                                  const render::GlyphAtlas& letters) const
{
    render::Overlay overlay(camera, size, &letters);
    if (!drawing_->scene) {
        return overlay;
    }
    if (plays()) {
        draw_game_screen(overlay, camera, size);
        render::draw_title(overlay, "Walk Through");
        return overlay;
    }
    if (drawing_->scene->is_map) {
        render::draw_grid(overlay, control_.view(), drawing_->grid);
        const scene::Scene& shown = drawing_->scene->scene;
        const bool is_empty = shown.instances.empty();
        const bool moves = tool_ != nullptr && tool_->active() && tool_->mode() == TransformTool::Mode::move;
        // Draw the ground grid only in an empty map or while something is moved: over models, its lines hide too much.
        if (control_.view() == render::View::camera && (is_empty || moves)) {
            render::draw_ground(overlay, moves ? scene::view_position(tool_->centre()) : control_.pivot(),
                                std::max(drawing_->grid, 1));
        }
        const bool only_markers = std::ranges::all_of(shown.markers, [](const scene::SceneMarker& each) {
            return each.kind == scene::Kind::marker;
        });
        if (is_empty && only_markers) {  // a new map has a marker
            draw_first_steps(overlay);
        }
        render::draw_axes(overlay);
        render::draw_scale(overlay, control_.view());
    }
    draw_selected(overlay, *drawing_, seen_);
    draw_walk(overlay, drawing_->walk, symbols());
    if (drawing_->walker) {
        draw_walker(overlay, *drawing_->walker);
    }
    if (drawing_->shows_ranges) {
        draw_ranges(overlay, drawing_->ranges);
    }
    draw_spheres(overlay, drawing_->spheres);
    draw_points(overlay, drawing_->points);
    draw_changed(overlay, *drawing_, seen_);
    if (drawing_->names) {
        for (const NameLabel& label : name_labels(overlay, *drawing_, seen_)) {
            overlay.label(label.words, label.corner);
        }
    }
    for (const auto& [from, to] : drawing_->arrows) {
        draw_arrow(overlay, from, to);
    }
    for (const auto& [from, to] : seen_.cell) {
        overlay.line(from, to, cell_colour);
    }
    if (drawing_->tape) {
        draw_tape(overlay, *drawing_->tape);
    }
    if (drawing_->picking) {
        draw_picking(overlay, *drawing_->picking);
    }
    render::draw_title(overlay, title());
    if (shows_focus()) {
        render::draw_border(overlay);
    }
    for (std::size_t i = 0; i < drawing_->grips.size(); ++i) {
        render::draw_grip(overlay, drawing_->grips[i], held_grip_ == i);
    }
    if (const std::optional<render::Gizmo> handles = gizmo(); handles && gesture_ != Gesture::box) {
        render::draw_gizmo(overlay, *handles, held_);
    }
    if (gesture_ == Gesture::follow && tool_ != nullptr && tool_->active() && tool_->axis()) {
        const auto axis = static_cast<std::size_t>(*tool_->axis());
        const scene::Vec3 place = scene::view_position(tool_->centre());
        const scene::Vec3 way = direction_in_view(tool_->direction(*tool_->axis())) * 2000.0F;
        overlay.line(place - way, place + way, render::axis_colour(axis), 1.5F);
    }
    if (gesture_ == Gesture::box && from_) {
        const render::Pixel other{last_.x, from_->y};
        const render::Pixel fourth{from_->x, last_.y};
        overlay.rectangle(*from_, last_, box_fill);
        overlay.line(*from_, other, box_colour);
        overlay.line(other, last_, box_colour);
        overlay.line(last_, fourth, box_colour);
        overlay.line(fourth, *from_, box_colour);
    }
    return overlay;
}

render::Overlay SceneCanvas::under(const render::Camera& camera, render::Extent2 size) const
{
    render::Overlay overlay(camera, size);
    if (!drawing_->scene || drawing_->scene->is_map || control_.view() != render::View::camera) {
        return overlay;
    }
    const scene::Bounds bounds = scene::bounds_of(drawing_->scene->scene);
    const scene::Vec3 ground{(bounds.low.x + bounds.high.x) / 2, bounds.low.y, (bounds.low.z + bounds.high.z) / 2};
    if (control_.eye().y > ground.y) {
        render::draw_ground(overlay, ground, std::max(drawing_->grid, 1));
    }
    return overlay;
}

void SceneCanvas::draw_over()
{
    if (drawing_->over) {
        drawing_->over->draw(over(camera(), extent(), drawing_->letters));
    }
}

bool SceneCanvas::is_on_selected_symbol(render::Pixel at) const
{
    constexpr float slack = 3;  // pixels
    return drawing_->scene && symbols() &&
           std::ranges::any_of(drawing_->scene->scene.markers, [&](const scene::SceneMarker& each) {
               const scene::RecordRef record{each.kind, each.record};
               const auto middle = !each.drawn && drawing_->looks.selected.contains(record) && is_drawn(record)
                                       ? pixel_of(camera(), symbol_middle(camera(), each), extent())
                                       : std::nullopt;
               const float reach = middle ? symbol_frame(camera(), extent(), each.position) + slack : 0;
               return middle && std::abs(at.x - middle->x) <= reach && std::abs(at.y - middle->y) <= reach;
           });
}

}  // namespace redforge::editor
