// Layers in the window: created, listed, hidden, and stored next to the map.
#include "editor/views/scene/scene_canvas.hpp"  // first, for its OpenGL headers

#include "gui/bench.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "core/files/files.hpp"
#include "edit/document/notes.hpp"
#include "editor/views/actions/edit_actions.hpp"
#include "editor/views/actions/layer_actions.hpp"
#include "editor/views/actions/pane_actions.hpp"
#include "editor/views/actions/select_actions.hpp"
#include "editor/views/panes/outliner.hpp"

using namespace redforge;
using namespace redforge::editor;
using test::Bench;
using test::process_events;

TEST_CASE("layers: are created, listed, hidden and stored next to the map")
{
    Bench bench;
    auto& layers = bench.frame->part<LayerActions>();
    const auto notes = [&] { return read_text_file(edit::note_file_of(bench.file)).value_or(""); };
    CHECK_FALSE(layers.can_be_in_layer());
    CHECK_FALSE(layers.has_layer());
    bench.frame->select({"objects[4]", "lights[0]"});
    bench.layer = "Harbour";
    layers.new_layer();
    process_events();
    CHECK(notes().ends_with("\nlayer objects[id=5] Harbour\nlayer lights[id=2195179707] Harbour\n"));
    CHECK(bench.frame->outliner().grouping() == Grouping::layer);
    CHECK(bench.frame->outliner().tree().GetSelectedItemsCount() == 2);
    CHECK(bench.status() == "2 records in layer Harbour");
    layers.new_layer();
    CHECK(bench.status() == "There is a layer Harbour already; Move to Layer adds to it.");
    // The actions apply to the whole layer of the selected record.
    bench.frame->select({"lights[0]"});
    layers.select_layer();
    CHECK(bench.status(1) == "2 selected");
    layers.toggle_hidden();
    CHECK(bench.frame->part<SelectActions>().hiding().hidden.size() == 2);
    CHECK_FALSE(bench.frame->session()->selection().size() > 1);
    // A record that joins a hidden layer is hidden.
    bench.frame->select({"statics[1]"});
    CHECK_FALSE(layers.has_layer());
    layers.move_to_layer();
    process_events();
    CHECK(bench.frame->part<SelectActions>().hiding().hidden.size() == 3);
    bench.frame->outliner().on_select({bench.frame->session()->find("statics[1]").value()});
    CHECK(layers.is_hidden());
    layers.toggle_hidden();
    CHECK(bench.frame->part<SelectActions>().hiding().hidden.empty());
    layers.toggle_locked();
    CHECK(layers.is_locked());
    layers.toggle_locked();
    CHECK(bench.frame->part<SelectActions>().hiding().locked.empty());
    bench.layer = "Port";
    layers.rename_layer();
    CHECK(layers.layers().names() == std::vector<std::string>{"Port"});
    // Undoing a removal restores the record in its layer. The map is unchanged.
    bench.frame->select({"objects[4]"});
    bench.frame->part<EditActions>().remove_records();
    process_events();
    CHECK(layers.layers().records("Port").size() == 2);
    bench.frame->part<EditActions>().undo();
    process_events();
    CHECK(layers.layers().records("Port").size() == 3);
    CHECK(bench.on_disk() == bench.original);
    CHECK_FALSE(bench.frame->session()->modified());
    // A changed id is written to the layers when the map is saved, and found again.
    bench.frame->select({"objects[4]"});
    bench.set("id", "99");
    bench.frame->save();
    CHECK(notes().find("layer objects[id=99] Port\n") != std::string::npos);
    REQUIRE(bench.frame->open_file(bench.file).has_value());
    process_events();
    CHECK(layers.layers().records("Port").size() == 3);
    bench.frame->select({"objects[4]"});
    layers.leave_layer();
    CHECK(layers.layers().records("Port").size() == 2);
    bench.frame->select({"lights[0]"});
    layers.isolate_layer();
    CHECK(bench.frame->part<SelectActions>().hiding().hidden.size() == 12);
    layers.remove_layer();
    CHECK(layers.layers().empty());
    CHECK(notes().find("Port") == std::string::npos);
    bench.frame->part<SelectActions>().show_hidden();
}

TEST_CASE("layers: an unreadable layer file is reported and kept")
{
    Bench bench;
    const std::filesystem::path notes = edit::note_file_of(bench.file);
    const std::string text = "layer objects[4]\n";
    REQUIRE(write_file(notes, as_bytes(text)));
    REQUIRE(bench.frame->open_file(bench.file).has_value());
    process_events();
    bench.frame->select({"objects[5]"});
    bench.layer = "Harbour";
    bench.frame->part<LayerActions>().new_layer();
    CHECK(bench.status().find("the layer has no name") != std::string::npos);
    CHECK(read_text_file(notes).value() == text);
    bench.frame->part<PaneActions>().group_outliner(Grouping::kind);
}

TEST_CASE("groups: a pick selects the whole group, and Ungroup dissolves it")
{
    Bench bench;
    auto& layers = bench.frame->part<LayerActions>();
    auto& select = bench.frame->part<SelectActions>();
    const auto ref = [&](const char* path) { return bench.frame->session()->find(path).value(); };
    bench.frame->select({"objects[4]"});
    CHECK_FALSE(layers.can_group());
    bench.frame->select({"objects[4]", "lights[0]", "statics[1]"});
    layers.group_selected();
    CHECK(bench.status() == "3 records are Group 1: a click selects all of them");
    CHECK(read_text_file(edit::note_file_of(bench.file))
              .value_or("")
              .ends_with("\ngroup objects[id=5] Group 1\ngroup statics[id=524289] Group 1\n"
                         "group lights[id=2195179707] Group 1\n"));
    select.select_none();
    select.pick({ref("lights[0]")}, Picking::replace);
    CHECK(bench.frame->session()->selection().size() == 3);
    select.pick({ref("objects[5]")}, Picking::toggle);
    CHECK(bench.frame->session()->selection().size() == 4);
    select.pick({ref("statics[1]")}, Picking::toggle);
    CHECK(bench.frame->session()->selection() == NodeRefs{ref("objects[5]")});
    // The outliner selects single records; hidden records of a group are not selected.
    bench.frame->outliner().on_select({ref("statics[1]")});
    CHECK(bench.frame->session()->selection().size() == 1);
    select.hide_selected();
    select.pick({ref("lights[0]")}, Picking::replace);
    CHECK(bench.frame->session()->selection().size() == 2);
    select.show_hidden();
    layers.toggle_single_records();
    select.pick({ref("lights[0]")}, Picking::replace);
    CHECK(bench.frame->session()->selection().size() == 1);
    layers.toggle_single_records();
    REQUIRE(bench.frame->open_file(bench.file).has_value());
    process_events();
    select.pick({ref("lights[0]")}, Picking::replace);
    CHECK(bench.frame->session()->selection().size() == 3);
    layers.ungroup_selected();
    CHECK(bench.status() == "Group 1 is ungrouped");
    CHECK_FALSE(layers.has_group());
    CHECK_FALSE(bench.frame->session()->modified());
}
