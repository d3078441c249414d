// Selecting, hiding, the clipboard, and the menu of the view.
#include "editor/views/scene_canvas.hpp"  // first, for its OpenGL headers

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>
#include <wx/choice.h>
#include <wx/menu.h>

#include "core/counts.hpp"
#include "core/letter_case.hpp"
#include "edit/map_of.hpp"
#include "editor/model/scene_records.hpp"
#include "editor/model/select.hpp"
#include "editor/model/walk_edit.hpp"
#include "editor/views/actions.hpp"
#include "editor/views/clipboard.hpp"
#include "editor/views/focus.hpp"
#include "editor/views/frame.hpp"
#include "editor/views/outliner.hpp"
#include "editor/views/scene_pane.hpp"
#include "editor/views/settings.hpp"
#include "editor/views/text.hpp"

namespace redforge::editor {
namespace {

struct Addable {
    scene::Kind kind{};
    const char* label{};
};
constexpr std::array<Addable, 6> addable{{{scene::Kind::object, "&Object"},
                                          {scene::Kind::static_object, "&Static Object"},
                                          {scene::Kind::light, "&Light"},
                                          {scene::Kind::flat, "&Flat"},
                                          {scene::Kind::rope, "&Rope"},
                                          {scene::Kind::marker, "&Marker"}}};

constexpr std::size_t all_kinds = 7;  ///< of the menu View, Show

const char* label_of(scene::Kind kind)
{
    const auto* const found = std::ranges::find(addable, kind, &Addable::kind);
    return found == addable.end() ? "" : found->label;
}

std::string joined(const std::vector<std::string>& words)
{
    std::string all;
    for (const std::string& word : words) {
        all += (all.empty() ? "" : ", ") + word;
    }
    return all;
}

}  // namespace

bool MainFrame::is_map() const
{
    return session_ && edit::map_of(session_->document()) != nullptr;
}

bool MainFrame::has_selection() const
{
    return session_ && !session_->selection().empty();
}

bool MainFrame::can_copy() const
{
    return session_ && !session_->copy_error(session_->selection());
}

bool MainFrame::copy_selected(const std::string& text)
{
    const std::string records = session_->copied(session_->selection());
    const bool copied = text.empty() ? set_clipboard(records) : set_clipboard(text, records);
    if (!copied) {
        say("The clipboard is in use by another program; try again.");
    }
    return copied;
}

void MainFrame::copy_records()
{
    if (can_copy() && copy_selected()) {
        say("Copied " + session_->called(session_->selection()));
    }
}

void MainFrame::cut_records()
{
    if (can_copy() && copy_selected()) {
        take_away("Cut");
    }
}

void MainFrame::paste_records()
{
    if (!session_) {
        return;
    }
    const std::string records = clipboard_records();
    Result<Session::Pasted> pasted = session_->paste(records, pointed_place(), snapping_.grid);
    if (!pasted && pasted.error().code == ErrorCode::out_of_range) {  // the pointer is off the map: where they were
        pasted = session_->paste(records, {}, snapping_.grid);
    }
    if (!pasted) {
        report("Paste", pasted.error());
        return;
    }
    select_nodes(pasted->records);
    const std::string brought = pasted->brought.empty() ? std::string{} : ", with actor " + joined(pasted->brought);
    say(pasted->missing.empty()
            ? session_->undo_name() + brought
            : fmt::format("{}. This map has no actor {}.", session_->undo_name(), joined(pasted->missing)));
}

void MainFrame::select_found(const NodeRefs& found)
{
    NodeRefs seen = found;
    std::erase_if(seen, [this](const NodeRef& ref) { return !is_seen(ref); });
    if (seen.empty()) {
        say("Nothing of that kind is to be seen.");
        return;
    }
    select_nodes(seen);
    say({});  // how many stands beside it, as long as they are selected
}

/// What is hidden, locked or filtered out is not; where the views have the focus, neither is what cannot be clicked there.
bool MainFrame::is_seen(const NodeRef& ref)
{
    if (hiding_.affects(session_->root(), ref) || (!outliner_->query().empty() && !outliner_->shows(ref))) {
        return false;
    }
    const auto record = scene_record(session_->root(), ref);
    const bool in_view = has_view() && is_inside(wxWindow::FindFocus(), scene_);
    return !in_view || (record && scene_->canvas()->can_be_clicked(*record));
}

/// The rows that the filter leaves, else all things of a map, else the records beside the selected one.
void MainFrame::select_all()
{
    if (!session_ || select_all_uses()) {
        return;
    }
    if (!outliner_->query().empty()) {
        NodeRefs found = outliner_->found();
        std::erase_if(found, [this](const NodeRef& ref) {
            const std::optional<NodeInfo> info = session_->find(ref);
            return !info || !info->is_record();
        });
        select_found(found);
    } else if (is_map()) {
        select_found(all_things(session_->root()));
    } else if (has_selection()) {
        const NodeRef holder = holder_of(session_->root(), session_->selection().front());
        NodeRefs records;
        for (const NodeRef& ref : nodes_below(*session_->find(holder))) {
            if (session_->find(ref)->is_one_of_many()) {
                records.push_back(ref);
            }
        }
        select_found(records);
    }
}

void MainFrame::select_none()
{
    select_nodes({});
}

void MainFrame::invert_selection()
{
    if (is_map()) {
        select_found(other_things(session_->root(), session_->selection()));
    }
}

void MainFrame::select_same_kind()
{
    if (is_map()) {
        select_found(same_things(session_->root(), session_->selection(), Same::kind));
    }
}

void MainFrame::select_same_model()
{
    if (is_map()) {
        select_found(same_things(session_->root(), session_->selection(), Same::model));
    }
}

void MainFrame::select_same_script()
{
    if (is_map()) {
        select_found(same_things(session_->root(), session_->selection(), Same::script));
    }
}

void MainFrame::select_actors()
{
    if (is_map()) {
        select_found(actors_of(session_->root(), session_->selection()));
    }
}

void MainFrame::hide_selected()
{
    if (!is_map() || !has_selection()) {
        return;
    }
    for (const NodeRef& ref : session_->selection()) {
        if (scene_record(session_->root(), ref) && std::ranges::find(hiding_.hidden, ref) == hiding_.hidden.end()) {
            hiding_.hidden.push_back(ref);
        }
    }
    select_nodes({});
    show_hiding();
}

void MainFrame::isolate_selected()
{
    if (is_map() && has_selection()) {
        hiding_.hidden = other_things(session_->root(), session_->selection());
        show_hiding();
    }
}

void MainFrame::lock_selected()
{
    if (!is_map() || !has_selection()) {
        return;
    }
    for (const NodeRef& ref : session_->selection()) {
        if (scene_record(session_->root(), ref) && std::ranges::find(hiding_.locked, ref) == hiding_.locked.end()) {
            hiding_.locked.push_back(ref);
        }
    }
    select_nodes({});
    show_hiding();
}

void MainFrame::show_hidden()
{
    hiding_ = {};
    show_hiding();
}

void MainFrame::add_picked_kinds(wxAuiToolBar& bar)
{
    constexpr const char* what = "What clicks and boxes in the views select";
    wxArrayString labels;
    labels.Add("All Kinds");
    for (const Addable& each : addable) {
        labels.Add(wxString::Format("Only %ss", wxControl::RemoveMnemonics(each.label)));
    }
    picked_kinds_ = new wxChoice(&bar, wxID_ANY, wxDefaultPosition, wxDefaultSize, labels);
    picked_kinds_->SetSelection(0);
    picked_kinds_->SetMinSize(picked_kinds_->GetBestSize());
    picked_kinds_->SetToolTip(what);
    picked_kinds_->SetName(what);
    picked_kinds_->Bind(wxEVT_CHOICE, [this](wxCommandEvent& event) {
        const auto row = static_cast<std::size_t>(event.GetSelection());
        pick_kind(row == 0 ? std::nullopt : std::optional(addable.at(row - 1).kind));
    });
}

void MainFrame::pick_kind(std::optional<scene::Kind> kind)
{
    picked_kind_ = kind;
    const auto* const found = kind ? std::ranges::find(addable, *kind, &Addable::kind) : addable.end();
    picked_kinds_->SetSelection(found == addable.end() ? 0 : static_cast<int>(found - addable.begin()) + 1);
    show_hiding();
    if ((kind == scene::Kind::light || kind == scene::Kind::marker) && has_view()) {
        if (!symbols_shown()) {
            toggle_symbols();  // they are seen by their symbols only
        }
        show_symbol(kind == scene::Kind::light ? render::Symbol::light : render::Symbol::marker, true);
    }
    if (scene_->canvas() != nullptr) {
        give_focus(*scene_->canvas());
    }
}

void MainFrame::show_hiding()
{
    const auto records = [this](const NodeRefs& refs) {
        std::set<scene::RecordRef> found;
        for (const NodeRef& ref : refs) {
            if (const auto record = session_ ? scene_record(session_->root(), ref) : std::nullopt) {
                found.insert(*record);
            }
        }
        return found;
    };
    if (scene_->canvas() != nullptr) {
        scene_->canvas()->hide(records(hiding_.hidden), records(hiding_.locked));
        std::set<scene::Kind> locked = hiding_.locked_kinds;
        for (const Addable& each : addable) {
            if (picked_kind_ && each.kind != *picked_kind_) {
                locked.insert(each.kind);
            }
        }
        scene_->canvas()->hide_kinds(hiding_.hidden_kinds, std::move(locked));
        scene_->canvas()->lock_walk(picked_kind_.has_value());  // which are of no kind
    }
    if (session_) {
        // What is hidden is not selected: a key would change it unseen.
        NodeRefs selected = session_->selection();
        const auto hidden = [this](const NodeRef& ref) {
            const auto record = scene_record(session_->root(), ref);
            return std::ranges::find(hiding_.hidden, ref) != hiding_.hidden.end() ||
                   (record && hiding_.hidden_kinds.contains(record->first));
        };
        if (std::erase_if(selected, hidden) > 0) {
            select_nodes(selected);
        }
        remember_hiding(session_->path(), hiding_text(session_->root(), hiding_));
    }
    say(picked_kind_ ? fmt::format("Clicks and boxes select {}s only",
                                   lower(from_wx(wxControl::RemoveMnemonics(label_of(*picked_kind_)))))
        : !hiding_.hidden_kinds.empty() || !hiding_.locked_kinds.empty()
            ? fmt::format("{} of {} kinds shown. Select, Show All shows and unlocks everything.",
                          all_kinds - hiding_.hidden_kinds.size(), all_kinds)
        : has_hidden() ? fmt::format("{} hidden, {} locked. Show All shows and unlocks them.",
                                     grouped(hiding_.hidden.size()), grouped(hiding_.locked.size()))
                       : "Everything is shown");
}

std::optional<glm::dvec3> MainFrame::pointed_place() const
{
    const std::optional<scene::Vec3> point = has_view() ? scene_->pointed_canvas()->pointed_place() : std::nullopt;
    if (!point) {
        return std::nullopt;
    }
    return glm::round(scene::map_place(*point));
}

void MainFrame::add_at(scene::Kind kind, const std::optional<glm::dvec3>& place)
{
    const std::optional<NodeRef> section = session_ && commit() ? section_for(session_->root(), kind) : std::nullopt;
    if (!section) {
        return;
    }
    Result<NodeRef> added = session_->add(*section, place);
    if (!added && added.error().code == ErrorCode::out_of_range) {  // the pointer is off the map
        added = session_->add(*section, {});
    }
    if (!added) {
        report("Add", added.error());
        return;
    }
    select_nodes({*added});
    say(session_->undo_name());
}

void MainFrame::add_actor_at(const std::optional<glm::dvec3>& place)
{
    if (!session_ || !commit()) {
        return;
    }
    const Result<NodeRef> added = session_->add_actor(place);
    if (!added) {
        report("Add", added.error());
        return;
    }
    select_nodes({*added});
    say(session_->undo_name() + ": Ctrl+E opens its script");
}

void MainFrame::add_node_at(const glm::dvec3& place)
{
    if (!session_ || !commit()) {
        return;
    }
    const std::optional<NodeRef> beside =
        session_->selection().size() == 1 ? std::optional(session_->selection().front()) : std::nullopt;
    const Result<NodeRef> added = add_walk_node(*session_, beside, place);
    if (!added) {
        report("Add", added.error());
        return;
    }
    select_nodes({*added});
    say(session_->undo_name());
}

bool MainFrame::can_connect() const
{
    return session_ && session_->selection().size() >= 2 &&
           std::ranges::all_of(session_->selection(),
                               [this](const NodeRef& ref) { return is_walk_node(session_->root(), ref); });
}

void MainFrame::connect_nodes()
{
    if (!can_connect()) {
        return;
    }
    show_connected(connect_walk_nodes(*session_, session_->selection()), "They are connected already");
}

void MainFrame::disconnect_nodes()
{
    if (!can_connect()) {
        return;
    }
    show_connected(disconnect_walk_nodes(*session_, session_->selection()), "There is no route between them");
}

void MainFrame::show_connected(const Result<edit::Changes>& made, const char* nothing)
{
    if (!made) {
        report("Set", made.error());
    } else {
        say(made->empty() ? nothing : session_->undo_name());
    }
}

void MainFrame::open_view_menu(const wxPoint& at)
{
    if (!session_ || !commit()) {
        return;
    }
    // What is pointed at is what the menu is about.
    std::optional<NodeRef> node = scene_->canvas()->walk_node_under_pointer();
    if (const auto hit = node ? std::nullopt : scene_->canvas()->under_pointer()) {
        node = node_of(session_->root(), hit->record);
    }
    if (node && std::ranges::find(session_->selection(), *node) == session_->selection().end()) {
        select_nodes({*node});
    }
    const std::optional<glm::dvec3> pointed = pointed_place();
    const std::optional<glm::dvec3> place = pointed ? std::optional(on_grid(*pointed)) : std::nullopt;
    const std::unique_ptr<wxMenu> menu(make_view_menu(keys_));
    if (is_map()) {
        auto* const add = new wxMenu;
        for (const Addable& each : addable) {
            const int id = add->Append(wxID_ANY, each.label)->GetId();
            add->Bind(
                wxEVT_MENU, [this, kind = each.kind, place](wxCommandEvent&) { add_at(kind, place); }, id);
        }
        const int actor = add->Append(wxID_ANY, "New &Actor and Object")->GetId();
        add->Bind(
            wxEVT_MENU, [this, place](wxCommandEvent&) { add_actor_at(place); }, actor);
        const int id = add->Append(wxID_ANY, "&Walk Node")->GetId();
        add->Enable(id, place.has_value());
        add->Bind(
            wxEVT_MENU, [this, place](wxCommandEvent&) { add_node_at(*place); }, id);
        menu->Insert(0, wxID_ANY, "&Add Here", add);
    }
    scene_->canvas()->PopupMenu(menu.get(), at);
}

}  // namespace redforge::editor
