// The code page of a plugin's texts: guessed or given, kept in the text form, and errors for missing letters.
#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "core/text/code_page.hpp"
#include "core/text/text_sink.hpp"
#include "edit/document/document.hpp"
#include "edit/patch/edits.hpp"
#include "runner/skip.hpp"
#include "support/game.hpp"
#include "support/outcome.hpp"
#include "support/sample_file.hpp"
#include "support/values.hpp"
#include "tes/plugin_builder.hpp"

using namespace redforge;
using namespace redforge::test;
using namespace redforge::tes::test;

namespace {

/// Returns a plugin with a sword whose name is in a code page.
Bytes plugin_of(std::string_view name, CodePage page)
{
    const std::string bytes = need(decode_text(name, page));
    return joined(
        {tes4(20, 2), top_group(20, "WEAP",
                                record(20, "WEAP", 0x01000800,
                                       joined({sub("EDID", zstring("Sword")), sub("FULL", zstring(bytes))})))});
}

std::string xml_of(const edit::Document& document)
{
    TextSink sink;
    document.write_xml(sink);
    return sink.str();
}

constexpr std::string_view chinese = "这是一把非常锋利的剑";
constexpr std::string_view name = "records[Sword].name.text";

}  // namespace

TEST_CASE("encoding: guesses a plugin's code page, and stores it in the text", "[tes]")
{
    if (!has_table(CodePage::cp936)) {
        redforge::test::skip("this system has no table of code page 936");
        return;
    }
    const Folder folder;
    const Bytes bytes = plugin_of(chinese, CodePage::cp936);
    folder.put("Mod.esp", bytes);
    const edit::Document document = need(edit::load(folder.path / "Mod.esp")).document;
    CHECK(value(document, name) == chinese);
    const std::string xml = xml_of(document);
    CHECK(xml.find("<plugin encoding=\"936\" ") != std::string::npos);
    CHECK(xml.find("<name text=\"" + std::string(chinese) + "\"/>") != std::string::npos);
    const edit::Document again = need(edit::read_text(xml, "mod.xml"));
    CHECK(need(again.write()) == bytes);
    CHECK(xml_of(again) == xml);

    // The user's choice is used, and the bytes stay unchanged.
    LoadContext given;
    given.page = CodePage::cp1251;
    const edit::Document other = need(edit::load(folder.path / "Mod.esp", Pipes::reject, given)).document;
    CHECK(value(other, name).starts_with("Хв"));
    CHECK(xml_of(other).find(" encoding=\"1251\"") != std::string::npos);
    CHECK(need(need(edit::read_text(xml_of(other), "mod.xml")).write()) == bytes);
}

TEST_CASE("encoding: rejects a letter that the code page lacks, with its path", "[tes]")
{
    const Folder folder;
    folder.put("Mod.esp", plugin_of("Épée", CodePage::cp1252));
    edit::Document document = need(edit::load(folder.path / "Mod.esp")).document;
    CHECK(value(document, name) == "Épée");
    CHECK(xml_of(document).find("encoding=\"1252\"") == std::string::npos);
    const Error error = require_error(edit::set(document, name, "剑"));
    CHECK(error.field == "records[Sword].name.text");
    CHECK(error.hint.find("U+5251 is not in code page 1252") != std::string::npos);

    const Error unknown = require_error(edit::read_text("<plugin encoding=\"1253\"/>", "mod.xml"));
    CHECK(unknown.message == "encoding \"1253\"");
    CHECK(unknown.line == 1);
}

TEST_CASE("encoding: the guess ignores data with control characters", "[tes]")
{
    if (!has_table(CodePage::cp1251)) {
        redforge::test::skip("this system has no table of code page 1251");
        return;
    }
    const Folder folder;
    const auto guessed = [&](std::string_view text) {
        folder.put("Mod.esp", plugin_of(text, CodePage::cp1251));
        return xml_of(need(edit::load(folder.path / "Mod.esp")).document).find(" encoding=\"1251\"") !=
               std::string::npos;
    };
    CHECK(guessed("Вильгельм"));
    CHECK(guessed("Вильгельм из города"));
    CHECK(guessed("Вильгельм\\x0D\\x0A\\x09из города\\x0A"));
    CHECK_FALSE(guessed("Вильгельм\\x0Bиз города"));
    CHECK_FALSE(guessed("Вильгельм\\x1Fиз города"));
    CHECK_FALSE(guessed("Sword"));
}

