// Names: go to a definition, list uses, and show the objects that a script refers to.
#include "editor/views/scene/scene_canvas.hpp"  // first, for its OpenGL headers

#include "editor/views/actions/uses_actions.hpp"

#include <set>

#include <fmt/format.h>

#include "core/text/counts.hpp"
#include "editor/model/scene/placing.hpp"
#include "editor/model/session/game_uses.hpp"
#include "editor/views/actions/document_actions.hpp"
#include "editor/views/actions/pane_actions.hpp"
#include "editor/views/actions/script_actions.hpp"
#include "editor/views/dialogs/replace_dialog.hpp"
#include "editor/views/dialogs/settings.hpp"
#include "editor/views/frame/frame.hpp"
#include "editor/views/frame/game_files.hpp"
#include "editor/views/panes/focus.hpp"
#include "editor/views/panes/grid.hpp"
#include "editor/views/panes/uses_pane.hpp"
#include "editor/views/scene/scene_pane.hpp"
#include "editor/views/script/script_page.hpp"
#include "scene/placement.hpp"
#include "soup/names/name_files.hpp"

namespace redforge::editor {
namespace {

/// Delay between a selection and the count of its uses, milliseconds.
constexpr int uses_delay = 150;

}  // namespace

void UsesActions::connect()
{
    timer_.Bind(wxEVT_TIMER, [this](wxTimerEvent&) { count_uses(); });
    frame().uses().on_go = [this](const Use& use) {
        if (!session() || !commit()) {
            return;
        }
        if (!use.file.empty()) {
            go_to_file(use);
            return;
        }
        if (!session()->find(use.record)) {
            show_status("The open document no longer contains this record");
            return;
        }
        go_to_nodes({use.record});
        if (use.line) {
            part<ScriptActions>().show_script_page(true);
            frame().script().go_to(use.line->range);
        }
    };
}

void UsesActions::count_later()
{
    timer_.StartOnce(uses_delay);
}

void UsesActions::go_to_file(const Use& use)
{
    std::error_code ignored;
    const bool is_open = session() && std::filesystem::equivalent(use.file, session()->path(), ignored);
    if (!is_open && !part<DocumentActions>().open(use.file)) {
        return;
    }
    if (const Result<NodeRef> record = session()->find(use.path)) {
        go_to_nodes({*record});
    }
}

std::optional<UsedName> UsesActions::current_name() const
{
    if (!session()) {
        return std::nullopt;
    }
    if (frame().script().has_focus()) {
        return frame().script().name_at_cursor();
    }
    if (session()->selection().size() != 1) {
        return std::nullopt;
    }
    const bool in_grid = is_inside(wxWindow::FindFocus(), &frame().properties());
    const PropertyRow* const row = in_grid ? frame().properties().selected_row() : nullptr;
    if (row != nullptr && row->part) {
        if (std::optional<UsedName> name = used_name(*session(), row->part->records.front(), row->part->field)) {
            return name;
        }
    }
    return used_name(*session(), session()->selection().front(), row != nullptr ? row->name : std::string{});
}

void UsesActions::go_to_definition()
{
    if (frame().script().has_focus()) {
        frame().script().go_to_definition();
        return;
    }
    const std::optional<UsedName> name = current_name();
    if (!name) {
        show_status(has_selection() ? "The selected record refers to nothing else." : "Select one record first.");
        return;
    }
    const std::optional<NodeRef> definition = definition_of(*session(), *name);
    if (!definition) {
        show_status(fmt::format("The {} is not defined in this file.", called(*name)));
    } else if (session()->selection().front() == *definition) {
        show_status(fmt::format("This is the {} itself. Find Uses lists its uses.", called(*name)));
    } else {
        go_to_nodes({*definition});
        show_status(fmt::format("The {}", called(*name)));
    }
}

void UsesActions::find_uses()
{
    const std::optional<UsedName> name = current_name();
    if (!name) {
        show_status(has_selection() ? "The selected record has no name that others can use."
                                    : "Select one record first.");
        return;
    }
    list_uses(*name);
}

void UsesActions::list_uses(const UsedName& name)
{
    std::vector<Use> uses = uses_of(*session(), name, frame().script().written());
    if (is_used_by_game(name)) {
        const wxBusyCursor busy;
        std::vector<Use> others =
            uses_in_game(name, part<GameFiles>().game_around(session()->path()), session()->names());
        std::ranges::move(others, std::back_inserter(uses));
    }
    show_found(std::move(uses));
    show_status(uses_description(name, frame().uses().uses()));
}

void UsesActions::show_found(std::vector<Use> found)
{
    frame().uses().show(std::move(found));
    frame().bottom().SetSelection(static_cast<size_t>(frame().bottom().GetPageIndex(&frame().uses())));
    if (!part<PaneActions>().bottom_shown()) {
        part<PaneActions>().toggle_bottom();
    }
    if (!frame().uses().uses().empty()) {
        frame().uses().Select(0);
        frame().uses().Focus(0);
        give_focus(frame().uses());
    }
}

void UsesActions::replace_everywhere()
{
    if (!session() || !commit() || !dialogs().ask_replace) {
        return;
    }
    if (!session()->drafts().empty()) {
        show_status("Apply or discard the changes of scripts first");
        return;
    }
    const auto look = [this](const ReplaceWords& words) {
        return plan_replacement(*session(), words, frame().script().written()).rows;
    };
    const auto words = dialogs().ask_replace(frame(), {can_have_scripts(*session()), look});
    if (!words) {
        return;
    }
    ReplacePlan found = plan_replacement(*session(), *words, frame().script().written());
    exclude_rows(found, words->left_out);
    const Status status = session()->set(fmt::format("Replace {} with {}", words->find, words->with), found.values);
    if (!status) {
        report("Replace", status.error());
        return;
    }
    for (const auto& [place, text] : found.scripts) {
        frame().script().remember(*session(), place, text);
    }
    part<ScriptActions>().show_script();
    show_status(fmt::format("{} replaced", counted(found.rows.size(), "place")));
}

bool UsesActions::select_all_uses()
{
    if (!session() || !is_inside(wxWindow::FindFocus(), &frame().uses())) {
        return false;
    }
    NodeRefs refs;
    std::set<NodeRef> known;
    for (const Use& use : frame().uses().uses()) {
        if (!use.line && use.file.empty() && known.insert(use.record).second && session()->find(use.record)) {
            refs.push_back(use.record);
        }
    }
    if (!refs.empty()) {
        select_nodes(refs);
    }
    return true;
}

/// Counts in maps only: in a large plugin, a count takes as long as a search.
void UsesActions::count_uses()
{
    const std::optional<UsedName> name = is_map() && session()->selection().size() == 1
                                             ? used_name(*session(), session()->selection().front())
                                             : std::nullopt;
    const std::size_t count = name ? count_references(*session(), *name) : 0;
    frame().properties().note_uses(!name ? std::string{}
                                         : fmt::format("{}{} of {}. Shift+F12 lists them.",
                                                       size_description(session()->selection().front()),
                                                       counted(count, "use"), called(*name)));
    show_reached();
}

/// Formats "440 x 126 x 36 map units.\n" along X, Y and Z, for the drawn part of a record; empty if nothing is drawn.
std::string UsesActions::size_description(const NodeRef& ref) const
{
    const std::optional<scene::RecordRef> record = scene_record(session()->root(), ref);
    const std::optional<scene::Bounds> box = record && has_view() && frame().scene().scene() != nullptr
                                                 ? scene::bounds_of(frame().scene().scene()->scene, {*record})
                                                 : std::nullopt;
    if (!box) {
        return {};
    }
    const auto side = [](float low, float high) { return std::lround((high - low) * scene::units_per_view); };
    const long x = side(box->low.x, box->high.x);
    const long y = side(box->low.y, box->high.y);
    const long z = side(box->low.z, box->high.z);
    return x + y + z == 0 ? std::string{} : fmt::format("{} x {} x {} map units.\n", x, y, z);
}

void UsesActions::show_reached()
{
    if (frame().scene().canvas() == nullptr) {
        return;
    }
    std::vector<std::pair<scene::Vec3, scene::Vec3>> arrows;
    const bool one = is_map() && session()->selection().size() == 1;
    const NodeRef from = one ? session()->selection().front() : NodeRef{};
    const auto view_place = [this](const NodeRef& ref) -> std::optional<scene::Vec3> {
        const auto place = position_of(session()->root(), ref);
        return place ? std::optional(scene::view_position(*place)) : std::nullopt;
    };
    const std::optional<scene::Vec3> begin = one ? view_place(from) : std::nullopt;
    for (const ScriptPlace& script : begin ? scripts_at(*session(), from) : std::vector<ScriptPlace>{}) {
        for (const NodeRef& reached :
             find_named_objects(*session(), script, frame().script().written().text(*session(), script))) {
            if (const std::optional<scene::Vec3> end = view_place(reached); end && reached != from) {
                arrows.emplace_back(*begin, *end);
            }
        }
    }
    frame().scene().canvas()->show_arrows(std::move(arrows));
}

}  // namespace redforge::editor
