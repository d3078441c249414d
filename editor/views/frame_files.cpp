// Opening, saving and leaving: what the window does with files.
#include <fmt/format.h>
#include <wx/dnd.h>

#include "editor/views/frame.hpp"
#include "editor/views/grid.hpp"
#include "editor/views/text.hpp"

namespace redforge::editor {

bool MainFrame::may_leave()
{
    if (!commit()) {
        return false;
    }
    if (!session_ || !session_->modified()) {
        return true;
    }
    switch (dialogs_.what_of_changes(*this, session_->path().filename().string())) {
    case Answer::save: return save_to(session_->path(), session_->storage());
    case Answer::discard: return true;
    case Answer::cancel: return false;
    }
    return false;
}

void MainFrame::on_close(wxCloseEvent& event)
{
    if (event.CanVeto() && !may_leave()) {
        event.Veto();
        return;
    }
    remember_layout();
    Destroy();
}

bool MainFrame::save_to(const std::filesystem::path& path, edit::Storage storage)
{
    const bool same = path == session_->path();
    Result<Written> written = same ? session_->save() : session_->save_as(path, storage);
    if (same && !written && written.error().code == ErrorCode::changed && dialogs_.what_of_outside_change) {
        switch (dialogs_.what_of_outside_change(*this, path.filename().string())) {
        case OutsideAnswer::reload: return reload();
        case OutsideAnswer::keep_mine: written = session_->save(OutsideChange::overwrite); break;
        case OutsideAnswer::cancel: return false;
        }
    }
    if (!written) {
        report("Save", written.error());
        return false;
    }
    say(written->backup ? fmt::format("Saved; what was there is in {}.", written->backup->string())
                        : fmt::format("Saved {}.", path.string()));
    show_title();
    return true;
}

/// Reads the present file again and gives up what was changed here.
bool MainFrame::reload()
{
    const std::filesystem::path path = session_->path();
    Paths selected;
    for (const NodeRef& ref : session_->selection()) {
        selected.push_back(session_->path_of(ref));
    }
    if (!open_file(path)) {
        return false;
    }
    select(selected);
    say(fmt::format("Reloaded {}.", path.string()));
    return true;
}

void MainFrame::open()
{
    if (!may_leave()) {
        return;
    }
    if (const auto path = dialogs_.which_to_open(*this)) {
        static_cast<void>(open_file(*path));  // an error has been shown
    }
}

bool MainFrame::open_dropped(const std::vector<std::filesystem::path>& files)
{
    if (files.empty() || !may_leave()) {
        return false;
    }
    const bool opened = open_file(files.front()).has_value();  // an error has been shown
    if (opened && files.size() > 1) {
        say(fmt::format("Opened {}. A window has one file; {} more were dropped.", files.front().string(),
                        files.size() - 1));
    }
    return opened;
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
            // The program that the files come from waits for an answer, and a question may be asked first.
            frame_.CallAfter([&frame = frame_, files] { frame.open_dropped(files); });
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
    if (const auto path = dialogs_.where_to_save(*this, *session_)) {
        save_to(*path, storage_for(*path));
    }
}

void MainFrame::quit()
{
    Close();
}

}  // namespace redforge::editor
