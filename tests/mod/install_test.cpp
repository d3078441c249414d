// Mods in a game: merged by record and key, in any order, and removed to the original bytes.
#include <algorithm>
#include <optional>
#include <random>
#include <thread>

#include <catch2/catch.hpp>

#include "core/files/files_parts.hpp"
#include "mod/compose.hpp"
#include "mod/mod_game.hpp"
#include "mod/transition.hpp"

using namespace redforge;
using namespace redforge::test;
namespace fs = std::filesystem;

namespace {

/// A game and three mods that change the same files: two add and change different records, the third conflicts with the
/// first.
struct ModBench {
    TemporaryFolder temporary;
    fs::path folder{temporary.path()};
    fs::path game{folder / "game"};
    std::map<std::string, std::string> original;

    ModBench()
    {
        make_game(game);
        original = files_of_game(game);
        write("first",
              R"(<set path="objects[id=100].position.x" value="77"/><add path="lights"><light id="900"/></add>)",
              "name[2] = key1\r\n", "NEW1.TXT");
        write("second", R"(<set path="objects[id=101].position.x" value="88"/><remove path="objects[id=103]"/>)", "",
              "FX/NEW2.TXT");
        write("third", R"(<set path="objects[id=100].position.x" value="99"/>)", "", "");
    }

    void write(const std::string& name, const std::string& edits, const std::string& ini, const std::string& file) const
    {
        const fs::path changed = folder / (name + "-game");
        fs::copy(game, changed, fs::copy_options::recursive);
        edit_file(changed / "MAPS/ISLAND.RGM", edits);
        if (!ini.empty()) {
            put_file(changed / "ITEM.INI", content_of_file(changed / "ITEM.INI") + ini);
        }
        if (!file.empty()) {
            put_file(changed / file, name);
        }
        REQUIRE(mod::write_mod(make_test_mod(name, game, changed), folder / (name + ".mod")));
        fs::remove_all(changed);
    }

    mod::InstallReport install(const std::vector<std::string>& names) const
    {
        std::vector<fs::path> paths;
        for (const std::string& name : names) {
            paths.push_back(folder / (name + ".mod"));
        }
        mod::InstallOptions options;
        options.jobs = 2;
        return done(mod::install(game, paths, options));
    }

    static mod::InstallReport done(Result<mod::InstallReport> report)
    {
        INFO((report ? "" : describe(report.error())));
        REQUIRE(report);
        return std::move(*report);
    }

    [[nodiscard]] std::string value(const std::string& path) const
    {
        auto loaded = edit::load(game / "MAPS/ISLAND.RGM");
        REQUIRE(loaded);
        const auto matches = edit::resolve(loaded->document.root(), path);
        REQUIRE(matches);
        return matches->size() == 1 ? matches->front().field.text() : fmt::format("{} matches", matches->size());
    }
};

}  // namespace

TEST_CASE("mods: a lost list of installed mods is an error for each command", "[mod]")
{
    const ModBench bench;
    bench.install({"first"});
    const std::string stored = content_of_file(bench.game / ".redforge-originals/ITEM.INI");
    const auto check_lost = [&](const std::string& found) {
        const std::string message = "this list of the installed mods is missing, but there is " + found;
        const Result<mod::Installation> state = mod::read_installation(bench.game);
        REQUIRE_FALSE(state);
        CHECK(state.error().message.starts_with(message));
        const Result<mod::InstallReport> second = mod::install(bench.game, {bench.folder / "second.mod"});
        REQUIRE_FALSE(second);
        CHECK(second.error().message.starts_with(message));
        CHECK(content_of_file(bench.game / ".redforge-originals/ITEM.INI") == stored);
    };
    std::filesystem::remove(bench.game / ".redforge-mods/installation.xml");
    check_lost(".redforge-mods/first.rfmod");
    std::filesystem::remove_all(bench.game / ".redforge-mods");
    check_lost(".redforge-originals/");
}

TEST_CASE("mods: the first installation was killed while it copied an original", "[mod]")
{
    const ModBench bench;
    const fs::path part = bench.game / ".redforge-originals/.redforge-next-000000000001";
    fs::create_directory(part.parent_path());
    put_file(part, "half of ITEM.I");
    bench.install({"first"});
    CHECK_FALSE(fs::exists(part));
    bench.install({"second"});
}

