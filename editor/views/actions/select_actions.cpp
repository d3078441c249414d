// The selection, and hidden or locked records of a map.
#include "editor/views/scene/scene_canvas.hpp"  // first, for its OpenGL headers

#include "editor/views/actions/select_actions.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <wx/choice.h>
#include <wx/menu.h>
#include <wx/time.h>

#include "core/files/files.hpp"
#include "core/text/counts.hpp"
#include "core/text/letter_case.hpp"
#include "edit/map/map_of.hpp"
#include "edit/map/map_visibility.hpp"
#include "editor/model/scene/placing.hpp"
#include "editor/model/scene/scene_records.hpp"
#include "editor/model/scene/select.hpp"
#include "editor/views/actions/layer_actions.hpp"
#include "editor/views/actions/mod_actions.hpp"
#include "editor/views/actions/pane_actions.hpp"
#include "editor/views/actions/uses_actions.hpp"
#include "editor/views/actions/view_actions.hpp"
#include "editor/views/dialogs/settings.hpp"
#include "editor/views/frame/frame.hpp"
#include "editor/views/frame/text.hpp"
#include "editor/views/panes/addable_kinds.hpp"
#include "editor/views/panes/focus.hpp"
#include "editor/views/panes/outliner.hpp"
#include "editor/views/scene/scene_pane.hpp"
#include "editor/views/scene/screen.hpp"
#include "rgm/visibility.hpp"
#include "scene/placement.hpp"

