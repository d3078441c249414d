// Change records of references, objects, factions, cells and quests in saves: every value of their bytes, and their
// flags.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iterator>

#include <fmt/format.h>

#include "core/text/text_sink.hpp"
#include "edit/document/document.hpp"
#include "edit/operation/changes.hpp"
#include "edit/patch/edits.hpp"
#include "runner/skip.hpp"
#include "support/game.hpp"
#include "support/outcome.hpp"
#include "support/samples.hpp"
#include "support/values.hpp"
#include "tes/plugin_builder.hpp"
#include "tes/save/save.hpp"
#include "tes/save_file.hpp"
#include "tes/save_paths.hpp"

using namespace redforge;
using namespace redforge::tes;
using namespace redforge::test;
using namespace redforge::tes::test;

namespace {

/// Returns a save with one change record, after reading. irefs are those of save_of().
Save read_one(const RawChange& change, RawFallbacks* kept = nullptr)
{
    Save save = need(read_save(save_of({change}), kept));
    CHECK(same_bytes(need(write_save(save)), save_of({change})));
    REQUIRE(save.changes.size() == 1);
    return save;
}

/// Checks values of the only change record by their paths in it.
void check_values(const Save& save, std::string_view element,
                  const std::vector<std::pair<std::string, std::string>>& values)
{
    CHECK(save.changes.front().type().element == element);
    for (const auto& [path, text] : values) {
        CHECK(path + " = " + value_in(save, "changes[0]." + path) == path + " = " + text);
    }
}

/// Returns the names of the lists and parts of a record.
std::vector<std::string> parts_of(const Save& save)
{
    std::vector<std::string> names;
    const RecordHandle record = save.changes.front().handle();
    for (const ChildEntry& child : record.table().children) {
        if (child.kind == ChildEntry::Kind::list && record.list(child).size() != 0) {
            names.push_back(child.name);
        }
    }
    return names;
}

/// A chest that was moved, is locked and open, has a script, and contains gold.
const RawChange chest{0x01000900, 49, 0x0E080055, 125,
                      join({hex("03 00 00 00"), hex("00 00 80 3f 00 00 00 40 00 00 40 40"),
                            hex("00 00 00 00 00 00 00 00 00 00 00 3f"),
                            hex("08 04 00 00"),                          // form flags: persistent, linked
                            hex("02 00"),                                // two kinds of items
                            hex("04 00 00 00 19 00 00 00 00 00 00 00"),  // 25 of A000
                            hex("02 00 00 00 ff ff ff ff 01 00 00 00"),  // one less of 01000800, which is
                            hex("02 00 1b 2a fe ff"),                    // worn; count -2
                            hex("03 00"),                                // extra data
                            hex("31 32 01 00 00 00 01"),                 // lock 50, key 0001D15C, locked
                            hex("12 03 00 00 00 02 00"),                 // script F00, two variables
                            hex("03 00 00 00 00 00 00 00 00 00 24 40"),  // 3: 10
                            hex("04 00 00 f0 04 00 00 00 00"),           // 4: form A000; no events
                            hex("4b 00 00 01 00 ab 00 00"),              // movement: a byte in its second part
                            hex("02 00 4f 4b"),                          // animation
                            hex("00 00 00 40")})};                       // scale 2

}  // namespace

TEST_CASE("save changes: decodes the change record of a reference", "[tes]")
{
    RawFallbacks kept;
    const Save save = read_one(chest, &kept);
    CHECK(kept.empty());
    CHECK(parts_of(save) ==
          std::vector<std::string>{"moved", "form_flags", "inventory", "extra", "animation", "scale"});
    check_values(save, "reference",
                 {{"type", "refr"},
                  {"stops_at", ""},
                  {"moved.form_id", "00000F00"},
                  {"moved.y", "2"},
                  {"moved.rotation_z", "0.5"},
                  {"form_flags.value", "linked quest_item"},
                  {"inventory[0].form_id", "0000A000"},
                  {"inventory[0].count", "25"},
                  {"inventory[1].count", "-1"},
                  {"inventory[1][0][1].value", "-2"},
                  {"extra[0].level", "50"},
                  {"extra[0].form_id", "0001D15C"},
                  {"extra[0].flags", "0x01"},
                  {"extra[1].form_id", "00000F00"},
                  {"extra[1][0].index", "3"},
                  {"extra[1][0].value", "10"},
                  {"extra[1][1].kind", "form"},
                  {"extra[1][1].form_id", "0000A000"},
                  {"extra[2].second", "ab"},
                  {"animation.data", "4f4b"},
                  {"scale.value", "2"},
                  {"rest", ""}});
    CHECK(count_in(save, "changes[0].inventory") == 2);
    CHECK(count_in(save, "changes[0].inventory[0]") == 0);
    CHECK(count_in(save, "changes[0].extra") == 3);
}

