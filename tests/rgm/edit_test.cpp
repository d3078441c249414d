// Edits of whole maps: additions and removals move the data of other actors, which stays assigned to them.
#include <catch2/catch.hpp>

#include <algorithm>
#include <map>

#include "rgm/frame.hpp"
#include "rgm/map.hpp"
#include "support/actor_content.hpp"
#include "support/laws.hpp"
#include "support/map_file.hpp"
#include "support/random_map.hpp"
#include "support/samples.hpp"
#include "support/values.hpp"

using namespace redforge;
using namespace redforge::test;

namespace {

std::string nth(std::string_view list, std::size_t index)
{
    return std::string(list) + "[" + std::to_string(index) + "]";
}

Bytes& blob(const RecordHandle& record, std::string_view name)
{
    return record.blob(*record.table().find_child(name));
}

std::size_t size_of(const RecordHandle& record, std::string_view list)
{
    return record.find_list(list).size();
}

/// Replaces the strings of an actor.
void set_strings(const RecordHandle& actor, const std::vector<std::string>& texts)
{
    if (size_of(actor, "strings") != 0) {
        remove_records(actor, "strings[*]");
    }
    for (const std::string& text : texts) {
        append_record(actor, "strings", {{"value", text}});
    }
}

/// Sets the only placement of an actor, for its script.
void place_script(const RecordHandle& actor, const std::string& order, const Bytes& gap)
{
    if (size_of(actor, "placements") != 0) {
        remove_records(actor, "placements[*]");
    }
    blob(append_record(actor, "placements", {{"section", "RASC"}, {"order", order}}), "gap") = gap;
}

/// Contents of actors by name and number, because names can repeat.
using ByName = std::map<std::string, ActorContent>;

ByName by_name(const rgm::Map& map)
{
    ByName result;
    std::map<std::string, int> seen;
    for (std::size_t i = 0; i < count(map, "actors"); ++i) {
        const RecordHandle actor = record(map, nth("actors", i));
        const std::string name = value(actor, "script_name");
        result.emplace(name + "#" + std::to_string(seen[name]++), actor_content(actor));
    }
    return result;
}

/// Returns the map with extra data for the actors, as after adding an actor with extra data.
rgm::Map with_extra_data(rgm::Map map)
{
    for (std::size_t i = 0; i < count(map, "actors"); ++i) {
        const RecordHandle actor = record(map, nth("actors", i));
        const ListView raw_parts = actor.find_list("raw_parts");
        bool raw = false;
        for (std::size_t part = 0; part < raw_parts.size(); ++part) {
            raw = raw || value(raw_parts.at(part), "section") == "RAEX";
        }
        if (size_of(actor, "extra") == 0 && !raw && value(actor, "raex_length").empty()) {
            append_record(actor, "extra");
        }
    }
    return map;
}

/// Makes edits, and checks their changes and everything that must not change.
void check_edits(const Bytes& original)
{
    rgm::Map map = rgm::read_map(original).value();
    const std::size_t actors = count(map, "actors");
    REQUIRE(actors >= 2);
    ByName expected = by_name(with_extra_data(map));
    std::size_t other = 1;
    while (other < actors && size_of(record(map, nth("actors", other)), "strings") == 0) {
        ++other;
    }
    REQUIRE(other < actors);

    const RecordHandle first = record(map, "actors[0]");
    append_record(first, "strings", {{"value", "Welcome to the forge."}});
    expected.at(value(first, "script_name") + "#0").strings.emplace_back("Welcome to the forge.");
    const RecordHandle second = record(map, nth("actors", other));
    const std::string other_name = value(second, "script_name") + "#0";
    remove_records(second, nth("strings", size_of(second, "strings") - 1));
    expected.at(other_name).strings.pop_back();

    append_record(map, "objects", {{"id", "2147483647"}, {"script_name", "NEWACTOR"}, {"position.x", "123"}});

    const RecordHandle actor = append_record(map, "actors", {{"script_name", "NEWACTOR"}});
    append_record(actor, "strings", {{"value", "new string"}});
    append_record(actor, "variables", {{"value", "42"}});
    append_record(actor, "attributes", {{"index", "3"}, {"value", "4"}});
    append_record(actor, "animation_files",
                  {{"plane_count", "0"}, {"frame_count", "2"}, {"model_type", "c"}, {"file_path", "fxart\\NEW.3DC"}});
    const RecordHandle animation = append_record(actor, "groups");
    append_record(animation, "commands", {{"op", "ShowFrame"}, {"frame", "1"}});
    append_record(actor, "hooks", {{"offset", "2"}, {"secondary", "0"}});
    append_record(actor, "locations", {{"offset_x", "1"}, {"offset_y", "2"}, {"offset_z", "3"}});
    append_record(actor, "extra");
    append_record(actor, "collision_spheres",
                  {{"offset_x", "1"}, {"offset_y", "2"}, {"offset_z", "3"}, {"vertex", "4"}, {"radius", "5"}});
    append_record(actor, "name_space", {{"value", "newactor"}});
    blob(actor, "script") = hex("1e 0102 1e");
    expected.emplace("NEWACTOR#0", actor_content(actor));
    move_record(map, nth("actors", actors), 1);  // in the middle, so that all following records move

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
        CHECK(found.at(name).lists == own.lists);
        CHECK(found.at(name).script == own.script);
        CHECK(found.at(name) == own);
    }
    CHECK(count(again, "objects") == count(map, "objects"));
    const std::string last = "objects[" + std::to_string(count(again, "objects") - 1) + "].";
    CHECK(value(again, last + "id") == "2147483647");
    CHECK(value(again, last + "script_name") == "NEWACTOR");
    CHECK(value(again, last + "position.x") == "123");
    // A stored count that equals the computed one after the edit is dropped.
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

TEST_CASE("edits: other actors of a random map keep their data")
{
    int edited = 0;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        rgm::Map map = random_map(seed);
        map.raw_sections.clear();
        map.sections = {};
        map.no_end = 0;
        if (count(map, "actors") < 3) {
            continue;
        }
        set_strings(record(map, "actors[1]"), {"one", "two"});
        CAPTURE(seed);
        check_edits(rgm::write_map(map).value());
        ++edited;
    }
    CHECK(edited >= 20);
}