TEST_CASE("mods: two games cannot use one store", "[mod]")
{
    const ModBench bench;
    const std::filesystem::path other = bench.folder / "other";
    std::filesystem::copy(bench.game, other, std::filesystem::copy_options::recursive);
    mod::InstallOptions options;
    options.store = bench.folder / "store";
    ModBench::done(mod::install(bench.game, {bench.folder / "first.mod"}, options));
    const Result<mod::InstallReport> second = mod::install(other, {bench.folder / "first.mod"}, options);
    REQUIRE_FALSE(second);
    CHECK(second.error().message == "this store is not empty");
    ModBench::done(mod::install(bench.game, {bench.folder / "second.mod"}, options));  // the same game
}

TEST_CASE("mods: a store from a killed installation can only be used by its game", "[mod]")
{
    const ModBench bench;
    mod::InstallOptions options;
    options.store = bench.folder / "store";
    fs::create_directory(options.store);
    fs::copy(bench.game / "ITEM.INI", options.store / "ITEM.INI");
    const auto install = [&](const fs::path& owner) {
        put_file(options.store / mod::store_owner_file, mod::owner_of_store(owner));
        return mod::install(bench.game, {bench.folder / "first.mod"}, options);
    };
    const Result<mod::InstallReport> other = install(bench.folder / "other");
    REQUIRE_FALSE(other);
    CHECK(other.error().message == "this store is not empty");
    ModBench::done(install(bench.game));
    CHECK_FALSE(fs::exists(options.store / mod::store_owner_file));
    ModBench::done(mod::remove(bench.game, {"first"}, options));
    CHECK(files_of_game(bench.game) == bench.original);
    CHECK_FALSE(fs::exists(options.store));
}

TEST_CASE("mods: merges two mods of one file; removing all restores the original bytes", "[mod]")
{
    const ModBench bench;
    const mod::InstallReport report = bench.install({"first", "second"});
    CHECK(report.written == std::vector<std::string>{"FX/NEW2.TXT", "ITEM.INI", "MAPS/ISLAND.RGM", "NEW1.TXT"});
    CHECK(report.conflicts.empty());
    CHECK(bench.value("objects[id=100].position.x") == "77");
    CHECK(bench.value("objects[id=101].position.x") == "88");
    CHECK(bench.value("objects[id=103].position.x") == "0 matches");
    CHECK(bench.value("lights[id=900].radius") == "0");
    CHECK(content_of_file(bench.game / "ITEM.INI") ==
          "[items]\r\nname[0] = swrd\r\nname[1] = torc\r\nweight = 5\r\nname[2] = key1\r\n");

    SECTION("remove the first: the second stays correct")
    {
        const mod::InstallReport removed = ModBench::done(mod::remove(bench.game, {"first"}));
        CHECK(removed.written == std::vector<std::string>{"MAPS/ISLAND.RGM"});
        CHECK(removed.restored == std::vector<std::string>{"ITEM.INI"});
        CHECK(removed.removed == std::vector<std::string>{"NEW1.TXT"});
        CHECK(bench.value("objects[id=100].position.x") == "0");
        CHECK(bench.value("objects[id=101].position.x") == "88");
    }
    SECTION("disabled mods change nothing")
    {
        ModBench::done(mod::set_enabled(bench.game, {"first", "second"}, false));
        CHECK(files_of_game(bench.game) == bench.original);
        ModBench::done(mod::set_enabled(bench.game, {"second"}, true));
        CHECK(bench.value("objects[id=101].position.x") == "88");
    }
    ModBench::done(mod::remove(bench.game, {"second"}));
    const auto state = mod::read_installation(bench.game);
    REQUIRE(state);
    if (!state->mods.empty()) {
        ModBench::done(mod::remove(bench.game, {"first"}));
    }
    CHECK(files_of_game(bench.game) == bench.original);
    CHECK_FALSE(fs::exists(bench.game / ".redforge-mods"));
    CHECK_FALSE(fs::exists(bench.game / ".redforge-originals"));
    CHECK_FALSE(fs::exists(bench.game / "FX"));
}

