// Inputs of public bug reports of other tools, built in code: kept bytes, findings and edits.
#include <catch2/catch.hpp>

#include <bit>
#include <filesystem>

#include "check/check.hpp"
#include "cli/program.hpp"
#include "core/files/files.hpp"
#include "edit/patch/edits.hpp"
#include "edit/path/path.hpp"
#include "support/game.hpp"
#include "support/outcome.hpp"
#include "tes/plugin_builder.hpp"

using namespace redforge;
using namespace redforge::test;
using namespace redforge::tes::test;

namespace {

using Lines = std::vector<std::string>;

Bytes header(float version, std::uint32_t count, std::uint32_t flags)
{
    const Bytes hedr = joined({number(std::bit_cast<std::uint32_t>(version)), number(count), number(0x900U)});
    return record(24, "TES4", 0, joined({sub("HEDR", hedr), sub("MAST", zstring("Skyrim.esm")), sub("DATA", Bytes(8))}),
                  flags);
}

Bytes named(std::string_view type, std::uint32_t form_id, std::string_view name, const Bytes& rest = {})
{
    return record(24, type, form_id, joined({sub("EDID", zstring(name)), rest}));
}

edit::Document read_document(const Bytes& bytes)
{
    edit::Document document = need(edit::read_binary(SharedBytes(bytes)));
    CHECK(need(document.write()) == bytes);
    return document;
}

Lines findings_of(const edit::Document& document, const std::string& check, const std::filesystem::path& file = {})
{
    Lines lines;
    for (const check::Finding& finding : check::run(document, {.file = file}, {{check}, {}})) {
        lines.push_back(finding.path(document.root()) + ": " + finding.message);
    }
    return lines;
}

edit::Document keywords(float version, std::uint32_t flags)
{
    return read_document(
        joined({header(version, 5, flags),
                top_group(24, "KYWD",
                          joined({named("KYWD", 0x01000800, "K800"), named("KYWD", 0x01000123, "K123"),
                                  named("KYWD", 0x01000FFF, "Kfff"), named("KYWD", 0x01001800, "K1800")}))}));
}

}  // namespace

TEST_CASE("esplugin 40: a light plugin of version 1.70 has ids 800 to FFF", "[tes][check]")
{
    CHECK(findings_of(keywords(1.7F, 0x200), "light-range") ==
          Lines{"records[K123].form_id: 123 is outside 800 to FFF, the range of a light plugin",
                "records[K1800].form_id: 1800 is outside 800 to FFF, the range of a light plugin"});
    CHECK(findings_of(keywords(1.71F, 0x200), "light-range") ==
          Lines{"records[K1800].form_id: 1800 is outside 1 to FFF, the range of a light plugin"});
    CHECK(findings_of(keywords(1.7F, 0), "light-range").empty());
}

TEST_CASE("LOOT 1003: a plugin called .esl is light without the flag", "[tes][check]")
{
    CHECK(findings_of(keywords(1.71F, 0), "light-range", "byname.esl") ==
          Lines{"records[K1800].form_id: 1800 is outside 1 to FFF, the range of a light plugin"});
}

TEST_CASE("houseCARL 740: editing a plugin keeps its code page", "[tes]")
{
    const Bytes sword = named("WEAP", 0x01000800, "W", sub("FULL", zstring("Sword")));
    const Bytes bytes = joined({header(1.7F, 2, 0), top_group(24, "WEAP", sword)});
    edit::Document document = read_document(bytes);
    for (const std::string name : {"Größe", "Größe 2"}) {
        REQUIRE(edit::set(document, "records[W].name.text", name));
        document = need(edit::read_binary(SharedBytes(need(document.write()))));
        CHECK(edit::match_text(need(edit::resolve(document.root(), "records[W].name.text")).front()) == name);
    }
}

TEST_CASE("xEdit 359: reads strings files without texts, and reports a missing string", "[tes][check]")
{
    const TemporaryFolder folder;
    const Bytes empty(8);
    CHECK(need(edit::read_binary(SharedBytes(empty))).format().root() == "strings");
    CHECK(need(need(edit::read_binary(SharedBytes(empty))).write()) == empty);
    const Bytes weapons = joined({named("WEAP", 0x01000800, "W", sub("FULL", number(7U))),
                                  named("WEAP", 0x01000801, "V", sub("FULL", number(999U)))});
    const edit::Document document = read_document(joined({header(1.7F, 3, 0x80), top_group(24, "WEAP", weapons)}));
    const std::filesystem::path plugin = folder.path() / "Loc.esp";
    CHECK(findings_of(document, "missing-string", plugin).empty());  // without string files, texts are unknown
    std::filesystem::create_directory(folder.path() / "Strings");
    const Bytes strings = joined({number(1U), number(6U), number(7U), number(0U), zstring("Sword")});
    (void)need(write_file(folder.path() / "Strings" / "Loc_English.STRINGS", strings));
    (void)need(write_file(folder.path() / "Strings" / "Loc_English.ILSTRINGS", empty));
    CHECK(findings_of(document, "missing-string", plugin) ==
          Lines{"records[V].name.string_id: no file of strings has string 999 (0x000003E7)"});
}

