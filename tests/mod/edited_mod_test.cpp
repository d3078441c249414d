// Editing a mod: files with its changes, and changed files back to patches.
#include <catch2/catch.hpp>

#include "mod/edited_mod.hpp"
#include "mod/mod_game.hpp"

using namespace redforge;
using namespace redforge::test;
namespace fs = std::filesystem;

namespace {

struct EditBench {
    TemporaryFolder temporary;
    fs::path folder{temporary.path()};
    fs::path game{folder / "game"};
    fs::path mod{folder / "key.mod"};

    EditBench()
    {
        make_game(game);
        put_file(mod / "mod.xml", R"(<mod name="key" version="1.0.0"/>)");
    }

    [[nodiscard]] mod::EditedMod open() const
    {
        Result<mod::EditedMod> opened = mod::EditedMod::open(mod, game);
        INFO((opened ? "" : describe(opened.error())));
        REQUIRE(opened);
        return std::move(*opened);
    }

    static Bytes bytes_of(const Result<SharedBytes>& content)
    {
        INFO((content ? "" : describe(content.error())));
        REQUIRE(content);
        return content->joined();
    }

    /// Returns a file with edits.
    [[nodiscard]] Bytes changed(const Bytes& bytes, const std::string& edits) const
    {
        put_file(folder / "changed", as_text(bytes));
        edit_file(folder / "changed", edits);
        const std::string content = content_of_file(folder / "changed");
        const ByteView view = as_bytes(content);
        return {view.begin(), view.end()};
    }

    static std::vector<std::string> done(const Result<std::vector<std::string>>& saved)
    {
        INFO((saved ? "" : describe(saved.error())));
        REQUIRE(saved);
        return *saved;
    }
};

constexpr const char* island = "MAPS/ISLAND.RGM";
constexpr const char* move_100 = R"(<set path="objects[id=100].position.x" value="77"/>)";

}  // namespace

TEST_CASE("edited mod: saving a map writes its patch and does not change the game", "[mod]")
{
    const EditBench bench;
    const auto before = files_of_game(bench.game);
    mod::EditedMod mod = bench.open();
    const Bytes original = EditBench::bytes_of(mod.content(island));
    const Bytes moved = bench.changed(original, move_100);
    CHECK(EditBench::done(mod.save(island, moved)).empty());
    CHECK(content_of_file(bench.mod / "patches/MAPS/ISLAND.RGM.xml") ==
          "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<edits patch=\"1\">\n"
          "  <set path=\"objects[id=100].position.x\" was=\"0\" value=\"77\"/>\n</edits>\n");
    CHECK(files_of_game(bench.game) == before);
    mod::EditedMod again = bench.open();
    CHECK(EditBench::bytes_of(again.content(island)) == moved);
    CHECK(EditBench::bytes_of(again.base(island)) == original);
    CHECK(EditBench::done(again.save(island, original)).empty());
    CHECK_FALSE(fs::exists(bench.mod / "patches/MAPS/ISLAND.RGM.xml"));
}

TEST_CASE("edited mod: the patch starts from the mods that the mod requires", "[mod]")
{
    const EditBench bench;
    put_file(bench.folder / "base.mod/mod.xml", R"(<mod name="base" version="1.0.0"/>)");
    put_file(bench.folder / "base.mod/patches/MAPS/ISLAND.RGM.xml",
             R"(<edits patch="1"><set path="objects[id=101].position.x" value="5"/></edits>)");
    put_file(bench.mod / "mod.xml", R"(<mod name="key" version="1.0.0"><requires name="base"/></mod>)");
    const auto missing = mod::EditedMod::open(bench.mod, bench.game);
    REQUIRE_FALSE(missing);
    CHECK(missing.error().message == "key requires base, which the game does not have");
    REQUIRE(mod::install(bench.game, {bench.folder / "base.mod"}));
    mod::EditedMod mod = bench.open();
    const Bytes base = EditBench::bytes_of(mod.base(island));
    CHECK(as_text(base) == content_of_file(bench.game / island));
    EditBench::done(mod.save(island, bench.changed(base, move_100)));
    const std::string patch = content_of_file(bench.mod / "patches/MAPS/ISLAND.RGM.xml");
    CHECK(patch.find("objects[id=100].position.x") != std::string::npos);
    CHECK(patch.find("101") == std::string::npos);
}

TEST_CASE("edited mod: names and comments stay in edits that did not change", "[mod]")
{
    const EditBench bench;
    put_file(bench.mod / "names.xml", R"(<names><name symbol="item:key"/></names>)");
    put_file(bench.mod / "patches/ITEM.INI.xml",
             "<edits patch=\"1\">\n  <!-- the key of the harbour -->\n  <add path=\"sections[name=items].lines\" "
             "before=\"end\"><key name=\"name[item:key]\" value=\"rkey\"/></add>\n</edits>\n");
    mod::EditedMod mod = bench.open();
    const std::string text(as_text(EditBench::bytes_of(mod.content("ITEM.INI"))));
    CHECK(text == "[items]\r\nname[0] = swrd\r\nname[1] = torc\r\nweight = 5\r\nname[2] = rkey\r\n");
    const std::string heavier = text + "price = 3\r\n";
    const ByteView view = as_bytes(heavier);
    const auto notes = mod.save("ITEM.INI", Bytes(view.begin(), view.end()));
    INFO((notes ? "" : describe(notes.error())));
    REQUIRE(notes);
    const std::string patch = content_of_file(bench.mod / "patches/ITEM.INI.xml");
    CHECK(patch.find("<key name=\"name[item:key]\" value=\"rkey\"/>") != std::string::npos);
    CHECK(patch.find("<key name=\"price\" value=\"3\"/>") != std::string::npos);
    CHECK(patch.find("<edits patch=\"1\">\n  <!-- the key of the harbour -->\n") != std::string::npos);
    CHECK(notes->empty());
}

TEST_CASE("edited mod: a patch that another program changed is not overwritten", "[mod]")
{
    const EditBench bench;
    mod::EditedMod mod = bench.open();
    const Bytes original = EditBench::bytes_of(mod.content(island));
    const Bytes moved = bench.changed(original, move_100);
    EditBench::done(mod.save(island, moved));
    put_file(bench.mod / "patches/MAPS/ISLAND.RGM.xml", "<edits patch=\"1\"/>");
    const auto saved = mod.save(island, original);
    REQUIRE_FALSE(saved);
    CHECK(saved.error().code == ErrorCode::changed);
    CHECK(content_of_file(bench.mod / "patches/MAPS/ISLAND.RGM.xml") == "<edits patch=\"1\"/>");
}

TEST_CASE("edited mod: conflicts with the mods of the game are found", "[mod]")
{
    const EditBench bench;
    put_file(bench.folder / "other.mod/mod.xml", R"(<mod name="other" version="1.0.0"/>)");
    put_file(bench.folder / "other.mod/patches/MAPS/ISLAND.RGM.xml",
             R"(<edits patch="1"><set path="objects[id=100].position.x" value="5"/></edits>)");
    REQUIRE(mod::install(bench.game, {bench.folder / "other.mod"}));
    mod::EditedMod mod = bench.open();
    EditBench::done(mod.save(island, bench.changed(EditBench::bytes_of(mod.base(island)), move_100)));
    const auto conflicts = mod.conflicts();
    REQUIRE(conflicts);
    REQUIRE(conflicts->size() == 1);
    CHECK(mod::conflict_line(conflicts->front()) ==
          "MAPS/ISLAND.RGM: objects[0] 100: position.x: original 0, other 5, key 77; key wins");
}
