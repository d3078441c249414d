// The VS Code extension: its package, and the problem matchers for the output of commands.
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "edit/document/document.hpp"
#include "support/outcome.hpp"
#include "support/source_folder.hpp"

namespace redforge::lsp {
namespace {

using nlohmann::json;

const std::filesystem::path extension_folder = redforge::test::source_folder() / "editors/vscode";

json read_json(const std::string& name)
{
    return json::parse(test::need(read_text_file(extension_folder / name)));
}

TEST_CASE("extension: knows the root elements of all formats", "[lsp]")
{
    std::set<std::string> roots{"edits"};
    for (const Format& format : edit::formats()) {
        roots.emplace(format.root());
    }
    CHECK(read_json("roots.json").get<std::set<std::string>>() == roots);
}

TEST_CASE("extension: the files of the package exist, and its script has its commands", "[lsp]")
{
    const json package = read_json("package.json");
    const json& parts = package["contributes"];
    std::set<std::string> files{package["main"]};
    for (const json& language : parts["languages"]) {
        files.insert(language["configuration"]);
    }
    for (const json& grammar : parts["grammars"]) {
        files.insert(grammar["path"]);
    }
    for (const std::string& file : files) {
        CHECK(std::filesystem::exists(extension_folder / file));
    }
    const std::string script = test::need(read_text_file(extension_folder / "extension.js"));
    for (const json& command : parts["commands"]) {
        CHECK(script.find("registerCommand(\"" + command["command"].get<std::string>() + "\"") != std::string::npos);
    }
    for (const json& matcher : parts["problemMatchers"]) {
        CHECK(script.find("\"$" + matcher["name"].get<std::string>() + "\"") != std::string::npos);
    }
    for (const auto& [name, property] : parts["configuration"]["properties"].items()) {
        CHECK(script.find("\"" + name.substr(name.find('.') + 1) + "\"") != std::string::npos);
        CHECK_FALSE(property["description"].get<std::string>().empty());
    }
}

TEST_CASE("extension: problem matchers read the output of commands", "[lsp]")
{
    /// Returns "MATCHER: FILE|LINE|COLUMN|SEVERITY|MESSAGE|CODE" of each matcher that matches a line.
    const json matchers = read_json("package.json")["contributes"]["problemMatchers"];
    const auto matched = [&](const std::string& line) {
        std::vector<std::string> all;
        for (const json& matcher : matchers) {
            const json& pattern = matcher["pattern"];
            std::smatch found;
            if (std::regex_match(line, found, std::regex(pattern["regexp"].get<std::string>()))) {
                std::string text = matcher["name"].get<std::string>() + ": ";
                for (const char* const part : {"file", "line", "column", "severity", "message", "code"}) {
                    text += (part == std::string("file") ? "" : "|") +
                            (pattern.contains(part) ? found[pattern[part].get<std::size_t>()].str() : "");
                }
                all.push_back(text);
            }
        }
        return all;
    };
    using Lines = std::vector<std::string>;
    CHECK(matched("maps/A.soup:3:10: error: no label #x in this script; write it") ==
          Lines{"redforge: maps/A.soup|3|10|error|no label #x in this script; write it|"});
    CHECK(matched("C:\\a b\\A.soup:5:9: warning: string 0 is not used [unused-string]") ==
          Lines{"redforge: C:\\a b\\A.soup|5|9|warning|string 0 is not used|unused-string"});
    CHECK(matched("t/map.xml:46:41: objects[0].is_active: warning: 7 is outside 0 to 1 [value-range]") ==
          Lines{"redforge: t/map.xml|46|41|warning|7 is outside 0 to 1|value-range"});
    CHECK(matched("./ISLE.RGM: actors[0].strings: note: 2 of 2: [0] \"a\" [unused-string]") ==
          Lines{"redforge-file: ./ISLE.RGM|||note|2 of 2: [0] \"a\"|unused-string"});
    CHECK(matched("./ISLE.RGM:DOOR01:5:9: warning: string 0 is not used [unused-string]") ==
          Lines{"redforge-script: ./ISLE.RGM|||warning|DOOR01:5:9: warning: string 0 is not used [unused-string]|"});
    CHECK(matched("redforge: t/map.xml:36:51: radius=\"x\" of <light>; expected a number") ==
          Lines{"redforge-error: t/map.xml|36|51||radius=\"x\" of <light>; expected a number|"});
    CHECK(matched("1 error, 0 warnings, 2 notes").empty());
    CHECK(matched("ISLE.RGM -> text/ISLE (unpacked folder)").empty());
}

}  // namespace
}  // namespace redforge::lsp
