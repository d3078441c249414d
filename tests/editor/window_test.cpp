// Window state that the model computes: view positions, pane widths, action lookup, key conflicts.
#include <catch2/catch.hpp>

#include <array>

#include "editor/model/rows/pane_widths.hpp"
#include "editor/model/scene/view_layout.hpp"
#include "editor/model/text/fuzzy.hpp"
#include "editor/model/text/key_map.hpp"

using namespace redforge::editor;

TEST_CASE("view layout: one, two and four views share a pane with gaps of 5 pixels", "[editor]")
{
    using Numbers = std::vector<std::size_t>;
    CHECK(shown_views(ViewCount::one, 2) == Numbers{2});
    CHECK(shown_views(ViewCount::two, 0) == Numbers{0, 1});
    CHECK(shown_views(ViewCount::two, 3) == Numbers{0, 3});
    CHECK(shown_views(ViewCount::four, 1) == Numbers{0, 1, 2, 3});
    using Areas = std::vector<PaneArea>;
    CHECK(view_areas({}, {805, 605}) == Areas{{0, 0, 805, 605}});
    CHECK(view_areas({ViewCount::two, 0.25, 0.5}, {805, 605}) == Areas{{0, 0, 200, 605}, {205, 0, 600, 605}});
    CHECK(view_areas({ViewCount::four, 0.5, 0.5}, {805, 605}) ==
          Areas{{0, 0, 400, 300}, {405, 0, 400, 300}, {0, 305, 400, 300}, {405, 305, 400, 300}});
    for (const PaneArea& area : view_areas({ViewCount::four, 0.5, 0.5}, {3, 2})) {  // no space at all
        CHECK(area.width >= 0);
        CHECK(area.height >= 0);
    }
    CHECK(view_areas({ViewCount::two, 1, 0.5}, {3, 2}).back().width == 0);
}

TEST_CASE("view layout: gaps and their crossing can be dragged; each view stays visible", "[editor]")
{
    const ViewLayout four{ViewCount::four, 0.5, 0.5};
    const PaneSize size{805, 605};
    CHECK(gap_at(four, size, 402, 10) == ViewGap{true, false});
    CHECK(gap_at(four, size, 10, 304) == ViewGap{false, true});
    CHECK(gap_at(four, size, 400, 300) == ViewGap{true, true});
    CHECK(gap_at(four, size, 399, 299) == ViewGap{});
    CHECK(gap_at({}, size, 402, 302) == ViewGap{});
    CHECK(gap_at({ViewCount::two, 0.5, 0.5}, size, 402, 302) == ViewGap{true, false});
    CHECK(drag_gap(four, size, {true, false}, 202, 500) == ViewLayout{ViewCount::four, 0.25, 0.5});
    CHECK(drag_gap(four, size, {true, true}, -50, 900) == ViewLayout{ViewCount::four, 0.1, 0.9});
}

TEST_CASE("pane widths: reads and changes them in the layout text of wxAUI", "[editor]")
{
    const std::string layout = "layout2|name=scene;dir=5|name=outliner;dir=4|dock_size(5,0,0)=8|dock_size(2,0,0)=342|"
                               "dock_size(4,0,0)=300|dock_size(3,0,0)=135|";
    CHECK(side_widths(layout) == SideWidths{300, 342});
    CHECK(with_side_widths(layout, {201, 0}) ==
          "layout2|name=scene;dir=5|name=outliner;dir=4|dock_size(5,0,0)=8|dock_size(2,0,0)=342|"
          "dock_size(4,0,0)=201|dock_size(3,0,0)=135|");
    CHECK(side_widths("layout2|dock_size(5,0,0)=8|") == SideWidths{0, 0});
    CHECK(with_side_widths("dock_size(4", {1, 1}) == "dock_size(4");
    CHECK(side_widths("") == SideWidths{0, 0});
}

