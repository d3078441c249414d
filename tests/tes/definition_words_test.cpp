// Lines, words, tags, numbers and wire types of definitions.
#include <catch2/catch.hpp>

#include "support/outcome.hpp"
#include "tes/definition/definition_lines.hpp"
#include "tes/definition/definition_wires.hpp"

using namespace redforge;
using namespace redforge::tes;
using redforge::test::need;
using redforge::test::require_error;

namespace {

/// Returns "number:depth word 'quoted'" for each line.
std::string lines(std::string_view text)
{
    std::string all;
    for (const DefinitionLine& line : need(split_definitions(text))) {
        all += std::to_string(line.number) + ":" + std::to_string(line.depth);
        for (std::size_t i = 0; i < line.tokens.size(); ++i) {
            CHECK(line.is_quoted(i) == line.tokens[i].quoted);
            all += line.tokens[i].quoted ? " '" + line.tokens[i].text + "'" : " " + std::string(line.word(i));
        }
        CHECK(line.word(line.tokens.size()).empty());
        CHECK_FALSE(line.is_quoted(line.tokens.size()));
        all += "\n";
    }
    return all;
}

std::string tag(const std::string& text, bool quoted = false)
{
    return definition_tag({text, quoted}).value_or("none");
}

}  // namespace

TEST_CASE("definition lines: consist of words, indented by two spaces per level", "[tes]")
{
    CHECK(lines("a b\n\n  c \"d e\"f  # note\n# note\n    g#h\r\n   \n  \"\"") ==
          "1:0 a b\n3:1 c 'd e' f\n5:2 g\n7:1 ''\n");
    CHECK(lines("").empty());
    CHECK(lines("\n \n   # odd, but says nothing").empty());
    CHECK(lines("a\"b\"\"c\" d") == "1:0 a 'b' 'c' d\n");
    CHECK(lines("a \"# no note\"") == "1:0 a '# no note'\n");
    CHECK(require_error(split_definitions("a\n b")).line == 2);
    CHECK(require_error(split_definitions("a\n b")).message == "an indentation of an odd number of spaces");
    CHECK(require_error(split_definitions("a\n\nb \"c\nd\"")).line == 3);
    CHECK(require_error(split_definitions("b \"c\nd\"")).message == "a text without its closing quote");
    DefinitionLine line;
    line.tokens = {{"quoted", true}};
    CHECK(line.word(0).empty());
}

TEST_CASE("definition lines: a tag has four capitals, digits or _, or a hex byte first", "[tes]")
{
    CHECK(tag("FULL") == "FULL");
    CHECK(tag("A1_9") == "A1_9");
    CHECK(tag("\\07IAD") == "\aIAD");
    CHECK(tag("\\fFIAD") == "\xFFIAD");
    for (const std::string other :
         {"", "FUL", "FULLS", "full", "FU-L", "FU L", "\\gGIAD", "\\07IaD", "\\07IA", "\\007IAD", "x07IAD"}) {
        CAPTURE(other);
        CHECK(tag(other) == "none");
    }
    CHECK(tag("FULL", true) == "none");
}

TEST_CASE("definition lines: names, numbers and lists", "[tes]")
{
    for (const std::string_view name : {"a", "az09_", "z_"}) {
        CHECK(is_definition_name(name));
    }
    for (const std::string_view other : {"", "A", "_a", "0a", "aB", "a-b", "a b", "{"}) {
        CAPTURE(other);
        CHECK_FALSE(is_definition_name(other));
    }
    CHECK(definition_number("12") == 12);
    CHECK(definition_number("-3") == -3);
    CHECK(definition_number("0x1F") == 31);
    CHECK(definition_number("010") == 10);
    for (const std::string_view other : {"", "0x", "x1", "1x", "1F", "0xG", "+1", "1.5"}) {
        CAPTURE(other);
        CHECK_FALSE(definition_number(other));
    }
    using Parts = std::vector<std::string_view>;
    CHECK(comma_parts("a,b,c") == Parts{"a", "b", "c"});
    CHECK(comma_parts("a") == Parts{"a"});
    CHECK(comma_parts("a,,") == Parts{"a", "", ""});
    CHECK(comma_parts("") == Parts{""});
}

TEST_CASE("definition lines: a wire type states its size and count", "[tes]")
{
    struct Row {
        std::string_view word;
        std::uint32_t size;
        std::string_view field;
    };
    for (const Row& row :
         std::vector<Row>{{"u8", 1, "value"},      {"i8", 1, "value"},      {"u16", 2, "value"},
                          {"i16", 2, "value"},     {"u32", 4, "value"},     {"i32", 4, "value"},
                          {"i64", 8, "value"},     {"f32", 4, "value"},     {"formid", 4, "form_id"},
                          {"zstring", 0, "text"},  {"string", 0, "text"},   {"string8", 1, "text"},
                          {"string16", 2, "text"}, {"string32", 4, "text"}, {"lstring", 0, "text"},
                          {"tag", 4, "value"},     {"bytes", 0, "data"},    {"bytes[12]", 12, "data"},
                          {"u8[]", 1, "values"},   {"u16[3]", 2, "values"}, {"i32[u16]", 4, "values"}}) {
        CAPTURE(row.word);
        const std::optional<WireWord> wire = wire_of_word(row.word);
        REQUIRE(wire);
        CHECK(wire->wire.size == row.size);
        CHECK(wire->field == row.field);
    }
    CHECK(wire_of_word("u16[3]")->count.kind == DataCount::Kind::fixed);
    CHECK(wire_of_word("u16[3]")->count.number == 3);
    CHECK(wire_of_word("u16[u32]")->count.kind == DataCount::Kind::prefixed);
    CHECK(wire_of_word("u16[u32]")->count.number == 4);
    CHECK(wire_of_word("u16[]")->count.kind == DataCount::Kind::to_end);
    CHECK(wire_of_word("u8[0xFFFFFF]"));
    for (const std::string_view other :
         {"", "u9", "U8", "u8[0]", "u8[-1]", "u8[0x1000000]", "u8[x]", "u8[3", "u8[", "u8]", "u8[3]x", "f32[3]",
          "zstring[3]", "bytes[]", "bytes[u8]", "u8[i64]", "u8[f32]", "[3]"}) {
        CAPTURE(other);
        CHECK_FALSE(wire_of_word(other));
    }
}
