// Messages of the window, their duration, and the focus while they are shown.
#include <catch2/catch.hpp>

#include <cstdio>

#ifndef _WIN32
#include <unistd.h>
#endif

#include "editor/views/scene/scene_canvas.hpp"  // first, for its OpenGL headers

#include "core/files/files_parts.hpp"
#include "edit/document/document.hpp"
#include "editor/model/session/journal.hpp"
#include "editor/views/actions/edit_actions.hpp"
#include "editor/views/actions/script_actions.hpp"
#include "editor/views/frame/assert_log.hpp"
#include "editor/views/panes/clipboard.hpp"
#include "editor/views/panes/grid.hpp"
#include "editor/views/panes/list_keys.hpp"
#include "editor/views/panes/outliner.hpp"
#include "editor/views/panes/problems.hpp"
#include "editor/views/scene/scene_pane.hpp"
#include "editor/views/script/script_page.hpp"
#include "gui/bench.hpp"
#include "gui/complaints.hpp"
#include "runner/skip.hpp"

namespace {

using namespace redforge;
using namespace redforge::editor;
using test::Bench;
using test::Complaints;
using test::process_events;

/// Returns the lines of the Problems pane: position, then message.
std::vector<std::string> problems(const Bench& bench)
{
    std::vector<std::string> lines;
    ProblemsPane& pane = bench.frame->problems();
    for (long i = 0; i < pane.GetItemCount(); ++i) {
        lines.push_back(from_wx(pane.GetItemText(i, 0)) + ": " + from_wx(pane.GetItemText(i, 1)));
    }
    return lines;
}

const std::vector<std::string> none{": No problems"};

/// Prevents saving: a folder replaces the file.
void make_unsavable(const Bench& bench)
{
    std::filesystem::remove(bench.file);
    std::filesystem::create_directory(bench.file);
}
void make_savable(const Bench& bench)
{
    std::filesystem::remove(bench.file);
}

}  // namespace

TEST_CASE("focus: stays in the edited field if a save fails")
{
    Bench bench;
    auto* const book = dynamic_cast<wxAuiNotebook*>(bench.frame->history().GetParent());
    REQUIRE(book != nullptr);
    bench.frame->select({"objects[4]"});
    REQUIRE(bench.set("position.x", "300"));
    make_unsavable(bench);
    book->SetSelection(1);  // the Problems pane is hidden
    process_events();
    SECTION("in the search line")
    {
        bench.frame->find();
        process_events();
    }
    SECTION("in the outliner")
    {
        bench.frame->outliner().tree().SetFocus();
        process_events();
    }
    SECTION("in the script page")
    {
        bench.frame->select({"actors[0]"});
        bench.frame->part<ScriptActions>().toggle_script();
        process_events();
        bench.frame->script().text().SetFocus();
        process_events();
    }
    SECTION("in the grid")
    {
        bench.begin_to_type("position.y", "5");
    }
    const wxWindow* const focus = wxWindow::FindFocus();
    REQUIRE(focus != nullptr);
    bench.press('S', wxMOD_CONTROL);
    REQUIRE(problems(bench).front().find("Save: ") == 0);
    CHECK(book->GetSelection() == 0);
    const wxWindow* const now = wxWindow::FindFocus();
    const bool in_grid = bench.frame->properties().grid().IsDescendant(const_cast<wxWindow*>(now));
    CHECK((now == focus || (in_grid && bench.value("objects[4].position.y") == "5")));
    make_savable(bench);
}

TEST_CASE("focus: stays in the script if it cannot be applied")
{
    Bench bench;
    bench.frame->select({"actors[0]"});
    bench.frame->part<ScriptActions>().toggle_script();
    process_events();
    wxStyledTextCtrl& text = bench.frame->script().text();
    text.SetFocus();
    text.SetText("actor DOOR01\n{\n    goto #nowhere\n}\n");
    process_events();
    bench.press(WXK_RETURN, wxMOD_CONTROL);
    CHECK(wxWindow::FindFocus() == &text);
    CHECK(bench.frame->script().reason().find("#nowhere") != std::string::npos);
}

