// Reading the folder form of a document: side files belong to the folder.
#include <catch2/catch.hpp>

#include "core/file_fixture.hpp"
#include "edit/document/document.hpp"
#include "rgm/map.hpp"

using namespace redforge;
using namespace redforge::test;

namespace {

/// Writes the sample map as a folder: map.xml, scripts/DOOR01.soup and scripts/GUARD01.soup.
void unpack(const fs::path& folder)
{
    const edit::Document map(*edit::find_format(rgm::Map::root), std::make_shared<rgm::Map>(rgm::sample_map()));
    REQUIRE(edit::save(map, folder, edit::Storage::folder, {}));
    REQUIRE(names_below(folder) ==
            std::vector<std::string>{"map.xml", "scripts", "scripts/DOOR01.soup", "scripts/GUARD01.soup"});
}

}  // namespace

#ifndef _WIN32  // creating links needs a special right there
TEST_CASE("side files: a link out of the document's folder is not followed")
{
    const TempFolder folder;
    unpack(folder / "map");
    const fs::path script = folder / "map/scripts/DOOR01.soup";
    REQUIRE(edit::load(folder / "map"));

    SECTION("a link to a file next to the folder")
    {
        fs::rename(script, folder / "elsewhere.soup");
        fs::create_symlink("../../elsewhere.soup", script);
    }
    SECTION("a link to a file in a folder with the same prefix")
    {
        fs::create_directory(folder / "map2");
        fs::rename(script, folder / "map2/DOOR01.soup");
        fs::create_symlink("../../map2/DOOR01.soup", script);
    }
    SECTION("a link instead of a subfolder")
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
