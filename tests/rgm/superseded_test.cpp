// Coordinates and angles as numbers: their text, and the texts of earlier versions, which had other attributes.
#include <catch2/catch.hpp>

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/record/binary.hpp"
#include "core/record/describe.hpp"
#include "core/text/text_sink.hpp"
#include "core/xml/xml_reader.hpp"
#include "core/xml/xml_writer.hpp"
#include "rgm/actor.hpp"
#include "rgm/animation.hpp"
#include "rgm/map.hpp"
#include "rgm/object.hpp"
#include "rgm/scene_records.hpp"
#include "rgm/walk_map.hpp"
#include "support/map_file.hpp"

using namespace redforge;
using test::hex;
using test::TestFile;
using test::TestSection;

namespace {

/// Returns the XML element of a record.
template <class T>
Result<T> read_element(const std::string& attributes)
{
    const auto document = XmlDocument::parse(fmt::format("<record {}/>", attributes), "old.xml").value();
    T record;
    const Status status = XmlReader(document).document("record", record);
    return status ? Result<T>(record) : fail(status.error());
}

/// Returns the 12 bytes of a record's position, at offset `at`.
template <class T, std::size_t at>
Bytes position_bytes(const std::string& attributes)
{
    CAPTURE(attributes);
    const Result<T> record = read_element<T>(attributes);
    if (!record) {
        FAIL_CHECK(describe(record.error()));
        return {};
    }
    Bytes bytes;
    append_record(bytes, *record);
    return {bytes.begin() + at, bytes.begin() + at + 12};
}

const auto static_bytes = position_bytes<rgm::StaticObject, 0x10>;
const auto flat_bytes = position_bytes<rgm::Flat, 0x08>;
const auto light_bytes = position_bytes<rgm::Light, 0x08>;
const auto rope_bytes = position_bytes<rgm::Rope, 0x04>;

/// Returns bytes 0x18 to 0x25 of an object: has_mesh and the position.
Bytes object_bytes(const std::string& attributes)
{
    CAPTURE(attributes);
    const Result<rgm::Object> record = read_element<rgm::Object>(attributes);
    if (!record) {
        FAIL_CHECK(describe(record.error()));
        return {};
    }
    Bytes bytes;
    append_record(bytes, *record);
    return {bytes.begin() + 0x18, bytes.begin() + 0x26};
}

template <class T>
std::string element_error(const std::string& attributes)
{
    const Result<T> record = read_element<T>(attributes);
    return record ? "" : describe(record.error());
}

template <class T>
std::string element(const T& record)
{
    TextSink sink;
    XmlWriter writer(sink);
    writer.document("record", record);
    const std::string text = sink.str();
    return text.substr(text.find("<record"));
}

/// A record whose first two reserved bytes have become a field.
struct Split {
    std::uint16_t first{};
    std::array<std::uint8_t, 2> reserved{};

    friend bool operator==(const Split&, const Split&) = default;
};

bool take_reserved(Split& split, std::array<std::uint8_t, 4> old)
{
    const bool is_free = split.first == 0;
    split = {static_cast<std::uint16_t>(old[0] | old[1] << 8), {old[2], old[3]}};
    return is_free;
}

template <class Archive>
void serialize(Archive& ar, Split& split, unsigned /*version*/)
{
    field(ar, "first", split.first);
    field(ar, "reserved", split.reserved);
    superseded<std::array<std::uint8_t, 4>>(ar, "reserved", split, {.by = "first and reserved", .take = take_reserved});
}

}  // namespace

