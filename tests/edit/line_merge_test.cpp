// Compares and merges texts line by line: shortest differences, hunks of `diff -u`, three-way merges.
#include <catch2/catch.hpp>

#include "edit/merge/line_merge.hpp"

using namespace redforge::edit;

namespace {

using Lines = std::vector<std::string>;

/// Returns a line for each character.
Lines lines_of_letters(std::string_view text)
{
    Lines all;
    for (const char c : text) {
        all.emplace_back(1, c);
    }
    return all;
}

/// Returns the hunks between two texts as text.
std::string between(std::string_view from, std::string_view to, std::size_t context)
{
    std::string text;
    for (const Hunk& hunk : hunks_between(lines_of_letters(from), lines_of_letters(to), context)) {
        text += hunk.head() + "\n" + joined_lines(hunk.lines);
    }
    return text;
}

std::string merged(std::string_view base, std::string_view ours, std::string_view theirs,
                   LineSide side = LineSide::neither, bool (*is_item)(std::string_view) = nullptr)
{
    const LineMerge merge =
        merge_lines(lines_of_letters(base), lines_of_letters(ours), lines_of_letters(theirs), side, is_item);
    std::string text;
    for (const std::string& line : merge.lines) {
        text += line.size() == 1 ? line : "[" + line.substr(0, 1) + "]";
    }
    return merge.conflicts == 0 ? text : std::to_string(merge.conflicts) + " " + text;
}

}  // namespace

TEST_CASE("line merge: matches as many lines as possible in order", "[edit]")
{
    const std::size_t none = no_line;
    using Places = std::vector<std::size_t>;
    CHECK(matching_lines(lines_of_letters("abc"), lines_of_letters("ac")) == Places{0, none, 1});
    CHECK(matching_lines(lines_of_letters("ac"), lines_of_letters("abc")) == Places{0, 2});
    CHECK(matching_lines(lines_of_letters("abc"), lines_of_letters("abc")) == Places{0, 1, 2});
    CHECK(matching_lines(lines_of_letters("a"), lines_of_letters("")) == Places{none});
    CHECK(matching_lines(lines_of_letters(""), lines_of_letters("a")) == Places{});
    CHECK(matching_lines(lines_of_letters("ab"), lines_of_letters("cd")) == Places{none, none});
    CHECK(matching_lines(lines_of_letters("abcd"), lines_of_letters("bcda")) == Places{none, 0, 1, 2});
    struct Pair {
        std::string_view from, to;
        std::size_t most;
    };
    for (const Pair& each : std::vector<Pair>{{"abcabba", "cbabac", 4},
                                              {"cbabac", "abcabba", 4},
                                              {"xaxcxabc", "abcy", 3},
                                              {"abcy", "xaxcxabc", 3},
                                              {"aabbaabb", "abababab", 6},
                                              {"abcdefgh", "hgfedcba", 1}}) {
        CAPTURE(each.from, each.to);
        const auto matches = matching_lines(lines_of_letters(each.from), lines_of_letters(each.to));
        REQUIRE(matches);
        std::size_t count = 0;
        std::size_t next = 0;
        for (std::size_t i = 0; i < matches->size(); ++i) {
            if (const std::size_t place = matches->at(i); place != none) {
                CHECK(each.from[i] == each.to[place]);
                CHECK(place >= next);
                next = place + 1;
                ++count;
            }
        }
        CHECK(count == each.most);
    }
    Lines left(1000);
    Lines right(1000);
    for (std::size_t i = 0; i < 1000; ++i) {
        left[i] = "l" + std::to_string(i);
        right[i] = "r" + std::to_string(i);
    }
    CHECK(matching_lines(left, right));  // 2000 lines differ, the maximum
    right.emplace_back("one more");
    CHECK_FALSE(matching_lines(left, right));
}

TEST_CASE("line merge: a text is its lines without line ends", "[edit]")
{
    CHECK(split_lines("a\nb") == Lines{"a", "b"});
    CHECK(split_lines("a\nb\n") == Lines{"a", "b"});
    CHECK(split_lines("\n\na") == Lines{"", "", "a"});
    CHECK(split_lines("").empty());
    CHECK(joined_lines({"a", "", "b"}) == "a\n\nb\n");
    CHECK(joined_lines({}).empty());
}

