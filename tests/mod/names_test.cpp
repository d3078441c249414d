// Symbolic names: two mods that choose the same name get numbers of their own.
#include <catch2/catch.hpp>

#include "mod/mod_game.hpp"
#include "mod/names.hpp"

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
    CHECK(content_of_file(game / "ITEM.INI") == original + "name[3] = twox\r\nname[2] = onex\r\n");
    REQUIRE(mod::remove(game, {"one"}));
    CHECK(content_of_file(game / "ITEM.INI") == original + "name[3] = twox\r\n");
    REQUIRE(mod::install(game, {temporary.path() / "one.mod"}));
    CHECK(content_of_file(game / "ITEM.INI") == original + "name[3] = twox\r\nname[2] = onex\r\n");
}
