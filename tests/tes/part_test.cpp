// A part of a plugin, and records overlaid on another copy.
#include <catch2/catch.hpp>

#include "edit/document/document.hpp"
#include "edit/patch/edits.hpp"
#include "edit/path/path.hpp"
#include "support/values.hpp"
#include "tes/plugin/part.hpp"
#include "tes/plugin/plugin.hpp"
#include "tes/plugin/record.hpp"
#include "tes/plugin_builder.hpp"
#include "tes/plugin_laws.hpp"

using namespace redforge;
using namespace redforge::tes;
using namespace redforge::tes::test;

TEST_CASE("part: replaces its records in another copy of the plugin, and nothing else", "[tes]")
{
    Plugin part = read_plugin(small_skyrim()).value();
    keep_only(part, {"VMAD"});
    REQUIRE(records_of(part).size() == 1);
    redforge::test::set_value(properties_of(*records_of(part)[0]), "scripts[0].properties[0].name", "total");

    // The other copy has one more record before and after it.
    const Bytes stone =
        record(24, "ACTI", 0x01000800,
               joined({sub("EDID", zstring("Stone")), sub("VMAD", small_vmad()), sub("OBND", Bytes(12))}));
    const Bytes first = record(24, "ACTI", 0x01000900, sub("EDID", zstring("First")));
    const Bytes last = record(24, "ACTI", 0x01000901, sub("EDID", zstring("Last")));
    Plugin plugin = read_plugin(joined({tes4(24, 4), top_group(24, "ACTI", joined({first, stone, last}))})).value();
    const Overlaid count = overlay(plugin, Plugin(part)).value();
    CHECK(count.changed == 1);
    CHECK(count.same == 0);
    CHECK(count.added == 0);

    const Bytes vmad =
        joined({number(std::int16_t{5}), number(std::int16_t{2}), number(std::uint16_t{1}), wstring("Keeper"), Bytes(1),
                number(std::uint16_t{2}), wstring("total"), number(std::uint16_t{0x0103}), number(std::int32_t{7}),
                wstring("target"), number(std::uint16_t{0x0101}), number(std::uint16_t{0}), number(std::int16_t{-1}),
                number(std::uint32_t{0x14})});
    const Bytes changed = record(24, "ACTI", 0x01000800,
                                 joined({sub("EDID", zstring("Stone")), sub("VMAD", vmad), sub("OBND", Bytes(12))}));
    CHECK(write_plugin(plugin).value() == joined({tes4(24, 4), top_group(24, "ACTI", joined({first, changed, last}))}));
}

TEST_CASE("part: a record that the plugin lacks is appended to its group", "[tes]")
{
    Plugin part = read_plugin(joined({tes4(20, 2), top_group(20, "SCPT", small_script(0x01000900, "New"))})).value();
    keep_only(part, {"SCPT"});
    Plugin plugin = read_plugin(small_oblivion()).value();
    CHECK(overlay(plugin, Plugin(part)).value().added == 1);
    CHECK(write_plugin(plugin).value() ==
          joined({tes4(20, 7), top_group(20, "GLOB", record(20, "GLOB", 0x01000800, sub("FNAM", text("s")))),
                  top_group(20, "SCPT", joined({small_script(), small_script(0x01000900, "New")})),
                  top_group(20, "WEAP", record(20, "WEAP", 0x01000802, sub("EDID", zstring("Sword"))))}));
}

TEST_CASE("part: a record type is four letters, case-insensitive", "[tes]")
{
    CHECK(parse_kinds("scpt,VMAD").value() == std::vector<std::string>{"SCPT", "VMAD"});
    CHECK(parse_kinds("SCPT,scripts").error().message == "\"scripts\" is not a type of records");
}

TEST_CASE("part: selects a record by editor ID or FormID", "[tes]")
{
    const edit::Document document = edit::read_binary(SharedBytes(small_oblivion())).value();
    for (const std::string_view path : {"scripts[Small].form_id", "scripts[small].form_id", "scripts[01000801].form_id",
                                        "scripts[form_id=01000801].form_id"}) {
        INFO(path);
        const auto found = edit::resolve_some(document.root(), path);
        REQUIRE(found);
        CHECK(edit::match_text(found->front()) == "01000801");
    }
    CHECK_FALSE(edit::resolve_some(document.root(), "scripts[form_id=1000801].form_id"));
}