TEST_CASE("line merge: changes are shown with surrounding lines", "[edit]")
{
    CHECK(between("abcdefghi", "abcdxfghi", 1) == "@@ -4,3 +4,3 @@\n d\n-e\n+x\n f\n");
    CHECK(between("abcdefghi", "abcdxfghi", 0) == "@@ -5 +5 @@\n-e\n+x\n");
    CHECK(between("abcdefghi", "abcdxfghi", 3) == "@@ -2,7 +2,7 @@\n b\n c\n d\n-e\n+x\n f\n g\n h\n");
    CHECK(between("a", "xa", 3) == "@@ -1 +1,2 @@\n+x\n a\n");
    CHECK(between("a", "ax", 3) == "@@ -1 +1,2 @@\n a\n+x\n");
    CHECK(between("a", "", 3) == "@@ -1 +0,0 @@\n-a\n");
    CHECK(between("", "ab", 3) == "@@ -0,0 +1,2 @@\n+a\n+b\n");
    CHECK(between("abcd", "abcxyd", 0) == "@@ -3,0 +4,2 @@\n+x\n+y\n");
    CHECK(between("abc", "abc", 3).empty());
    // Changes two lines apart share their context, changes three lines apart do not.
    CHECK(between("abcdefgh", "aBcdEfgh", 1) == "@@ -1,6 +1,6 @@\n a\n-b\n+B\n c\n d\n-e\n+E\n f\n");
    CHECK(between("abcdefgh", "aBcdeFgh", 1) == "@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n@@ -5,3 +5,3 @@\n e\n-f\n+F\n g\n");
    // Lines added earlier shift the later ones.
    CHECK(between("abcdefgh", "xyabcdeFgh", 1) == "@@ -1 +1,3 @@\n+x\n+y\n a\n@@ -5,3 +7,3 @@\n e\n-f\n+F\n g\n");
    CHECK(between("abcdefgh", "cdefgH", 1) == "@@ -1,3 +1 @@\n-a\n-b\n c\n@@ -7,2 +5,2 @@\n g\n-h\n+H\n");
}

TEST_CASE("line merge: takes changes of one side and equal changes of both", "[edit]")
{
    CHECK(merged("abc", "axc", "abcd") == "axcd");
    CHECK(merged("abc", "abcd", "axc") == "axcd");
    CHECK(merged("abc", "axc", "axc") == "axc");
    CHECK(merged("abc", "ac", "abc") == "ac");
    CHECK(merged("abc", "abc", "bc") == "bc");
    CHECK(merged("abc", "", "abc") == "");
    CHECK(merged("", "a", "a") == "a");
    CHECK(merged("abcde", "xbcde", "abcdy") == "xbcdy");
    CHECK(merged("abc", "abc", "abc") == "abc");
}

TEST_CASE("line merge: different changes conflict, or the favoured side wins", "[edit]")
{
    CHECK(merged("abc", "axc", "ayc") == "1 a[<]x[|]b[=]y[>]c");
    CHECK(merged("abc", "axc", "ayc", LineSide::ours) == "1 axc");
    CHECK(merged("abc", "axc", "ayc", LineSide::theirs) == "1 ayc");
    CHECK(merged("abc", "axc", "ac") == "1 a[<]x[|]b[=][>]c");
    CHECK(merged("", "a", "b") == "1 [<]a[|][=]b[>]");
    CHECK(merged("abcde", "xbcdy", "vbcdw") == "2 [<]x[|]a[=]v[>]bcd[<]y[|]e[=]w[>]");
    CHECK(merged("abcde", "xbcdy", "vbcdw", LineSide::theirs) == "2 vbcdw");
    CHECK(merge_lines(lines_of_letters("b"), lines_of_letters("x"), lines_of_letters("y")).lines ==
          Lines{"<<<<<<< ours", "x", "||||||| base", "b", "=======", "y", ">>>>>>> theirs"});
}

TEST_CASE("merge_lines: neighbouring lines merge, the same line conflicts", "[edit]")
{
    CHECK(merged("abc", "xbc", "ayc") == "xyc");
    CHECK(merged("abc", "ayc", "xbc") == "xyc");
    CHECK(merged("ab", "xb", "ay") == "xy");
    // A line that one side changes or removes, and one that the other side adds next to it.
    CHECK(merged("abc", "axc", "abyc") == "axyc");
    CHECK(merged("abc", "axc", "aybc") == "ayxc");
    CHECK(merged("abc", "ac", "aybc") == "ayc");
    // Only the line that both change is a conflict.
    CHECK(merged("abcd", "axyd", "azcd") == "1 a[<]x[|]b[=]z[>]yd");
    CHECK(merged("abcd", "axyd", "azcd", LineSide::theirs) == "1 azyd");
    // Adjacent conflicts are one.
    CHECK(merged("abcd", "axyd", "avwd") == "1 a[<]xy[|]bc[=]vw[>]d");
    // Two lines that were replaced by three cannot be aligned.
    CHECK(merged("abcd", "axyzd", "abwd") == "1 a[<]xyz[|]bc[=]bw[>]d");
    // Two insertions at one position, and an insertion into removed lines.
    CHECK(merged("ab", "axb", "ayb") == "1 a[<]x[|][=]y[>]b");
    CHECK(merged("abcd", "ad", "abxcd") == "1 a[<][|]bc[=]bxc[>]d");
}

TEST_CASE("line merge: independent lines keep both sides' additions and removals", "[edit]")
{
    const auto letters = [](std::string_view line) { return line != "!"; };
    CHECK(merged("pq", "pqr", "ps", LineSide::neither, letters) == "prs");
    CHECK(merged("", "ab", "bc", LineSide::neither, letters) == "abc");
    CHECK(merged("abc", "bx", "ay", LineSide::neither, letters) == "xy");
    CHECK(merged("pq", "p!", "ps", LineSide::neither, letters) == "1 p[<]![|]q[=]s[>]");
    CHECK(merged("p!", "pr", "ps", LineSide::neither, letters) == "1 p[<]r[|]![=]s[>]");
    CHECK(merged("pq", "pr", "p!", LineSide::neither, letters) == "1 p[<]r[|]q[=]![>]");
}
