// The window: panes and parts of one session, and their updates after each change of the document.
#include "editor/views/scene/scene_canvas.hpp"  // first, for its OpenGL headers

#include "editor/views/frame/frame.hpp"

#include <algorithm>
#include <array>
#include <memory>

#include <fmt/format.h>
#include <wx/aboutdlg.h>
#include <wx/aui/auibar.h>
#include <wx/bmpbndl.h>
#include <wx/display.h>
#include <wx/iconbndl.h>
#include <wx/settings.h>

#include "core/out_of_memory.hpp"
#include "core/text/counts.hpp"
#include "edit/map/map_of.hpp"
#include "editor/model/scene/art_sheet.hpp"
#include "editor/model/session/first_selection.hpp"
#include "editor/model/session/search.hpp"
#include "editor/model/text/form_name.hpp"
#include "editor/views/actions/action_ids.hpp"
#include "editor/views/actions/actions.hpp"
#include "editor/views/actions/actor_actions.hpp"
#include "editor/views/actions/add_actions.hpp"
#include "editor/views/actions/browser_actions.hpp"
#include "editor/views/actions/conflict_actions.hpp"
#include "editor/views/actions/disk_actions.hpp"
#include "editor/views/actions/document_actions.hpp"
#include "editor/views/actions/edit_actions.hpp"
#include "editor/views/actions/help_actions.hpp"
#include "editor/views/actions/layer_actions.hpp"
#include "editor/views/actions/level_actions.hpp"
#include "editor/views/actions/mod_actions.hpp"
#include "editor/views/actions/pane_actions.hpp"
#include "editor/views/actions/picture_actions.hpp"
#include "editor/views/actions/prefab_actions.hpp"
#include "editor/views/actions/problem_actions.hpp"
#include "editor/views/actions/script_actions.hpp"
#include "editor/views/actions/select_actions.hpp"
#include "editor/views/actions/sound_actions.hpp"
#include "editor/views/actions/table_actions.hpp"
#include "editor/views/actions/tour_actions.hpp"
#include "editor/views/actions/transform_actions.hpp"
#include "editor/views/actions/uses_actions.hpp"
#include "editor/views/actions/view_actions.hpp"
#include "editor/views/dialogs/settings.hpp"
#include "editor/views/dialogs/welcome.hpp"
#include "editor/views/frame/game_files.hpp"
#include "editor/views/frame/looks.hpp"
#include "editor/views/frame/program_icon.hpp"
#include "editor/views/frame/text.hpp"
#include "editor/views/frame/window_log.hpp"
#include "editor/views/panes/actor_pane.hpp"
#include "editor/views/panes/art_pane.hpp"
#include "editor/views/panes/browser.hpp"
#include "editor/views/panes/focus.hpp"
#include "editor/views/panes/grid.hpp"
#include "editor/views/panes/history_pane.hpp"
#include "editor/views/panes/list_filter.hpp"
#include "editor/views/panes/outliner.hpp"
#include "editor/views/panes/problems.hpp"
#include "editor/views/panes/table_pane.hpp"
#include "editor/views/panes/uses_pane.hpp"
#include "editor/views/scene/scene_pane.hpp"
#include "editor/views/scene/screen.hpp"
#include "editor/views/scene/value_drags.hpp"
#include "editor/views/script/script_page.hpp"

