// A file that another program changes while the window is open: detected on focus and before saving.
#include <catch2/catch.hpp>

#include <filesystem>

#include "editor/session_support.hpp"
#include "editor/views/actions/disk_actions.hpp"
#include "editor/views/actions/edit_actions.hpp"
#include "editor/views/dialogs/difference_dialog.hpp"
#include "editor/views/dialogs/merge_dialog.hpp"
#include "editor/views/frame/frame.hpp"
#include "editor/views/panes/problems.hpp"
#include "editor/views/panes/side_by_side.hpp"
#include "gui/bench.hpp"

namespace {

using namespace redforge;
using namespace redforge::editor;
using test::Bench;
using test::process_events;

/// A window that shows the sample map, and another program that sets the radius of its light to 7.
struct TwoPrograms : Bench {
    Bytes changed;

    TwoPrograms()
    {
        rgm::Map theirs = rgm::sample_map();
        test::set_value(theirs, "lights[0].radius", "7");
        changed = rgm::write_map(theirs).value();
        frame->select({"lights[0]"});
        process_events();
    }
    void write(const Bytes& bytes) const { REQUIRE(write_file(file, bytes, {.overwrite = Overwrite::allow})); }
    void return_to_window() const
    {
        wxActivateEvent event(wxEVT_ACTIVATE, true);
        frame->ProcessWindowEvent(event);
        process_events();
    }
    [[nodiscard]] std::string title() const { return from_wx(frame->GetTitle()); }
};

}  // namespace

TEST_CASE("disk: focus reloads an external change as one step if nothing is lost")
{
    TwoPrograms bench;
    bench.write(bench.changed);
    bench.return_to_window();
    CHECK(bench.asked == 0);
    CHECK(bench.shown("radius") == "7");
    CHECK(bench.status() == "Another program changed SAMPLE.RGM, and it was reloaded. Undo restores your version.");
    CHECK(bench.title() == "SAMPLE.RGM - Redforge");
    CHECK(bench.frame->session()->path_of(bench.frame->session()->selection().at(0)) == "lights[0]");
    CHECK(from_wx(bench.frame->history().GetItemText(1)) == "Reload SAMPLE.RGM");
    bench.frame->part<EditActions>().undo();
    process_events();
    CHECK(bench.shown("radius") == "600");
    CHECK(bench.title() == "*SAMPLE.RGM - Redforge");
    bench.frame->part<EditActions>().redo();
    process_events();
    REQUIRE(bench.set("radius", "8"));
    bench.frame->save();
    bench.return_to_window();
    CHECK(bench.asked == 0);
    CHECK(bench.saved_value("lights[0].radius") == "8");
}

