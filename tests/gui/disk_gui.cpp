// A file that another program changes while the window is open: noticed with the focus and before saving.
#include <catch2/catch.hpp>

#include <filesystem>

#include "editor/views/frame.hpp"
#include "editor/views/problems.hpp"
#include "gui/bench.hpp"

namespace {

using namespace redforge;
using namespace redforge::editor;
using test::Bench;
using test::settle;

/// A window on the sample map, and another program that gives its light a radius of 7.
struct TwoPrograms : Bench {
    Bytes changed;

    TwoPrograms()
    {
        rgm::Map theirs = rgm::sample_map();
        test::set_value(theirs, "lights[0].radius", "7");
        changed = rgm::write_map(theirs).value();
        frame->select({"lights[0]"});
        settle();
    }
    void write(const Bytes& bytes) const { REQUIRE(write_file(file, bytes, {.overwrite = Overwrite::allow})); }
    void come_back() const
    {
        wxActivateEvent event(wxEVT_ACTIVATE, true);
        frame->ProcessWindowEvent(event);
        settle();
    }
    [[nodiscard]] std::string status() const { return from_wx(frame->GetStatusBar()->GetStatusText(0)); }
    [[nodiscard]] std::string title() const { return from_wx(frame->GetTitle()); }
};

}  // namespace

TEST_CASE("a change by another program is read when the window gets the focus, as one step, where nothing is lost")
{
    TwoPrograms bench;
    bench.write(bench.changed);
    bench.come_back();
    CHECK(bench.asked == 0);
    CHECK(bench.shown("radius") == "7");
    CHECK(bench.status() ==
          "SAMPLE.RGM was changed by another program and is read again; Undo brings back what was here.");
    CHECK(bench.title() == "SAMPLE.RGM - Redforge");
    CHECK(bench.frame->session()->path_of(bench.frame->session()->selection().at(0)) == "lights[0]");
    CHECK(from_wx(bench.frame->history().GetItemText(1)) == "Reload SAMPLE.RGM");
    bench.frame->undo();
    settle();
    CHECK(bench.shown("radius") == "600");
    CHECK(bench.title() == "*SAMPLE.RGM - Redforge");
    bench.frame->redo();
    settle();
    REQUIRE(bench.set("radius", "8"));
    bench.frame->save();
    bench.come_back();
    CHECK(bench.asked == 0);
    CHECK(bench.saved_value("lights[0].radius") == "8");
}

TEST_CASE("a change by another program is asked about where changes of our own are not saved")
{
    TwoPrograms bench;
    const auto change_both = [&] {
        REQUIRE(bench.set("radius", "601"));
        bench.write(bench.changed);
    };
    SECTION("reload: one step back are ours")
    {
        change_both();
        bench.outside_answers = {OutsideAnswer::reload};
        bench.come_back();
        CHECK(bench.asked == 1);
        CHECK_FALSE(bench.outside_question->saving);
        CHECK(bench.outside_question->name == "SAMPLE.RGM");
        CHECK(bench.shown("radius") == "7");
        CHECK(bench.title() == "SAMPLE.RGM - Redforge");
        bench.frame->undo();
        settle();
        CHECK(bench.shown("radius") == "601");
        CHECK(bench.title() == "*SAMPLE.RGM - Redforge");
    }
    SECTION("the difference leads back to the question; ours are kept and saved without another")
    {
        change_both();
        bench.outside_answers = {OutsideAnswer::difference, OutsideAnswer::keep_mine};
        bench.come_back();
        CHECK(bench.asked == 2);
        const std::vector<DifferenceRow> expected{{"lights[0] 2195179707", "radius", "601", "7"}};
        CHECK(bench.differences == expected);
        CHECK(bench.shown("radius") == "601");
        CHECK(bench.status() == "Your changes are kept; saving replaces what the other program wrote to SAMPLE.RGM.");
        bench.come_back();
        bench.frame->save();
        CHECK(bench.asked == 2);
        CHECK(bench.title() == "SAMPLE.RGM - Redforge");
        CHECK(bench.saved_value("lights[0].radius") == "601");
    }
    SECTION("merge: theirs and ours, where both changed the same value ours")
    {
        REQUIRE(bench.set("intensity", "33"));
        bench.write(bench.changed);
        bench.outside_answers = {OutsideAnswer::merge};
        bench.come_back();
        CHECK(bench.shown("radius") == "7");
        CHECK(bench.shown("intensity") == "33");
        CHECK(bench.frame->session()->undo_name() == "Merge SAMPLE.RGM");
        CHECK(bench.title() == "*SAMPLE.RGM - Redforge");
        bench.frame->save();
        CHECK(bench.asked == 1);
        CHECK(bench.saved_value("lights[0].radius") == "7");
        CHECK(bench.saved_value("lights[0].intensity") == "33");
    }
    SECTION("merge: a value that both changed stands as it is here, and is listed")
    {
        change_both();
        bench.outside_answers = {OutsideAnswer::merge};
        bench.come_back();
        CHECK(bench.shown("radius") == "601");
        CHECK(bench.status() ==
              "SAMPLE.RGM was merged. 1 value was changed on both sides; yours is kept (see Problems).");
        CHECK(from_wx(bench.frame->problems().GetItemText(0, 1)).find("base 600, ours 601, theirs 7") !=
              std::string::npos);
    }
    SECTION("later: it is asked when it is saved, and not with every look at the window")
    {
        change_both();
        bench.come_back();
        bench.come_back();
        CHECK(bench.asked == 1);
        CHECK(bench.status() == "SAMPLE.RGM was changed by another program; saving asks what to keep.");
        bench.frame->save();
        CHECK(bench.asked == 2);
        CHECK(bench.outside_question->saving);
        CHECK(bench.on_disk() == bench.changed);
        CHECK(bench.frame->session()->modified());
    }
    SECTION("a value that is being typed is a change")
    {
        bench.begin_to_type("radius", "602");
        bench.write(bench.changed);
        bench.outside_answers = {OutsideAnswer::reload};
        bench.come_back();
        CHECK(bench.asked == 1);
        CHECK(bench.shown("radius") == "7");
        bench.frame->undo();
        settle();
        CHECK(bench.shown("radius") == "602");
    }
}