TEST_CASE("save changes: keeps an actor's process data as bytes after its parts", "[tes]")
{
    const Save save = read_one({0x01000901, 50, 0x80000004, 125,
                                join({hex("04 00 00 00 00 00 80 3f 00 00 80 3f 00 00 80 3f"), hex("03 00 00 00"),
                                      Bytes(24), hex("03"), hex("01 00 25"), hex("0a 0b 0c")})});
    CHECK(parts_of(save) == std::vector<std::string>{"former", "moved", "process_level", "extra"});
    check_values(save, "reference",
                 {{"former.form_id", "0000A000"},
                  {"moved.form_id", "00000F00"},
                  {"process_level.value", "low"},
                  {"rest", "0a0b0c"}});
}

TEST_CASE("save changes: decodes the actor values of the player's record", "[tes]")
{
    Bytes values(std::size_t{3} * 72 * 4 + 12);
    values[2] = std::byte{0x80};  // strength, by active effects: 1
    values[3] = std::byte{0x3F};
    values[values.size() - 9] = std::byte{0xC0};  // health
    const Save save =
        read_one({0x14, 50, 0x4, 125, join({little(3, 4), Bytes(24), values, hex("00"), hex("00 00"), hex("77")})});
    check_values(save, "reference",
                 {{"player_values.effects.strength", "1"}, {"player_values.health", "-2"}, {"rest", "77"}});
}

TEST_CASE("save changes: decodes items, factions, cells and quests", "[tes]")
{
    check_values(read_one({0xF00, 21, 0xD, 125, hex("08 00 00 00 07 00 00 00 ff")}), "item",
                 {{"value.value", "7"}, {"teaches.value", "255"}});
    check_values(read_one({0xA000, 6, 0xC, 125, hex("01 00 03 00 00 00 9c ff ff ff 02")}), "faction",
                 {{"reactions[0].value", "-100"}, {"faction_flags.value", "0x02"}});

    Bytes seen(32);
    seen[0] = std::byte{1};
    const std::string zeros = [] {
        std::string text;
        for (int i = 0; i < 31; ++i) {
            text += " 0";
        }
        return text;
    }();
    check_values(read_one({0x3D, 48, 0x1D000008, 125,
                           join({hex("00 00 fe 05"), hex("00 01 00 00"), hex("02"), seen, hex("02 00 05 00 06 00")})}),
                 "cell",
                 {{"near_place.x", "-2"},
                  {"near_place.y", "5"},
                  {"detach_time.value", "256"},
                  {"cell_flags.value", "0x02"},
                  {"seen_outside.squares", "1" + zeros},
                  {"path_grid.points", "5 6"}});
    const Save room = read_one(
        {0x3E, 48, 0x10000030, 125,
         join({seen, hex("02 00 ff 01"), Bytes(32), hex("03 04"), hex("04 48 6f 6d 65"), hex("04 00 00 00")})});
    CHECK(count_in(room, "changes[0].seen_inside") == 2);
    check_values(room, "cell",
                 {{"seen_inside[0].squares", "1" + zeros},
                  {"seen_inside[0].x", "-1"},
                  {"seen_inside[1].y", "4"},
                  {"name.value", "Home"},
                  {"owner.form_id", "0000A000"}});

    const Save quest = read_one({0x01000800, 59, 0x18000004, 125,
                                 hex("03  01 0a 01 01 00 f0 00 b1 01  01 00 02 00 00 00 00 00 00 00 00 00 f8 3f "
                                     "02 07 00 00 00 00 00 00 3f")});
    CHECK(count_in(quest, "changes[0].stages") == 1);
    check_values(quest, "quest",
                 {{"quest_flags.value", "0x03"},
                  {"stages[0].index", "10"},
                  {"stages[0][0].day", "240"},
                  {"stages[0][0].year", "433"},
                  {"script[0].value", "1.5"},
                  {"script.events.mark", "2"},
                  {"script.events.flags", "0x00000007"},
                  {"script.events.seconds", "0.5"}});
}

