// Symbolic names: two mods that choose the same name get numbers of their own.
#include <catch2/catch.hpp>

#include "mod/mod_game.hpp"
#include "mod/names.hpp"
#include "sound/rtx.hpp"

using namespace redforge;
using namespace redforge::test;
namespace fs = std::filesystem;

TEST_CASE("names: only whole words that are allocated are replaced", "[mod]")
{
    const mod::Allocation numbers{{"item:key", "87"}};
    CHECK(mod::substitute("name[item:key] item:key2 xitem:key a:b HaveItem(item:key)", numbers) ==
          "name[87] item:key2 xitem:key a:b HaveItem(87)");
}

TEST_CASE("names: rejects unknown kinds and names that are declared twice", "[mod]")
{
    CHECK(mod::parse_names(R"(<names><name symbol="item:key"/></names>)", "names.xml").value() ==
          std::vector<std::string>{"item:key"});
    CHECK_FALSE(mod::parse_names(R"(<names><name symbol="colour:red"/></names>)", "names.xml"));
    CHECK_FALSE(mod::parse_names(R"(<names><name symbol="item:a"/><name symbol="item:a"/></names>)", "names.xml"));
    CHECK_FALSE(mod::parse_names(R"(<names><name symbol="item:a" value="3"/></names>)", "names.xml"));
}

TEST_CASE("names: two mods with one name get two items, and keep them when the other is removed", "[mod]")
{
    const TemporaryFolder temporary;
    const fs::path game = temporary.path() / "game";
    make_game(game);
    for (const std::string name : {"one", "two"}) {
        const fs::path changed = temporary.path() / ("changed-" + name);
        fs::copy(game, changed, fs::copy_options::recursive);
        put_file(changed / "ITEM.INI", content_of_file(changed / "ITEM.INI") + "name[2] = " + name + "x\r\n");
        mod::Mod made = make_test_mod(name, game, changed);
        std::string& patch = made.patches.at("ITEM.INI");
        patch.replace(patch.find("name[2]"), 7, "name[item:key]");
        made.names = R"(<names><name symbol="item:key"/></names>)";
        REQUIRE(mod::write_mod(made, temporary.path() / (name + ".mod")));
    }
    const auto installed = mod::install(game, {temporary.path() / "two.mod", temporary.path() / "one.mod"});
    REQUIRE(installed);
    CHECK(installed->conflicts.empty());
    const std::string original = "[items]\r\nname[0] = swrd\r\nname[1] = torc\r\nweight = 5\r\n";
    CHECK(content_of_file(game / "ITEM.INI") == original + "name[2] = onex\r\nname[3] = twox\r\n");
    REQUIRE(mod::remove(game, {"one"}));
    CHECK(content_of_file(game / "ITEM.INI") == original + "name[3] = twox\r\n");
    REQUIRE(mod::install(game, {temporary.path() / "one.mod"}));
    CHECK(content_of_file(game / "ITEM.INI") == original + "name[2] = onex\r\nname[3] = twox\r\n");
}

TEST_CASE("names: two mods with the same names add an item, an actor, a label and a static", "[mod]")
{
    const TemporaryFolder temporary;
    const fs::path game = temporary.path() / "game";
    make_game(game);
    sound::Dialogue dialogue;
    dialogue.entries.resize(1);
    dialogue.entries[0].label = "aaaa";
    dialogue.entries[0].text = "one";
    const auto bytes = sound::write_dialogue(dialogue);
    REQUIRE(bytes);
    put_file(game / "ENGLISH.RTX", as_text(*bytes));
    const auto original = files_of_game(game);
    for (const std::string name : {"one", "two"}) {
        mod::Mod made;
        made.manifest.name = Text(name);
        made.names = R"(<names><name symbol="item:key"/><name symbol="actor:guard"/><name symbol="label:text"/>)"
                     R"(<name symbol="object:wall"/></names>)";
        made.patches["ITEM.INI"] = R"(<edits patch="1"><add path="sections[name=items].lines" before="end">)"
                                   R"(<key name="name[item:key]" value="label:text"/></add></edits>)";
        made.patches["ENGLISH.RTX"] =
            R"(<edits patch="1"><add path="entries" before="end"><entry label="label:text" text=")" + name +
            R"("/></add></edits>)";
        made.patches["MAPS/ISLAND.RGM"] =
            R"(<edits patch="1"><add path="actors" before="end"><actor script_name="actor:guard"/></add>)"
            R"(<add path="statics" before="end"><static id="object:wall" model_name="WALL"/></add></edits>)";
        REQUIRE(mod::write_mod(made, temporary.path() / (name + ".mod")));
    }
    const auto report = mod::install(game, {temporary.path() / "one.mod", temporary.path() / "two.mod"});
    INFO((report ? "" : describe(report.error())));
    REQUIRE(report);
    CHECK(report->conflicts.empty());
    const auto texts = [&] {
        const auto loaded = edit::load(game / "ENGLISH.RTX");
        REQUIRE(loaded);
        std::map<std::string, std::string> found;
        for (const sound::Entry& entry : edit::get_if<sound::Dialogue>(loaded->document)->entries) {
            found.emplace(entry.label.view(), entry.text.bytes);
        }
        return found;
    };
    const auto count = [&](const std::string& path) {
        const auto loaded = edit::load(game / "MAPS/ISLAND.RGM");
        REQUIRE(loaded);
        return edit::resolve(loaded->document.root(), path)->size();
    };
    /// The text of an item of ITEM.INI, which is a label.
    const auto item = [&](int number) {
        const std::string settings = content_of_file(game / "ITEM.INI");
        const std::string key = fmt::format("name[{}] = ", number);
        const std::size_t at = settings.find(key);
        return at == std::string::npos ? std::string() : texts()[settings.substr(at + key.size(), 4)];
    };
    CHECK(item(2) == "one");
    CHECK(item(3) == "two");
    CHECK(count("actors[*]") == 2);
    CHECK(count("statics[*]") == 2);
    REQUIRE(mod::remove(game, {"one"}));
    CHECK(item(2).empty());
    CHECK(item(3) == "two");
    CHECK(count("actors[*]") == 1);
    REQUIRE(mod::remove(game, {"two"}));
    CHECK(files_of_game(game) == original);
}
