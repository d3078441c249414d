// Edits to whole maps: what is added or removed moves other actors' data, and every other actor still finds its own.
#include <catch2/catch.hpp>

#include <algorithm>
#include <map>

#include "rgm/actor.hpp"
#include "rgm/actor_string.hpp"
#include "rgm/animation.hpp"
#include "rgm/animation_file.hpp"
#include "rgm/animation_group.hpp"
#include "rgm/attribute.hpp"
#include "rgm/collision_sphere.hpp"
#include "rgm/fill_computed.hpp"
#include "rgm/frame.hpp"
#include "rgm/hook.hpp"
#include "rgm/location.hpp"
#include "rgm/map.hpp"
#include "rgm/variable.hpp"
#include "support/laws.hpp"
#include "support/map_file.hpp"
#include "support/random_map.hpp"
#include "support/samples.hpp"
#include "support/values.hpp"

using namespace redforge;
using namespace redforge::test;

namespace {

/// All that the file says of an actor besides where it stands.
struct Belongings {
    std::vector<std::string> strings;
    std::vector<rgm::Variable> variables;
    std::vector<rgm::Attribute> attributes;
    std::vector<rgm::AnimationFile> animation_files;
    std::vector<rgm::AnimationGroup> groups;
    std::vector<rgm::Hook> hooks;
    std::vector<rgm::Location> locations;
    std::vector<rgm::CollisionSphere> spheres;
    std::optional<rgm::ExtraData> extra;
    std::optional<rgm::NameSpace> name_space;
    Bytes script;

    friend bool operator==(const Belongings&, const Belongings&) = default;
};

Belongings belongings(const rgm::Actor& a)
{
    Belongings result{{},          a.variables,         a.attributes, a.animation_files, a.groups, a.hooks,
                      a.locations, a.collision_spheres, a.extra,      a.name_space,      a.script};
    for (const rgm::ActorString& string : a.strings) {
        result.strings.push_back(string.value.bytes);
    }
    return result;
}

/// By name and number: names may occur twice.
using ByName = std::map<std::string, Belongings>;

ByName by_name(const rgm::Map& map)
{
    ByName result;
    std::map<std::string, int> seen;
    for (const rgm::Actor& actor : map.actors.records) {
        const std::string name(actor.header.script_name.view());
        result.emplace(name + "#" + std::to_string(seen[name]++), belongings(actor));
    }
    return result;
}

/// The same map where one actor has extra data, as the new one of the edits does: then each is given it.
rgm::Map with_extra_data(rgm::Map map)
{
    for (rgm::Actor& actor : map.actors.records) {
        const bool raw =
            std::ranges::any_of(actor.raw_parts, [](const auto& part) { return part.section == FixedText<4>("RAEX"); });
        if (!actor.extra && !raw && !actor.header.raex_length.stored) {
            actor.extra.emplace();
        }
    }
    return map;
}

/// The issue's edits, and what they must and must not change.
void check_edits(const Bytes& original)
{
    rgm::Map map = rgm::read_map(original).value();
    auto& actors = map.actors.records;
    REQUIRE(actors.size() >= 2);
    ByName expected = by_name(with_extra_data(map));
    const auto other = std::find_if(actors.begin() + 1, actors.end(), [](const auto& a) { return !a.strings.empty(); });
    REQUIRE(other != actors.end());

    actors.front().strings.push_back({"Welcome to the forge.", {}});
    expected.at(std::string(actors.front().header.script_name.view()) + "#0")
        .strings.emplace_back("Welcome to the forge.");
    const std::string other_name = std::string(other->header.script_name.view()) + "#0";
    other->strings.pop_back();
    expected.at(other_name).strings.pop_back();

    append_record(map, "objects", {{"id", "2147483647"}, {"script_name", "NEWACTOR"}, {"position.x", "123"}});

    rgm::Actor actor;
    actor.header.script_name = "NEWACTOR";
    actor.strings = {{"new string", {}}};
    actor.variables = {{42, {}}};
    actor.attributes = {{3, 4}};
    actor.animation_files = {{0, 2, "c", "fxart\\NEW.3DC"}};
    actor.groups.resize(1);
    actor.groups[0].commands = {rgm::Command::from_word(0x10)};
    actor.hooks = {{2, 0}};
    actor.locations = {{1, 2, 3}};
    actor.extra = rgm::ExtraData{};
    actor.collision_spheres = {{1, 2, 3, 4, 5}};
    actor.name_space = rgm::NameSpace{"newactor"};
    actor.script = hex("1e 0102 1e");
    actors.insert(actors.begin() + 1, actor);  // in the middle, so that everything behind it moves
    expected.emplace("NEWACTOR#0", belongings(actor));

    const Result<Bytes> written = rgm::write_map(map);
    if (!written) {
        FAIL(describe(written.error()));
    }
    RawFallbacks kept;
    const rgm::Map again = rgm::read_map(*written, &kept).value();
    CHECK(kept.empty());
    const ByName found = by_name(again);
    REQUIRE(found.size() == expected.size());
    for (const auto& [name, own] : expected) {
        CAPTURE(name);
        CHECK(found.at(name).strings == own.strings);
        CHECK(found.at(name).variables == own.variables);
        CHECK(found.at(name).attributes == own.attributes);
        CHECK(found.at(name).animation_files == own.animation_files);
        CHECK(found.at(name).groups == own.groups);
        CHECK(found.at(name).script == own.script);
        CHECK(found.at(name) == own);
    }
    CHECK(count(again, "objects") == count(map, "objects"));
    const std::string last = "objects[" + std::to_string(count(again, "objects") - 1) + "].";
    CHECK(value(again, last + "id") == "2147483647");
    CHECK(value(again, last + "script_name") == "NEWACTOR");
    CHECK(value(again, last + "position.x") == "123");
    // A stored count that the new object makes true is the computed one from then on.
    const auto count_of = [](const rgm::Map& of) {
        return of.objects.count.value_or(static_cast<std::uint32_t>(count(of, "objects")));
    };
    CHECK(count_of(again) == count_of(map));
    const auto same = [&](std::string_view group) {
        const ChildEntry& child = *Root(map).record.table().find_child(group);
        const RecordHandle before = Root(map).record.group(child);
        return same_record(*before.type, before.record, Root(again).record.group(child).record);
    };
    CHECK(same("statics"));
    CHECK(same("lights"));
    CHECK(same("walk_maps"));
}

}  // namespace

