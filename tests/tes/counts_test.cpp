// Counts of subrecords, such as KSIZ: computed when written, shown only if the file's count differs.
#include <catch2/catch.hpp>

#include "check/check.hpp"
#include "edit/merge/merge.hpp"
#include "edit/patch/edits.hpp"
#include "edit/path/path.hpp"
#include "support/outcome.hpp"
#include "tes/definition/definitions.hpp"
#include "tes/plugin_builder.hpp"

using namespace redforge;
using namespace redforge::test;
using namespace redforge::tes;
using namespace redforge::tes::test;

namespace {

Bytes forms(std::initializer_list<std::uint32_t> ids)
{
    Bytes all;
    for (const std::uint32_t id : ids) {
        append(all, number(id));
    }
    return all;
}

/// Returns a plugin with one record that has these subrecords.
Bytes plugin_with(std::string_view type, const Bytes& subrecords)
{
    return joined(
        {tes4(24, 2),
         top_group(24, type, record(24, type, 0x01000800, joined({sub("EDID", zstring("One")), subrecords})))});
}

Bytes weapon_with(std::uint32_t count, std::initializer_list<std::uint32_t> keywords)
{
    return plugin_with("WEAP", joined({sub("KSIZ", number(count)), sub("KWDA", forms(keywords))}));
}

edit::Document document_with(const Bytes& bytes)
{
    return need(edit::read_binary(SharedBytes(bytes)));
}

void apply_to(edit::Document& document, std::string_view edits)
{
    const auto xml = XmlDocument::parse("<edits>" + std::string(edits) + "</edits>", "edits.xml");
    REQUIRE(xml);
    (void)need(edit::apply(document, *xml));
}

std::string shown_count(const edit::Document& document, std::string_view path)
{
    return edit::match_text(need(edit::resolve(document.root(), path)).front());
}

std::vector<std::string> wrong_counts(const edit::Document& document)
{
    std::vector<std::string> lines;
    for (const check::Finding& finding : check::run(document, {}, {{"wrong-count"}, {}})) {
        lines.push_back(finding.path(document.root()) + ": " + finding.message);
    }
    return lines;
}

}  // namespace

TEST_CASE("counts: the text has a stored count only if it is wrong", "[tes]")
{
    const Bytes right = weapon_with(2, {0x10, 0x11});
    CHECK(shown_count(document_with(right), "records[One].keyword_count.value") == "");
    CHECK(need(document_with(right).write()) == right);
    const Bytes wrong = weapon_with(5, {0x10, 0x11});
    CHECK(shown_count(document_with(wrong), "records[One].keyword_count.value") == "5");
    CHECK(need(document_with(wrong).write()) == wrong);
}

TEST_CASE("counts: adding and removing keywords updates their count", "[tes]")
{
    edit::Document document = document_with(weapon_with(2, {0x10, 0x11}));
    apply_to(document, "<add path=\"records[One].keywords.keyword\"><keyword form_id=\"00000012\"/></add>");
    CHECK(need(document.write()) == weapon_with(3, {0x10, 0x11, 0x12}));
    apply_to(document, "<remove path=\"records[One].keywords.keyword[0]\"/>"
                       "<remove path=\"records[One].keywords.keywords[0]\"/>");
    CHECK(need(document.write()) == weapon_with(1, {0x12}));
}

TEST_CASE("counts: writing clears a stored count that is right", "[tes]")
{
    edit::Document document = document_with(weapon_with(5, {0x10, 0x11}));
    REQUIRE(edit::set(document, "records[One].keyword_count.value", "2"));
    CHECK(need(document.write()) == weapon_with(2, {0x10, 0x11}));
}

TEST_CASE("counts: merging two branches that each add a keyword counts both", "[tes][merge]")
{
    const edit::Document base = document_with(weapon_with(2, {0x10, 0x11}));
    const edit::Document ours = document_with(weapon_with(3, {0x10, 0x11, 0x12}));
    const edit::Document theirs = document_with(weapon_with(3, {0x10, 0x11, 0x13}));
    const edit::Merge merged = edit::merge(base, ours, theirs);
    CHECK(merged.conflicts.empty());
    CHECK(need(merged.document.write()) == weapon_with(4, {0x10, 0x11, 0x12, 0x13}));
}

