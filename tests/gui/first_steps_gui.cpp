// Help, the tour, prefabs, the measure tool, and documents in tabs.
#include "gui/views_bench.hpp"  // first, for its OpenGL headers

#include <catch2/catch.hpp>

#include "editor/model/session/journal.hpp"
#include "editor/model/session/open_files.hpp"
#include "editor/model/text/help_html.hpp"
#include "editor/session_support.hpp"
#include "editor/views/actions/document_actions.hpp"
#include "editor/views/actions/help_actions.hpp"
#include "editor/views/actions/prefab_actions.hpp"
#include "editor/views/actions/tour_actions.hpp"
#include "editor/views/actions/view_actions.hpp"
#include "editor/views/dialogs/help_window.hpp"
#include "editor/views/dialogs/welcome.hpp"
#include "editor/views/frame/help_text.hpp"
#include "editor/views/panes/browser.hpp"
#include "editor/views/panes/outliner.hpp"
#include "editor/views/panes/tour_pane.hpp"
#include "editor/views/script/script_page.hpp"
#include "scene/placement.hpp"

namespace {

using namespace redforge;
using namespace redforge::editor;
using test::action_named;
using test::Bench;
using test::canvas_of;
using test::process_events;
using test::Views;

DocumentActions& tabs_of(const Bench& bench)
{
    return bench.frame->part<DocumentActions>();
}

std::string shown_file(const Bench& bench)
{
    return bench.frame->session() == nullptr ? "" : bench.frame->session()->path().filename().string();
}

std::filesystem::path another_map(const Bench& bench, const char* name)
{
    const std::filesystem::path path = bench.folder / name;
    REQUIRE(write_file(path, bench.original).has_value());
    return path;
}

}  // namespace

TEST_CASE("help: F1 opens the page of the pane with the focus")
{
    Bench bench;
    const std::string page = help_html(help_text());
    const auto heading = [&](wxWindow& window) {
        window.SetFocus();
        process_events();
        std::string found = bench.frame->part<HelpActions>().heading_of_focus();
        CHECK(page.find("<a name=\"" + help_anchor(found) + "\">") != std::string::npos);
        return found;
    };
    CHECK(heading(bench.frame->outliner().tree()) == "Select and hide records");
    CHECK(heading(bench.frame->history()) == "Move a chair in five minutes");
    bench.frame->outliner().tree().SetFocus();
    process_events();
    bench.press(WXK_F1);
    const HelpWindow* const help = bench.frame->part<HelpActions>().window();
    REQUIRE(help != nullptr);
    CHECK(help->IsShown());
    CHECK(help->heading() == "Select and hide records");
    CHECK(help->scrolled() > 0);
    bench.press(WXK_ESCAPE);
    CHECK_FALSE(help->IsShown());
}

TEST_CASE("prefab: a saved selection can be placed again from the menu and the browser")
{
    Views bench;
    const std::filesystem::path file = bench.folder / "GATE.prefab";
    Dialogs& dialogs = const_cast<Dialogs&>(bench.frame->dialogs());
    dialogs.where_to_save_prefab = [&](wxWindow&, const std::string& name) {
        CHECK(name == "2 records");
        return std::optional(file);
    };
    dialogs.which_prefab = [&](wxWindow&) { return std::optional(file); };
    bench.frame->select({"objects[4]", "lights[0]"});
    bench.frame->run(action_named("Edit, Prefab, Save Selection..."));
    process_events();
    REQUIRE(std::filesystem::exists(file));
    CHECK(bench.status() == "Saved 2 records as prefab GATE.");
    bench.frame->run(action_named("Edit, Prefab, Place..."));
    process_events();
    CHECK(bench.frame->session()->undo_name() == "Place prefab GATE");
    CHECK(bench.selected() == "2");
    CHECK(bench.value("objects[7].script_name") == "DOOR01");
    bench.frame->browser().show_kind(BrowserKind::prefabs);
    process_events();
    const std::vector<BrowserItem>& items = bench.frame->browser().grid().items();
    REQUIRE(items.size() == 1);
    CHECK(items.front().name == "GATE");
    CHECK(items.front().file == file);
    bench.frame->part<PrefabActions>().place_file(bench.folder / "NONE.prefab", {});
    CHECK(bench.frame->session()->steps_done() == 1);
    CHECK(bench.status().find("NONE.prefab") != std::string::npos);
}

