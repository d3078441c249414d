// The language server for scripts of maps.
#include <algorithm>
#include <filesystem>
#include <fstream>

#include "lsp/client.hpp"
#include "soup/assemble/assemble.hpp"
#include "soup/disassemble/disassemble.hpp"
#include "support/random_script.hpp"

namespace redforge::lsp {
namespace {

using test::LspClient;

const std::string soup_uri = "file:///nowhere/DOOR01.soup";
const std::string soup_source = "actor DOOR01\n"
                                "{\n"
                                "strings\n"
                                "{\n"
                                "\"open\" // said\n"
                                "}\n"
                                "  hook 0 upper 1:\n"
                                "#top:\n"
                                "var1 = 1\n"
                                "if var1 = 2\n"
                                "{\n"
                                "Turn(3)\n"
                                "goto #done\n"
                                "}\n"
                                "goto #top\n"
                                "#done:\n"
                                "return\n"
                                "}\n"
                                "\n"
                                "names\n"
                                "{\n"
                                "task 7 = Turn(1)\n"
                                "}\n";

TEST_CASE("lsp: reports Redguard script mistakes at their words", "[lsp]")
{
    LspClient client;
    client.open(soup_uri, soup_source);
    CHECK(client.problems(soup_uri) ==
          std::vector<std::string>{"4:0-4:6 2 string 0 is not used",
                                   "16:0-16:6 2 return without a gosub; end ends the script; the game would "
                                   "jump nowhere"});
    client.open(soup_uri, "actor A\n{\n    goto #nowhere\n}\n");
    REQUIRE(client.problems(soup_uri).size() == 1);
    CHECK(client.problems(soup_uri)[0].find("2:9-2:17 1 ") == 0);
}

TEST_CASE("lsp: a code action fixes Redguard errors that have a single fix", "[lsp]")
{
    LspClient client;
    client.open(soup_uri,
                "actor A\n{\n    if (var1 = 1)\n    {\n        var2 += 1\n    }\n    goto #a\n  #a\n    end\n}\n");
    client.go_to("(var1");
    const nlohmann::json here = client.actions();
    REQUIRE(here.size() == 2);
    CHECK(here[0]["kind"] == "quickfix");
    CHECK(here[0]["title"] == "Fix: ( where a value should be; write conditions without parentheses: var1 = 1");
    CHECK(here[0]["diagnostics"][0]["message"] ==
          "( where a value should be; write conditions without parentheses: var1 = 1");
    CHECK(client.edited(here[0]["edit"]["changes"][soup_uri]).find("    if var1 = 1\n") != std::string::npos);
    CHECK(here[1]["kind"] == "source.fixAll");
    CHECK(here[1]["title"] == "Fix all problems with a known fix");
    CHECK(client.edited(here[1]["edit"]["changes"][soup_uri]) ==
          "actor A\n{\n    if var1 = 1\n    {\n        var2 = var2 + 1\n    }\n    goto #a\n  #a:\n    end\n}\n");
    client.go_to("+= 1");
    CHECK(client.actions()[0]["title"] == "Replace += with = var2 +");
    client.go_to("#a\n    end");
    CHECK(client.actions()[0]["title"] == "Insert :");
    client.go_to("goto");
    CHECK(client.actions(false, {{"only", {"quickfix"}}}).empty());
    CHECK(client.actions(true, {{"only", {"quickfix"}}}).size() == 3);
    CHECK(client.actions(true, {{"only", {"source"}}}).size() == 1);
    CHECK(client.actions(true, {{"only", {"refactor"}}}).empty());
    CHECK(client.actions(true, {{"only", nullptr}}).size() == 4);
}

TEST_CASE("lsp: a Redguard warning contains its kind", "[lsp]")
{
    LspClient client;
    client.open(soup_uri, "actor A\n{\n    var1 = 1\n}\n");
    client.go_to("var1");
    const nlohmann::json found = client.actions();
    REQUIRE(found.size() == 1);
    CHECK(found[0]["diagnostics"][0]["code"] == "script-flow");
    CHECK(found[0]["title"] == "Insert end");
    CHECK(client.edited(found[0]["edit"]["changes"][soup_uri]) == "actor A\n{\n    var1 = 1\n    end\n}\n");
}

TEST_CASE("lsp: resolves included names, and mistakes keep their positions", "[lsp]")
{
    const std::filesystem::path folder = std::filesystem::temp_directory_path() / "redforge-lsp-include";
    std::filesystem::create_directories(folder);
    std::ofstream(folder / "names.inc") << "names\n{\n    task 7 = Turn(1)\n}\n";
    const std::string file = "file://" + (folder / "A.soup").string();
    const std::string included = "include \"names.inc\"\nactor A\n{\n    Turn(3)\n    goto #nowhere\n}\n";
    LspClient client;
    client.open(file, included);
    REQUIRE(client.problems(file).size() == 1);
    CHECK(client.problems(file)[0].find("4:9-4:17 1 ") == 0);
    // A bare CR ends a line, too. The last line of this text has the mistake.
    std::ofstream(folder / "names.inc", std::ios::binary) << "names\r{\r    task 7 = Turn(1)\r}";
    const std::string last = "include \"names.inc\"\nactor A { Turn(3) goto #nowhere }";
    client.open(file, last);
    REQUIRE(client.problems(file).size() == 1);
    CHECK(client.problems(file)[0].find("1:23-1:31 1 ") == 0);
    std::filesystem::remove_all(folder);
    client.open(file, included);
    REQUIRE(client.problems(file).size() == 1);
    CHECK(client.problems(file)[0].find("0:0-0:19 1 cannot include \"names.inc\"") == 0);
}

TEST_CASE("lsp: finds labels of a Redguard script and renames all uses", "[lsp]")
{
    LspClient client;
    client.open(soup_uri, soup_source);
    client.go_to("#done", 0, 2);
    CHECK(client.at_place("textDocument/definition")["range"]["start"] ==
          nlohmann::json({{"line", 15}, {"character", 1}}));
    CHECK(client.at_place("textDocument/references", {{"context", {{"includeDeclaration", true}}}}).size() == 2);
    CHECK(client.at_place("textDocument/hover")["contents"]["value"] == "Label, defined in line 16");
    const nlohmann::json renamed = client.at_place("textDocument/rename", {{"newName", "ready"}});
    const std::string text = client.edited(renamed["changes"][soup_uri]);
    CHECK(text.find("goto #ready\n") != std::string::npos);
    CHECK(text.find("#ready:\n") != std::string::npos);
    CHECK(text.find("done") == std::string::npos);
    for (const char* wrong : {"top", "a b", "#ready", ""}) {
        CHECK(client.at_place("textDocument/rename", {{"newName", wrong}}).is_null());
        CHECK(client.error["code"] == -32803);
    }
    client.go_to("Turn(3)", 0, 1);
    CHECK(client.at_place("textDocument/definition")["range"]["start"]["line"] == 21);
    CHECK(client.at_place("textDocument/references", {{"context", {{"includeDeclaration", false}}}}).size() == 1);
    CHECK(client.at_place("textDocument/prepareRename").is_null());
}

TEST_CASE("lsp: completes words of a Redguard script", "[lsp]")
{
    LspClient client;
    client.open(soup_uri, "actor A\n{\n  #first:\n    goto #f~\n}\n");
    CHECK(client.words() == std::vector<std::string>{"first"});
    const auto kind_of = [&](const std::string& word) {
        const nlohmann::json offered = client.at_place("textDocument/completion");
        for (const nlohmann::json& item : offered["items"]) {
            if (item["label"] == word) {
                return item["kind"].get<int>();
            }
        }
        return 0;
    };
    CHECK(kind_of("first") == 18);  // a reference
    // A keyword is a label only after #.
    client.open(soup_uri, "actor A\n{\n  #end:\n    goto #en~\n}\n");
    CHECK(kind_of("end") == 18);
    client.open(soup_uri, "actor A\n{\n  #end:\n    en~\n}\n");
    CHECK(kind_of("end") == 14);  // a keyword
    client.open(soup_uri, "actor A\n{\n    ret~\n}\n");
    CHECK(test::has(client.words(), "return"));
    client.open(soup_uri, "actor A\n{\n    // ret~\n}\n");
    CHECK(client.words().empty());
}

TEST_CASE("lsp: completes names that the source declares", "[lsp]")
{
    LspClient client;
    const auto offered = [&](const std::string& statement) {
        client.open(soup_uri,
                    "actor A\n{\n    " + statement +
                        "\n}\nnames\n{\n    task 13 = OurTask(1)\n    multitask 14 = OurMultitask(0)\n"
                        "    function 15 = OurFunction(2)\n    flag 3 = OurFlag\n    property 4 = ourProperty\n"
                        "    variable 2 = ourVariable\n    constant 500 = our_price\n}\n");
        std::vector<std::pair<std::string, int>> words;
        const nlohmann::json result = client.at_place("textDocument/completion");
        for (const nlohmann::json& item : result["items"]) {
            words.emplace_back(item["label"], item["kind"]);
        }
        return words;
    };
    constexpr int function = 3;
    constexpr int field = 5;
    constexpr int variable = 6;
    constexpr int constant = 21;
    using Words = std::vector<std::pair<std::string, int>>;
    CHECK(offered("our~") == Words{{"our_price", constant},
                                   {"OurFlag", variable},
                                   {"OurFunction", function},
                                   {"OurMultitask", function},
                                   {"OurTask", function},
                                   {"ourVariable", variable}});
    CHECK(offered("Me.our~") ==
          Words{{"OurFunction", function}, {"OurMultitask", function}, {"ourProperty", field}, {"OurTask", function}});
    CHECK(offered("goto #our~").empty());
    // An unfinished block contains the lines up to the cursor.
    client.open(soup_uri, "actor A\n{\n    Our~\n}\nnames\n{\n    flag 3 = OurFlag\n    flag 4 =");
    CHECK(client.words() == std::vector<std::string>{"OurFlag"});
}

TEST_CASE("lsp: indents a Redguard script without changing its code", "[lsp]")
{
    LspClient client;
    client.open(soup_uri, soup_source);
    const nlohmann::json options{{"options", {{"tabSize", 8}, {"insertSpaces", false}}}};
    const std::string text = client.edited(client.of_text("textDocument/formatting", options));
    CHECK(
        text ==
        "actor DOOR01\n{\n    strings\n    {\n        \"open\" // said\n    }\n  hook 0 upper 1:\n  #top:\n    var1 = "
        "1\n"
        "    if var1 = 2\n    {\n        Turn(3)\n        goto #done\n    }\n    goto #top\n  #done:\n    return\n}\n\n"
        "names\n{\n    task 7 = Turn(1)\n}\n");
    const soup::Assembly before = soup::assemble(soup_source, "");
    const soup::Assembly after = soup::assemble(text, "");
    REQUIRE(before.script);
    REQUIRE(after.script);
    CHECK(before.script->code == after.script->code);
    client.open(soup_uri, text);
    CHECK(client.of_text("textDocument/formatting", options).empty());
    CHECK(client.of_text("textDocument/foldingRange").size() >= 3);
}

TEST_CASE("lsp: indents one-line blocks and the lines after them by open blocks", "[lsp]")
{
    LspClient client;
    client.open(soup_uri,
                "actor DOOR01\n{\nif var1 = 2 { Turn(3) }\nwhile var1 = 1 {\nif var1 = 2 { Turn(3) } }\nend }\n");
    const nlohmann::json options{{"options", {{"tabSize", 4}, {"insertSpaces", true}}}};
    CHECK(client.edited(client.of_text("textDocument/formatting", options)) ==
          "actor DOOR01\n{\n    if var1 = 2 { Turn(3) }\n    while var1 = 1 {\n        if var1 = 2 { Turn(3) } }\n"
          "    end }\n");
}

TEST_CASE("lsp: a decompiled source is already indented", "[lsp]")
{
    std::mt19937 random(1);
    for (int i = 0; i < 40; ++i) {
        INFO(i);
        const soup::Names names;
        const std::string text = soup::disassemble(test::random_program(random, 30, false), &names, {}).text;
        LspClient client;
        client.open(soup_uri, text);
        client.go_to("{");
        CHECK(client.edited(client.of_text("textDocument/formatting", {{"options", nlohmann::json::object()}})) ==
              text);
    }
}

}  // namespace
}  // namespace redforge::lsp
