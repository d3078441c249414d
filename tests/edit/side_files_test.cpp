// The folder form of a document as it is read: its side files are its own.
#include <catch2/catch.hpp>

#include "core/file_fixture.hpp"
#include "edit/document/document.hpp"
#include "rgm/map.hpp"

using namespace redforge;
using namespace redforge::test;

namespace {

/// The sample map as a folder: map.xml, scripts/DOOR01.soup and scripts/GUARD01.soup.
void unpack(const fs::path& folder)
{
    const edit::Document map(*edit::find_format(rgm::Map::root), std::make_shared<rgm::Map>(rgm::sample_map()));
    REQUIRE(edit::save(map, folder, edit::Storage::folder, {}));
    REQUIRE(names_below(folder) ==
            std::vector<std::string>{"map.xml", "scripts", "scripts/DOOR01.soup", "scripts/GUARD01.soup"});
}

}  // namespace

#ifndef _WIN32  // where links are for those alone who have the right to make them
TEST_CASE("side files: a link out of the document's folder is not followed")
{
    const TempFolder folder;
    unpack(folder / "map");
    const fs::path script = folder / "map/scripts/DOOR01.soup";
    REQUIRE(edit::load(folder / "map"));

    SECTION("a link to a file beside the folder")
    {
        fs::rename(script, folder / "elsewhere.soup");
        fs::create_symlink("../../elsewhere.soup", script);
    }
    SECTION("a link to a file in a folder whose name begins alike")
    {
        fs::create_directory(folder / "map2");
        fs::rename(script, folder / "map2/DOOR01.soup");
        fs::create_symlink("../../map2/DOOR01.soup", script);
    }
    SECTION("a link in the place of the folder between")
    {
        fs::rename(folder / "map/scripts", folder / "elsewhere");
        fs::create_directory_symlink("../elsewhere", folder / "map/scripts");
    }
    const auto loaded = edit::load(folder / "map");
    REQUIRE_FALSE(loaded);
    CHECK(loaded.error().message == "a link that leads out of the document's folder");
    CHECK(loaded.error().file == script.string());
}

TEST_CASE("side files: a link within the document's folder is followed")
{
    const TempFolder folder;
    unpack(folder / "map");
    const fs::path script = folder / "map/scripts/DOOR01.soup";
    fs::rename(script, folder / "map/DOOR01.soup");
    fs::create_symlink("../DOOR01.soup", script);
    CHECK(edit::load(folder / "map").value().document.write().value() == rgm::write_map(rgm::sample_map()).value());
}
#endif
