// User sessions in the script page: read, type, apply, undo, complete, fix, find, follow a name.
#include <catch2/catch.hpp>

#include <wx/aui/auibook.h>

#include "editor/model/rows/outline.hpp"
#include "editor/views/actions/actions.hpp"
#include "editor/views/actions/edit_actions.hpp"
#include "editor/views/actions/script_actions.hpp"
#include "editor/views/actions/uses_actions.hpp"
#include "editor/views/panes/outliner.hpp"
#include "editor/views/panes/problems.hpp"
#include "editor/views/panes/uses_pane.hpp"
#include "editor/views/scene/scene_pane.hpp"
#include "editor/views/script/script_page.hpp"
#include "gui/bench.hpp"
#include "support/sample_file.hpp"

namespace {

using namespace redforge;
using namespace redforge::editor;
using test::Bench;
using test::process_events;

/// A window with the script of the door next to its map.
struct ScriptBench : Bench {
    ScriptBench()
    {
        frame->select({"actors[0]"});
        frame->part<ScriptActions>().toggle_script();
        process_events(150);
        REQUIRE(frame->script().place().has_value());
    }
    [[nodiscard]] wxStyledTextCtrl& text() const { return frame->script().text(); }
    [[nodiscard]] std::string content() const { return from_wx(text().GetText()); }
    /// Types into the line after the opening brace.
    void type_statement(const char* statement)
    {
        text().SetFocus();
        text().GotoPos(text().GetLineEndPosition(1));
        process_events();
        wxUIActionSimulator person;
        person.Char(WXK_RETURN);
        person.Text(statement);
        process_events(150);
    }
    [[nodiscard]] std::string title() const
    {
        return from_wx(static_cast<wxStaticText*>(frame->script().GetChildren().front())->GetLabelText());
    }
    [[nodiscard]] std::string row_name(std::string_view path) const
    {
        Outline outline(*frame->session());
        return outline.name(*outline.find(frame->session()->find(path).value()));
    }
    [[nodiscard]] std::size_t steps() const { return frame->session()->steps_done(); }
    [[nodiscard]] std::string selected() const
    {
        return frame->session()->path_of(frame->session()->selection().front());
    }
};

wxWindow& search_line(const Bench& bench)
{
    return *bench.frame->outliner().GetChildren().front();
}

wxWindow& history(const Bench& bench)
{
    auto& pages = *static_cast<wxAuiNotebook*>(bench.frame->problems().GetParent());
    pages.SetSelection(1);
    return *pages.GetPage(1);
}

}  // namespace

TEST_CASE("script: typing and Apply are one step, and undo restores the text")
{
    ScriptBench bench;
    const std::string before = bench.content();
    bench.type_statement("endint // mine");
    const std::string typed = bench.content();
    CHECK(typed.find("    endint // mine\n") != std::string::npos);
    CHECK(bench.steps() == 0);
    CHECK(bench.frame->can_save());

    SECTION("Ctrl+Z in the page undoes typing, not a step of the map")
    {
        for (int i = 0; i < 30 && bench.frame->script().typing(); ++i) {
            bench.press('Z', wxMOD_CONTROL);
        }
        CHECK(bench.content() == before);
        CHECK(bench.steps() == 0);
        bench.press('Y', wxMOD_CONTROL);
        CHECK(bench.content() != before);
    }
    SECTION("Ctrl+Enter applies it; then Ctrl+Z undoes the step, and Ctrl+Y restores text and comment")
    {
        bench.press(WXK_RETURN, wxMOD_CONTROL);
        CHECK(bench.steps() == 1);
        CHECK(bench.frame->session()->undo_name() == "Set Script of DOOR01");
        CHECK(bench.content() == typed);
        bench.press('Z', wxMOD_CONTROL);
        CHECK(bench.steps() == 0);
        CHECK(bench.content() == before);
        bench.press('Y', wxMOD_CONTROL);
        CHECK(bench.steps() == 1);
        CHECK(bench.content() == typed);
    }
    SECTION("selecting another record applies it first")
    {
        bench.frame->select({"lights[0]"});
        process_events();
        CHECK(bench.steps() == 1);
        CHECK(bench.selected() == "lights[0]");
        CHECK_FALSE(bench.frame->script().place().has_value());
    }
    SECTION("an open completion list is closed")
    {
        bench.press(WXK_RETURN);
        wxUIActionSimulator().Text("end");
        process_events(150);
        REQUIRE(bench.text().AutoCompActive());
        bench.frame->select({"lights[0]"});
        process_events();
        CHECK_FALSE(bench.text().AutoCompActive());
    }
    SECTION("moving the focus to another pane applies it")
    {
        bench.frame->outliner().tree().SetFocus();
        process_events(150);
        CHECK(bench.steps() == 1);
        bench.press('Z', wxMOD_CONTROL);
        CHECK(bench.steps() == 0);
        CHECK(bench.content() == before);
    }
    SECTION("saving applies it")
    {
        bench.press('S', wxMOD_CONTROL);
        CHECK(bench.steps() == 1);
        const rgm::Map saved = rgm::read_map(bench.on_disk()).value();
        const RecordHandle actor = test::record(saved, "actors[0]");
        CHECK(actor.blob(*actor.table().find_child("script")).front() == std::byte{0x13});
    }
    SECTION("a value of the grid is set after it")
    {
        REQUIRE(bench.set("instances", "3"));
        CHECK(bench.steps() == 2);
    }
}