TEST_CASE("fixed: prints and reads 256ths exactly")
{
    const auto shown = [](std::int32_t raw) {
        std::string text;
        Leaf<rgm::Fixed8>::append(text, rgm::Fixed8::of_raw(raw));
        return text;
    };
    CHECK(shown(0) == "0");
    CHECK(shown(-51328) == "-200.5");
    CHECK(shown(-128) == "-0.5");
    CHECK(shown(1) == "0.00390625");
    CHECK(shown(-1) == "-0.00390625");
    CHECK(shown(25600) == "100");
    CHECK(shown(2147483647) == "8388607.99609375");
    CHECK(shown(-2147483647 - 1) == "-8388608");
    for (std::int32_t raw = -70000; raw <= 70000; ++raw) {
        rgm::Fixed8 back;
        std::string expected;
        if (!Leaf<rgm::Fixed8>::parse(shown(raw), back, {}, expected) || back.raw != raw) {
            FAIL("raw " << raw);
        }
    }
}

TEST_CASE("fixed: rejects other fractions and out-of-range values, with the nearest value")
{
    const auto error_text = [](std::string_view text) {
        rgm::Fixed8 value = 7;
        std::string expected;
        CHECK_FALSE(Leaf<rgm::Fixed8>::parse(text, value, {}, expected));
        CHECK(value == rgm::Fixed8(7));
        return expected;
    };
    CHECK(error_text("200.3") == "a multiple of 1/256: the nearest are 200.296875 and 200.30078125");
    CHECK(error_text("-200.3") == "a multiple of 1/256: the nearest are -200.30078125 and -200.296875");
    CHECK(error_text("0.000000001") == "a multiple of 1/256: the nearest are 0 and 0.00390625");
    CHECK(error_text("-8388607.999") == "a multiple of 1/256: the nearest are -8388608 and -8388607.99609375");
    const std::string range = "a number from -8388608 to 8388607.99609375 in steps of 1/256";
    for (const std::string_view text : {"8388608", "-8388608.5", "8388607.999", "-8388608.00000001", "1e3", "+1", "",
                                        "-", ".5", "1.", "1.5.5", "0x10", " 1", "99999999999999999999"}) {
        CAPTURE(text);
        CHECK(error_text(text) == range);
    }
    const auto value_of = [](std::string_view text) {
        rgm::Fixed8 value;
        std::string expected;
        CHECK(Leaf<rgm::Fixed8>::parse(text, value, {}, expected));
        return value.raw;
    };
    CHECK(value_of("-0") == 0);
    CHECK(value_of("007.50") == 1920);
    CHECK(value_of("1.000000000000") == 256);
}

TEST_CASE("old texts: reads pads of statics, flats and lights as high coordinate bytes")
{
    CHECK(static_bytes("position.x=\"-77\" position.pad_x=\"255\" position.y=\"2\" position.pad_z=\"7\"") ==
          hex("b3ffffff 02000000 00000007"));
    CHECK(static_bytes("position.x=\"-77\" position.pad_x=\"0\"") == hex("b3ffff00 00000000 00000000"));
    CHECK(static_bytes("position.z=\"16777139\" position.pad_z=\"255\"") == hex("00000000 00000000 b3ffffff"));
    CHECK(static_bytes("position.z=\"16777139\" position.pad_z=\"0\"") == hex("00000000 00000000 b3ffff00"));
    CHECK(static_bytes("position.z=\"16777139\"") == hex("00000000 00000000 b3ffff00"));
    CHECK(static_bytes("position.y=\"-8388608\" position.pad_y=\"128\"") == hex("00000000 00008080 00000000"));
    CHECK(static_bytes("position.y=\"8388607\" position.pad_y=\"1\"") == hex("00000000 ffff7f01 00000000"));
    CHECK(static_bytes("position.pad_y=\"255\"") == hex("00000000 000000ff 00000000"));
    CHECK(flat_bytes("position.pad_x=\"1\" position.x=\"5\" position.z=\"16777215\" position.pad_z=\"255\"") ==
          hex("05000001 00000000 ffffffff"));
    CHECK(light_bytes("position.z=\"-1\" position.pad_z=\"1\"") == hex("00000000 00000000 ffffff01"));
    // In the current form.
    CHECK(static_bytes("position.x=\"-77\" position.y=\"-2147483648\"") == hex("b3ffffff 00000080 00000000"));
    rgm::StaticObject wall;
    wall.position.y = -200;
    CHECK(element(wall) == "<record position.y=\"-200\"/>\n");
}

