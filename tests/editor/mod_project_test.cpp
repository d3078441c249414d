// An open mod in the window's model: working copies, changes, and the game's starter.
#include <catch2/catch.hpp>

#include "editor/model/session/mod_project.hpp"
#include "editor/session_support.hpp"
#include "mod/mod_game.hpp"

using namespace redforge;
using namespace redforge::editor;
using namespace redforge::test;
namespace fs = std::filesystem;

namespace {

struct ProjectBench {
    TemporaryFolder temporary;
    fs::path folder{temporary.path()};
    fs::path game{folder / "game"};
    fs::path mod{folder / "key.mod"};
    fs::path copies{folder / "copies"};

    ProjectBench()
    {
        make_game(game);
        put_file(mod / "mod.xml", R"(<mod name="key" version="1.0.0"/>)");
        put_file(mod / "patches/MAPS/ISLAND.RGM.xml",
                 R"(<edits patch="1"><set path="objects[id=100].position.x" value="77"/>)"
                 R"(<add path="lights" before="end"><light id="900"/></add><remove path="objects[id=103]"/></edits>)");
        put_file(mod / "files/FX/NEW.TXT", "new");
    }

    [[nodiscard]] ModProject open() const
    {
        auto project = ModProject::open(mod, game, copies);
        INFO((project ? "" : describe(project.error())));
        REQUIRE(project);
        return std::move(*project);
    }
};

}  // namespace

TEST_CASE("mod project: lists the files of a mod and what it changes in a map", "[editor]")
{
    const ProjectBench bench;
    ModProject project = bench.open();
    const std::vector<ModFile> files = project.files();
    REQUIRE(files.size() == 2);
    CHECK((files[0].path == "FX/NEW.TXT" && files[0].is_new));
    CHECK((files[1].path == "MAPS/ISLAND.RGM" && files[1].edits == 3));
    const auto copy = project.check_out("maps/island.rgm");
    REQUIRE(copy);
    CHECK(project.path_of_copy(*copy) == "MAPS/ISLAND.RGM");
    CHECK(project.path_of_copy(bench.game / "MAPS/ISLAND.RGM") == std::nullopt);
    CHECK(project.path_in_game(bench.game / "MAPS/ISLAND.RGM") == "MAPS/ISLAND.RGM");
    const auto session = Session::open(*copy);
    REQUIRE(session);
    const auto changes = project.changes("MAPS/ISLAND.RGM", *session);
    REQUIRE(changes);
    std::vector<std::string> lines;
    for (const ModChange& change : *changes) {
        lines.push_back(change.where + "|" + change.field + "|" + change.original + "|" + change.now + "|" +
                        change.value.value_or("-") + "|" + (change.record ? session->path_of(*change.record) : "-"));
    }
    CHECK(lines == std::vector<std::string>{"objects[0] 100|position.x|0|77|0|objects[0]",
                                            "objects[3] 103||there|removed|-|-",
                                            "lights[2] 900||not there|new|-|lights[2]"});
}

TEST_CASE("mod project: a working copy knows its mod and game", "[editor]")
{
    const ProjectBench bench;
    const auto copy = bench.open().check_out("MAPS/ISLAND.RGM");
    REQUIRE(copy);
    const auto around = ModProject::open_around(*copy, bench.copies);
    REQUIRE((around && *around));
    CHECK((*around)->name() == "key");
    CHECK((*around)->path_of_copy(*copy) == "MAPS/ISLAND.RGM");
    const auto none = ModProject::open_around(bench.game / "ITEM.INI", bench.copies);
    REQUIRE(none);
    CHECK_FALSE(none->has_value());
}

TEST_CASE("mod project: DOSBox is found with the settings or the program of the game", "[editor]")
{
    const TemporaryFolder temporary;
    const fs::path game = temporary.path() / "Redguard";
    const fs::path programs = temporary.path() / "bin";
    put_file(game / "rgfx.exe", "");
    CHECK_FALSE(find_starter(game, {programs}));
    put_file(programs / "dosbox", "");
    const auto plain = find_starter(game, {programs});
    REQUIRE(plain);
    CHECK(plain->command ==
          std::vector<std::string>{(programs / "dosbox").string(), (game / "rgfx.exe").string(), "-exit"});
    CHECK(plain->folder == game);
    put_file(temporary.path() / "dosbox_single.conf", "");
    put_file(temporary.path() / "dosbox.conf", "");
    put_file(temporary.path() / "DOSBOX/DOSBox.exe", "");
    const auto settings = find_starter(game, {programs});
    REQUIRE(settings);
    CHECK(settings->command == std::vector<std::string>{(temporary.path() / "DOSBOX/DOSBox.exe").string(), "-conf",
                                                        (temporary.path() / "dosbox.conf").string(), "-conf",
                                                        (temporary.path() / "dosbox_single.conf").string()});
    CHECK(settings->folder == temporary.path());
}
