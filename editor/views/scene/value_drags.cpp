// Values that are dragged: in the views the radius of lights, sounds and collision spheres by their rims, the length of
// ropes by their ends and the heading of objects by an arrow, in the properties numbers by their labels.
#include "editor/views/scene/scene_canvas.hpp"  // first, for its OpenGL headers

#include "editor/views/scene/value_drags.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "edit/map/map_of.hpp"
#include "editor/model/rows/property_rows.hpp"
#include "editor/model/scene/actor_points.hpp"
#include "editor/model/scene/placing.hpp"
#include "editor/model/scene/range_outlines.hpp"
#include "editor/model/scene/scene_records.hpp"
#include "editor/model/text/angle_text.hpp"
#include "editor/model/text/display_name.hpp"
#include "editor/views/actions/transform_actions.hpp"
#include "editor/views/frame/frame.hpp"
#include "editor/views/scene/scene_pane.hpp"
#include "render/scene/symbols.hpp"
#include "scene/game_folder.hpp"
#include "scene/placement.hpp"

namespace redforge::editor {
namespace {

constexpr std::size_t max_grips = 64;  ///< limit; with more grips, the user could not hit a single one
constexpr double max_value = 32767;
constexpr double per_radian = full_turn / (2 * std::numbers::pi);
constexpr render::OverlayColour heading_colour{0.55F, 0.9F, 1, 1};

}  // namespace

void ValueDrags::show_grips()
{
    using Snaps = Gripped::Snaps;
    const rgm::Map* const map = session() ? edit::map_of(session()->document()) : nullptr;
    std::vector<render::Grip> grips;
    grips_.clear();
    const auto add = [&](const NodeRef& ref, const char* field, double per_view, Snaps snaps,
                         const render::Grip& grip) {
        grips.push_back(grip);
        grips_.push_back({ref, field, per_view, snaps});
    };
    const auto part = [](std::int16_t value) { return 0.25F + 0.75F * std::clamp(value / 255.0F, 0.0F, 1.0F); };
    const auto rim = [](scene::Vec3 centre, std::int16_t radius, render::OverlayColour colour) {
        return render::Grip{.kind = render::Grip::Kind::rim,
                            .centre = centre,
                            .size = std::max(0.0F, radius / scene::units_per_view),
                            .colour = colour};
    };
    for (const NodeRef& ref : map != nullptr ? session()->selection() : NodeRefs{}) {
        const auto record = scene_record(session()->root(), ref);
        if (!record || ref.node.size() != 2 || grips.size() >= max_grips) {
            continue;
        }
        if (record->first == scene::Kind::light && record->second < map->lights.records.size()) {
            const rgm::Light& light = map->lights.records[record->second];
            add(ref, "radius", static_cast<double>(scene::units_per_view), Snaps::grid,
                rim(scene::view_position(light.position), light.radius,
                    {part(light.red), part(light.green), part(light.blue), 1}));
        } else if (record->first == scene::Kind::rope && record->second < map->ropes.records.size()) {
            const rgm::Rope& rope = map->ropes.records[record->second];
            add(ref, "length", 1 / static_cast<double>(scene::rope_step), Snaps::whole,
                {.kind = render::Grip::Kind::end,
                 .centre = scene::view_position(rope.position),
                 .size = scene::rope_step * static_cast<float>(std::max<int>(rope.length, 0)),
                 .colour = {1, 0.75F, 0.3F, 1}});
        } else if (record->first == scene::Kind::object && record->second < map->objects.records.size()) {
            last_object_ = ref;
            const rgm::Object& object = map->objects.records[record->second];
            const scene::Vec3 place = scene::view_position(object.position);
            const render::Symbol symbol = render::symbol_of_object(object.object_type);
            // The radius is in map units, like the radius of lights [likely].
            if (symbol != render::Symbol::trigger && object.has_mesh == 0 && object.radius > 0) {
                const scene::Vec3 colour = render::symbol_colour(symbol);
                add(ref, "radius", static_cast<double>(scene::units_per_view), Snaps::grid,
                    rim(place, object.radius, {colour.x, colour.y, colour.z, 1}));
            }
            if (object.angle.x == 0 && object.angle.z == 0) {  // the object has only a heading
                add(ref, "angle.y", per_radian, Snaps::angle,
                    {.kind = render::Grip::Kind::heading,
                     .centre = place,
                     .size = static_cast<float>(object.angle.y / per_radian),
                     .colour = heading_colour});
            }
        }
    }
    std::vector<LocationPoint> points;
    std::vector<SphereMarker> spheres;
    if (map != nullptr) {
        // Keep the other locations of the object when the user selects one of them.
        points = location_points(*session(), session()->selection(), last_object_);
        spheres = find_collision_spheres(
            *session(), session()->selection(), [this](const scene::ModelName& name) { return model_named(name); },
            last_object_);
    }
    // A selected sphere has a draggable rim.
    for (const SphereMarker& sphere : spheres) {
        if (sphere.marked && grips.size() < max_grips) {
            add(sphere.ref, "radius", static_cast<double>(scene::units_per_view), Snaps::whole,
                {.kind = render::Grip::Kind::rim,
                 .centre = sphere.centre,
                 .size = sphere.radius,
                 .colour = {1, 0.4F, 0.4F, 1}});
        }
    }
    if (frame().scene().canvas() != nullptr) {
        frame().scene().canvas()->show_grips(std::move(grips));
        frame().scene().canvas()->show_points(std::move(points), std::move(spheres));
        frame().scene().canvas()->set_ranges(session() == nullptr ? std::vector<RangeOutline>{}
                                                                  : range_outlines(*session(), session()->selection()));
    }
}

const model::Model* ValueDrags::model_named(const scene::ModelName& name)
{
    const render::LoadedScene* const scene = frame().scene().scene();
    const std::shared_ptr<const render::GameArt> art = scene == nullptr ? nullptr : scene->art;
    if (art == nullptr) {
        return nullptr;
    }
    if (models_of_ != art) {
        models_.clear();
        models_of_ = art;
    }
    const auto [known, is_new] = models_.try_emplace(name.stem + name.extension);
    if (is_new) {
        if (Result<model::Model> loaded = scene::load_model(art->game, name.stem, name.extension)) {
            known->second = std::move(*loaded);
        }
    }
    return known->second ? &*known->second : nullptr;
}

void ValueDrags::drag_grip(std::size_t number, std::optional<float> size, bool last)
{
    if (!session() || (size && !session()->previewing() && !commit()) || number >= grips_.size()) {
        return;
    }
    if (!size) {
        session()->drop_preview();
        show_status("Nothing was changed");
        return;
    }
    const Gripped gripped = grips_[number];
    const double value = static_cast<double>(*size) * gripped.per_view;
    if (!std::isfinite(value)) {
        return;
    }
    const bool turns = gripped.snaps == Gripped::Snaps::angle;
    const double step = !part<TransformActions>().snapping().on || gripped.snaps == Gripped::Snaps::whole ? 1
                        : turns ? part<TransformActions>().snapping().angle
                                : part<TransformActions>().snapping().grid;
    const double snapped = std::round(value / step) * step;
    const std::optional<NodeInfo> info = session()->find(gripped.record);
    const FieldEntry* const field = info && info->record ? info->record.table().find_field(gripped.field) : nullptr;
    if (field == nullptr) {
        return;
    }
    // An angle can contain several full turns; keep them.
    const double before = turns ? std::stod(info->record.field(*field).text()) : 0;
    const long whole =
        std::lround(turns ? before + std::remainder(snapped - before, full_turn) : std::clamp(snapped, 0.0, max_value));
    const std::string called = session()->called({gripped.record});
    const std::string name = turns ? "Rotate " + called : fmt::format("Set {} of {}", field->info.label, called);
    const Status status = session()->preview(name, [&](edit::Recorder& recorder) {
        return recorder.set(gripped.record.node, *field, fmt::format("{}", whole));
    });
    if (!status) {
        report("Set", status.error());
        if (last) {
            session()->keep_preview();  // of the last value that was taken
        }
    } else if (last) {
        session()->keep_preview();
        show_status(session()->undo_name());
    } else {
        show_status(turns ? fmt::format("{} {}", full_label(*field), angle_text(static_cast<double>(whole)))
                          : fmt::format("{} {}{}{}", field->info.label, whole, field->info.unit.empty() ? "" : " ",
                                        field->info.unit));
    }
}

void ValueDrags::drag_value(const std::string& field, std::optional<long> change, bool last)
{
    if (!session() || (change && !session()->previewing() && !commit())) {
        return;
    }
    if (!change) {
        session()->drop_preview();
        show_status("Nothing was changed");
        return;
    }
    const PropertyRows rows = make_rows(*session(), session()->selection());
    const auto row = std::ranges::find(rows.rows, field, &PropertyRow::name);
    if (row == rows.rows.end()) {
        return;
    }
    const bool snap_new_position = row->unit == "map units";
    const long step = !part<TransformActions>().snapping().on ? 1
                      : row->angle                            ? part<TransformActions>().snapping().angle
                      : snap_new_position                     ? part<TransformActions>().snapping().grid
                                                              : 1;
    const long way = *change / step * step;
    const PendingEdit edit = edit_of(rows, *row, way < 0 ? fmt::format("-={}", -way) : fmt::format("+{}", way));
    const Status status = session()->preview_set(edit.owners, edit.field, edit.text);
    if (last) {
        session()->keep_preview();  // of the last value that was taken
    }
    if (!status) {
        show_status(describe(status.error()));
    } else if (last) {
        show_status(session()->undo_name());
    }
}

}  // namespace redforge::editor