TEST_CASE("save changes: data that contradicts the flags stays bytes, with all after it", "[tes]")
{
    RawFallbacks kept;
    // Extra data of an unknown kind.
    const Save strange = read_one({0x01000902, 49, 0x50, 125, hex("01 00 77 01 02 00 00 80 3f")}, &kept);
    CHECK(parts_of(strange).empty());
    check_values(strange, "reference", {{"stops_at", "extra"}, {"rest", "01007701020000803f"}});
    REQUIRE(kept.size() == 1);
    CHECK(kept[0].reason == "extra does not fit into the last 9 bytes");

    // The number of kinds of extra data, and one more: an object has each kind once.
    const auto marks = [](std::size_t count) {
        const Save read =
            read_one({0x01000902, 49, 0x20, 125, join({little(count, 2), Bytes(count, std::byte{0x35})})});
        return std::pair(value_in(read, "changes[0].stops_at"), value_in(read, "changes[0].rest").size() / 2);
    };
    constexpr std::size_t kinds = 44;
    CHECK(marks(kinds) == std::pair(std::string(), std::size_t{0}));
    CHECK(marks(kinds + 1) == std::pair(std::string("extra"), kinds + 3));

    // An unknown flag; a flying spell; an earlier version.
    check_values(read_one({0xF00, 59, 0x40, 125, hex("01")}), "change", {});
    check_values(read_one({0xFF000009, 49, 2, 125, join({little(2, 4), Bytes(40)})}), "change", {});
    check_values(read_one({0xF00, 48, 8, 80, hex("01")}), "change", {});
    check_values(read_one({0xFEFFFFFF, 50, 4, 125, hex("01 02 03 04 05")}), "change", {});
}

TEST_CASE("save changes: rejects parts and flags that contradict each other", "[tes]")
{
    const auto error_text = [](const auto& change) {
        const Save save = need(read_save(save_of({chest})));
        change(save);
        const Result<Bytes> bytes = write_save(save);
        return bytes ? std::string("written") : bytes.error().field + ": " + bytes.error().message;
    };
    const auto drop_flag = [](const Save& save) {
        set_in(save, "changes[0].flags", "form_flags moved object_lock animation script inventory");
    };
    CHECK(error_text([](const Save& save) { part_in(save, 0, "scale").reset(); }) ==
          "changes[0].flags: <scale> is missing");
    CHECK(error_text([](const Save& save) { part_in(save, 0, "inventory").reset(); }) ==
          "changes[0].flags: <inventory> is missing");
    CHECK(error_text(drop_flag) == "changes[0].scale: <scale> is not announced by the flags");
    CHECK(error_text([&](const Save& save) {
              drop_flag(save);
              part_in(save, 0, "scale").reset();
          }) == "written");
    CHECK(error_text([](const Save& save) { set_in(save, "changes[0].stops_at", "scale"); }) ==
          "changes[0].stops_at: names no part that is missing");
    CHECK(error_text([](const Save& save) { set_in(save, "changes[0].inventory[1].form_id", "0BADF00D"); }) ==
          "changes[0].inventory[1].form_id: form 0BADF00D is not in form_ids");
}

