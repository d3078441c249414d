// The law of mods: twelve mods (five from the manager) give one result in all orders with equal winners. Removing all
// gives the original bytes. REDFORGE_MOD_ORDERS: number of orders; default: a sample.
#include <algorithm>
#include <cstdlib>
#include <random>
#include <set>

#include <catch2/catch.hpp>

#include "mod/compatibility.hpp"
#include "mod/compose.hpp"
#include "mod/manager_form.hpp"
#include "mod/mod_game.hpp"
#include "rgm/visibility.hpp"

using namespace redforge;
using namespace redforge::test;
namespace fs = std::filesystem;

namespace {

/// Writes a visibility with one leaf that has all statics.
void put_visibility(const fs::path& path, std::uint32_t statics)
{
    rgm::Visibility visibility;
    for (std::uint32_t i = 0; i < statics; ++i) {
        visibility.objects.push_back(i);
    }
    visibility.leaves = {{{statics, 0}}};
    visibility.nodes.push_back({.mask = 0, .leaf = 0, .children = {}});
    const Result<Bytes> bytes = rgm::write_visibility(visibility);
    REQUIRE(bytes);
    put_file(path, as_text(*bytes));
}

class TwelveMods {
public:
    TwelveMods()
    {
        make_game(game);
        edit_file(game / "MAPS/ISLAND.RGM",
                  R"(<add path="statics"><static id="300" model_name="ROCK"/>)"
                  R"(<static id="301" model_name="TREE"/><static id="302" model_name="WALL"/></add>)");
        put_visibility(game / "MAPS/ISLAND.PVO", 3);
        put_file(game / "SOUP386/SOUP386.DEF", "[functions]\r\ntask RTX parms 1\r\n[refs]\r\n[equates]\r\nauto\r\n"
                                               "endauto\r\n[flags]\r\nBOOL DoorOpen 0\r\n");
        put_file(game / "WORLD.INI", "world_map[1]=MAPS\\ISLAND.rgm\r\n");
        put_file(folder / "d.xml",
                 "<dialogue><entry label=\"aaaa\" text=\"a\"/><entry label=\"bbbb\" text=\"b\"/></dialogue>");
        REQUIRE(run_shell(folder, "redforge pack d.xml -o game/ENGLISH.RTX").status == 0);
        edit_file(game / "MAPS/ISLAND.RGM", R"(<add path="actors"><actor script_name="GUARD"><script>actor GUARD
{
    flag_0 = 1
    task function_1('aaaa')
    end
}
</script></actor></add>)");
        original = files_of_game(game);
        write("m0",
              R"(<set path="objects[id=100].position.x" value="77"/><add path="objects"><object id="900"/></add>)", "");
        write("m1",
              R"(<set path="objects[id=101].position.x" value="88"/><add path="objects"><object id="901"/></add>)", "");
        import("m2", "INI Changes.txt", "ITEM.INI\n  [items]\n  name[2] = key2\n");
        import("m3", "INI Changes.txt", "ITEM.INI\n  [items]\n  name[3] = key3\n  price = 3\n");
        write("m4", R"(<add path="lights"><light id="904"/></add>)", "price = 4\r\n");
        write("m5", R"(<remove path="objects[id=103]"/><add path="statics"><static id="905" model_name="NEW5"/></add>)",
              "");
        write("m6", R"(<remove path="statics[id=300]"/><add path="statics"><static id="906" model_name="NEW6"/></add>)",
              "");
        import("m7", "FX/NEW7.TXT", "m7");
        write("m8", R"(<set path="objects[id=100].position.x" value="99"/>)", "");
        write("m9", R"(<set path="objects[id=900].position.x" value="9"/><add path="objects"><object id="909"/></add>)",
              "", {"m0"});
        import("ma", "RTX Changes.txt", "1\tbbbb\tB\n2\tcccc\tnew\n");
        // The script is in lines 3 to 8: GUARD, {, DoorOpen = 1, RTX("aaaa"), End, }.
        import("mb", "Map Changes.txt", "ISLAND\n  6\tnull\n  6\t  RTX(\"bbbb\")\n");
    }

    TemporaryFolder temporary;
    fs::path folder{temporary.path()};
    fs::path game{folder / "game"};
    std::map<std::string, std::string> original;
    std::vector<std::string> names{"m0", "m1", "m2", "m3", "m4", "m5", "m6", "m7", "m8", "m9", "ma", "mb"};