TEST_CASE("mods: two mods that add a variable to one actor use different ones", "[mod]")
{
    const ModBench bench;
    const auto source = [](const std::string& first, const std::string& last) {
        return "<![CDATA[actor DOG { " + first + " var0 = 1 var0 = 2 var0 = 3 var0 = 4 var0 = 5 var0 = 6 " + last +
               " end }]]>";
    };
    edit_file(bench.game / "MAPS/ISLAND.RGM", "<add path=\"actors\"><actor script_name=\"DOG\"><variable/><script>" +
                                                  source("", "") + "</script></actor></add>");
    const auto write = [&](const char* name, const std::string& text) {
        bench.write(name,
                    "<add path=\"actors[DOG].variables\"><variable/></add><set path=\"actors[DOG].script\">" + text +
                        "</set>",
                    "", "");
    };
    write("a", source("var1 = 11", ""));
    write("b", source("", "var1 = 22"));
    CHECK(bench.install({"a", "b"}).notes ==
          std::vector<std::string>{"MAPS/ISLAND.RGM: b (theirs): actors[0]: theirs adds var1, which is var2 now, "
                                   "because ours adds 1 variable"});
    CHECK(bench.value("actors[DOG].variables[*].value") == "3 matches");
}

TEST_CASE("mods: reports both mods and values of a conflict; the later mod wins", "[mod]")
{
    const ModBench bench;
    const mod::InstallReport report = bench.install({"first", "second", "third"});
    REQUIRE(report.conflicts.size() == 1);
    CHECK(mod::conflict_line(report.conflicts.front()) ==
          "MAPS/ISLAND.RGM: objects[0] 100: position.x: original 0, first 77, third 99; third wins");
    CHECK(bench.value("objects[id=100].position.x") == "99");

    const mod::InstallReport ordered = ModBench::done(mod::reorder(bench.game, {"third", "second", "first"}));
    CHECK(ordered.written == std::vector<std::string>{"MAPS/ISLAND.RGM"});
    CHECK(bench.value("objects[id=100].position.x") == "77");
}

TEST_CASE("mods: the order of commands does not matter; without mods, files are original", "[mod]")
{
    const ModBench bench;
    bench.install({"first", "second"});
    const auto both = files_of_game(bench.game);
    std::mt19937 random(7);
    std::vector<std::string> names{"first", "second"};
    for (int round = 0; round < 20; ++round) {
        ModBench::done(mod::remove(bench.game, names));
        CHECK(files_of_game(bench.game) == bench.original);
        std::ranges::shuffle(names, random);
        if (round % 2 == 0) {
            bench.install(names);
        } else {
            bench.install({names[0], "third"});
            bench.install({names[1]});
            ModBench::done(mod::remove(bench.game, {"third"}));
        }
        CHECK(files_of_game(bench.game) == both);
    }
}

TEST_CASE("mods: reports a manually changed file, and does not overwrite it", "[mod]")
{
    const ModBench bench;
    bench.install({"first"});
    put_file(bench.game / "ITEM.INI", "mine");
    const auto before = files_of_game(bench.game);
    const auto removed = mod::remove(bench.game, {"first"});
    REQUIRE_FALSE(removed);
    CHECK(removed.error().code == ErrorCode::changed);
    CHECK(removed.error().file == (bench.game / "ITEM.INI").string());
    CHECK(files_of_game(bench.game) == before);
    const auto state = mod::read_installation(bench.game);
    REQUIRE(state);
    const auto changes = mod::find_changes(bench.game, *state);
    REQUIRE(changes);
    REQUIRE(changes->size() == 1);
    CHECK(changes->front().path + " " + changes->front().text == "ITEM.INI was changed by hand");
    fs::remove(bench.game / "ITEM.INI");
    ModBench::done(mod::remove(bench.game, {"first"}));
    CHECK(files_of_game(bench.game) == bench.original);
}

TEST_CASE("mods: verify finds a damaged original and a damaged package", "[mod]")
{
    const ModBench bench;
    bench.install({"first"});
    const auto problems = [&] {
        const auto state = mod::read_installation(bench.game);
        REQUIRE(state);
        const auto found = mod::verify_installation(bench.game, *state);
        return found ? found->size() : 100;
    };
    CHECK(problems() == 0);
    const fs::path kept = bench.game / ".redforge-originals/ITEM.INI";
    CHECK((fs::status(kept).permissions() & fs::perms::owner_write) == fs::perms::none);
    fs::permissions(kept, fs::perms::owner_write, fs::perm_options::add);
    put_file(kept, "damaged");
    CHECK(problems() == 1);
    put_file(bench.game / ".redforge-mods/first.rfmod", "damaged");
    CHECK(problems() == 100);
}