TEST_CASE("encoding: masters decide if the letters of a plugin do not", "[tes]")
{
    if (!has_table(CodePage::cp1250)) {
        redforge::test::skip("this system has no table of code page 1250");
        return;
    }
    const Folder folder;
    const auto plugin = [](std::string_view name_of_sword, int page = 1250) {
        const std::string text =
            fmt::format("<plugin encoding=\"{}\" header_size=\"later\"><header><master name=\"Gone.esm\"/><master "
                        "name=\"Base.esm\"/></header><group type=\"top\" label=\"WEAP\"><record type=\"WEAP\" "
                        "editor_id=\"Sword\" form_id=\"02000800\"><name text=\"{}\"/></record></group></plugin>",
                        page, name_of_sword);
        return need(need(edit::read_text(text, "test")).encode()).joined();
    };
    // Code page 1252 has a Danish letter for this byte.
    folder.put("Mod.esp", plugin("Žoldnéř"));
    const auto read = [&] { return need(edit::load(folder.path / "Mod.esp")).document; };
    const auto read_name = [&] { return value(read(), name); };
    CHECK(read_name() == "Žoldnéø");
    folder.put("Base.esm", plugin("Meč"));
    CHECK(read_name() == "Žoldnéø");  // the letters of this master do not decide either
    folder.put("Base.esm", plugin("Stříbrný meč"));
    CHECK(read_name() == "Žoldnéř");
    const std::string text = xml_of(read());
    CHECK(text.find("<plugin encoding=\"1250\" ") != std::string::npos);
    folder.put("Mod.esp", plugin("Où brûle la forêt", 1252));
    CHECK(read_name() == "Où brûle la forêt");  // the letters of the plugin decide
    CHECK(xml_of(need(edit::read_text(text, "test"))) == text);

    // A localised master has string files.
    folder.put("Mod.esp", plugin("Žoldnéř"));
    folder.put("Base.esm",
               need(
                   need(edit::read_text("<plugin header_size=\"later\"><header flags=\"localized\"/></plugin>", "test"))
                       .encode())
                   .joined());
    CHECK(read_name() == "Žoldnéø");
    const Bytes strings =
        need(need(edit::read_text("<strings kind=\"plain\"><string id=\"1\" text=\"a\"/></strings>", "test")).encode())
            .joined();
    folder.put("Strings/Base_Czech.STRINGS", strings);
    CHECK(read_name() == "Žoldnéř");
    folder.put("Strings/Base_English.STRINGS", strings);
    CHECK(read_name() == "Žoldnéø");
}

TEST_CASE("encoding: a single non-ASCII byte can exclude UTF-8", "[tes]")
{
    const Folder folder;
    const auto name_beside = [&](std::string_view description) {
        folder.put("Mod.esp",
                   joined({tes4(20, 2),
                           top_group(20, "BOOK",
                                     record(20, "BOOK", 0x01000800,
                                            joined({sub("EDID", zstring("Sword")), sub("FULL", zstring("\xC3\xA9")),
                                                    sub("DESC", zstring(std::string(description)))})))}));
        return value(need(edit::load(folder.path / "Mod.esp")).document, name);
    };
    CHECK(name_beside("5 \x7F") == "é");
    CHECK(name_beside("5 \x80") == "Ã©");  // a price in euros
}