TEST_CASE("edits: in a random map every remaining actor keeps what is its own")
{
    int edited = 0;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        rgm::Map map = random_map(seed);
        map.raw_sections.clear();
        map.sections = {};
        map.no_end = 0;
        if (map.actors.records.size() < 3) {
            continue;
        }
        map.actors.records[1].strings = {{"one", {}}, {"two", {}}};
        CAPTURE(seed);
        check_edits(rgm::write_map(map).value());
        ++edited;
    }
    CHECK(edited >= 20);
}

TEST_CASE("edits: in a map that breaks the usual layout every remaining actor keeps what is its own")
{
    int edited = 0;
    for (std::uint64_t seed = 0; seed < 3000; ++seed) {
        const Bytes bytes = random_file(seed);
        RawFallbacks kept;
        const Result<rgm::Map> map = rgm::read_map(bytes, &kept);
        if (!map || !kept.empty() || map->actors.records.size() < 2 || map->actors.records[1].strings.empty()) {
            continue;
        }
        const auto is_missing = [&](std::string_view tag) {
            return tag != "RAVC" && std::ranges::count(map->sections.stored->tags, FixedText<4>(tag)) == 0;
        };
        const auto has_spheres_nowhere = [](const rgm::Actor& actor) {
            return actor.header.ravc_count.stored.has_value();
        };
        if ((map->sections.stored && std::ranges::any_of(rgm::canonical_order, is_missing)) ||
            std::ranges::any_of(map->actors.records, has_spheres_nowhere)) {
            continue;  // headers that speak of a section which is not there contradict one that comes
        }
        if (by_name(*map).count(std::string(map->actors.records[0].header.script_name.view()) + "#1") != 0) {
            continue;  // the edits below go by name
        }
        CAPTURE(seed);
        check_edits(bytes);
        ++edited;
    }
    CHECK(edited >= 30);
}

