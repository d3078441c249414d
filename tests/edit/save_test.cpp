// Saving a document: a file gets its name only after its bytes were read back as the same document.
#include <catch2/catch.hpp>

#include "core/file_fixture.hpp"
#include "edit/document/document.hpp"
#include "obscript/user_commands.hpp"
#include "rgm/map.hpp"
#include "support/game.hpp"
#include "support/values.hpp"

using namespace redforge;
using namespace redforge::test;

namespace {

edit::Document document_of(const rgm::Map& map)
{
    return {*edit::find_format(rgm::Map::root), std::make_shared<rgm::Map>(map)};
}

/// Returns a map whose objects fill about `bytes` bytes of its file.
rgm::Map map_of(std::size_t bytes)
{
    rgm::Map map = rgm::new_map();
    append_records(map, "objects", bytes / 66);
    return map;
}

}  // namespace

TEST_CASE("save: a contradictory map is rejected, and the old file stays")
{
    for (const std::size_t size :
         {std::size_t{1000}, std::size_t{1000000}}) {  // the larger one is verified in a thread
        const TempFolder folder;
        put(folder / "old.RGM", "old");
        rgm::Map map = map_of(size);
        append_record(map, "actors", {{"num_strings", "9"}});  // the actor has no strings
        for (const char* name : {"old.RGM", "new.RGM"}) {
            const auto written =
                edit::save(document_of(map), folder / name, edit::Storage::binary, {.overwrite = Overwrite::allow});
            REQUIRE_FALSE(written);
            CHECK(written.error().code == ErrorCode::mismatch);
            CHECK(written.error().message.starts_with("the map contradicts itself: "));
        }
        CHECK(names_below(folder.path()) == std::vector<std::string>{"old.RGM"});
        CHECK(content_of(folder / "old.RGM") == "old");
    }
}

TEST_CASE("save: writes the same bytes each time, also for a temporary document")
{
    for (const std::size_t size : {std::size_t{1000}, std::size_t{1000000}}) {
        const TempFolder folder;
        const rgm::Map map = map_of(size);
        const edit::Document document = document_of(map);
        REQUIRE(edit::save(document, folder / "a.RGM", edit::Storage::binary, {}));
        REQUIRE(edit::save(document, folder / "b.RGM", edit::Storage::binary, {}));  // the document is still valid
        REQUIRE(edit::save(document_of(map), folder / "c.RGM", edit::Storage::binary, {}));
        const Bytes bytes = rgm::write_map(map).value();
        for (const char* name : {"a.RGM", "b.RGM", "c.RGM"}) {
            CHECK(read_file(folder / name).value() == bytes);
        }
    }
}

TEST_CASE("save: a command table next to a file is used when it is read")
{
    const Folder folder;
    folder.put("Mod/obse-commands.txt", "GetFoo = command 2BCD 0\n");
    const LoadContext beside = edit::context_around(folder.path / "Mod" / "Door.esp");
    const auto* const commands = beside.services.find<obscript::UserCommands>();
    REQUIRE(commands != nullptr);
    CHECK(commands->named("GetFoo") != nullptr);
    CHECK_FALSE(edit::context_around(folder.path / "Door.esp").services.has<obscript::UserCommands>());
}