TEST_CASE("counts: a count covers the subrecords up to the next count of its type", "[tes]")
{
    const auto item = [](std::uint32_t id) { return sub("CNTO", forms({id, 1})); };
    const auto count = [](std::uint32_t value) { return sub("COCT", number(value)); };
    // Each alias of a quest has its own items.
    const Bytes bytes = plugin_with("QUST", joined({count(2), item(0x10), item(0x11), count(1), item(0x12)}));
    const edit::Document document = document_with(bytes);
    CHECK(wrong_counts(document).empty());
    CHECK(need(document.write()) == bytes);
}

TEST_CASE("counts: the inputs of a package are counted up to its marker", "[tes]")
{
    const auto index = [](std::uint8_t value) { return sub("UNAM", number(value)); };
    const Bytes bytes =
        plugin_with("PACK",
                    joined({sub("PKCU", forms({2, 0, 1})), index(1), index(2), sub("XNAM", Bytes(1)), index(1)}));
    CHECK(wrong_counts(document_with(bytes)).empty());
}

TEST_CASE("counts: every count of a Skyrim record matches its list", "[tes]")
{
    const Bytes one = number(1U);
    const Bytes form = number(0x10U);
    struct Row {
        std::string_view type;
        std::string_view count;
        Bytes counting;
        std::string_view counted;
        Bytes data;
    };
    const std::vector<Row> rows{
        {"NPC_", "SPCT", one, "SPLO", form},
        {"NPC_", "PRKZ", one, "PRKR", forms({0x10, 0})},
        {"CONT", "COCT", one, "CNTO", forms({0x10, 1})},
        {"COBJ", "COCT", one, "CNTO", forms({0x10, 1})},
        {"FACT", "CITC", one, "CTDA", Bytes(32)},
        {"LVLI", "LLCT", Bytes(1, std::byte{1}), "LVLO", Bytes(12)},
        {"IDLM", "IDLC", Bytes(1, std::byte{1}), "IDLA", form},
        {"COLL", "INTV", one, "CNAM", form},
        {"SMQN", "QNAM", one, "NNAM", form},
        {"LENS", "LFSP", one, "LFSD", Bytes(36)},
        {"REFR", "XRMR", one, "XLRM", form},
        {"REFR", "XWCN", one, "XWCU", Bytes(16)},
        {"ACTI", "DEST", forms({0, 1}), "DSTD", Bytes(20)},
        {"PACK", "PKCU", forms({1, 0, 0}), "UNAM", Bytes(1)},
    };
    for (const Row& row : rows) {
        INFO(row.type << " " << row.count);
        const Bytes counted = sub(row.counted, row.data);
        const Bytes right = plugin_with(row.type, joined({sub(row.count, row.counting), counted}));
        CHECK(wrong_counts(document_with(right)).empty());
        CHECK(need(document_with(right).write()) == right);
        const Bytes wrong = plugin_with(row.type, sub(row.count, row.counting));
        CHECK(wrong_counts(document_with(wrong)).size() == 1);
        CHECK(need(document_with(wrong).write()) == wrong);
    }
}

TEST_CASE("counts: more entries than a count can hold are rejected", "[tes]")
{
    Bytes entries = sub("LLCT", Bytes(1, std::byte{255}));
    for (int i = 0; i < 255; ++i) {
        append(entries, sub("LVLO", Bytes(12)));
    }
    edit::Document document = document_with(plugin_with("LVLI", entries));
    CHECK(document.write());
    apply_to(document, "<add path=\"records[One].subrecords\"><entry/></add>");
    const Result<Bytes> written = document.write();
    REQUIRE_FALSE(written);
    CHECK(written.error().field == "records[One].subrecords[0].value");
    CHECK(written.error().message == "256");
    CHECK(written.error().hint == "it does not fit into a count of 1 bytes");
}

TEST_CASE("check: wrong-count reports the count, and its fix computes it", "[tes]")
{
    edit::Document document = document_with(weapon_with(5, {0x10, 0x11}));
    CHECK(wrong_counts(document) ==
          std::vector<std::string>{"records[One].keyword_count.value: 5; the number of KWDA is 2"});
    edit::Recorder recorder(document.root());
    REQUIRE(check::fix(recorder, check::run(document, {}, {{"wrong-count"}, {}})));
    (void)recorder.finish("fix");
    CHECK(need(document.write()) == weapon_with(2, {0x10, 0x11}));
}