TEST_CASE("save changes: decodes records from version 6D on, and keeps their version", "[tes]")
{
    check_values(read_one({0xF00, 21, 0x8, 0x6D, hex("07 00 00 00")}), "item",
                 {{"version", "109"}, {"value.value", "7"}});
    check_values(read_one({0xF00, 21, 0x8, 0x6C, hex("07 00 00 00")}), "change", {{"version", "108"}});
    check_values(read_one({0x777, 35, 0x04, 0x6D, hex("05 00 00 00")}), "npc", {{"version", "109"}});
}

TEST_CASE("save changes: reports bytes after the last part, except process data", "[tes]")
{
    RawFallbacks kept;
    check_values(read_one({0xF00, 21, 0x8, 125, hex("07 00 00 00 99")}, &kept), "item", {{"rest", "99"}});
    REQUIRE(kept.size() == 1);
    CHECK(kept[0].place == "item 00000F00");
    CHECK(kept[0].reason == "1 bytes after the last part");
    CHECK(kept[0].size == 1);
    kept.clear();
    check_values(read_one({0x01000901, 50, 0x80000004, 125,
                           join({hex("04 00 00 00 00 00 80 3f 00 00 80 3f 00 00 80 3f"), hex("03 00 00 00"), Bytes(24),
                                 hex("03"), hex("01 00 25"), hex("0a")})},
                          &kept),
                 "reference", {{"process_level.value", "low"}});
    CHECK(kept.empty());
}

TEST_CASE("save changes: a change record has at most 65,535 bytes", "[tes]")
{
    const auto error_text = [](const RawChange& raw, const auto& change) {
        const Save save = need(read_save(save_of({raw})));
        change(save);
        const Result<Bytes> bytes = write_save(save);
        return bytes ? std::string("written") : bytes.error().field + ": " + bytes.error().message;
    };
    const auto with_blob = [&](const RawChange& raw, std::string_view path, std::size_t size) {
        return error_text(raw, [&](const Save& save) { blob_in(save, path).assign(size, std::byte{}); });
    };
    const RawChange book{0xF00, 21, 0x8, 125, hex("07 00 00 00")};
    CHECK(with_blob(book, "changes[0].rest", 0xFFFF - 4) == "written");
    CHECK(with_blob(book, "changes[0].rest", 0xFFFF - 3) == "changes[0]: 65536 bytes in the parts together");
    const RawChange creature{0x777, 36, 0x04, 125, hex("05 00 00 00 99")};
    CHECK(with_blob(creature, "changes[0].unread.data", 0xFFFF - 4) == "written");
    CHECK(with_blob(creature, "changes[0].unread.data", 0xFFFF - 3) == "changes[0]: 65536 bytes in the parts together");
    const RawChange old{0xF00, 48, 8, 80, hex("01")};
    CHECK(with_blob(old, "changes[0].data", 0xFFFF) == "written");
    CHECK(with_blob(old, "changes[0].data", 0x10000) == "changes[0].data: 65536 bytes");
    // Lengths inside the parts.
    const auto name_of = [&](std::size_t size) {
        return error_text({0x777, 35, 0x80, 125, hex("02 42 6f")}, [&](const Save& save) {
            set_in(save, "changes[0].full_name.value", std::string(size, 'x'));
        });
    };
    CHECK(name_of(255) == "written");
    CHECK(name_of(256) == "changes[0].full_name.value: a text of 256 bytes");
    CHECK(error_text(chest, [](const Save& save) {
              const ListView items = find_part(save.changes[0].handle(), "inventory").find_list("");
              while (items.size() < 0x10000) {
                  items.child->ops->append_copy(items.list, items.list, 0);
              }
          }) == "changes[0].inventory: 65536 elements");
}