TEST_CASE("disk: asks about an external change if there are unsaved changes")
{
    TwoPrograms bench;
    const auto change_both = [&] {
        REQUIRE(bench.set("radius", "601"));
        bench.write(bench.changed);
    };
    SECTION("reload: one undo restores our version")
    {
        change_both();
        bench.outside_answers = {ExternalChangeChoice::reload};
        bench.return_to_window();
        CHECK(bench.asked == 1);
        CHECK_FALSE(bench.outside_question->saving);
        CHECK(bench.outside_question->name == "SAMPLE.RGM");
        CHECK(bench.shown("radius") == "7");
        CHECK(bench.title() == "SAMPLE.RGM - Redforge");
        bench.frame->part<EditActions>().undo();
        process_events();
        CHECK(bench.shown("radius") == "601");
        CHECK(bench.title() == "*SAMPLE.RGM - Redforge");
    }
    SECTION("the list of differences returns to the question; ours is kept and saved without asking again")
    {
        change_both();
        bench.outside_answers = {ExternalChangeChoice::difference, ExternalChangeChoice::keep_mine};
        bench.return_to_window();
        CHECK(bench.asked == 2);
        const std::vector<DifferenceRow> expected{{"lights[0] 2195179707", "radius", "601", "7"}};
        CHECK(bench.differences == expected);
        CHECK(bench.shown("radius") == "601");
        CHECK(bench.status() == "Your changes are kept. Saving replaces the other program's version of SAMPLE.RGM.");
        bench.return_to_window();
        bench.frame->save();
        CHECK(bench.asked == 2);
        CHECK(bench.title() == "SAMPLE.RGM - Redforge");
        CHECK(bench.saved_value("lights[0].radius") == "601");
    }
    SECTION("merge: both changes, and ours for a value that both changed")
    {
        REQUIRE(bench.set("intensity", "33"));
        bench.write(bench.changed);
        bench.outside_answers = {ExternalChangeChoice::merge};
        bench.return_to_window();
        CHECK(bench.shown("radius") == "7");
        CHECK(bench.shown("intensity") == "33");
        CHECK(bench.status() == "Merged the changes of another program in SAMPLE.RGM with your changes.");
        CHECK(bench.frame->session()->undo_name() == "Merge SAMPLE.RGM");
        CHECK(bench.title() == "*SAMPLE.RGM - Redforge");
        bench.frame->save();
        CHECK(bench.asked == 1);
        CHECK(bench.saved_value("lights[0].radius") == "7");
        CHECK(bench.saved_value("lights[0].intensity") == "33");
    }
    SECTION("merge: a value that both changed keeps ours, and is listed")
    {
        change_both();
        bench.outside_answers = {ExternalChangeChoice::merge};
        bench.return_to_window();
        CHECK(bench.shown("radius") == "601");
        CHECK(bench.status() ==
              "SAMPLE.RGM was merged. 1 value was changed on both sides; yours is kept (see Problems).");
        CHECK(from_wx(bench.frame->problems().GetItemText(0, 1)).find("base 600, ours 601, theirs 7") !=
              std::string::npos);
    }
    SECTION("merge: theirs or ours can be chosen for each conflict")
    {
        change_both();
        REQUIRE(bench.set("intensity", "33"));
        bench.outside_answers = {ExternalChangeChoice::merge};
        bench.sides = [](const std::vector<edit::Conflict>& found) {
            return std::vector<edit::MergeFavor>(found.size(), edit::MergeFavor::theirs);
        };
        bench.return_to_window();
        REQUIRE(bench.conflicts.size() == 1);
        CHECK(bench.conflicts[0].ours == "601");
        CHECK(bench.conflicts[0].theirs == "7");
        CHECK(bench.shown("radius") == "7");
        CHECK(bench.shown("intensity") == "33");
        CHECK(bench.status() == "SAMPLE.RGM was merged. Both sides changed 1 value: 0 are yours, 1 is theirs.");
        bench.frame->part<EditActions>().undo();
        process_events();
        CHECK(bench.shown("radius") == "601");
    }
    SECTION("merge: nothing changes if the dialog is cancelled")
    {
        change_both();
        bench.outside_answers = {ExternalChangeChoice::merge};
        bench.sides = [](const std::vector<edit::Conflict>&) { return std::nullopt; };
        bench.return_to_window();
        CHECK(bench.shown("radius") == "601");
        CHECK(bench.status() == "Another program changed SAMPLE.RGM. Redforge asks what to keep when you save.");
    }
    SECTION("later: asks again when saving, not on each focus")
    {
        change_both();
        bench.return_to_window();
        bench.return_to_window();
        CHECK(bench.asked == 1);
        CHECK(bench.status() == "Another program changed SAMPLE.RGM. Redforge asks what to keep when you save.");
        bench.frame->save();
        CHECK(bench.asked == 2);
        CHECK(bench.outside_question->saving);
        CHECK(bench.on_disk() == bench.changed);
        CHECK(bench.frame->session()->modified());
    }
    SECTION("a typed value counts as a change")
    {
        bench.begin_to_type("radius", "602");
        bench.write(bench.changed);
        bench.outside_answers = {ExternalChangeChoice::reload};
        bench.return_to_window();
        CHECK(bench.asked == 1);
        CHECK(bench.shown("radius") == "7");
        bench.frame->part<EditActions>().undo();
        process_events();
        CHECK(bench.shown("radius") == "602");
    }
}