TEST_CASE("edits: scripts in another order, with gaps, take a new actor and lose one")
{
    rgm::Map map = rgm::read_map(small_map().bytes()).value();
    rgm::Actor& first = map.actors.records[0];
    first.placements = {{"RASC", 2U, hex("aa")}};
    rgm::Actor twin = first;
    twin.header.script_name = "TWIN";
    twin.script = hex("0405");
    twin.placements = {{"RASC", 1U, hex("bb")}};
    rgm::Actor third = twin;
    third.header.script_name = "THIRD";
    third.script = hex("06");
    third.placements = {{"RASC", 0U, {}}};
    map.actors.records.push_back(twin);
    map.actors.records.push_back(third);
    const Bytes written = rgm::write_map(map).value();
    CHECK(TestFile::cut(written).find("RASC")->payload == hex("00000000 06 bb 0405 aa 010203"));
    check_edits(written);
    rgm::Map less = rgm::read_map(written).value();
    less.actors.records.erase(less.actors.records.begin() + 1);
    const Bytes left = rgm::write_map(less).value();
    CHECK(TestFile::cut(left).find("RASC")->payload == hex("00000000 06 aa 010203"));
}

TEST_CASE("edits: given values that say what would be computed anyway are taken, and forgotten")
{
    rgm::Map map = rgm::read_map(small_map().bytes()).value();
    rgm::Map told = map;
    rgm::Actor& actor = told.actors.records[0];
    actor.strings[1].offset = 2U;
    actor.groups[0].frame_count = std::uint16_t{1};
    actor.header.script_length = 3U;
    actor.placements = {{"RASC", 0U, {}}};
    told.actors.blocks = {{"RAVA", Bytes(4), {}}};
    told.actors.string_pool = rgm::StringPool{{{"a"}, {"b"}}, {}};
    told.objects.count = 1U;
    const Result<Bytes> written = rgm::write_map(told);
    if (!written) {
        FAIL(describe(written.error()));
    }
    CHECK(*written == small_map().bytes());
}

TEST_CASE("edits: given values that contradict the map are refused by name")
{
    rgm::Map map = rgm::read_map(small_map().bytes()).value();
    map.actors.records[0].groups[0].frame_count = std::uint16_t{9};
    CHECK(describe(rgm::write_map(map).error()) ==
          "RAGR, actors[0].groups[0] of GATE: frame_count says 9, but there are 1 commands; leave it out to have it "
          "computed");
    map = rgm::read_map(small_map().bytes()).value();
    map.actors.records[0].header.script_length = 1U;
    const auto refused = rgm::write_map(map);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == ErrorCode::mismatch);
}

TEST_CASE("edits: in the samples every remaining actor keeps what is its own")
{
    const auto folder = samples_or_skip("edits: in the samples every remaining actor keeps what is its own");
    if (folder.empty()) {
        return;
    }
    int edited = 0;
    for (const auto& path : maps_below(folder)) {
        const Bytes bytes = read_file(path);
        RawFallbacks kept;
        const auto actors = rgm::read_map(bytes, &kept).value().actors.records;
        const auto has_strings = [](const rgm::Actor& actor) { return !actor.strings.empty(); };
        const bool another = !actors.empty() && std::any_of(actors.begin() + 1, actors.end(), has_strings);
        if (another && kept.empty()) {
            CAPTURE(path.filename().string());
            check_edits(bytes);
            ++edited;
        }
    }
    CHECK(edited >= 15);
}

TEST_CASE("edits: a string added to a map whose pool is spelt out leaves the pool's bytes alone")
{
    TestFile file = small_map();
    file.find("RAST")->payload = text_bytes(std::string("unused\0a\0b\0a\0", 13));
    file.find("RASB")->payload = hex("0b000000 09000000");
    rgm::Map map = rgm::read_map(file.bytes()).value();
    map.actors.records[0].strings.push_back({"unused", {}});
    map.actors.records[0].strings.push_back({"more", {}});
    TestFile written = TestFile::cut(rgm::write_map(map).value());
    CHECK(written.find("RAST")->payload == text_bytes(std::string("unused\0a\0b\0a\0more\0", 18)));
    CHECK(written.find("RASB")->payload == hex("0b000000 09000000 00000000 0d000000"));
}

