// Actors of a save overlaid on another copy of the save.
#include <catch2/catch.hpp>

#include "edit/document/document.hpp"
#include "tes/save/save.hpp"
#include "tes/save/save_part.hpp"
#include "tes/save_file.hpp"
#include "tes/save_paths.hpp"

using namespace redforge;
using namespace redforge::tes;
using namespace redforge::test;
using namespace redforge::tes::test;

namespace {

Save part_with(ByteView bytes, const std::vector<std::string>& kinds)
{
    Save part = read_save(bytes).value();
    REQUIRE(keep_only(part, kinds));
    return part;
}

}  // namespace

TEST_CASE("save part: contains the requested actors and the forms that they refer to")
{
    const Save part = part_with(small_save(), {"NPC_"});
    REQUIRE(part.changes.size() == 1);
    CHECK(form_id_of(part.changes[0]) == 0x00012345);
    CHECK(part.plugins.size() == 2);
    CHECK(part.form_ids.size() == 7);
    CHECK(part.header.screenshot.pixels.empty());
    CHECK(part.created.empty());
    CHECK(walk_save(write_save(part).value()).fault == "");

    Save whole = read_save(small_save()).value();
    const Status error = keep_only(whole, {"CREA", "SCPT"});
    REQUIRE_FALSE(error);
    CHECK(describe(error.error()) == "SCPT records of a save are not decoded; use NPC_ or CREA");
}

TEST_CASE("save part: applying an unchanged part changes nothing, an edit only its bytes")
{
    Save save = read_save(small_save()).value();
    Save part = part_with(small_save(), {"NPC_", "CREA"});
    const Overlaid same = overlay(save, Save(part)).value();
    CHECK(same.same == 2);
    CHECK(same.changed == 0);
    CHECK(same_bytes(write_save(save).value(), small_save()));

    set_in(part, "npc[0].health.value", "71");
    const Overlaid count = overlay(save, Save(part)).value();
    CHECK(count.changed == 1);
    CHECK(count.same == 1);
    Bytes expected = small_save();
    expected[save_begin(0, 3).size() + 16 + 12 + 54] = std::byte{71};
    CHECK(same_bytes(write_save(save).value(), expected));
}

TEST_CASE("save part: maps forms to the load order of the other save")
{
    Save save = read_save(small_save()).value();
    std::swap(save.plugins[0], save.plugins[1]);
    const Overlaid count = overlay(save, part_with(small_save(), {"NPC_"})).value();
    CHECK(count.added == 1);  // 00012345 of the other save belongs to another plugin
    CHECK(value_in(save, "npc[-1].form_id") == "01012345");
    CHECK(value_in(save, "npc[-1].factions[0].form_id") == "0101D15C");
    CHECK(value_in(save, "npc[-1].spells[0].form_id") == "00000800");
    CHECK(value_in(save, "npc[-1].spells[1].form_id") == "FF000001");
    const WalkedSave walked = walk_save(write_save(save).value());
    CHECK(walked.fault == "");
    CHECK(walked.changes.size() == 4);

    save = read_save(small_save()).value();
    save.plugins.pop_back();
    const Result<Overlaid> error = overlay(save, part_with(small_save(), {"NPC_"}));
    REQUIRE_FALSE(error);
    CHECK(describe(error.error()) == "plugins: forms of B.esp, which is not in the load order");
}

TEST_CASE("save part: describes a byte by its part or change record")
{
    const auto locate = edit::find_format("save")->locate;
    const Bytes bytes = small_save();
    CHECK(locate(bytes, 0) == "file header");
    CHECK(locate(bytes, 37) == "file header");
    CHECK(locate(bytes, 38) == "header, byte 0");
    CHECK(locate(bytes, 104) == "header, byte 66");
    CHECK(locate(bytes, 105) == "plugins, byte 0");
    // Its three changes have 16, 107 and 15 bytes from byte 253 on.
    CHECK(locate(bytes, 252) == "regions, byte 11");
    CHECK(locate(bytes, 253) == "changes[0] 00000014, byte 0 of 16");
    CHECK(locate(bytes, 268) == "changes[0] 00000014, byte 15 of 16");
    CHECK(locate(bytes, 269) == "changes[1] 00012345, byte 0 of 107");
    CHECK(locate(bytes, 390) == "changes[2] 00054321, byte 14 of 15");
    CHECK(locate(bytes, 391) == "temporary_effects, byte 0");
    CHECK(locate(bytes, bytes.size()) == "end of the file");
    CHECK(locate(Bytes(100), 60) == "file header");  // not a save
}