TEST_CASE("disk: a missing, partial or unchanged file does not change the window")
{
    TwoPrograms bench;
    REQUIRE(bench.set("radius", "601"));
    bench.frame->part<EditActions>().undo();
    process_events();
    const std::string before = bench.status();
    SECTION("another time stamp with equal bytes")
    {
        std::filesystem::last_write_time(bench.file, std::filesystem::file_time_type::clock::now());
        bench.return_to_window();
        CHECK(bench.status() == before);
        CHECK(bench.title() == "SAMPLE.RGM - Redforge");
    }
    SECTION("removed: saving writes the file again")
    {
        std::filesystem::remove(bench.file);
        bench.return_to_window();
        CHECK(bench.status() == "Another program moved or removed SAMPLE.RGM. Saving writes it again.");
        CHECK(bench.title() == "*SAMPLE.RGM - Redforge");
        bench.frame->save();
        CHECK(bench.asked == 0);
        CHECK(bench.on_disk() == bench.original);
    }
    SECTION("half written: is read when it is complete")
    {
        bench.write(Bytes(bench.changed.begin(), bench.changed.begin() + 500));
        bench.return_to_window();
        CHECK(bench.status() ==
              "Another program changed SAMPLE.RGM, and it cannot be read. The open document does not change.");
        CHECK(from_wx(bench.frame->problems().GetItemText(0, 0)) == "Reload");
        CHECK(bench.shown("radius") == "600");
        bench.frame->save();
        CHECK(bench.asked == 1);
        CHECK(bench.outside_question->unreadable.find("RALC (cut off)") != std::string::npos);
        bench.write(bench.changed);
        bench.return_to_window();
        CHECK(bench.asked == 1);
        CHECK(bench.shown("radius") == "7");
        CHECK(bench.title() == "SAMPLE.RGM - Redforge");
        CHECK(from_wx(bench.frame->problems().GetItemText(0, 1)) == "No problems");
    }
    CHECK((bench.frame->session()->can_redo() || bench.title() == "SAMPLE.RGM - Redforge"));
}

TEST_CASE("disk: the open document can be kept if its file becomes unreadable")
{
    TwoPrograms bench;
    bench.write(Bytes(bench.changed.begin(), bench.changed.begin() + 500));
    bench.return_to_window();
    REQUIRE(bench.set("radius", "601"));
    bench.outside_answers = {ExternalChangeChoice::keep_mine};
    bench.frame->save();
    CHECK(bench.asked == 1);
    CHECK(bench.saved_value("lights[0].radius") == "601");
    CHECK(bench.title() == "SAMPLE.RGM - Redforge");
}

TEST_CASE("disk: saving over an external change asks first")
{
    TwoPrograms bench;
    REQUIRE(bench.set("radius", "601"));
    bench.write(bench.changed);
    SECTION("cancel changes nothing")
    {
        bench.frame->save();
        CHECK(bench.asked == 1);
        CHECK(bench.on_disk() == bench.changed);
        CHECK(bench.frame->session()->modified());
    }
    SECTION("keep mine saves")
    {
        bench.outside_answers = {ExternalChangeChoice::difference, ExternalChangeChoice::keep_mine};
        bench.frame->save();
        CHECK(bench.asked == 2);
        CHECK(bench.saved_value("lights[0].radius") == "601");
        CHECK_FALSE(bench.frame->session()->modified());
    }
    SECTION("reload shows theirs")
    {
        bench.outside_answers = {ExternalChangeChoice::reload};
        bench.frame->save();
        process_events();
        CHECK(bench.shown("radius") == "7");
        CHECK_FALSE(bench.frame->session()->modified());
        CHECK(bench.on_disk() == bench.changed);
    }
}

TEST_CASE("disk: the list of changes has byte counts; selecting one goes to its record")
{
    Bench bench;
    bench.frame->select({"lights[0]"});
    process_events();
    REQUIRE(bench.set("radius", "601"));
    bench.frame->select({"objects[4]"});
    process_events();
    bench.go_to = "lights[0]";
    bench.frame->part<DiskActions>().show_changes();
    process_events();
    CHECK(bench.differences == std::vector<DifferenceRow>{{"lights[0] 2195179707", "radius", "601", "600"}});
    CHECK(bench.differences.at(0).path == "lights[0]");
    CHECK(bench.shown_differences.heading == "Saving would change 1 value in SAMPLE.RGM.");
    CHECK(bench.shown_differences.bytes.starts_with("1 of "));
    CHECK(bench.frame->session()->path_of(bench.frame->session()->selection().at(0)) == "lights[0]");
}

TEST_CASE("disk: compares another file with the document, and rejects another kind of file")
{
    Bench bench;
    rgm::Map other = rgm::sample_map();
    test::set_value(other, "lights[0].radius", "7");
    bench.other_path = bench.folder / "OTHER.RGM";
    REQUIRE(write_file(*bench.other_path, rgm::write_map(other).value()).has_value());
    bench.frame->part<DiskActions>().compare_with_file();
    CHECK(bench.differences == std::vector<DifferenceRow>{{"lights[0] 2195179707", "radius", "600", "7"}});
    CHECK(bench.shown_differences.mine == "SAMPLE.RGM");
    CHECK(bench.shown_differences.theirs == "OTHER.RGM");
    CHECK_FALSE(bench.frame->session()->can_undo());
    bench.other_path = bench.folder / "A.INI";
    REQUIRE(write_file(*bench.other_path, as_bytes("[a]\nb=1\n")).has_value());
    bench.frame->part<DiskActions>().compare_with_file();
    CHECK(bench.status().find("another kind of file") != std::string::npos);
}

