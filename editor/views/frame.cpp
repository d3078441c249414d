// The window: panes around one session, and what can be done with it.
#include "editor/views/frame.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <wx/aboutdlg.h>
#include <wx/aui/auibar.h>

#include "editor/views/actions.hpp"
#include "editor/views/grid.hpp"
#include "editor/views/outliner.hpp"
#include "editor/views/problems.hpp"
#include "editor/views/scene_pane.hpp"
#include "editor/views/text.hpp"

namespace redforge::editor {

MainFrame::MainFrame(Questions questions)
    : wxFrame(nullptr, wxID_ANY, "Redforge"), questions_(std::move(questions)), panes_(this)
{
    SetSize(FromDIP(wxSize(1200, 800)));  // before the panes, which take their share of it
    SetMenuBar(make_menu_bar());
    CreateStatusBar(2);
    const int widths[2] = {-3, -1};  // NOLINT(*avoid-c-arrays*): as wx takes them
    SetStatusWidths(2, widths);      // NOLINT(*array-to-pointer*)
    outliner_ = new Outliner(this, make_menu("&Record"));
    properties_ = new PropertyPane(this);
    problems_ = new ProblemsPane(this);
    scene_ = new ScenePane(this);
    connect_scene();
    place_panes();
    bind_actions();
    outliner_->on_select = [this](Paths paths) {
        selected_ = std::move(paths);
        show_selection();
    };
    outliner_->on_filter = [this](const std::string& query) { filter(query); };
    properties_->on_set = [this](std::string_view name, std::string_view text) { return set_value(name, text); };
    Bind(wxEVT_CLOSE_WINDOW, &MainFrame::on_close, this);
    say("Open a file to begin.");
}

MainFrame::~MainFrame()
{
    outliner_->clear();  // the tree outlives the session by a moment
    panes_.UnInit();
}

void MainFrame::place_panes()
{
    auto* const bar = new wxAuiToolBar(this, wxID_ANY, wxDefaultPosition, wxDefaultSize, wxAUI_TB_HORZ_LAYOUT);
    fill_tool_bar(*bar);
    panes_.SetDockSizeConstraint(0.5, 0.4);
    panes_.AddPane(bar, wxAuiPaneInfo().Name("tools").ToolbarPane().Top().LeftDockable(false).RightDockable(false));
    panes_.AddPane(scene_, wxAuiPaneInfo().Name("scene").CenterPane());
    panes_.AddPane(properties_, wxAuiPaneInfo()
                                    .Name("properties")
                                    .Caption("Properties")
                                    .Right()
                                    .CloseButton(false)
                                    .BestSize(FromDIP(wxSize(340, 500))));
    panes_.AddPane(outliner_, wxAuiPaneInfo()
                                  .Name("outliner")
                                  .Caption("Outliner")
                                  .Left()
                                  .CloseButton(false)
                                  .BestSize(FromDIP(wxSize(340, 500))));
    panes_.AddPane(problems_, wxAuiPaneInfo()
                                  .Name("problems")
                                  .Caption("Problems")
                                  .Bottom()
                                  .CloseButton(false)
                                  .BestSize(FromDIP(wxSize(800, 105))));
    panes_.Update();
}

void MainFrame::bind_actions()
{
    for (const Action& action : actions()) {
        Bind(
            wxEVT_MENU, [this, &action](wxCommandEvent&) { (this->*action.run)(); }, action.id);
        if (action.possible != nullptr) {
            Bind(
                wxEVT_UPDATE_UI,
                [this, &action](wxUpdateUIEvent& event) {
                    event.Enable((this->*action.possible)());
                    if (action.on != nullptr) {
                        event.Check((this->*action.on)());
                    }
                },
                action.id);
        }
    }
}

Status MainFrame::open_file(const std::filesystem::path& path)
{
    Result<Session> opened = Session::open(path);
    if (!opened) {
        report("Open", opened.error());
        return fail(std::move(opened.error()));
    }
    properties_->drop_edit();
    session_ = std::move(*opened);
    problems_->show_kept(session_->kept());
    outliner_->show(*session_);
    shown_structure_ = session_->structure();
    selected_.clear();
    select({""});
    open_scene();
    show_title();
    say(fmt::format("Opened {}.", session_->path().string()));
    return {};
}

void MainFrame::select(const Paths& paths)
{
    selected_ = outliner_->select(paths);
    show_selection();
}

Status MainFrame::set_value(std::string_view name, std::string_view text)
{
    if (!session_) {
        return {};
    }
    Status status = session_->set(selected_, name, text);
    if (!status) {
        report("Set", status.error());
        return status;
    }
    say(session_->undo_name());
    // The grid is in the middle of its own change: it is brought up to date when that is over.
    CallAfter([this] { refresh(); });
    return {};
}

void MainFrame::filter(const std::string& query)
{
    if (!session_) {
        return;
    }
    const Result<std::size_t> found = outliner_->filter(query);
    if (!found) {
        report("Find", found.error());
        return;
    }
    say(query.empty() ? "All is shown." : fmt::format("{} found.", *found));
    if (query.empty() || *found == 0) {
        select(selected_);
    } else {
        select({outliner_->first_found()});
    }
}

void MainFrame::refresh(const std::optional<Paths>& selection)
{
    if (!session_) {
        return;
    }
    if (shown_structure_ != session_->structure()) {
        shown_structure_ = session_->structure();
        outliner_->show(*session_);
        select(selection.value_or(selected_));
    } else {
        outliner_->redraw();
        show_selection();
    }
    scene_->follow();
    show_title();
}

void MainFrame::show_title()
{
    const std::string name = session_ ? session_->path().filename().string() : std::string{};
    SetTitle(to_wx(name.empty() ? "Redforge" : fmt::format("{}{} - Redforge", session_->modified() ? "*" : "", name)));
}

void MainFrame::show_selection()
{
    scene_->select(selected_);
    properties_->show(session_ ? make_sheet(*session_, selected_) : Sheet{});
    SetStatusText(selected_.size() == 1 ? to_wx(selected_.front()) : wxString::Format("%zu selected", selected_.size()),
                  1);
}

void MainFrame::say(const std::string& message)
{
    SetStatusText(to_wx(message), 0);
}

void MainFrame::report(const char* doing, const Error& error)
{
    const std::string message = describe(error);
    say(message);
    problems_->add(doing, message);
}

void MainFrame::undo()
{
    properties_->drop_edit();
    if (can_undo()) {
        say("Undone: " + session_->undo_name());
        session_->undo();
        refresh();
    }
}

void MainFrame::redo()
{
    properties_->drop_edit();
    if (can_redo()) {
        say("Done again: " + session_->redo_name());
        session_->redo();
        refresh();
    }
}

void MainFrame::find()
{
    outliner_->focus_filter();
}

void MainFrame::add_record()
{
    if (!can_add() || !properties_->commit()) {
        return;
    }
    const Result<std::string> added = session_->add(selected_.back());
    if (!added) {
        report("Add", added.error());
        return;
    }
    say(session_->undo_name());
    refresh(Paths{*added});
}

void MainFrame::duplicate_records()
{
    if (!can_arrange() || !properties_->commit()) {
        return;
    }
    const Result<Paths> copies = session_->duplicate(selected_);
    if (!copies) {
        report("Duplicate", copies.error());
        return;
    }
    say(session_->undo_name());
    refresh(*copies);
}

void MainFrame::remove_records()
{
    if (!can_remove()) {
        return;
    }
    properties_->drop_edit();
    const Paths removed = selected_;
    if (const Status status = session_->remove(removed); !status) {
        report("Remove", status.error());
        return;
    }
    say(session_->undo_name());
    // The next one in the list is at hand then; behind the last, the one before; else what held them.
    const std::string& first = *std::ranges::min_element(removed, {}, &std::string::size);
    Paths next{first};
    if (!session_->locate(first)) {
        const std::string above(path_above(first));
        const Result<Place> list = session_->locate(above);
        const std::size_t left = list && list->members ? list->members->ops->size(list->members->list) : 0;
        next = {left > 0 && first.ends_with(']') ? fmt::format("{}[{}]", above, left - 1) : above};
    }
    refresh(next);
}

void MainFrame::move(int step)
{
    if (!can_arrange() || !properties_->commit()) {
        return;
    }
    const Result<Paths> moved = session_->move(selected_, step);
    if (!moved) {
        report("Move", moved.error());
        return;
    }
    say(session_->undo_name());
    refresh(*moved);
}

void MainFrame::move_up()
{
    move(-1);
}

void MainFrame::move_down()
{
    move(1);
}

bool MainFrame::all_selected(const std::function<bool(const Place&)>& condition) const
{
    return session_ && !selected_.empty() && std::ranges::all_of(selected_, [&](const std::string& path) {
               const Result<Place> place = session_->locate(path);
               return place && condition(*place);
           });
}

bool MainFrame::can_add() const
{
    return selected_.size() == 1 && all_selected([](const Place& place) {
               return place.kind == Place::Kind::record ? !place.holder->ops->single : place.members.has_value();
           });
}

bool MainFrame::can_remove() const
{
    return all_selected([](const Place& place) { return place.kind == Place::Kind::record; });
}

bool MainFrame::can_arrange() const
{
    return all_selected([this](const Place& place) {
        return place.kind == Place::Kind::record && !place.holder->ops->single &&
               path_above(place.path) == path_above(selected_.front());
    });
}

void MainFrame::about()
{
    wxAboutDialogInfo info;
    info.SetName("Redforge");
    info.SetDescription(
        "Opens the files of the game, shows their records and saves them.\nEverything that it shows comes "
        "from the formats' own descriptions.");
    info.SetLicence("MIT");
    wxAboutBox(info, this);
}

}  // namespace redforge::editor
