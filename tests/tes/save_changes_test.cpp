// Change records of references, things, factions, cells and quests in saves: every value of their bytes, and what their flags say.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iterator>

#include <fmt/format.h>

#include "core/text_sink.hpp"
#include "edit/changes.hpp"
#include "edit/document.hpp"
#include "edit/edits.hpp"
#include "runner/skip.hpp"
#include "support/game.hpp"
#include "support/outcome.hpp"
#include "support/samples.hpp"
#include "support/values.hpp"
#include "tes/plugin_builder.hpp"
#include "tes/save.hpp"
#include "tes/save_change.hpp"
#include "tes/save_file.hpp"

using namespace redforge;
using namespace redforge::tes;
using namespace redforge::test;
using namespace redforge::tes::test;

namespace {

/// The change record of a save with nothing else, as it was read; irefs are those of save_of().
AnyChange read_one(const RawChange& change, RawFallbacks* kept = nullptr)
{
    Save save = need(read_save(save_of({change}), kept));
    CHECK(same_bytes(need(write_save(save)), save_of({change})));
    REQUIRE(save.changes.size() == 1);
    return std::move(save.changes.front());
}

/// A chest: it was moved, is locked, has a script, and gold was put into it; its lid is open.
const RawChange chest{0x01000900, 49, 0x0E080055, 125,
                      join({hex("03 00 00 00"), hex("00 00 80 3f 00 00 00 40 00 00 40 40"),
                            hex("00 00 00 00 00 00 00 00 00 00 00 3f"),
                            hex("08 04 00 00"),                          // form flags: persistent, linked
                            hex("02 00"),                                // two kinds of things
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

TEST_CASE("save changes: the change record of a reference is decoded", "[tes]")
{
    RawFallbacks kept;
    const AnyChange any = read_one(chest, &kept);
    CHECK(kept.empty());
    const auto* const change = tes::get_if<ReferenceChange>(any);
    REQUIRE(change != nullptr);
    CHECK(change->type == 49);
    CHECK(change->stops_at.bytes.empty());
    CHECK_FALSE(change->created);
    CHECK(change->moved->form.form_id == 0xF00);
    CHECK(change->moved->y == 2.0F);
    CHECK(change->moved->rotation_z == 0.5F);
    CHECK_FALSE(change->process_level);
    CHECK(change->form_flags->value == 0x408);
    const auto& items = change->inventory->items;
    REQUIRE(items.size() == 2);
    CHECK(items[0].form.form_id == 0xA000);
    CHECK(items[0].count == 25);
    CHECK(items[0].stacks.empty());
    CHECK(items[1].count == -1);
    REQUIRE(items[1].stacks.size() == 1);
    REQUIRE(items[1].stacks[0].extras.size() == 2);
    CHECK(std::holds_alternative<ExtraMark<0x1B, "worn">>(items[1].stacks[0].extras[0]));
    CHECK(std::get<ExtraValue<0x2A, "count", std::int16_t>>(items[1].stacks[0].extras[1]).value == -2);
    const auto& extras = change->extra->extras;
    REQUIRE(extras.size() == 3);
    const auto& lock = std::get<ExtraLock>(extras[0]);
    CHECK(lock.level == 50);
    CHECK(lock.form.form_id == 0x0001D15C);
    CHECK(lock.flags == 1);
    const auto& script = std::get<ExtraScript>(extras[1]);
    CHECK(script.form.form_id == 0xF00);
    REQUIRE(script.state.variables.size() == 2);
    CHECK(script.state.variables[0].index == 3);
    CHECK(script.state.variables[0].value == 10.0);
    CHECK(script.state.variables[1].kind == 15);
    CHECK(script.state.variables[1].form.form_id == 0xA000);
    CHECK_FALSE(script.state.events);
    CHECK(std::get<ExtraMovement>(extras[2]).second == hex("ab"));
    CHECK(change->animation->data == hex("4f 4b"));
    CHECK_FALSE(change->havok);
    CHECK(change->scale->value == 2.0F);
    CHECK(change->rest.empty());
}

TEST_CASE("save changes: process data of an actor stays bytes after its parts", "[tes]")
{
    const AnyChange any = read_one({0x01000901, 50, 0x80000004, 125,
                                    join({hex("04 00 00 00 00 00 80 3f 00 00 80 3f 00 00 80 3f"), hex("03 00 00 00"),
                                          Bytes(24), hex("03"), hex("01 00 25"), hex("0a 0b 0c")})});
    const auto* const change = tes::get_if<ReferenceChange>(any);
    REQUIRE(change != nullptr);
    CHECK(change->former->form.form_id == 0xA000);
    CHECK(change->moved->form.form_id == 0xF00);
    CHECK(change->process_level->value == 3);
    CHECK(std::holds_alternative<ExtraMark<0x25, "ghost">>(change->extra->extras.at(0)));
    CHECK(change->rest == hex("0a 0b 0c"));
}

TEST_CASE("save changes: the player's record has a number for each actor value", "[tes]")
{
    Bytes values(std::size_t{3} * 72 * 4 + 12);
    values[2] = std::byte{0x80};  // strength, by active effects: 1
    values[3] = std::byte{0x3F};
    values[values.size() - 9] = std::byte{0xC0};  // health
    const AnyChange any =
        read_one({0x14, 50, 0x4, 125, join({little(3, 4), Bytes(24), values, hex("00"), hex("00 00"), hex("77")})});
    const auto* const change = tes::get_if<ReferenceChange>(any);
    REQUIRE(change != nullptr);
    REQUIRE(change->player_values);
    CHECK(change->player_values->effects.values[0] == 1.0F);
    CHECK(change->player_values->health == -2.0F);
    CHECK(change->rest == hex("77"));
}

TEST_CASE("save changes: items, factions, cells and quests are decoded", "[tes]")
{
    const auto book = read_one({0xF00, 21, 0xD, 125, hex("08 00 00 00 07 00 00 00 ff")});
    CHECK(tes::get_if<ItemChange>(book)->value->value == 7);
    CHECK(tes::get_if<ItemChange>(book)->teaches->value == 255);

    const auto faction = read_one({0xA000, 6, 0xC, 125, hex("01 00 03 00 00 00 9c ff ff ff 02")});
    CHECK(tes::get_if<FactionChange>(faction)->reactions->reactions.at(0).value == -100);
    CHECK(tes::get_if<FactionChange>(faction)->faction_flags->value == 2);

    Bytes seen(32);
    seen[0] = std::byte{1};
    const auto outside =
        read_one({0x3D, 48, 0x1D000008, 125,
                  join({hex("00 00 fe 05"), hex("00 01 00 00"), hex("02"), seen, hex("02 00 05 00 06 00")})});
    const auto* const cell = tes::get_if<CellChange>(outside);
    CHECK(cell->near_place->x == -2);
    CHECK(cell->near_place->y == 5);
    CHECK(cell->detach_time->value == 256);
    CHECK(cell->cell_flags->value == 2);
    CHECK(cell->seen_outside->squares[0] == 1);
    CHECK(cell->path_grid->points == std::vector<std::uint16_t>{5, 6});
    const auto inside = read_one(
        {0x3E, 48, 0x10000030, 125,
         join({seen, hex("02 00 ff 01"), Bytes(32), hex("03 04"), hex("04 48 6f 6d 65"), hex("04 00 00 00")})});
    const auto* const room = tes::get_if<CellChange>(inside);
    REQUIRE(room->seen_inside->parts.size() == 2);
    CHECK(room->seen_inside->parts[0].squares[0] == 1);
    CHECK(room->seen_inside->parts[0].x == -1);
    CHECK(room->seen_inside->parts[1].y == 4);
    CHECK(room->name->value.bytes == "Home");
    CHECK(room->owner->form.form_id == 0xA000);

    const auto mission = read_one({0x01000800, 59, 0x18000004, 125,
                                   hex("03  01 0a 01 01 00 f0 00 b1 01  01 00 02 00 00 00 00 00 00 00 00 00 f8 3f "
                                       "02 07 00 00 00 00 00 00 3f")});
    const auto* const quest = tes::get_if<QuestChange>(mission);
    CHECK(quest->quest_flags->value == 3);
    REQUIRE(quest->stages->stages.size() == 1);
    CHECK(quest->stages->stages[0].index == 10);
    CHECK(quest->stages->stages[0].entries.at(0).day == 240);
    CHECK(quest->stages->stages[0].entries.at(0).year == 433);
    CHECK(quest->script->variables.at(0).value == 1.5);
    CHECK(quest->script->events->mark == 2);
    CHECK(quest->script->events->flags == 7);
    CHECK(quest->script->events->seconds == 0.5F);
}

TEST_CASE("save changes: data that contradicts the flags stays bytes from there on", "[tes]")
{
    RawFallbacks kept;
    // Extra data of a kind that nobody knows.
    const AnyChange strange = read_one({0x01000902, 49, 0x50, 125, hex("01 00 77 01 02 00 00 80 3f")}, &kept);
    const auto* const change = tes::get_if<ReferenceChange>(strange);
    REQUIRE(change != nullptr);
    CHECK(change->stops_at.bytes == "extra");
    CHECK_FALSE(change->scale);
    CHECK(change->rest == hex("01 00 77 01 02 00 00 80 3f"));
    REQUIRE(kept.size() == 1);
    CHECK(kept[0].reason == "extra does not fit into the last 9 bytes");

    // As many extra data as there are kinds, and one more: a thing has each kind once.
    const auto marks = [](std::size_t count) {
        const AnyChange read =
            read_one({0x01000902, 49, 0x20, 125, join({little(count, 2), Bytes(count, std::byte{0x35})})});
        const auto* const reference = tes::get_if<ReferenceChange>(read);
        REQUIRE(reference != nullptr);
        return std::pair(reference->stops_at.bytes, reference->rest.size());
    };
    CHECK(marks(std::variant_size_v<AnyExtra>) == std::pair(std::string(), std::size_t{0}));
    CHECK(marks(std::variant_size_v<AnyExtra> + 1) ==
          std::pair(std::string("extra"), std::variant_size_v<AnyExtra> + 3));

    // A flag that nobody knows; a spell that flies; a version from before.
    CHECK(tes::get_if<Change>(read_one({0xF00, 59, 0x40, 125, hex("01")})) != nullptr);
    CHECK(tes::get_if<Change>(read_one({0xFF000009, 49, 2, 125, join({little(2, 4), Bytes(40)})})) != nullptr);
    CHECK(tes::get_if<Change>(read_one({0xF00, 48, 8, 80, hex("01")})) != nullptr);
    CHECK(tes::get_if<Change>(read_one({0xFEFFFFFF, 50, 4, 125, hex("01 02 03 04 05")})) != nullptr);
}

TEST_CASE("save changes: rejects parts and flags that contradict each other", "[tes]")
{
    const auto error_text = [](const auto& change) {
        Save save = need(read_save(save_of({chest})));
        change(*tes::get_if<ReferenceChange>(save.changes.front()));
        const Result<Bytes> bytes = write_save(save);
        return bytes ? std::string("written") : bytes.error().field + ": " + bytes.error().message;
    };
    CHECK(error_text([](ReferenceChange& change) { change.scale.reset(); }) == "changes[0].flags: <scale> is missing");
    CHECK(error_text([](ReferenceChange& change) { change.inventory.reset(); }) ==
          "changes[0].flags: <inventory> is missing");
    CHECK(error_text([](ReferenceChange& change) { change.flags &= ~0x10U; }) ==
          "changes[0].scale: <scale> is not announced by the flags");
    CHECK(error_text([](ReferenceChange& change) {
              change.flags &= ~0x10U;
              change.scale.reset();
          }) == "written");
    CHECK(error_text([](ReferenceChange& change) { change.stops_at.bytes = "scale"; }) ==
          "changes[0].stops_at: names no part that is missing");
    CHECK(error_text([](ReferenceChange& change) { change.inventory->items[1].form.form_id = 0x0BADF00D; }) ==
          "changes[0].inventory[1].form_id: form 0BADF00D has no place in form_ids");
}

TEST_CASE("save changes: are decoded from version 6D on and keep their version", "[tes]")
{
    const AnyChange book = read_one({0xF00, 21, 0x8, 0x6D, hex("07 00 00 00")});
    REQUIRE(tes::get_if<ItemChange>(book) != nullptr);
    CHECK(tes::get_if<ItemChange>(book)->version == 0x6D);
    CHECK(tes::get_if<ItemChange>(book)->value->value == 7);
    CHECK(tes::get_if<Change>(read_one({0xF00, 21, 0x8, 0x6C, hex("07 00 00 00")})) != nullptr);
    const AnyChange actor = read_one({0x777, 35, 0x04, 0x6D, hex("05 00 00 00")});
    REQUIRE(tes::get_if<NpcChange>(actor) != nullptr);
    CHECK(tes::get_if<NpcChange>(actor)->version == 0x6D);
}

TEST_CASE("save changes: bytes after the last part are reported, process data is not", "[tes]")
{
    RawFallbacks kept;
    const AnyChange book = read_one({0xF00, 21, 0x8, 125, hex("07 00 00 00 99")}, &kept);
    CHECK(tes::get_if<ItemChange>(book)->rest == hex("99"));
    REQUIRE(kept.size() == 1);
    CHECK(kept[0].place == "item 00000F00");
    CHECK(kept[0].reason == "1 bytes behind the last part");
    CHECK(kept[0].size == 1);
    kept.clear();
    const AnyChange actor = read_one({0x01000901, 50, 0x80000004, 125,
                                      join({hex("04 00 00 00 00 00 80 3f 00 00 80 3f 00 00 80 3f"), hex("03 00 00 00"),
                                            Bytes(24), hex("03"), hex("01 00 25"), hex("0a")})},
                                     &kept);
    CHECK(tes::get_if<ReferenceChange>(actor)->process_level->value == 3);
    CHECK(kept.empty());
}

TEST_CASE("save changes: a change record has at most 65,535 bytes", "[tes]")
{
    const auto error_text = [](const RawChange& raw, const auto& change) {
        Save save = need(read_save(save_of({raw})));
        change(save.changes.front());
        const Result<Bytes> bytes = write_save(save);
        return bytes ? std::string("written") : bytes.error().field + ": " + bytes.error().message;
    };
    const auto book_of = [&](std::size_t size) {
        return error_text({0xF00, 21, 0x8, 125, hex("07 00 00 00")},
                          [&](AnyChange& change) { tes::get_if<ItemChange>(change)->rest = Bytes(size); });
    };
    CHECK(book_of(0xFFFF - 4) == "written");
    CHECK(book_of(0xFFFF - 3) == "changes[0]: 65536 bytes in the parts together");
    const auto actor_of = [&](std::size_t size) {
        return error_text({0x777, 36, 0x04, 125, hex("05 00 00 00 99")},
                          [&](AnyChange& change) { tes::get_if<CreatureChange>(change)->unread->data = Bytes(size); });
    };
    CHECK(actor_of(0xFFFF - 4) == "written");
    CHECK(actor_of(0xFFFF - 3) == "changes[0]: 65536 bytes in the parts together");
    const auto bytes_of_change = [&](std::size_t size) {
        return error_text({0xF00, 48, 8, 80, hex("01")},
                          [&](AnyChange& change) { tes::get_if<Change>(change)->data = Bytes(size); });
    };
    CHECK(bytes_of_change(0xFFFF) == "written");
    CHECK(bytes_of_change(0x10000) == "changes[0].data: 65536 bytes");
    // Lengths inside the parts.
    const auto name_of = [&](std::size_t size) {
        return error_text({0x777, 35, 0x80, 125, hex("02 42 6f")}, [&](AnyChange& change) {
            tes::get_if<NpcChange>(change)->full_name->value.bytes = std::string(size, 'x');
        });
    };
    CHECK(name_of(255) == "written");
    CHECK(name_of(256) == "changes[0].full_name: too long for its count");
    CHECK(error_text(chest, [](AnyChange& change) {
              auto& items = tes::get_if<ReferenceChange>(change)->inventory->items;
              items.resize(0x10000, items.front());
          }) == "changes[0].inventory: has a length that the file cannot store");
}

TEST_CASE("save changes: are edited by field, and earlier texts are read", "[tes]")
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

    // Where all change records but those of base actors were bytes.
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

TEST_CASE("save changes: are named by available masters", "[tes]")
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

TEST_CASE("save changes: nearly all records of the corpus are decoded", "[tes]")
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
        for (const AnyChange& change : save.changes) {
            ++records;
            if (const auto* const some = tes::get_if<Change>(change); some != nullptr && !some->data.empty()) {
                ++plain;
                left += some->data.size();
            }
            std::visit(
                [&]<class T>(const T& any) {
                    const auto& record = Unboxed<T>::of(const_cast<T&>(any));  // NOLINT: nothing is written
                    if constexpr (requires { record.stops_at; }) {
                        CHECK(record.stops_at.bytes.empty());
                        left += record.rest.size();
                    }
                },
                change);
        }
    }
    WARN(records << " change records, " << 100 * (bytes - left) / bytes << " % of their " << bytes
                 << " bytes by parts");
    CHECK(records > 150000);
    CHECK(plain < 20);
    CHECK(100 * (bytes - left) / bytes >= 70);
}