TEST_CASE("edits: other actors of an irregular map keep their data")
{
    int edited = 0;
    for (std::uint64_t seed = 0; seed < 3000; ++seed) {
        const Bytes bytes = random_file(seed);
        RawFallbacks kept;
        const Result<rgm::Map> map = rgm::read_map(bytes, &kept);
        if (!map || !kept.empty() || count(*map, "actors") < 2 || size_of(record(*map, "actors[1]"), "strings") == 0) {
            continue;
        }
        const auto is_missing = [&](std::string_view tag) {
            return tag != "RAVC" && std::ranges::count(map->sections.stored->tags, FixedText<4>(tag)) == 0;
        };
        const auto is_given = [](const std::string& text) { return !text.empty(); };
        if ((map->sections.stored && std::ranges::any_of(rgm::canonical_order, is_missing)) ||
            std::ranges::any_of(values(*map, "actors[*].ravc_count"), is_given)) {
            continue;  // headers that refer to a missing section contradict an added section
        }
        if (by_name(*map).count(value(*map, "actors[0].script_name") + "#1") != 0) {
            continue;  // the edits below select actors by name
        }
        CAPTURE(seed);
        check_edits(bytes);
        ++edited;
    }
    CHECK(edited >= 30);
}

TEST_CASE("edits: actors can be added and removed if scripts have gaps or another order")
{
    rgm::Map map = rgm::read_map(small_map().bytes()).value();
    place_script(record(map, "actors[0]"), "2", hex("aa"));
    const RecordHandle twin = append_copy(map, "actors[0]", {{"script_name", "TWIN"}});
    blob(twin, "script") = hex("0405");
    place_script(twin, "1", hex("bb"));
    const RecordHandle third = append_copy(map, "actors[1]", {{"script_name", "THIRD"}});
    blob(third, "script") = hex("06");
    place_script(third, "0", {});
    const Bytes written = rgm::write_map(map).value();
    CHECK(TestFile::cut(written).find("RASC")->payload == hex("00000000 06 bb 0405 aa 010203"));
    check_edits(written);
    rgm::Map less = rgm::read_map(written).value();
    remove_records(less, "actors[1]");
    const Bytes left = rgm::write_map(less).value();
    CHECK(TestFile::cut(left).find("RASC")->payload == hex("00000000 06 aa 010203"));
}

TEST_CASE("edits: accepts and clears stored values that equal the computed ones")
{
    rgm::Map map = rgm::read_map(small_map().bytes()).value();
    rgm::Map with_stored_values = map;
    set_value(with_stored_values, "actors[0].strings[1].offset", "2");
    set_value(with_stored_values, "actors[0].groups[0].frame_count", "1");
    set_value(with_stored_values, "actors[0].script_length", "3");
    place_script(record(with_stored_values, "actors[0]"), "0", {});
    with_stored_values.actors.blocks = {{"RAVA", Bytes(4), {}}};
    with_stored_values.actors.string_pool = rgm::StringPool{{{"a"}, {"b"}}, {}};
    with_stored_values.objects.count = 1U;
    const Result<Bytes> written = rgm::write_map(with_stored_values);
    if (!written) {
        FAIL(describe(written.error()));
    }
    CHECK(*written == small_map().bytes());
}

