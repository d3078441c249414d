// The language server for Oblivion scripts.
#include <algorithm>

#include "core/file_fixture.hpp"
#include "lsp/client.hpp"
#include "obscript/any_names.hpp"
#include "obscript/compile.hpp"

namespace redforge::lsp {
namespace {

using test::LspClient;

const std::string uri = "file:///scripts/Door.txt";
const std::string source = "scn DoorScript\n"
                           "\n"
                           "short opened\n"
                           "ref opener\n"
                           "\n"
                           "begin OnActivate\n"
                           "if opened == 0\n"
                           "set opened to 1 ; opened for good\n"
                           "set opener to GetActionRef\n"
                           "else\n"
                           "Message \"opened before\"\n"
                           "endif\n"
                           "Activate opener\n"
                           "end\n";

TEST_CASE("lsp: reports Oblivion script mistakes at their words", "[lsp]")
{
    LspClient client;
    client.open(uri, source);
    CHECK(client.problems(uri).empty());
    client.open(uri, "scn A\nbegin GameMode\nset nothing to 1\nend\n");
    REQUIRE(client.problems(uri).size() == 1);
    CHECK(client.problems(uri)[0].find("2:4-2:11 1 ") == 0);
}

TEST_CASE("lsp: a code action fixes Oblivion errors that have a single fix", "[lsp]")
{
    const auto fixed = [](const std::string& body) {
        const std::string head = "scn A\nshort a\nbegin GameMode\nset a to a\n";
        LspClient client;
        client.open(uri, head + body + "\nend\n");
        const nlohmann::json found = client.actions(true);
        if (found.size() != 1) {
            return std::to_string(found.size()) + " actions";
        }
        const std::string text = client.edited(found[0]["edit"]["changes"][uri]);
        return found[0]["title"].get<std::string>() + ": " + text.substr(head.size(), text.size() - head.size() - 5);
    };
    CHECK(fixed("set a 1") == "Insert to: set a to 1");
    CHECK(fixed("set a = 1") == "Replace = with to: set a to 1");
    CHECK(fixed("set a := 1") == "Replace := with to: set a to 1");
    CHECK(fixed("if a = 1\nendif") == "Replace = with ==: if a == 1\nendif");
    CHECK(fixed("if a\nelse if a\nendif") ==
          "Fix: the condition after else is ignored; write elseif, in one word: if a\nelseif a\nendif");
    CHECK(fixed("if a\nendif a is set") == "Insert ;: if a\nendif ; a is set");
    CHECK(fixed("a = 1") == "Fix: a is a variable, not a statement; write set a to VALUE: set a to 1");
    CHECK(fixed("GetSecondsPased") == "Replace GetSecondsPased with GetSecondsPassed: GetSecondsPassed");
    CHECK(fixed("player.ModActorValue Strengh 1") == "Replace Strengh with Strength: player.ModActorValue Strength 1");
    CHECK(fixed("a == 1") == "0 actions");
    LspClient client;
    client.open(uri, "scn A\nbegin GamMode\nend\n");
    CHECK(client.edited(client.actions(true)[0]["edit"]["changes"][uri]) == "scn A\nbegin GameMode\nend\n");
}

TEST_CASE("lsp: completes Oblivion scripts by context", "[lsp]")
{
    LspClient client;
    client.open(uri, "scn A\nshort opened\nbegin GameMode\n~\nend\n");
    std::vector<std::string> words = client.words();
    CHECK(test::has(words, "opened"));
    CHECK(test::has(words, "set"));
    CHECK(test::has(words, "GetSecondsPassed"));
    client.open(uri, "scn A\nbegin GameMode\nset a to player.getp~\nend\n");
    words = client.words();
    CHECK(test::has(words, "GetPos"));
    CHECK_FALSE(test::has(words, "set"));
    CHECK(std::ranges::is_sorted(words));
    client.open(uri, "scn A\nbegin G~\n");
    CHECK(client.words() == std::vector<std::string>{"GameMode"});
    client.open(uri, "scn A\nbegin GameMode\nplayer.ModActorValue str~\nend\n");
    CHECK(client.words() == std::vector<std::string>{"Strength"});
    client.open(uri, "scn A\nbegin GameMode\nset a to 1 ; Ge~\n");
    CHECK(client.words().empty());
    client.open(uri, "scn A\nbegin GameMode\nMessage \"Ge~\"\n");
    CHECK(client.words().empty());
}

TEST_CASE("lsp: explains Oblivion commands and variables", "[lsp]")
{
    LspClient client;
    client.open(uri, source);
    client.go_to("GetActionRef", 0, 3);
    CHECK(client.at_place("textDocument/hover")["contents"]["value"].get<std::string>().find(
              "reference.GetActionRef") != std::string::npos);
    client.go_to("opened to");
    CHECK(client.at_place("textDocument/hover")["contents"]["value"] ==
          "```\nshort opened\n```\nVariable of this script, declared in line 3.");
    client.go_to("OnActivate");
    CHECK(client.at_place("textDocument/hover")["contents"]["value"] ==
          "```\nbegin OnActivate reference\n```\nBlock of a script.");
    client.go_to("opened before");
    CHECK(client.at_place("textDocument/hover").is_null());
    client.open(uri, "scn A\nbegin GameMod~e\nset OnActivate to 1\nend\n");
    CHECK(client.at_place("textDocument/hover")["contents"]["value"] == "```\nbegin GameMode\n```\nBlock of a script.");
    client.go_to("OnActivate");
    CHECK(client.at_place("textDocument/hover").is_null());
    client.open(uri, "scn A\nbegin No~thing\nend\n");
    CHECK(client.at_place("textDocument/hover").is_null());
    client.open(uri, "scn A\nbegin GameMode\nplayer.AddItem Gold001, ~\nend\n");
    const nlohmann::json help = client.at_place("textDocument/signatureHelp");
    CHECK(help["signatures"][0]["label"].get<std::string>().find("reference.AddItem ") == 0);
    CHECK(help["activeParameter"] == 1);
}

TEST_CASE("lsp: completes, explains and compiles commands of a table next to the script", "[lsp]")
{
    const test::TempFolder folder;
    const std::string beside = "file://" + (folder.path() / "Door.txt").string();
    LspClient client;
    client.open(beside, "scn A\nbegin GameMode\nGetFoo player 1.5\nend\n");
    REQUIRE(client.problems(beside).size() == 1);
    test::put(folder.path() / "obse-commands.txt", "GetFoo = command 2BCD 1 Rf\n");
    client.open(beside, "scn A\nbegin GameMode\nGetFoo player 1.5\nend\n");
    CHECK(client.problems(beside).empty());
    client.go_to("GetFoo");
    CHECK(client.at_place("textDocument/hover")["contents"]["value"] ==
          "```\nGetFoo reference, [number]\n```\nNeeds OBSE. Opcode 0x2BCD.");
    client.go_to("1.5");
    CHECK(client.at_place("textDocument/signatureHelp")["activeParameter"] == 1);
    client.open(beside, "scn A\nbegin GameMode\nGetFo~\nend\n");
    CHECK(test::has(client.words(), "GetFoo"));
    // The problem of a table is reported until the table is corrected. A corrected table is used at once.
    test::put(folder.path() / "obse-commands.txt", "GetFoo = command 2BCD\n");
    std::filesystem::last_write_time(folder.path() / "obse-commands.txt",
                                     std::filesystem::file_time_type::clock::now());
    client.open(beside, "scn A\nbegin GameMode\nend\n");
    REQUIRE(client.problems(beside).size() == 1);
    CHECK(client.problems(beside)[0].find("obse-commands.txt:1: ") != std::string::npos);
}

TEST_CASE("lsp: finds and renames an Oblivion variable in its scope", "[lsp]")
{
    LspClient client;
    client.open(uri, source);
    client.go_to("opened ==", 0, 2);
    CHECK(client.at_place("textDocument/definition")["range"]["start"] ==
          nlohmann::json({{"line", 2}, {"character", 6}}));
    CHECK(client.at_place("textDocument/references", {{"context", {{"includeDeclaration", true}}}}).size() == 3);
    CHECK(client.at_place("textDocument/references", {{"context", {{"includeDeclaration", false}}}}).size() == 2);
    CHECK(client.at_place("textDocument/prepareRename")["start"]["line"] == 6);
    const nlohmann::json renamed = client.at_place("textDocument/rename", {{"newName", "isOpen"}});
    const std::string text = client.edited(renamed["changes"][uri]);
    CHECK(text.find("short isOpen\n") != std::string::npos);
    CHECK(text.find("set isOpen to 1 ; opened for good\n") != std::string::npos);
    CHECK(text.find("\"opened before\"") != std::string::npos);
    for (const char* wrong : {"opener", "GetPos", "1st", "a b", "endif", ""}) {
        CHECK(client.at_place("textDocument/rename", {{"newName", wrong}}).is_null());
        CHECK(client.error["code"] == -32803);
    }
    client.go_to("GetActionRef");
    CHECK(client.at_place("textDocument/prepareRename").is_null());
    CHECK(client.at_place("textDocument/definition").is_null());
}

TEST_CASE("lsp: recognises every Oblivion keyword, also by its second name", "[lsp]")
{
    LspClient client;
    client.open(uri, "scn A\nreference door\nint count\n~\nbegin GameMode\nset door to player\nset count to 1\nend\n");
    std::vector<std::string> words = client.words();
    for (const char* word : {"reference", "ref", "int", "string_var", "begin", "set", "endif"}) {
        CHECK(std::ranges::count(words, word) == 1);
    }
    CHECK_FALSE(test::has(words, "to"));
    client.go_to("player");
    CHECK(test::has(client.words(), "door"));
    client.go_to("door to", 0, 2);
    CHECK(client.at_place("textDocument/hover")["contents"]["value"] ==
          "```\nreference door\n```\nVariable of this script, declared in line 2.");
    CHECK(client.at_place("textDocument/definition")["range"]["start"] ==
          nlohmann::json({{"line", 1}, {"character", 10}}));
    const nlohmann::json renamed = client.at_place("textDocument/rename", {{"newName", "gate"}});
    CHECK(client.edited(renamed["changes"][uri]) ==
          "scn A\nreference gate\nint count\n\nbegin GameMode\nset gate to player\nset count to 1\nend\n");
    for (const char* wrong : {"scn", "ScriptName", "to", "reference", "int", "Eval", "while"}) {
        CHECK(client.at_place("textDocument/rename", {{"newName", wrong}}).is_null());
        CHECK(client.error["message"].get<std::string>() ==
              std::string(wrong) + " is a word of the language; choose another name");
    }
}

TEST_CASE("lsp: indents an Oblivion script by its blocks without changing its code", "[lsp]")
{
    LspClient client;
    client.open(uri, source);
    const nlohmann::json edits =
        client.of_text("textDocument/formatting", {{"options", {{"tabSize", 4}, {"insertSpaces", false}}}});
    const std::string text = client.edited(edits);
    CHECK(text ==
          "scn DoorScript\n\nshort opened\nref opener\n\nbegin OnActivate\n\tif opened == 0\n\t\tset opened to 1 ; "
          "opened for good\n"
          "\t\tset opener to GetActionRef\n\telse\n\t\tMessage \"opened before\"\n\tendif\n\tActivate opener\nend\n");
    obscript::AnyNames names;
    CHECK(obscript::compile(text, names).code == obscript::compile(source, names).code);
    client.open(uri, text);
    CHECK(client.of_text("textDocument/formatting", {{"options", {{"tabSize", 4}, {"insertSpaces", false}}}}).empty());
    CHECK(client.of_text("textDocument/foldingRange") == nlohmann::json({{{"startLine", 5}, {"endLine", 13}},
                                                                         {{"startLine", 6}, {"endLine", 8}},
                                                                         {{"startLine", 9}, {"endLine", 11}}}));
}

}  // namespace
}  // namespace redforge::lsp