TEST_CASE("problems: disappear when they are fixed")
{
    Bench bench;
    bench.frame->select({"objects[4]"});
    REQUIRE(problems(bench) == none);
    SECTION("a rejected value that is discarded")
    {
        bench.type("position.x", "8388608");
        REQUIRE(problems(bench) != none);
        bench.press(WXK_ESCAPE);
    }
    SECTION("a rejected value, then an accepted one")
    {
        REQUIRE_FALSE(bench.set("position.x", "8388608"));
        REQUIRE(problems(bench) != none);
        bench.set("position.x", "5");
    }
    SECTION("a failed save, then a successful one")
    {
        REQUIRE(bench.set("position.x", "5"));
        make_unsavable(bench);
        bench.frame->save();
        REQUIRE(problems(bench) != none);
        make_savable(bench);
        bench.frame->save();
    }
    SECTION("an invalid filter, then a valid one")
    {
        bench.frame->filter("objects[x]");
        REQUIRE(problems(bench) != none);
        bench.frame->filter("DOOR");
    }
    SECTION("an unknown path, then a known one")
    {
        bench.frame->select({"objects[99]"});
        REQUIRE(problems(bench) != none);
        bench.frame->select({"objects[3]"});
    }
    SECTION("records that cannot be moved, then an edit")
    {
        bench.frame->select({"actors[1]"});
        REQUIRE(set_clipboard("nothing that fits"));  // replaces the content of an earlier test
        bench.frame->part<EditActions>().paste_records();
        bench.frame->select({"objects[4]"});
        REQUIRE(bench.set("position.x", "5"));
    }
    process_events();
    CHECK(problems(bench) == none);
}

TEST_CASE("problems: Ctrl+. applies the fix of the selected problem, or reports none")
{
    Bench bench;
    bench.frame->select({"lights[0]"});
    REQUIRE(bench.set("red", "300"));
    process_events(400);
    ProblemsPane& pane = bench.frame->problems();
    REQUIRE(problems(bench).front().starts_with("lights[0].red: "));
    pane.Select(0);
    pane.SetFocus();
    process_events();
    bench.press('.', wxMOD_CONTROL);
    CHECK(bench.value("lights[0].red") == "255");
    CHECK(bench.frame->session()->steps().size() == 2);
    CHECK(bench.status() == "Fix value-range of lights[0].red");
    process_events(400);
    CHECK(problems(bench) == none);
    bench.frame->select({"objects[6]"});
    REQUIRE(bench.set("script_name", "NOBODY"));  // has no fix
    process_events(400);
    const std::vector<std::string> lines = problems(bench);
    const auto line =
        std::ranges::find_if(lines, [](const std::string& each) { return each.starts_with("NOBODY: objects[6]"); });
    REQUIRE(line != lines.end());
    pane.Select(static_cast<long>(line - lines.begin()));
    pane.SetFocus();
    process_events();
    bench.press('.', wxMOD_CONTROL);
    CHECK(bench.status() == "No problem is selected that has a fix.");
    CHECK(bench.value("objects[6].script_name") == "NOBODY");
}

TEST_CASE("problems: missing models disappear from the list when they are found")
{
    Bench bench("game/MAPS/SAMPLE.RGM");
    for (int i = 0; i < 200 && !bench.frame->scene().is_idle(); ++i) {
        process_events(50);
    }
    REQUIRE(bench.frame->scene().is_idle());
    if (bench.frame->scene().canvas() == nullptr) {
        redforge::test::skip("no OpenGL here");
        return;
    }
    // Problems of the scene, in addition to findings of checks: this game has no models.
    const auto of_scene = [&] {
        std::vector<std::string> lines = problems(bench);
        std::erase_if(lines, [](const std::string& line) { return line.find("Scene: ") != 0; });
        return lines;
    };
    bench.frame->scene().on_problems({"A.3D is not there", "B.3D is not there"});
    CHECK(of_scene() == std::vector<std::string>{"Scene: A.3D is not there", "Scene: B.3D is not there"});
    bench.frame->scene().on_problems({"B.3D is not there"});
    CHECK(of_scene() == std::vector<std::string>{"Scene: B.3D is not there"});
    bench.frame->scene().on_problems({});
    CHECK(of_scene().empty());
}

TEST_CASE("messages: an important message stays until a key or button is pressed")
{
    Messages line;
    CHECK(line.shown("Opened A.", 1) == "Opened A.");
    CHECK(line.shown_first("A was changed.", 1) == "A was changed.");
    CHECK(line.shown("2 objects", 1) == "A was changed.   2 objects");
    CHECK(line.shown_first("B is a draft.", 1) == "A was changed.   B is a draft.");
    CHECK(line.shown("", 1) == "A was changed.   B is a draft.");
    CHECK(line.shown("Moved", 2) == "Moved");

    Bench bench;
    bench.frame->filter("lights[0]");
    process_events();
    bench.press(WXK_SHIFT);
    bench.frame->select({"objects[4]"});
    REQUIRE(bench.status() == "The filter hides the selection.");
    REQUIRE(bench.set("position.x", "5"));
    CHECK(bench.status() == "The filter hides the selection.   " + bench.frame->session()->undo_name());
}