TEST_CASE("pane widths: limits both panes to half of the window, in proportion", "[editor]")
{
    CHECK(fitted({300, 300}, 1600) == SideWidths{300, 300});
    CHECK(fitted({300, 300}, 1000) == SideWidths{245, 245});
    CHECK(fitted({300, 0}, 400) == SideWidths{190, 0});
    CHECK(fitted({100, 300}, 420) == SideWidths{50, 150});
    CHECK(fitted({100, 300}, 0) == SideWidths{0, 0});
}

TEST_CASE("fuzzy: letters match in order, and beginnings of words rank higher", "[editor]")
{
    CHECK(fuzzy_score("", "View, Top"));
    CHECK(fuzzy_score("vtop", "View, Top"));
    CHECK(fuzzy_score("v top", "View, Top"));
    CHECK_FALSE(fuzzy_score("ptv", "View, Top"));
    // Each letter counts 1, an adjacent one 9 more, and the beginning of a word 8 more.
    CHECK(fuzzy_score("t", "View, Top") == 9);
    CHECK(fuzzy_score("o", "View, Top") == 1);
    CHECK(fuzzy_score("to", "View, Top") == 19);
    CHECK(fuzzy_score("vt", "View, Top") == 18);
    CHECK(fuzzy_score("vp", "View, Top") == 10);
    CHECK(fuzzy_score("2", "F12") == 1);
    CHECK(fuzzy_score("d", "FabZcD") == 1);
    CHECK_FALSE(fuzzy_score("viewtopp", "View, Top"));
    CHECK_FALSE(fuzzy_score("x", ""));
    CHECK(fuzzy_score("top", "View, Top").value() > fuzzy_score("top", "Edit, Stop").value());
    CHECK(fuzzy_score("dup", "Record, Duplicate").value() > fuzzy_score("dup", "Record, Add Up").value());
    CHECK(fuzzy_score("redo", "Edit, Redo").value() > fuzzy_score("redo", "Record, Move Down").value());
    const std::array<std::string, 4> names{"View, Side", "Edit, Undo", "Select, Hide", "Select, Isolate"};
    using Numbers = std::vector<std::size_t>;
    CHECK(fuzzy_ranked("hide", names) == Numbers{2});
    CHECK(fuzzy_ranked("SI", names) == Numbers{0, 3, 2});
    CHECK(fuzzy_ranked("", names) == Numbers{0, 1, 2, 3});
}

TEST_CASE("keys: a changed key replaces the default, and conflicts are found", "[editor]")
{
    CHECK(normal_key("shift+ctrl+p") == "Ctrl+Shift+P");
    CHECK(normal_key("Ctrl++") == "Ctrl++");
    CHECK(normal_key("ctrl+") == "ctrl+");  // a modifier without a key
    CHECK(normal_key("alt") == "alt");
    CHECK(normal_key("ctrl-p") == "ctrl-p");
    CHECK(normal_key("PgUp") == "PgUp");
    CHECK(normal_key("").empty());
    KeyMap keys;
    CHECK(keys.key_of("View, Top", "7") == "7");
    keys.set("View, Top", "t", "7");
    CHECK(keys.key_of("View, Top", "7") == "T");
    keys.set("View, Side", "", "3");
    CHECK(keys.key_of("View, Side", "3").empty());
    CHECK(keys.changed().size() == 2);
    keys.set("View, Top", "7", "7");
    CHECK(keys.changed().size() == 1);
    const std::array<KeyBinding, 4> bindings{
        {{"Redo", "Ctrl+Shift+Z", "Ctrl+Y"}, {"Paste", "ctrl+y"}, {"Side", ""}, {"Lock", ""}}};
    using Names = std::vector<std::string>;
    CHECK(key_conflicts(bindings, "Paste") == Names{"Redo"});
    CHECK(key_conflicts(bindings, "Redo") == Names{"Paste"});
    CHECK(key_conflicts(bindings, "Side").empty());
    // A key can have another meaning in the view.
    const std::array<KeyBinding, 3> of_view{{{"Run", "F5"}, {"Walk", "F5", "", true}, {"Drop", "F5", "", true}}};
    CHECK(key_conflicts(of_view, "Run").empty());
    CHECK(key_conflicts(of_view, "Walk") == Names{"Drop"});
}
