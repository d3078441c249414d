// Logs: lines with their ends, recognised by name.
#include <catch2/catch.hpp>

#include "art/bank_builder.hpp"
#include "edit/document/recognise.hpp"
#include "state/log.hpp"
#include "support/outcome.hpp"

using namespace redforge;
using namespace redforge::state;
using art::test::bytes_of;
using art::test::law_violation;
using redforge::test::need;
using redforge::test::require_error;

TEST_CASE("log: reads lines, and keeps each line end", "[state]")
{
    const Bytes bytes = bytes_of("Find the ring\r\n\r\nAsk Brennan\nLast");
    const Log log = need(read_log(bytes));
    REQUIRE(log.lines.size() == 4);
    CHECK(log.end == Text("\r\n"));
    CHECK(log.lines[0].text == Text("Find the ring"));
    CHECK_FALSE(log.lines[1].end.stored);
    CHECK(log.lines[2].end.stored == Text("\n"));
    CHECK(log.lines[3].end.stored == Text(""));
    CHECK(law_violation(log, bytes, write_log).empty());
    for (const std::string_view text : {"", "\n", "\r", "a\rb\r\r\n", "no end", "\xEF\x01 <tag>\n"}) {
        CHECK(law_violation(need(read_log(bytes_of(text))), bytes_of(text), write_log).empty());
    }
    Log joined = log;
    joined.lines[3].text = "two\nlines";
    CHECK(require_error(write_log(joined)).code == ErrorCode::mismatch);
}

TEST_CASE("log: is recognised by name", "[state]")
{
    CHECK(edit::recognise(bytes_of("x"), "SAVEGAME.000/LogBook.txt")->root() == "log");
    CHECK(edit::recognise(bytes_of("x"), "README.TXT") == nullptr);
    CHECK(edit::recognise(bytes_of("x"), "SYSTEM.LOG") == nullptr);  // other programs write such files too
    const Format& format = *edit::find_format("log");
    CHECK(edit::standard_file_name(format) == "LOGBOOK.TXT");
    CHECK_FALSE(edit::is_extension_of(format, ".TXT"));
    // Logs are unpacked, packed and verified under their name.
    const edit::Document document(format);
    CHECK(edit::check_recognised(document, SharedBytes({}, bytes_of("x")), "-"));
    CHECK(require_error(edit::check_recognised(document, SharedBytes({}, bytes_of("x")), "A.TXT")).hint ==
          "give the file the name LOGBOOK.TXT");
}
