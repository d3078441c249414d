// An open mod.
#include "editor/views/scene/scene_canvas.hpp"  // first, for its OpenGL headers

#include "editor/views/actions/mod_actions.hpp"

#include <algorithm>
#include <cstdlib>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "core/text/counts.hpp"
#include "editor/views/actions/document_actions.hpp"
#include "editor/views/actions/select_actions.hpp"
#include "editor/views/dialogs/settings.hpp"
#include "editor/views/frame/frame.hpp"
#include "editor/views/frame/game_files.hpp"
#include "editor/views/frame/text.hpp"
#include "editor/views/panes/focus.hpp"
#include "editor/views/panes/grid.hpp"
#include "editor/views/panes/list_filter.hpp"
#include "editor/views/panes/mod_pane.hpp"
#include "editor/views/panes/problems.hpp"
#include "editor/views/panes/table_pane.hpp"
#include "editor/views/scene/scene_pane.hpp"
#include "mod/install.hpp"

namespace redforge::editor {
namespace {

namespace fs = std::filesystem;

constexpr int pause = 300;  ///< milliseconds without a change before the changes are listed
constexpr const char* topic = "Mod";

/// Folders of PATH.
std::vector<fs::path> program_folders()
{
#ifdef __WXMSW__
    constexpr char separator = ';';
#else
    constexpr char separator = ':';
#endif
    std::vector<fs::path> folders;
    const char* const value = std::getenv("PATH");  // NOLINT(*mt-unsafe*): only wx has other threads
    for (std::string_view rest = value == nullptr ? "" : value; !rest.empty();) {
        const std::size_t end = std::min(rest.find(separator), rest.size());
        folders.emplace_back(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return folders;
}

}  // namespace

void ModActions::open_mod()
{
    if (!frame().can_close()) {
        return;
    }
    const auto folder = dialogs().which_mod ? dialogs().which_mod(frame()) : std::nullopt;
    if (!folder) {
        return;
    }
    if (!stored_game_folder()) {
        part<GameFiles>().choose_game_folder();
    }
    if (stored_game_folder()) {
        static_cast<void>(open_mod(*folder));  // an error has been shown
    } else {
        show_notice("A mod needs the folder of the game: File, Game Folder.");
    }
}

Status ModActions::open_mod(const fs::path& folder)
{
    const fs::path game = stored_game_folder().value_or(fs::path{});
    const Result<fs::path> copies = working_copies();
    Result<ModProject> project = copies ? ModProject::open(folder, game, *copies) : fail(copies.error());
    if (!project) {
        report(topic, project.error());
        return fail(project.error());
    }
    frame().problems().drop(topic);
    project_ = std::move(*project);
    part<GameFiles>().use_game_folder(game);
    conflicts_.clear();
    begin_list();
    frame().bottom().SetSelection(static_cast<std::size_t>(frame().bottom().GetPageIndex(pane_)));
    show_status(fmt::format("Opened the mod {}. Files of the game open with its changes, and are saved into the mod.",
                            project_->name()));
    frame().show_title();
    return {};
}

bool ModActions::open_mod_of_document()
{
    const Result<fs::path> copies = working_copies();
    if (!session() || open_path() || !copies) {
        return true;
    }
    Result<std::optional<ModProject>> around = ModProject::open_around(session()->path(), *copies);
    if (!around) {
        report(topic, around.error());
        return false;
    }
    if (*around) {
        project_ = std::move(**around);
        conflicts_.clear();
    }
    return true;
}

void ModActions::begin()
{
    open_mod_of_document();
    begin_list();
}

void ModActions::begin_list()
{
    changes_.clear();
    if (!project_) {
        return;
    }
    if (pane_ == nullptr) {
        pane_ = new ModPane(&frame().bottom());
        pane_->on_go = [this](const ModLine& line) { go(line); };
        frame().bottom().AddPage(pane_, "Mod");
        pane_->on_rows = [this] { frame().list_filter().update(); };
        timer_.Bind(wxEVT_TIMER, [this](wxTimerEvent&) { list_changes(); });
    }
    list_changes();
}

std::optional<std::string> ModActions::open_path() const
{
    return project_ && session() ? project_->path_of_copy(session()->path()) : std::nullopt;
}

std::optional<fs::path> ModActions::path_in_game() const
{
    const std::optional<std::string> path = open_path();
    return path ? std::optional(project_->game() / *path) : std::nullopt;
}

std::string ModActions::title_note() const
{
    return open_path() ? " in " + project_->name() : std::string{};
}

Result<fs::path> ModActions::path_of_file(const fs::path& file) const
{
    std::error_code ignored;
    if (fs::is_directory(file, ignored)) {
        return file;
    }
    if (const auto path = project_ ? project_->path_in_game(file) : std::nullopt) {
        return project_->check_out(*path);
    }
    const Result<fs::path> copies = working_copies();
    const Result<std::optional<ModProject>> around =
        copies ? ModProject::open_around(file, *copies) : Result<std::optional<ModProject>>(std::nullopt);
    if (!around) {
        return fail(around.error());
    }
    const std::optional<std::string> copy = *around ? (*around)->path_of_copy(file) : std::nullopt;
    return copy ? (*around)->check_out(*copy) : Result<fs::path>(file);
}

bool ModActions::is_in_game(const fs::path& file) const
{
    return project_ && project_->path_in_game(file).has_value();
}

bool ModActions::save_patch()
{
    if (!open_mod_of_document()) {
        return false;
    }
    const std::optional<std::string> path = open_path();
    if (!path) {
        return true;
    }
    const Result<std::vector<std::string>> notes = project_->save(*path, session()->document());
    if (!notes) {
        report("Save", notes.error());
        return false;
    }
    for (const std::string& note : *notes) {
        show_notice(note);
    }
    conflicts_.clear();
    list_changes();
    return true;
}

void ModActions::follow_later()
{
    if (open_path()) {
        timer_.StartOnce(pause);
    }
}

void ModActions::list_changes()
{
    changes_.clear();
    if (const std::optional<std::string> path = open_path()) {
        Result<std::vector<ModChange>> changes = project_->changes(*path, *session());
        if (!changes) {
            report(topic, changes.error());
        } else {
            changes_ = std::move(*changes);
        }
    }
    list();
    part<SelectActions>().show_record_notes();
    frame().table().mark(marked_fields());
    NodeRefs records;
    for (const auto& [record, words] : notes()) {
        records.push_back(record);
    }
    frame().scene().mark_changed(records);
    frame().show_marks();
}

void ModActions::list()
{
    if (!project_ || pane_ == nullptr) {
        return;
    }
    std::vector<ModFile> files = project_->files();
    const std::optional<std::string> open = open_path();
    const auto is_open = [&](const ModFile& file) { return open && mod::path_key(file.path) == mod::path_key(*open); };
    if (open && std::ranges::none_of(files, is_open)) {
        files.push_back({*open, false, 0});
    }
    std::vector<ModLine> lines;
    for (const ModFile& file : files) {
        ModLine line;
        line.where = file.path;
        line.now = file.is_new      ? "new file"
                   : is_open(file)  ? counted(changes_.size(), "change")
                   : file.edits > 0 ? counted(file.edits, "edit")
                                    : std::string("no changes");
        line.is_file = true;
        line.path = file.path;
        lines.push_back(line);
        for (const mod::ModConflict& conflict : conflicts_) {
            if (mod::path_key(conflict.file) == mod::path_key(file.path)) {
                lines.push_back({"conflict: " + conflict.conflict.path + " " + conflict.conflict.label,
                                 conflict.conflict.field, conflict.conflict.base,
                                 fmt::format("{}: {}, {}: {}; {} wins", conflict.first, conflict.conflict.ours,
                                             conflict.second, conflict.conflict.theirs, conflict.second),
                                 false, file.path, changes_.size()});
            }
        }
        for (std::size_t i = 0; is_open(file) && i < changes_.size(); ++i) {
            const ModChange& change = changes_[i];
            lines.push_back({change.where, change.field, change.original, change.now, false, file.path, i});
        }
    }
    pane_->show(std::move(lines));
}

void ModActions::go(const ModLine& line)
{
    if (!line.is_file && line.change < changes_.size() && changes_[line.change].record) {
        go_to_nodes({*changes_[line.change].record});
        return;
    }
    const std::optional<std::string> open = open_path();
    const bool is_open = open && mod::path_key(*open) == mod::path_key(line.path);
    if (is_open) {
        return;
    }
    const std::vector<ModFile> files = project_->files();
    const auto file = std::ranges::find(files, line.path, &ModFile::path);
    const bool is_new = file != files.end() && file->is_new;
    // An error has been shown.
    static_cast<void>(
        part<DocumentActions>().open(is_new ? project_->folder() / "files" / line.path : project_->game() / line.path));
}

std::vector<const ModChange*> ModActions::chosen_changes() const
{
    std::vector<const ModChange*> chosen;
    if (!session() || changes_.empty()) {
        return chosen;
    }
    const ModLine* const line = is_inside(wxWindow::FindFocus(), pane_) ? pane_->selected() : nullptr;
    if (line != nullptr && !line->is_file && line->change < changes_.size()) {
        chosen.push_back(&changes_[line->change]);
        return chosen;
    }
    const PropertyRow* const row = frame().properties().selected_row();
    for (const ModChange& change : changes_) {
        const bool is_selected =
            change.record && std::ranges::find(session()->selection(), *change.record) != session()->selection().end();
        if (is_selected && (row == nullptr || row->name == change.field)) {
            chosen.push_back(&change);
        }
    }
    return chosen;
}

bool ModActions::can_take_original() const
{
    return std::ranges::any_of(chosen_changes(), [](const ModChange* change) {
        return change->record && (change->value || change->field.empty());
    });
}

void ModActions::take_original()
{
    if (!commit()) {
        return;
    }
    std::vector<RecordValue> values;
    NodeRefs added;
    for (const ModChange* const change : chosen_changes()) {
        if (change->record && change->field.empty()) {
            added.push_back(*change->record);
        } else if (change->record && change->value) {
            values.push_back({*change->record, change->field, *change->value});
        }
    }
    Status status = values.empty() ? Status{} : session()->set("Take Original", values);
    if (status && !added.empty()) {
        status = session()->remove(added);
    }
    if (!status) {
        report("Set", status.error());
    }
    list_changes();
}

std::map<NodeRef, std::string> ModActions::notes() const
{
    std::map<NodeRef, std::string> notes;
    for (const ModChange& change : changes_) {
        if (change.record) {
            notes.insert_or_assign(*change.record, change.field.empty() ? "new in the mod" : "changed by the mod");
        }
    }
    return notes;
}

RecordFields ModActions::marked_fields() const
{
    RecordFields fields;
    for (const ModChange& change : changes_) {
        if (change.record) {
            fields.emplace(*change.record, change.field);
        }
    }
    return fields;
}

void ModActions::mark(PropertyRows& rows) const
{
    for (const ModChange& change : changes_) {
        if (!change.record || change.field.empty() || rows.owners != NodeRefs{*change.record}) {
            continue;
        }
        const auto row = std::ranges::find(rows.rows, change.field, &PropertyRow::name);
        if (row != rows.rows.end()) {
            row->original = change.value ? shown_text(*row, *change.value) : change.original;
        }
    }
}

void ModActions::show_conflicts()
{
    if (!project_) {
        return;
    }
    Result<std::vector<mod::ModConflict>> conflicts = project_->conflicts();
    if (!conflicts) {
        report(topic, conflicts.error());
        return;
    }
    frame().problems().drop(topic);
    conflicts_ = std::move(*conflicts);
    list();
    frame().bottom().SetSelection(static_cast<std::size_t>(frame().bottom().GetPageIndex(pane_)));
    show_status(conflicts_.empty()
                    ? fmt::format("{} has no conflicts with the mods of the game.", project_->name())
                    : fmt::format("{} with the mods of the game.", counted(conflicts_.size(), "conflict")));
}

void ModActions::install_and_play()
{
    if (!project_ || !commit()) {
        return;
    }
    if (session() && session()->modified()) {
        frame().save();
        if (session()->modified()) {
            return;  // an error has been shown
        }
    }
    if (const std::vector<std::string> others = part<DocumentActions>().other_unsaved(); !others.empty()) {
        show_notice(
            fmt::format("Not installed: {} in another tab has unsaved changes. Save it first.", others.front()));
        return;
    }
    mod::InstallOptions options;
    options.jobs = std::max(1U, std::thread::hardware_concurrency());
    const Result<mod::InstallReport> installed = mod::install(project_->game(), {project_->folder()}, options);
    if (!installed) {
        report("Install", installed.error());
        return;
    }
    frame().problems().drop("Install");
    conflicts_ = installed->conflicts;
    list();
    const std::string done = fmt::format("Installed {} in {}", project_->name(), project_->game().string());
    const std::optional<GameStarter> starter = find_starter(project_->game(), program_folders());
    if (!starter) {
        show_notice(done + "; no DOSBox was found that starts the game.");
    } else if (dialogs().start_program && dialogs().start_program(*starter)) {
        show_status(done + ", and the game starts.");
    } else {
        show_notice(fmt::format("{}; {} did not start.", done, starter->command.front()));
    }
}

}  // namespace redforge::editor