TEST_CASE("mods: an edit that does not fit the game stops the installation", "[mod]")
{
    const ModBench bench;
    edit_file(bench.game / "MAPS/ISLAND.RGM", R"(<set path="objects[id=100].position.x" value="3"/>)");
    const auto before = files_of_game(bench.game);
    const auto installed = mod::install(bench.game, {bench.folder / "first.mod"});
    REQUIRE_FALSE(installed);
    CHECK(describe(installed.error()) ==
          "MAPS/ISLAND.RGM: 1 of 2 edits of first do not fit this game, the first: objects[0] 100: position.x: base 0, "
          "ours 3, theirs 77; the mod was made for another edition of the game, or the game is changed");
    CHECK(files_of_game(bench.game) == before);
    CHECK_FALSE(fs::exists(bench.game / ".redforge-mods"));
}

TEST_CASE("mods: enforces requirements and conflicts of mod.xml", "[mod]")
{
    const ModBench bench;
    auto third = mod::load_mod(bench.folder / "third.mod");
    REQUIRE(third);
    fs::remove_all(bench.folder / "third.mod");
    third->manifest_text.clear();
    third->manifest.requirements.push_back({"first", "1.0.0"});
    REQUIRE(mod::write_mod(*third, bench.folder / "third.mod"));
    const auto alone = mod::install(bench.game, {bench.folder / "third.mod"});
    REQUIRE_FALSE(alone);
    CHECK(describe(alone.error()) == "third requires first, which is not enabled; install and enable first too");
    // It was made for the game without the required mod, and does not fit the result of that mod.
    CHECK_FALSE(mod::install(bench.game, {bench.folder / "third.mod", bench.folder / "first.mod"}));
}

TEST_CASE("mods: every verb reports an interrupted installation", "[mod]")
{
    const ModBench bench;
    setenv("XDG_STATE_HOME", (bench.folder / "state").c_str(), 1);  // NOLINT(*mt-unsafe*): tests have one thread
    // ITEM.INI is already new, the map is still old.
    put_file(bench.game / ".redforge-mods/first.rfmod", "package");
    put_file(bench.game / mod::state_file, mod::write_installation({}));
    const std::string map = content_of_file(bench.game / "MAPS/ISLAND.RGM");
    put_file(bench.game / "MAPS/.redforge-next-000000000001", map + "new");
    const std::vector<files::FolderStep> steps{{"MAPS/ISLAND.RGM", fingerprint_of(as_bytes(map)),
                                                fingerprint_of(as_bytes(map + "new")), ".redforge-next-000000000001"}};
    {
        const auto opened = platform::open_folder(bench.game);
        REQUIRE(opened);
        REQUIRE(files::put_redo_list(*opened, steps, bench.game));
    }
    const std::string said = "a command that changes the mods of this game was interrupted";
    const auto before = files_of_game(bench.game);
    for (const std::string command :
         {"info game/ITEM.INI", "get game/MAPS/ISLAND.RGM objects[0].id", "verify game", "diff game other",
          "set game/MAPS/ISLAND.RGM objects[0].id=7 -i", "pvo check game/MAPS/ISLAND.RGM", "find game x",
          "mod build first.mod --game game -o out", "mod check first.mod --game game",
          "mod new x.mod --from game --original other", "unpack game/ITEM.INI -o text.xml",
          "apply patches game -o out"}) {
        INFO(command);
        const ProcessResult result = run_shell(bench.folder, "redforge " + command);
        INFO(result.output);
        CHECK(result.status == 2);
        CHECK(result.output.find(said) != std::string::npos);
    }
    const ProcessResult inside = run_shell(bench.game / "MAPS", "redforge get ISLAND.RGM objects[0].id");
    CHECK((inside.status == 2 && inside.output.find(said) != std::string::npos));
    const auto loaded = edit::load(bench.game / "ITEM.INI");
    REQUIRE(loaded);
    CHECK(loaded->unfinished.starts_with(said));
    CHECK(files_of_game(bench.game) == before);
    const ProcessResult completed = run_shell(bench.folder, "redforge mod list --game game");
    CHECK(completed.output == "game: note: completed the command that was interrupted\n");
    CHECK(content_of_file(bench.game / "MAPS/ISLAND.RGM") == map + "new");
    CHECK(run_shell(bench.folder, "redforge get game/ITEM.INI 'sections[0].name'").status == 0);
    unsetenv("XDG_STATE_HOME");  // NOLINT(*mt-unsafe*)
}

