// Brackets of a field path: positions, ranges, keys, and unclosed brackets.
#include <catch2/catch.hpp>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "edit/path/selector.hpp"

using namespace redforge::edit;

namespace {

/// Returns the parsed positions: "1..4 7..7", or "none".
std::string places(std::string_view selector)
{
    const std::optional<std::vector<Span>> spans = parse_places(selector);
    std::string text = spans ? "" : "none";
    for (const Span& span : spans.value_or(std::vector<Span>{})) {
        text += (text.empty() ? "" : " ") + std::to_string(span.first) + ".." + std::to_string(span.last);
    }
    return text;
}

using Range = std::optional<std::pair<std::size_t, std::size_t>>;

Range range(std::size_t begin, std::size_t end)
{
    return std::pair(begin, end);
}

}  // namespace

TEST_CASE("selector: positions are single numbers or inclusive ranges like 7..9", "[edit]")
{
    CHECK(places("4") == "4..4");
    CHECK(places("1,4,7..9") == "1..1 4..4 7..9");
    CHECK(places(" 1 , 4 ") == "1..1 4..4");
    CHECK(places("-2..-1") == "-2..-1");
    for (const char* const wrong : {"", "1,", ",1", "1..", "..1", "1..x", "x..1", "a", "1.5", "1 2", "0x1"}) {
        INFO(wrong);
        CHECK(places(wrong) == "none");
    }
}

TEST_CASE("selector: a range excludes its end, and minus counts from the end", "[edit]")
{
    CHECK(as_range("0:3", 10) == range(0, 3));
    CHECK(as_range(":4", 10) == range(0, 4));
    CHECK(as_range("4:", 10) == range(4, 10));
    CHECK(as_range("-2:", 10) == range(8, 10));
    CHECK(as_range(":-2", 10) == range(0, 8));
    CHECK(as_range("-20:20", 10) == range(0, 10));
    CHECK(as_range("10:11", 10) == range(10, 10));
    CHECK(as_range("1:2", 0) == range(0, 0));
    for (const char* const wrong : {":", "3", "a:3", "3:a", "1:2:3", ""}) {
        INFO(wrong);
        CHECK(as_range(wrong, 10) == std::nullopt);
    }
}

TEST_CASE("selector: numbers between dots become positions in brackets", "[edit]")
{
    CHECK(with_brackets("objects.12.position.x") == "objects[12].position.x");
    CHECK(with_brackets("actors.0.strings.3") == "actors[0].strings[3]");
    CHECK(with_brackets("name") == "name");
    CHECK(with_brackets("") == "");
}

TEST_CASE("selector: words and eight digits may be keys, other numbers are positions", "[edit]")
{
    for (const char* const key : {"DOOR01", "0000abcd", "00000007", "T\xC3\xBCr", "a_b"}) {
        INFO(key);
        CHECK(is_key(key));
    }
    for (const char* const other : {"7", "1234567", "123456789", "a b", "a.b", "a=b"}) {
        INFO(other);
        CHECK_FALSE(is_key(other));
    }
}

TEST_CASE("selector: quotes and nested brackets can contain a bracket", "[edit]")
{
    CHECK(closing_bracket("objects[3].id", 7) == 9);
    CHECK(closing_bracket("a[b=\"]\"]", 1) == 7);
    CHECK(closing_bracket("a[b[1]=2]", 1) == 8);
    CHECK(closing_bracket("a[b", 1) == std::string::npos);
}
