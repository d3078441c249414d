// Mods that are made from manual changes, conversion from and to the public manager, and notes on saves.
#include <catch2/catch.hpp>

#include "mod/compatibility.hpp"
#include "mod/manager_form.hpp"
#include "mod/mod_game.hpp"
#include "sound/rtx.hpp"

using namespace redforge;
using namespace redforge::test;
namespace fs = std::filesystem;

namespace {

struct InstalledKey {
    TemporaryFolder temporary;
    fs::path folder{temporary.path()};
    fs::path game{folder / "game"};
    std::map<std::string, std::string> original;

    InstalledKey()
    {
        make_game(game);
        original = files_of_game(game);
        write("key", R"(<set path="objects[id=100].position.x" value="77"/>)", "name[2] = key2\r\n");
        write("bright", R"(<set path="objects[id=100].position.x" value="99"/>)", "");
        write("gone", R"(<remove path="objects[id=101]"/>)", "");
        REQUIRE(mod::install(game, {folder / "key.mod"}));
    }

    void write(const std::string& name, const std::string& edits, const std::string& ini) const
    {
        const fs::path changed = folder / "changed";
        fs::copy(game, changed, fs::copy_options::recursive);
        edit_file(changed / "MAPS/ISLAND.RGM", edits);
        put_file(changed / "ITEM.INI", content_of_file(changed / "ITEM.INI") + ini);
        REQUIRE(mod::write_mod(make_test_mod(name, game, changed), folder / (name + ".mod")));
        fs::remove_all(changed);
    }
    mod::Installation state() const
    {
        const auto read = mod::read_installation(game);
        REQUIRE(read);
        return *read;
    }
};

void write_named(mod::NewMod started, const std::string& name, const fs::path& folder)
{
    started.mod.manifest.name = Text(name);
    REQUIRE(mod::write_mod(started.mod, folder / (name + ".mod")));
}

}  // namespace

TEST_CASE("mods: creates a mod from a manual change", "[mod]")
{
    const InstalledKey bench;
    const std::string by_hand = content_of_file(bench.game / "ITEM.INI") + "mine = 1\r\n";
    put_file(bench.game / "ITEM.INI", by_hand);
    const auto started = mod::make_mod_of_changes(bench.game, bench.state());
    REQUIRE(started);
    CHECK(started->mod.paths() == std::vector<std::string>{"ITEM.INI"});
    write_named(*started, "mine", bench.folder);
    const auto report = mod::install(bench.game, {bench.folder / "mine.mod"});
    INFO((report ? "" : describe(report.error())));
    REQUIRE(report);
    CHECK(content_of_file(bench.game / "ITEM.INI") == by_hand);
    CHECK(mod::find_changes(bench.game, bench.state())->empty());
    REQUIRE(mod::remove(bench.game, {"mine", "key"}));
    CHECK(files_of_game(bench.game) == bench.original);
}

TEST_CASE("mods: a mod with an edit for each conflict resolves the conflicts", "[mod]")
{
    const InstalledKey bench;
    REQUIRE(mod::install(bench.game, {bench.folder / "bright.mod"}));
    auto started = mod::make_resolving_mod(bench.game, bench.state());
    REQUIRE(started);
    CHECK(started->notes.empty());
    std::string& patch = started->mod.patches.at("MAPS/ISLAND.RGM");
    CHECK(patch == R"(<?xml version="1.0" encoding="UTF-8"?>
<edits patch="1">
  <!-- MAPS/ISLAND.RGM: objects[0] 100: position.x: original 0, key 77, bright 99; bright wins -->
  <set path="objects[id=100].position.x" was="99" value="99"/>
</edits>
)");
    patch.replace(patch.find("value=\"99\""), 10, "value=\"88\"");
    write_named(*started, "both", bench.folder);
    const auto report = mod::install(bench.game, {bench.folder / "both.mod"});
    INFO((report ? "" : describe(report.error())));
    REQUIRE(report);
    CHECK(report->conflicts.empty());
    const auto loaded = edit::load(bench.game / "MAPS/ISLAND.RGM");
    REQUIRE(loaded);
    CHECK(edit::resolve(loaded->document.root(), "objects[id=100].position.x")->front().field.text() == "88");
}

TEST_CASE("mods: lists maps with moved objects if the game has saves", "[mod]")
{
    const InstalledKey bench;
    put_file(bench.game / "SAVEGAME/SAVE.000/GAME.SAV", "save");
    CHECK(mod::install(bench.game, {bench.folder / "bright.mod"})->notes.empty());
    CHECK(mod::install(bench.game, {bench.folder / "gone.mod"})->notes ==
          std::vector<std::string>{
              "MAPS/ISLAND.RGM: objects are removed or have other positions; saves made before may not "
              "fit this map"});
}