namespace redforge::editor {
namespace {

/// Topics of report() for rejected edits. A later valid edit removes these problems.
constexpr std::array edit_topics{"Set",   "Add",  "Duplicate", "Remove",  "Cut",   "Move",
                                 "Paste", "Drop", "Undo",      "Replace", "Prefab"};

wxBitmapBundle program_icon()
{
    return wxBitmapBundle::FromSVG(program_icon_svg(), wxSize(64, 64));
}

/// Returns the program icon in the standard icon sizes.
wxIconBundle program_icons()
{
    wxIconBundle icons;
    for (const int side : {16, 24, 32, 48, 64, 128}) {
        wxIcon icon;
        icon.CopyFromBitmap(program_icon().GetBitmap(wxSize(side, side)));
        icons.AddIcon(icon);
    }
    return icons;
}

/// wx's own status bar redraws the whole window at each message, including widgets that GTK has not laid out yet.
class DeferredStatusBar : public wxStatusBar {
public:
    using wxStatusBar::wxStatusBar;
    void Update() override {}  // no immediate redraw: the bar is redrawn with the window
};

}  // namespace

MainFrame::MainFrame(Dialogs dialogs)
    : wxFrame(nullptr, wxID_ANY, "Redforge"), dialogs_(std::move(dialogs)), panes_(*this)
{
    // Set the size before the panes divide it. Without a window manager, nothing else fits the window to the screen.
    wxSize size = FromDIP(wxSize(1200, 800));
    size.DecTo(wxDisplay(0U).GetClientArea().GetSize());
    SetSize(size);
    SetIcons(program_icons());
    make_parts();
    keys_ = KeyMap(stored_keys());
    SetMenuBar(make_menu_bar(keys_));
    SetStatusBar(new DeferredStatusBar(this));
    // Fields: message, selection, pointer position, snapping steps.
    GetStatusBar()->SetFieldsCount(4);
    const auto width_for = [this](const char* longest, int least) {  // the font can be larger than usual
        return std::max(FromDIP(least), GetStatusBar()->GetTextExtent(longest).x + FromDIP(24));
    };
    const int position = width_for("65535, -32768, 65535", 150);
    const int snapping = width_for("Snap 4096, 11.25 degrees", 190);
    const auto fit_status = [this, position, snapping] {
        // With a large font, messages need the space of the snapping steps, which the toolbar shows too.
        const bool roomy = position + snapping <= GetClientSize().x / 2;
        const int widths[4] = {-4, -1, position, roomy ? snapping : 1};  // NOLINT(*avoid-c-arrays*): as wx takes them
        SetStatusWidths(4, widths);                                      // NOLINT(*array-to-pointer*)
    };
    fit_status();
    Bind(wxEVT_SIZE, [fit_status](wxSizeEvent& event) {
        event.Skip();
        fit_status();
    });
    outliner_ = new Outliner(this);
    properties_ = new PropertyPane(this);
    bottom_ = new wxAuiNotebook(this, wxID_ANY, wxDefaultPosition, wxDefaultSize, wxAUI_NB_TOP | wxBORDER_NONE);
    use_theme(*bottom_);
    problems_ = new ProblemsPane(bottom_);
    history_ = new HistoryPane(bottom_);
    bottom_->AddPage(problems_, "Problems");
    bottom_->AddPage(history_, "History");
    scene_ = new ScenePane(this);
    script_ = new ScriptPage(this);
    uses_ = new UsesPane(bottom_);
    bottom_->AddPage(uses_, "Found");
    list_filter_ = new ListFilter(*bottom_);
    set_accessible_name(*problems_, "Problems");
    set_accessible_name(*history_, "History");
    set_accessible_name(*uses_, "Found");
    for (FilteredList* const list : std::initializer_list<FilteredList*>{problems_, history_, uses_}) {
        list->on_rows = [this] { list_filter_->update(); };
    }
    browser_ = new Browser(this);
    sheet_ = new ArtPane(this);
    table_ = new TablePane(this);
    actor_ = new ActorPane(this);
    part<ViewActions>().connect();
    part<ProblemActions>().connect();
    part<TransformActions>().connect();
    place_panes();
    part<ScriptActions>().connect();
    part<UsesActions>().connect();
    part<BrowserActions>().connect();
    part<PictureActions>().connect();
    connect_welcome();
    part<DocumentActions>().connect();
    part<TourActions>().connect();
    part<TableActions>().connect();
    part<ActorActions>().connect();
    part<ViewActions>().restore_views();
    panes_.restore();
    part<PaneActions>().arrange_middle();  // the stored layout can be from a window with a document
    panes_.set_before_layout([this] { part<PaneActions>().fit_panes(); });
    part<TransformActions>().snap_to(part<TransformActions>().snapping());
    add_recent_menu();
    history_->on_go = [this](std::size_t step) {
        if (session_ && commit()) {
            static_cast<void>(session_->go_to_step(step));  // nothing is being typed
            show_changed();
            show_status(step == 0 ? "State when the file was opened" : "State after: " + session_->steps()[step - 1]);
            show_history();
        }
    };
    bind_actions();
    take_dropped_files();
    outliner_->on_select = [this](const NodeRefs& refs) {
        if (!commit()) {
            CallAfter([this] { outliner_->select(session_->selection()); });  // after the tree's own event
            return;
        }
        static_cast<void>(session_->select(refs));  // nothing is being typed any more
        show_selection();
    };
    outliner_->on_menu = [this] {
        const std::unique_ptr<wxMenu> menu(make_outliner_menu());
        outliner_->tree().PopupMenu(menu.get());
    };
    outliner_->use(part<LayerActions>().layers());
    outliner_->group(stored_grouping());
    outliner_->on_group = [this](Grouping grouping) { part<PaneActions>().group_outliner(grouping); };
    outliner_->on_filter = [this](const std::string& query) { filter(query); };
    properties_->on_set_values = [this](const std::string& what, const std::vector<RecordValue>& values) {
        return set_values(what, values);
    };
    properties_->on_drag = [this](const std::string& field, std::optional<long> change, bool last) {
        part<ValueDrags>().drag_value(field, change, last);
    };
    properties_->on_set = [this](PendingEdit edit) { return set_value(std::move(edit)); };
    Bind(wxEVT_CHAR_HOOK, &MainFrame::on_key, this);
    Bind(wxEVT_CLOSE_WINDOW, &MainFrame::on_close, this);
    Bind(wxEVT_ACTIVATE, [this](wxActivateEvent& event) {
        event.Skip();
        if (event.GetActive()) {
            CallAfter([this] {
                part<DiskActions>().check_disk();
                set_initial_focus();
            });
        }
    });
    Bind(wxEVT_SET_FOCUS, [this](wxFocusEvent& event) {
        event.Skip();
        if (event.GetWindow() == this) {
            restore_focus();
        }
    });
    show_status("Open a file to begin.");
    fix_toolkit();
    set_initial_size(*this);
}

/// Creates the window parts; part() is valid afterwards.
void MainFrame::make_parts()
{
    std::apply(
        [this](auto&... part) {
            ((part = std::make_unique<typename std::remove_reference_t<decltype(part)>::element_type>(*this)), ...);
        },
        parts_);
}

MainFrame::~MainFrame()
{
    outliner_->clear();  // the tree is destroyed after the session
    script_->show(nullptr, {});
    table_->show(nullptr, {});
    actor_->show(nullptr, {}, script_->written());
    sheet_->show(nullptr);
}

void MainFrame::place_panes()
{
    wxAuiManager& panes = panes_.manager();
    use_theme(*panes.GetArtProvider(), GetCharHeight() + FromDIP(8));
    panes.SetDockSizeConstraint(0.5, 0.4);
    part<PaneActions>().add_tools();
    panes.AddPane(scene_, wxAuiPaneInfo().Name("scene").CenterPane());
    panes.AddPane(properties_, wxAuiPaneInfo()
                                   .Name("properties")
                                   .Caption("Properties")
                                   .Right()
                                   .CloseButton(false)
                                   .BestSize(font_scaled(*this, 340), FromDIP(500)));
    panes.AddPane(outliner_, wxAuiPaneInfo()
                                 .Name("outliner")
                                 .Caption("Outliner")
                                 .Left()
                                 .CloseButton(false)
                                 .BestSize(font_scaled(*this, 340), FromDIP(500)));
    panes.AddPane(bottom_, wxAuiPaneInfo().Name("bottom").CaptionVisible(false).Bottom().CloseButton(false).BestSize(
                               FromDIP(wxSize(800, GetSize().y < FromDIP(780) ? 110 : 160))));
    panes.Update();
}

void MainFrame::bind_actions()
{
    for (const Action& action : actions()) {
        Bind(
            wxEVT_MENU, [this, &action](wxCommandEvent&) { run(action); }, action.id);
        if (action.possible != nullptr) {
            Bind(
                wxEVT_UPDATE_UI,
                [this, &action](wxUpdateUIEvent& event) {
                    event.Enable(action.possible(*this));
                    if (action.on != nullptr) {
                        event.Check(action.on(*this));
                    }
                },
                action.id);
        }
    }
}

void MainFrame::run(const Action& action)
{
    if (part<ScriptActions>().run_in_script(action.id) || part<TableActions>().run_in_table(action.id) ||
        part<ActorActions>().run_in_actor(action.id)) {
        return;
    }
    // The pending edit can be what Undo, Save or Apply applies to.
    const bool applies = action.id == Id::apply_script && part<ScriptActions>().is_typing_script();
    if (!action.while_typing && !commit()) {
        return;
    }
    const bool possible = applies || is_possible(action);
    log_window(possible ? "action" : "unavailable", action_name(action));
    clear_old_status();
    if (possible) {
        action.run(*this);
    } else {
        show_status(disabled_reason(action));
        part<TransformActions>().note_rejected(action.id);
    }
}

Status MainFrame::open_file(const std::filesystem::path& named)
{
    const Result<std::filesystem::path> place = part<ModActions>().path_of_file(named);
    if (!place) {
        report("Open", place.error());
        return fail(place.error());
    }
    const std::filesystem::path& path = *place;
    if (offer_unsaved({path})) {
        return {};
    }
    Result<Session> opened =
        catch_out_of_memory([&] { return Session::open(path, part<GameFiles>().names_for(path)); });
    if (!opened) {
        if (opened.error().file.empty()) {
            opened.error().file = path.string();
        }
        report("Open", opened.error());
        return fail(std::move(opened.error()));
    }
    if (const Result<std::filesystem::path> folder = journal_folder()) {
        opened->keep_journal(*folder);
    }
    show_session(std::move(*opened));
    remember_opened(named);
    show_status(fmt::format("Opened {}.", named.string()));
    report_unfinished();
    report_missing_names();
    return {};
}

void MainFrame::report_unfinished()
{
    constexpr const char* topic = "Unfinished";
    problems_->drop(topic);
    if (!session_->unfinished().empty()) {
        const std::string name = session_->path().filename().string();
        // Saving completes the write of an unpacked folder, and not a change of a game's mods.
        const bool is_file = session_->storage() == edit::Storage::binary;
        const std::string words = session_->unfinished() + (is_file ? "" : "; saving here does so, too");
        problems_->add(topic, name, words);
        show_notice(fmt::format("{}: {}", name, words));
    }
}

void MainFrame::report_missing_names()
{
    if (const std::string words = missing_names(*session_); !words.empty()) {
        problems_->add("Names", session_->path().filename().string(), words);
        show_notice(fmt::format("{}: {}", session_->path().filename().string(), words));
    }
}

void MainFrame::remember_opened(const std::filesystem::path& path)
{
    add_recent_file(path);
    store_last_folder(std::filesystem::absolute(path).parent_path());
    recent_.AddFileToHistory(to_wx(std::filesystem::absolute(path).string()));
    part<DocumentActions>().note_opened(path);
}

void MainFrame::show_session(Session session)
{
    std::optional<Session> before = release_session();
    if (before && part<DocumentActions>().keeps_present()) {
        part<DocumentActions>().park(std::move(*before));
    }
    before.reset();
    session.listen([this](const edit::Changes& changes) { on_change(changes); });
    return_session(std::move(session), {});
    select_nodes({first_selection(*session_)});
}

std::optional<Session> MainFrame::release_session()
{
    part<TransformActions>().tool().cancel();
    part<LevelActions>().cancel();
    properties_->cancel_edit();
    properties_->show({});
    script_->show(nullptr, {});
    table_->cancel_edit();
    table_->show(nullptr, {});
    actor_->show(nullptr, {}, script_->written());
    sheet_->show(nullptr);
    outliner_->clear();
    return std::exchange(session_, std::nullopt);
}

void MainFrame::show_nothing()
{
    problems_->clear();
    part<ProblemActions>().begin();
    uses_->remove_document_results();
    scene_->close();
    show_history();
    show_selection();
    show_title();
    welcome_->show(recent_files());
    show_status("Open a file to begin.");
}

void MainFrame::return_session(Session session, std::vector<render::ViewControl> cameras)
{
    session_ = std::move(session);
    part<SelectActions>().load_visibility_state();
    part<LayerActions>().load();
    journal_error_shown_ = false;
    list_filter_->clear_all();
    problems_->clear();
    part<ProblemActions>().begin();
    uses_->remove_document_results();
    problems_->show_kept(session_->kept());
    list_not_recovered();
    part<ProblemActions>().check_later();
    show_history();
    outliner_->show(*session_);
    part<ModActions>().begin();
    if (has_sheet(*session_)) {
        sheet_->show(&*session_, part<GameFiles>().game_files());
    }
    outliner_->select(session_->selection());
    show_selection();
    part<ViewActions>().open_scene(std::move(cameras));
    show_title();
    CallAfter([this] { set_initial_focus(); });  // before the user selects another window
}

bool MainFrame::is_map() const
{
    return session_ && edit::map_of(session_->document()) != nullptr;
}

bool MainFrame::has_view() const
{
    return scene_->canvas() != nullptr && scene_->scene() != nullptr;
}

bool MainFrame::has_selection() const
{
    return session_ && !session_->selection().empty();
}

std::vector<Error> MainFrame::select(const Paths& paths)
{
    std::vector<Error> errors;
    NodeRefs refs;
    for (const std::string& path : paths) {
        if (!session_) {
            errors.push_back({.code = ErrorCode::not_found, .message = "nothing is open to select " + path + " in"});
        } else if (const Result<NodeRef> ref = session_->find(path)) {
            refs.push_back(*ref);
        } else {
            errors.push_back(ref.error());
        }
    }
    select_nodes(refs);
    for (const Error& error : errors) {
        report("Select", error);
    }
    return errors;
}

void MainFrame::select_nodes(const NodeRefs& refs)
{
    if (!session_ || !commit()) {
        return;
    }
    static_cast<void>(session_->select(refs));  // nothing is being typed any more
    if (!outliner_->select(refs) && !outliner_->query().empty()) {
        show_notice("The filter hides the selection.");
    }
    show_selection();
}

bool MainFrame::is_typing() const
{
    return properties_->typed().has_value() || part<ScriptActions>().is_typing_script() || table_->is_typing() ||
           actor_->is_typing();
}

bool MainFrame::has_new_text() const
{
    return properties_->typed().has_value() || part<ScriptActions>().has_new_script();
}

bool MainFrame::commit()
{
    return table_->commit() && actor_->commit() && commit_others();
}

bool MainFrame::commit_others()
{
    if (!session_) {
        return true;
    }
    if (part<TransformActions>().tool().active()) {
        part<TransformActions>().end_transform(true);
    }
    part<LevelActions>().finish();
    if (!properties_->commit_group()) {
        return false;
    }
    if (std::optional<PendingEdit> edit = properties_->typed()) {
        session_->type(std::move(*edit));
    } else {
        session_->drop_pending();
    }
    if (!session_->pending()) {
        part<ScriptActions>().commit_script();
        return true;
    }
    if (const Status status = session_->commit(); !status) {
        report("Set", status.error());
        properties_->reject(describe(status.error()));
        return false;
    }
    properties_->cancel_edit();
    properties_->show(selected_rows());
    part<ScriptActions>().commit_script();
    return true;
}

Status MainFrame::set_value(PendingEdit edit)
{
    if (!session_) {
        return {};
    }
    static_cast<void>(table_->commit() && actor_->commit());  // commit() has reported the error, and the cell stays
                                                              // open
    part<ScriptActions>().commit_script();
    const Status status = session_->set(edit.owners, edit.field, edit.text);
    if (!status) {
        report("Set", status.error());
    } else if (edit.field.starts_with("position.")) {
        scene_->reveal_selected();
    }
    return status;
}

Status MainFrame::set_values(const std::string& what, const std::vector<RecordValue>& values)
{
    if (!session_ || values.empty()) {
        return {};
    }
    static_cast<void>(table_->commit() && actor_->commit());  // commit() has reported the error, and the cell stays
                                                              // open
    part<ScriptActions>().commit_script();
    NodeRefs records;
    for (const RecordValue& value : values) {
        if (records.empty() || records.back() != value.record) {
            records.push_back(value.record);
        }
    }
    const Status status = session_->set(what + " of " + session_->called(records), values);
    if (!status) {
        report("Set", status.error());
    } else if (values.front().field.starts_with("position.")) {
        scene_->reveal_selected();
    }
    return status;
}

void MainFrame::filter(const std::string& query)
{
    if (!session_ || !commit()) {
        return;
    }
    const Result<std::size_t> found = outliner_->filter(query);
    if (!found) {
        report("Find", found.error());
        return;
    }
    const std::optional<NodeRef> first = outliner_->first_found();
    if (first) {
        select_nodes({*first});
        scene_->reveal_selected();
    } else {
        outliner_->select(session_->selection());  // keep the selection, even if it is not visible
    }
    show_status(query.empty() ? "Everything is shown"
                : *found > 0
                    ? fmt::format("{} found", grouped(*found))
                    : fmt::format("Nothing {} {}", is_word(session_->root(), query) ? "is called" : "matches", query));
    problems_->drop("Find");
}

void MainFrame::on_change(const edit::Changes& changes)
{
    const bool values = std::ranges::all_of(changes, [](const edit::Change& change) {
        return change.kind == edit::Operation::Kind::set || change.kind == edit::Operation::Kind::set_bytes;
    });
    part<LayerActions>().follow(changes);  // before the outliner, which can be grouped by layer
    const bool regrouped = outliner_->follow(changes);
    table_->follow(changes);
    actor_->follow(changes);
    if (has_sheet(*session_)) {
        sheet_->follow();
    }
    if (!values) {
        part<SelectActions>().follow(changes);
    }
    if (!values || regrouped) {
        outliner_->select(session_->selection());
    }
    scene_->follow(changes);
    show_title();
    for (const char* const error : edit_topics) {
        problems_->drop(error);  // a later edit was valid
    }
    if (const std::optional<Error>& error = session_->journal_error(); error && !journal_error_shown_) {
        journal_error_shown_ = true;
        report("Journal", *error);
    }
    if (session_->can_undo() && !session_->previewing()) {
        show_status(session_->undo_name());
    }
    for (const std::string& note : session_->take_notes()) {
        show_notice(note);
    }
    part<ProblemActions>().check_later();
    part<ModActions>().follow_later();
    if (!stale_) {  // the grid may be handling its own change: update it after that
        stale_ = true;
        CallAfter([this] {
            stale_ = false;
            show_selection();
            show_history();
        });
    }
}

void MainFrame::show_title()
{
    const std::string name =
        session_ ? session_->path().filename().string() + part<ModActions>().title_note() : std::string{};
    const std::size_t drafts = session_ ? session_->drafts().size() : 0;
    const std::string note = drafts == 0 ? std::string{} : " (" + counted(drafts, "draft") + ")";
    part<DocumentActions>().update();
    SetTitle(to_wx(name.empty() ? "Redforge"
                                : fmt::format("{}{}{} - Redforge", session_->modified() ? "*" : "", name, note)));
}

void MainFrame::show_selection()
{
    const NodeRefs none;
    const NodeRefs& selected = session_ ? session_->selection() : none;
    problems_->drop("Select");
    scene_->select(selected);
    part<TransformActions>().show_handles();
    properties_->show(selected_rows());
    const std::string what = selected.size() == 1 ? session_->path_of(selected.front())
                                                  : fmt::format("{} selected", grouped(selected.size()));
    log_window("selected", what);
    SetStatusText(to_wx(what), 1);
    clear_old_status();
    part<PaneActions>().arrange_middle();
    part<UsesActions>().count_later();
    part<TourActions>().check();
}

PropertyRows MainFrame::selected_rows() const
{
    PropertyRows rows = session_ ? make_rows(*session_, session_->selection()) : PropertyRows{};
    part<ModActions>().mark(rows);
    return rows;
}

void MainFrame::show_marks()
{
    if (!is_typing()) {
        properties_->show(selected_rows());
    }
}

void MainFrame::show_changed()
{
    outliner_->select(session_->selection());
    show_selection();
    scene_->reveal_selected();
}

void MainFrame::find()
{
    if (is_inside(wxWindow::FindFocus(), bottom_)) {
        list_filter_->focus();
    } else {
        outliner_->focus_filter();
    }
}

void MainFrame::show_status(const std::string& message)
{
    log_window("status", message);
    SetStatusText(to_wx(said_.shown(message, messages_read())), 0);
}

void MainFrame::show_notice(const std::string& message)
{
    log_window("status", message);
    SetStatusText(to_wx(said_.shown_first(message, messages_read())), 0);
}

void MainFrame::clear_old_status()
{
    if (said_.is_old(messages_read()) && !GetStatusBar()->GetStatusText(0).empty()) {
        SetStatusText("", 0);
    }
}

std::size_t MainFrame::messages_read() const
{
    return inputs_.count();
}

void MainFrame::report(const char* doing, const Error& error)
{
    const std::string message = describe(error);
    show_notice(message);
    problems_->add(doing, message);
    // Keep the focus where the user types: wx gives it to a page that is shown.
    wxWindow* const focus = wxWindow::FindFocus();
    if (bottom_->GetSelection() != 0 && !is_typing()) {
        bottom_->SetSelection(0);
        if (focus != nullptr) {
            give_focus(*focus);
        }
    }
}

void MainFrame::about()
{
    wxAboutDialogInfo info;
    info.SetName("Redforge");
    info.SetVersion(program_version());
    info.SetIcon(program_icon().GetIconFor(this));
    info.SetDescription(
        "Opens the files of the game, shows their records and saves them.\nEverything that it shows comes "
        "from the formats' own descriptions.");
    info.SetLicence("MIT");
    wxAboutBox(info, this);
}

}  // namespace redforge::editor