TEST_CASE("old texts: reads pads of objects and ropes as fractions")
{
    CHECK(object_bytes("is_static=\"1\" position.x=\"-1\" position.y=\"2\" position.z=\"3\"") ==
          hex("0100 00ffffff 00020000 00030000"));
    // 0x18 is_static, 0x19 and 0x1A reserved, 0x1B x, 0x1E pad_x, 0x1F y, 0x22 pad_y, 0x23 z
    CHECK(object_bytes("is_static=\"1\" reserved=\"-2\" position.x=\"-1\" position.pad_x=\"170\" "
                       "position.y=\"-8388608\" position.pad_y=\"187\" position.z=\"16777215\"") ==
          hex("01 feff ffffff aa 000080 bb ffffff"));
    CHECK(object_bytes("position.z=\"8388608\"") == hex("0000 00000000 00000000 00000080"));
    CHECK(object_bytes("reserved=\"513\"") == hex("0001 02000000 00000000 00000000"));
    CHECK(object_bytes("position.pad_y=\"128\" position.z=\"18\"") == hex("0000 00000000 00000000 80120000"));
    CHECK(rope_bytes("reserved=\"9\" position.x=\"1\" position.pad_x=\"8\" position.y=\"-2\" position.pad_y=\"7\" "
                     "position.z=\"-3\"") == hex("09 010000 08 feffff 07 fdffff"));
    rgm::Object object;
    object.position = {rgm::Fixed8::of_raw(-51328), -77, 5};
    CHECK(element(object) == "<record position.x=\"-200.5\" position.y=\"-77\" position.z=\"5\"/>\n");
    CHECK(object_bytes("position.x=\"-200.5\" position.y=\"-77\" position.z=\"5\"") ==
          hex("0000 8037ffff 00b3ffff 00050000"));
}

TEST_CASE("old texts: reads unsigned angles as signed angles with the same bytes")
{
    CHECK(read_element<rgm::Object>("angle.x=\"4294966784\" angle.y=\"-512\" angle.z=\"2147483648\"")->angle ==
          rgm::Angles{-512, -512, -2147483647 - 1});
    CHECK(element_error<rgm::Object>("angle.x=\"4294967296\"") ==
          "old.xml:1:9: angle.x=\"4294967296\" of <record>; expected a whole number from -2147483648 to 2147483647");
    rgm::Object object;
    object.angle.y = -512;
    CHECK(element(object) == "<record angle.y=\"-512\"/>\n");
}

TEST_CASE("old texts: reads an array that was split into a field and a shorter array")
{
    CHECK(read_element<Split>("first=\"513\" reserved=\"3 4\"").value() == Split{513, {3, 4}});
    CHECK(read_element<Split>("reserved=\"1 2 3 4\"").value() == Split{513, {3, 4}});
    CHECK(
        element_error<Split>("first=\"7\" reserved=\"1 2 3 4\"") ==
        "old.xml:1:19: reserved=\"1 2 3 4\" contradicts first and reserved of <record>; reserved is part of first and "
        "reserved now; leave reserved out");
    CHECK(element_error<Split>("reserved=\"1 2 3\"") ==
          "old.xml:1:9: reserved=\"1 2 3\" of <record>; expected 2 numbers, found more");
}

