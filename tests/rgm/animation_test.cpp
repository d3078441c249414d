// RAGR: the sixteen opcodes and their parameters, bit by bit; ends of groups.
#include <catch2/catch.hpp>

#include <algorithm>

#include "edit/document/document.hpp"
#include "rgm/animation.hpp"
#include "rgm/map.hpp"
#include "support/map_file.hpp"
#include "support/random.hpp"
#include "support/values.hpp"

using namespace redforge;
using namespace redforge::test;

namespace {

struct Case {
    std::uint32_t word;
    std::string_view name;
    std::array<std::int32_t, 4> parameters;
};

}  // namespace

TEST_CASE("RAGR: each opcode packs its signed parameters from bit 4 upwards")
{
    const Case cases[] = {
        {0x000000, "ShowFrame", {0}},
        {0xFFFFF0, "ShowFrame", {1048575}},
        {0x000051, "EndAnimation", {5}},
        {0x123452, "GoToPrevious", {0x12345}},
        {0x800003, "GoToFuture", {0x80000}},
        {0x000014, "PlaySound", {1, 0}},
        {0x7FDFF4, "PlaySound", {511, 511}},
        {0x802004, "PlaySound", {-512, -512}},
        {0xFFFFF4, "PlaySound", {-1, -1}},
        {0x000015, "BreakPoint", {1}},
        {0x03F016, "SetRotationXYZ", {1, -4, 3, 0}},
        {0xE007E6, "SetRotationXYZ", {-2, 1, -32, 3}},
        {0x000037, "SetRotationAxis", {3, 0}},
        {0x800007, "SetRotationAxis", {0, -131072}},
        {0x7FFFF7, "SetRotationAxis", {3, 131071}},
        {0x01F7E8, "SetPositionXYZ", {-2, -3, 1, 0}},
        {0xFFFFD9, "SetPositionAxis", {1, -1}},
        {0xFF401A, "ChangeAnimGroup", {1, -3}},
        {0x0000FB, "Rumble", {15}},
        {0x00002C, "Delay", {2}},
        {0x00003D, "ConditionalDelay", {3}},
        {0x00004E, "LoopControl", {4}},
        {0xFFFFFF, "Transition", {63, 127, 127}},
        {0x02043F, "Transition", {3, 1, 1}},
    };
    std::array<bool, 16> seen{};
    for (const Case& c : cases) {
        CAPTURE(c.name, c.word);
        const rgm::Command command = rgm::Command::from_word(c.word);
        CHECK(command.kind().name == c.name);
        for (std::size_t i = 0; i < c.parameters.size(); ++i) {
            CHECK(command.parameter(i) == c.parameters[i]);
        }
        CHECK(command.word() == c.word);
        seen[command.op.value] = true;
    }
    CHECK(std::count(seen.begin(), seen.end(), true) == 16);
}

TEST_CASE("RAGR: the parameters of each opcode fill its twenty bits")
{
    for (const rgm::CommandKind& kind : rgm::command_kinds) {
        unsigned bits = 0;
        for (const rgm::CommandParameter& parameter : kind.parameters()) {
            bits += parameter.bits;
        }
        CAPTURE(kind.name);
        CHECK(bits == 20);
        CHECK(rgm::find_command_kind(kind.name).has_value());
    }
    CHECK_FALSE(rgm::find_command_kind("Showframe"));
}

TEST_CASE("RAGR: keeps a list without an end as bytes, and decodes the rest of the actor")
{
    TestFile file = small_map();
    file.find("RAGR")->payload = hex("0b00 0700 0100 0200 0100 030000 0100");
    RawFallbacks kept;
    const rgm::Map map = rgm::read_map(file.bytes(), &kept).value();
    REQUIRE(kept.size() == 1);
    CHECK(kept[0].place == "RAGR");
    CHECK(kept[0].reason == "the groups of actor 0 (GATE) at offset 0 run past the end of 15 bytes");
    CHECK(count(map, "actors[0].groups") == 0);
    CHECK(count(map, "actors[0].strings") == 2);
    CHECK(rgm::write_map(map).value() == file.bytes());
}

TEST_CASE("RAGR: a group with a wrong count stays bytes for its actor only")
{
    TestFile file = small_map();
    file.find("RAGR")->payload = hex("0b00 0700 0100 0200 0900 030000 0000");
    RawFallbacks kept;
    const rgm::Map map = rgm::read_map(file.bytes(), &kept).value();
    REQUIRE(kept.size() == 1);
    CHECK(kept[0].place == "RAGR of actor 0 (GATE)");
    CHECK(kept[0].reason == "group 0 announces 9 commands in 11 bytes");
    REQUIRE(count(map, "actors[0].raw_parts") == 1);
    CHECK(value(map, "actors[0].raw_parts[0].section") == "RAGR");
    CHECK(hex(value(map, "actors[0].raw_parts[0].data")) == file.find("RAGR")->payload);
}

TEST_CASE("RAGR: commands and their words round-trip both ways")
{
    Random random(1);
    for (int i = 0; i < 3000; ++i) {
        const auto command = random_record<rgm::Command>(random);
        CAPTURE(i, command.op.value);
        CHECK(rgm::Command::from_word(command.word()) == command);
        const auto word = static_cast<std::uint32_t>(random.below(1U << 24));
        CHECK(rgm::Command::from_word(word).word() == word);
    }
}

TEST_CASE("RAGR: a command takes nine bytes of memory, because large maps have millions")
{
    CHECK(sizeof(rgm::Command) == 9);  // 3 in the file
}

TEST_CASE("RAGR: bits of masks have the names of the reference sheet")
{
    edit::Document map(*edit::find_format("map"));
    test::append_record(map, "actors", {{"script_name", "GOLEM"}});
    test::append_record(map, "actors[0].groups", {{"group_index", "1"}});
    test::append_record(map, "actors[0].groups[0].commands", {{"op", "Rumble"}, {"mask", "16"}});
    test::append_record(map, "actors[0].groups[0].commands", {{"op", "Transition"}, {"mask", "3"}});
    CHECK(test::value(map, "actors[0].groups[0].commands[0].mask") == "shake_camera");
    CHECK(test::value(map, "actors[0].groups[0].commands[1].mask") == "jump_right jump_left");
    test::append_record(map, "actors[0].groups[0].commands", {{"op", "Rumble"}, {"mask", "effect_0 shake_camera"}});
    const rgm::Command& command = edit::get_if<rgm::Map>(map)->actors.records[0].groups[0].commands[2];
    CHECK(command.parameter(0) == 17);
}
