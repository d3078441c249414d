// String files: texts by number, order, shared texts, and invalid files.
#include <catch2/catch.hpp>

#include "core/text/text_sink.hpp"
#include "edit/document/document.hpp"
#include "edit/document/recognise.hpp"
#include "edit/patch/edits.hpp"
#include "support/outcome.hpp"
#include "support/values.hpp"
#include "tes/plugin_builder.hpp"
#include "tes/strings/strings.hpp"

using namespace redforge;
using namespace redforge::test;
using namespace redforge::tes;
using namespace redforge::tes::test;

namespace {

Bytes table_of(std::initializer_list<std::pair<std::uint32_t, std::uint32_t>> directory, const Bytes& data)
{
    Bytes bytes =
        joined({number(static_cast<std::uint32_t>(directory.size())), number(static_cast<std::uint32_t>(data.size()))});
    for (const auto& [id, offset] : directory) {
        append(bytes, joined({number(id), number(offset)}));
    }
    return joined({bytes, data});
}

Bytes sized(std::string_view characters)
{
    return joined({number(static_cast<std::uint32_t>(characters.size() + 1)), zstring(characters)});
}

}  // namespace

TEST_CASE("strings: reads a file as numbers and texts, and writes the same bytes", "[tes]")
{
    const Bytes plain = table_of({{0x12, 0}, {0x7, 11}}, joined({zstring("Iron Sword"), zstring("")}));
    const StringTable table = need(read_string_table(plain));
    CHECK(table.kind == 0);
    REQUIRE(table.strings.size() == 2);
    CHECK(table.strings[0].id == 0x12);
    CHECK(table.strings[0].text == Text("Iron Sword"));
    CHECK_FALSE(table.strings[0].row.stored);
    CHECK(need(write_string_table(table)) == plain);

    const Bytes long_ones = table_of({{1, 0}, {2, 9}}, joined({sized("Read"), sized("me")}));
    CHECK(need(read_string_table(long_ones)).kind == 1);
    CHECK(need(write_string_table(need(read_string_table(long_ones)))) == long_ones);
}

TEST_CASE("strings: numbers are hexadecimal, like in plugins; decimals are read too", "[tes]")
{
    const Bytes bytes = table_of({{0x7FF, 0}}, zstring("Iron Sword"));
    TextSink text;
    need(edit::read_binary(SharedBytes(bytes))).write_xml(text);
    CHECK(text.str().find("<string id=\"0x000007FF\" text=\"Iron Sword\"/>") != std::string::npos);
    const std::string decimal = "<strings kind=\"plain\"><string id=\"2047\" text=\"Iron Sword\"/></strings>";
    CHECK(need(need(edit::read_text(decimal, "strings.xml")).write()) == bytes);
}

TEST_CASE("strings: keeps the order of rows, and texts that several rows share", "[tes]")
{
    // "A" is the text of two numbers, and comes after "B".
    const Bytes bytes = table_of({{1, 2}, {2, 0}, {3, 2}, {4, 4}}, joined({zstring("B"), zstring("A"), zstring("C")}));
    const StringTable table = need(read_string_table(bytes));
    std::vector<std::optional<std::uint32_t>> rows;
    for (const StringEntry& entry : table.strings) {
        rows.push_back(entry.row.stored);
    }
    CHECK(rows == std::vector<std::optional<std::uint32_t>>{1, 0, 1, std::nullopt});
    CHECK(need(write_string_table(table)) == bytes);

    // An edit of a shared text changes only one number.
    edit::Document document = need(edit::read_binary(SharedBytes(bytes)));
    REQUIRE(edit::set(document, "strings[id=3].text", "Long"));
    const Bytes changed = need(document.write());
    CHECK(changed == table_of({{1, 2}, {2, 0}, {3, 4}, {4, 9}},
                              joined({zstring("B"), zstring("A"), zstring("Long"), zstring("C")})));
    REQUIRE(edit::remove(document, "strings[id=1]"));
    CHECK(need(document.write()) ==
          table_of({{2, 0}, {3, 2}, {4, 7}}, joined({zstring("B"), zstring("Long"), zstring("C")})));
}

