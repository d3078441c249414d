// Finding the game in the folders of stores and installers.
#include <catch2/catch.hpp>

#include <filesystem>
#include <vector>

#include "core/platform/places.hpp"
#include "core/text/letter_case.hpp"
#include "scene/installed_game.hpp"
#include "support/game.hpp"

using namespace redforge;
using namespace redforge::test;
namespace fs = std::filesystem;

TEST_CASE("installed game: is found in a folder, its subfolder, and next to DOSBox", "[scene]")
{
    const Folder disk;
    disk.put("plain/World.ini", "");
    disk.put("disk/REDGUARD/WORLD.INI", "");
    disk.put("gog/Redguard/Redguard/WORLD.INI", "");
    disk.put("gog/Redguard/DOSBOX/dosbox.conf", "");
    disk.put("steam/The Elder Scrolls Adventures Redguard/Redguard/WORLD.INI", "");
    disk.put("other/Morrowind/Morrowind.ini", "");
    const auto found = [&disk](std::vector<std::string> places) {
        std::vector<fs::path> paths{disk.path / "missing"};
        for (const std::string& place : places) {
            paths.push_back(disk.path / place);
        }
        const fs::path game = scene::find_game_in(paths);
        return game.empty() ? std::string() : game.lexically_relative(disk.path).generic_string();
    };
    CHECK(found({"plain"}) == "plain");
    CHECK(upper(found({"disk"})) == "DISK/REDGUARD");  // Windows returns the name of the search
    CHECK(found({"gog"}) == "gog/Redguard/Redguard");
    CHECK(found({"steam"}) == "steam/The Elder Scrolls Adventures Redguard/Redguard");
    CHECK(found({"other"}).empty());
    CHECK(found({"other", "steam", "gog"}) == "steam/The Elder Scrolls Adventures Redguard/Redguard");
}

TEST_CASE("installed game: Steam libraries are Steam's own folder and the listed ones", "[scene]")
{
    const Folder disk;
    const std::string list =
        "\"libraryfolders\"\n{\n\t\"0\"\n\t{\n\t\t\"path\"\t\t\"" + disk.path.generic_string() +
        "\"\n\t}\n\t\"1\"\n\t{\n\t\t\"path\"\t\t\"D:\\\\Games\\\\Steam\"\n\t\t\"label\"\t\t\"\"\n\t}\n}\n";
    disk.put("steamapps/libraryfolders.vdf", list);
    const std::vector<fs::path> libraries = platform::steam_libraries(disk.path);
    REQUIRE(libraries.size() == 2);
    CHECK(libraries[0] == disk.path / "steamapps" / "common");
    CHECK(libraries[1].generic_string().starts_with(fs::path("D:\\Games\\Steam").generic_string()));
    CHECK(platform::steam_libraries(disk.path / "nothing").size() == 1);
}