TEST_CASE("edits: a string added behind an unterminated one does not continue it")
{
    TestFile file = small_map();
    file.find("RAST")->payload = text_bytes(std::string("a\0b\0rest", 8));
    file.find("RASB")->payload = hex("00000000 02000000");
    rgm::Map map = rgm::read_map(file.bytes()).value();
    map.actors.records[0].strings.push_back({"more", {}});
    map.actors.records[0].strings.push_back({"most", {}});
    TestFile written = TestFile::cut(rgm::write_map(map).value());
    CHECK(written.find("RAST")->payload == text_bytes(std::string("a\0b\0rest\0more\0most\0", 19)));
    CHECK(written.find("RASB")->payload == hex("00000000 02000000 09000000 0e000000"));
}

TEST_CASE("edits: values of a variable for more or fewer instances than there are are refused, equal or not")
{
    rgm::Map map = rgm::sample_map();
    rgm::Actor& door = map.actors.records[0];
    REQUIRE(door.header.instances == 2);
    for (const std::vector<std::int32_t>& values : {std::vector{5}, std::vector{5, 5, 5}, std::vector{5, 6, 7}}) {
        door.variables[0].instances = values;
        const auto refused = rgm::write_map(map);
        REQUIRE_FALSE(refused);
        CHECK(refused.error().message == std::to_string(values.size()) + " values for 2 instances");
    }
    door.variables[0].instances = {5, 5};  // said once in the file's text from then on
    const rgm::Map again = rgm::read_map(rgm::write_map(map).value()).value();
    CHECK(again.actors.records[0].variables[0] == rgm::Variable{5, {}});
}

TEST_CASE("edits: a section that the file lacked goes where it usually stands")
{
    const auto tags = [](const TestFile& file) {
        std::vector<std::string> result;
        for (const TestSection& section : file.sections) {
            result.push_back(section.tag);
        }
        return result;
    };
    TestFile file = small_map();
    const std::vector<std::string> usual = tags(file);
    std::erase_if(file.sections, [](const TestSection& section) { return section.tag == "MPOB"; });
    rgm::Map map = rgm::read_map(file.bytes()).value();
    append_record(map, "objects");
    CHECK(tags(TestFile::cut(rgm::write_map(map).value())) == usual);
}

TEST_CASE("edits: bytes behind the last actor's collision spheres are written when no actor has any")
{
    rgm::Map map = rgm::new_map();
    REQUIRE(TestFile::cut(rgm::write_map(map).value()).find("RAVC") == nullptr);
    map.actors.blocks.push_back({FixedText<4>("RAVC"), {}, hex("0102")});
    TestFile written = TestFile::cut(rgm::write_map(map).value());
    REQUIRE(written.find("RAVC") != nullptr);
    CHECK(written.find("RAVC")->payload == hex("0102"));
}

TEST_CASE("edits: a removed actor takes its data along")
{
    rgm::Map map = rgm::read_map(small_map().bytes()).value();
    rgm::Actor twin = map.actors.records[0];
    twin.header.script_name = "TWIN";
    twin.script = hex("0a0b");
    map.actors.records.push_back(twin);
    rgm::Map both = rgm::read_map(rgm::write_map(map).value()).value();
    both.actors.records.erase(both.actors.records.begin());
    const rgm::Map left = rgm::read_map(rgm::write_map(both).value()).value();
    REQUIRE(left.actors.records.size() == 1);
    CHECK(left.actors.records[0] == twin);
    TestFile file = TestFile::cut(rgm::write_map(left).value());
    CHECK(file.find("RASC")->payload == hex("00000000 0a0b"));
    CHECK(file.find("RAAT")->payload.size() == 256);
}