TEST_CASE("old texts: rejects contradictions, and names the current attribute")
{
    CHECK(element_error<rgm::StaticObject>("position.x=\"16777216\" position.pad_x=\"0\"") ==
          "old.xml:1:31: position.pad_x=\"0\" contradicts position.x of <record>; position.pad_x is part of position.x "
          "now; leave position.pad_x out");
    CHECK(element_error<rgm::Object>("position.y=\"0.5\" position.pad_x=\"1\"") ==
          "old.xml:1:26: position.pad_x=\"1\" contradicts position.y of <record>; position.pad_x is part of position.y "
          "now; leave position.pad_x out");
    CHECK(element_error<rgm::StaticObject>("position.pad_x=\"256\"") ==
          "old.xml:1:9: position.pad_x=\"256\" of <record>; expected a whole number from 0 to 255");
    CHECK(element_error<rgm::Object>("has_mesh=\"1\" is_static=\"1\"") ==
          "old.xml:1:22: <record> has both is_static and has_mesh; is_static is called has_mesh now; keep that one");
    CHECK(element_error<rgm::Object>("position.pad_z=\"1\"") ==
          "old.xml:1:9: <record> has no attribute \"position.pad_z\"; did you mean position.z?");
    CHECK(element_error<rgm::StaticObject>("position.pad_x=\"1\" position.pad_x=\"1\"") != "");
}

TEST_CASE("old texts: reads renamed fields by their earlier names")
{
    CHECK(read_element<rgm::Object>("model_id=\"-3\"").value().size_row == -3);
    CHECK_FALSE(read_element<rgm::Object>("model_id=\"-3\" size_row=\"1\""));
    CHECK(read_element<rgm::Actor>("script_name=\"A\" soup_func_primary=\"7\"").value().header.size_primary == 7);
    CHECK(read_element<rgm::Actor>("script_name=\"A\" soup_func_secondary=\"8\"").value().header.size_secondary == 8);
    CHECK(read_element<rgm::Actor>("script_name=\"A\" soup_func_tertiary=\"9\"").value().header.size_tertiary == 9);
    CHECK(read_element<rgm::ExtraData>("field_12=\"300\"").value().collision_scale == 300);
    CHECK(read_element<rgm::AnimationFile>("file_path=\"A\" reserved=\"169\"").value().plane_count == 169);
    const rgm::Command sound = read_element<rgm::Command>("op=\"PlaySound\" sound=\"5\" volume=\"-2\"").value();
    CHECK(sound.parameter(1) == -2);
    // Other commands never had this name.
    CHECK_FALSE(read_element<rgm::Command>("op=\"Rumble\" volume=\"1\""));
}

TEST_CASE("old texts: reads stored lengths and costs of walk maps")
{
    // A text of a version that included the length words in lengths, and stored the file's values as exceptions.
    const std::string text = "<map><walk_maps><walk_map map_length=\"64\"><node node_length=\"12\" node_pos_x=\"3\">"
                             "<route target_node_id=\"1\" cost=\"5\"/></node>"
                             "<node node_length=\"12\" node_pos_y=\"4\"><route cost=\"77\"/></node></walk_map>"
                             "</walk_maps></map>";
    const auto document = XmlDocument::parse(text, "old.xml").value();
    rgm::Map map;
    REQUIRE(XmlReader(document).document("map", map));
    const TestFile file = TestFile::cut(rgm::write_map(map).value());
    const auto section = std::ranges::find(file.sections, "WDNM", &TestSection::tag);
    REQUIRE(section != file.sections.end());
    CHECK(section->payload == hex("01000000 40000000 02000000 02000000 00000000 00000000 00000000 00000000"
                                  "0c000000 0300 0000 0000 00 01 0100 0500"
                                  "0c000000 0000 0400 0000 00 01 0000 4d00"));
    // Only 64 and 77 differ from the computed values: 24 + 2 x 16 bytes, and the distance 5.
    const rgm::Map again = rgm::read_map(rgm::write_map(map).value()).value();
    CHECK(again.walk_maps.records[0].header.map_length.stored == 64U);
    CHECK_FALSE(again.walk_maps.records[0].nodes[0].header.node_length.stored);
    CHECK_FALSE(again.walk_maps.records[0].nodes[0].routes[0].cost.stored);
    CHECK(again.walk_maps.records[0].nodes[1].routes[0].cost.stored == 77);
}