TEST_CASE("disk: differences show scripts in two columns; each conflict takes a choice")
{
    Bench bench;
    Differences differences{.heading = "Two differences.", .bytes = {}, .mine = "A", .theirs = "B", .rows = {}};
    differences.rows = {{"lights[0]", "radius", "1", "2", "lights[0]"},
                        {"actors[0]", "script", "2 lines", "2 lines", "actors[0]", "a\nb\n", "a\nc\n"}};
    DifferenceDialog dialog(bench.frame, differences);
    dialog.Show();
    process_events();
    CHECK(dialog.texts().IsShown());  // the dialog begins with the first script
    CHECK(dialog.texts().left().GetText() == "a\nb\n");
    CHECK(dialog.texts().right().GetText() == "a\nc\n");
    CHECK(dialog.texts().right().MarkerGet(1) != 0);
    CHECK(dialog.texts().right().MarkerGet(0) == 0);
    dialog.show_row(0);
    CHECK_FALSE(dialog.texts().IsShown());
    dialog.Hide();

    MergeDialog merge(bench.frame, "SAMPLE.RGM", test::sample_conflicts());
    merge.Show();
    process_events();
    CHECK(merge.sides() == std::vector<edit::MergeFavor>{edit::MergeFavor::ours, edit::MergeFavor::ours});
    CHECK(merge.grid().GetCellValue(0, 3) == to_wx("\u25c9 2"));
    CHECK(merge.grid().GetCellValue(0, 4) == to_wx("\u25cb 3"));
    CHECK_FALSE(merge.texts().IsShown());
    const wxRect cell = merge.grid().CellToRect(1, 4);
    const wxPoint at = merge.grid().GetGridWindow()->ClientToScreen(wxPoint(cell.x + 20, cell.y + cell.height / 2));
    test::click(at);
    CHECK(merge.sides() == std::vector<edit::MergeFavor>{edit::MergeFavor::ours, edit::MergeFavor::theirs});
    CHECK(merge.texts().IsShown());
    CHECK(merge.texts().left().GetText() == "x\ny\n");
    merge.choose_all(edit::MergeFavor::theirs);
    CHECK(merge.sides() == std::vector<edit::MergeFavor>{edit::MergeFavor::theirs, edit::MergeFavor::theirs});
    merge.Hide();
}

TEST_CASE("disk: recovered changes are merged with a file that was changed meanwhile")
{
    Bench bench;
    const std::filesystem::path file = bench.folder / "LOST.RGM";
    REQUIRE(write_file(file, bench.original).has_value());
    const std::filesystem::path folder = journal_folder().value();
    std::filesystem::remove_all(folder);
    {
        Session session = Session::open(file).value();
        session.keep_journal(folder);
        REQUIRE(session.set({session.find("lights[0]").value()}, "red", "7").has_value());
        test::copy_journal(folder, bench.folder / "kept");  // like the journal of a killed window
    }
    test::copy_journal(bench.folder / "kept", folder);
    Session other = Session::open(file).value();
    REQUIRE(other.set({other.find("lights[0]").value()}, "green", "9").has_value());
    REQUIRE(other.save().has_value());

    int asked = 0;
    Dialogs dialogs;
    dialogs.ask_unsaved_steps = [](wxWindow&, const Unsaved&) { return UnsavedAnswer::recover; };
    dialogs.ask_disk_change = [&](wxWindow&, const OutsideQuestion&) {
        ++asked;
        return ExternalChangeChoice::merge;
    };
    auto* const frame = new MainFrame(std::move(dialogs));
    frame->Show();
    REQUIRE(frame->open_file(file).has_value());
    process_events(200);
    CHECK(asked == 1);
    CHECK(test::value(frame->session()->document(), "lights[0].red") == "7");
    CHECK(test::value(frame->session()->document(), "lights[0].green") == "9");
    frame->Close(true);
    process_events();
    CHECK(std::filesystem::is_empty(folder));
}