TEST_CASE("strings: keeps or rejects files that do not fit the format", "[tes]")
{
    const Bytes gap = table_of({{1, 1}}, joined({Bytes(1), zstring("A")}));
    const StringTable kept = need(read_string_table(gap));
    CHECK(kept.strings.empty());
    CHECK(kept.unread == gap);
    CHECK(need(write_string_table(kept)) == gap);
    CHECK_FALSE(is_string_table(joined({gap, Bytes(1)})));

    // 25,000 numbers share a text of 1,000,000 bytes: 25 GB of texts in a file of 1.2 MB.
    Bytes shared = joined({number(std::uint32_t{25'000}), number(std::uint32_t{1'000'001})});
    for (std::uint32_t id = 0; id < 25'000; ++id) {
        append(shared, joined({number(id), number(std::uint32_t{0})}));
    }
    append(shared, zstring(std::string(1'000'000, 'A')));
    const StringTable unread = need(read_string_table(shared));
    CHECK(unread.strings.empty());
    CHECK(unread.unread.size() == 1'200'009);
    CHECK(need(write_string_table(unread)) == shared);
    // The limit is 16 times the size of the file: 3 numbers with a text of 8 bytes are read, 40 with a text of 400 are
    // not.
    CHECK(need(read_string_table(table_of({{1, 0}, {2, 0}, {3, 0}}, zstring("12345678")))).strings.size() == 3);
    Bytes many = joined({number(std::uint32_t{40}), number(std::uint32_t{401})});
    for (std::uint32_t id = 0; id < 40; ++id) {
        append(many, joined({number(id), number(std::uint32_t{0})}));
    }
    CHECK(need(read_string_table(joined({many, zstring(std::string(400, 'A'))}))).unread.size() == 729);
    CHECK_FALSE(is_string_table(Bytes(16)));

    StringTable table;
    CHECK(require_error(write_string_table(table)).field == "strings");
    table.strings.push_back({1, Text(std::string_view("A\0B", 3)), {}});
    CHECK(require_error(write_string_table(table)).field == "strings[0].text");
    table.kind = 1;
    CHECK(need(write_string_table(table)) == table_of({{1, 0}}, sized(std::string_view("A\0B", 3))));
    table.strings[0].row = 7;
    CHECK(require_error(write_string_table(table)).field == "strings[0].row");
}

TEST_CASE("strings: recognises a file by its first 16 bytes", "[tes]")
{
    const auto may = [](std::uint32_t count, std::uint32_t size, std::uint32_t place) {
        Bytes first;
        for (const std::uint32_t number : {count, size, 7U, place}) {
            append_le(first, number);
        }
        CHECK_FALSE(can_begin_string_table(ByteView(first).first(15)));
        return can_begin_string_table(first);
    };
    CHECK(may(1, 5, 0));
    CHECK(may(1, 5, 4));
    CHECK_FALSE(may(1, 5, 5));  // its first text would begin after the end of all texts
    CHECK(may(5, 5, 0));
    CHECK_FALSE(may(6, 5, 0));  // six texts need at least six bytes for their ends
    CHECK_FALSE(may(0, 5, 0));
    constexpr std::uint32_t most = (1U << 30U) - 16;  // without the sizes and the directory
    CHECK(may(1, most - 1, 0));
    CHECK_FALSE(may(1, most, 0));
}

TEST_CASE("law 1: holds for a strings file, truncated or with any byte changed", "[tes]")
{
    const Bytes bytes = table_of({{1, 2}, {2, 0}, {3, 2}, {4, 4}}, joined({zstring("B"), zstring("A"), zstring("C")}));
    const auto holds = [](const Bytes& each) {
        const Result<StringTable> table = read_string_table(each);
        const Result<Bytes> back = table ? write_string_table(*table) : Result<Bytes>(each);
        return back && *back == each;
    };
    for (std::size_t size = 0; size <= bytes.size(); ++size) {
        CHECK(holds(Bytes(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size))));
    }
    for (std::size_t at = 0; at < bytes.size(); ++at) {
        for (const unsigned value : {0U, 1U, 2U, 4U, 255U}) {
            Bytes changed = bytes;
            changed[at] = static_cast<std::byte>(value);
            INFO(at << " " << value);
            CHECK(holds(changed));
        }
    }
}

TEST_CASE("strings: rejects a text that would read back differently", "[tes]")
{
    const auto error_text = [](StringTable table) { return require_error(write_string_table(table)).field; };
    StringTable table = need(read_string_table(table_of({{1, 0}}, zstring("Iron"))));
    table.strings[0].text = Text(std::string("Iron\0Sword", 10));
    CHECK(error_text(table) == "strings[0].text");
    CHECK(error_text(StringTable{}) == "strings");
    table.strings[0].text = Text("Steel");
    CHECK(need(write_string_table(table)) == table_of({{1, 0}}, zstring("Steel")));
}

TEST_CASE("strings: rejects ambiguous texts with a hint", "[tes]")
{
    StringTable unknown = need(read_string_table(table_of({{1, 0}}, zstring("Iron"))));
    unknown.kind = 3;
    CHECK(describe(require_error(write_string_table(unknown))) == "kind: texts that would be read as something else");
    // Bytes that are a length of 16,843,009 with a NUL at their end would be read as a text with its size.
    StringTable plain = need(read_string_table(table_of({{1, 0}}, zstring("Iron"))));
    plain.strings[0].text = Text("\1\1\1\1" + std::string(0x01010100, 'A'));
    CHECK(describe(require_error(write_string_table(plain))) == "kind: texts that would be read as something else");
    plain.strings[0].text.bytes.pop_back();
    CHECK(need(write_string_table(plain)).size() == 8 + 8 + 4 + 0x01010100);
    // 40 numbers with a text of 400 bytes exceed 16 times the size of the file, which would be kept as bytes.
    StringTable shared = need(read_string_table(table_of({{1, 0}, {2, 0}}, zstring("Iron"))));
    const Derived<std::uint32_t> row = shared.strings[0].row;
    for (std::uint32_t id = 3; id <= 40; ++id) {
        shared.strings.push_back({id, Text("Iron"), row});
    }
    CHECK(need(write_string_table(shared)).size() == 8 + 40 * 8 + 5);
    for (StringEntry& each : shared.strings) {
        each.text = Text(std::string(400, 'A'));
    }
    CHECK(describe(require_error(write_string_table(shared))) == "kind: texts that would be read as something else");
    CHECK(describe(require_error(write_string_table({}))) ==
          "strings: texts that would be read as something else; a file has one text at least");
}

TEST_CASE("strings: an empty file with the extension of strings is an empty table", "[tes]")
{
    const StringTable none = need(read_string_table({}));
    CHECK(none.kind == empty_string_table);
    CHECK(need(write_string_table(none)).empty());
    CHECK(need(edit::read_binary(SharedBytes(Bytes{}), "Loc_English.STRINGS")).format().root() == "strings");
    CHECK_FALSE(edit::read_binary(SharedBytes(Bytes{}), "Loc_English.esp"));
    const std::string text = "<strings kind=\"empty\"/>";
    CHECK(need(need(edit::read_text(text, "strings.xml")).write()).empty());

    StringTable filled = none;
    filled.strings.push_back({1, Text("Sword"), {}});
    const auto written = write_string_table(filled);
    REQUIRE_FALSE(written);
    CHECK(written.error().field == "kind");
    CHECK(written.error().hint == "set it to plain for .STRINGS, to sized for other files");
}

TEST_CASE("strings: a file without entries has 8 bytes", "[tes]")
{
    const Bytes header(8);
    CHECK(need(read_string_table(header)).kind == 1);
    CHECK(need(read_string_table(header)).strings.empty());
    CHECK(need(write_string_table(need(read_string_table(header)))) == header);
}
