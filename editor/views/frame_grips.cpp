// Values that are dragged: in the views the radius of lights by their rims and the length of ropes by their ends, in the
// properties numbers by their labels.
#include "editor/views/scene_canvas.hpp"  // first, for its OpenGL headers

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "edit/map_of.hpp"
#include "editor/model/property_rows.hpp"
#include "editor/model/scene_records.hpp"
#include "editor/views/frame.hpp"
#include "editor/views/scene_pane.hpp"
#include "scene/placement.hpp"

namespace redforge::editor {
namespace {

constexpr std::size_t most_grips = 64;  ///< of more nothing could be held
constexpr double largest_value = 32767;

}  // namespace

void MainFrame::show_grips()
{
    const rgm::Map* const map = session_ ? edit::map_of(session_->document()) : nullptr;
    std::vector<render::Grip> grips;
    grips_.clear();
    for (const NodeRef& ref : map != nullptr ? session_->selection() : NodeRefs{}) {
        const auto record = scene_record(session_->root(), ref);
        if (!record || ref.node.size() != 2 || grips.size() >= most_grips) {
            continue;
        }
        if (record->first == scene::Kind::light && record->second < map->lights.records.size()) {
            const rgm::Light& light = map->lights.records[record->second];
            const auto part = [](std::int16_t value) { return 0.25F + 0.75F * std::clamp(value / 255.0F, 0.0F, 1.0F); };
            grips.push_back({.kind = render::Grip::Kind::rim,
                             .centre = scene::view_position(light.position),
                             .size = std::max(0.0F, light.radius / scene::units_per_view),
                             .ink = {part(light.red), part(light.green), part(light.blue), 1}});
            grips_.push_back({ref, "radius", scene::units_per_view, true});
        } else if (record->first == scene::Kind::rope && record->second < map->ropes.records.size()) {
            const rgm::Rope& rope = map->ropes.records[record->second];
            grips.push_back({.kind = render::Grip::Kind::end,
                             .centre = scene::view_position(rope.position),
                             .size = scene::rope_step * static_cast<float>(std::max<int>(rope.length, 0)),
                             .ink = {1, 0.75F, 0.3F, 1}});
            grips_.push_back({ref, "length", 1 / scene::rope_step, false});
        }
    }
    if (scene_->canvas() != nullptr) {
        scene_->canvas()->show_grips(std::move(grips));
    }
}

void MainFrame::drag_grip(std::size_t number, std::optional<float> size, bool last)
{
    if (!session_ || (size && !session_->previewing() && !commit()) || number >= grips_.size()) {
        return;
    }
    if (!size) {
        session_->drop_preview();
        say("Nothing was changed");
        return;
    }
    const Gripped gripped = grips_[number];
    const double value = static_cast<double>(*size * gripped.per_view);
    if (!std::isfinite(value)) {
        return;
    }
    const double step = gripped.on_grid && snapping_.on ? snapping_.grid : 1;
    const long whole = std::lround(std::clamp(std::round(value / step) * step, 0.0, largest_value));
    const std::optional<NodeInfo> info = session_->find(gripped.record);
    const FieldEntry* const field = info && info->record ? info->record.table().find_field(gripped.field) : nullptr;
    if (field == nullptr) {
        return;
    }
    const std::string name = fmt::format("Set {} of {}", field->info.label, session_->called({gripped.record}));
    const Status status = session_->preview(name, [&](edit::Recorder& recorder) {
        return recorder.set(gripped.record.node, *field, fmt::format("{}", whole));
    });
    if (!status) {
        report("Set", status.error());
        if (last) {
            session_->keep_preview();  // of the last value that was taken
        }
    } else if (last) {
        session_->keep_preview();
        say(session_->undo_name());
    } else {
        say(fmt::format("{} {}{}{}", field->info.label, whole, field->info.unit.empty() ? "" : " ", field->info.unit));
    }
}

void MainFrame::drag_value(const std::string& field, std::optional<long> change, bool last)
{
    if (!session_ || (change && !session_->previewing() && !commit())) {
        return;
    }
    if (!change) {
        session_->drop_preview();
        say("Nothing was changed");
        return;
    }
    const PropertyRows rows = make_rows(*session_, session_->selection());
    const auto row = std::ranges::find(rows.rows, field, &PropertyRow::name);
    if (row == rows.rows.end()) {
        return;
    }
    const bool on_grid = row->unit == "map units";
    const long step = !snapping_.on ? 1 : row->angle ? snapping_.angle : on_grid ? snapping_.grid : 1;
    const long way = *change / step * step;
    const Status status =
        session_->preview_set(rows.owners, field, way < 0 ? fmt::format("-={}", -way) : fmt::format("+{}", way));
    if (last) {
        session_->keep_preview();  // of the last value that was taken
    }
    if (!status) {
        say(describe(status.error()));
    } else if (last) {
        say(session_->undo_name());
    }
}

}  // namespace redforge::editor
