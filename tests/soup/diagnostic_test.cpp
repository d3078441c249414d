// Errors in a source: the excerpt, the mark below it, and comments that allow a mistake.
#include <catch2/catch.hpp>

#include "soup/assemble/diagnostic.hpp"

using namespace redforge;
using namespace redforge::soup;

namespace {

/// Returns the diagnostic for a range of a source.
Diagnostic diagnostic_at(std::string_view source, std::size_t at, std::size_t length)
{
    Diagnostics diagnostics(source, "A.soup");
    diagnostics.error(at, length, ErrorCode::malformed, "is bent");
    REQUIRE(diagnostics.errors() == 1);
    return diagnostics.take().at(0);
}

}  // namespace

TEST_CASE("diagnostics: the marker below a line is as long as the range", "[soup]")
{
    CHECK(diagnostic_at("ab cde f", 3, 3).excerpt == "ab cde f\n   ^~~");
    CHECK(diagnostic_at("ab cde f", 0, 1).excerpt == "ab cde f\n^");
    CHECK(diagnostic_at("ab", 1, 10).excerpt == "ab\n ^");  // not beyond the end of the line
    CHECK(diagnostic_at("abc", 1, 10).excerpt == "abc\n ^~");
    CHECK(diagnostic_at("abc", 3, 1).excerpt == "abc\n   ^");
    CHECK(diagnostic_at("abc", 99, 4).excerpt == "abc\n   ^");
    CHECK(diagnostic_at("abc", 1, 0).excerpt == "abc\n ^");
    CHECK(diagnostic_at("\tab c", 2, 1).excerpt == "\tab c\n\t ^");
    CHECK(diagnostic_at("a\x01"
                        "b\x1F",
                        2, 1)
              .excerpt == "a b \n  ^");
    CHECK(diagnostic_at("\xC3\xA9 x", 3, 1).excerpt == "\xC3\xA9 x\n  ^");
    CHECK(diagnostic_at("\xC3\xA9 x", 3, 1).error.column == 3);
    const Diagnostic second = diagnostic_at("one\ntwo three\nfour", 8, 5);
    CHECK(second.excerpt == "two three\n    ^~~~~");
    CHECK(second.error.line == 2);
    CHECK(second.error.column == 5);
    CHECK(second.at == 8);
    CHECK(second.length == 5);
    CHECK(diagnostic_at("one\ntwo", 3, 1).error.line == 1);
    CHECK(diagnostic_at("one\ntwo", 4, 1).error.line == 2);
    CHECK(diagnostic_at("one\n", 4, 1).error.line == 2);
}

TEST_CASE("diagnostics: shows a part of a long line", "[soup]")
{
    const std::string most(160, 'a');
    CHECK(diagnostic_at(most, 150, 1).excerpt == most + "\n" + std::string(150, ' ') + "^");
    CHECK(diagnostic_at(std::string(161, 'a'), 10, 1).excerpt == most + "\n" + std::string(10, ' ') + "^");
    CHECK(diagnostic_at(std::string(400, 'a'), 80, 1).excerpt == most + "\n" + std::string(80, ' ') + "^");
    CHECK(diagnostic_at(std::string(400, 'a'), 150, 3).excerpt == most + "\n" + std::string(80, ' ') + "^~~");
    CHECK(diagnostic_at(std::string(200, 'a'), 150, 3).excerpt ==
          std::string(130, 'a') + "\n" + std::string(80, ' ') + "^~~");
}