TEST_CASE("script: an invalid source stays a draft, and other actions still work")
{
    ScriptBench bench;
    const std::string before = bench.content();
    bench.type_statement("goto #nowhere");
    const std::string typed = bench.content();
    process_events(800);  // without leaving the text
    const Session& session = *bench.frame->session();
    REQUIRE(session.drafts().size() == 1);
    CHECK(session.drafts()[0].text == typed);
    CHECK(bench.title().find("draft, not applied") != std::string::npos);
    CHECK(bench.frame->GetTitle() == "SAMPLE.RGM (1 draft) - Redforge");
    bench.frame->select({"lights[0]"});
    process_events();
    CHECK(bench.selected() == "lights[0]");
    CHECK(bench.steps() == 0);
    CHECK(bench.status().find("The script of DOOR01 is kept as a draft") == 0);
    CHECK(from_wx(bench.frame->problems().GetItemText(0, 0)) == "Script DOOR01");
    CHECK(bench.row_name("actors[0]") == "DOOR01 [0] (draft)");
    REQUIRE(bench.set("red", "77"));
    CHECK(bench.value("lights[0].red") == "77");
    bench.frame->select({"actors[0]"});
    process_events();
    CHECK(bench.content() == typed);
    CHECK(bench.frame->script().reason().find("#nowhere") != std::string::npos);

    SECTION("F8 goes to the problem, and the next letter does not replace it")
    {
        bench.text().SetFocus();
        bench.text().GotoPos(0);
        bench.press(WXK_F8);
        CHECK(bench.text().GetCurrentPos() == static_cast<int>(typed.find("#nowhere")));
        CHECK(bench.text().GetSelectedText().empty());
    }
    SECTION("discarding shows the stored script")
    {
        bench.frame->part<ScriptActions>().discard_script();
        process_events();
        CHECK(bench.content() == before);
        CHECK(bench.frame->script().reason().empty());
        CHECK(session.drafts().empty());
        CHECK(bench.frame->problems().GetItemText(0, 1) == "No problems");
    }
    SECTION("the map is saved without it, with a message")
    {
        bench.press('S', wxMOD_CONTROL);
        CHECK(bench.saved_value("lights[0].red") == "77");
        CHECK_FALSE(session.modified());
        CHECK(session.drafts().size() == 1);
        CHECK(bench.status().find("The script text of DOOR01 is not applied") != std::string::npos);
    }
    SECTION("when it is fixed it is applied, and no problem remains")
    {
        bench.text().SetText(to_wx(before));
        bench.type_statement("endint // fixed");
        bench.frame->select({"lights[0]"});
        process_events();
        CHECK(session.drafts().empty());
        CHECK(session.undo_name() == "Set Script of DOOR01");
        CHECK(bench.frame->problems().GetItemText(0, 1) == "No problems");
        CHECK(bench.row_name("actors[0]") == "DOOR01 [0]");
    }
    SECTION("its actor can be renamed: the page reports it and accepts the new name")
    {
        REQUIRE(bench.set("script_name", "JAIL99"));
        CHECK(bench.title().find("JAIL99") == 0);
        REQUIRE_FALSE(bench.frame->script().problems().empty());
        CHECK(bench.frame->script().problems()[0].message == "This text names actor DOOR01; the actor is JAIL99 now");
        bench.frame->script().use_new_name();
        process_events();
        CHECK(bench.content().starts_with("actor JAIL99\n"));
        CHECK(bench.content().find("#nowhere") != std::string::npos);
    }
    SECTION("it is removed and restored with its actor")
    {
        bench.frame->part<EditActions>().remove_records();
        process_events();
        bench.frame->part<EditActions>().undo();
        process_events();
        CHECK(bench.content() == typed);
        CHECK(session.drafts().size() == 1);
    }
    SECTION("find and replace is not possible meanwhile")
    {
        bench.replace_words = ReplaceWords{.find = "DOOR01", .with = "GATE01"};
        bench.frame->part<UsesActions>().replace_everywhere();
        CHECK(bench.asked_to_replace == 0);
        CHECK(bench.status().ends_with("   Apply or discard the changes of scripts first"));
        bench.frame->part<ScriptActions>().discard_script();
        process_events();
        bench.frame->part<UsesActions>().replace_everywhere();
        process_events();
        CHECK(bench.asked_to_replace == 1);
        CHECK(bench.status().ends_with("   3 places replaced"));  // the actor and its two objects
        CHECK(session.undo_name() == "Replace DOOR01 with GATE01");
        CHECK(bench.value("objects[5].script_name") == "GATE01");
    }
    SECTION("closing asks about the draft")
    {
        bench.answer = SaveChoice::save;
        bench.draft_answers = {DraftAnswer::cancel};
        bench.frame->quit();
        process_events();
        CHECK(bench.frame->IsShown());
        CHECK(bench.asked_of_drafts == std::vector<std::string>{"DOOR01"});
    }
}

