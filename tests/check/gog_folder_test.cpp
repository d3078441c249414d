// A game folder with GOG's layout: the checks must not warn about files that the game ships. Source: reference sheet
// "engine facts", 0 and 1.
#include <catch2/catch.hpp>

#include <filesystem>

#include "art/bank_builder.hpp"
#include "check/check.hpp"
#include "edit/document/document.hpp"
#include "edit/document/recognise.hpp"
#include "rgm/new_map.hpp"
#include "scene/game_folder.hpp"
#include "soup/names/name_files.hpp"
#include "support/game.hpp"
#include "support/outcome.hpp"

using namespace redforge;
using namespace redforge::test;
namespace bank = redforge::art::test;

namespace {

/// Makes a folder as GOG installs it: FXART without 3DART, settings that name 3DART, skies as .BSI, node maps and item
/// scripts that no edition has, and no .SMK.
void put_gog(const Folder& folder)
{
    folder.put("fxart/ISLAND.COL", palette_file());
    folder.put("fxart/SKY888.COL", palette_file());
    const Bytes sky = bank::join({bank::part("IFHD", bank::animation_header()), bank::part("BHDR", bank::header(1, 1)),
                                  bank::part("DATA", Bytes(1)), bank::end_part()});
    folder.put("fxart/SKY888.BSI", sky);
    folder.put("fxart/SUN001.BSI", sky);
    folder.put("fxart/FOG.INI", std::string_view("; density\r\n0,0\r\n33,1\r\n48,255\r\n63\r\n"));
    folder.put("fxart/TEXBSI.000", bank_of("A00000", 1));
    folder.put("fxart/CYRSA001.3DC", file_of(cube(32, {})));
    folder.put("fxart/INVENTRY.ROB", archive_of("ISABRE", cube(32, {})));
    folder.put("maps/ISLAND.RGM", need(rgm::write_map(rgm::new_map_like(nullptr).map)));
    folder.put("maps/ISLAND.TSG", std::string_view("\x01\x02\x03"));
    folder.put("soup386/SOUP386.DEF",
               std::string_view("[functions]\r\ntask RTX parms 1\r\n[refs]\r\nangle\r\n[flags]\r\nBOOL Won 0\r\n"));
    folder.put("system/POWERUP.GXA", std::string_view("x"));
    folder.put("system/pointers.bmp", std::string_view("x"));
    folder.put("fonts/REDGUARD.FNT", std::string_view("x"));
    folder.put("ENGLISH.RTX", std::string_view("x"));
    folder.put("WORLD.INI",
               std::string_view(
                   "[world]\r\nstart_world=0\r\nstart_marker=0\r\ntest_map_delay=1\r\ntest_map_order=0,1,-2\r\n"
                   "world_map[1]=MAPS\\ISLAND.rgm\r\nworld_redbook[1]=3\r\nworld_palette[1]=3DART\\island.COL\r\n"
                   "world_sun[1]=-73508, -74172, -139025, 46\r\nworld_ambient[1]=11\r\n"
                   "world_ambientrgb[1]=138, 238, 237\r\nworld_sunrgb[1]=248,78,79,73\r\n"
                   "world_fogrgb[1]=199,183,186\r\nworld_skyfx[1]=SKY888.BSI\r\nworld_skyscale[1]=0\r\n"
                   "world_sunimg[1]=SUN001.BSI\r\nworld_wave[1]=20,5,3\r\n"
                   "world_node_map1[1]=maps\\islan001.noo\r\n"));
    folder.put("SYSTEM.INI",
               std::string_view(
                   "[screen]\r\ncandle_mode=2\r\nPalette_red=0\r\n[system]\r\ngame_bitmap=system\\powerup.gxa\r\n"
                   "pointers=system\\pointers.bmp\r\nsystem_font=fonts\\redguard.fnt\r\nanimation_drive=D:\\\r\n"
                   "volume=255\r\nredbook=on\r\nredbook_volume=200\r\nsound_distance=64\r\nstanding_height=-2\r\n"
                   "rtx_filename=ENGLISH.RTX\r\nworld_ini=WORLD.INI\r\n[debug]\r\nmonitor_object=\r\n"
                   "network_marker_file=g:\\PROJECTS\\REDGUARD\\DEMO\\NETWORK.MRK\r\n[camera]\r\nglide_x=0.9\r\n"
                   "cam_prox_up=70.0\r\n[dialog]\r\ndialog_max_text_width=500\r\n[3dfx]\r\ntext_scale=1, 1\r\n"
                   "font_sel=255,255\r\n"));
    folder.put("ITEM.INI",
               std::string_view("[items]\r\nstart_item_list=1, 2\r\nbitmap[1]=1\r\ntype[45]=3\r\n"
                                "use_script[45]=soup386\\itorch.ai\r\nhand_object_file[1]=3DART\\isabre.3D\r\n"
                                "inventory_object_file[1]=3DART\\isabre.3D\r\n"));
    folder.put("KEYS.INI", std::string_view("[input]\r\nnext_key=52\r\nkey_up[0]=17\r\nuser_key_up=0\r\n[misc]\r\n"
                                            "waiting_message=HIT KEY\r\n[defined]\r\n1=escape\r\nNEXT_KEY=37\r\n"));
    folder.put("SURFACE.INI", std::string_view("[surfaces]\r\n302, all, ROCK\r\n[unknown]\r\n[water]\r\n4 = 69\r\n"));
    folder.put("COMBAT.INI", std::string_view("[misc]\r\nmax_taunts=600\r\n[attack00]\r\ntype=2\r\nnum_attacks=2\r\n"
                                              "attack00=3\r\n[taunt599]\r\ntype=11\r\nrtx_label=&300\r\n"));
    folder.put("MENU.INI",
               std::string_view(
                   "[general]\r\nhi_res_menu=1\r\n[page3]\r\ntext_x[0]=40\r\naction[0]=-1\r\n"
                   "movie_name[0]=INTRO.SMK\r\nmovie1_text[0]=0,255,255,255,1,90,A text, in two parts\r\n"));
    folder.put("REGISTRY.INI",
               std::string_view("[registry]\r\n3DART\\OBJECTS.ZAP   3DART\\*.3D\r\n[file32]\r\nuse_32bit=true\r\n"));
}

}  // namespace

TEST_CASE("check: a game folder with GOG's layout gives no warning")
{
    const Folder folder;
    put_gog(folder);
    CHECK(scene::edition_of(folder.path) == scene::Edition::glide);
    const scene::GameFolder game = need(scene::index_game_folder(folder.path));
    CHECK(game.problems.empty());
    const LoadContext context = soup::context_of(folder.path);
    std::size_t checked = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder.path)) {
        const Result<edit::Loaded> loaded = entry.is_regular_file() ? edit::load(entry.path()) : fail({});
        if (!loaded) {
            continue;  // placeholders of this test
        }
        check::CheckContext around;
        around.file = entry.path();
        around.game = &game;
        around.services = context.services;
        for (const check::Finding& finding : check::run(loaded->document, around)) {
            // A new map has actors without objects, which is a note.
            if (finding.check->severity != check::Severity::note) {
                FAIL_CHECK(entry.path().filename()
                           << ": " << finding.path(loaded->document.root()) << ": " << finding.message);
            }
        }
        ++checked;
    }
    CHECK(checked == 19);
}