TEST_CASE("messages: an external change stays visible while the scene reloads")
{
    Bench bench;
    rgm::Map map = rgm::sample_map();
    test::set_value(map, "lights[0].red", "9");
    REQUIRE(write_file(bench.file, rgm::write_map(map).value(), {.overwrite = Overwrite::allow}).has_value());
    wxActivateEvent active(wxEVT_ACTIVATE, true);
    bench.frame->ProcessWindowEvent(active);
    process_events();
    const std::string words = "Another program changed SAMPLE.RGM, and it was reloaded. Undo restores your version.";
    CHECK(bench.status().find(words) != std::string::npos);
    process_events(500);
    CHECK(bench.status().find(words) != std::string::npos);
}

TEST_CASE("messages: reports a position that cannot be selected, with or without a document")
{
    Bench bench;
    const std::vector<Error> errors = bench.frame->select({"objects[99]", "objects[4]"});
    REQUIRE(errors.size() == 1);
    CHECK(bench.status().find("objects[99]") != std::string::npos);
    CHECK(problems(bench).front().find("Select: ") == 0);
    CHECK(bench.frame->session()->selection().size() == 1);

    auto* const empty = new MainFrame(Dialogs{});
    const std::vector<Error> error = empty->select({"objects[4]"});
    REQUIRE(error.size() == 1);
    CHECK(describe(error.front()) == "nothing is open to select objects[4] in");
    empty->Close(true);
    process_events();
}

TEST_CASE("messages: asks only about a file that would lose data")
{
    Bench bench;
    const std::filesystem::path lost = bench.folder / "LOST.RGM";
    REQUIRE(write_file(lost, bench.original).has_value());
    const std::filesystem::path folder = journal_folder().value();
    std::filesystem::remove_all(folder);
    {  // like a killed window
        std::filesystem::path journal;
        {
            Session session = Session::open(lost).value();
            session.keep_journal(folder);
            REQUIRE(session.set({session.find("lights[0]").value()}, "red", "7").has_value());
            journal = folder / "LOST-1.journal";
            REQUIRE(write_file(bench.folder / "kept", read_file(journal).value()).has_value());
        }
        REQUIRE_FALSE(std::filesystem::exists(journal));
        std::filesystem::copy(bench.folder / "kept", journal);
    }
    std::vector<std::string> asked;
    Dialogs dialogs;
    dialogs.ask_unsaved_steps = [&](wxWindow&, const Unsaved& unsaved) {
        asked.push_back(unsaved.base.path.filename().string());
        return UnsavedAnswer::recover;
    };
    auto* const frame = new MainFrame(std::move(dialogs));
    frame->Show();
    REQUIRE(frame->open_file(bench.file).has_value());
    CHECK(asked.empty());
    REQUIRE(frame->open_file(lost).has_value());
    CHECK(asked == std::vector<std::string>{"LOST.RGM"});
    CHECK(recent_files().back() == lost.string());
    CHECK(from_wx(frame->GetStatusBar()->GetStatusText(0)) == "Recovered 1 unsaved change of LOST.RGM.");
    frame->part<EditActions>().undo();  // no losses remain
    process_events();
    asked.clear();
    frame->Close(true);
    process_events();
    Dialogs later;
    later.ask_unsaved_steps = [&](wxWindow&, const Unsaved& unsaved) {
        asked.push_back(unsaved.base.path.filename().string());
        return UnsavedAnswer::later;
    };
    auto* const next = new MainFrame(std::move(later));
    REQUIRE(next->open_file(lost).has_value());
    CHECK_FALSE(next->offer_unsaved());
    CHECK(asked.empty());
    next->Close(true);
    process_events();
}