TEST_CASE("script: reports that the record of a search result was removed")
{
    ScriptBench bench;
    bench.frame->part<ScriptActions>().search_scripts("guard01");
    process_events();
    REQUIRE(bench.frame->uses().uses().size() == 1);
    bench.frame->select({"actors[1]"});
    bench.frame->part<EditActions>().remove_records();
    process_events();
    bench.frame->select({"actors[0]"});
    process_events();
    bench.frame->uses().on_go(Use(bench.frame->uses().uses()[0]));
    CHECK(bench.status() == "The open document no longer contains this record");
    CHECK(bench.selected() == "actors[0]");
}

TEST_CASE("script: search covers all scripts, and a result leads to its line")
{
    ScriptBench bench;
    bench.frame->part<ScriptActions>().search_scripts("guard01");
    process_events();
    REQUIRE(bench.frame->uses().uses().size() == 1);
    CHECK(bench.frame->uses().uses()[0].where == "Script GUARD01");
    CHECK(bench.frame->uses().GetItemText(0, 1) == "Line 1");
    bench.frame->uses().on_go(Use(bench.frame->uses().uses()[0]));
    process_events();
    CHECK(bench.selected() == "actors[1]");
    CHECK(bench.text().GetSelectedText() == "GUARD01");
    bench.text().SetFocus();
    bench.press('F', wxMOD_CONTROL);
    wxUIActionSimulator().Text("end");
    bench.press(WXK_RETURN);
    CHECK(bench.text().GetSelectedText().Lower() == "end");
    bench.press(WXK_ESCAPE);
    CHECK(bench.selected() == "actors[1]");  // Escape only closed the search line
}

TEST_CASE("script: keys in the page do not change records")
{
    ScriptBench bench;
    bench.text().SetFocus();
    bench.text().GotoPos(0);
    process_events();
    bench.press(WXK_DELETE);
    bench.press('D', wxMOD_CONTROL);
    bench.press(WXK_UP, wxMOD_ALT);
    bench.press('G');
    CHECK(bench.frame->script().typing());
    CHECK(bench.steps() == 0);
    bench.frame->part<ScriptActions>().discard_script();
}

TEST_CASE("script: Ctrl+Z in another pane undoes the applied text")
{
    ScriptBench bench;
    REQUIRE(bench.set("size_primary", "77"));
    const std::string before = bench.content();
    bench.type_statement("endint // mine");
    const auto from = [&](wxWindow& pane) {
        pane.SetFocus();
        process_events(120);
        CHECK(bench.steps() == 2);
        bench.press('Z', wxMOD_CONTROL);
        CHECK(bench.steps() == 1);
        CHECK(bench.content() == before);
        CHECK(bench.value("actors[0].size_primary") == "77");
    };
    SECTION("grid")
    {
        from(bench.frame->properties().grid());
    }
    SECTION("outliner")
    {
        from(bench.frame->outliner().tree());
    }
    SECTION("search line")
    {
        search_line(bench).SetFocus();
        process_events(120);
        bench.press('Z', wxMOD_CONTROL);  // undoes the typing
        CHECK(bench.steps() == 2);
    }
    SECTION("history")
    {
        from(history(bench));
    }
    SECTION("problems")
    {
        from(bench.frame->problems());
    }
    SECTION("view")
    {
        from(bench.frame->scene());
    }
}

