// Differences, patches, conflicts and errors as users see them: small examples of each format, written by hand.
#include <catch2/catch.hpp>

#include "edit/change_lines.hpp"
#include "edit/merge/merge.hpp"
#include "edit/patching.hpp"
#include "support/outcome.hpp"

using namespace redforge;
using namespace redforge::test;
using edit::Document;

namespace {

using Lines = std::vector<std::string>;

Document read(const std::string& text)
{
    return need(edit::read_text(text, "example.xml"), text);
}

/// Returns a text with one value replaced.
std::string with(std::string text, const std::string& from, const std::string& to)
{
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
}

/// Returns the lines of `redforge diff` for a text and the text with one value replaced.
Lines difference(const std::string& text, const std::string& from, const std::string& to)
{
    return change_lines_between(read(text), read(with(text, from, to)));
}

/// Returns the edits of `redforge diff --xml`, without the enclosing lines.
std::string edits(const std::string& before, const std::string& after)
{
    const std::string patch = patch_of(read(before), read(after));
    const std::size_t begin = patch.find("<edits patch=\"1\"");
    const std::size_t line = patch.find('\n', begin) + 1;
    return patch.substr(line, patch.rfind("</edits>") - line);
}

Lines conflicts(const std::string& base, const std::string& ours, const std::string& theirs)
{
    Lines lines;
    for (const edit::Conflict& conflict : edit::merge(read(base), read(ours), read(theirs)).conflicts) {
        lines.push_back(edit::conflict_line(conflict));
    }
    return lines;
}

/// Applies the patch from base to ours to theirs, and returns the conflict or the error.
std::string patch_conflict(const std::string& base, const std::string& ours, const std::string& theirs)
{
    const Applied applied = patched(read(theirs), patch_of(read(base), read(ours)));
    REQUIRE(applied.result.conflicts.size() == 1);
    return edit::conflict_line(applied.result.conflicts.front());
}

std::string error_of(const std::string& bytes)
{
    const ByteView view = as_bytes(bytes);
    return describe(require_error(edit::read_binary(Bytes(view.begin(), view.end()))));
}

std::string zeros(std::size_t size)
{
    return std::string(size, '\0');
}

const std::string house = R"(<map><objects>
  <object id="1" script_name="DOOR01" position.x="100"/>
  <object id="2" script_name="GUARD01"/>
  <object id="3" script_name="CHEST"/>
</objects></map>)";
const std::string sword = R"(<strings kind="plain" encoding="1252">
  <string id="0x00000001" text="Iron Sword"/>
</strings>)";
const std::string world =
    R"(<ini><section name="world"><key name="start" value="0"/><line text="; one"/></section></ini>)";
const std::string words = R"(<dialogue>
  <entry label="?aaa" row="1" text="hi"/>
  <entry label="#bon" row="0" text="yes"><voice>52494646 0102</voice></entry>
</dialogue>)";
const std::string iron = R"(<plugin header_size="later"><header version="1.7"/>
  <group type="top" label="KYWD"><record type="KYWD" editor_id="Iron" form_id="00000800"/></group>
</plugin>)";

}  // namespace

TEST_CASE("examples: differences name the record, the field and both values", "[edit]")
{
    CHECK(difference(house, "x=\"100\"", "x=\"-50\"") == Lines{"objects[0] 1 DOOR01: position.x 100 -> -50"});
    CHECK(difference(sword, "Sword", "Dagger") ==
          Lines{R"(strings[0] 0x00000001: text "Iron Sword" -> "Iron Dagger")"});
    CHECK(difference(world, "value=\"0\"", "value=\"27\"") ==
          Lines{R"(sections[0].lines[0] start: value "0" -> "27")"});
    CHECK(difference(words, "hi", "hello") == Lines{R"(entries[0] ?aaa: text "hi" -> "hello")"});
    CHECK(difference(words, "0102", "0103") == Lines{R"(entries[1] #bon: voice "524946460102" -> "524946460103")"});
    CHECK(difference(iron, "Iron", "Steel") == Lines{R"(records[Steel] 00000800: editor_id "Iron" -> "Steel")"});
    CHECK(difference(R"(<font line_height="9"><colour r="1" g="2" b="3"/></font>)", "b=\"3\"", "b=\"4\"") ==
          Lines{"colours[0]: b 3 -> 4"});
    CHECK(difference(R"(<palette><colour r="1" g="2" b="3"/></palette>)", "r=\"1\"", "r=\"0\"") ==
          Lines{"colours[0]: r 1 -> 0"});
    CHECK(difference(R"(<model version="v4.0"><frame><vertex x="1" y="2" z="3"/></frame></model>)", "3", "4") ==
          Lines{"frames[0].vertices[0]: z 3 -> 4"});
    CHECK(
        difference(R"(<rob><segment name="BOX"/></rob>)", "BOX", "TABLE") ==
        Lines{"+ segments[0] TABLE", "<segment name=\"TABLE\"/>\n", "- segments[0] BOX", "<segment name=\"BOX\"/>\n"});
    CHECK(difference(R"(<effects><effect number="0" loop="-31"/></effects>)", "-31", "5") ==
          Lines{"effects[0] 0: loop -31 -> 5"});
    CHECK(difference(R"(<visibility><node mask="65"/><leaf runs="1 2"/></visibility>)", "1 2", "1 3") ==
          Lines{"leaves[0]: runs 1 2 -> 1 3"});
    CHECK(difference(R"(<cheats nodemarker="1"/>)", "1", "0") == Lines{"nodemarker 1 -> 0"});
    CHECK(difference(R"(<definitions><line kind="flag" type="NUMBER" name="Gold" value="3"/></definitions>)", "3",
                     "9") == Lines{"lines[0]: value 3 -> 9"});
    CHECK(difference(R"(<terrain reserved="7"/>)", "7", "8") == Lines{"reserved 7 -> 8"});
}

