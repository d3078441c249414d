// Sections of an actor, byte by byte as in the tables of the spec: RAAN RAGR RAEX RAVC RALC RAHK RAVA RAAT RANM.
#include <catch2/catch.hpp>

#include <algorithm>

#include "rgm/actor.hpp"
#include "rgm/animation.hpp"
#include "rgm/map.hpp"
#include "support/map_file.hpp"
#include "support/record_bytes.hpp"

using namespace redforge;
using namespace redforge::test;

namespace {

rgm::Map read_small(TestFile& file)
{
    RawFallbacks kept;
    Result<rgm::Map> map = rgm::read_map(file.bytes(), &kept);
    REQUIRE(map);
    for (const RawFallback& part : kept) {
        FAIL(part.place << ": " << part.reason);
    }
    return std::move(*map);
}

void patch(TestFile& file, std::string_view tag, std::size_t at, const Bytes& bytes)
{
    std::copy(bytes.begin(), bytes.end(), file.find(tag)->payload.begin() + static_cast<std::ptrdiff_t>(at));
}

}  // namespace

TEST_CASE("RAHD: a regular actor has no stored values, and all its data is found")
{
    TestFile file = small_map();
    const rgm::Map map = read_small(file);
    REQUIRE(map.actors.records.size() == 1);
    rgm::Actor expected;
    expected.header.script_name = "GATE";
    expected.header.instances = 2;
    expected.strings = {{"a", {}}, {"b", {}}};
    expected.variables = {{1, {}}, {0, {2, 3}}};
    expected.attributes = {{31, 41}};
    expected.animation_files = {{5, 9, "c", "X.3"}};
    rgm::Command command;  // GoToFuture 0
    command.op.value = 3;
    expected.groups = {{7, 1, 2, {}, {command}, {}}};
    expected.hooks = {{1, 0}};
    expected.locations = {{1, -1, 2}};
    expected.extra = rgm::ExtraData{};
    expected.collision_spheres = {{1, -1, 2, 3, 4}};
    expected.name_space = rgm::NameSpace{"gate"};
    expected.script = hex("010203");
    CHECK(map.actors.records[0] == expected);
    CHECK_FALSE(map.actors.count.stored);
    CHECK(map.actors.blocks.empty());
    CHECK_FALSE(map.actors.string_pool);
    CHECK(map.actors.rafs == hex("00"));
    CHECK(rgm::write_map(map).value() == file.bytes());
}

TEST_CASE("RAHD: keeps a length that contradicts the data, and finds the data")
{
    TestFile file = small_map();
    patch(file, "RAHD", 8 + 0x61, little(5, 4));   // RALC count
    patch(file, "RAHD", 8 + 0x45, little(99, 4));  // RASB length
    patch(file, "RAHD", 8 + 0x85, hex("78563412"));
    RawFallbacks kept;
    const rgm::Map map = rgm::read_map(file.bytes(), &kept).value();
    CHECK(map.actors.records[0].header.rasb_length.stored == 99U);
    CHECK(map.actors.records[0].header.frame_count.stored == 0x12345678U);
    CHECK(map.actors.records[0].strings.size() == 2);
    CHECK(map.actors.records[0].script == hex("010203"));
    REQUIRE(kept.size() == 1);  // five locations do not fit into twelve bytes
    CHECK(kept[0].place == "RALC");
    CHECK(kept[0].reason == "the part of actor 0 (GATE), 60 bytes at offset 0, runs past the end of 12 bytes");
    CHECK(kept[0].size == 12);
}

TEST_CASE("RAEX: has fifteen words")
{
    rgm::ExtraData extra{1, 2, 3, 4, 5, 65535, 7, 8, 9, -10, 11, 12, 13, 14, -32768};
    Bytes bytes;
    append_record(bytes, extra);
    CHECK(bytes == hex("0100 0200 0300 0400 0500 ffff 0700 0800 0900 f6ff 0b00 0c00 0d00 0e00 0080"));
}

TEST_CASE("RAVC, RALC, RAHK: small records round-trip")
{
    Bytes sphere;
    append_record(sphere, rgm::CollisionSphere{-128, 127, -1, 65535, 0xFFFFFFFE});
    CHECK(sphere == hex("80 7f ff ffff feffffff"));
    Bytes location;
    append_record(location, rgm::Location{-2147483647 - 1, 1, -1});
    CHECK(location == hex("00000080 01000000 ffffffff"));
    Bytes hook;
    append_record(hook, rgm::Hook{0x0102, 0x0304});
    CHECK(hook == hex("0201 0403"));  // the lower half of the u32 is the script offset
}

