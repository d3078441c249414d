// The windows, dialogs and menus match tests/gui/layouts; REDFORGE_UPDATE=1 rewrites these texts.
#ifndef _WIN32  // controls have other parts on other systems

#include "gui/views_bench.hpp"  // first, for its OpenGL headers

#include <catch2/catch.hpp>

#include <chrono>
#include <cstdlib>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <dlfcn.h>
#include <wx/clipbrd.h>
#include <wx/dirdlg.h>
#include <wx/eventfilter.h>
#include <wx/filedlg.h>
#include <wx/modalhook.h>
#include <wx/timer.h>

#include "art/bank_builder.hpp"
#include "editor/model/session/journal.hpp"
#include "editor/views/actions/action_ids.hpp"
#include "editor/views/actions/add_actions.hpp"
#include "editor/views/actions/command_palette.hpp"
#include "editor/views/actions/edit_actions.hpp"
#include "editor/views/actions/shortcuts.hpp"
#include "editor/views/dialogs/difference_dialog.hpp"
#include "editor/views/dialogs/merge_dialog.hpp"
#include "editor/views/panes/actor_pane.hpp"
#include "editor/views/panes/art_pane.hpp"
#include "editor/views/panes/browser.hpp"
#include "editor/views/panes/outliner.hpp"
#include "editor/views/panes/problems.hpp"
#include "editor/views/panes/table_pane.hpp"
#include "editor/views/panes/uses_pane.hpp"
#include "editor/views/script/script_page.hpp"
#include "gui/layout_text.hpp"
#include "support/sample_file.hpp"

namespace {

using namespace redforge;
using namespace redforge::editor;
using test::action_named;
using test::Bench;
using test::layout_of;
using test::process_events;
using test::Views;

/// Writes dialogs as text instead of showing them, and answers them.
class DialogWriter : wxModalDialogHook {
public:
    explicit DialogWriter(int answer) : answer_(answer) { Register(); }
    DialogWriter(const DialogWriter&) = delete;
    DialogWriter& operator=(const DialogWriter&) = delete;
    ~DialogWriter() override { Unregister(); }
    [[nodiscard]] const std::string& text() const { return text_; }

private:
    int Enter(wxDialog* dialog) override
    {
        text_ += test::layout_of_dialog(*dialog);
        if (dynamic_cast<const wxFileDialog*>(dialog) != nullptr ||
            dynamic_cast<const wxDirDialog*>(dialog) != nullptr) {
            process_events(50);  // GTK reads the folder, and prints warnings if the dialog is destroyed before that
        }
        return answer_;
    }
    void Exit(wxDialog* /*dialog*/) override {}

    int answer_;
    std::string text_;
};

/// Writes popup menus as text and closes them.
class MenuWriter : wxEventFilter {
public:
    MenuWriter()
    {
        later_.Bind(wxEVT_TIMER, [this](wxTimerEvent&) { write(); });
        wxEvtHandler::AddFilter(this);
    }
    MenuWriter(const MenuWriter&) = delete;
    MenuWriter& operator=(const MenuWriter&) = delete;
    ~MenuWriter() override { wxEvtHandler::RemoveFilter(this); }
    [[nodiscard]] const std::string& text() const { return text_; }

private:
    int FilterEvent(wxEvent& event) override
    {
        const auto* const opened = dynamic_cast<const wxMenuEvent*>(&event);
        if (opened != nullptr && event.GetEventType() == wxEVT_MENU_OPEN && menu_ == nullptr) {
            menu_ = opened->GetMenu();
            later_.StartOnce(20);  // a menu has its own event loop, which handles timers only
        }
        return Event_Skip;
    }
    /// Writes the open menu, with enabled and disabled items.
    void write()
    {
        text_ += layout_of(*menu_);
        reinterpret_cast<void (*)(GtkWidget*)>(dlsym(RTLD_DEFAULT, "gtk_menu_shell_cancel"))(menu_->m_menu);
    }