TEST_CASE("mods: two simultaneous commands on one game run one after the other", "[mod]")
{
    const ModBench bench;
    const std::vector<std::string> names{"first", "second"};
    for (int round = 0; round < 5; ++round) {
        std::vector<std::optional<Error>> errors(names.size());
        std::vector<std::thread> threads;
        for (std::size_t i = 0; i < names.size(); ++i) {
            threads.emplace_back([&bench, &names, &errors, i] {
                const auto installed = mod::install(bench.game, {bench.folder / (names[i] + ".mod")});
                errors[i] = installed ? std::nullopt : std::optional(installed.error());
            });
        }
        std::ranges::for_each(threads, &std::thread::join);
        for (const std::optional<Error>& error : errors) {
            CHECK((error ? describe(*error) : "") == "");
        }
        CHECK(bench.value("objects[id=100].position.x") == "77");
        CHECK(bench.value("objects[id=101].position.x") == "88");
        ModBench::done(mod::remove(bench.game, names));
    }
    CHECK(files_of_game(bench.game) == bench.original);
}

TEST_CASE("mods: the empty lock folder of a killed command does not block others", "[mod]")
{
    const ModBench bench;
    fs::create_directory(bench.game / ".redforge-mods");
    const auto state = mod::read_installation(bench.game);
    REQUIRE(state);
    CHECK(state->mods.empty());
    bench.install({"first"});
    ModBench::done(mod::remove(bench.game, {"first"}));
    CHECK_FALSE(fs::exists(bench.game / ".redforge-mods"));
}

TEST_CASE("mods: a command that cannot start leaves no lock folder", "[mod]")
{
    const ModBench bench;
    CHECK_FALSE(mod::remove(bench.game, {"first"}));
    CHECK_FALSE(fs::exists(bench.game / ".redforge-mods"));
    const auto missing = mod::install(bench.folder / "none", {bench.folder / "first.mod"});
    REQUIRE_FALSE(missing);
    CHECK(missing.error().message == "there is no such folder");
    CHECK_FALSE(fs::exists(bench.folder / "none"));
}

TEST_CASE("mods: removing a mod keeps folders that were empty before it", "[mod]")
{
    const ModBench bench;
    fs::create_directories(bench.game / "FX");
    bench.install({"second"});
    CHECK(fs::exists(bench.game / "FX/NEW2.TXT"));
    ModBench::done(mod::remove(bench.game, {"second"}));
    CHECK(fs::is_directory(bench.game / "FX"));
    CHECK_FALSE(fs::exists(bench.game / "FX/NEW2.TXT"));
}

TEST_CASE("mods: build and apply do not replace files of a folder without --force", "[mod]")
{
    const ModBench bench;
    put_file(bench.folder / "out/ITEM.INI", "mine");
    const ProcessResult build = run_shell(bench.folder, "redforge mod build first.mod --game game -o out");
    CHECK(build.status == 2);
    CHECK(build.output == "redforge: out: already exists and is not empty; choose another folder, or use --force to "
                          "replace its files; nothing was changed\n");
    CHECK(run_shell(bench.folder, "redforge apply first.mod game -o out").status == 2);
    CHECK(content_of_file(bench.folder / "out/ITEM.INI") == "mine");
    put_file(bench.folder / "out/MINE.TXT", "mine");
    CHECK(run_shell(bench.folder, "redforge mod build first.mod --game game -o out --force").status == 0);
    CHECK(content_of_file(bench.folder / "out/ITEM.INI").ends_with("name[2] = key1\r\n"));
    CHECK(content_of_file(bench.folder / "out/MINE.TXT") == "mine");
}
