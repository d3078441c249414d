// The language server's views of a text: symbols, highlights, tokens, lenses, calls.
#include <algorithm>
#include <string>
#include <vector>

#include "core/file_fixture.hpp"
#include "lsp/client.hpp"

namespace redforge::lsp {
namespace {

using nlohmann::json;
using test::LspClient;

const std::string soup_uri = "file:///nowhere/SHOP.soup";
const std::string soup_source = "actor SHOP\n"  // 0
                                "{\n"
                                "    gosub #buy\n"
                                "    end\n"
                                "  hook 0:\n"  // 4
                                "    gosub #buy\n"
                                "    gosub #pay\n"
                                "    return\n"
                                "  #buy:\n"  // 8
                                "    RTX('poor')\n"
                                "    gosub #pay\n"
                                "  #again:\n"
                                "    goto #again\n"  // 12
                                "  #pay:\n"
                                "    return\n"
                                "}\n"
                                "\n"  // 16
                                "names\n"
                                "{\n"
                                "    task 39 = RTX(1)\n"
                                "}\n";

const std::string obscript_uri = "file:///nowhere/Door.txt";
const std::string obscript_source = "scn Door\n"
                                    "short opened ; once\n"
                                    "begin OnTrigger player\n"
                                    "set opened to 1\n"
                                    "end\n"
                                    "begin GameMode\n"
                                    "end\n";

/// Returns "NAME KIND LINES" of each symbol, with two blanks for each level.
std::vector<std::string> lines_of(const json& symbols, const std::string& indent = "")
{
    std::vector<std::string> lines;
    for (const json& each : symbols) {
        lines.push_back(indent + each["name"].get<std::string>() + " " + each["kind"].dump() + " " +
                        each["range"]["start"]["line"].dump() + "-" + each["range"]["end"]["line"].dump());
        for (std::string& line : lines_of(each.value("children", json::array()), indent + "  ")) {
            lines.push_back(std::move(line));
        }
    }
    return lines;
}

using TextLines = std::vector<std::string>;

TEST_CASE("lsp: symbols of scripts nest", "[lsp]")
{
    LspClient client;
    client.open(soup_uri, soup_source);
    CHECK(lines_of(client.of_text("textDocument/documentSymbol")) ==
          TextLines{"SHOP 5 0-15", "  hook 0 24 4-8", "  buy 12 8-11", "  again 12 11-13", "  pay 12 13-15",
                    "names 3 17-20", "  RTX 12 19-19"});
    client.open(obscript_uri, obscript_source);
    const json symbols = client.of_text("textDocument/documentSymbol");
    CHECK(lines_of(symbols) == TextLines{"Door 5 0-7", "  opened 13 1-1", "  OnTrigger 24 2-4", "  GameMode 24 5-6"});
    CHECK(symbols[0]["children"][1]["detail"] == "player");
    // Unfinished texts have the symbols up to the cursor.
    client.open(soup_uri, "actor A\n{\n  #a:\n");
    CHECK(lines_of(client.of_text("textDocument/documentSymbol")) == TextLines{"A 5 0-3", "  a 12 2-3"});
    client.open(soup_uri, "actor");
    CHECK(client.of_text("textDocument/documentSymbol").empty());
}

TEST_CASE("lsp: symbols of a document are its lists and named records", "[lsp]")
{
    LspClient client;
    client.open("file:///nowhere/map.xml",
                "<map>\n  <actors>\n    <actor script_name=\"DOOR01\">\n      <variable/>\n    </actor>\n  </actors>\n"
                "  <objects>\n    <object id=\"5\"/>\n  </objects>\n</map>\n");
    CHECK(lines_of(client.of_text("textDocument/documentSymbol")) ==
          TextLines{"map 3 0-9", "  actors 3 1-5", "    actor DOOR01 3 2-4", "  objects 3 6-8", "    object 5 19 7-7"});
    client.open("file:///nowhere/edits.xml", "<edits>\n  <set path=\"lights[0].radius\" value=\"1\"/>\n</edits>\n");
    CHECK(lines_of(client.of_text("textDocument/documentSymbol")) ==
          TextLines{"edits 3 0-2", "  set lights[0].radius 19 1-1"});
}

TEST_CASE("lsp: highlights all uses of a name", "[lsp]")
{
    LspClient client;
    client.open(soup_uri, soup_source);
    client.go_to("#buy:", 0, 2);
    const json found = client.at_place("textDocument/documentHighlight");
    REQUIRE(found.size() == 3);
    CHECK(found[0]["range"]["start"] == json{{"line", 2}, {"character", 11}});
    client.go_to("goto", 0, 1);
    CHECK(client.at_place("textDocument/documentHighlight").empty());
}

TEST_CASE("lsp: a code lens counts the uses of a name", "[lsp]")
{
    const auto titles = [](LspClient& client) {
        TextLines all;
        for (const json& each : client.of_text("textDocument/codeLens")) {
            all.push_back(each["range"]["start"]["line"].dump() + ": " + each["command"]["title"].get<std::string>());
        }
        return all;
    };
    LspClient client;
    client.open(soup_uri, soup_source);
    CHECK(titles(client) == TextLines{"8: 2 uses", "11: 1 use", "13: 2 uses", "19: 1 use"});
    CHECK(client.of_text("textDocument/codeLens")[0]["command"]["command"] == "");
    client.open(obscript_uri, obscript_source);
    CHECK(titles(client) == TextLines{"1: 1 use"});
    // A client that can show locations gets them.
    LspClient able(json{{"initializationOptions", {{"usesCommand", "show"}}}});
    able.open(obscript_uri, obscript_source);
    const json command = able.of_text("textDocument/codeLens")[0]["command"];
    CHECK(command["command"] == "show");
    CHECK(command["arguments"] == json::array({obscript_uri,
                                               {{"line", 1}, {"character", 6}},
                                               json::array({{{"uri", obscript_uri},
                                                             {"range",
                                                              {{"start", {{"line", 3}, {"character", 4}}},
                                                               {"end", {{"line", 3}, {"character", 10}}}}}}})}));
}

TEST_CASE("lsp: finds the uses of an actor in a document", "[lsp]")
{
    const std::string uri = "file:///nowhere/map.xml";
    LspClient client;
    client.open(uri,
                "<map>\n  <actors>\n    <actor script_name=\"DOOR\"/>\n    <actor script_name=\"KEY\"/>\n  </actors>\n"
                "  <objects>\n    <object id=\"5\" script_name=\"Door\"/>\n    <object id=\"6\" script_name=\"\"/>\n"
                "  </objects>\n</map>\n");
    client.go_to("Door", 0, 1);
    CHECK(client.at_place("textDocument/definition")["range"]["start"] == json{{"line", 2}, {"character", 24}});
    CHECK(client.at_place("textDocument/documentHighlight").size() == 2);
    TextLines titles;
    for (const json& each : client.of_text("textDocument/codeLens")) {
        titles.push_back(each["range"]["start"]["line"].dump() + ": " + each["command"]["title"].get<std::string>());
    }
    CHECK(titles == TextLines{"2: 1 use", "3: 0 uses"});
    client.go_to("id=\"5\"", 0, 5);
    CHECK(client.at_place("textDocument/definition").is_null());
    // A name in a document without references, such as a label of dialogue, has no lens.
    client.open("file:///nowhere/rtx.xml", "<dialogue>\n  <entry label=\"abcd\"/>\n</dialogue>\n");
    CHECK(client.of_text("textDocument/codeLens").empty());
}

TEST_CASE("lsp: semantic tokens are differences of lines and characters", "[lsp]")
{
    LspClient client;
    client.open(obscript_uri, "scn Door\nshort opened ; once\nset opened to 1\n");
    enum : int { comment = 0, keyword = 1, variable = 3, number = 8 };
    CHECK(client.of_text("textDocument/semanticTokens/full")["data"] ==
          json::array({0, 0, 3, keyword, 0, 1, 0, 5, keyword,  0, 0, 6, 6, variable, 0, 0, 7, 6, comment, 0,
                       1, 0, 3, keyword, 0, 0, 4, 6, variable, 0, 0, 7, 2, keyword,  0, 0, 3, 1, number,  0}));
    client.open(soup_uri, "actor A\n{\n    \"\xC3\xA4\".@Sound('abcd') // x\n}\n");
    enum : int { function = 2, object = 5, constant = 7 };
    CHECK(client.of_text("textDocument/semanticTokens/full")["data"] ==
          json::array({0,        0, 5, keyword, 0, 2,        4, 3, object, 0, 0,       5, 5,
                       function, 0, 0, 6,       6, constant, 0, 0, 8,      4, comment, 0}));
}

TEST_CASE("lsp: call hierarchy follows gosub", "[lsp]")
{
    LspClient client;
    client.open(soup_uri, soup_source);
    client.go_to("gosub #buy", 0, 8);
    const json items = client.at_place("textDocument/prepareCallHierarchy");
    REQUIRE(items.size() == 1);
    CHECK(items[0]["name"] == "buy");
    CHECK(items[0]["selectionRange"]["start"] == json{{"line", 8}, {"character", 3}});
    CHECK(items[0]["range"]["end"]["line"] == 13);  // #again is not a routine
    const auto calls = [&](const std::string& direction, const std::string& end) {
        TextLines all;
        const json found = client.ask("callHierarchy/" + direction + "Calls", {{"item", items[0]}});
        for (const json& each : found) {
            all.push_back(each[end]["name"].get<std::string>() + " " + each["fromRanges"][0]["start"]["line"].dump());
        }
        return all;
    };
    CHECK(calls("incoming", "from") == TextLines{"SHOP 2", "hook 0 5"});
    CHECK(calls("outgoing", "to") == TextLines{"pay 10"});
    client.go_to("goto #again", 0, 8);
    CHECK(client.at_place("textDocument/prepareCallHierarchy").empty());
    client.open(obscript_uri, obscript_source);
    client.go_to("opened");
    CHECK(client.at_place("textDocument/prepareCallHierarchy").empty());
}

TEST_CASE("lsp: workspace symbols come from open texts and from the folders", "[lsp]")
{
    const test::TempFolder folder;
    test::put(folder / "maps/scripts/SHOP.soup", soup_source);
    test::put(folder / "Door.txt", obscript_source);
    test::put(folder / "notes.txt", "a bay\n");
    test::put(folder / ".git/OTHER.soup", soup_source);
    LspClient client(json{{"rootUri", "file://" + folder.path().string()}});
    const auto found = [&](const std::string& query) {
        TextLines all;
        for (const json& each : client.ask("workspace/symbol", {{"query", query}})) {
            const std::string uri = each["location"]["uri"];
            all.push_back(each["name"].get<std::string>() + " " + uri.substr(uri.rfind('/') + 1) + " " +
                          each["location"]["range"]["start"]["line"].dump());
        }
        std::ranges::sort(all);
        return all;
    };
    CHECK(found("by") == TextLines{"buy SHOP.soup 8"});
    CHECK(found("") == TextLines{"Door Door.txt 0", "SHOP SHOP.soup 0", "names SHOP.soup 17"});
    // An open text has the content of the editor. A changed file is read again.
    client.open("file://" + (folder / "maps/scripts/SHOP.soup").string(), "\n" + soup_source);
    test::put(folder / "Door.txt", "scn Gate\nshort busy\n");
    CHECK(found("bUy") == TextLines{"busy Door.txt 1", "buy SHOP.soup 9"});
    client.send_notification(
        "workspace/didChangeWorkspaceFolders",
        {{"event", {{"removed", {{{"uri", "file://" + folder.path().string()}}}}, {"added", json::array()}}}});
    CHECK(found("bUy") == TextLines{"buy SHOP.soup 9"});
}

TEST_CASE("lsp: the language id decides for texts without a known extension", "[lsp]")
{
    LspClient client;
    const auto symbols = [&](const std::string& language, const std::string& text) {
        client.send_notification("textDocument/didOpen",
                                 {{"textDocument",
                                   {{"uri", "untitled:1"}, {"languageId", language}, {"version", 1}, {"text", text}}}});
        return client.ask("textDocument/documentSymbol", {{"textDocument", {{"uri", "untitled:1"}}}});
    };
    CHECK(lines_of(symbols("soup", "actor A { end }")) == TextLines{"A 5 0-0"});
    CHECK(lines_of(symbols("obscript", "scn A")) == TextLines{"A 5 0-0"});
    CHECK(lines_of(symbols("xml", "<map><actors/></map>")) == TextLines{"map 3 0-0"});
    CHECK(symbols("plaintext", "scn A").is_null());
}

}  // namespace
}  // namespace redforge::lsp
