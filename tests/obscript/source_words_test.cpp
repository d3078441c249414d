// Lines and words of a source, as the game's compiler reads them.
#include <catch2/catch.hpp>

#include "obscript/source_lines.hpp"
#include "obscript/tokens.hpp"

using namespace redforge;
using namespace redforge::obscript;

namespace {

/// Returns "owner|name" or "name" for each word, in quotes if quoted, and the rest that is not a word.
std::string words(std::string_view line)
{
    LineCursor cursor(line);
    std::string all;
    for (;;) {
        const Token token = cursor.next();
        if (token.empty()) {
            return all + (cursor.open_quote() ? "open " : "") +
                   (cursor.at_end() ? "" : "rest=" + std::string(cursor.rest()));
        }
        const std::string name(token.name);
        all +=
            (token.has_owner ? std::string(token.owner) + "|" : "") + (token.quoted ? "\"" + name + "\"" : name) + " ";
    }
}

}  // namespace

TEST_CASE("source words: splits names, owners, numbers and texts", "[obscript]")
{
    CHECK(words("player.AddItem Gold001, 5") == "player|AddItem Gold001 5 ");
    CHECK(words("  ,,\ta , b\t") == "a b ");
    CHECK(words("\"my name\".x 1") == "my name|\"x\" 1 ");
    CHECK(words("\"a b\" c") == "\"a b\" c ");
    CHECK(words("\"a\". b") == "\"a\" . b ");
    CHECK(words("\"a\".1") == "\"a\" .1 ");
    CHECK(words("\"a\".") == "\"a\" . ");
    CHECK(words("\"\" a") == "\"\" a ");
    CHECK(words("\"abc") == "\"abc\" open ");
    CHECK(words("\"") == "\"\" open ");
    CHECK(words("a. b") == "a|b ");
    CHECK(words("a.,b") == "a|b ");
    CHECK(words("a. (b") == "a| rest=(b");
    CHECK(words("a.") == "a| ");
    CHECK(words("a.b.c") == "a|b.c ");
    CHECK(words("1.5 -2 $x ar[0] .5 x_1") == "1.5 -2 $x ar[0] .5 x_1 ");
    CHECK(words("a (b)") == "a rest=(b)");
    CHECK(words("").empty());
    CHECK(words(" ").empty());
    LineCursor cursor("ab cd ef");
    CHECK(cursor.next().text == "ab");
    CHECK(cursor.at() == 2);
    CHECK(cursor.rest() == " cd ef");
    cursor.skip_space();
    CHECK(cursor.at() == 3);
    cursor.skip(2);
    CHECK(cursor.rest() == " ef");
    CHECK_FALSE(cursor.at_end());
    CHECK(LineCursor("\"a b\".c d").next().text == "\"a b\".c");
    CHECK(LineCursor("a.b c").next().text == "a.b");
}

TEST_CASE("source words: six to eight hexadecimal digits are a FormID", "[obscript]")
{
    CHECK(form_id_of("00000F") == 0xFU);
    CHECK(form_id_of("0000aF1") == 0xAF1U);
    CHECK(form_id_of("FFFFFFFF") == 0xFFFFFFFFU);
    for (const std::string_view other : {"", "12345", "123456789", "00000G", "0x1234", "-12345", "+12345", "12345 "}) {
        CAPTURE(other);
        CHECK_FALSE(form_id_of(other));
    }
}

TEST_CASE("source words: source lines end with CR, comment lines with LF", "[obscript]")
{
    using Lines = std::vector<std::string_view>;
    CHECK(source_lines("scn A\r\nshort x ; note\r\n\r\n  set x to 1 \t\r\n") ==
          Lines{"scn A", "short x", "set x to 1"});
    CHECK(source_lines("a\nb\n\nc") == Lines{"a", "b", "c"});
    CHECK(source_lines("a\nb\r\nc") == Lines{"a\nb", "c"});  // in a text with CRs, an LF is white space
    CHECK(source_lines("a\rb\r\rc") == Lines{"a", "b", "c"});
    CHECK(source_lines("a ; x\rb\nc\r\nd") == Lines{"a", "c", "d"});
    CHECK(source_lines("a;x\n\nb\rc") == Lines{"a", "b", "c"});
    CHECK(source_lines("\"a;b\"\nc") == Lines{"\"a", "c"});
    CHECK(source_lines("; only").empty());
    CHECK(source_lines("**(a)\n_b\n1\n\"t\"") == Lines{"a)", "b", "1", "\"t\""});
    CHECK(source_lines("a;").size() == 1);
    CHECK(source_lines(std::string_view("a\nb\0c\nd", 7)) == Lines{"a", "b"});
    CHECK(source_lines("").empty());
    CHECK(source_lines(" \r\n ;\r\n").empty());
}
