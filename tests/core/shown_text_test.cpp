// Names, values and long texts for display: escaped and shortened; and lines of game texts and back.
#include <catch2/catch.hpp>

#include "core/text/counts.hpp"
#include "core/text/display_text.hpp"
#include "core/text/text_lines.hpp"

using namespace redforge;

TEST_CASE("display text: escapes control characters and invalid UTF-8", "[core]")
{
    CHECK(shown_text("a\tb\n\x7F\xE9z") == "a\\x09b\\x0A\\x7F\\xE9z");
    CHECK(shown_text("a\tb\n\r", true) == "a\tb\n\\x0D");
    CHECK(shown_text("\x1F \x1B[1m") == "\\x1F \\x1B[1m");
    CHECK(shown_text("\xC2\x9F\xC2\xA0\xC3\xA9\xF0\x9F\x97\xA1") == "\\xC2\\x9F\xC2\xA0\xC3\xA9\xF0\x9F\x97\xA1");
    CHECK(shown_text("\xE6\xBC") == "\\xE6\\xBC");
    CHECK(shown_text("").empty());
}

TEST_CASE("display text: shortens a long value between characters, and adds its length", "[core]")
{
    CHECK(shortened(std::string(80, 'x')) == std::string(80, 'x'));
    CHECK(shortened(std::string(81, 'x')) == std::string(80, 'x') + "... (81 characters)");
    CHECK(shortened("abcd", 3) == "abc... (4 characters)");
    CHECK(shortened("ab\xC3\xA9z", 3) == "ab... (5 characters)");
    CHECK(shortened("ab\xC3\xA9z", 4) == "ab\xC3\xA9... (5 characters)");
    CHECK(shortened(std::string(1234567, 'x'), 1) == "x... (1,234,567 characters)");
}

TEST_CASE("display text: shortens quoted values and the message", "[core]")
{
    const std::string most(80, 'x');
    CHECK(shortened_message("value \"" + most + "\" is \"odd\"") == "value \"" + most + "\" is \"odd\"");
    CHECK(shortened_message("value \"" + most + "y\" is \"" + most + "zz\"") ==
          "value \"" + most + "\"... (81 characters) is \"" + most + "\"... (82 characters)");
    CHECK(shortened_message("open \"" + most + "yyy") == "open \"" + most + "yyy");
    CHECK(shortened_message("\"\"") == "\"\"");
    CHECK(shortened_message(std::string(1000, 'x')) == std::string(1000, 'x'));
    CHECK(shortened_message(std::string(1001, 'x')) == std::string(1000, 'x') + "... (1,001 characters)");
}

TEST_CASE("display text: prints numbers and counts in words", "[core]")
{
    CHECK(grouped(0) == "0");
    CHECK(grouped(999) == "999");
    CHECK(grouped(1000) == "1,000");
    CHECK(grouped(1241038) == "1,241,038");
    CHECK(grouped(123456) == "123,456");
    CHECK(counted(1, "record") == "1 record");
    CHECK(counted(0, "record") == "0 records");
    CHECK(counted(7756, "record") == "7,756 records");
    const std::vector<std::string> words{"A", "B", "C"};
    CHECK(join_abbreviated(words, 3) == "A, B, C");
    CHECK(join_abbreviated(words, 2) == "A, B and 1 more");
    CHECK(join_abbreviated({}, 2).empty());
}

TEST_CASE("display text: game text keeps its line ends and round-trips", "[core]")
{
    CHECK(detect_line_end("") == LineEnd::crlf);
    CHECK(detect_line_end("a\r") == LineEnd::crlf);
    CHECK(detect_line_end("a\nb\n") == LineEnd::lf);
    CHECK(detect_line_end("a\nb\r\n") == LineEnd::crlf);
    struct Row {
        std::string_view bytes;
        LineEnd end;
        std::string_view shown;
    };
    for (const Row& row :
         std::vector<Row>{{"a\r\nb\r\n", LineEnd::crlf, "a\nb\n"},
                          {"\r\na", LineEnd::crlf, "\na"},
                          {"a\nb\r\nc", LineEnd::crlf, "a\\x0A\nb\nc"},
                          {"\na", LineEnd::crlf, "\\x0A\na"},
                          {"a\r\r\nb\r", LineEnd::crlf, "a\\x0D\nb\\x0D"},
                          {"a\nb", LineEnd::lf, "a\nb"},
                          {"a\r\nb", LineEnd::lf, "a\\x0D\nb"},
                          {"\ta\tb\x01\t", LineEnd::crlf, "\ta\tb\\x01\t"},
                          {"\xE9\\x41\t\xE8", LineEnd::crlf, "\xC3\xA9\\x5Cx41\t\xC3\xA8"},
                          {" \t\r\n", LineEnd::crlf, "\\x20\\x09\\x0D\\x0A"},  // XML parsers would drop it
                          {" ", LineEnd::lf, "\\x20"},
                          {"", LineEnd::crlf, ""}}) {
        CAPTURE(row.shown);
        CHECK(to_lines(row.bytes, row.end, CodePage::cp1252) == row.shown);
        CHECK(from_lines(row.shown, row.end, CodePage::cp1252).value() == row.bytes);
    }
    const auto place = [](std::string_view text) {
        const Result<std::string> bytes = from_lines(text, LineEnd::crlf, CodePage::cp1252);
        return bytes ? std::pair(0U, 0U) : std::pair(bytes.error().line, bytes.error().column);
    };
    CHECK(place("a\xE2\x94\x80") == std::pair(1U, 1U));
    CHECK(place("ab\n\n\xC3\xA9\tc\td\xE2\x94\x80") == std::pair(3U, 6U));  // the position is between tabs
    CHECK(place("ab\n\t\xE2\x94\x80\tc") == std::pair(2U, 2U));
}
