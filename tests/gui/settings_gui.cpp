// Settings round-trip; out-of-range values of the file are clamped, and the oldest files are dropped.
#include <filesystem>
#include <fstream>

#include <catch2/catch.hpp>
#include <wx/event.h>

#include "editor/views/actions/key_text.hpp"
#include "editor/views/dialogs/settings.hpp"

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
    CHECK_FALSE(stored_game_folder());
    CHECK(recent_files().empty());
    CHECK(stored_snapping() == Snapping{.on = true, .grid = 16, .angle = 64, .surface = false, .pivot = Pivot::middle});
    CHECK_FALSE(last_folder());
    CHECK(stored_browser_shown());
    CHECK(stored_grouping() == Grouping::kind);
    CHECK(stored_views() == ViewLayout{.count = ViewCount::one, .across = 0.5, .down = 0.5});
    CHECK_FALSE(stored_link());
    CHECK(load_view_settings() == render::ViewSettings{});
    CHECK(stored_layout().panes.empty());
    CHECK(stored_layout().width == 0);
    CHECK(stored_layout().height == 0);
    CHECK_FALSE(stored_layout().maximized);
    CHECK(stored_visibility_state("/maps/A.RGM").empty());
    CHECK(stored_columns("Object").empty());
    CHECK(stored_keys().empty());
}

TEST_CASE("settings: stored values are restored")
{
    store_game_folder("/games/red guard");
    CHECK(stored_game_folder() == "/games/red guard");
    store_game_folder("");
    CHECK_FALSE(stored_game_folder());

    const Snapping snapping{.on = false, .grid = 128, .angle = 512, .surface = true, .pivot = Pivot::each};
    store_snapping(snapping);
    CHECK(stored_snapping() == snapping);
    Snapping last = snapping;
    last.pivot = Pivot::last;
    store_snapping(last);
    CHECK(stored_snapping() == last);

    store_last_folder("/no such folder");
    CHECK_FALSE(last_folder());
    store_last_folder(std::filesystem::temp_directory_path());
    CHECK(last_folder() == std::filesystem::temp_directory_path());

    store_browser_shown(false);
    CHECK_FALSE(stored_browser_shown());
    for (const Grouping grouping : {Grouping::layer, Grouping::model, Grouping::actor, Grouping::kind}) {
        store_grouping(grouping);
        CHECK(stored_grouping() == grouping);
    }
    for (const ViewCount count : {ViewCount::four, ViewCount::two, ViewCount::one}) {
        const ViewLayout layout{.count = count, .across = 0.25, .down = 0.75};
        store_views(layout, count == ViewCount::two);
        CHECK(stored_views() == layout);
        CHECK(stored_link() == (count == ViewCount::two));
    }
    store_layout({.panes = "panes|of wxAUI", .width = 1300, .height = 900, .maximized = true});
    CHECK(stored_layout().panes == "panes|of wxAUI");
    CHECK(stored_layout().width == 1300);
    CHECK(stored_layout().height == 900);
    CHECK(stored_layout().maximized);

    store_columns("Object", "id 40");
    store_columns("A/B", "name 80");
    CHECK(stored_columns("Object") == "id 40");
    CHECK(stored_columns("A/B") == "name 80");
    CHECK(stored_columns("A") == "");
    store_columns("Object", "");
    CHECK(stored_columns("Object") == "");

    const KeyMap::Changed keys{{"View, Top", "Ctrl+U"}, {"Save", ""}};
    store_keys(keys);
    CHECK(stored_keys() == keys);
    store_keys({{"Save", "F2"}});
    CHECK(stored_keys() == KeyMap::Changed{{"Save", "F2"}});
}