TEST_CASE("examples: differences show moved, added and removed records", "[edit]")
{
    CHECK(change_lines_between(read(house), read(R"(<map><objects>
  <object id="3" script_name="CHEST"/>
  <object id="1" script_name="DOOR02" position.x="100"/>
  <object id="4" script_name="BARREL"/>
</objects></map>)")) == Lines{
                            "objects[0] 3 CHEST: moved from objects[2]",
                            "objects[1] 1 DOOR02: script_name \"DOOR01\" -> \"DOOR02\"",
                            "+ objects[2] 4 BARREL",
                            "<object id=\"4\" script_name=\"BARREL\"/>\n",
                            "- objects[1] 2 GUARD01",
                            "<object id=\"2\" script_name=\"GUARD01\"/>\n",
                        });
}

TEST_CASE("examples: long values are cut around their first difference", "[edit]")
{
    const std::string twenty = "abcdefghijklmnopqrst";
    const std::string text = R"(<strings kind="plain" encoding="1252"><string id="0x00000001" text=")" + twenty +
                             twenty + "X" + twenty + twenty + "\"/></strings>";
    CHECK(difference(text, "X", "Y") ==
          Lines{"strings[0] 0x00000001: text ..." + twenty + "X" + twenty + twenty.substr(0, 13) + "... -> ..." +
                twenty + "Y" + twenty + twenty.substr(0, 13) + "..."});
    CHECK(difference(text, "=\"abc", "=\"Abc") ==
          Lines{"strings[0] 0x00000001: text \"" + twenty + twenty + "X" + twenty.substr(0, 15) + "... -> \"A" +
                twenty.substr(1) + twenty + "X" + twenty.substr(0, 15) + "..."});
    // Up to 16 bytes are shown. For more bytes, the position of the first difference is shown.
    const std::string voice = R"(<dialogue><entry label="a" row="0" text=""><voice>)" + std::string(30, '0') +
                              "12</voice></entry></dialogue>";
    CHECK(difference(voice, "12</", "34</") == Lines{"entries[0] a: voice \"000000000000000000000000000000"
                                                     "12\" -> \"000000000000000000000000000000"
                                                     "34\""});
    const std::string longer = with(voice, "12</", "1200</");
    CHECK(difference(longer, "1200</", "3400</") ==
          Lines{"entries[0] a: voice 17 bytes, first difference at byte 15: 1200 -> 3400"});
    CHECK(difference(longer, "1200</", "12</") ==
          Lines{"entries[0] a: voice 17 bytes -> 16 bytes, first difference at byte 16: 00 -> "});
    // A long name is not cut, and appears once.
    const std::string name = twenty + twenty;
    CHECK(difference(iron, "Iron", name + "u").front().starts_with("records[" + name + "u] 00000800: "));
}

