// Layers and groups of a map: membership, names, and actions on all records of a layer.
#include "editor/views/actions/layer_actions.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/text/counts.hpp"
#include "edit/document/notes.hpp"
#include "editor/model/scene/scene_records.hpp"
#include "editor/views/actions/pane_actions.hpp"
#include "editor/views/actions/select_actions.hpp"
#include "editor/views/dialogs/dialogs.hpp"
#include "editor/views/frame/frame.hpp"
#include "editor/views/panes/outliner.hpp"
#include "editor/views/panes/problems.hpp"

namespace redforge::editor {
namespace {

bool has_all(const NodeRefs& refs, const NodeRefs& wanted)
{
    if (refs.size() < wanted.size()) {
        return false;
    }
    const std::set<NodeRef> there(refs.begin(), refs.end());
    return !wanted.empty() && std::ranges::all_of(wanted, [&](const NodeRef& ref) { return there.contains(ref); });
}

}  // namespace

bool LayerActions::can_be_in_layer() const
{
    return is_map() && std::ranges::any_of(session()->selection(), [this](const NodeRef& ref) {
               return is_scene_record(session()->root(), ref);
           });
}

bool LayerActions::has_layer() const
{
    return is_map() && !layers_.empty() &&
           std::ranges::any_of(session()->selection(), [this](const NodeRef& ref) { return !layers_.of(ref).empty(); });
}

NodeRefs LayerActions::selected_records() const
{
    NodeRefs selected;
    std::ranges::copy_if(session()->selection(), std::back_inserter(selected),
                         [this](const NodeRef& ref) { return is_scene_record(session()->root(), ref); });
    return selected;
}

std::vector<std::string> LayerActions::selected_layers() const
{
    std::set<std::string> names;
    for (const NodeRef& ref : session()->selection()) {
        if (const std::string_view layer = layers_.of(ref); !layer.empty()) {
            names.emplace(layer);
        }
    }
    return {names.begin(), names.end()};
}

NodeRefs LayerActions::records() const
{
    NodeRefs all;
    for (const std::string& layer : has_layer() ? selected_layers() : std::vector<std::string>{}) {
        std::ranges::copy(layers_.records(layer), std::back_inserter(all));
    }
    return all;
}

void LayerActions::new_layer()
{
    const auto name =
        can_be_in_layer() && dialogs().layer_name ? dialogs().layer_name(frame(), "New Layer", "") : std::nullopt;
    if (!name) {
        return;
    }
    const std::vector<std::string> names = layers_.names();
    if (std::ranges::find(names, *name) != names.end()) {
        show_status(fmt::format("There is a layer {} already; Move to Layer adds to it.", *name));
        return;
    }
    part<PaneActions>().group_outliner(Grouping::layer);  // so that the user sees the new layer
    put(*name);
}

void LayerActions::move_to_layer()
{
    const auto name =
        can_move_to_layer() && dialogs().which_layer ? dialogs().which_layer(frame(), layers_.names()) : std::nullopt;
    if (name) {
        put(*name);
    }
}

void LayerActions::leave_layer()
{
    if (has_layer()) {
        put({});
    }
}

void LayerActions::put(const std::string& layer)
{
    const NodeRefs selected = selected_records();
    const NodeRefs before = layer.empty() ? NodeRefs{} : layers_.records(layer);
    const VisibilityState& hiding = part<SelectActions>().hiding();
    const bool hidden = has_all(hiding.hidden, before);
    const bool locked = has_all(hiding.locked, before);
    layers_.put(selected, layer);
    show();
    if (hidden) {
        part<SelectActions>().hide(selected, true);
    }
    if (locked) {
        part<SelectActions>().lock(selected, true);
    }
    show_status(layer.empty() ? fmt::format("{} in no layer now", counted(selected.size(), "record"))
                              : fmt::format("{} in layer {}{}", counted(selected.size(), "record"), layer,
                                            hidden ? ", which is hidden" : ""));
}

void LayerActions::rename_layer()
{
    const std::vector<std::string> names = has_layer() ? selected_layers() : std::vector<std::string>{};
    if (names.size() != 1) {
        show_status(names.empty() ? "The selection is in no layer."
                                  : fmt::format("The selection is in several layers: {}.", fmt::join(names, ", ")));
        return;
    }
    const auto name =
        dialogs().layer_name ? dialogs().layer_name(frame(), "Rename Layer", names.front()) : std::nullopt;
    if (!name || *name == names.front()) {
        return;
    }
    layers_.rename(names.front(), *name);
    show();
    show_status(fmt::format("Renamed layer {} to {}", names.front(), *name));
}

void LayerActions::remove_layer()
{
    if (!has_layer()) {
        return;
    }
    const std::vector<std::string> names = selected_layers();
    const NodeRefs all = records();
    layers_.put(all, {});
    show();
    show_status(
        fmt::format("Layer {} is removed; {} stay in the map", fmt::join(names, ", "), counted(all.size(), "record")));
}

void LayerActions::select_layer()
{
    if (const NodeRefs all = records(); !all.empty()) {
        select_nodes(all);
        show_status({});  // the count is shown next to it
    }
}

void LayerActions::isolate_layer()
{
    if (const NodeRefs all = records(); !all.empty()) {
        select_nodes(all);
        part<SelectActions>().isolate_selected();
    }
}

bool LayerActions::is_hidden() const
{
    return has_layer() && has_all(part<SelectActions>().hiding().hidden, records());
}

bool LayerActions::is_locked() const
{
    return has_layer() && has_all(part<SelectActions>().hiding().locked, records());
}

void LayerActions::toggle_hidden()
{
    if (has_layer()) {
        part<SelectActions>().hide(records(), !is_hidden());
    }
}

void LayerActions::toggle_locked()
{
    if (has_layer()) {
        part<SelectActions>().lock(records(), !is_locked());
    }
}

bool LayerActions::can_group() const
{
    return is_map() && std::ranges::count_if(session()->selection(), [this](const NodeRef& ref) {
                           return is_scene_record(session()->root(), ref);
                       }) > 1;
}

bool LayerActions::has_group() const
{
    return has_groups() &&
           std::ranges::any_of(session()->selection(), [this](const NodeRef& ref) { return !groups_.of(ref).empty(); });
}

void LayerActions::group_selected()
{
    if (!can_group()) {
        return;
    }
    const NodeRefs selected = selected_records();
    groups_.put(selected, {});  // a group that is grouped again keeps its number
    const std::string name = new_group_name(groups_);
    groups_.put(selected, name);
    write();
    part<SelectActions>().show_record_notes();
    show_status(fmt::format("{} are {}: a click selects all of them", counted(selected.size(), "record"), name));
}

void LayerActions::ungroup_selected()
{
    if (!has_group()) {
        return;
    }
    const NodeRefs all = with_groups(groups_, selected_records());
    std::set<std::string_view> names;
    for (const NodeRef& ref : all) {
        names.insert(groups_.of(ref));
    }
    names.erase("");
    const std::string ungrouped = fmt::format("{}", fmt::join(names, ", "));
    groups_.put(all, {});
    write();
    part<SelectActions>().show_record_notes();
    show_status(fmt::format("{} {} ungrouped", ungrouped, names.size() == 1 ? "is" : "are"));
}

NodeRefs LayerActions::picked_with_groups(const NodeRefs& refs) const
{
    if (!has_groups() || single_records_) {
        return refs;
    }
    NodeRefs all = with_groups(groups_, refs);
    const VisibilityState& hiding = part<SelectActions>().hiding();
    std::erase_if(all, [&](const NodeRef& ref) {
        return hiding.is_hidden_or_locked(session()->root(), ref) && std::ranges::find(refs, ref) == refs.end();
    });
    return all;
}

void LayerActions::load()
{
    layers_ = {};
    groups_ = {};
    unread_.reset();
    if (!is_map()) {
        return;
    }
    Result<Layers> layers = read_layers(session()->root(), session()->path());
    Result<Layers> groups = read_layers(session()->root(), session()->path(), edit::group_note_kind);
    if (layers && groups) {
        layers_ = std::move(*layers);
        groups_ = std::move(*groups);
    } else {
        unread_ = layers ? groups.error() : layers.error();
    }
}

void LayerActions::follow(const edit::Changes& changes)
{
    layers_.follow(changes, session()->steps_done(), session()->returning());
    groups_.follow(changes, session()->steps_done(), session()->returning());
}

void LayerActions::write()
{
    frame().problems().drop("Layers");
    if (!is_map()) {
        return;
    }
    Status written = unread_ ? Status(fail(*unread_)) : write_layers(session()->root(), session()->path(), layers_);
    if (written) {
        written = write_layers(session()->root(), session()->path(), groups_, edit::group_note_kind);
    }
    if (!written) {
        report("Layers", written.error());
    }
}

void LayerActions::show()
{
    write();
    PaneActions& panes = part<PaneActions>();
    if (panes.groups_outliner(Grouping::layer)) {
        panes.group_outliner(Grouping::layer);  // the rows have moved
    }
}

}  // namespace redforge::editor