TEST_CASE("encoding: guesses a save's code page from its names", "[tes]")
{
    if (!has_table(CodePage::cp1251)) {
        redforge::test::skip("this system has no table of code page 1251");
        return;
    }
    const Folder folder;
    edit::Document made = sample_document("save");
    const auto in_page = [&](std::string_view player, CodePage page) {
        edit::Document save = made;
        save.use_page(page);
        set_value(save, "header.player_name", player);
        return need(save.write());
    };
    const Bytes russian = in_page("Вильгельм", CodePage::cp1251);
    folder.put("Quick.ess", russian);
    const edit::Document guessed = need(edit::load(folder.path / "Quick.ess")).document;
    CHECK(value(guessed, "header.player_name") == "Вильгельм");
    const std::string xml = xml_of(guessed);
    CHECK(xml.find("<save encoding=\"1251\"") != std::string::npos);
    CHECK(need(need(edit::read_text(xml, "save.xml")).write()) == russian);

    folder.put("Short.ess", in_page("Иван", CodePage::cp1251));
    CHECK(value(need(edit::load(folder.path / "Short.ess")).document, "header.player_name") == "Иван");
    // The first and last letters of the page, and isolated letters.
    for (const std::string_view name : {"Анна", "Яяю", "Ёлка", "Алёна"}) {
        folder.put("First.ess", in_page(name, CodePage::cp1251));
        CHECK(value(need(edit::load(folder.path / "First.ess")).document, "header.player_name") == name);
    }
    folder.put("Other.ess", in_page("Jos\u00e9", CodePage::cp1252));
    CHECK(value(need(edit::load(folder.path / "Other.ess")).document, "header.player_name") == "Jos\u00e9");
    LoadContext given;
    given.page = CodePage::cp1251;
    CHECK(value(need(edit::load(folder.path / "Other.ess", Pipes::reject, given)).document, "header.player_name") ==
          "Josй");
}

TEST_CASE("encoding: the guess for a save also uses its origin, plugins and actors", "[tes]")
{
    if (!has_table(CodePage::cp1251)) {
        redforge::test::skip("this system has no table of code page 1251");
        return;
    }
    const Folder folder;
    for (const std::string_view path : {"header.location", "plugins[0].name", "npc[0].full_name.value"}) {
        edit::Document save = sample_document("save");
        save.use_page(CodePage::cp1251);
        set_value(save, path, "Вильгельм");
        folder.put("Quick.ess", need(save.write()));
        CHECK(value(need(edit::load(folder.path / "Quick.ess")).document, path) == "Вильгельм");
    }
    // Adjacent signs are not Cyrillic letters.
    edit::Document save = sample_document("save");
    save.use_page(CodePage::cp1252);
    set_value(save, "header.player_name", "\u00ae\u00ae\u00e9\u00e9");
    folder.put("Quick.ess", need(save.write()));
    CHECK(value(need(edit::load(folder.path / "Quick.ess")).document, "header.player_name") ==
          "\u00ae\u00ae\u00e9\u00e9");
}

TEST_CASE("encoding: the guess uses a plugin's description, but not file names", "[tes]")
{
    if (!has_table(CodePage::cp1251)) {
        redforge::test::skip("this system has no table of code page 1251");
        return;
    }
    const Folder folder;
    const std::string russian = need(decode_text("Вильгельм", CodePage::cp1251));
    const auto guessed = [&](const Bytes& head, std::string_view type, std::string_view part) {
        folder.put("Mod.esp",
                   joined({record(20, "TES4", 0,
                                  joined({sub("HEDR", joined({number(std::uint32_t{0x3F800000}), Bytes(8)})), head})),
                           top_group(20, type, record(20, type, 0x01000800, sub(part, zstring(russian))))}));
        return xml_of(need(edit::load(folder.path / "Mod.esp")).document).find(" encoding=\"1251\"") !=
               std::string::npos;
    };
    CHECK(guessed(sub("SNAM", zstring(russian)), "WEAP", "MODL"));
    CHECK_FALSE(guessed({}, "WEAP", "MODL"));
    CHECK(guessed({}, "WEAP", "FULL"));
    CHECK(guessed({}, "BOOK", "DESC"));
    CHECK(guessed({}, "QUST", "CNAM"));
    CHECK_FALSE(guessed({}, "WEAP", "CNAM"));
    CHECK_FALSE(guessed({}, "REFR", "FULL"));  // not a text there
}

