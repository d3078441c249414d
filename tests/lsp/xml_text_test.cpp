// The language server for documents and edit lists.
#include <algorithm>
#include <filesystem>
#include <fstream>

#include "lsp/client.hpp"

namespace redforge::lsp {
namespace {

using test::LspClient;

const std::string map_uri = "file:///nowhere/map.xml";

TEST_CASE("lsp: reports XML mistakes at their position", "[lsp]")
{
    LspClient client;
    client.open(map_uri, "<map>\n  <objects>\n    <object id=\"5\" is_active=\"900\"/>\n  </objects>\n</map>\n");
    REQUIRE(client.problems(map_uri).size() == 1);
    CHECK(client.problems(map_uri)[0].find("2:19-") == 0);
    CHECK(client.problems(map_uri)[0].find("255") != std::string::npos);
    client.open(map_uri, "<map>\n  <objects>\n");
    REQUIRE(client.problems(map_uri).size() == 1);
    client.open(map_uri, "<html></html>");
    CHECK(client.problems(map_uri).empty());
}

TEST_CASE("lsp: completes names and values of a document by context", "[lsp]")
{
    LspClient client;
    client.open(map_uri, "<map>\n  <objects>\n    <object id=\"5\" obj~=\"\"/>\n  </objects>\n</map>\n");
    std::vector<std::string> words = client.words();
    CHECK(test::has(words, "position.x"));
    CHECK_FALSE(test::has(words, "id"));
    client.open(map_uri, "<map>\n  <objects>\n    <object object_type=\"~\"/>\n  </objects>\n</map>\n");
    CHECK(test::has(client.words(), "light"));
    client.open(map_uri, "<map>\n  <~\n</map>\n");
    words = client.words();
    CHECK(test::has(words, "objects"));
    CHECK(test::has(words, "lights"));
    client.open(map_uri, "<map>\n  <objects>\n    <object is_active=\"1\"/>\n  </objects>\n</map>\n");
    client.go_to("is_active");
    CHECK(client.at_place("textDocument/hover")["contents"]["value"].get<std::string>().find("0 to 255") !=
          std::string::npos);
    CHECK(client.of_text("textDocument/foldingRange") ==
          nlohmann::json({{{"startLine", 0}, {"endLine", 4}}, {{"startLine", 1}, {"endLine", 3}}}));
    // An unclosed element folds to the end.
    client.open(map_uri, "<map>\n  <objects>\n  </objects>\n\n");
    CHECK(client.of_text("textDocument/foldingRange") ==
          nlohmann::json({{{"startLine", 0}, {"endLine", 3}}, {{"startLine", 1}, {"endLine", 2}}}));
}

TEST_CASE("lsp: scripts in a document use the names of the game folder", "[lsp]")
{
    const std::filesystem::path folder = std::filesystem::temp_directory_path() / "redforge-lsp-game";
    std::filesystem::create_directories(folder / "maps");
    std::ofstream(folder / "SOUP386.DEF", std::ios::binary)
        << "[functions]\r\ntask Hello parms 1\r\n[refs]\r\nangle\r\n[flags]\r\nBOOL Won 0\r\n";
    const std::string text = "<map>\n  <actors>\n    <actor script_name=\"A\">\n"
                             "      <script>actor A\n{\n    Hello(1)\n    end\n}\n</script>\n"
                             "    </actor>\n  </actors>\n</map>\n";
    LspClient client;
    const std::string inside = "file://" + (folder / "maps" / "map.xml").string();
    client.open(inside, text);
    CHECK(client.problems(inside) == std::vector<std::string>{"2:5-2:10 3 no object is an instance of A"});
    client.open(map_uri, text);
    REQUIRE(client.problems(map_uri).size() == 1);
    CHECK(client.problems(map_uri)[0].find("no function Hello is known") != std::string::npos);
    std::filesystem::remove_all(folder);
}

TEST_CASE("lsp: parses very deep elements and very many attributes", "[lsp]")
{
    std::string deep = "<map>";
    for (int i = 0; i < 200'000; ++i) {
        deep += "<objects>";
    }
    LspClient client;
    client.open(map_uri, deep + "~");
    client.go_to("<objects>", 199'999, 3);
    CHECK(client.at_place("textDocument/hover").is_null());
    CHECK(client.words().empty());
    client.go_to("<objects>", 0, 3);
    CHECK_FALSE(client.at_place("textDocument/hover").is_null());
    std::string wide = "<map";
    for (int i = 0; i < 200'000; ++i) {
        wide += " a=\"1\"";
    }
    client.open(map_uri, wide + " a=\"1");
    CHECK(client.problems(map_uri).size() == 1);
}

TEST_CASE("lsp: ignores tags in comments, declarations and CDATA", "[lsp]")
{
    LspClient client;
    client.open(
        map_uri,
        "<?xml version=\"1.0\"?>\n<!DOCTYPE\nmap>\n<map>\n  <!-- <objects>\n  <object> -->\n  <actors>\n    <actor>\n"
        "      <script><![CDATA[<a>\n</actors>\n]]></script>\n    </actor>\n  </actors>\n  <!-- never\n  </map>\n");
    // The map extends to the end, because its end tag is in an unclosed comment.
    CHECK(client.of_text("textDocument/foldingRange") == nlohmann::json({{{"startLine", 3}, {"endLine", 14}},
                                                                         {{"startLine", 6}, {"endLine", 12}},
                                                                         {{"startLine", 7}, {"endLine", 11}},
                                                                         {{"startLine", 8}, {"endLine", 10}}}));
}

TEST_CASE("lsp: checks and completes lists of edits", "[lsp]")
{
    LspClient client;
    client.open(map_uri, "<edits>\n  <set path=\"a\" valeu=\"1\"/>\n  <remove path=\"b\"/>\n</edits>\n");
    REQUIRE(client.problems(map_uri).size() == 1);
    CHECK(client.problems(map_uri)[0].find("1:3-") == 0);
    client.open(map_uri, "<edits>\n  <~\n</edits>\n");
    CHECK(test::has(client.words(), "duplicate"));
    client.open(map_uri, "<edits>\n  <set path=\"a\" ~/>\n</edits>\n");
    const std::vector<std::string> words = client.words();
    CHECK(test::has(words, "value"));
    CHECK_FALSE(test::has(words, "path"));
    client.go_to("set");
    CHECK_FALSE(client.at_place("textDocument/hover").is_null());
}

}  // namespace
}  // namespace redforge::lsp