TEST_CASE("keys: do nothing in a list that is too small to show a line")
{
    const Complaints unheard;  // ignores GTK warnings about a list without space for scrollbars
    auto* const frame = new wxFrame(nullptr, wxID_ANY, "small");
    auto* const list = new wxListView(frame, wxID_ANY, wxPoint(0, 0), wxSize(300, 4), wxLC_REPORT | wxLC_NO_HEADER);
    list->AppendColumn("Step");
    for (int i = 0; i < 9; ++i) {
        list->InsertItem(i, wxString::Format("%d", i));
    }
    fix_page_keys(*list);
    frame->Show();
    list->SetSize(300, 4);
    process_events();
    list->SetFocus();
    process_events();
    for (const int key : {static_cast<int>('A'), static_cast<int>(WXK_DOWN), static_cast<int>(WXK_PAGEDOWN),
                          static_cast<int>(WXK_PAGEUP), static_cast<int>(WXK_END)}) {
        wxUIActionSimulator().Char(key);  // a failed assertion fails this test
        process_events();
    }
    frame->Destroy();
    process_events();
}

TEST_CASE("layout: the window and its panes have a minimum size")
{
    Bench bench;
    const Complaints complaints;
    bench.frame->SetSize(100, 60);
    process_events(200);
    CHECK(bench.frame->GetClientSize().x >= bench.frame->FromDIP(760));
    CHECK(bench.frame->GetClientSize().y >= bench.frame->FromDIP(560));
    bench.frame->select({"actors[0]"});
    bench.frame->part<ScriptActions>().toggle_script();
    process_events(200);
    CHECK(bench.frame->script().text().GetSize().y > 40);
    CHECK(Complaints::text == "");
}

TEST_CASE("messages: an unfinished folder write is shown until it is completed")
{
    const Bench bench;
    const std::filesystem::path folder = bench.folder / "unpacked";
    REQUIRE(edit::save(bench.frame->session()->document(), folder, edit::Storage::folder, {}).has_value());
    const std::filesystem::path text = folder / "map.xml";
    const Bytes before = read_file(text).value();
    Bytes after = before;
    after.push_back(std::byte{'\n'});
    const std::string waiting = files::temporary_name();
    REQUIRE(write_file(folder / waiting, after).has_value());
    {
        const auto opened = platform::open_folder(folder);
        REQUIRE(opened);
        const std::vector<files::FolderStep> steps{{"map.xml", fingerprint_of(before), fingerprint_of(after), waiting}};
        REQUIRE(files::put_redo_list(*opened, steps, folder).has_value());
    }
    REQUIRE(bench.frame->open_file(folder).has_value());
    CHECK(problems(bench) ==
          std::vector<std::string>{"unpacked: writing this folder was interrupted, and 1 of 1 files are still to be "
                                   "replaced; the next command that writes there (set or apply with --in-place, unpack "
                                   "-o) completes it; saving here does so, too"});
    CHECK(bench.status().find("unpacked: writing this folder was interrupted") != std::string::npos);
    REQUIRE(finish_writing(folder).has_value());
    wxActivateEvent active(wxEVT_ACTIVATE, true);
    bench.frame->ProcessWindowEvent(active);
    process_events();
    CHECK(problems(bench) == none);
}

TEST_CASE("grid: tooltips do not cover rows; the description is below them")
{
    Bench bench;
    bench.frame->select({"objects[4]"});
    bench.begin_to_type("position.x", "5");
    wxPropertyGrid& grid = bench.frame->properties().grid();
    CHECK((grid.GetWindowStyleFlag() & wxPG_TOOLTIPS) == 0);
    CHECK((grid.GetExtraStyle() & wxPG_EX_HELP_AS_TOOLTIPS) == 0);
    REQUIRE(grid.GetEditorControl() != nullptr);
    CHECK(grid.GetEditorControl()->GetToolTipText() == "");
    CHECK(grid.GetToolTipText() == "");
}

TEST_CASE("frame: a failed wxWidgets assertion is logged, and the program continues")
{
    const wxAssertHandler_t before = wxSetAssertHandler(nullptr);
    log_assertions();
    const int error_output = dup(STDERR_FILENO);
    FILE* const kept = std::tmpfile();
    REQUIRE(kept != nullptr);
    dup2(fileno(kept), STDERR_FILENO);
    for (int i = 0; i < 2; ++i) {
        wxFAIL_MSG(wxString::FromUTF8("a key \u00E9"));
    }
    std::fflush(stderr);
    dup2(error_output, STDERR_FILENO);
    close(error_output);
    wxSetAssertHandler(before);
    std::rewind(kept);
    std::string log_text(1000, '\0');
    log_text.resize(std::fread(log_text.data(), 1, log_text.size(), kept));
    std::fclose(kept);
    CHECK(log_text.starts_with("redforge-editor: assertion of wxWidgets: "));
    CHECK(log_text.find("a key \u00E9\n") == log_text.size() - std::string("a key \u00E9\n").size());  // printed once
}
