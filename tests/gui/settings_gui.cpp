// Settings round-trip; out-of-range values of the file are clamped, and the oldest files are dropped.
#include <filesystem>
#include <fstream>

#include <catch2/catch.hpp>
#include <wx/event.h>

#include "editor/views/key_text.hpp"
#include "editor/views/settings.hpp"

using namespace redforge;
using namespace redforge::editor;

namespace {

void write_settings(const std::string& text)
{
    std::ofstream(settings_file()) << text;
}

}  // namespace

TEST_CASE("settings: the first start has default values")
{
    CHECK_FALSE(remembered_game_folder());
    CHECK(remembered_files().empty());
    CHECK(remembered_snapping() ==
          Snapping{.on = true, .grid = 16, .angle = 64, .surface = false, .pivot = Pivot::middle});
    CHECK_FALSE(remembered_folder());
    CHECK(remembered_browser());
    CHECK(remembered_grouping() == Grouping::kind);
    CHECK(remembered_views() == ViewLayout{.count = ViewCount::one, .across = 0.5, .down = 0.5});
    CHECK_FALSE(remembered_link());
    CHECK(remembered_looks() == render::ViewSettings{});
    CHECK(remembered_layout().panes.empty());
    CHECK(remembered_layout().width == 0);
    CHECK(remembered_layout().height == 0);
    CHECK_FALSE(remembered_layout().maximized);
    CHECK(remembered_hiding("/maps/A.RGM").empty());
    CHECK(remembered_columns("Object").empty());
    CHECK(remembered_keys().empty());
}

TEST_CASE("settings: stored values are restored")
{
    remember_game_folder("/games/red guard");
    CHECK(remembered_game_folder() == "/games/red guard");
    remember_game_folder("");
    CHECK_FALSE(remembered_game_folder());

    const Snapping snapping{.on = false, .grid = 128, .angle = 512, .surface = true, .pivot = Pivot::each};
    remember_snapping(snapping);
    CHECK(remembered_snapping() == snapping);
    Snapping last = snapping;
    last.pivot = Pivot::last;
    remember_snapping(last);
    CHECK(remembered_snapping() == last);

    remember_folder("/no such folder");
    CHECK_FALSE(remembered_folder());
    remember_folder(std::filesystem::temp_directory_path());
    CHECK(remembered_folder() == std::filesystem::temp_directory_path());

    remember_browser(false);
    CHECK_FALSE(remembered_browser());
    for (const Grouping grouping : {Grouping::layer, Grouping::model, Grouping::actor, Grouping::kind}) {
        remember_grouping(grouping);
        CHECK(remembered_grouping() == grouping);
    }
    for (const ViewCount count : {ViewCount::four, ViewCount::two, ViewCount::one}) {
        const ViewLayout layout{.count = count, .across = 0.25, .down = 0.75};
        remember_views(layout, count == ViewCount::two);
        CHECK(remembered_views() == layout);
        CHECK(remembered_link() == (count == ViewCount::two));
    }
    remember_layout({.panes = "panes|of wxAUI", .width = 1300, .height = 900, .maximized = true});
    CHECK(remembered_layout().panes == "panes|of wxAUI");
    CHECK(remembered_layout().width == 1300);
    CHECK(remembered_layout().height == 900);
    CHECK(remembered_layout().maximized);

    remember_columns("Object", "id 40");
    remember_columns("A/B", "name 80");
    CHECK(remembered_columns("Object") == "id 40");
    CHECK(remembered_columns("A/B") == "name 80");
    CHECK(remembered_columns("A") == "");
    remember_columns("Object", "");
    CHECK(remembered_columns("Object") == "");

    const KeyMap::Changed keys{{"View, Top", "Ctrl+U"}, {"Save", ""}};
    remember_keys(keys);
    CHECK(remembered_keys() == keys);
    remember_keys({{"Save", "F2"}});
    CHECK(remembered_keys() == KeyMap::Changed{{"Save", "F2"}});
}

TEST_CASE("settings: the last nine files are remembered once each, newest last")
{
    for (char name = 'A'; name <= 'I'; ++name) {
        remember_file(std::string("/maps/") + name);
    }
    using Files = std::vector<std::string>;
    const Files nine{"/maps/A", "/maps/B", "/maps/C", "/maps/D", "/maps/E", "/maps/F", "/maps/G", "/maps/H", "/maps/I"};
    CHECK(remembered_files() == nine);
    remember_file("/maps/J");
    CHECK(remembered_files() ==
          Files{"/maps/B", "/maps/C", "/maps/D", "/maps/E", "/maps/F", "/maps/G", "/maps/H", "/maps/I", "/maps/J"});
    remember_file("/maps/C");
    remember_file("/maps/C");
    CHECK(remembered_files() ==
          Files{"/maps/B", "/maps/D", "/maps/E", "/maps/F", "/maps/G", "/maps/H", "/maps/I", "/maps/J", "/maps/C"});
    remember_file("K");
    CHECK(remembered_files().back() == (std::filesystem::current_path() / "K").string());
}

