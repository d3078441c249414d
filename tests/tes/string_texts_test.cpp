// Texts of a localised plugin next to their numbers: in differences, output and texts. Only the number counts.
#include <catch2/catch.hpp>

#include <string>
#include <vector>

#include "core/text/text_sink.hpp"
#include "edit/document/comments.hpp"
#include "edit/document/document.hpp"
#include "edit/operation/changes.hpp"
#include "edit/operation/references.hpp"
#include "edit/patch/edits.hpp"
#include "edit/plugin/form_names.hpp"
#include "support/game.hpp"
#include "support/outcome.hpp"
#include "support/values.hpp"
#include "tes/plugin_builder.hpp"
#include "tes/strings/string_texts.hpp"

using namespace redforge;
using namespace redforge::test;
using namespace redforge::tes::test;

namespace {

Bytes strings(std::initializer_list<std::pair<std::uint32_t, std::string_view>> texts)
{
    Bytes directory;
    Bytes data;
    for (const auto& [id, text] : texts) {
        append(directory, joined({number(id), number(static_cast<std::uint32_t>(data.size()))}));
        append(data, zstring(text));
    }
    return joined({number(static_cast<std::uint32_t>(texts.size())), number(static_cast<std::uint32_t>(data.size())),
                   directory, data});
}

Bytes sword(std::uint32_t name)
{
    constexpr std::uint32_t localised = 0x80;
    const Bytes hedr =
        joined({number(std::uint32_t{0x3F800000}), number(std::uint32_t{2}), number(std::uint32_t{0x800})});
    return joined(
        {record(24, "TES4", 0, sub("HEDR", hedr), localised),
         top_group(24, "WEAP",
                   record(24, "WEAP", 0x800, joined({sub("EDID", zstring("Sword")), sub("FULL", number(name))})))});
}

/// Mod.esp with string files in two languages.
struct Data {
    Folder folder;

    Data()
    {
        std::filesystem::create_directories(folder.path / "strings");
        folder.put("strings/mod_english.STRINGS", strings({{0x7FF, "Iron Sword"}, {0x801, "Long\nblade"}}));
        folder.put("strings/Mod_French.STRINGS", strings({{0x7FF, "\xC9"
                                                                  "p\xE9"
                                                                  "e de fer"},
                                                          {0x802, "Lame"}}));
        // Strings of another plugin whose name begins with this name.
        folder.put("strings/Mod_Addon_English.STRINGS", strings({{0x7FF, "wrong"}, {0x803, "wrong"}}));
        folder.put("Mod.esp", sword(0x7FF));
    }
    [[nodiscard]] edit::Loaded loaded() const { return need(edit::load(folder.path / "Mod.esp")); }
};

constexpr std::string_view name = "records[Sword].name.string_id";

}  // namespace

TEST_CASE("string texts: a number finds its English text, else another language's", "[tes]")
{
    const Data data;
    const edit::Loaded loaded = data.loaded();
    const tes::StringTexts* const texts = loaded.context.services.find<tes::StringTexts>();
    REQUIRE(texts != nullptr);
    CHECK(texts->text(0x7FF) == "Iron Sword");
    CHECK(texts->text(0x802) == "Lame");
    CHECK(texts->text(0x803) == "");
    CHECK(edit::string_words(*texts, "0x000007FF") == "0x000007FF \"Iron Sword\"");
    CHECK(edit::string_words(*texts, "0x00000801") == "0x00000801 \"Long\\x0Ablade\"");
    CHECK(edit::string_words(*texts, "0x00000803") == "");
    CHECK(edit::string_words(*texts, "000007FF") == "");  // not in the number format of the text form
    CHECK(edit::string_words(*texts, "0x7FG") == "");
}

TEST_CASE("string texts: a number is followed by at most 60 bytes of its text", "[tes]")
{
    const Folder folder;
    folder.put("Mod.esp", sword(1));
    const std::string line(60, 'x');
    folder.put("mod_english.STRINGS", strings({{1, line},
                                               {2, line + "y"},
                                               {3, std::string(59, 'x') + "\xE9y"},  // two bytes in UTF-8
                                               {4, std::string(58, 'x') + "\xE9yz"}}));
    const edit::Loaded loaded = need(edit::load(folder.path / "Mod.esp"));
    const tes::StringTexts* const texts = loaded.context.services.find<tes::StringTexts>();
    REQUIRE(texts != nullptr);
    CHECK(edit::string_words(*texts, "0x00000001") == "0x00000001 \"" + line + "\"");
    CHECK(edit::string_words(*texts, "0x00000002") == "0x00000002 \"" + line + "...\"");
    CHECK(edit::string_words(*texts, "0x00000003") == "0x00000003 \"" + std::string(59, 'x') + "...\"");
    CHECK(edit::string_words(*texts, "0x00000004") == "0x00000004 \"" + std::string(58, 'x') + "\xC3\xA9...\"");
}

TEST_CASE("string texts: diffs and XML show them as comments, which packing ignores", "[tes]")
{
    const Data data;
    const edit::Loaded before = data.loaded();
    CHECK(value(before.document, name) == "0x000007FF");
    edit::Loaded after = data.loaded();
    REQUIRE(edit::set(after.document, name, "0x00000801", {}, after.context));
    const auto changes = edit::changes_between(before.document.root(), after.document.root(), after.context);
    REQUIRE(changes.size() == 1);
    CHECK(edit::change_lines(changes[0]) ==
          std::vector<std::string>{
              "records[Sword].name 00000800: string_id 0x000007FF \"Iron Sword\" -> 0x00000801 \"Long\\x0Ablade\""});

    TextSink sink;
    before.document.write_xml(sink, nullptr, edit::with_form_names(before.context, before.document));
    const std::string xml = sink.str();
    CHECK(xml.find("<name text=\"\" string_id=\"0x000007FF\"/> <!-- 0x000007FF \"Iron Sword\" -->\n") !=
          std::string::npos);
    CHECK(need(need(edit::read_text(xml, "mod.xml")).write()) == sword(0x7FF));
    TextSink plain;
    before.document.write_xml(plain);
    CHECK(edit::without_form_notes(xml) == plain.str());
}

TEST_CASE("string texts: keeps user comments that look like names of forms", "[tes]")
{
    for (const std::string comment :
         {"<a/> <!-- 0x7FF \"Iron\" -->\n", "<a/> <!-- 0x000007FF Iron -->\n", "<a/> <!-- see (Fire) -->\n",
          "<a/> <!--  -->\n", "<a/> <!-- x 0x000007FF \"Iron\" -->\n"}) {
        CHECK(edit::without_form_notes(comment) == comment);
    }
    for (const std::string ours :
         {" <!-- 0x000007FF \"Iron\" -->", " <!-- Base.esm:00000910 (Fire), 0x000007FF \"a\" -->",
          " <!-- 0x000007FF \"a\", Base.esm:00000910 (Fire) -->"}) {
        CHECK(edit::without_form_notes("<a/>" + ours + "\n") == "<a/>\n");
    }
}