namespace redforge::editor {
namespace {

constexpr std::size_t all_kinds = 7;  ///< number of kinds in the menu View, Show

const char* label_of(scene::Kind kind)
{
    const auto* const found = std::ranges::find(addable, kind, &AddableKind::kind);
    return found == addable.end() ? "" : found->label;
}

}  // namespace

void SelectActions::select_found(const NodeRefs& found)
{
    NodeRefs seen = found;
    std::erase_if(seen, [this](const NodeRef& ref) { return !is_seen(ref); });
    if (seen.empty()) {
        show_status("Nothing of that kind is visible.");
        return;
    }
    select_nodes(seen);
    show_status({});  // the next status field shows the count
}

/// Hidden, locked and filtered records do not count as visible. If the views have the focus, records that cannot be
/// clicked there do not count either.
bool SelectActions::is_seen(const NodeRef& ref)
{
    if (hiding_.is_hidden_or_locked(session()->root(), ref) ||
        (!frame().outliner().query().empty() && !frame().outliner().shows(ref))) {
        return false;
    }
    const auto record = scene_record(session()->root(), ref);
    const bool in_view = has_view() && is_inside(wxWindow::FindFocus(), &frame().scene());
    return !in_view || (record && frame().scene().canvas()->can_be_clicked(*record));
}

/// Selects the rows that match the filter; without a filter all records of a map, or the siblings of the selected
/// record.
void SelectActions::select_all()
{
    if (!session() || part<UsesActions>().select_all_uses()) {
        return;
    }
    if (!frame().outliner().query().empty()) {
        NodeRefs found = frame().outliner().found();
        std::erase_if(found, [this](const NodeRef& ref) {
            const std::optional<NodeInfo> info = session()->find(ref);
            return !info || !info->is_record();
        });
        select_found(found);
    } else if (is_map()) {
        select_found(scene_nodes(session()->root()));
    } else if (has_selection()) {
        const NodeRef parent = parent_node(session()->root(), session()->selection().front());
        NodeRefs records;
        for (const NodeRef& ref : nodes_below(*session()->find(parent))) {
            if (session()->find(ref)->is_one_of_many()) {
                records.push_back(ref);
            }
        }
        select_found(records);
    }
}

void SelectActions::select_none()
{
    select_nodes({});
}

void SelectActions::invert_selection()
{
    const NodeRefs others = unselected_records(session()->root(), session()->selection());
    if (others.empty()) {
        select_none();
    } else {
        select_found(others);
    }
}

bool SelectActions::has_previous() const
{
    return session() != nullptr && session()->has_previous_selection();
}

bool SelectActions::has_next() const
{
    return session() != nullptr && session()->has_next_selection();
}

void SelectActions::select_previous()
{
    if (const auto refs = has_previous() ? session()->previous_selection() : std::nullopt) {
        go_to_nodes(*refs);
        show_status({});  // the count is shown next to it
    }
}

void SelectActions::select_next()
{
    if (const auto refs = has_next() ? session()->next_selection() : std::nullopt) {
        go_to_nodes(*refs);
        show_status({});
    }
}

void SelectActions::select_same_kind()
{
    select_found(similar_records(session()->root(), session()->selection(), SelectSimilar::kind));
}

void SelectActions::select_same_model()
{
    select_found(similar_records(session()->root(), session()->selection(), SelectSimilar::model));
}

void SelectActions::select_same_script()
{
    select_found(similar_records(session()->root(), session()->selection(), SelectSimilar::script));
}

void SelectActions::select_actors()
{
    select_found(actors_of(session()->root(), session()->selection()));
}

void SelectActions::affect(NodeRefs& affected, const NodeRefs& records, bool wanted)
{
    const std::set<NodeRef> meant(records.begin(), records.end());
    std::erase_if(affected, [&](const NodeRef& ref) { return meant.contains(ref); });
    if (wanted) {
        std::ranges::copy_if(meant, std::back_inserter(affected),
                             [&](const NodeRef& ref) { return scene_record(session()->root(), ref).has_value(); });
    }
    apply_visibility_state();
}

/// Hides or locks the selection: adds it to `affected`, and deselects it.
void SelectActions::add_selected(NodeRefs& affected)
{
    const NodeRefs selected = session()->selection();
    select_nodes({});
    affect(affected, selected, true);
}

bool SelectActions::can_show_selected() const
{
    const auto affects = [this](const NodeRef& ref) {
        return std::ranges::find(hiding_.hidden, ref) != hiding_.hidden.end() ||
               std::ranges::find(hiding_.locked, ref) != hiding_.locked.end();
    };
    return is_map() && (!hiding_.hidden.empty() || !hiding_.locked.empty()) &&
           std::ranges::any_of(session()->selection(), affects);
}

void SelectActions::show_selected()
{
    const NodeRefs selected = session()->selection();
    hide(selected, false);
    lock(selected, false);
}

void SelectActions::hide_selected()
{
    if (!is_map() || !has_selection()) {
        return;
    }
    add_selected(hiding_.hidden);
}

void SelectActions::isolate_selected()
{
    if (is_map() && has_selection()) {
        hiding_.hidden = unselected_records(session()->root(), session()->selection());
        apply_visibility_state();
    }
}

void SelectActions::lock_selected()
{
    if (!is_map() || !has_selection()) {
        return;
    }
    add_selected(hiding_.locked);
}

void SelectActions::show_hidden()
{
    hiding_ = {};
    apply_visibility_state();
}

void SelectActions::add_picked_kinds(wxAuiToolBar& bar)
{
    constexpr const char* what = "Choose the kind of records that clicks and boxes select";
    wxArrayString labels;
    labels.Add("Pick All Kinds");
    for (const AddableKind& each : addable) {
        labels.Add(wxString::Format("Pick %ss", wxControl::RemoveMnemonics(each.label)));
    }
    picked_kinds_ = new wxChoice(&bar, wxID_ANY, wxDefaultPosition, wxDefaultSize, labels);
    picked_kinds_->SetSelection(0);
    picked_kinds_->SetMinSize(picked_kinds_->GetBestSize());
    picked_kinds_->SetToolTip(what);
    picked_kinds_->SetName(what);
    set_accessible_name(*picked_kinds_, what);
    picked_kinds_->Bind(wxEVT_CHOICE, [this](wxCommandEvent& event) {
        const auto row = static_cast<std::size_t>(event.GetSelection());
        pick_kind(row == 0 ? std::nullopt : std::optional(addable.at(row - 1).kind));
    });
}

void SelectActions::pick_kind(std::optional<scene::Kind> kind)
{
    picked_kind_ = kind;
    const auto* const found = kind ? std::ranges::find(addable, *kind, &AddableKind::kind) : addable.end();
    picked_kinds_->SetSelection(found == addable.end() ? 0 : static_cast<int>(found - addable.begin()) + 1);
    frame().CallAfter([this] { part<PaneActions>().show_tools(); });  // after the event, which can come from this list
    apply_visibility_state();
    if ((kind == scene::Kind::light || kind == scene::Kind::marker) && has_view()) {
        part<ViewActions>().show_symbols();
        part<ViewActions>().show_symbol(kind == scene::Kind::light ? render::Symbol::light : render::Symbol::marker,
                                        true);
    }
    if (frame().scene().canvas() != nullptr) {
        give_focus(*frame().scene().canvas());
    }
}

void SelectActions::apply_visibility_state()
{
    update_visibility();
    show_visibility();
}

void SelectActions::update_visibility()
{
    const auto records = [this](const NodeRefs& refs) {
        std::set<scene::RecordRef> found;
        for (const NodeRef& ref : refs) {
            if (const auto record = session() ? scene_record(session()->root(), ref) : std::nullopt) {
                found.insert(*record);
            }
        }
        return found;
    };
    if (frame().scene().canvas() != nullptr) {
        frame().scene().canvas()->hide(records(hiding_.hidden), records(hiding_.locked));
        std::set<scene::Kind> locked = hiding_.locked_kinds;
        for (const AddableKind& each : addable) {
            if (picked_kind_ && each.kind != *picked_kind_) {
                locked.insert(each.kind);
            }
        }
        frame().scene().canvas()->hide_kinds(hiding_.hidden_kinds, std::move(locked));
        frame().scene().canvas()->lock_walk(picked_kind_.has_value());  // walk nodes have no kind
    }
    show_record_notes();
    if (session()) {
        // Deselect hidden records: a key would change them unseen.
        NodeRefs selected = session()->selection();
        const auto hidden = [this](const NodeRef& ref) {
            const auto record = scene_record(session()->root(), ref);
            return std::ranges::find(hiding_.hidden, ref) != hiding_.hidden.end() ||
                   (record && hiding_.hidden_kinds.contains(record->first));
        };
        if (std::erase_if(selected, hidden) > 0) {
            select_nodes(selected);
        }
        store_visibility_state(session()->path(), format_visibility_state(session()->root(), hiding_));
    }
}

void SelectActions::show_visibility()
{
    std::vector<std::string> parts;
    if (picked_kind_) {
        parts.push_back(fmt::format("Clicks and boxes select {}s only",
                                    lower(from_wx(wxControl::RemoveMnemonics(label_of(*picked_kind_))))));
    }
    if (!hiding_.hidden_kinds.empty()) {
        parts.push_back(fmt::format("{} of {} kinds shown", all_kinds - hiding_.hidden_kinds.size(), all_kinds));
    }
    if (!hiding_.locked_kinds.empty()) {
        parts.push_back(fmt::format("{} locked", counted(hiding_.locked_kinds.size(), "kind")));
    }
    if (!hiding_.hidden.empty() || !hiding_.locked.empty()) {
        parts.push_back(
            fmt::format("{} hidden, {} locked", grouped(hiding_.hidden.size()), grouped(hiding_.locked.size())));
    }
    show_status(parts.empty() ? "Everything is shown"
                              : fmt::format("{}{}", fmt::join(parts, "; "),
                                            has_hidden() ? ". Select, Show All shows and unlocks everything." : ""));
}

void SelectActions::show_record_notes() const
{
    std::map<NodeRef, std::string> notes;
    for (const NodeRef& ref : hiding_.locked) {
        notes.emplace(ref, "locked");
    }
    for (const NodeRef& ref : hiding_.hidden) {
        notes.insert_or_assign(ref, "hidden");
    }
    for (const auto& [ref, words] : part<ModActions>().notes()) {
        const auto [note, is_new] = notes.emplace(ref, words);
        note->second += is_new ? "" : ", " + words;
    }
    const Layers& groups = part<LayerActions>().groups();
    for (const std::string& name : groups.names()) {
        for (const NodeRef& ref : groups.records(name)) {
            const auto [note, is_new] = notes.emplace(ref, name);
            note->second += is_new ? "" : ", " + name;
        }
    }
    frame().outliner().note(std::move(notes));
}

void SelectActions::pick(const NodeRefs& refs, Picking picking)
{
    if (!session()) {
        return;
    }
    NodeRefs selected = picking == Picking::replace ? NodeRefs{} : session()->selection();
    const auto is_selected = [&](const NodeRef& ref) { return std::ranges::find(selected, ref) != selected.end(); };
    // Another click on a selected record deselects it with its group.
    const bool deselects = picking == Picking::toggle && std::ranges::all_of(refs, is_selected);
    for (const NodeRef& ref : part<LayerActions>().picked_with_groups(refs)) {
        if (deselects) {
            std::erase(selected, ref);
        } else if (!is_selected(ref)) {
            selected.push_back(ref);
        }
    }
    if (picking != Picking::replace) {  // the document is never selected together with records
        std::erase(selected, NodeRef{});
    }
    select_nodes(selected);
}

void SelectActions::toggle(std::set<scene::Kind>& kinds, scene::Kind kind)
{
    if (kinds.erase(kind) == 0) {
        kinds.insert(kind);
    }
    apply_visibility_state();
}

void SelectActions::follow(const edit::Changes& changes)
{
    if (!has_hidden()) {
        return;
    }
    editor::follow(hiding_.hidden, changes);
    editor::follow(hiding_.locked, changes);
    frame().CallAfter([this] { update_visibility(); });  // the status bar shows the message of the step
}

void SelectActions::load_visibility_state()
{
    hiding_ = parse_visibility_state(session()->root(), stored_visibility_state(session()->path()));
    show_record_notes();
    if (frame().scene().canvas() != nullptr) {
        apply_visibility_state();
    }
}

}  // namespace redforge::editor