TEST_CASE("grid: a value that is being typed is set when the script page is clicked")
{
    ScriptBench bench;
    bench.begin_to_type("size_primary", "77");
    bench.text().SetFocus();
    process_events(120);
    wxUIActionSimulator().Text("x");
    process_events(120);
    CHECK(bench.frame->script().typing());
    bench.press(WXK_RETURN, wxMOD_CONTROL);
    CHECK(bench.value("actors[0].size_primary") == "77");
    CHECK(bench.selected() == "actors[0]");
    bench.frame->part<ScriptActions>().discard_script();
}

TEST_CASE("script: no key in the page changes the map")
{
    ScriptBench bench;
    const Bytes before = rgm::write_map(*edit::get_if<rgm::Map>(bench.frame->session()->document())).value();
    bench.text().SetFocus();
    bench.text().GotoPos(0);
    process_events();
    for (const int key : {WXK_TAB, WXK_ESCAPE, WXK_DELETE, WXK_BACK, WXK_END, WXK_HOME, WXK_PAGEUP, WXK_PAGEDOWN,
                          WXK_LEFT, WXK_UP, WXK_RETURN}) {
        bench.press(key);
    }
    for (const char key : {'H', 'G', 'X', 'R', 'F', 'Z', '5', '7', '[', ']'}) {
        bench.press(key);
    }
    for (const int key : {WXK_DELETE, WXK_TAB, WXK_UP}) {
        bench.press(key, wxMOD_SHIFT);
    }
    for (const char key : {'A', 'C', 'X', 'V', 'D', 'I', 'L', 'G'}) {
        bench.press(key, wxMOD_CONTROL);
    }
    bench.press('D', wxMOD_SHIFT);
#ifndef __WXMSW__  // on Windows, Alt and a letter open a menu
    bench.press('H', wxMOD_ALT);
#endif
    CHECK(bench.steps() == 0);
    CHECK(bench.selected() == "actors[0]");
    bench.frame->part<ScriptActions>().discard_script();
    CHECK(rgm::write_map(*edit::get_if<rgm::Map>(bench.frame->session()->document())).value() == before);
}

TEST_CASE("script: Escape, Tab and Del act on the pane with the focus")
{
    ScriptBench bench;
    bench.type_statement("endint // mine");
    SECTION("Del in the outliner removes the selected record, not text")
    {
        bench.frame->outliner().tree().SetFocus();
        process_events(120);
        bench.press(WXK_DELETE);
        CHECK(bench.steps() == 2);
    }
    SECTION("Del in the search line removes nothing")
    {
        search_line(bench).SetFocus();
        process_events(120);
        bench.press(WXK_DELETE);
        CHECK(bench.steps() == 1);
    }
    SECTION("Tab in the page is text")
    {
        const std::string before = bench.content();
        bench.press(WXK_TAB);
        CHECK(bench.text().HasFocus());
        CHECK(bench.content() != before);
    }
    SECTION("Esc in the page keeps the text")
    {
        const std::string before = bench.content();
        bench.press(WXK_ESCAPE);
        bench.press(WXK_ESCAPE);
        CHECK(bench.content() == before);
        CHECK(bench.frame->script().typing());
        CHECK(bench.selected() == "actors[0]");
    }
    bench.frame->part<ScriptActions>().discard_script();
}

TEST_CASE("script: a plugin shows its scripts; source and compiled code can be edited")
{
    Bench bench;
    bench.file = bench.folder / "Mod.esp";
    bench.original = test::sample_file("plugin");
    REQUIRE(write_file(bench.file, bench.original).has_value());
    REQUIRE(bench.frame->open_file(bench.file).has_value());
    process_events();
    bench.frame->select({"scripts[0]"});
    process_events(150);
    ScriptPage& page = bench.frame->script();
    REQUIRE(page.IsShownOnScreen());
    CHECK(page.text().GetLine(0) == "scn Greeting\n");
    page.text().SetFocus();
    page.text().GotoPos(page.text().GetLineEndPosition(0));
    process_events();
    wxUIActionSimulator().Text(" ; hello");
    process_events();
    bench.press(WXK_RETURN, wxMOD_CONTROL);
    CHECK(bench.frame->session()->undo_name() == "Set Source of Script body [0] of SCPT Greeting 01000800");
    bench.frame->save();
    const Bytes saved = bench.on_disk();
    CHECK(saved.size() == bench.original.size() + 8);
    bench.press('Z', wxMOD_CONTROL);
    CHECK(page.text().GetLine(0) == "scn Greeting\n");
    bench.frame->save();
    CHECK(bench.on_disk() == bench.original);
}