TEST_CASE("edits: records of a section that is kept as bytes are refused with the way out")
{
    TestFile file = small_map();
    file.find("RAGR")->payload = hex("0b00 0700 0100 0200 0100 030000 0100");
    rgm::Map map = rgm::read_map(file.bytes()).value();
    map.actors.records[0].groups.resize(1);
    const auto refused = rgm::write_map(map);
    REQUIRE_FALSE(refused);
    CHECK(describe(refused.error()) == "RAGR, actors[0] of GATE: this map's section is kept as bytes, which cannot be "
                                       "added to; remove its <raw_section> to have it laid out anew");
    map.raw_sections.clear();
    map.sections = {};
    CHECK(rgm::write_map(map));
}

TEST_CASE("a new actor has the extra data that the game reads of every actor, where others have it")
{
    rgm::Map map = rgm::sample_map();
    rgm::Actor actor;
    actor.header.script_name = "NEWACTOR";
    map.actors.records.push_back(actor);
    const Bytes bytes = rgm::write_map(map).value();
    const rgm::Frame frame = rgm::read_frame(bytes);
    const auto section = [&](std::string_view tag) {
        return std::ranges::find(frame.sections, tag, &rgm::FrameSection::tag)->payload;
    };
    REQUIRE(section("RAEX").size() == 90);
    CHECK(std::ranges::all_of(section("RAEX").subspan(60), [](std::byte b) { return b == std::byte{0}; }));
    const ByteView header = section("RAHD").subspan(8 + 2 * 165);
    CHECK(load_le<std::uint32_t>(header.data() + 0x6D) == 30);
    CHECK(load_le<std::uint32_t>(header.data() + 0x71) == 60);
    const rgm::Map again = rgm::read_map(bytes).value();
    CHECK(again.actors.records[2].extra == rgm::ExtraData{});
    CHECK(rgm::write_map(again).value() == bytes);
}

TEST_CASE("an actor that is said to have no extra data keeps none")
{
    rgm::Map map = rgm::sample_map();
    map.actors.records[0].extra.reset();
    map.actors.records[0].header.raex_length = 0;
    const Bytes bytes = rgm::write_map(map).value();
    const rgm::Map again = rgm::read_map(bytes).value();
    CHECK_FALSE(again.actors.records[0].extra);
    CHECK(again.actors.records[0].header.raex_length.stored == 0U);
    CHECK(again.actors.records[1].extra);
    CHECK(breach_of_law_1(bytes) == "");

    map.actors.records[1].extra.reset();  // now no actor has it, and nothing is to be said
    const rgm::Map none = rgm::read_map(rgm::write_map(map).value()).value();
    CHECK_FALSE(none.actors.records[0].extra);
    CHECK_FALSE(none.actors.records[0].header.raex_length.stored);
}

TEST_CASE("a variable has one value or one for each instance, not both")
{
    for (const std::uint16_t instances : {std::uint16_t{1}, std::uint16_t{2}}) {
        rgm::Map map = rgm::sample_map();
        rgm::Actor& actor = map.actors.records[1];
        actor.header.instances = instances;
        actor.variables[0].value = -1;
        actor.variables[0].instances.assign(instances, 7);
        CHECK(describe(rgm::write_map(map).error()) ==
              "RAVA, actors[1].variables[0].value of GUARD01: value is -1, but instances has 7; keep one of them");
        actor.variables[0].value = 7;
        CHECK(rgm::read_map(rgm::write_map(map).value()).value().actors.records[1].variables[0] ==
              rgm::Variable{7, {}});
    }
}

TEST_CASE("values that are computed when a map is written can be seen before")
{
    rgm::Map map = rgm::sample_map();
    REQUIRE(rgm::complete(map));
    const rgm::ActorHeader& second = map.actors.records[1].header;
    CHECK(second.num_strings.stored == 2U);
    CHECK(second.string_offsets_index.stored == 8U);
    CHECK(second.script_data_offset.stored == 10U);
    CHECK(second.ravc_count.stored == 1);
    CHECK(map.actors.records[0].strings[1].offset.stored == 7U);
    CHECK(map.actors.records[0].groups[1].frame_count.stored == std::uint16_t{5});
    CHECK(map.actors.count.stored == 2U);
    CHECK(map.objects.count.stored == 7U);
    CHECK(value(map, "walk_maps[0].node_count") == "4");
    CHECK(value(map, "walk_maps[0].nodes[0].route_count") == "2");
}