TEST_CASE("measure: two clicks show the distance, and Esc ends it")
{
    Views bench;
    if (bench.canvas == nullptr) {
        return;
    }
    bench.frame->select({"objects[4]"});
    bench.frame->part<ViewActions>().view_top();
    bench.frame->part<ViewActions>().frame_selected();
    bench.canvas->SetFocus();
    process_events();
    bench.press('M');
    REQUIRE(bench.frame->part<ViewActions>().measures());
    const wxPoint middle =
        bench.canvas->ClientToScreen(wxPoint(bench.canvas->GetClientSize().x / 2, bench.canvas->GetClientSize().y / 2));
    test::click(middle - wxPoint(100, 0));
    test::click(middle + wxPoint(100, 0));
    const std::optional<Tape>& tape = bench.canvas->tape();
    REQUIRE(tape);
    REQUIRE(tape->from);
    CHECK(tape->complete);
    const glm::dvec3 way = scene::map_place(tape->to) - scene::map_place(*tape->from);
    CHECK(std::abs(way.x) > 1);
    CHECK(way.y == Approx(0).margin(0.01));
    CHECK(bench.status().find(" map units: X ") != std::string::npos);
    CHECK(bench.selected() == "objects[4]");  // the clicks select nothing
    CHECK_FALSE(bench.frame->session()->modified());
    bench.press(WXK_ESCAPE);
    CHECK_FALSE(bench.frame->part<ViewActions>().measures());
    CHECK(bench.selected() == "objects[4]");
}

TEST_CASE("tour: opens the sample room, and goes on when a task is done")
{
    Views bench;
    TourActions& tour = bench.frame->part<TourActions>();
    tour.start();
    process_events();
    REQUIRE(tour.step() == 0);
    CHECK(tour.pane().IsShownOnScreen());
    CHECK(tour.pane().title() == "Step 1 of 5");
    bench.frame->select({"statics[5]"});
    process_events();
    CHECK(tour.step() == 1);
    bench.set("position.x", "+100");
    process_events();
    CHECK(tour.pane().title() == "Step 3 of 5");
    tour.skip();
    CHECK(tour.step() == 3);
    tour.end();
    process_events();
    CHECK_FALSE(tour.pane().IsShownOnScreen());
}

TEST_CASE("documents: files open in tabs, and keep their steps and selections")
{
    Views bench;
    const std::filesystem::path other = another_map(bench, "OTHER.RGM");
    bench.frame->select({"objects[4]"});
    bench.set("position.x", "1");
    REQUIRE(tabs_of(bench).open(other).has_value());
    process_events();
    CHECK(shown_file(bench) == "OTHER.RGM");
    CHECK(tabs_of(bench).count() == 2);
    CHECK(bench.asked == 0);
    CHECK(tabs_of(bench).other_unsaved() == std::vector<std::string>{"SAMPLE.RGM"});
    bench.frame->run(action_named("View, Previous Document"));
    process_events();
    CHECK(shown_file(bench) == "SAMPLE.RGM");
    CHECK(bench.value("objects[4].position.x") == "1");
    CHECK(bench.selected() == "objects[4]");
    bench.press('Z', wxMOD_CONTROL);
    CHECK(bench.value("objects[4].position.x") == "200");
    CHECK_FALSE(tabs_of(bench).open(bench.folder / "NONE.RGM"));
    CHECK(shown_file(bench) == "SAMPLE.RGM");
    CHECK(tabs_of(bench).open(other));  // it is open already
    CHECK(tabs_of(bench).count() == 2);
    CHECK(shown_file(bench) == "OTHER.RGM");
    bench.frame->run(action_named("File, Close"));
    process_events();
    CHECK(shown_file(bench) == "SAMPLE.RGM");
    bench.frame->run(action_named("File, Close"));
    process_events();
    CHECK(bench.frame->session() == nullptr);
    CHECK(bench.frame->welcome().IsShownOnScreen());
    for (const Action& action : actions()) {  // no action uses the closed document
        if (action.possible != nullptr) {
            static_cast<void>(action.possible(*bench.frame));
        }
    }
    CHECK(tabs_of(bench).open(bench.file));
    CHECK(shown_file(bench) == "SAMPLE.RGM");
}

TEST_CASE("documents: closing the window asks about the changes of each tab")
{
    Views bench;
    bench.frame->select({"objects[4]"});
    bench.set("position.x", "1");
    REQUIRE(tabs_of(bench).open(another_map(bench, "OTHER.RGM")).has_value());
    bench.answer = SaveChoice::cancel;
    CHECK_FALSE(tabs_of(bench).can_close_all());
    CHECK(bench.asked == 1);
    CHECK(shown_file(bench) == "SAMPLE.RGM");  // the document with changes
    bench.answer = SaveChoice::save;
    CHECK(tabs_of(bench).can_close_all());
    CHECK(bench.saved_value("objects[4].position.x") == "1");
}