TEST_CASE("edits: rejects stored values that contradict the map, with their names")
{
    rgm::Map map = rgm::read_map(small_map().bytes()).value();
    set_value(map, "actors[0].groups[0].frame_count", "9");
    CHECK(describe(rgm::write_map(map).error()) ==
          "RAGR, actors[0].groups[0] of GATE: frame_count is 9, but there are 1 commands; leave it out to have it "
          "computed");
    map = rgm::read_map(small_map().bytes()).value();
    set_value(map, "actors[0].script_length", "1");
    const auto error = rgm::write_map(map);
    REQUIRE_FALSE(error);
    CHECK(error.error().code == ErrorCode::mismatch);
}

TEST_CASE("edits: other actors of the sample maps keep their data")
{
    const auto folder = samples_or_skip("edits: in the samples every remaining actor keeps what is its own");
    if (folder.empty()) {
        return;
    }
    int edited = 0;
    for (const auto& path : maps_below(folder)) {
        const Bytes bytes = redforge::test::read_file(path);
        RawFallbacks kept;
        const rgm::Map map = rgm::read_map(bytes, &kept).value();
        bool another = false;
        for (std::size_t i = 1; i < count(map, "actors"); ++i) {
            another = another || size_of(record(map, nth("actors", i)), "strings") != 0;
        }
        if (another && kept.empty()) {
            CAPTURE(path.filename().string());
            check_edits(bytes);
            ++edited;
        }
    }
    CHECK(edited >= 15);
}

TEST_CASE("edits: adding a string to a stored pool keeps the pool's bytes")
{
    TestFile file = small_map();
    file.find("RAST")->payload = text_bytes(std::string("unused\0a\0b\0a\0", 13));
    file.find("RASB")->payload = hex("0b000000 09000000");
    rgm::Map map = rgm::read_map(file.bytes()).value();
    append_record(map, "actors[0].strings", {{"value", "unused"}});
    append_record(map, "actors[0].strings", {{"value", "more"}});
    TestFile written = TestFile::cut(rgm::write_map(map).value());
    CHECK(written.find("RAST")->payload == text_bytes(std::string("unused\0a\0b\0a\0more\0", 18)));
    CHECK(written.find("RASB")->payload == hex("0b000000 09000000 00000000 0d000000"));
}

TEST_CASE("edits: a string added after an unterminated one does not continue it")
{
    TestFile file = small_map();
    file.find("RAST")->payload = text_bytes(std::string("a\0b\0rest", 8));
    file.find("RASB")->payload = hex("00000000 02000000");
    rgm::Map map = rgm::read_map(file.bytes()).value();
    append_record(map, "actors[0].strings", {{"value", "more"}});
    append_record(map, "actors[0].strings", {{"value", "most"}});
    TestFile written = TestFile::cut(rgm::write_map(map).value());
    CHECK(written.find("RAST")->payload == text_bytes(std::string("a\0b\0rest\0more\0most\0", 19)));
    CHECK(written.find("RASB")->payload == hex("00000000 02000000 09000000 0e000000"));
}

TEST_CASE("edits: rejects variable values for a wrong number of instances")
{
    rgm::Map map = rgm::sample_map();
    REQUIRE(value(map, "actors[0].instances") == "2");
    const std::string instances = "actors[0].variables[0].instances";
    for (const auto& [given, message] : {std::pair{"5", "1 values for 2 instances"},
                                         {"5 5 5", "3 values for 2 instances"},
                                         {"5 6 7", "3 values for 2 instances"}}) {
        set_value(map, instances, given);
        const auto error = rgm::write_map(map);
        REQUIRE_FALSE(error);
        CHECK(error.error().message == message);
    }
    set_value(map, instances, "5 5");  // a single value in the text from then on
    const rgm::Map again = rgm::read_map(rgm::write_map(map).value()).value();
    CHECK(value(again, "actors[0].variables[0].value") == "5");
    CHECK(value(again, instances) == "");
}

TEST_CASE("edits: a new section is inserted at its standard position")
{
    const auto tags = [](const TestFile& file) {
        std::vector<std::string> result;
        for (const TestSection& section : file.sections) {
            result.push_back(section.tag);
        }
        return result;
    };
    TestFile file = small_map();
    const std::vector<std::string> standard = tags(file);
    std::erase_if(file.sections, [](const TestSection& section) { return section.tag == "MPOB"; });
    rgm::Map map = rgm::read_map(file.bytes()).value();
    append_record(map, "objects");
    CHECK(tags(TestFile::cut(rgm::write_map(map).value())) == standard);
}

TEST_CASE("edits: keeps bytes after the collision spheres if no actor has any")
{
    rgm::Map map = rgm::new_map();
    REQUIRE(TestFile::cut(rgm::write_map(map).value()).find("RAVC") == nullptr);
    map.actors.blocks.push_back({FixedText<4>("RAVC"), {}, hex("0102")});
    TestFile written = TestFile::cut(rgm::write_map(map).value());
    REQUIRE(written.find("RAVC") != nullptr);
    CHECK(written.find("RAVC")->payload == hex("0102"));
}

