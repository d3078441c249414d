// Findings of the checks in XML documents, and their fixes as edits of the text.
#include "lsp/document_checks.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "core/file_fixture.hpp"
#include "edit/document/document.hpp"
#include "edit/random_edits.hpp"
#include "lsp/client.hpp"
#include "support/sample_file.hpp"

namespace redforge::lsp {
namespace {

using nlohmann::json;
using test::LspClient;

const std::string document_uri = "file:///nowhere/map.xml";

/// Returns `text` with the first `from` replaced by `to`.
std::string replaced(std::string text, const std::string& from, const std::string& to)
{
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
}

/// Returns the titles of the actions at the position, or for the whole text.
std::vector<std::string> titles(const json& actions)
{
    std::vector<std::string> all;
    for (const json& each : actions) {
        all.push_back(each["title"]);
    }
    return all;
}

using TextLines = std::vector<std::string>;

TEST_CASE("lsp: findings of checks are at their attributes, and a fix changes only these", "[lsp]")
{
    const std::string sample = test::text_of(test::sample_document("map"));
    // The user's comment and line break stay.
    const std::string mine = replaced(sample, "<objects>", "<objects><!-- mine -->\n");
    LspClient client;
    client.open(document_uri, replaced(mine, "is_active=\"1\"", "is_active=\"7\""));
    const std::vector<std::string> problems = client.problems(document_uri);
    const auto found = std::ranges::find_if(problems, [](const std::string& each) {
        return each.find("7 is outside 0 to 1") != std::string::npos;
    });
    REQUIRE(found != problems.end());
    CHECK(found->find(" 2 ") != std::string::npos);  // a warning
    client.go_to("is_active=\"7\"");
    const json actions = client.actions();
    CHECK(titles(actions) == TextLines{"Replace 7 with 1"});
    CHECK(actions[0]["diagnostics"][0]["code"] == "value-range");
    CHECK(client.edited(actions[0]["edit"]["changes"][document_uri]) == mine);
}

TEST_CASE("lsp: a fix can remove a record", "[lsp]")
{
    const std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<map>\n  <walk_maps>\n    <walk_map>\n"
                             "      <node>\n        <route/>\n        <route target_node_id=\"9\"/>\n      </node>\n"
                             "    </walk_map>\n  </walk_maps>\n</map>\n";
    LspClient client;
    client.open(document_uri, text);
    client.go_to("target_node_id");
    const json actions = client.actions();
    CHECK(titles(actions) == TextLines{"Remove <route target_node_id=\"9\"/>"});
}

TEST_CASE("lsp: shows twenty findings of each check, and the number of the others", "[lsp]")
{
    std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<map>\n  <objects>\n";
    for (int id = 1; id <= 60; ++id) {
        text += "    <object id=\"" + std::to_string(id) + "\" is_active=\"" + std::to_string(id % 2 + 1) +
                "\" position.x=\"" + std::to_string(id * 100) + "\"/>\n";
    }
    LspClient client;
    client.open(document_uri, text + "  </objects>\n</map>\n");
    const std::vector<std::string> problems = client.problems(document_uri);
    const auto count = [&](const std::string& words) {
        return std::ranges::count_if(problems,
                                     [&](const std::string& each) { return each.find(words) != std::string::npos; });
    };
    CHECK(count("2 is outside 0 to 1") == 20);
    CHECK(count("10 more like these; redforge check --all lists them") == 1);
    const json actions = client.actions(true);
    REQUIRE(actions.size() == 21);
    CHECK(actions[20]["kind"] == "source.fixAll");
    CHECK(actions[20]["edit"]["changes"][document_uri].size() == 20);
}

TEST_CASE("lsp: the ignore list and the project decide which findings are shown", "[lsp]")
{
    const test::TempFolder folder;
    const std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<map>\n  <objects>\n"
                             "    <object id=\"1\" is_active=\"7\"/>\n  </objects>\n</map>\n";
    const std::string beside = "file://" + (folder / "map.xml").string();
    const auto has_finding = [&] {
        LspClient client;
        client.open(beside, text);
        const std::vector<std::string> problems = client.problems(beside);
        return std::ranges::any_of(problems, [](const std::string& each) {
            return each.find("7 is outside") != std::string::npos;
        });
    };
    CHECK(has_finding());
    test::put(folder / "redforge.toml", "[check.rules]\nvalue-range = \"off\"\n");
    CHECK_FALSE(has_finding());
}

TEST_CASE("lsp: edits between texts are the words or lines that differ", "[lsp]")
{
    const auto edit = [](std::string_view before, std::string_view after) {
        const std::vector<SourceEdit> edits = edits_between(before, after);
        return edits.size() == 1
                   ? std::to_string(edits[0].at) + "+" + std::to_string(edits[0].length) + " " + edits[0].text
                   : std::to_string(edits.size()) + " edits";
    };
    CHECK(edit("a\nb\n", "a\nb\n") == "0 edits");
    CHECK(edit("a=\"900\"\n", "a=\"200\"\n") == "3+3 200");
    CHECK(edit("a\n<b x=\"1\"/>\n", "a\n<b/>\n") == "4+6 ");
    CHECK(edit("a\n  b1\n  b2\nc\n", "a\n  b2\nc\n") == "2+5 ");
    CHECK(edit("a\n  b2\nc\n", "a\n  b1\n  b2\nc\n") == "2+0   b1\n");
    CHECK(edit("a\nb\nc\n", "a\nd\ne\nc\n") == "2+2 d\ne\n");
    CHECK(edit("", "a") == "0+0 a");
    CHECK(edit("a", "") == "0+1 ");
    CHECK(edit("x ab", "x a") == "0+4 x a");
}

}  // namespace
}  // namespace redforge::lsp