TEST_CASE("diagnostics: an error has file, line, column, message, hint and kind", "[soup]")
{
    Diagnostics diagnostics("a\nbc\n", "A.soup");
    diagnostics.warning(3, 1, "is odd", "fix it", "odd-thing");
    diagnostics.error(0, 1, ErrorCode::malformed, "is bent");
    const std::vector<Diagnostic> all = diagnostics.take();
    REQUIRE(all.size() == 2);  // in the order of the source
    CHECK(show(all[0]) == "A.soup:1:1: error: is bent\na\n^");
    CHECK(show(all[1]) == "A.soup:2:2: warning: is odd; fix it [odd-thing]\nbc\n ^");
    CHECK(only_errors(all).size() == 1);
    CHECK(diagnostics.take().empty());
    Diagnostic plain = all[1];
    plain.excerpt.clear();
    CHECK(show(plain) == "A.soup:2:2: warning: is odd; fix it [odd-thing]");
}

TEST_CASE("diagnostics: stops after 50 errors and reports the limit", "[soup]")
{
    const auto after = [](int errors) {
        Diagnostics diagnostics("source", "");
        for (int i = 0; i < errors; ++i) {
            diagnostics.error(0, 1, ErrorCode::malformed, "is bent");
        }
        CHECK(diagnostics.full() == (errors >= 50));
        CHECK(diagnostics.failed() == (errors > 0));
        std::vector<Diagnostic> all = diagnostics.take();
        return std::pair(all.size(), all.empty() ? "" : all.back().error.message);
    };
    CHECK(after(0) == std::pair<std::size_t, std::string>(0, ""));
    CHECK(after(49) == std::pair<std::size_t, std::string>(49, "is bent"));
    CHECK(after(50) == std::pair<std::size_t, std::string>(50, "too many errors; the rest are not listed"));
    CHECK(after(60) == std::pair<std::size_t, std::string>(50, "too many errors; the rest are not listed"));
}

TEST_CASE("diagnostics: a comment on a line allows mistakes of the listed kinds", "[soup]")
{
    const std::string_view source = "x // note warn: rule-a, warn: rule-b; warn: rule-c\twarn: rule-d\r\n"
                                    "y // warn: rule-e\nz\n\"//\" // warn: rule-f";
    Diagnostics diagnostics(source, "");
    const auto allows = [&](std::string_view at, std::string_view rule) {
        return diagnostics.severity_of_mistake(source.find(at), rule) == Severity::warning;
    };
    for (const std::string_view rule : {"rule-a", "rule-b", "rule-c", "rule-d"}) {
        CAPTURE(rule);
        CHECK(allows("x", rule));
        CHECK_FALSE(allows("y", rule));
    }
    CHECK_FALSE(allows("x", "rule"));
    CHECK_FALSE(allows("x", "rule-e"));
    CHECK(allows("y", "rule-e"));
    CHECK_FALSE(allows("z", "rule-e"));
    CHECK(allows("\"", "rule-f"));
    CHECK(allows("x", "rule-a"));  // an earlier line again
    diagnostics.mistake(0, 1, "is odd", "", "rule-a");
    diagnostics.mistake(0, 1, "is odd", "", "rule-z");
    CHECK(diagnostics.errors() == 0);  // it is still a script
    const std::vector<Diagnostic> all = diagnostics.take();
    REQUIRE(all.size() == 2);
    CHECK(all[0].severity == Severity::warning);
    CHECK(all[1].severity == Severity::error);
    CHECK(all[1].rule == "rule-z");
}

TEST_CASE("diagnostics: reports each rule once per line, and no warnings if they are off", "[soup]")
{
    const std::string_view source = "one\ntwo\n";
    Diagnostics diagnostics(source, "", false);
    diagnostics.warning(0, 1, "is odd");
    for (const std::size_t at : {0U, 1U, 4U, 5U}) {
        diagnostics.mistake(at, 1, "is odd", "", "rule-a");
        diagnostics.mistake(at, 1, "is odd", "", "rule-b");
    }
    const std::vector<Diagnostic> all = diagnostics.take();
    REQUIRE(all.size() == 4);
    CHECK(all[0].at == 0);
    CHECK(all[2].at == 4);
    CHECK(all[2].rule == "rule-a");
    CHECK(all[3].rule == "rule-b");
}