TEST_CASE("counts: adding an element also adds a missing count", "[tes]")
{
    edit::Document document = document_with(plugin_with("NPC_", sub("FULL", zstring("x"))));
    apply_to(document, "<add path=\"records[One]\"><spell form_id=\"00000010\"/><spell form_id=\"00000011\"/></add>");
    CHECK(need(document.write()) ==
          plugin_with("NPC_", joined({sub("SPCT", number(2U)), sub("SPLO", number(0x10U)), sub("SPLO", number(0x11U)),
                                      sub("FULL", zstring("x"))})));
    document = document_with(plugin_with("WEAP", sub("KWDA", forms({0x10}))));
    apply_to(document, "<add path=\"records[One].keywords.keywords\"><keyword form_id=\"00000011\"/></add>");
    CHECK(need(document.write()) == weapon_with(2, {0x10, 0x11}));
}

TEST_CASE("counts: adding the count itself adds no second one", "[tes]")
{
    edit::Document document = document_with(plugin_with("NPC_", sub("FULL", zstring("x"))));
    apply_to(document, "<add path=\"records[One]\"><spell form_id=\"00000010\"/></add>"
                       "<add path=\"records[One]\"><spell_count/></add>");
    CHECK(need(document.write()) == plugin_with("NPC_", joined({sub("SPCT", number(1U)), sub("SPLO", number(0x10U)),
                                                                sub("FULL", zstring("x"))})));
}

TEST_CASE("counts: other edits do not add a missing count", "[tes]")
{
    edit::Document document = document_with(plugin_with("WEAP", sub("KWDA", forms({0x10}))));
    apply_to(document, "<add path=\"records[One]\"><name text=\"x\"/></add>");
    CHECK(need(document.write()) ==
          plugin_with("WEAP", joined({sub("FULL", zstring("x")), sub("KWDA", forms({0x10}))})));
}

TEST_CASE("counts: every alias of a quest has its own counts", "[tes]")
{
    const auto alias = [](std::uint32_t number_of_it, const Bytes& items) {
        return joined({sub("ALST", number(number_of_it)), items, sub("ALED", {})});
    };
    const Bytes item = sub("CNTO", forms({0x10, 1}));
    const Bytes counted = joined({sub("COCT", number(1U)), item});
    edit::Document document = document_with(plugin_with("QUST", joined({alias(0, counted), alias(1, {})})));
    apply_to(document, "<add path=\"records[One].subrecords\" at=\"5\"><item form_id=\"00000010\" count=\"1\"/></add>");
    CHECK(need(document.write()) == plugin_with("QUST", joined({alias(0, counted), alias(1, counted)})));
}

TEST_CASE("check: wrong-count reports a list without count, and its fix adds the count", "[tes]")
{
    const Bytes without = joined({sub("KWDA", forms({0x10, 0x11}))});
    edit::Document document = document_with(plugin_with("WEAP", without));
    CHECK(wrong_counts(document) ==
          std::vector<std::string>{"records[One].keywords: no KSIZ before it; the number of KWDA is 2"});
    edit::Recorder recorder(document.root());
    REQUIRE(check::fix(recorder, check::run(document, {}, {{"wrong-count"}, {}})));
    (void)recorder.finish("fix");
    CHECK(need(document.write()) == weapon_with(2, {0x10, 0x11}));
    apply_to(document, "<remove path=\"records[One].keyword_count\"/>");
    CHECK(wrong_counts(document).size() == 1);
    // Conditions of a package have no count outside of its procedures.
    CHECK(wrong_counts(document_with(plugin_with("PACK", sub("CTDA", Bytes(32))))).empty());
}