TEST_CASE("save changes: fields can be edited, and texts of earlier versions are read", "[tes]")
{
    edit::Document save = need(edit::read_binary(save_of({chest})));
    edit::Document before = save;
    REQUIRE(edit::set(save, "reference[form_id=01000900].inventory[0].count", "26"));
    const auto changes = edit::changes_between(before.root(), save.root());
    REQUIRE(changes.size() == 1);
    CHECK(edit::change_lines(changes[0]) ==
          std::vector<std::string>{"changes[01000900].inventory[0] 0000A000: count 25 -> 26"});
    RawChange wanted = chest;
    wanted.data[28 + 4 + 2 + 4] = std::byte{26};
    CHECK(need(save.write()) == save_of({wanted}));

    // A text of a version in which all change records except those of base actors were bytes.
    TextSink sink;
    before.write_xml(sink);
    std::string text = sink.str();
    const std::size_t begin = text.find("  <reference ");
    const std::size_t end = text.find("</reference>\n") + 13;
    std::string digits;
    for (const std::byte each : chest.data) {
        digits += fmt::format("{:02x}", static_cast<unsigned>(each));
    }
    text.replace(begin, end - begin,
                 "  <change form_id=\"01000900\" type=\"refr\" flags=\"0x0E080055\"><data>" + digits +
                     "</data></change>\n");
    CHECK(need(need(edit::read_text(text, "save.xml")).write()) == save_of({chest}));
}

TEST_CASE("save changes: a difference names records by their masters", "[tes]")
{
    const Folder folder;
    folder.put("A.esm",
               joined({tes::test::tes4(20, 2),
                       top_group(20, "MISC", tes::test::record(20, "MISC", 0xA000, sub("EDID", zstring("Gold"))))}));
    folder.put("B.esp",
               joined(
                   {tes::test::record(20, "TES4", 0,
                                      joined({sub("HEDR", joined({number(std::uint32_t{0x3F800000}), Bytes(8)})),
                                              sub("MAST", zstring("A.esm")), sub("DATA", Bytes(8))})),
                    top_group(20, "REFR", tes::test::record(20, "REFR", 0x01000900, sub("EDID", zstring("Chest"))))}));
    folder.put("Quick.ess", save_of({chest}));
    const edit::Loaded before = need(edit::load(folder.path / "Quick.ess"));
    edit::Loaded after = need(edit::load(folder.path / "Quick.ess"));
    REQUIRE(edit::set(after.document, "changes[0].inventory[0].count", "26"));
    REQUIRE(edit::set(after.document, "changes[0].version", "126"));
    REQUIRE(edit::set(after.document, "changes[0].scale.value", "3"));
    std::vector<std::string> lines;
    for (const auto& change : edit::changes_between(before.document.root(), after.document.root(), after.context)) {
        std::ranges::copy(edit::change_lines(change), std::back_inserter(lines));
    }
    CHECK(lines == std::vector<std::string>{"changes[01000900] Chest: version 125 -> 126",
                                            "changes[01000900].inventory[0] Chest 0000A000 (Gold): count 25 -> 26",
                                            "changes[01000900].scale Chest: value 2 -> 3"});
}

TEST_CASE("save changes: decodes nearly all records of the corpus", "[tes]")
{
    const char* const corpus = std::getenv("REDFORGE_CORPUS");
    const std::filesystem::path folder = std::filesystem::path(corpus == nullptr ? "" : corpus) / "oblivion-saves";
    if (corpus == nullptr || !std::filesystem::is_directory(folder)) {
        redforge::test::skip("REDFORGE_CORPUS names no folder with saves");
        return;
    }
    std::size_t records = 0;
    std::size_t plain = 0;
    std::size_t bytes = 0;
    std::size_t left = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (entry.path().extension() != ".ess") {
            continue;
        }
        const Bytes file = redforge::test::read_file(entry.path());
        for (const RawChange& change : walk_save(file).changes) {
            bytes += change.data.size();
        }
        const Save save = need(read_save(file));
        for (const MixedList::Element& change : save.changes) {
            ++records;
            const RecordHandle record = change.handle();
            if (is_change(change, "change")) {
                const std::size_t size = record.blob(record.table().children.back()).size();
                plain += size != 0 ? 1U : 0U;
                left += size;
            } else if (const FieldView stop = record.find_field("stops_at")) {
                CHECK(stop.text().empty());
                left += record.blob(record.table().children.back()).size();
            }
        }
    }
    WARN(records << " change records, " << 100 * (bytes - left) / bytes << " % of their " << bytes
                 << " bytes by parts");
    CHECK(records > 150000);
    CHECK(plain < 20);
    CHECK(100 * (bytes - left) / bytes >= 70);
}