TEST_CASE("edits: removing an actor removes its data")
{
    rgm::Map map = rgm::read_map(small_map().bytes()).value();
    const RecordHandle twin = append_copy(map, "actors[0]", {{"script_name", "TWIN"}});
    blob(twin, "script") = hex("0a0b");
    rgm::Map both = rgm::read_map(rgm::write_map(map).value()).value();
    remove_records(both, "actors[0]");
    const rgm::Map left = rgm::read_map(rgm::write_map(both).value()).value();
    REQUIRE(count(left, "actors") == 1);
    CHECK(same_record(*twin.type, record(left, "actors[0]").record, twin.record));
    TestFile file = TestFile::cut(rgm::write_map(left).value());
    CHECK(file.find("RASC")->payload == hex("00000000 0a0b"));
    CHECK(file.find("RAAT")->payload.size() == 256);
}

TEST_CASE("edits: rejects records of a section that is kept as bytes, with a hint")
{
    TestFile file = small_map();
    file.find("RAGR")->payload = hex("0b00 0700 0100 0200 0100 030000 0100");
    rgm::Map map = rgm::read_map(file.bytes()).value();
    append_record(map, "actors[0].groups");
    const auto error = rgm::write_map(map);
    REQUIRE_FALSE(error);
    CHECK(describe(error.error()) == "RAGR, actors[0] of GATE: cannot add to this section, because the map keeps it as "
                                     "bytes; remove its <raw_section>; Redforge then computes the layout");
    map.raw_sections.clear();
    map.sections = {};
    CHECK(rgm::write_map(map));
}

TEST_CASE("edits: a new actor gets extra data if other actors have it")
{
    rgm::Map map = rgm::sample_map();
    append_record(map, "actors", {{"script_name", "NEWACTOR"}});
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
    const ListView extra = record(again, "actors[2]").find_list("extra");
    REQUIRE(extra.size() == 1);
    CHECK(is_blank(*extra.at(0).type, extra.at(0).record));
    CHECK(rgm::write_map(again).value() == bytes);
}

TEST_CASE("edits: an actor that is marked as having no extra data gets none")
{
    rgm::Map map = rgm::sample_map();
    remove_records(map, "actors[0].extra");
    set_value(map, "actors[0].raex_length", "0");
    const Bytes bytes = rgm::write_map(map).value();
    const rgm::Map again = rgm::read_map(bytes).value();
    CHECK(size_of(record(again, "actors[0]"), "extra") == 0);
    CHECK(value(again, "actors[0].raex_length") == "0");
    CHECK(size_of(record(again, "actors[1]"), "extra") == 1);
    CHECK(law_1_violation(bytes) == "");

    remove_records(map, "actors[1].extra");  // now no actor has extra data, and no list is written
    const rgm::Map none = rgm::read_map(rgm::write_map(map).value()).value();
    CHECK(size_of(record(none, "actors[0]"), "extra") == 0);
    CHECK(value(none, "actors[0].raex_length") == "");
}

TEST_CASE("edits: a variable has one value or one for each instance, not both")
{
    const std::string variable = "actors[1].variables[0]";
    for (const auto& [instances, sevens] : {std::pair{"1", "7"}, {"2", "7 7"}}) {
        rgm::Map map = rgm::sample_map();
        set_value(map, "actors[1].instances", instances);
        set_value(map, variable + ".value", "-1");
        set_value(map, variable + ".instances", sevens);
        CHECK(describe(rgm::write_map(map).error()) ==
              "RAVA, actors[1].variables[0].value of GUARD01: value is -1, but instances has 7; keep one of them");
        set_value(map, variable + ".value", "7");
        const rgm::Map again = rgm::read_map(rgm::write_map(map).value()).value();
        CHECK(value(again, variable + ".value") == "7");
        CHECK(value(again, variable + ".instances") == "");
    }
}

TEST_CASE("edits: computed values are available before the map is written")
{
    rgm::Map map = rgm::sample_map();
    REQUIRE(rgm::complete(map));
    CHECK(value(map, "actors[1].num_strings") == "2");
    CHECK(value(map, "actors[1].string_offsets_index") == "8");
    CHECK(value(map, "actors[1].script_data_offset") == "10");
    CHECK(value(map, "actors[1].ravc_count") == "1");
    CHECK(value(map, "actors[0].strings[1].offset") == "7");
    CHECK(value(map, "actors[0].groups[1].frame_count") == "5");
    CHECK(map.actors.count.stored == 2U);
    CHECK(map.objects.count.stored == 7U);
    CHECK(value(map, "walk_maps[0].node_count") == "4");
    CHECK(value(map, "walk_maps[0].nodes[0].route_count") == "2");
}