TEST_CASE("RAAN: has a six-byte prefix and a path up to its NUL")
{
    TestFile file = small_map();
    file.find("RAAN")->payload = join({little(0xFFFFFFFF, 4), hex("ff 73"), text_bytes(std::string("a\xE9\0", 3)),
                                       little(0, 4), hex("00 00"), hex("00")});
    patch(file, "RAHD", 8 + 0x21, little(2, 4));
    patch(file, "RAHD", 8 + 0x25, little(16, 4));
    patch(file, "RAHD", 8 + 0x85, little(255, 4));
    const rgm::Map map = read_small(file);
    const auto& files = map.actors.records[0].animation_files;
    REQUIRE(files.size() == 2);
    CHECK(files[0] == rgm::AnimationFile{0xFFFFFFFF, 255, "s", "a\xE9"});
    CHECK(files[1] == rgm::AnimationFile{0, 0, "", ""});
}

TEST_CASE("RAGR: a group is size, index, delay, type, count, commands; size 0 ends the list")
{
    rgm::Map map;
    rgm::Actor& actor = map.actors.records.emplace_back();
    actor.header.script_name = "A";
    actor.groups.resize(2);
    actor.groups[0].group_index = 177;
    actor.groups[0].anim_id = 3;
    actor.groups[0].anim_type = 2;
    actor.groups[0].commands = {rgm::Command::from_word(0x030201), rgm::Command::from_word(0x000015)};
    actor.groups[1].group_index = 5;
    actor.groups[1].frame_count = std::uint16_t{0};
    actor.groups[1].tail = hex("0708");
    const Bytes expected = hex("0e00 b100 0300 0200 0200 010203 150000"
                               "0a00 0500 0000 0000 0000 0708"
                               "0000");
    TestFile file = TestFile::cut(rgm::write_map(map).value());
    CHECK(file.find("RAGR")->payload == expected);
    const Bytes& rahd = file.find("RAHD")->payload;
    CHECK(load_le<std::uint32_t>(rahd.data() + 8 + 0x2D) == 177);
    const rgm::Map again = rgm::read_map(file.bytes()).value();
    CHECK(again.actors.records[0].groups[0] == actor.groups[0]);
    CHECK(again.actors.records[0].groups[1].tail == hex("0708"));
}

TEST_CASE("RAVA: each instance has its own set of values")
{
    TestFile file = small_map();
    patch(file, "RAVA", 4, hex("ffffffff 02000000 ffffffff 02000000"));
    CHECK(read_small(file).actors.records[0].variables == std::vector<rgm::Variable>{{-1, {}}, {2, {}}});
    patch(file, "RAVA", 4, hex("01000000 02000000 03000000 04000000"));
    CHECK(read_small(file).actors.records[0].variables == std::vector<rgm::Variable>{{0, {1, 3}}, {0, {2, 4}}});
}

TEST_CASE("RAVA, RASC: keeps a preamble other than one zero word")
{
    TestFile file = small_map();
    patch(file, "RASC", 0, hex("09"));
    const rgm::Map map = read_small(file);
    REQUIRE(map.actors.blocks.size() == 1);
    CHECK(map.actors.blocks[0].section == FixedText<4>("RASC"));
    CHECK(map.actors.blocks[0].preamble.stored == hex("09000000"));
    CHECK(map.actors.blocks[0].tail.empty());
    CHECK(map.actors.records[0].script == hex("010203"));
}

TEST_CASE("RAST: strings can share bytes, start in the middle, repeat or be unused")
{
    TestFile file = small_map();
    file.find("RAST")->payload = text_bytes(std::string("long\0b\0long\0tail", 16));
    file.find("RASB")->payload = hex("02000000 07000000");
    const rgm::Map map = read_small(file);
    const rgm::Actor& actor = map.actors.records[0];
    REQUIRE(actor.strings.size() == 2);
    CHECK(actor.strings[0] == rgm::ActorString{"ng", 2U});
    CHECK(actor.strings[1] == rgm::ActorString{"long", 7U});
    REQUIRE(map.actors.string_pool);
    CHECK(map.actors.string_pool->strings == std::vector<rgm::PoolString>{{"long"}, {"b"}, {"long"}});
    CHECK(map.actors.string_pool->tail == text_bytes("tail"));
    CHECK(rgm::write_map(map).value() == file.bytes());

    // A new string is appended after the tail, which gets its NUL; existing strings do not move.
    rgm::Map more = map;
    more.actors.records[0].strings.push_back({"new", {}});
    const rgm::Map again = rgm::read_map(rgm::write_map(more).value()).value();
    CHECK(again.actors.records[0].strings[0].value == "ng");
    CHECK(again.actors.records[0].strings[2].value == "new");
}

