// Opening, saving and leaving: what the window does with files.
#include <fmt/format.h>

#include "editor/views/frame.hpp"
#include "editor/views/grid.hpp"

namespace redforge::editor {

bool MainFrame::may_leave()
{
    if (!properties_->commit()) {
        return false;
    }
    if (!session_ || !session_->modified()) {
        return true;
    }
    switch (questions_.what_of_changes(*this, session_->path().filename().string())) {
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
    Destroy();
}

bool MainFrame::save_to(const std::filesystem::path& path, edit::Storage storage)
{
    const Result<Written> written = path == session_->path() ? session_->save() : session_->save_as(path, storage);
    if (!written) {
        report("Save", written.error());
        return false;
    }
    say(written->backup ? fmt::format("Saved; what was there is in {}.", written->backup->string())
                        : fmt::format("Saved {}.", path.string()));
    show_title();
    return true;
}

void MainFrame::open()
{
    if (!may_leave()) {
        return;
    }
    if (const auto path = questions_.which_to_open(*this)) {
        static_cast<void>(open_file(*path));  // an error has been shown
    }
}

void MainFrame::save()
{
    if (session_ && properties_->commit()) {
        save_to(session_->path(), session_->storage());
    }
}

void MainFrame::save_as()
{
    if (!session_ || !properties_->commit()) {
        return;
    }
    if (const auto path = questions_.where_to_save(*this, *session_)) {
        save_to(*path, storage_for(*path));
    }
}

void MainFrame::quit()
{
    Close();
}

}  // namespace redforge::editor
