// Script changes of the public manager: lines of its text of a map become edits of statements, and back.
#include <catch2/catch.hpp>

#include "mod/manager_form.hpp"
#include "mod/manager_script.hpp"
#include "mod/mod_game.hpp"
#include "rgm/script_source.hpp"
#include "soup/assemble/assemble.hpp"
#include "soup/disassemble/disassemble.hpp"
#include "soup/names/name_files.hpp"
#include "support/samples.hpp"

using namespace redforge;
using namespace redforge::test;
namespace fs = std::filesystem;

namespace {

/// The manager's text of MAPS/ISLAND.RGM has these lines:
///      0  Maps\ISLAND.RGM            11
///      1  ID: 1                      12  GUARD01
///      2                             13  {
///      3  strength = 100             14    AddItem(<RING>, 2)
///      4  wisdom = 5                 15
///      5                             16    #0E:
///      6  DOOR01                     17    if DoorOpen = 1
///      7  {                          18    {
///      8    End                      19      RTX("aaaa") // Dlg aaaa = one
///      9    Return                   20  two                      (the rest of the dialogue text)
///     10  }                          21    }
///                                    22    Goto #0E
///                                    23  }
struct ScriptedGame {
    TemporaryFolder temporary;
    fs::path folder{temporary.path()};
    fs::path game{folder / "game"};

    ScriptedGame()
    {
        put_file(
            game / "SOUP386/SOUP386.DEF",
            "[functions]\r\ntask RTX parms 1\r\nfunction AddItem parms 2\r\n[refs]\r\nangle\r\n[equates]\r\nauto\r\n"
            "strength\r\nwisdom\r\nendauto\r\n[flags]\r\nBOOL DoorOpen 0\r\nBOOL Unused 0\r\n");
        put_file(game / "WORLD.INI", "world_map[1]=MAPS\\ISLAND.rgm\r\n");
        put_file(game / "ITEM.INI", "[items]\r\nname[0] = swrd\r\nname[1] = ring\r\n");
        put_file(folder / "d.xml",
                 "<dialogue><entry label=\"aaaa\" text=\"one\\x0Atwo\"/><entry label=\"bbbb\" text=\"b\"/>"
                 "<entry label=\"ring\" text=\"RING\"/></dialogue>");
        run("redforge pack d.xml -o game/ENGLISH.RTX && mkdir game/MAPS && redforge new map --sample -o "
            "game/MAPS/ISLAND.RGM");
        edit_file(game / "MAPS/ISLAND.RGM",
                  R"(<set path="actors[script_name=DOOR01].attributes[index=31].value" value="0"/>)"
                  R"(<add path="actors[script_name=DOOR01].attributes"><attribute index="1" value="5"/></add>)"
                  R"(<set path="actors[script_name=GUARD01].script">actor GUARD01
{
    AddItem(1, 2)
  #again:
    if DoorOpen = 1
    {
        RTX('aaaa')
    }
    goto #again
}
names
{
    task 1 = RTX(1)
    function 2 = AddItem(2)
    flag 0 = DoorOpen
}
</set>)");
    }

    std::string run(const std::string& command) const
    {
        const ProcessResult result = run_shell(folder, command);
        INFO(command << "\n" << result.output);
        REQUIRE(result.status == 0);
        return result.output;
    }

    mod::ImportedMod import_changes(const std::string& changes) const
    {
        put_file(folder / "Changes/Map Changes.txt", changes);
        auto imported = mod::import_folder(folder / "Changes", mod::reader_of_folder(game));
        INFO((imported ? "" : describe(imported.error())));
        REQUIRE(imported);
        return std::move(*imported);
    }

    /// Installs the mod and returns the script of an actor without its names.
    std::string script_with(mod::Mod made, const std::string& actor) const
    {
        made.manifest.name = "changes";
        fs::remove_all(folder / "changes.mod");
        REQUIRE(mod::write_mod(made, folder / "changes.mod"));
        run("redforge mod install changes.mod --game game");
        const std::string text = run("redforge script show game/MAPS/ISLAND.RGM --actor " + actor);
        return text.substr(0, text.find("\nnames"));
    }
};

/// Inserts a statement at the beginning of a script. Returns false if the source is not compiled again.
bool add_statement(rgm::Map& map, std::size_t actor, const soup::Names& names)
{
    const soup::Script script = rgm::script_at(map, actor);
    std::string source = soup::disassemble(script, &names).text;
    const std::size_t open = source.find("\n{\n");
    source.insert(open + 3, "    end\n");
    const soup::Assembly made =
        soup::assemble(source, script.name, {.names = &names, .previous = &script, .checks = soup::Checks::none});
    if (made.script) {
        rgm::set_script(map.actors.records[actor], *made.script);
    }
    return made.script.has_value();
}

}  // namespace