TEST_CASE("a file that is gone, half written, or as it was changes nothing in the window")
{
    TwoPrograms bench;
    REQUIRE(bench.set("radius", "601"));
    bench.frame->undo();
    settle();
    const std::string before = bench.status();
    SECTION("another time with the same bytes")
    {
        std::filesystem::last_write_time(bench.file, std::filesystem::file_time_type::clock::now());
        bench.come_back();
        CHECK(bench.status() == before);
        CHECK(bench.title() == "SAMPLE.RGM - Redforge");
    }
    SECTION("gone: saving writes it again")
    {
        std::filesystem::remove(bench.file);
        bench.come_back();
        CHECK(bench.status() == "SAMPLE.RGM was moved or removed by another program; saving writes it again.");
        CHECK(bench.title() == "*SAMPLE.RGM - Redforge");
        bench.frame->save();
        CHECK(bench.asked == 0);
        CHECK(bench.on_disk() == bench.original);
    }
    SECTION("half written: it is read when it is whole")
    {
        bench.write(Bytes(bench.changed.begin(), bench.changed.begin() + 500));
        bench.come_back();
        CHECK(bench.status() ==
              "SAMPLE.RGM was changed by another program and cannot be read; what is open here stays as it is.");
        CHECK(from_wx(bench.frame->problems().GetItemText(0, 0)) == "Reload");
        CHECK(bench.shown("radius") == "600");
        bench.frame->save();
        CHECK(bench.asked == 1);
        CHECK(bench.outside_question->unreadable.find("RALC (cut off)") != std::string::npos);
        bench.write(bench.changed);
        bench.come_back();
        CHECK(bench.asked == 1);
        CHECK(bench.shown("radius") == "7");
        CHECK(bench.title() == "SAMPLE.RGM - Redforge");
        CHECK(from_wx(bench.frame->problems().GetItemText(0, 1)) == "No problems");
    }
    CHECK((bench.frame->session()->can_redo() || bench.title() == "SAMPLE.RGM - Redforge"));
}

TEST_CASE("saving over what another program changed asks first")
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
        bench.outside_answers = {OutsideAnswer::difference, OutsideAnswer::keep_mine};
        bench.frame->save();
        CHECK(bench.asked == 2);
        CHECK(bench.saved_value("lights[0].radius") == "601");
        CHECK_FALSE(bench.frame->session()->modified());
    }
    SECTION("reload shows theirs")
    {
        bench.outside_answers = {OutsideAnswer::reload};
        bench.frame->save();
        settle();
        CHECK(bench.shown("radius") == "7");
        CHECK_FALSE(bench.frame->session()->modified());
        CHECK(bench.on_disk() == bench.changed);
    }
}