TEST_CASE("settings: the last nine files are remembered once each, newest last")
{
    for (char name = 'A'; name <= 'I'; ++name) {
        add_recent_file(std::string("/maps/") + name);
    }
    using Files = std::vector<std::string>;
    const Files nine{"/maps/A", "/maps/B", "/maps/C", "/maps/D", "/maps/E", "/maps/F", "/maps/G", "/maps/H", "/maps/I"};
    CHECK(recent_files() == nine);
    add_recent_file("/maps/J");
    CHECK(recent_files() ==
          Files{"/maps/B", "/maps/C", "/maps/D", "/maps/E", "/maps/F", "/maps/G", "/maps/H", "/maps/I", "/maps/J"});
    add_recent_file("/maps/C");
    add_recent_file("/maps/C");
    CHECK(recent_files() ==
          Files{"/maps/B", "/maps/D", "/maps/E", "/maps/F", "/maps/G", "/maps/H", "/maps/I", "/maps/J", "/maps/C"});
    add_recent_file("K");
    CHECK(recent_files().back() == (std::filesystem::current_path() / "K").string());
}

TEST_CASE("settings: hidden records are remembered for the last 32 maps that have some")
{
    for (int i = 1; i <= 33; ++i) {
        store_visibility_state("/maps/" + std::to_string(i), "hidden " + std::to_string(i));
    }
    CHECK(stored_visibility_state("/maps/1").empty());
    CHECK(stored_visibility_state("/maps/2") == "hidden 2");
    CHECK(stored_visibility_state("/maps/33") == "hidden 33");
    store_visibility_state("/maps/2", "others");  // now it is the newest one
    store_visibility_state("/maps/34", "x");
    CHECK(stored_visibility_state("/maps/2") == "others");
    CHECK(stored_visibility_state("/maps/3").empty());
    CHECK(stored_visibility_state("/maps/4") == "hidden 4");
    store_visibility_state("/maps/33", "");
    CHECK(stored_visibility_state("/maps/33").empty());
    store_visibility_state("/maps/35", "x");  // there is space for it now
    CHECK(stored_visibility_state("/maps/4") == "hidden 4");
}

TEST_CASE("settings: favourites are restored")
{
    store_favourites({"models WALL01", "textures 7/3"});
    CHECK(stored_favourites() == Favourites{"models WALL01", "textures 7/3"});
    store_favourites({});
    CHECK(stored_favourites().empty());
}

TEST_CASE("settings: bookmarks and hidden records of a file do not replace each other")
{
    store_visibility_state("/maps/B1", "hidden 1");
    store_bookmarks("/maps/B1", "1 top 0 0 1 2 3 4\n");
    CHECK(stored_visibility_state("/maps/B1") == "hidden 1");
    store_visibility_state("/maps/B1", "");
    CHECK(stored_bookmarks("/maps/B1") == "1 top 0 0 1 2 3 4\n");
    store_bookmarks("/maps/B1", "");
    CHECK(stored_bookmarks("/maps/B1").empty());
}

TEST_CASE("settings: numbers edited by hand are clamped to their ranges")
{
    write_settings(
        "[Snap]\nGrid=99999\nAngle=0\nPivot=7\n[Views]\nCount=3\nAcross=0.95\nDown=-1\n[Window]\nGrouping=9\n");
    CHECK(stored_snapping() == Snapping{.on = true, .grid = 4096, .angle = 1, .surface = false, .pivot = Pivot::each});
    CHECK(stored_views() == ViewLayout{.count = ViewCount::one, .across = 0.9, .down = 0.1});
    CHECK(stored_grouping() == Grouping::layer);
    write_settings("[Snap]\nGrid=-4\nAngle=5000\nPivot=-1\n[Views]\nCount=two\nAcross=0.05\nDown=2\n"
                   "[Window]\nGrouping=-1\n[Keys]\nSave=F2\nOpen=Ctrl+\xc3\xa4\n");
    CHECK(stored_snapping() ==
          Snapping{.on = true, .grid = 1, .angle = 1024, .surface = false, .pivot = Pivot::middle});
    CHECK(stored_views() == ViewLayout{.count = ViewCount::one, .across = 0.1, .down = 0.9});
    CHECK(stored_grouping() == Grouping::kind);
    CHECK(stored_keys() == KeyMap::Changed{{"Save", "F2"}});
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