TEST_CASE("check: the fix of wrong-count moves a count before the first item", "[tes]")
{
    const auto fixed = [](const Bytes& bytes) {
        edit::Document document = document_with(bytes);
        edit::Recorder recorder(document.root());
        REQUIRE(check::fix(recorder, check::run(document, {}, {{"wrong-count"}, {}})));
        (void)recorder.finish("fix");
        return need(document.write());
    };
    CHECK(fixed(plugin_with("WEAP", joined({sub("KWDA", forms({0x10, 0x11})), sub("KSIZ", number(2U))}))) ==
          weapon_with(2, {0x10, 0x11}));
    const Bytes item = sub("LVLO", forms({1, 0x801, 1}));
    const Bytes count = sub("LLCT", Bytes{std::byte{2}});
    CHECK(fixed(plugin_with("LVLI", joined({item, count, item}))) == plugin_with("LVLI", joined({count, item, item})));
    // An edit that adds an item moves the count, too.
    edit::Document document =
        document_with(plugin_with("WEAP", joined({sub("KWDA", forms({0x10})), sub("KSIZ", number(1U))})));
    apply_to(document, "<add path=\"records[One].keywords.keywords\"><keyword form_id=\"00000011\"/></add>");
    CHECK(need(document.write()) == weapon_with(2, {0x10, 0x11}));
}

TEST_CASE("check: wrong-count reports a missing count in a record without an order", "[tes]")
{
    const Bytes form = number(0x10U);
    const Bytes linked = joined({sub("XLRM", form), sub("XLRM", form)});
    CHECK(wrong_counts(document_with(plugin_with("REFR", linked))) ==
          std::vector<std::string>{"records[One].linked_room[0]: no XRMR before it; the number of XLRM is 2"});
    const Bytes room{std::byte{2}, std::byte{}, std::byte{}, std::byte{}};
    CHECK(wrong_counts(document_with(plugin_with("REFR", joined({sub("XRMR", room), linked})))).empty());
    CHECK(wrong_counts(document_with(plugin_with("STAT", linked))).empty());

    const Bytes current = sub("XWCU", Bytes(32));
    for (const std::string_view type : {"REFR", "CELL"}) {
        edit::Document document = document_with(plugin_with(type, current));
        CHECK(wrong_counts(document).size() == 1);
        edit::Recorder recorder(document.root());
        REQUIRE(check::fix(recorder, check::run(document, {}, {{"wrong-count"}, {}})));
        (void)recorder.finish("fix");
        CHECK(need(document.write()) == plugin_with(type, joined({sub("XWCN", number(2U)), current})));
        // The older count is enough.
        const Bytes old = plugin_with(type, joined({sub("XWCS", number(2U)), current}));
        CHECK(wrong_counts(document_with(old)).empty());
        const Bytes wrong = plugin_with(type, joined({sub("XWCS", number(3U)), current}));
        CHECK(wrong_counts(document_with(wrong)).size() == 1);
        CHECK(need(document_with(wrong).write()) == wrong);
    }
}

TEST_CASE("counts: adding a current also adds the missing count of its cell", "[tes]")
{
    edit::Document document = document_with(plugin_with("CELL", sub("FULL", zstring("x"))));
    apply_to(document, "<add path=\"records[One]\"><currents><current/></currents></add>");
    CHECK(need(document.write()) ==
          plugin_with("CELL", joined({sub("FULL", zstring("x")), sub("XWCN", number(1U)), sub("XWCU", Bytes(16))})));
}

TEST_CASE("definitions: `counts` takes an integer and the type of a subrecord", "[tes]")
{
    const auto error_of = [](const std::string& line) {
        const auto parsed = Definitions::parse("record BOOK\n" + line, "my.def");
        return parsed ? std::string() : parsed.error().message + "; " + parsed.error().hint;
    };
    const std::string hint = "expected an integer of the subrecord itself, and counts TYPE or counts TYPE until TYPE";
    CHECK(error_of("  KSIZ size u32 counts KWDA\n") == "");
    CHECK(error_of("  KSIZ size u32 counts KWDA until XNAM\n") == "");
    CHECK(error_of("  KSIZ size u32 counts\n") == "counts ; " + hint);
    CHECK(error_of("  KSIZ size u32 counts KWDA until\n") == "counts KWDA; " + hint);
    CHECK(error_of("  KSIZ size f32 counts KWDA\n") == "counts KWDA; " + hint);
    CHECK(error_of("  KSIZ size\n    list parts part to_end\n      u32 each counts KWDA\n") == "counts KWDA; " + hint);
}

TEST_CASE("counts: setting a count to its computed value is valid", "[tes]")
{
    const Bytes bytes = weapon_with(2, {0x10, 0x11});
    edit::Document document = document_with(bytes);
    (void)need(edit::set(document, "records[One].keyword_count.value", "2"));
    CHECK(wrong_counts(document).empty());
    CHECK(need(document.write()) == bytes);
}