    mod::InstallReport install(const std::vector<std::string>& order) const
    {
        std::vector<fs::path> paths;
        std::ranges::transform(order, std::back_inserter(paths),
                               [&](const std::string& name) { return folder / (name + ".mod"); });
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

private:
    /// Imports a mod of the public manager with one file.
    void import(const std::string& name, const std::string& file, const std::string& content) const
    {
        put_file(folder / "manager" / name / file, content);
        auto imported = mod::import_folder(folder / "manager" / name, mod::reader_of_folder(game));
        INFO((imported ? "" : describe(imported.error())));
        REQUIRE(imported);
        CHECK(imported->problems.empty());
        imported->mod.manifest.name = Text(name);
        REQUIRE(mod::write_mod(imported->mod, folder / (name + ".mod")));
    }

    void write(const std::string& name, const std::string& edits, const std::string& ini,
               const std::vector<std::string>& requires_mods = {}) const
    {
        const fs::path base = folder / "base";
        const fs::path changed = folder / "changed";
        fs::copy(game, base, fs::copy_options::recursive);
        for (const std::string& other : requires_mods) {
            done(mod::install(base, {folder / (other + ".mod")}));
        }
        fs::copy(base, changed, fs::copy_options::recursive);
        if (!edits.empty()) {
            edit_file(changed / "MAPS/ISLAND.RGM", edits);
        }
        if (!ini.empty()) {
            put_file(changed / "ITEM.INI", content_of_file(changed / "ITEM.INI") + ini);
        }
        mod::Mod made = make_test_mod(name, base, changed);
        for (const std::string& other : requires_mods) {
            made.manifest.requirements.push_back({Text(other), {}});
        }
        REQUIRE(mod::write_mod(made, folder / (name + ".mod")));
        for (const fs::path& each : {base, changed}) {
            for (fs::recursive_directory_iterator at(each), end; at != end; ++at) {
                fs::permissions(at->path(), fs::perms::owner_write, fs::perm_options::add);
            }
            fs::remove_all(each);
        }
    }
};

std::size_t count_of_orders()
{
    const char* const wanted = std::getenv("REDFORGE_MOD_ORDERS");  // NOLINT(*mt-unsafe*): tests have one thread
    return wanted != nullptr ? std::strtoul(wanted, nullptr, 10) : 16;
}

}  // namespace

TEST_CASE("mods: load orders in which the same mods win give the same files", "[mod][law]")
{
    const TwelveMods mods;
    std::map<std::pair<bool, bool>, std::map<std::string, std::string>> results;
    std::mt19937 random(51);
    std::vector<std::string> order = mods.names;
    for (std::size_t round = 0; round < count_of_orders(); ++round) {
        std::shuffle(order.begin(), order.end(), random);
        const bool at_once = round % 2 == 0;
        std::vector<std::string> lines;
        if (at_once) {
            for (const mod::ModConflict& conflict : mods.install(order).conflicts) {
                lines.push_back(mod::conflict_line(conflict));
            }
        } else {  // like a user: install first, order later
            mods.install(mods.names);
            std::vector<std::string> allowed = order;
            const auto base = std::ranges::find(allowed, "m0");
            const auto user = std::ranges::find(allowed, "m9");
            if (user < base) {
                std::iter_swap(base, user);
            }
            TwelveMods::done(mod::reorder(mods.game, allowed));
        }
        const auto state = mod::read_installation(mods.game);
        REQUIRE(state);
        const auto rank = [&](std::string_view name) {
            return std::ranges::find(state->mods, name, [](const auto& mod) { return mod.name.bytes; }) -
                   state->mods.begin();
        };
        const auto key = std::pair(rank("m0") < rank("m8"), rank("m3") < rank("m4"));
        const auto conflicts = mod::find_conflicts(mods.game, *state);
        REQUIRE(conflicts);
        std::vector<std::string> found;
        for (const mod::ModConflict& conflict : *conflicts) {
            found.push_back(mod::conflict_line(conflict));
        }
        CHECK((!at_once || lines == found));
        CHECK(
            found ==
            std::vector<std::string>{
                key.second
                    ? "ITEM.INI: sections[0].lines[4] price: original (none), m3 value \"3\", m4 value \"4\"; m4 wins"
                    : "ITEM.INI: sections[0].lines[3] price: original (none), m4 value \"4\", m3 value \"3\"; m3 wins",
                key.first ? "MAPS/ISLAND.RGM: objects[0] 100: position.x: original 0, m0 77, m8 99; m8 wins"
                          : "MAPS/ISLAND.RGM: objects[0] 100: position.x: original 0, m8 99, m0 77; m0 wins"});
        const auto files = files_of_game(mods.game);
        const auto [known, is_new] = results.emplace(key, files);
        CHECK(known->second == files);
        TwelveMods::done(mod::remove(mods.game, order));
        CHECK(files_of_game(mods.game) == mods.original);
    }
    std::set<std::map<std::string, std::string>> different;
    for (const auto& [key, files] : results) {
        different.insert(files);
    }
    CHECK(different.size() == results.size());
}

TEST_CASE("mods: the visibility of a map follows its statics", "[mod]")
{
    const TwelveMods mods;
    const auto numbers = [&] {
        const auto loaded = edit::load(mods.game / "MAPS/ISLAND.PVO");
        REQUIRE(loaded);
        const auto* const visibility = edit::get_if<rgm::Visibility>(loaded->document);
        REQUIRE(visibility != nullptr);
        return visibility->objects;
    };
    const auto mod = mod::load_mod(mods.folder / "m6.mod");
    REQUIRE(mod);
    CHECK(mod->paths() == std::vector<std::string>{"MAPS/ISLAND.RGM"});
    const mod::InstallReport report = mods.install({"m5", "m6"});
    CHECK(report.written == std::vector<std::string>{"MAPS/ISLAND.PVO", "MAPS/ISLAND.RGM"});
    CHECK(numbers() == std::vector<std::uint32_t>{0, 1, 2, 3});  // 301, 302, and the two new ones
    TwelveMods::done(mod::remove(mods.game, {"m6"}));
    CHECK(numbers() == std::vector<std::uint32_t>{0, 1, 2, 3});  // 300, 301, 302, and a new one
    TwelveMods::done(mod::remove(mods.game, {"m5"}));
    CHECK(files_of_game(mods.game) == mods.original);
}

TEST_CASE("mods: a visibility that is stale for moved statics is reported", "[mod]")
{
    const TwelveMods mods;
    const fs::path changed = mods.folder / "changed";
    fs::copy(mods.game, changed, fs::copy_options::recursive);
    edit_file(changed / "MAPS/ISLAND.RGM", R"(<set path="statics[id=301].position.x" value="4000"/>)");
    REQUIRE(mod::write_mod(make_test_mod("moved", mods.game, changed), mods.folder / "moved.mod"));
    const mod::InstallReport report = mods.install({"moved"});
    const std::string map = (mods.game / "MAPS/ISLAND.RGM").string();
    const std::string note = "MAPS/ISLAND.PVO: the visibility is stale for 1 static of the map, which mods add, move "
                             "or remove; to rebuild it, "
                             "run redforge pvo build " +
                             map + " --game " + mods.game.string() +
                             " --in-place, and make a mod of it with redforge mod new NAME.mod --from-changes --game " +
                             mods.game.string();
    CHECK(report.notes == std::vector<std::string>{note});
    const auto loaded = edit::load(mods.game / "MAPS/ISLAND.PVO");
    REQUIRE(loaded);
    // The moved static is in a separate run, which every leaf has.
    const auto* const visibility = edit::get_if<rgm::Visibility>(loaded->document);
    CHECK(visibility->objects == std::vector<std::uint32_t>{0, 2, 1});
    CHECK(visibility->leaves.front().runs == std::vector<std::uint32_t>{2, 0, 1, 2});
    const ProcessResult status = run_shell(mods.folder, "redforge mod status --game '" + mods.game.string() + "'");
    CHECK(status.output == "note: " + note + "\n2 files, 0 problems\n");

    // A visibility that a mod made for the map with the moved static is not stale.
    put_visibility(mods.game / "MAPS/ISLAND.PVO", 3);
    const auto state = mod::read_installation(mods.game);
    auto started = mod::make_mod_of_changes(mods.game, *state);
    REQUIRE(started);
    started->mod.manifest.name = "rebuilt";
    REQUIRE(mod::write_mod(started->mod, mods.folder / "rebuilt.mod"));
    CHECK(mods.install({"rebuilt"}).notes.empty());
}

TEST_CASE("mods: if two mods add the same section, its keys are merged", "[mod]")
{
    const TemporaryFolder temporary;
    const fs::path game = temporary.path() / "game";
    make_game(game);
    const auto original = files_of_game(game);
    for (const std::string name : {"one", "two"}) {
        const fs::path changed = temporary.path() / ("changed-" + name);
        fs::copy(game, changed, fs::copy_options::recursive);
        put_file(changed / "ITEM.INI", content_of_file(changed / "ITEM.INI") + "[new]\r\n" + name + " = 1\r\n");
        REQUIRE(mod::write_mod(make_test_mod(name, game, changed), temporary.path() / (name + ".mod")));
    }
    const auto report = mod::install(game, {temporary.path() / "two.mod", temporary.path() / "one.mod"});
    REQUIRE(report);
    CHECK(report->conflicts.empty());
    CHECK(content_of_file(game / "ITEM.INI") == original.at("ITEM.INI") + "[new]\r\none = 1\r\ntwo = 1\r\n");
    REQUIRE(mod::remove(game, {"one"}));
    CHECK(content_of_file(game / "ITEM.INI") == original.at("ITEM.INI") + "[new]\r\ntwo = 1\r\n");
}

TEST_CASE("mods: two mods add to one section, and each can be removed", "[mod]")
{
    const TwelveMods mods;
    const std::string before = mods.original.at("ITEM.INI");
    CHECK(mods.install({"m3", "m2"}).conflicts.empty());
    CHECK(content_of_file(mods.game / "ITEM.INI") == before + "name[2] = key2\r\nname[3] = key3\r\nprice = 3\r\n");
    TwelveMods::done(mod::remove(mods.game, {"m2"}));
    CHECK(content_of_file(mods.game / "ITEM.INI") == before + "name[3] = key3\r\nprice = 3\r\n");
    TwelveMods::done(mod::remove(mods.game, {"m3"}));
    CHECK(files_of_game(mods.game) == mods.original);
}
