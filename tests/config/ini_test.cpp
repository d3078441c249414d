// INI files and cheats: parsing, lossless round trip, and rejected files.
#include <catch2/catch.hpp>

#include "art/bank_builder.hpp"
#include "config/cheats.hpp"
#include "config/ini.hpp"
#include "config/known_keys.hpp"
#include "edit/document/recognise.hpp"
#include "support/outcome.hpp"

using namespace redforge;
using namespace redforge::config;
using art::test::bytes_of;
using art::test::law_violation;
using redforge::test::need;
using redforge::test::require_error;

namespace {

Ini read_text(std::string_view text)
{
    return need(read_ini(as_bytes(text)));
}

std::string written(const Ini& ini)
{
    return std::string(as_text(need(write_ini(ini))));
}

const Key& key_at(const Lines& lines, std::size_t i)
{
    return std::get<Key>(lines.at(i));
}

constexpr std::string_view worlds = "; the worlds\r\n"
                                    "[world]\r\n"
                                    "start_world=0\r\n"
                                    "world_map[1] = MAPS\\ISLAND.rgm\t; the first\r\n"
                                    "\r\n"
                                    "  [empty] ; nothing\n"
                                    "302, 0, DEEPWATER\r\n"
                                    "last=\t";

}  // namespace

TEST_CASE("INI: keeps sections, keys, comments and rows with every byte", "[config]")
{
    CHECK(is_ini(as_bytes(worlds)));
    const Ini ini = read_text(worlds);
    CHECK(ini.equals.bytes == "=");
    CHECK(ini.end.bytes == "\r\n");
    REQUIRE(ini.lines.size() == 1);
    CHECK(std::get<Line>(ini.lines[0]).text.bytes == "; the worlds");
    REQUIRE(ini.sections.size() == 2);
    CHECK(ini.sections[0].name.bytes == "world");
    REQUIRE(ini.sections[0].lines.size() == 3);
    CHECK(key_at(ini.sections[0].lines, 0).name.bytes == "start_world");
    CHECK(key_at(ini.sections[0].lines, 0).value.bytes == "0");
    CHECK_FALSE(key_at(ini.sections[0].lines, 0).equals.stored);
    const Key& map = key_at(ini.sections[0].lines, 1);
    CHECK(map.name.bytes == "world_map[1]");
    CHECK(map.value.bytes == "MAPS\\ISLAND.rgm");
    CHECK(map.rest.bytes == "\t; the first");
    CHECK(map.equals.stored == Text(" = "));
    CHECK(ini.sections[1].indent.bytes == "  ");
    CHECK(ini.sections[1].rest.bytes == " ; nothing");
    CHECK(ini.sections[1].end.stored == Text("\n"));
    CHECK(std::get<Line>(ini.sections[1].lines[0]).text.bytes == "302, 0, DEEPWATER");
    CHECK(key_at(ini.sections[1].lines, 1).value.bytes.empty());
    CHECK(key_at(ini.sections[1].lines, 1).end.stored == Text(""));
    CHECK(law_violation(ini, as_bytes(worlds), write_ini).empty());
}

TEST_CASE("INI: editing a value keeps every other byte", "[config]")
{
    Ini ini = read_text(worlds);
    std::get<Key>(ini.sections[0].lines[1]).value = "MAPS\\NEW.rgm";
    std::string expected(worlds);
    expected.replace(expected.find("MAPS\\ISLAND.rgm"), 15, "MAPS\\NEW.rgm");
    CHECK(written(ini) == expected);

    // A line added after one without a line end completes it. Both get the file's line end.
    ini.sections[1].lines.emplace_back(Key{"more", "1", {}, {}, {}, {}});
    CHECK(written(ini) == expected + "\r\nmore=1\r\n");
}

TEST_CASE("INI: known values have labels", "[config]")
{
    CHECK(key_description(Key{"world_palette[12]", {}, {}, {}, {}, {}}.alternative()).label == "Palette");
    CHECK(key_description(Key{"World_Map[1]", {}, {}, {}, {}, {}}.alternative()).refers_to == Target::file);
    CHECK(Key{"my_own", {}, {}, {}, {}, {}}.alternative() == 0);
    const Ini ini = read_text("[items]\nname[3] = ?x03\n");
    const Section* const items = find_section(ini, "ITEMS");
    REQUIRE(items != nullptr);
    REQUIRE(find_value(*items, "NAME[3]") != nullptr);
    CHECK(find_value(*items, "NAME[3]")->bytes == "?x03");
    CHECK(find_value(*items, "name[4]") == nullptr);
}

