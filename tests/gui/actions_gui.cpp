// Actions of the menu, one by one: effects, and messages if there is nothing to do.
#include "editor/views/scene/scene_canvas.hpp"  // first, for its OpenGL headers

#include "gui/views_bench.hpp"

#include "editor/views/actions/select_actions.hpp"
#include "editor/views/actions/table_actions.hpp"
#include "editor/views/panes/outliner.hpp"
#include "editor/views/panes/table_pane.hpp"
#include "support/sample_file.hpp"

namespace {

using namespace redforge;
using namespace redforge::editor;
using test::action_named;
using test::Bench;
using test::process_events;
using test::Views;

std::string place(const Bench& bench, const std::string& path)
{
    return bench.value(path + ".position.x") + " " + bench.value(path + ".position.y") + " " +
           bench.value(path + ".position.z");
}

}  // namespace

TEST_CASE("actions: each of the six grid moves follows one axis, and its opposite undoes it")
{
    Views bench;
    if (bench.canvas == nullptr) {
        return;
    }
    bench.frame->select({"objects[4]"});
    REQUIRE(place(bench, "objects[4]") == "200 0 300");
    const auto after = [&](const std::string& name) {
        bench.frame->run(action_named("Transform, Nudge " + name));
        process_events();
        return place(bench, "objects[4]");
    };
    CHECK(after("Right") == "184 0 300");  // X grows to the left, seen from the first camera position
    CHECK(after("Left") == "200 0 300");
    CHECK(after("Forward") == "200 0 284");
    CHECK(after("Back") == "200 0 300");
    CHECK(after("Up") == "200 -16 300");
    CHECK(after("Down") == "200 0 300");
    CHECK(after("Down") == "200 16 300");
}

TEST_CASE("actions: Fill Down copies the first row, or the cell above a single row")
{
    Bench bench;
    bench.frame->select({"objects[0]"});
    bench.frame->part<TableActions>().toggle_table();
    process_events();
    TablePane& table = bench.frame->table();
    const int x = table.column_named("position.x").value();
    const auto fill = [&](int first, int last) {
        table.grid().ClearSelection();
        table.grid().GoToCell(first, x);
        table.grid().SelectBlock(first, x, last, x);
        table.grid().SetFocus();
        process_events();
        bench.press('D', wxMOD_CONTROL);
        std::string values;
        for (int i = 0; i < 7; ++i) {
            values += (i == 0 ? "" : " ") + bench.value("objects[" + std::to_string(i) + "].position.x");
        }
        return values;
    };
    const std::string before = "0 0 0 0 200 200 320";
    CHECK(fill(0, 0) == before);
    CHECK(bench.status() == "There is no cell above to take a value from");
    CHECK_FALSE(bench.frame->session()->modified());
    CHECK(fill(6, 6) == "0 0 0 0 200 200 200");
    CHECK(bench.frame->session()->undo_name() == "Fill down 1 value");
    CHECK(fill(0, 4) == "0 0 0 0 0 200 200");
    CHECK(fill(4, 6) == "0 0 0 0 0 0 0");
    CHECK(bench.frame->session()->undo_name() == "Fill down 2 values");
    for (int i = 0; i < 3; ++i) {
        REQUIRE(bench.frame->session()->undo());
    }
    CHECK_FALSE(bench.frame->session()->modified());
    bench.frame->part<TableActions>().toggle_table();
}

TEST_CASE("outliner: shows a query that is set for it, with as many rows as match")
{
    Bench bench;
    Outliner& outliner = bench.frame->outliner();
    CHECK(outliner.filter("DOOR01").value() == 3);
    CHECK(outliner.search_text() == "DOOR01");
    CHECK_FALSE(outliner.filter("objects[").has_value());
    CHECK(outliner.search_text() == "DOOR01");  // unchanged
    CHECK(outliner.filter("").has_value());
    CHECK(outliner.search_text().empty());
}

TEST_CASE("actions: Select All, None and Invert work on maps, saves and filtered lists")
{
    Bench bench;
    auto& actions = bench.frame->part<SelectActions>();
    const auto selected = [&] {
        process_events();
        std::string paths;
        for (const NodeRef& ref : bench.frame->session()->selection()) {
            paths += (paths.empty() ? "" : " ") + bench.frame->session()->path_of(ref);
        }
        return paths;
    };
    actions.select_all();
    const std::string all = selected();
    CHECK(all.starts_with("objects[0] objects[1] "));
    CHECK(all.find("lights[0]") != std::string::npos);
    actions.invert_selection();
    CHECK(selected().empty());  // there are no other records
    bench.frame->select({"objects[4]", "objects[5]"});
    actions.invert_selection();
    CHECK(selected().find("objects[4]") == std::string::npos);
    CHECK(selected().find("objects[6]") != std::string::npos);
    actions.invert_selection();
    CHECK(selected() == "objects[4] objects[5]");
    actions.select_none();
    CHECK(selected().empty());
    bench.frame->outliner().on_filter("GUARD01");
    actions.select_all();
    CHECK(selected() == "objects[6]");
    bench.frame->outliner().on_filter("");

    REQUIRE(write_file(bench.folder / "Quick.ess", test::sample_file("save")).has_value());
    REQUIRE(bench.frame->open_file(bench.folder / "Quick.ess").has_value());
    process_events();
    bench.frame->select({});
    actions.select_all();
    CHECK(selected().empty());  // no records are specified
    bench.frame->select({"changes[1]"});
    actions.select_all();
    CHECK(bench.frame->session()->selection().size() == 4);
    bench.frame->select({"changes[1].factions[0]"});
    actions.select_all();
    CHECK(selected().ends_with(".factions[0]"));
}