    wxTimer later_;
    wxMenu* menu_{};
    std::string text_;
};

std::string menu_of(const std::function<void()>& open)
{
    const MenuWriter writer;
    test::call_at_click(open);
    process_events(10);
    return writer.text();
}

/// Describes a system dialog and the meaning of each answer.
template <class Answered>
std::string question_of(const std::function<Answered()>& ask, std::initializer_list<int> answers)
{
    std::string text;
    for (const int answer : answers) {
        const DialogWriter writer(answer);
        const auto meaning = static_cast<int>(ask());
        text += text.empty() ? writer.text() : "";
        const char* const button = answer == wxID_YES  ? "Yes"
                                   : answer == wxID_NO ? "No"
                                   : answer == wxID_OK ? "OK"
                                                       : "Cancel";
        text += "  " + std::string(button) + " gives " + std::to_string(meaning) + '\n';
    }
    return text;
}

std::string dialog_of(const std::function<void()>& ask)
{
    const DialogWriter writer(wxID_CANCEL);
    ask();
    return writer.text();
}

/// Parts of a page with their names.
class Parts {
public:
    void add(const std::string& name, const std::string& text)
    {
        text_ += (text_.empty() ? "== " : "\n== ") + name + "\n" + text;
    }
    [[nodiscard]] const std::string& text() const { return text_; }

private:
    std::string text_;
};

void open(Bench& bench, const std::string& name, const Bytes& bytes)
{
    bench.file = bench.folder / name;
    REQUIRE(write_file(bench.file, bytes).has_value());
    REQUIRE(bench.frame->open_file(bench.file).has_value());
    process_events();
}

void run(const Bench& bench, const std::string& action)
{
    bench.frame->run(action_named(action));
    process_events();
}

std::string window(Views& bench)
{
    bench.frame->select({"objects[4]"});
    process_events(250);
    return layout_of(*bench.frame);
}

std::string menus(Views& bench)
{
    bench.frame->select({"objects[4]"});
    bench.frame->UpdateWindowUI(wxUPDATE_UI_RECURSE);
    bench.frame->GetMenuBar()->UpdateMenus();
    return layout_of(*bench.frame->GetMenuBar());
}

std::string other_files(Views& bench)
{
    Parts parts;
    open(bench, "Mod.esp", test::sample_file("plugin"));
    parts.add("a plugin", layout_of(*bench.frame));
    open(bench, "Quick.ess", test::sample_file("save"));
    bench.frame->select({"changes[1]"});
    process_events();
    parts.add("an actor of a save: properties", layout_of(bench.frame->properties()));
    parts.add("a save: outliner", layout_of(bench.frame->outliner()));
    auto* const empty = new MainFrame(Dialogs{});
    empty->Show();
    process_events(100);
    parts.add("without a file", layout_of(*empty));
    empty->Close(true);
    process_events();
    return parts.text();
}

std::string properties(Views& bench)
{
    Parts parts;
    for (const std::vector<std::string>& paths : std::vector<std::vector<std::string>>{{"objects[4]"},
                                                                                       {"objects[4]", "objects[6]"},
                                                                                       {"actors[0]"},
                                                                                       {"lights[0]"},
                                                                                       {"ropes[0]"},
                                                                                       {"flats[0]"},
                                                                                       {"markers[0]"},
                                                                                       {"statics[1]"},
                                                                                       {"walk_maps[0]"},
                                                                                       {"walk_maps[0].nodes[0]"},
                                                                                       {"sizes[0]"},
                                                                                       {""}}) {
        bench.frame->select(paths);
        process_events(250);  // uses are counted after a pause
        parts.add(paths.front() + (paths.size() > 1 ? " and another" : ""), layout_of(bench.frame->properties()));
    }
    return parts.text();
}

std::string pages(Views& bench)
{
    Parts parts;
    bench.frame->select({"objects[4]"});
    run(bench, "View, Table");
    parts.add("table", layout_of(bench.frame->table()));
    run(bench, "View, Table");
    run(bench, "View, Actor Page");
    parts.add("actor page", layout_of(bench.frame->actor()));
    run(bench, "Script, Script Page");
    parts.add("script page", layout_of(bench.frame->script()));
    bench.frame->script().open_find(false);
    bench.frame->script().text().SetText("actor DOOR01\n{\n    goto #nowhere\n    foo()\n}\n");
    process_events(600);  // typed text is checked after a pause
    parts.add("script page with a mistake, and the line to search", layout_of(bench.frame->script()));
    run(bench, "Script, Discard");
    run(bench, "Script, Find in All Scripts...");
    parts.add("script page, and the line to search all", layout_of(bench.frame->script()));
    run(bench, "Script, Toggle Breakpoint");
    run(bench, "Script, Step");
    parts.add("script page that runs", layout_of(bench.frame->script()));
    run(bench, "Script, Stop Run");
    run(bench, "Script, Script Page");
    run(bench, "Record, Find Uses");
    parts.add("found", layout_of(bench.frame->uses()));
    bench.frame->browser().show_kind(BrowserKind::actors);
    parts.add("browser", layout_of(bench.frame->browser()));
    REQUIRE(bench.set("script_name", "NOBODY"));
    process_events(400);
    parts.add("problems", layout_of(bench.frame->problems()));
    parts.add("history", layout_of(bench.frame->history()));
    bench.frame->open_palette();
    parts.add("command palette", layout_of(*bench.frame->palette()));
    bench.frame->palette()->filter("undo");
    parts.add("command palette, undo", layout_of(*bench.frame->palette()));
    bench.frame->palette()->Close();
    return parts.text();
}

std::string context_menus(Views& bench)
{
    Parts parts;
    MainFrame& frame = *bench.frame;
    const auto add = [&](const std::string& name, const std::function<void()>& call) {
        parts.add(name, menu_of(call));
    };
    frame.select({"objects[4]"});
    process_events();
    add("outliner", [&] { frame.outliner().on_menu(); });
    frame.select({"walk_maps[0].nodes[0]", "walk_maps[0].nodes[1]"});
    add("outliner, two walk nodes", [&] { frame.outliner().on_menu(); });
    if (bench.canvas != nullptr) {
        add("view, two walk nodes", [&] { bench.canvas->on_menu(wxPoint(5, 5)); });
        frame.select({"objects[4]"});
        add("view", [&] { bench.canvas->on_menu(wxPoint(5, 5)); });
    }
    frame.select({"objects[4]"});
    run(bench, "View, Table");
    const auto click = [&](wxEventType type, int row, int column) {
        wxGridEvent event(frame.table().grid().GetId(), type, &frame.table().grid(), row, column, 10, 10);
        frame.table().grid().GetEventHandler()->ProcessEvent(event);
    };
    add("header of the table", [&] { click(wxEVT_GRID_LABEL_RIGHT_CLICK, -1, 1); });
    frame.table().sort_by(1);
    add("header of the sorted table", [&] { click(wxEVT_GRID_LABEL_RIGHT_CLICK, -1, 1); });
    const int type = frame.table().column_named("type").value_or(2);
    frame.table().grid().GoToCell(0, type);
    add("cell of the table", [&] { click(wxEVT_GRID_CELL_RIGHT_CLICK, 0, type); });
    run(bench, "View, Table");
    for (const bool seen : {true, false}) {
        BrowserItem model;
        model.name = "WALL01";
        model.uses = seen ? 1 : 0;
        frame.select(seen ? std::vector<std::string>{"objects[4]"} : std::vector<std::string>{});
        add(seen ? "browser" : "browser, a model without uses, nothing selected",
            [&] { frame.browser().grid().on_menu(model); });
    }
    BrowserItem sound;
    sound.kind = BrowserKind::sounds;
    add("browser, a sound", [&] { frame.browser().grid().on_menu(sound); });
    frame.select({"lights[0]"});
    REQUIRE(bench.set("red", "300"));
    process_events(400);
    const auto click_row = [](wxListView& list, long row) {
        wxListEvent event(wxEVT_LIST_ITEM_RIGHT_CLICK, list.GetId());
        event.SetEventObject(&list);
        event.m_itemIndex = row;
        list.GetEventHandler()->ProcessEvent(event);
    };
    add("problem with a fix", [&] { click_row(frame.problems(), 0); });
    frame.select({"objects[6]"});
    REQUIRE(bench.set("script_name", "NOBODY"));
    bench.set("position.x", "5");
    frame.select({"lights[0]"});
    REQUIRE(bench.set("red", "30"));
    process_events(400);
    add("problem without a fix", [&] { click_row(frame.problems(), 0); });
    open(bench, "TEXBSI.302", art::test::join({art::test::still("D02003", 3, 2), art::test::end_marker}));
    frame.select({"images[0]"});
    process_events();
    add("sheet", [&] { frame.sheet().on_menu(); });
    return parts.text();
}

/// Adds the label and effect of each action on a document, as one step, and the selection after it.
void add_actions(Parts& parts, Views& bench, const std::string& name, const std::vector<std::string>& selected)
{
    // These actions close the window or open another one. drawing_gui.cpp tests the contents of views.
    const std::set<std::string> left_out{
        "File, Close", "File, Quit", "Edit, Command Palette...", "Help, Help on This Pane", "Help, Contents",
        "Help, Tour",  "Help, About"};
    MainFrame& frame = *bench.frame;
    std::string text;
    for (const Action& action : actions()) {
        if (left_out.contains(action_name(action)) || action_name(action).starts_with("View, ")) {
            continue;
        }
        // A toggle returns to its state after the second time.
        for (int times = action.on ? 2 : 1; times > 0; --times) {
            frame.select(selected);
            wxKeyEvent key(wxEVT_KEY_DOWN);  // marks the message as read
            wxEvtHandler().ProcessEvent(key);
            frame.SetStatusText("", 0);
            const std::size_t steps = frame.session()->steps().size();
            frame.run(action);
            process_events(1);
            text += action_name(action) + ": " + bench.status();
            if (frame.session()->steps().size() > steps) {
                text += " [" + frame.session()->undo_name() + "]";
            }
            const std::string now = bench.selected();
            text += (selected.size() == 1 ? now == selected.front() : now == std::to_string(selected.size()))
                        ? "\n"
                        : ", selected: " + now + "\n";
            while (!frame.session()->undo_name().empty()) {
                frame.part<EditActions>().undo();
            }
        }
    }
    run(bench, "Select, Pick, All Kinds");
    parts.add(name, text);
}

std::string actions_done(Views& bench)
{
    Parts parts;
    add_actions(parts, bench, "nothing is selected", {});
    add_actions(parts, bench, "an object", {"objects[4]"});
    return parts.text();
}

std::string own_dialogs(Views& bench)
{
    Parts parts;
    MainFrame& parent = *bench.frame;
    const Dialogs dialogs = real_dialogs();
    const auto add = [&](const std::string& name, const std::function<void()>& call) {
        parts.add(name, dialog_of(call));
    };
    add("rename", [&] {
        static_cast<void>(dialogs.new_name(parent, {"actor", "DOOR01", [](const std::string&) {
                                                        return Result<edit::EditLog>(edit::EditLog{});
                                                    }}));
    });
    add("replace", [&] {
        static_cast<void>(
            dialogs.ask_replace(parent, {true, [](const ReplaceWords&) { return std::vector<DifferenceRow>{}; }}));
    });
    add("replace, without scripts", [&] {
        static_cast<void>(
            dialogs.ask_replace(parent, {false, [](const ReplaceWords&) { return std::vector<DifferenceRow>{}; }}));
    });
    Differences differences{.heading = "Two differences.", .bytes = "4 of 10 bytes differ", .rows = {}};
    differences.rows = {{"lights[0]", "radius", "1", "2", "lights[0]"},
                        {"actors[0]", "script", "2 lines", "2 lines", "actors[0]", "a\nb\n", "a\nc\n"}};
    add("differences", [&] { static_cast<void>(dialogs.show_difference(parent, differences)); });
    differences.bytes.clear();
    differences.rows.pop_back();
    differences.rows.front().path.clear();
    add("differences without a text, of a record that is not here",
        [&] { static_cast<void>(dialogs.show_difference(parent, differences)); });
    add("merge",
        [&] { static_cast<void>(dialogs.ask_conflict_sides(parent, "SAMPLE.RGM", test::sample_conflicts())); });
    add("merge of a script", [&] {
        static_cast<void>(dialogs.ask_conflict_sides(parent, "SAMPLE.RGM", {test::sample_conflicts().back()}));
    });
    add("keys", [&] { static_cast<void>(dialogs.which_keys(parent, KeyMap{})); });
    run(bench, "View, Table");
    add("columns of the table", [&] {
        for (wxWindow* const each : parent.table().GetChildren()) {
            if (each->GetLabel() == "Columns...") {
                wxCommandEvent event(wxEVT_BUTTON, each->GetId());
                each->GetEventHandler()->ProcessEvent(event);
            }
        }
    });
    run(bench, "View, Table");
    for (const bool saving : {false, true}) {
        add(saving ? "changed outside, when saving" : "changed outside", [&] {
            static_cast<void>(dialogs.ask_disk_change(parent, {"A.RGM", saving, ""}));
        });
    }
    add("layer", [&] { static_cast<void>(dialogs.layer_name(parent, "New Layer", "roof")); });
    add("which layer", [&] { static_cast<void>(dialogs.which_layer(parent, {"roof", "floor"})); });
    Problem problem;
    problem.where = "lights[0]";
    problem.what = "is dark";
    add("ignore", [&] { static_cast<void>(dialogs.reason_to_ignore(parent, problem)); });
    return parts.text();
}

std::string system_dialogs(Views& bench)
{
    Parts parts;
    MainFrame& parent = *bench.frame;
    const Dialogs dialogs = real_dialogs();
    const auto ask = [&](const std::string& name, const auto& call, std::initializer_list<int> answers) {
        parts.add(name, question_of<decltype(call())>(call, answers));
    };
    const auto add = [&](const std::string& name, const std::function<void()>& call) {
        parts.add(name, dialog_of(call));
    };
    const std::initializer_list<int> yes_no{wxID_YES, wxID_NO, wxID_CANCEL};
    const std::initializer_list<int> ok{wxID_OK, wxID_CANCEL};
    ask(
        "unsaved changes", [&] { return dialogs.ask_save_changes(parent, "A.RGM", {}); }, yes_no);
    ask(
        "unsaved changes and drafts",
        [&] {
            return dialogs.ask_save_changes(parent, "A.RGM", {"DOOR01", "GUARD01"});
        },
        yes_no);
    ask(
        "drafts",
        [&] {
            return dialogs.ask_keep_drafts(parent, {"DOOR01", "GUARD01"});
        },
        yes_no);
    ask(
        "changed outside, and cannot be read",
        [&] {
            return dialogs.ask_disk_change(parent, {"A.RGM", false, "it is cut off"});
        },
        ok);
    const auto lost = [](int minutes, std::size_t steps) {
        Unsaved unsaved;
        unsaved.base.path = "/maps/A.RGM";
        unsaved.journal = "/journals/a";
        // Subtract some seconds more, so that the test may be slow.
        unsaved.last = std::chrono::system_clock::now() - std::chrono::minutes(minutes) - std::chrono::seconds(20);
        for (std::size_t i = 1; i <= steps; ++i) {
            unsaved.steps.push_back("Step " + std::to_string(i));
        }
        return unsaved;
    };
    for (const auto& [minutes, steps] :
         {std::pair(0, 1), {1, 8}, {2, 9}, {59, 1}, {60, 1}, {119, 1}, {120, 1}, {1439, 1}, {1440, 1}, {2880, 1}}) {
        Unsaved unsaved = lost(minutes, static_cast<std::size_t>(steps));
        add("left behind " + std::to_string(minutes) + " minutes ago",
            [&] { static_cast<void>(dialogs.ask_unsaved_steps(parent, unsaved)); });
    }
    Unsaved unsaved = lost(0, 2);
    unsaved.drafts = {"DOOR01"};
    ask(
        "left behind, with a draft", [&] { return dialogs.ask_unsaved_steps(parent, unsaved); }, yes_no);
    unsaved.obstacle = "another version made it";
    ask(
        "left behind, and lost", [&] { return dialogs.ask_unsaved_steps(parent, unsaved); }, ok);
    unsaved.base.path.clear();
    ask(
        "left behind, lost, of which file is not known", [&] { return dialogs.ask_unsaved_steps(parent, unsaved); },
        ok);
    ask("files of a window that ended",
        [&] {
            return dialogs.ask_reopen(parent, {"/maps/A.RGM", "/maps/B.RGM"});
        },
        {wxID_YES, wxID_NO});
    store_last_folder(bench.folder);
    add("open", [&] { static_cast<void>(dialogs.ask_open_path(parent)); });
    add("new", [&] { static_cast<void>(dialogs.ask_new_map_path(parent, "")); });
    add("new, in another folder", [&] { static_cast<void>(dialogs.ask_new_map_path(parent, "/other")); });
    add("save as", [&] { static_cast<void>(dialogs.ask_save_path(parent, *bench.frame->session())); });
    add("compare", [&] { static_cast<void>(dialogs.ask_compare_path(parent)); });
    add("game", [&] { static_cast<void>(dialogs.which_game_folder(parent, {}, "")); });
    for (const auto& [gif, frames] : {std::pair(false, false), {true, false}, {true, true}}) {
        const PictureQuestion question{.name = "A", .gif = gif, .frames = frames};
        const std::string kind = !gif ? "" : frames ? ", of several frames" : ", as GIF too";
        add("export picture" + kind, [&] { static_cast<void>(dialogs.where_to_export(parent, question)); });
        add("replace picture" + kind, [&] { static_cast<void>(dialogs.which_picture(parent, question)); });
    }
    add("export sound", [&] { static_cast<void>(dialogs.where_to_export_sound(parent, "12")); });
    add("folder for pictures", [&] { static_cast<void>(dialogs.which_picture_folder(parent)); });
    add("plugins", [&] { static_cast<void>(dialogs.which_plugins(parent)); });
    add("import pictures", [&] { static_cast<void>(dialogs.which_pictures(parent)); });
    return parts.text();
}

/// Deletes the settings of the tests, which main() keeps in a temporary folder.
void forget_settings()
{
    const std::string folder = std::getenv("XDG_CONFIG_HOME");
    std::filesystem::remove_all(folder);
    std::filesystem::create_directory(folder);
}

/// Compares the layout of a window that shows the sample map.
void check_layout(const char* name, std::string (*text)(Views& bench))
{
    forget_settings();
    Views bench;
    wxUIActionSimulator().MouseMove(0, 0);  // the status bar describes the item under the pointer
    if (const wxClipboardLocker locker; !!locker) {
        wxTheClipboard->Clear();  // content of another test
    }
    process_events();
    test::check_layout_text(name, test::without_folder(text(bench), bench.folder.string()));
}

}  // namespace

// Add new windows, pages, menus and dialogs to one of these tests: the name of the approved file, and the text.

TEST_CASE("layout: the window with a map matches the approved text")
{
    check_layout("window", window);
}

TEST_CASE("layout: the menus match the approved text")
{
    check_layout("menus", menus);
}

TEST_CASE("layout: the window with other files and without one matches the text")
{
    check_layout("other-files", other_files);
}

TEST_CASE("layout: the properties of each kind of record match the approved text")
{
    check_layout("properties", properties);
}

TEST_CASE("layout: pages and lists next to the view match the approved text")
{
    check_layout("pages", pages);
}

TEST_CASE("layout: results and messages of actions match the approved text")
{
    check_layout("actions", actions_done);
}

TEST_CASE("layout: context menus match the approved text")
{
    check_layout("context-menus", context_menus);
}

TEST_CASE("layout: dialogs match the approved text")
{
    check_layout("dialogs", own_dialogs);
}

TEST_CASE("layout: questions, system dialogs and their effects match the approved text")
{
    check_layout("system-dialogs", system_dialogs);
}

#endif