TEST_CASE("INI: known keys have the ranges, programs and meanings of the reference sheet", "[config]")
{
    CHECK(known_keys().size() == 420);
    const auto only = [](std::string_view file, std::string_view key) {
        const auto found = find_known_keys(file, key);
        REQUIRE(found.size() == 1);
        return *found.front();
    };
    const KnownKey distance = only("system.ini", "Sound_Distance");
    CHECK(distance.section == "system");
    CHECK(distance.type == SettingType::integer);
    REQUIRE(distance.range);
    CHECK(distance.range->min == 4);
    CHECK(distance.program.empty());
    CHECK(distance.doc() ==
          "A whole number, 4 to 1000000; RG.EXE and RGFX.EXE read it. In units of 36 map units: 64 is "
          "2,304. The game divides by zero at 3 or less.");
    CHECK(only("WORLD.INI", "world_skyfx[3]").program == "RGFX.EXE");
    CHECK(only("WORLD.INI", "world_sky[3]").program == "RG.EXE");
    CHECK(only("WORLD.INI", "world_node_map4[27]").program == "none");
    CHECK(only("MENU.INI", "movie12_text[3]").name == "movie#_text");
    CHECK(only("ITEM.INI", "bitmap[3]").type == SettingType::integer);  // a frame, not a file
    CHECK(find_known_keys("WORLD.INI", "sound_distance").empty());
    CHECK(find_known_keys("COMBAT.INI", "arc").size() == 2);
    CHECK(matches_name("Attack07", "attack#"));
    CHECK_FALSE(matches_name("attack", "attack#"));
    // A name of several sections has a meaning for each.
    const KeyDescription& type = key_description(number_of_key_description("type[2]"));
    CHECK(type.doc.find("In [items] of ITEM.INI: Kind.") != std::string::npos);
    CHECK(type.doc.find("In [taunt#] of COMBAT.INI: Occasion.") != std::string::npos);
}

TEST_CASE("INI: splits a line into indent, name, sign, value and rest", "[config]")
{
    struct Row {
        std::string_view line, indent, name, equals, value, rest;
    };
    for (const Row& row : std::vector<Row>{{"a=1", "", "a", "=", "1", ""},
                                           {"\ta \t=\t 1 2 \t", "\t", "a", " \t=\t ", "1 2", " \t"},
                                           {"a=1 ; b=2", "", "a", "=", "1", " ; b=2"},
                                           {"a= ;c", "", "a", "= ", "", ";c"},
                                           {"a==b", "", "a", "=", "=b", ""},
                                           {"a b =", "", "a b", " =", "", ""},
                                           {"[a=1", "", "[a", "=", "1", ""},
                                           {"a=1\r", "", "a", "=", "1\r", ""},
                                           {" a=]", " ", "a", "=", "]", ""}}) {
        CAPTURE(row.line);
        const Ini ini = read_text("[s]\n" + std::string(row.line));
        const Key& key = key_at(ini.sections[0].lines, 0);
        CHECK(key.indent.bytes == row.indent);
        CHECK(key.name.bytes == row.name);
        CHECK(key.equals.value_or(ini.equals).bytes == row.equals);
        CHECK(key.value.bytes == row.value);
        CHECK(key.rest.bytes == row.rest);
        CHECK(written(ini) == "[s]\n" + std::string(row.line));
    }
    for (const std::string line : {"a", "=1", " \t=1", "; a=1", "a ;=1", "a]", "a [b]", "[b", "", " "}) {
        CAPTURE(line);
        const Ini ini = read_text("[s]\n" + line + "\n");
        REQUIRE(ini.sections.size() == 1);
        REQUIRE(ini.sections[0].lines.size() == 1);
        REQUIRE(std::holds_alternative<Line>(ini.sections[0].lines[0]));
        CHECK(std::get<Line>(ini.sections[0].lines[0]).text.bytes == line);
    }
    const Ini headed = read_text("\t[a b]c]d=1\n[]\n");
    REQUIRE(headed.sections.size() == 2);
    CHECK(headed.sections[0].indent.bytes == "\t");
    CHECK(headed.sections[0].name.bytes == "a b");
    CHECK(headed.sections[0].rest.bytes == "c]d=1");
    CHECK(headed.sections[1].name.bytes.empty());
}

