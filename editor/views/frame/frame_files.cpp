// Opens, saves and closes files.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <wx/dnd.h>

#include "core/files/files.hpp"
#include "core/text/counts.hpp"
#include "edit/map/map_of.hpp"
#include "editor/views/actions/disk_actions.hpp"
#include "editor/views/actions/document_actions.hpp"
#include "editor/views/actions/layer_actions.hpp"
#include "editor/views/actions/mod_actions.hpp"
#include "editor/views/actions/view_actions.hpp"
#include "editor/views/frame/frame.hpp"
#include "editor/views/frame/text.hpp"
#include "editor/views/panes/grid.hpp"
#include "editor/views/panes/problems.hpp"
#include "rgm/new_map.hpp"

namespace redforge::editor {
namespace {

std::vector<std::string> draft_names(const Session& session)
{
    std::vector<std::string> names;
    for (const Draft& draft : session.drafts()) {
        names.push_back(draft.name);
    }
    return names;
}

}  // namespace

bool MainFrame::can_close()
{
    if (!commit()) {
        return false;
    }
    if (!session_) {
        return true;
    }
    session_->leave_journal(false);
    if (session_->modified()) {
        switch (dialogs_.ask_save_changes(*this, session_->path().filename().string(), draft_names(*session_))) {
        case SaveChoice::save:
            if (!save_to(session_->path(), session_->storage())) {
                return false;
            }
            break;
        case SaveChoice::discard: return true;
        case SaveChoice::cancel: return false;
        }
    }
    return can_close_drafts();
}

bool MainFrame::can_close_drafts()
{
    const std::vector<std::string> drafts = draft_names(*session_);
    if (drafts.empty()) {
        return true;
    }
    const DraftAnswer answer = dialogs_.ask_keep_drafts ? dialogs_.ask_keep_drafts(*this, drafts) : DraftAnswer::keep;
    session_->leave_journal(answer == DraftAnswer::keep);
    return answer != DraftAnswer::cancel;
}

void MainFrame::on_close(wxCloseEvent& event)
{
    if (event.CanVeto() && !part<DocumentActions>().can_close_all()) {
        event.Veto();
        return;
    }
    panes_.remember();
    part<ViewActions>().save_view_settings();
    Destroy();
}

bool MainFrame::save_to(const std::filesystem::path& path, edit::Storage storage)
{
    const bool same = path == session_->path();
    ModActions& mod = part<ModActions>();
    if (!same && mod.is_in_game(path)) {
        report("Save", {.code = ErrorCode::usage,
                        .message = "a mod is open, which does not change the game",
                        .file = path.string(),
                        .hint = "File, Save writes to the mod; save a copy in another folder"});
        return false;
    }
    if (same && !mod.save_patch()) {
        return false;
    }
    Result<Written> written = same ? session_->save() : session_->save_as(path, storage);
    while (same && !written && written.error().code == ErrorCode::changed) {
        Result<edit::Loaded> theirs = session_->read_disk();
        const ExternalChangeChoice answer = part<DiskActions>().ask_external_change(theirs, true);
        if (answer == ExternalChangeChoice::reload) {
            return theirs && part<DiskActions>().reload(std::move(*theirs));
        }
        if (answer == ExternalChangeChoice::merge) {
            if (!theirs || !part<DiskActions>().merge(std::move(*theirs))) {
                return false;
            }
            written = session_->save();
            continue;
        }
        if (answer != ExternalChangeChoice::keep_mine) {
            return false;
        }
        if (!theirs) {
            written = session_->save(OutsideChange::overwrite);
            break;
        }
        session_->keep_mine(std::move(*theirs));
        written = session_->save();  // ask again if the file changed during the question
    }
    if (!written) {
        report("Save", written.error());
        return false;
    }
    problems_->drop("Save");
    if (!same) {
        part<DocumentActions>().note_opened(path);
    }
    report_unfinished();
    part<LayerActions>().write();
    if (!session_->journal_error()) {
        problems_->drop("Journal");
        journal_error_shown_ = false;
    }
    std::string words = written->backup ? fmt::format("Saved. The old version is in {}.", written->backup->string())
                                        : fmt::format("Saved {}.", path.string());
    if (const std::optional<std::string> in_mod = mod.open_path()) {
        words = fmt::format("Saved the changes of {} in the mod.", *in_mod);
    }
    const std::vector<std::string> drafts = draft_names(*session_);
    if (drafts.empty()) {
        show_status(words);
    } else {
        said_ = {};  // the reason is listed in Problems
        show_notice(fmt::format("{} The script text of {} is not applied: it is kept as a draft, not in the file.",
                                words, fmt::join(drafts, ", ")));
    }
    show_title();
    return true;
}

void MainFrame::open()
{
    if (!commit()) {
        return;
    }
    if (const auto path = dialogs_.ask_open_path(*this)) {
        static_cast<void>(part<DocumentActions>().open(*path));  // an error has been shown
    }
}

void MainFrame::new_map()
{
    if (!commit()) {
        return;
    }
    const rgm::Map* const other = session_ ? edit::map_of(session_->document()) : nullptr;
    const std::string beside = session_ ? session_->path().filename().string() : std::string{};
    const auto path = dialogs_.ask_new_map_path
                          ? dialogs_.ask_new_map_path(*this, other != nullptr ? session_->path().parent_path()
                                                                              : std::filesystem::path{})
                          : std::nullopt;
    if (!path) {
        return;
    }
    const rgm::NewMap made = rgm::new_map_like(other);
    const Result<Bytes> bytes = rgm::write_map(made.map);
    const Result<Written> written =
        bytes ? write_file(*path, *bytes, {.overwrite = Overwrite::allow, .backup = true}) : fail(bytes.error());
    if (!written) {
        report("New Map", written.error());
        return;
    }
    if (!part<DocumentActions>().open(*path)) {
        return;  // an error has been shown
    }
    const std::string name = path->filename().string();
    show_notice(
        made.copied_actors > 0
            ? fmt::format("Made {}, with the first {} of {} and a marker.", name, counted(made.copied_actors, "actor"),
                          beside)
            : fmt::format("Made {}, with the first actors and a marker. To copy the actors of a map of the game, "
                          "open that map and choose New Map again.",
                          name));
}

void MainFrame::take_dropped_files()
{
    class Target : public wxFileDropTarget {
    public:
        explicit Target(MainFrame& frame) : frame_(frame) {}
        bool OnDropFiles(wxCoord /*x*/, wxCoord /*y*/, const wxArrayString& names) override
        {
            std::vector<std::filesystem::path> files;
            for (const wxString& name : names) {
                files.push_back(to_path(name));
            }
            // Return first: the source of the drag waits, and opening can show a dialog.
            frame_.CallAfter([&frame = frame_, files] { frame.part<DocumentActions>().open_all(files); });
            return true;
        }

    private:
        MainFrame& frame_;
    };
    SetDropTarget(new Target(*this));
}

void MainFrame::save()
{
    if (session_ && commit()) {
        save_to(session_->path(), session_->storage());
    }
}

void MainFrame::save_as()
{
    if (!session_ || !commit()) {
        return;
    }
    if (const auto path = dialogs_.ask_save_path(*this, *session_)) {
        save_to(*path, storage_for(*path));
    }
}

void MainFrame::quit()
{
    Close();
}

}  // namespace redforge::editor