TEST_CASE("manager scripts: lists and applies changes of sample maps", "[mod]")
{
    const fs::path samples = samples_or_skip("changes of the manager");
    if (samples.empty()) {
        return;
    }
    const auto loaded = soup::load_names(samples / "game", {});
    REQUIRE(loaded);
    const soup::Names& names = *loaded->names;
    std::size_t changed = 0;
    for (const fs::path& path : maps_below(samples / "game")) {
        const Result<rgm::Map> read = rgm::read_map(redforge::read_file(path).value());
        INFO(path.string());
        REQUIRE(read);
        rgm::Map after = *read;
        constexpr std::size_t step = 7;
        for (std::size_t actor = 0; actor < rgm::actor_count(after); actor += step) {
            changed += static_cast<std::size_t>(add_statement(after, actor, names));
        }
        const mod::ScriptChangeList list = mod::list_script_changes(*read, after, names);
        std::vector<mod::ScriptChange> changes;
        for (std::size_t at = 0; at < list.text.size();) {
            const std::size_t tab = list.text.find('\t', at);
            const std::size_t end = list.text.find('\n', at);
            changes.push_back({std::stoul(list.text.substr(at, tab - at)), list.text.substr(tab + 1, end - tab - 1),
                               changes.size() + 1});
            at = end + 1;
        }
        rgm::Map applied = *read;
        const std::vector<mod::ScriptProblem> problems = mod::apply_script_changes(applied, names, changes);
        INFO((problems.empty() ? "" : problems.front().text));
        CHECK(problems.empty());
        for (std::size_t actor = 0; actor < rgm::actor_count(after); ++actor) {
            const soup::Script made = rgm::script_at(applied, actor);
            const soup::Script wanted = rgm::script_at(after, actor);
            // Not hooks inside of statements: the manager's text does not say to which of several new lines they
            // belong.
            CHECK((made.code == wanted.code && made.strings == wanted.strings && made.start == wanted.start));
        }
    }
    CHECK(changed > 100);
}

TEST_CASE("manager scripts: changed lines become changed statements", "[mod]")
{
    const ScriptedGame bench;
    const mod::ImportedMod imported = bench.import_changes("ISLAND\n"
                                                           "  4\tnull\n"
                                                           "  4\twisdom = 7\n"
                                                           "  8\tAddItem(<RING>, -1)\n"
                                                           "  14\tnull\n"
                                                           "  19\tnull\n"
                                                           "  19\t    RTX(\"bbbb\")\n"
                                                           "  21\t  if DoorOpen != 1\n"
                                                           "  21\t  {\n"
                                                           "  21\t    Goto #0E\n"
                                                           "  21\t  }\n");
    CHECK(imported.problems == std::vector<std::string>{});
    REQUIRE(imported.mod.patches.size() == 1);
    CHECK(bench.script_with(imported.mod, "GUARD01") == R"(actor GUARD01
{
    loop
    {
        if DoorOpen = true
        {
            RTX('bbbb')  // b
        }
        if DoorOpen != true
        {
            continue
        }
    }
}
)");
    CHECK(bench.run("redforge script show game/MAPS/ISLAND.RGM --actor DOOR01")
              .find("    end\n    AddItem(<1: RING>, -1)\n") != std::string::npos);
    CHECK(bench.run("redforge get game/MAPS/ISLAND.RGM 'actors[script_name=DOOR01].attributes[index=1].value'") ==
          "7\n");
}