TEST_CASE("INI: an added line is formatted like the first lines", "[config]")
{
    const auto with_one_more = [](std::string_view text) {
        Ini ini = read_text(text);
        (ini.sections.empty() ? ini.lines : ini.sections.back().lines).emplace_back(Key{"z", "9", {}, {}, {}, {}});
        return written(ini);
    };
    CHECK(with_one_more("[a]\nx = 1\ny=2\n") == "[a]\nx = 1\ny=2\nz = 9\n");
    CHECK(with_one_more("[a]\r\nx=1\ny = 2\n") == "[a]\r\nx=1\ny = 2\nz=9\r\n");
    CHECK(with_one_more("x: 1\n[a]\n") == "x: 1\n[a]\nz = 9\n");
    CHECK(with_one_more("x : 1\ny\t=1\n") == "x : 1\ny\t=1\nz\t=9\n");
    CHECK(with_one_more("[a]\nx=1") == "[a]\nx=1\nz=9\n");
    CHECK(with_one_more("x=1") == "x=1\r\nz=9");  // no line shows the line end of the file
}

TEST_CASE("INI: rejects lines that would read back differently, with their position", "[config]")
{
    const auto error_text = [](auto change) {
        Ini ini = read_text("[a]\nx = 1\ny = 2\n");
        change(ini);
        return require_error(write_ini(ini)).field;
    };
    const auto key = [](Ini& ini) -> Key& { return std::get<Key>(ini.sections[0].lines[1]); };
    CHECK(error_text([&](Ini& ini) { key(ini).value = "2 ; 3"; }) == "sections[0].lines[1]");
    CHECK(error_text([&](Ini& ini) { key(ini).value = " 2"; }) == "sections[0].lines[1]");
    CHECK(error_text([&](Ini& ini) { key(ini).name = "y=z"; }) == "sections[0].lines[1]");
    CHECK(error_text([&](Ini& ini) { key(ini).value = "2\n3"; }) == "sections[0].lines[1]");
    CHECK(error_text([](Ini& ini) { ini.sections[0].name = "a]"; }) == "sections[0]");
    CHECK(error_text([](Ini& ini) { ini.lines.emplace_back(Line{"[b]", {}}); }) == "lines[0]");
    CHECK(require_error(read_ini(as_bytes(std::string_view("[a]\n\0", 5)))).offset == 4U);
}

TEST_CASE("INI: recognises only files of sections or numbers", "[config]")
{
    CHECK(is_ini(as_bytes("; 46 is the last\n0,0\n33,1\n")));
    CHECK_FALSE(is_ini(as_bytes("Readme\n[a]\n")));
    CHECK_FALSE(is_ini(as_bytes("; nothing\n")));
    CHECK_FALSE(is_ini(as_bytes("[1, 2, \"x\"]\n")));
    CHECK_FALSE(is_ini(as_bytes("")));
    for (const std::string_view header :
         {"[a]", "\n ; note\n\t[a b] ; note\r\nx", "[a-1]\n", "1,2", "-1, 2,\t3 ; note"}) {
        CAPTURE(header);
        CHECK(is_ini(as_bytes(header)));
    }
    for (const std::string_view other : {"[]", "[a", "[a\n]", "a]", "[a] b", "12", "1 2", "1,x", "[a\"]", "[a']",
                                         "[a{]", "[a}]", "[a<]", "[a>]", "[a\\]"}) {
        CAPTURE(other);
        CHECK_FALSE(is_ini(as_bytes(other)));
    }
    CHECK_FALSE(is_ini(as_bytes(std::string_view("[a]\n\0", 5))));
    CHECK(can_begin_ini(as_bytes("; a long comment")));
    CHECK(can_begin_ini(as_bytes("")));
    CHECK(can_begin_ini(as_bytes("; note\n[a")));  // the rest of the line may follow
    CHECK(can_begin_ini(as_bytes("[a]\nx")));
    CHECK_FALSE(can_begin_ini(as_bytes("[a\n")));
    CHECK_FALSE(can_begin_ini(as_bytes(std::string_view("; \0", 3))));
    CHECK_FALSE(can_begin_ini(as_bytes("a = 1\n")));
}