TEST_CASE("RAST: the pool is stored unless it has each string once, in order of first use")
{
    struct Case {
        std::string name;
        std::string pool;
        std::string offsets;
        bool is_given;
    };
    const auto c = GENERATE(values<Case>({
        {"two strings", std::string("ab\0b\0", 5), "00000000 03000000", false},
        {"one string, twice", std::string("ab\0", 3), "00000000 00000000", false},
        {"the same string at two places", std::string("ab\0ab\0", 6), "00000000 03000000", true},
        {"into the middle of a string", std::string("ab\0", 3), "00000000 01000000", true},
        {"the last string first", std::string("ab\0b\0", 5), "03000000 00000000", true},
        {"a string that nobody uses", std::string("ab\0b\0", 5), "00000000 00000000", true},
        {"no NUL at the end", std::string("ab\0b", 4), "00000000 03000000", true},
        {"past the end", std::string("ab\0", 3), "00000000 03000000", true},
    }));
    CAPTURE(c.name);
    TestFile file = small_map();
    file.find("RAST")->payload = text_bytes(c.pool);
    file.find("RASB")->payload = hex(c.offsets);
    const rgm::Map map = read_small(file);
    CHECK(map.raw_sections.empty());
    CHECK(map.actors.string_pool.has_value() == c.is_given);
    CHECK(rgm::write_map(map).value() == file.bytes());
}

TEST_CASE("RAST: equal strings of two actors share their bytes when written")
{
    rgm::Map map;
    map.actors.records.resize(2);
    map.actors.records[0].header.script_name = "A";
    map.actors.records[0].strings = {{"same", {}}, {"", {}}, {"same", {}}};
    map.actors.records[1].header.script_name = "B";
    map.actors.records[1].strings = {{"other", {}}, {"same", {}}};
    TestFile file = TestFile::cut(rgm::write_map(map).value());
    CHECK(file.find("RAST")->payload == text_bytes(std::string("same\0\0other\0", 12)));
    CHECK(file.find("RASB")->payload == hex("00000000 05000000 00000000 06000000 00000000"));
}

TEST_CASE("RASC: blocks in an order other than RAHD, with gaps, keep their positions")
{
    rgm::Map map;
    map.actors.records.resize(2);
    map.actors.records[0].header.script_name = "A";
    map.actors.records[0].script = hex("aaaaaa");
    map.actors.records[1].header.script_name = "B";
    map.actors.records[1].script = hex("bbbb");
    TestFile file = TestFile::cut(rgm::write_map(map).value());
    file.find("RASC")->payload = hex("00000000 bbbb 77 aaaaaa 88");
    patch(file, "RAHD", 8 + 0x51, little(7, 4));
    patch(file, "RAHD", 8 + 165 + 0x51, little(4, 4));
    rgm::Map read = read_small(file);
    CHECK(read.actors.records[0].script == hex("aaaaaa"));
    CHECK(read.actors.records[1].script == hex("bbbb"));
    REQUIRE(read.actors.records[0].placements.size() == 1);
    CHECK(read.actors.records[0].placements[0] == rgm::Placement{"RASC", 1U, hex("77")});
    REQUIRE(read.actors.blocks.size() == 1);
    CHECK(read.actors.blocks[0].tail == hex("88"));
    // A longer script moves the following data, and its header is updated.
    read.actors.records[1].script = hex("bbbbbbbb");
    TestFile longer = TestFile::cut(rgm::write_map(read).value());
    CHECK(longer.find("RASC")->payload == hex("00000000 bbbbbbbb 77 aaaaaa 88"));
    CHECK(load_le<std::uint32_t>(longer.find("RAHD")->payload.data() + 8 + 0x51) == 9);
}

TEST_CASE("actor records: round-trip with any values of their fields")
{
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        Random random(seed);
        CAPTURE(seed);
        CHECK(survives_bytes<rgm::Hook>(random));
        CHECK(survives_bytes<rgm::Location>(random));
        CHECK(survives_bytes<rgm::ExtraData>(random));
        CHECK(survives_bytes<rgm::CollisionSphere>(random));
    }
}