TEST_CASE("script: completes editor IDs of a plugin and of its master")
{
    Bench bench;
    bench.file = bench.folder / "Mod.esp";
    bench.original = test::sample_file("plugin");
    REQUIRE(write_file(bench.file, bench.original).has_value());
    const Result<edit::Document> master =
        edit::read_text("<plugin header_size=\"oblivion\"><group type=\"top\" label=\"MISC\"><record type=\"MISC\" "
                        "editor_id=\"GreenFeather\" form_id=\"00000901\"/></group></plugin>",
                        "a.xml");
    REQUIRE(master);
    REQUIRE(write_file(bench.folder / "Oblivion.esm", *master->write()).has_value());
    REQUIRE(bench.frame->open_file(bench.file).has_value());
    process_events();
    bench.frame->select({"scripts[0]"});
    process_events(150);
    wxStyledTextCtrl& text = bench.frame->script().text();
    text.SetFocus();
    text.GotoPos(text.GetLineEndPosition(0));
    process_events();
    wxUIActionSimulator().Text("\nplayer.AddItem Gree");
    process_events();
    REQUIRE(text.AutoCompActive());
    CHECK(text.AutoCompGetCurrentText() == "GreenFeather");
    wxUIActionSimulator().Char(WXK_DOWN);
    process_events();
    CHECK(text.AutoCompGetCurrentText() == "Greeting");
    wxUIActionSimulator().Char(WXK_RETURN);
    process_events();
    CHECK(text.GetText().Contains("player.AddItem Greeting\n"));
}

TEST_CASE("script: runs to a breakpoint or by statement, and shows values")
{
    ScriptBench bench;
    ScriptPage& page = bench.frame->script();
    const std::string source = "actor DOOR01\n{\n    var0 = 1\n    var0 = var0 + 1\n    var0 = var0 * 2\n    end\n}\n";
    bench.text().SetFocus();
    bench.text().SetText(to_wx(source));
    bench.text().GotoLine(4);
    bench.press(WXK_F9);
    CHECK(bench.text().MarkerGet(4) == 1);
    bench.press(WXK_F5);
    REQUIRE(page.running());
    CHECK(page.debug()->line() == 5);
    CHECK(page.debug()->value_of("var0") == 2);
    CHECK(bench.text().GetCurrentLine() == 4);
    bench.press(WXK_F11);
    CHECK(page.debug()->line() == 6);
    CHECK(page.debug()->value_of("var0") == 4);
    bench.press(WXK_F5);
    CHECK(page.debug()->ended());
    bench.press(WXK_F5, wxMOD_SHIFT);
    CHECK_FALSE(page.running());

    // Editing the text ends a run, and an error is reported.
    bench.press(WXK_F11);
    REQUIRE(page.running());
    CHECK(page.debug()->line() == 3);
    bench.text().SetText("actor DOOR01\n{\n    goto #nowhere\n}\n");
    process_events();
    CHECK_FALSE(page.running());
    bench.press(WXK_F5);
    CHECK_FALSE(page.running());
    CHECK(bench.status().starts_with("Not run: line 3:"));
}

TEST_CASE("script: Enter after a complete word ends the line")
{
    ScriptBench bench;
    bench.type_statement("end");
    REQUIRE(bench.text().AutoCompActive());
    REQUIRE(bench.text().AutoCompGetCurrentText() == "end");
    bench.press(WXK_RETURN);
    CHECK_FALSE(bench.text().AutoCompActive());
    CHECK(bench.text().GetLine(2) == "    end\n");
    CHECK(bench.text().GetCurrentLine() == 3);
    bench.frame->part<ScriptActions>().discard_script();
}

TEST_CASE("script: Ctrl+Enter shows the name of its step")
{
    ScriptBench bench;
    bench.type_statement("var0 = 5");
    bench.press(WXK_RETURN, wxMOD_CONTROL);
    CHECK(bench.status() == "Set Script of DOOR01");
    CHECK(bench.steps() == 1);
    bench.press(WXK_RETURN, wxMOD_CONTROL);
    CHECK(bench.status() == "Apply is not possible here.");
}

TEST_CASE("script: completion keeps the words that begin with the typed text")
{
    ScriptBench bench;
    bench.type_statement("end");
    wxStyledTextCtrl& text = bench.text();
    REQUIRE(text.AutoCompActive());
    // The list selects its first matching word, even after listed words that do not match.
    CHECK(text.AutoCompGetCurrent() == 0);
    wxUIActionSimulator().Text("i");
    process_events(150);
    REQUIRE(text.AutoCompActive());
    CHECK(text.AutoCompGetCurrent() == 0);
    wxUIActionSimulator().Text("zz");
    process_events(150);
    CHECK_FALSE(text.AutoCompActive());
    bench.frame->part<ScriptActions>().discard_script();
}
