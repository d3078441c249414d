// The history list, and the menu of recent files.
#include <filesystem>

#include <wx/fileconf.h>
#include <wx/menu.h>

#include "editor/views/actions/document_actions.hpp"
#include "editor/views/actions/tour_actions.hpp"
#include "editor/views/dialogs/settings.hpp"
#include "editor/views/dialogs/welcome.hpp"
#include "editor/views/frame/frame.hpp"
#include "editor/views/frame/game_files.hpp"
#include "editor/views/frame/text.hpp"
#include "editor/views/panes/history_pane.hpp"

namespace redforge::editor {

void MainFrame::show_history()
{
    std::vector<std::string> names{session_ ? "Opened" : ""};
    if (session_) {
        const std::vector<std::string> steps = session_->steps();
        names.insert(names.end(), steps.begin(), steps.end());
    }
    history_->show(std::move(names), session_ ? session_->steps_done() : 0);
}

void MainFrame::add_recent_menu()
{
    wxMenuBar& bar = *GetMenuBar();
    auto* const menu = new wxMenu;
    bar.GetMenu(0)->Insert(1, wxID_ANY, "Open &Recent", menu, "Files that were opened last.");
    recent_.UseMenu(menu);
    for (const std::string& file : recent_files()) {
        recent_.AddFileToHistory(to_wx(file));
    }
    Bind(
        wxEVT_MENU,
        [this](wxCommandEvent& event) { open_recent(static_cast<std::size_t>(event.GetId() - recent_.GetBaseId())); },
        recent_.GetBaseId(), recent_.GetBaseId() + recent_.GetMaxFiles() - 1);
}

void MainFrame::open_recent(std::size_t number)
{
    const std::filesystem::path path = to_path(recent_.GetHistoryFile(number));
    if (commit() && !part<DocumentActions>().open(path)) {
        recent_.RemoveFileFromHistory(number);
    }
}

void MainFrame::connect_welcome()
{
    welcome_ = new Welcome(this);
    welcome_->on_open = [this] { open(); };
    welcome_->on_game = [this] { part<GameFiles>().choose_game_folder(); };
    welcome_->on_tour = [this] { CallAfter([this] { part<TourActions>().start(); }); };
    welcome_->on_recent = [this](const std::string& path) {
        for (std::size_t i = 0; i < recent_.GetCount(); ++i) {
            if (from_wx(recent_.GetHistoryFile(i)) == path) {
                CallAfter([this, i] { open_recent(i); });  // the button still handles its own event
                return;
            }
        }
    };
    welcome_->show(recent_files());
    panes_.manager().AddPane(welcome_, wxAuiPaneInfo().Name("welcome").CentrePane().Position(0).Hide());
}

}  // namespace redforge::editor