TEST_CASE("CHT: has 64 numbers, of which 13 have names", "[config]")
{
    Bytes bytes(256);
    bytes[4] = std::byte{1};
    bytes[48] = std::byte{1};
    bytes[252] = std::byte{2};
    CHECK(is_cheats(bytes));
    const Cheats cheats = need(read_cheats(bytes));
    CHECK(cheats.on[0] == 0);
    CHECK(cheats.on[1] == 1);
    CHECK(cheats.on[12] == 1);
    CHECK(cheats.unused[50] == 2);
    CHECK(law_violation(cheats, bytes, write_cheats).empty());
    CHECK(art::test::to_xml(cheats).find(" nodemarker=\"1\" yeahbaby=\"1\"") != std::string::npos);
    bytes[5] = std::byte{1};
    CHECK_FALSE(is_cheats(bytes));  // 257 is not a valid content
    CHECK(need(read_cheats(bytes)).on[1] == 257);
}

TEST_CASE("CHT: keeps the bytes of a file of any size", "[config]")
{
    Bytes bytes(270);
    bytes[0] = std::byte{1};
    for (const std::size_t size : {0U, 3U, 4U, 52U, 255U, 256U, 259U, 270U}) {
        CAPTURE(size);
        const ByteView file = ByteView(bytes).first(size);
        const Cheats cheats = need(read_cheats(file));
        CHECK(cheats.on[0] == (size >= 4 ? 1U : 0U));
        CHECK(cheats.numbers.stored.has_value() == (size < 256));
        CHECK(law_violation(cheats, file, write_cheats).empty());
    }
    CHECK(need(read_cheats(ByteView(bytes).first(55))).numbers.stored == 13U);
    CHECK(need(read_cheats(ByteView(bytes).first(55))).tail.size() == 3);

    Cheats few;
    few.numbers = 1;
    few.on[1] = 1;
    CHECK(require_error(write_cheats(few)).message == "number 1 is 1, in a file of 1 numbers");
    few.on[1] = 0;
    few.tail.resize(4);
    CHECK(require_error(write_cheats(few)).field == "tail");
}

TEST_CASE("INI: keeps a byte order mark, and text before the first section", "[config]")
{
    const std::string_view text = "\xEF\xBB\xBF[a]\nx = 1\n";
    CHECK(is_ini(as_bytes(text)));
    const Ini ini = read_text(text);
    CHECK(ini.has_bom == 1);
    REQUIRE(ini.sections.size() == 1);
    CHECK(ini.sections[0].name.bytes == "a");
    CHECK(written(ini) == text);

    for (const std::string_view odd :
         {"", "\xEF\xBB\xBF", "; nothing", "Readme\n[a]\nx=1\n", "a = 1\r\n", "[a]3\nb=2"}) {
        CAPTURE(odd);
        CHECK(written(read_text(odd)) == odd);
        CHECK(law_violation(read_text(odd), as_bytes(odd), write_ini).empty());
    }
    Ini marked = read_text("x\n");
    std::get<Line>(marked.lines[0]).text = "\xEF\xBB\xBFx";
    CHECK(require_error(write_ini(marked)).field == "has_bom");
}

TEST_CASE("formats: recognises a file without a signature by its name", "[config]")
{
    const auto root = [](std::string_view content, std::string_view name) {
        const Format* const format = edit::recognise(as_bytes(content), name);
        return format == nullptr ? std::string_view("none") : format->root();
    };
    CHECK(root("Readme\n[a]\n", "odd.INI") == "ini");
    CHECK(root("", "empty.ini") == "ini");
    CHECK(root("; nothing\n", "a/b.Ini") == "ini");
    CHECK(root("\xEF\xBB\xBF; nothing\n", "b.ini") == "ini");
    CHECK(root("Readme\n", "README") == "none");
    CHECK(root("a\n[b]\n", "settings.cfg") == "none");
    CHECK(root("[b]\nx=1\n", "settings.cfg") == "ini");
    CHECK(root(std::string_view("a\0", 2), "binary.ini") == "none");
    CHECK(root("12345678", "REDGUARD.CHT") == "cheats");
    CHECK(root("12345678", "REDGUARD.BIN") == "none");
    CHECK(root("<ini/>", "text.ini") == "none");
}
