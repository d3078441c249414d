// What the window does with names: going to where one is defined, listing what uses it, and showing what a script reaches.
#include "editor/views/scene_canvas.hpp"  // first, for its OpenGL headers

#include <set>

#include <fmt/format.h>

#include "core/counts.hpp"
#include "editor/model/game_uses.hpp"
#include "editor/model/placing.hpp"
#include "editor/views/focus.hpp"
#include "editor/views/frame.hpp"
#include "editor/views/grid.hpp"
#include "editor/views/replace_dialog.hpp"
#include "editor/views/scene_pane.hpp"
#include "editor/views/script_page.hpp"
#include "editor/views/settings.hpp"
#include "editor/views/uses_pane.hpp"
#include "scene/placement.hpp"
#include "soup/name_files.hpp"

namespace redforge::editor {

void MainFrame::connect_uses()
{
    uses_timer_.Bind(wxEVT_TIMER, [this](wxTimerEvent&) { count_uses(); });
    uses_ = new UsesPane(bottom_);
    bottom_->AddPage(uses_, "Found");
    uses_->on_go = [this](const Use& use) {
        if (!session_ || !commit()) {
            return;
        }
        if (!use.file.empty()) {
            go_to_file(use);
            return;
        }
        if (!session_->find(use.record)) {
            say("This record is no longer in the open document");
            return;
        }
        select_nodes({use.record});
        if (use.line) {
            show_script_page(true);
            script_->go_to(use.line->range);
        }
    };
}

std::filesystem::path MainFrame::game_around(const std::filesystem::path& file) const
{
    const std::filesystem::path around =
        game_folder_ ? *game_folder_ : soup::folder_with_definitions(std::filesystem::absolute(file));
    return around.empty() ? remembered_game_folder().value_or(std::filesystem::path{}) : around;
}

void MainFrame::go_to_file(const Use& use)
{
    std::error_code ignored;
    const bool is_open = session_ && std::filesystem::equivalent(use.file, session_->path(), ignored);
    if (!is_open && (!may_leave() || !open_file(use.file))) {
        return;
    }
    if (const Result<NodeRef> record = session_->find(use.path)) {
        select_nodes({*record});
    }
}

std::optional<UsedName> MainFrame::name_at_hand() const
{
    if (!session_) {
        return std::nullopt;
    }
    if (script_->has_focus()) {
        return script_->name_at_cursor();
    }
    if (session_->selection().size() != 1) {
        return std::nullopt;
    }
    const bool in_grid = is_inside(wxWindow::FindFocus(), properties_);
    return used_name(*session_, session_->selection().front(), in_grid ? properties_->selected_name() : std::string{});
}

void MainFrame::go_to_definition()
{
    if (script_->has_focus()) {
        script_->go_to_definition();
        return;
    }
    const std::optional<UsedName> name = name_at_hand();
    if (!name) {
        say(has_selection() ? "The selected record refers to nothing else." : "Select one record first.");
        return;
    }
    const std::optional<NodeRef> definition = definition_of(*session_, *name);
    if (!definition) {
        say(fmt::format("The {} is not defined in this file.", called(*name)));
    } else if (session_->selection().front() == *definition) {
        say(fmt::format("This is the {} itself. Find Uses lists what uses it.", called(*name)));
    } else {
        select_nodes({*definition});
        say(fmt::format("The {}", called(*name)));
    }
}

void MainFrame::find_uses()
{
    const std::optional<UsedName> name = name_at_hand();
    if (!name) {
        say(has_selection() ? "The selected record has no name that others can use." : "Select one record first.");
        return;
    }
    list_uses(*name);
}

void MainFrame::list_uses(const UsedName& name)
{
    std::vector<Use> uses = uses_of(*session_, name, script_->written());
    if (is_used_by_game(name)) {
        const wxBusyCursor busy;
        std::vector<Use> others = uses_in_game(name, game_around(session_->path()), session_->names());
        std::ranges::move(others, std::back_inserter(uses));
    }
    show_found(std::move(uses));
    say(uses_words(name, uses_->uses()));
}

void MainFrame::show_found(std::vector<Use> found)
{
    uses_->show(std::move(found));
    bottom_->SetSelection(static_cast<size_t>(bottom_->GetPageIndex(uses_)));
    if (!bottom_shown()) {
        toggle_bottom();
    }
    if (!uses_->uses().empty()) {
        uses_->Select(0);
        uses_->Focus(0);
        give_focus(*uses_);
    }
}

void MainFrame::replace_everywhere()
{
    if (!session_ || !commit() || !dialogs_.what_to_replace) {
        return;
    }
    if (!session_->drafts().empty()) {
        say("Apply or discard the changes of scripts first");
        return;
    }
    const auto look = [this](const ReplaceWords& words) {
        return replacing(*session_, words, script_->written()).rows;
    };
    const auto words = dialogs_.what_to_replace(*this, {may_have_scripts(*session_), look});
    if (!words) {
        return;
    }
    const Replacing found = replacing(*session_, *words, script_->written());
    const Status status = session_->set(fmt::format("Replace {} with {}", words->find, words->with), found.values);
    if (!status) {
        report("Replace", status.error());
        return;
    }
    for (const auto& [place, text] : found.scripts) {
        script_->remember(*session_, place, text);
    }
    show_script();
    say(fmt::format("{} replaced", counted(found.rows.size(), "place")));
}

bool MainFrame::select_all_uses()
{
    if (!session_ || !is_inside(wxWindow::FindFocus(), uses_)) {
        return false;
    }
    NodeRefs refs;
    std::set<NodeRef> known;
    for (const Use& use : uses_->uses()) {
        if (!use.line && use.file.empty() && known.insert(use.record).second && session_->find(use.record)) {
            refs.push_back(use.record);
        }
    }
    if (!refs.empty()) {
        select_nodes(refs);
    }
    return true;
}

/// Of a large plugin that would take as long as a search.
void MainFrame::count_uses()
{
    const std::optional<UsedName> name = is_map() && session_->selection().size() == 1
                                             ? used_name(*session_, session_->selection().front())
                                             : std::nullopt;
    const std::size_t count = name ? count_references(*session_, *name) : 0;
    properties_->note_uses(!name ? std::string{}
                                 : fmt::format("{}: {}. Shift+F12 lists them.{}", called(*name), counted(count, "use"),
                                               size_words(session_->selection().front())));
    show_reached();
}

/// " 440 x 126 x 36 map units." along X, Y and Z, of what is drawn for a record; empty where nothing is.
std::string MainFrame::size_words(const NodeRef& ref) const
{
    const std::optional<scene::RecordRef> record = scene_record(session_->root(), ref);
    const std::optional<scene::Bounds> box = record && has_view() && scene_->scene() != nullptr
                                                 ? scene::bounds_of(scene_->scene()->scene, {*record})
                                                 : std::nullopt;
    if (!box) {
        return {};
    }
    const auto side = [](float low, float high) { return std::lround((high - low) * scene::units_per_view); };
    const long x = side(box->low.x, box->high.x);
    const long y = side(box->low.y, box->high.y);
    const long z = side(box->low.z, box->high.z);
    return x + y + z == 0 ? std::string{} : fmt::format(" {} x {} x {} map units.", x, y, z);
}

void MainFrame::show_reached()
{
    if (scene_->canvas() == nullptr) {
        return;
    }
    std::vector<std::pair<scene::Vec3, scene::Vec3>> arrows;
    const bool one = is_map() && session_->selection().size() == 1;
    const NodeRef from = one ? session_->selection().front() : NodeRef{};
    const auto view_place = [this](const NodeRef& ref) -> std::optional<scene::Vec3> {
        const auto place = place_of(session_->root(), ref);
        return place ? std::optional(scene::view_position(*place)) : std::nullopt;
    };
    const std::optional<scene::Vec3> begin = one ? view_place(from) : std::nullopt;
    for (const ScriptPlace& script : begin ? scripts_at(*session_, from) : std::vector<ScriptPlace>{}) {
        for (const NodeRef& reached : reached_by(*session_, script, script_->written().text(*session_, script))) {
            if (const std::optional<scene::Vec3> end = view_place(reached); end && reached != from) {
                arrows.emplace_back(*begin, *end);
            }
        }
    }
    scene_->canvas()->show_arrows(std::move(arrows));
}

}  // namespace redforge::editor