TEST_CASE("encoding: the guess reads at most 256 KiB of a top group, and 4 MiB in all", "[tes]")
{
    if (!has_table(CodePage::cp1251)) {
        redforge::test::skip("this system has no table of code page 1251");
        return;
    }
    constexpr std::size_t max_of_group = std::size_t{256} << 10U;
    constexpr std::size_t max_of_file = std::size_t{4} << 20U;
    const Folder folder;
    const Bytes named =
        record(20, "BOOK", 0x01000800, sub("FULL", zstring(need(decode_text("Вильгельм", CodePage::cp1251)))));
    // Returns a record with `size` bytes without texts.
    const auto filling = [](std::size_t size) {
        Bytes parts;
        for (std::size_t left = size - 20; left > 0;) {
            const std::size_t part = left > 70000 ? 60000 : std::min<std::size_t>(left, 60000);
            append(parts, sub("MODT", Bytes(part - 6)));
            left -= part;
        }
        return record(20, "BOOK", 0x01000801, parts);
    };
    const auto guessed = [&](const Bytes& groups, const Bytes& head = tes4(20, 2)) {
        folder.put("Mod.esp", joined({head, groups}));
        return need(edit::load(folder.path / "Mod.esp")).document.non_default_page() == CodePage::cp1251;
    };
    const auto books = [](const Bytes& content) { return top_group(20, "BOOK", content); };
    const std::size_t rest = max_of_group - named.size();
    CHECK(guessed(books(joined({filling(rest - 1), named}))));
    CHECK_FALSE(guessed(books(joined({filling(rest), named}))));
    // The next group is searched separately, but a group nested in the first is not.
    CHECK(guessed(joined({books(joined({filling(rest), named})), books(named)})));
    const Bytes inner = group(20, number(std::uint32_t{1}), 7, filling(rest));
    CHECK_FALSE(guessed(books(joined({inner, group(20, number(std::uint32_t{2}), 7, named)}))));
    CHECK(guessed(books(joined(
        {group(20, number(std::uint32_t{1}), 7, filling(200)), group(20, number(std::uint32_t{2}), 7, named)}))));
    // A skipped record counts as 64 bytes.
    const Bytes place = record(20, "REFR", 0x01000802, {});
    CHECK(guessed(books(joined({place, filling(rest - 65), named}))));
    CHECK_FALSE(guessed(books(joined({place, filling(rest - 64), named}))));
    Bytes many;
    for (int i = 0; i < 15; ++i) {
        append(many, books(filling(max_of_group - 1)));
    }
    const std::size_t last = max_of_file - 15 * (max_of_group - 1) - named.size();
    CHECK(guessed(joined({many, books(filling(last / 2)), books(filling(last - last / 2 - 1)), books(named)})));
    CHECK_FALSE(guessed(joined({many, books(filling(last / 2)), books(filling(last - last / 2)), books(named)})));
    // Texts of a localised plugin are in other files, and compressed records are not unpacked for the guess.
    CHECK(guessed(books(named), record(20, "TES4", 0, sub("HEDR", Bytes(12)))));
    CHECK_FALSE(guessed(books(named), record(20, "TES4", 0, sub("HEDR", Bytes(12)), 0x80)));
    CHECK_FALSE(guessed(books(record(20, "BOOK", 0x01000800, Bytes(named.begin() + 20, named.end()), 0x00040000))));
}

TEST_CASE("encoding: a path can contain a non-ASCII editor ID", "[tes]")
{
    const Folder folder;
    const std::string id = need(decode_text("Épée_2", CodePage::cp1252));
    const Bytes axe = record(20, "WEAP", 0x01000801, sub("EDID", zstring("Axe")));
    const Bytes sword = record(20, "WEAP", 0x01000800, joined({sub("EDID", zstring(id)), sub("FULL", zstring("x"))}));
    folder.put("Mod.esp", joined({tes4(20, 2), top_group(20, "WEAP", joined({axe, sword}))}));
    edit::Document document = need(edit::load(folder.path / "Mod.esp")).document;
    CHECK(value(document, "records[Épée_2].form_id") == "01000800");
    REQUIRE(edit::set(document, "records[Épée_2].name.text", "Sword"));
    CHECK(value(document, "records[01000800].name.text") == "Sword");
    CHECK(require_error(edit::set(document, "records[Épée_3].name.text", "x")).message ==
          "records has no record Épée_3");
}