TEST_CASE("mods: converts a mod of the public manager, with notes for unplaced lines", "[mod]")
{
    const TemporaryFolder temporary;
    const fs::path game = temporary.path() / "game";
    make_game(game);
    sound::Dialogue dialogue;
    dialogue.entries.resize(2);
    dialogue.entries[0].label = "aaaa";
    dialogue.entries[0].text = "one";
    dialogue.entries[1].label = "bbbb";
    dialogue.entries[1].text = "two";
    const auto bytes = sound::write_dialogue(dialogue);
    REQUIRE(bytes);
    put_file(game / "ENGLISH.RTX", as_text(*bytes));
    const fs::path folder = temporary.path() / "Torch";
    put_file(folder / "About.txt", "1.2.0\nA. Modder\nA torch\nin the harbour\n");
    put_file(folder / "INI Changes.txt",
             "ITEM.INI\n  [items]\n  name[1] = trch\n  name[2] = rope\n  no key\n  [new]\n  a = 1\n");
    put_file(folder / "RTX Changes.txt", "1\tbbbb\tTWO\n7\tcccc\tthree\n0\tzzzz\tgone\n");
    put_file(folder / "Map Changes.txt", "ISLAND\n  12\tnull\n  12\tWait(3)\n");
    const auto imported = mod::import_folder(folder, mod::reader_of_folder(game));
    INFO((imported ? "" : describe(imported.error())));
    REQUIRE(imported);
    CHECK(imported->mod.manifest.version.bytes == "1.2.0");
    CHECK(imported->mod.manifest.description.bytes == "A torch\nin the harbour");
    CHECK(
        imported->problems ==
        std::vector<std::string>{"INI Changes.txt:5: \"no key\" is not a key with a value",
                                 "Map Changes.txt:2: the game has no SOUP386.DEF, which names the functions of scripts",
                                 "Map Changes.txt:3: the game has no SOUP386.DEF, which names the functions of scripts",
                                 "RTX Changes.txt:3: the game has no text zzzz, which the line changes"});
    mod::Mod torch = imported->mod;
    torch.manifest.name = "torch";
    REQUIRE(mod::write_mod(torch, temporary.path() / "torch.mod"));
    REQUIRE(mod::install(game, {temporary.path() / "torch.mod"}));
    CHECK(content_of_file(game / "ITEM.INI") ==
          "[items]\r\nname[0] = swrd\r\nname[1] = trch\r\nweight = 5\r\nname[2] = rope\r\n[new]\r\na = 1\r\n");
    const auto changed = edit::load(game / "ENGLISH.RTX");
    REQUIRE(changed);
    const auto* const texts = edit::get_if<sound::Dialogue>(changed->document);
    REQUIRE(texts->entries.size() == 3);
    CHECK(texts->entries[1].text.bytes == "TWO");
    CHECK(texts->entries[2].text.bytes == "three");
}

TEST_CASE("mods: does not import a new file that is cut off", "[mod]")
{
    const TemporaryFolder temporary;
    const fs::path game = temporary.path() / "game";
    make_game(game);
    const std::string map = content_of_file(game / "MAPS/ISLAND.RGM");
    const fs::path folder = temporary.path() / "Torch";
    put_file(folder / "MAPS/NEW.RGM", map);
    CHECK(mod::import_folder(folder, mod::reader_of_folder(game)));
    put_file(folder / "MAPS/NEW.RGM", map.substr(0, map.size() / 2));
    const auto cut = mod::import_folder(folder, mod::reader_of_folder(game));
    REQUIRE_FALSE(cut);
    CHECK(cut.error().file == "MAPS/NEW.RGM");
    CHECK(cut.error().message == "the file is cut off: it has no END");
}

TEST_CASE("mods: imports all changes of one file from the public manager's form", "[mod]")
{
    const TemporaryFolder temporary;
    const fs::path game = temporary.path() / "game";
    make_game(game);
    const fs::path folder = temporary.path() / "Torch";
    put_file(folder / "ITEM.INI", content_of_file(game / "ITEM.INI") + "whole = 1\r\n");
    put_file(folder / "INI changes.txt",  // the manager ignores case
             "  early = 1\nITEM.INI\n  [items]\n  first = 1\nITEM.INI\n  [items]\n  second = 2\n  third = \u0416\n");
    const auto imported = mod::import_folder(folder, mod::reader_of_folder(game));
    INFO((imported ? "" : describe(imported.error())));
    REQUIRE(imported);
    REQUIRE(imported->problems.size() == 2);
    CHECK(imported->problems[0] == "INI Changes.txt:1: this line is before the name of a file");
    CHECK(imported->problems[1].starts_with("INI Changes.txt:8: "));  // the game's code page lacks the letter
    mod::Mod torch = imported->mod;
    torch.manifest.name = "torch";
    REQUIRE(mod::write_mod(torch, temporary.path() / "torch.mod"));
    const std::string before = content_of_file(game / "ITEM.INI");
    REQUIRE(mod::install(game, {temporary.path() / "torch.mod"}));
    CHECK(content_of_file(game / "ITEM.INI") == before + "whole = 1\r\nfirst = 1\r\nsecond = 2\r\nthird = \r\n");
}

TEST_CASE("mods: export lists files with changes that the manager's form cannot express", "[mod]")
{
    const TemporaryFolder temporary;
    const fs::path game = temporary.path() / "game";
    make_game(game);
    const std::string before = content_of_file(game / "ITEM.INI");
    const auto problems_of = [&](const std::string& content) {
        const mod::ComposedFile file{"ITEM.INI", SharedBytes(std::string(content)), {}};
        const auto exported = mod::export_for_manager({}, {file}, mod::reader_of_folder(game));
        REQUIRE(exported);
        return exported->problems;
    };
    CHECK(problems_of(before + "price = 4\r\n").empty());
    CHECK(problems_of(before + "302, 2, LAVA\r\n") ==
          std::vector<std::string>{"ITEM.INI: the manager's form cannot express all changes of this file"});
}

TEST_CASE("mods: export replaces files of a folder only with --force", "[mod]")
{
    const InstalledKey bench;
    put_file(bench.folder / "out/About.txt", "mine");
    const std::string command = "redforge mod export key.mod --format rgmm --game original -o out";
    fs::copy(bench.game / ".redforge-originals", bench.folder / "original", fs::copy_options::recursive);
    const ProcessResult rejected = run_shell(bench.folder, command);
    INFO(rejected.output);
    CHECK(rejected.status == 2);
    CHECK(content_of_file(bench.folder / "out/About.txt") == "mine");
    CHECK(run_shell(bench.folder, command + " --force").status != 2);
    CHECK(content_of_file(bench.folder / "out/About.txt") != "mine");
}
