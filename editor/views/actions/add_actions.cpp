// Adds records at the pointer position of a view, and routes between walk map nodes.
#include "editor/views/scene/scene_canvas.hpp"  // first, for its OpenGL headers

#include "editor/views/actions/add_actions.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

#include <wx/menu.h>

#include "editor/model/scene/scene_records.hpp"
#include "editor/model/scene/walk_edit.hpp"
#include "editor/views/actions/actions.hpp"
#include "editor/views/actions/level_actions.hpp"
#include "editor/views/actions/prefab_actions.hpp"
#include "editor/views/actions/select_actions.hpp"
#include "editor/views/actions/transform_actions.hpp"
#include "editor/views/actions/view_actions.hpp"
#include "editor/views/frame/frame.hpp"
#include "editor/views/panes/addable_kinds.hpp"
#include "editor/views/scene/scene_pane.hpp"

namespace redforge::editor {

std::optional<glm::dvec3> AddActions::position_under_pointer() const
{
    const std::optional<scene::Vec3> point =
        has_view() ? frame().scene().pointed_canvas()->position_under_pointer() : std::nullopt;
    if (!point) {
        return std::nullopt;
    }
    return glm::round(scene::map_place(*point));
}

std::optional<glm::dvec3> AddActions::middle_of_view() const
{
    if (!is_map() || !has_view()) {
        return std::nullopt;
    }
    const SceneCanvas& view = *frame().scene().canvas();
    const std::optional<scene::Vec3> place = view.place_at({view.extent().width / 2, view.extent().height / 2});
    return place ? std::optional(part<TransformActions>().snap_new_position(glm::round(scene::map_place(*place))))
                 : std::nullopt;
}

void AddActions::add_at(scene::Kind kind, const std::optional<glm::dvec3>& place)
{
    const std::optional<NodeRef> section = session() && commit() ? section_for(session()->root(), kind) : std::nullopt;
    if (!section) {
        return;
    }
    Result<NodeRef> added = session()->add(*section, place);
    if (!added && added.error().code == ErrorCode::out_of_range) {  // the pointer is off the map
        added = session()->add(*section, {});
    }
    if (!added) {
        report("Add", added.error());
        return;
    }
    show_added(*added, session()->undo_name());
}

void AddActions::add_actor_at(const std::optional<glm::dvec3>& place)
{
    if (!session() || !commit()) {
        return;
    }
    const Result<NodeRef> added = session()->add_actor(place);
    if (!added) {
        report("Add", added.error());
        return;
    }
    show_added(*added, session()->undo_name() + ": Ctrl+E opens its script");
}

void AddActions::show_added(const NodeRef& added, const std::string& words)
{
    part<ViewActions>().show_symbols();
    select_nodes({added});
    show_status(words);
}

void AddActions::add_node_at(const glm::dvec3& place)
{
    if (!session() || !commit()) {
        return;
    }
    const std::optional<NodeRef> beside =
        session()->selection().size() == 1 ? std::optional(session()->selection().front()) : std::nullopt;
    const Result<NodeRef> added = add_walk_node(*session(), beside, place);
    if (!added) {
        report("Add", added.error());
        return;
    }
    show_added(*added, session()->undo_name());
}

bool AddActions::can_connect() const
{
    return session() && session()->selection().size() >= 2 &&
           std::ranges::all_of(session()->selection(),
                               [this](const NodeRef& ref) { return is_walk_node(session()->root(), ref); });
}

void AddActions::connect_nodes()
{
    show_connected(connect_walk_nodes(*session(), session()->selection()), "They are connected already");
}

void AddActions::disconnect_nodes()
{
    show_connected(disconnect_walk_nodes(*session(), session()->selection()), "There is no route between them");
}

void AddActions::show_connected(const Result<edit::Changes>& made, const char* nothing)
{
    if (!made) {
        report("Set", made.error());
    } else {
        show_status(made->empty() ? nothing : session()->undo_name());
    }
}

void AddActions::open_view_menu(const wxPoint& at, bool by_key)
{
    if (!session() || !commit()) {
        return;
    }
    const NodeRefs before = session()->selection();
    // The menu applies to the object under the pointer.
    std::optional<NodeRef> node = by_key ? std::nullopt : frame().scene().canvas()->walk_node_under_pointer();
    if (const auto hit = node || by_key ? std::nullopt : frame().scene().canvas()->hit_under_pointer()) {
        node = node_of(session()->root(), hit->record);
    }
    if (node && std::ranges::find(session()->selection(), *node) == session()->selection().end()) {
        part<SelectActions>().pick({*node}, Picking::replace);
    }
    const std::optional<glm::dvec3> pointed = position_under_pointer();
    const std::optional<glm::dvec3> place = by_key ? middle_of_view()
                                            : pointed
                                                ? std::optional(part<TransformActions>().snap_new_position(*pointed))
                                                : std::nullopt;
    const std::unique_ptr<wxMenu> menu(make_view_menu(frame().keys(), can_connect()));
    if (is_map()) {
        menu->AppendSubMenu(make_menu("&Select|La&yers", frame().keys()), "La&yers");
        auto* const add = new wxMenu;
        // Add Here adds to the selection, such as a walk map, and not to the floor under the pointer.
        const auto append = [this, add, before](const wxString& label, const std::function<void()>& act) {
            const int id = add->Append(wxID_ANY, label)->GetId();
            add->Bind(
                wxEVT_MENU,
                [this, before, act](wxCommandEvent&) {
                    select_nodes(before);
                    act();
                },
                id);
            return id;
        };
        for (const AddableKind& each : addable) {
            append(each.label, [this, kind = each.kind, place] { add_at(kind, place); });
        }
        append("New &Actor and Object", [this, place] { add_actor_at(place); });
        append("&Prefab...", [this, place] { part<PrefabActions>().place_at(place); });
        add->Enable(append("&Walk Node", [this, place] { add_node_at(*place); }), place.has_value());
        add->Enable(append("Walk Map of &This Floor...",
                           [this, place] { part<LevelActions>().fill_walk_map_at(*place); }),
                    place.has_value());
        menu->Insert(0, wxID_ANY, "&Add Here", add);
    }
    frame().scene().canvas()->PopupMenu(menu.get(), at);
}

}  // namespace redforge::editor