TEST_CASE("manager scripts: changed statements survive export and import", "[mod]")
{
    const ScriptedGame bench;
    const std::string changes = "ISLAND\n"
                                "  4\tnull\n"
                                "  4\twisdom = 7\n"
                                "  14\tnull\n"
                                "  14\t  AddItem(<RING>, 3)\n"
                                "  19\tnull\n"
                                "  20\tnull\n"
                                "  20\t    RTX(\"bbbb\") // Dlg bbbb = b\n";
    mod::Mod made = bench.import_changes(changes).mod;
    made.manifest.name = "changes";
    REQUIRE(mod::write_mod(made, bench.folder / "changes.mod"));
    bench.run("redforge mod export changes.mod --format rgmm --game game -o OUT");
    CHECK(content_of_file(bench.folder / "OUT/Map Changes.txt") == changes);
}

TEST_CASE("manager scripts: names changes that cannot be applied", "[mod]")
{
    const ScriptedGame bench;
    const mod::ImportedMod imported = bench.import_changes("ISLAND\n"
                                                           "  0\tlost\n"
                                                           "ISLAND\n"
                                                           "  1\tnull\n"
                                                           "  5\tbravery = 3\n"
                                                           "  8\tNoSuchFunction(1)\n"
                                                           "  9\tnull\n"
                                                           "  12\tnull\n"
                                                           "  99\tEnd\n"
                                                           "  x\tEnd\n"
                                                           "NOWHERE\n"
                                                           "  3\tEnd\n");
    CHECK(imported.mod.patches.empty());
    CHECK(imported.problems ==
          std::vector<std::string>{
              "Map Changes.txt:2: the manager ignores this line: line 3 names ISLAND again",
              "Map Changes.txt:10: this is not the number of a line and a text",
              "Map Changes.txt:4: the manager's heading of the map cannot be changed",
              "Map Changes.txt:5: \"bravery = 3\" is not an attribute and its value",
              "Map Changes.txt:6: DOOR01: no function NoSuchFunction is known; did you mean NullFunction?",
              "Map Changes.txt:7: DOOR01: this change is left out together with line 6",
              "Map Changes.txt:8: GUARD01: the name of an actor cannot be removed",
              "Map Changes.txt:9: the text of the map has 24 lines",
              "Map Changes.txt:12: the game has no map MAPS/NOWHERE.RGM"});
}

TEST_CASE("manager scripts: labels, start and hooks are renumbered in the manager's text", "[mod]")
{
    const ScriptedGame bench;
    fs::copy(bench.game, bench.folder / "changed", fs::copy_options::recursive);
    const auto script = [](const std::string& first) {
        return "<set path=\"actors[script_name=GUARD01].script\">actor GUARD01\n{\n  hook 0 at #part+1\n" + first +
               "    gosub #part\n    goto #again\n  #part:\n    AddItem(1, 2)\n    return\n  start:\n  #again:\n"
               "    end #again\n}\nnames\n{\n    function 2 = AddItem(2)\n}\n</set>";
    };
    edit_file(bench.game / "MAPS/ISLAND.RGM", script(""));
    edit_file(bench.folder / "changed/MAPS/ISLAND.RGM", script("    AddItem(1, 3)\n"));
    bench.run("redforge mod new made.mod --from changed --original game && "
              "redforge mod export made.mod --format rgmm --game game -o OUT && "
              "redforge mod import OUT --game game -o back.mod && redforge mod build back.mod --game game -o BUILT && "
              "cmp BUILT/MAPS/ISLAND.RGM changed/MAPS/ISLAND.RGM");
    const std::string list = content_of_file(bench.folder / "OUT/Map Changes.txt");
    CHECK(list.find("\tGUARD01 (Execution starts at #") != std::string::npos);
}

TEST_CASE("manager scripts: the manager's mod list gives the order of mods", "[mod]")
{
    const ScriptedGame bench;
    put_file(bench.folder / "manager/Mod List.txt", "true\tRusty Key\nfalse\tOther\ntrue\tTorch\ntrue\tLast\n");
    put_file(bench.folder / "manager/Mods/Torch/INI Changes.txt", "ITEM.INI\n  [items]\n  name[2] = trch\n");
    bench.run("redforge mod import manager/Mods/Torch --game game -o torch.mod");
    const auto torch = mod::load_mod(bench.folder / "torch.mod");
    REQUIRE(torch);
    REQUIRE(torch->manifest.after.size() == 2);
    CHECK(torch->manifest.after[0].name.bytes == "rusty-key");
    CHECK(torch->manifest.after[1].name.bytes == "other");
}
