// Positions of the protocol in texts, and indentation of lines.
#include <catch2/catch.hpp>

#include "lsp/language.hpp"
#include "lsp/positions.hpp"

namespace redforge::lsp {
namespace {

TEST_CASE("positions: a line ends with LF, CRLF or CR", "[lsp]")
{
    const Lines lines("a\nbc\r\nd\re");
    REQUIRE(lines.count() == 4);
    CHECK(lines.line(0) == "a");
    CHECK(lines.line(1) == "bc");
    CHECK(lines.line(2) == "d");
    CHECK(lines.line(3) == "e");
    CHECK(lines.start(1) == 2);
    CHECK(lines.start(2) == 6);
    CHECK(lines.start(3) == 8);
    const std::vector<std::size_t> of_places{0, 0, 1, 1, 1, 1, 2, 2, 3, 3};
    for (std::size_t at = 0; at < of_places.size(); ++at) {
        CAPTURE(at);
        CHECK(lines.line_of(at) == of_places[at]);
    }
    CHECK(lines.position(3) == Position{1, 1});
    CHECK(lines.position(9) == Position{3, 1});
    CHECK(lines.position(99) == Position{3, 1});
    CHECK(lines.offset({1, 1}) == 3);
    CHECK(lines.offset({1, 99}) == 4);  // clamped to the end of the line
    CHECK(lines.offset({3, 1}) == 9);
    CHECK(lines.offset({4, 0}) == 9);
    CHECK(Lines("").count() == 1);
    CHECK(Lines("\r").count() == 2);
    CHECK(Lines("a\n").count() == 2);
    CHECK(Lines("a\n").line(1).empty());
    CHECK(Lines("\n\r\n\r\r").count() == 5);
}

TEST_CASE("positions: counts characters in UTF-16 units", "[lsp]")
{
    // Characters of one, two, three and four bytes, then of one.
    const std::string text = "a\xC3\xA9\xE6\xBC\xA2\xF0\x9F\x98\x80z";
    const Lines lines(text);
    const std::vector<std::pair<std::size_t, std::uint32_t>> places{{0, 0}, {1, 1}, {3, 2}, {6, 3}, {10, 5}, {11, 6}};
    for (const auto& [at, units] : places) {
        CAPTURE(at);
        CHECK(lines.position(at) == Position{0, units});
        CHECK(lines.offset({0, units}) == at);
    }
    CHECK(lines.offset({0, 4}) == 10);  // within the two units of one character
    // Limits of each length of UTF-8; invalid bytes count one by one.
    for (const auto& [bytes, units] : std::vector<std::pair<std::string, std::uint32_t>>{{"\x7F", 1},
                                                                                         {"\xC2\x80", 1},
                                                                                         {"\xDF\xBF", 1},
                                                                                         {"\xE0\xA0\x80", 1},
                                                                                         {"\xEF\xBF\xBD", 1},
                                                                                         {"\xF0\x90\x80\x80", 2},
                                                                                         {"\xF4\x8F\xBF\xBF", 2},
                                                                                         {"\xF7\xBF\xBF\xBF", 2},
                                                                                         {"\xF8\x80", 2},
                                                                                         {"\x80\xBF", 2}}) {
        CAPTURE(units, bytes.size());
        CHECK(Lines(bytes + "z").position(bytes.size()) == Position{0, units});
        CHECK(Lines(bytes + "z").offset({0, units}) == bytes.size());
    }
    CHECK(Lines("\xE6\xBC").offset({0, 1}) == 2);  // cut off
}

TEST_CASE("positions: indenting a line removes its trailing blanks", "[lsp]")
{
    const std::string text = "  a \n\tb\n   \nc\n  d";
    const Lines lines(text);
    CHECK(indented(lines, {"    ", "", "  ", "  ", "  "}) ==
          std::vector<TextEdit>{{{0, 2}, "    "}, {{3, 4}, ""}, {{5, 6}, ""}, {{8, 11}, ""}, {{12, 12}, "  "}});
    CHECK(indented(lines, {"  "}) == std::vector<TextEdit>{{{3, 4}, ""}});
    CHECK(indented(Lines("a"), {"", "  "}).empty());
    CHECK(indented(Lines(""), {"  "}).empty());
}

TEST_CASE("positions: the language of a text follows from file name and content", "[lsp]")
{
    const std::string source = "scn A\nbegin GameMode\nend\n";
    for (const std::string name : {"A.soup", "A.SOUP"}) {
        CAPTURE(name);
        CHECK(open_text(name, "") != nullptr);
    }
    for (const std::string name : {"a.txt", "a.TXT", "a.obscript", "a.OBScript"}) {
        CAPTURE(name);
        CHECK(open_text(name, source) != nullptr);
        CHECK(open_text(name, "Dear diary,\n") == nullptr);
    }
    for (const std::string name : {"a.xml", "a.Xml"}) {
        CAPTURE(name);
        CHECK(open_text(name, "<map/>") != nullptr);
        CHECK(open_text(name, "<html/>") == nullptr);
    }
    for (const std::string name : {"a", "a.md", "soup", "a.soup.bak", "a.xml2", "a.txtx"}) {
        CAPTURE(name);
        CHECK(open_text(name, source) == nullptr);
    }
}

}  // namespace
}  // namespace redforge::lsp