TEST_CASE("esplugin 8: reports a cell outside of its groups", "[tes][check]")
{
    const edit::Document document = read_document(joined({header(1.7F, 1, 0), named("CELL", 0x01000800, "Loose")}));
    CHECK(findings_of(document, "record-outside-group") == Lines{"records[Loose]: a CELL that is in no group"});
}

TEST_CASE("xEdit 100: reports two forms with the same editor ID", "[tes][check]")
{
    const Bytes keywords = joined({named("KYWD", 0x01000800, "Same"), named("KYWD", 0x01000801, "SAME")});
    const edit::Document document = read_document(joined({header(1.7F, 3, 0), top_group(24, "KYWD", keywords)}));
    CHECK(findings_of(document, "editor-id-twice") == Lines{"records[SAME].editor_id: 01000800 is called SAME too"});
}

TEST_CASE("check: reports a position that is not a number (NaN)", "[tes][check]")
{
    const auto reference = [](std::uint32_t x) {
        return record(24, "REFR", 0x01000802, sub("DATA", joined({number(x), Bytes(20)})));
    };
    constexpr std::uint32_t infinite = 0x7F800000;
    constexpr std::uint32_t one = 0x3F800000;
    CHECK(findings_of(read_document(joined({header(1.7F, 1, 0), reference(infinite)})), "no-number").size() == 1);
    CHECK(findings_of(read_document(joined({header(1.7F, 1, 0), reference(one)})), "no-number").empty());
}

TEST_CASE("check: reports two settings with FormID 0", "[tes][check]")
{
    const Bytes settings =
        joined({named("GMST", 0, "fA", sub("DATA", Bytes(4))), named("GMST", 0, "iB", sub("DATA", Bytes(4)))});
    const edit::Document document = read_document(joined({header(1.7F, 3, 0), top_group(24, "GMST", settings)}));
    CHECK(findings_of(document, "form-id-twice") == Lines{"records[iB].form_id: records[fA] has 00000000 too"});
}

TEST_CASE("xEdit 110: reports missing forms in script properties", "[tes][check]")
{
    const Bytes vmad = joined({number(std::int16_t{5}), number(std::int16_t{2}), number(std::uint16_t{1}), wstring("S"),
                               Bytes(1), number(std::uint16_t{1}), wstring("target"), number(std::uint16_t{0x0101}),
                               number(std::uint16_t{0}), number(std::int16_t{-1}), number(0x01018786U)});
    const edit::Document document = read_document(
        joined({header(1.7F, 2, 0), top_group(24, "ACTI", named("ACTI", 0x01000800, "A", sub("VMAD", vmad)))}));
    CHECK(findings_of(document, "missing-form") ==
          Lines{"records[A].properties.scripts[0].properties[0].form_id: no record of the plugin has 01018786"});
}

TEST_CASE("Mutagen 286 and 382: a VMAD has an XXXX only above 65,535 bytes", "[tes]")
{
    const auto with_value = [](std::size_t size) {
        const Bytes vmad = joined({number(std::int16_t{5}), number(std::int16_t{2}), number(std::uint16_t{1}),
                                   wstring("Big"), Bytes(1), number(std::uint16_t{3}), wstring("Q"),
                                   number(std::uint16_t{0x0102}), wstring(std::string(30000, 'q')), wstring("R"),
                                   number(std::uint16_t{0x0102}), wstring(std::string(size, 'r')), wstring("S"),
                                   number(std::uint16_t{0x0102}), wstring(std::string(30000, 's'))});
        const Bytes data = vmad.size() <= 0xFFFF ? sub("VMAD", vmad)
                                                 : joined({sub("XXXX", number(static_cast<std::uint32_t>(vmad.size()))),
                                                           text("VMAD"), number(std::uint16_t{0}), vmad});
        return joined({header(1.7F, 2, 0), top_group(24, "ACTI", named("ACTI", 0x01000800, "A", data))});
    };
    edit::Document document = read_document(with_value(4));
    const std::string path = "records[A].properties.scripts[0].properties[1].value";
    REQUIRE(edit::set(document, path, std::string(20000, 'r')));
    CHECK(need(document.write()) == with_value(20000));
    document = read_document(with_value(20000));
    REQUIRE(edit::set(document, path, "rrrr"));
    CHECK(need(document.write()) == with_value(4));
}