TEST_CASE("part: adds a reference to its cell", "[tes]")
{
    const auto plugin_with = [](const Bytes& references, const Bytes& cell_data) {
        const Bytes cell = record(20, "CELL", 0x01000900, cell_data);
        const Bytes children = group(20, number(0x01000900U), 6, group(20, number(0x01000900U), 9, references));
        return joined(
            {tes4(20, 6),
             top_group(20, "CELL", group(20, number(0U), 2, group(20, number(0U), 3, joined({cell, children}))))});
    };
    const Bytes first = record(20, "REFR", 0x01000901, sub("DATA", Bytes(24)));
    const Bytes moved = record(20, "REFR", 0x01000901, sub("DATA", Bytes(24, std::byte{1})));
    const Bytes second = record(20, "REFR", 0x01000902, sub("DATA", Bytes(24)));
    Plugin part = read_plugin(plugin_with(joined({moved, second}), sub("DATA", Bytes(1)))).value();
    keep_only(part, {"REFR"});
    REQUIRE(records_of(part).size() == 2);
    Plugin plugin = read_plugin(plugin_with(first, sub("DATA", Bytes(1, std::byte{7})))).value();
    const Overlaid count = overlay(plugin, std::move(part)).value();
    CHECK(count.changed == 1);
    CHECK(count.added == 1);
    Bytes expected = plugin_with(joined({moved, second}), sub("DATA", Bytes(1, std::byte{7})));
    const Bytes header = tes4(20, 8);
    std::ranges::copy(header, expected.begin());
    plugin.header.record_count.stored.reset();
    CHECK(write_plugin(plugin).value() == expected);
}

TEST_CASE("part: a FormID of a record of another type is an error", "[tes]")
{
    const Bytes keyword = record(24, "KYWD", 0x01000800, sub("EDID", zstring("Iron")));
    const Bytes list = record(24, "FLST", 0x01000800, sub("EDID", zstring("Metals")));
    Plugin part = read_plugin(joined({tes4(24, 2), top_group(24, "FLST", list)})).value();
    Plugin plugin = read_plugin(joined({tes4(24, 2), top_group(24, "KYWD", keyword)})).value();
    CHECK(overlay(plugin, std::move(part)).error().message == "the record 01000800 is KYWD here, and FLST in the part");
}

TEST_CASE("part: references without their cell are an error", "[tes]")
{
    const auto plugin_with = [](std::uint32_t cell) {
        const Bytes references = group(24, number(cell), 9, record(24, "REFR", cell + 1, sub("DATA", Bytes(24))));
        const Bytes content =
            joined({record(24, "CELL", cell, sub("DATA", Bytes(1))), group(24, number(cell), 6, references)});
        return joined(
            {tes4(24, 6), top_group(24, "CELL", group(24, number(0U), 2, group(24, number(0U), 3, content)))});
    };
    Plugin part = read_plugin(plugin_with(0x01000900)).value();
    keep_only(part, {"REFR"});
    Plugin plugin = read_plugin(plugin_with(0x01000A00)).value();
    CHECK(overlay(plugin, std::move(part)).error().message ==
          "no record 01000900 at this position, and the part has its children");
}

TEST_CASE("part: describes a byte by its record or group", "[tes]")
{
    const auto locate = edit::find_format("plugin")->locate;
    const Bytes bytes =
        joined({tes4(24, 2), top_group(24, "ACTI", record(24, "ACTI", 0x01000900, sub("EDID", zstring("First"))))});
    REQUIRE(bytes.size() == 53 + 24 + 36);
    CHECK(locate(bytes, 0) == "header");
    CHECK(locate(bytes, 52) == "header");
    CHECK(locate(bytes, 53) == "header of a group");
    CHECK(locate(bytes, 53 + 23) == "header of a group");
    CHECK(locate(bytes, 53 + 24) == "ACTI 01000900");
    CHECK(locate(bytes, bytes.size() - 1) == "ACTI 01000900");
    CHECK(locate(bytes, bytes.size()).empty());
    CHECK(locate(Bytes(10), 0).empty());  // not a plugin
}