TEST_CASE("documents: after a crash, all unsaved files are offered, and the other tabs open again")
{
    Views bench;
    const std::filesystem::path journals = journal_folder().value();
    const std::filesystem::path lists = open_files_folder().value();
    std::filesystem::remove_all(journals);
    bench.frame->select({"objects[4]"});
    bench.set("position.x", "1");
    REQUIRE(tabs_of(bench).open(another_map(bench, "OTHER.RGM")).has_value());
    bench.frame->select({"objects[4]"});
    bench.set("position.x", "2");
    REQUIRE(tabs_of(bench).open(another_map(bench, "SAME.RGM")).has_value());
    test::copy_journal(journals, bench.folder / "journals");  // as a killed window leaves them
    test::copy_journal(lists, bench.folder / "lists");
    bench.frame->Close(true);
    process_events();
    bench.frame = nullptr;
    CHECK(std::filesystem::is_empty(lists));
    test::copy_journal(bench.folder / "journals", journals);
    test::copy_journal(bench.folder / "lists", lists);

    std::vector<std::filesystem::path> reopened;
    Dialogs dialogs;
    dialogs.ask_unsaved_steps = [](wxWindow&, const Unsaved&) { return UnsavedAnswer::recover; };
    dialogs.ask_reopen = [&](wxWindow&, const std::vector<std::filesystem::path>& files) {
        reopened = files;
        return true;
    };
    bench.frame = new MainFrame(std::move(dialogs));
    bench.frame->Show();
    CHECK(tabs_of(bench).restore());
    process_events(200);
    CHECK(reopened == std::vector{bench.folder / "SAME.RGM"});
    CHECK(tabs_of(bench).count() == 3);
    CHECK(tabs_of(bench).open(bench.file));
    CHECK(bench.value("objects[4].position.x") == "1");
    CHECK(tabs_of(bench).open(bench.folder / "OTHER.RGM"));
    CHECK(bench.value("objects[4].position.x") == "2");
    CHECK(tabs_of(bench).count() == 3);
}

TEST_CASE("documents: after a crash, opening a file also offers the work of the other tabs")
{
    Views bench;
    const std::filesystem::path journals = journal_folder().value();
    const std::filesystem::path lists = open_files_folder().value();
    std::filesystem::remove_all(journals);
    const auto change = [&](const char* x) {
        bench.frame->select({"objects[4]"});
        bench.set("position.x", x);
    };
    REQUIRE(bench.frame->open_file(another_map(bench, "EARLIER.RGM")).has_value());
    change("3");
    test::copy_journal(journals, bench.folder / "journals");  // left by an earlier window, which the user skipped
    bench.frame->part<DocumentActions>().close();
    REQUIRE(tabs_of(bench).open(bench.file).has_value());
    change("1");
    REQUIRE(tabs_of(bench).open(another_map(bench, "OTHER.RGM")).has_value());
    change("2");
    REQUIRE(tabs_of(bench).open(another_map(bench, "SAME.RGM")).has_value());
    test::copy_journal(journals, bench.folder / "journals");  // as a killed window leaves them
    test::copy_journal(lists, bench.folder / "lists");
    bench.frame->Close(true);
    process_events();
    bench.frame = nullptr;
    test::copy_journal(bench.folder / "journals", journals);
    test::copy_journal(bench.folder / "lists", lists);

    std::vector<std::string> offered;
    std::vector<std::filesystem::path> reopened;
    Dialogs dialogs;
    dialogs.ask_unsaved_steps = [&](wxWindow&, const Unsaved& unsaved) {
        offered.push_back(unsaved.base.path.filename().string());
        return UnsavedAnswer::recover;
    };
    dialogs.ask_reopen = [&](wxWindow&, const std::vector<std::filesystem::path>& files) {
        reopened = files;
        return true;
    };
    bench.frame = new MainFrame(std::move(dialogs));
    bench.frame->Show();
    REQUIRE(tabs_of(bench).restore(bench.file).has_value());
    process_events(200);
    CHECK(offered == std::vector<std::string>{"SAMPLE.RGM", "OTHER.RGM"});
    CHECK(reopened == std::vector{bench.folder / "SAME.RGM"});
    CHECK(shown_file(bench) == "SAMPLE.RGM");
    CHECK(bench.value("objects[4].position.x") == "1");
    CHECK(tabs_of(bench).count() == 3);
    CHECK(tabs_of(bench).open(bench.folder / "OTHER.RGM"));
    CHECK(bench.value("objects[4].position.x") == "2");
    std::filesystem::remove_all(journals);
}

TEST_CASE("search line: Esc clears it, and then returns to the view")
{
    Views bench;
    bench.frame->outliner().focus_filter();
    process_events();
    wxUIActionSimulator().Text("zzz");
    process_events(300);
    CHECK(bench.frame->outliner().query() == "zzz");
    bench.press(WXK_ESCAPE);
    CHECK(bench.frame->outliner().query().empty());
    CHECK(bench.frame->outliner().search_text().empty());
    CHECK(bench.frame->outliner().is_searching());
    bench.press(WXK_ESCAPE);
    CHECK_FALSE(bench.frame->outliner().is_searching());
}

TEST_CASE("start page: lists recent files, the newest first")
{
    auto* const frame = new MainFrame(Dialogs{});
    frame->welcome().show({"/a/OLD.RGM", "/a/NEW.RGM"});
    CHECK(frame->welcome().recent() == std::vector<std::string>{"/a/NEW.RGM", "/a/OLD.RGM"});
    frame->Close(true);
    process_events();
}