TEST_CASE("settings: hidden records are remembered for the last 32 maps that have some")
{
    for (int i = 1; i <= 33; ++i) {
        remember_hiding("/maps/" + std::to_string(i), "hidden " + std::to_string(i));
    }
    CHECK(remembered_hiding("/maps/1").empty());
    CHECK(remembered_hiding("/maps/2") == "hidden 2");
    CHECK(remembered_hiding("/maps/33") == "hidden 33");
    remember_hiding("/maps/2", "others");  // now it is the newest
    remember_hiding("/maps/34", "x");
    CHECK(remembered_hiding("/maps/2") == "others");
    CHECK(remembered_hiding("/maps/3").empty());
    CHECK(remembered_hiding("/maps/4") == "hidden 4");
    remember_hiding("/maps/33", "");
    CHECK(remembered_hiding("/maps/33").empty());
    remember_hiding("/maps/35", "x");  // there is place for it now
    CHECK(remembered_hiding("/maps/4") == "hidden 4");
}

TEST_CASE("settings: numbers edited by hand are clamped to their ranges")
{
    write_settings(
        "[Snap]\nGrid=99999\nAngle=0\nPivot=7\n[Views]\nCount=3\nAcross=0.95\nDown=-1\n[Window]\nGrouping=9\n");
    CHECK(remembered_snapping() ==
          Snapping{.on = true, .grid = 4096, .angle = 1, .surface = false, .pivot = Pivot::each});
    CHECK(remembered_views() == ViewLayout{.count = ViewCount::one, .across = 0.9, .down = 0.1});
    CHECK(remembered_grouping() == Grouping::layer);
    write_settings("[Snap]\nGrid=-4\nAngle=5000\nPivot=-1\n[Views]\nCount=two\nAcross=0.05\nDown=2\n"
                   "[Window]\nGrouping=-1\n[Keys]\nSave=F2\nOpen=Ctrl+\xc3\xa4\n");
    CHECK(remembered_snapping() ==
          Snapping{.on = true, .grid = 1, .angle = 1024, .surface = false, .pivot = Pivot::middle});
    CHECK(remembered_views() == ViewLayout{.count = ViewCount::one, .across = 0.1, .down = 0.9});
    CHECK(remembered_grouping() == Grouping::kind);
    CHECK(remembered_keys() == KeyMap::Changed{{"Save", "F2"}});
}

TEST_CASE("settings: keys are stored in the form that menus show")
{
    CHECK(key_text(wxMOD_NONE, 'A') == "A");
    CHECK(key_text(wxMOD_CONTROL, 'A') == "Ctrl+A");
    CHECK(key_text(wxMOD_CONTROL | wxMOD_SHIFT | wxMOD_ALT, WXK_DELETE) == "Alt+Ctrl+Shift+Delete");
    CHECK(key_text(wxMOD_SHIFT, WXK_F24) == "Shift+F24");
    CHECK(key_text(wxMOD_ALT, WXK_F1) == "Alt+F1");
    CHECK(key_text(wxMOD_NONE, '!') == "!");
    CHECK(key_text(wxMOD_NONE, '~') == "~");
    CHECK(key_text(wxMOD_NONE, WXK_SPACE) == "Space");
    CHECK(key_text(wxMOD_NONE, WXK_BACK) == "Backspace");
    CHECK(key_text(wxMOD_NONE, WXK_NUMPAD0) == "KP_0");
    CHECK(key_text(wxMOD_NONE, WXK_NUMPAD9) == "KP_9");
    CHECK(key_text(wxMOD_NONE, WXK_NUMPAD_ADD) == "Num +");
    CHECK(key_text(wxMOD_NONE, WXK_PAUSE) == "Pause");
    CHECK(key_text(wxMOD_NONE, WXK_NUMPAD_ENTER).empty());
    CHECK(key_text(wxMOD_NONE, WXK_VOLUME_UP).empty());
    CHECK(key_text(wxMOD_NONE, WXK_SHIFT).empty());
    CHECK(key_text(wxMOD_NONE, 0xE4).empty());
    CHECK(is_modifier(WXK_SHIFT));
    CHECK(is_modifier(WXK_CONTROL));
    CHECK(is_modifier(WXK_ALT));
    CHECK_FALSE(is_modifier(WXK_F1));
}