TEST_CASE("examples: a patch finds records by key or content, with the old values", "[edit][patch]")
{
    CHECK(edits(house, with(house, "x=\"100\"", "x=\"-50\"")) ==
          "  <set path=\"objects[id=1].position.x\" was=\"100\" value=\"-50\"/>\n");
    CHECK(edits(house, R"(<map><objects>
  <object id="3" script_name="CHEST"/>
  <object id="1" script_name="DOOR01" position.x="100"/>
  <object id="4" script_name="BARREL"/>
</objects></map>)") == R"(  <remove path="objects[id=2]" was="#1402078a22f4"/>
  <move path="objects[id=3]" after="start" before="[id=1]"/>
  <add path="objects" after="[id=1] [id=3]" before="end">
<object id="4" script_name="BARREL"/>
  </add>
)");
    CHECK(edits(sword, with(sword, "Sword", "Dagger")) ==
          "  <set path=\"strings[id=0x00000001].text\" was=\"Iron Sword\" value=\"Iron Dagger\"/>\n");
    // A line without a key is identified by its content, a sketch of its values and its neighbours.
    CHECK(edits(world, with(world, "; one", "; two")) ==
          "  <set path=\"sections[name=world].lines[#5072bad16696 like 7200 between 125d784306fe end].text\" "
          "was=\"; one\" value=\"; two\"/>\n");
    CHECK(edits(words, with(words, "0102", "0103")) ==
          "  <set path=\"entries[#b41c3eb3abeb like 86879e00000000000000000000f90000 between 7c4d1cdac4da end].voice\" "
          "was=\"524946460102\" value=\"524946460103\"/>\n");
    CHECK(edits(iron, with(iron, "Iron", "Steel")) ==
          "  <set path=\"entries[label=KYWD][form_id=00000800].editor_id\" was=\"Iron\" value=\"Steel\"/>\n");
    CHECK(edits(R"(<font line_height="9"/>)", R"(<font line_height="10"/>)") ==
          "  <set path=\"line_height\" was=\"9\" value=\"10\"/>\n");
}

TEST_CASE("examples: conflicts name the record, the field and the three values", "[edit][merge]")
{
    CHECK(conflicts(house, with(house, "100", "1"), with(house, "100", "2")) ==
          Lines{"objects[0] 1 DOOR01: position.x: base 100, ours 1, theirs 2"});
    CHECK(conflicts(house, with(house, "GUARD01", "GUARD02"),
                    with(house, "  <object id=\"2\" script_name=\"GUARD01\"/>\n", "")) ==
          Lines{"objects[1] 2 GUARD02: ours changes it, theirs removes it"});
    CHECK(conflicts(sword, with(sword, "Sword", "Axe"), with(sword, "Sword", "Bow")) ==
          Lines{R"(strings[0] 0x00000001: text: base "Iron Sword", ours "Iron Axe", theirs "Iron Bow")"});
    CHECK(conflicts(words, with(words, "0102", "01"), with(words, "0102", "010203")) ==
          Lines{"entries[1] #bon: voice: base 6 bytes, ours 5, theirs 7"});
    CHECK(conflicts(R"(<font line_height="9"/>)", R"(<font line_height="8"/>)", R"(<font line_height="7"/>)") ==
          Lines{"line_height: base 9, ours 8, theirs 7"});
    CHECK(conflicts(iron, with(iron, "Iron", "Steel"), with(iron, "Iron", "Gold")) ==
          Lines{R"(records[Steel] Steel 00000800: editor_id: base "Iron", ours "Steel", theirs "Gold")"});
}

TEST_CASE("examples: a patch that does not fit names the missing records", "[edit][patch]")
{
    CHECK(patch_conflict(house, with(house, "100", "1"), with(house, "100", "2")) ==
          "objects[0] 1 DOOR01: position.x: base 100, ours 2, theirs 1");
    CHECK(patch_conflict(house, with(house, "100", "1"), with(house, "id=\"1\"", "id=\"9\"")) ==
          "objects[id=1].position.x: there is none here");
    CHECK(patch_conflict(words, with(words, "0102", "01"), with(words, "0102", "010203")) ==
          "entries[#b41c3eb3abeb like 86879e00000000000000000000f90000 between 7c4d1cdac4da end].voice: there is none "
          "here");
    CHECK(patch_conflict(house, with(house, "  <object id=\"3\" script_name=\"CHEST\"/>\n", ""),
                         with(house, "CHEST", "BARREL")) == "objects[2] 3 BARREL: ours changes it, theirs removes it");
}

TEST_CASE("examples: the error for a truncated file has its end and the expected data", "[edit]")
{
    CHECK(error_of("") == "an empty file; was it cut off?");
    CHECK(error_of("PK\x03\x04") == "a ZIP archive; extract it first; a mod package is for redforge mod check");
    CHECK(error_of("OCTH" + zeros(3)) ==
          "not a file of any known format; it begins with 4F 43 54 48 00 00 00; redforge schema lists the formats");
    CHECK(error_of("TES4" + std::string("\x12\0\0\0", 4) + zeros(16)) ==
          "byte 4 (0x4): TES4: 18 bytes, but only 0 follow; the file was cut off");
    CHECK(error_of("TES4SAVEGAME" + zeros(8)) ==
          "byte 20 (0x14): the save ends after 20 bytes; the first 38 are versions and the size of the header");
    CHECK(error_of("FXHD" + std::string("\0\0\0\x24", 4) + zeros(5)) ==
          "byte 13 (0xD): the file ends after 13 bytes; FXHD and the head of FXDT have 52");
    CHECK(
        error_of("FNHD" + std::string("\0\0\0\x38", 4) + zeros(60)) ==
        "byte 64 (0x40): no palette and glyphs after the header; FNHD is followed by BPAL or FPAL of 768 bytes, or by "
        "none, and FBMP");
    CHECK(error_of("BMHD" + std::string("\0\0\0\x22", 4) + zeros(60)) ==
          "byte 42 (0x2A): no BPAL of 768 bytes and BBMP in 68 bytes; they follow BMHD");
    CHECK(error_of(std::string("\x08\x03\0\0\x23\xb1\0\0", 8) + zeros(4)) ==
          "byte 12 (0xC): the palette ends after 12 bytes; a palette has 776: a size, a mark and 256 colours");
    CHECK(error_of("[functions]\r\n" + zeros(1) + "task") ==
          "byte 13 (0xD): a NUL byte in SOUP386.DEF; it is a text file");
}
