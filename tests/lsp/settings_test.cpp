// Settings of the editor, and names of the game in its folder.
#include <filesystem>
#include <string>
#include <vector>

#include "lsp/client.hpp"
#include "sound/rtx.hpp"
#include "support/game.hpp"
#include "support/outcome.hpp"

namespace redforge::lsp {
namespace {

using nlohmann::json;
using test::LspClient;

const std::string key_uri = "file:///nowhere/KEY.soup";
const std::string key_source = "actor KEY\n"
                               "{\n"
                               "    AddItem(3)\n"
                               "    AddItem(<3: Rusty key>)\n"
                               "    if ActiveItem() = 0x4\n"
                               "    {\n"
                               "        RTX('?key')\n"
                               "        RTX('?key') // said\n"
                               "    }\n"
                               "    Set(flag 1, health, 1)\n"
                               "    Turn(1, 3)\n"
                               "    end\n"
                               "}\n";

/// A game with items, a dialogue text, flags and attributes.
struct NamedGame : test::Folder {
    NamedGame()
    {
        put("SOUP386.DEF", std::string_view("[functions]\r\ntask RTX parms 1\r\nfunction AddItem parms 1\r\n"
                                            "function ActiveItem parms 0\r\ntask RotateByAxis parms 3\r\n[equates]\r\n"
                                            "auto\r\nstrength\r\nhealth\r\nendauto\r\n"
                                            "[flags]\r\nBOOL Saved 0\r\nBOOL Friend 0\r\n"));
        put("ITEM.INI", std::string_view("[items]\r\nname[3]=?key\r\nname[4]=?oak\r\n"));
        sound::Dialogue dialogue;
        dialogue.entries.resize(1);
        dialogue.entries[0].label = "?key";
        dialogue.entries[0].text = "Rusty key";
        put("ENGLISH.RTX", test::need(sound::write_dialogue(dialogue)));
    }
};

/// Returns "LINE:CHARACTER LABEL" of the inlay names of a text.
std::vector<std::string> hints(LspClient& client, std::size_t last_line = 99)
{
    std::vector<std::string> all;
    const json range{{"start", {{"line", 0}, {"character", 0}}}, {"end", {{"line", last_line}, {"character", 0}}}};
    for (const json& each : client.of_text("textDocument/inlayHint", {{"range", range}})) {
        all.push_back(each["position"]["line"].dump() + ":" + each["position"]["character"].dump() + " " +
                      each["label"].get<std::string>());
    }
    return all;
}

using TextLines = std::vector<std::string>;

TEST_CASE("lsp: inlay names show items, labels, flags and axes", "[lsp]")
{
    const NamedGame game;
    LspClient client(json{{"initializationOptions", {{"game", game.path.string()}}}});
    CHECK(client.messages.empty());
    client.open(key_uri, key_source);
    CHECK(hints(client) == TextLines{"2:13 Rusty key", "4:25 ?oak", "6:18 \"Rusty key\"", "9:14 Friend"});
    CHECK(hints(client, 4) == TextLines{"2:13 Rusty key"});
    client.open(key_uri, "actor A\n{\n    RotateByAxis(1, 512, 1)\n    RotateByAxis(-1, 1 + 1, var1)\n}\n"
                         "names\n{\n    flag 1 = X\n}\n");
    CHECK(hints(client) == TextLines{"2:18 Y"});
}

TEST_CASE("lsp: a changed setting of the game's folder applies at once", "[lsp]")
{
    const NamedGame game;
    LspClient client(json{{"capabilities", {{"workspace", {{"inlayHint", {{"refreshSupport", true}}}}}}}});
    client.open(key_uri, "actor A\n{\n    AddItem(9)\n    end\n}\n");
    CHECK(client.problems(key_uri).size() == 1);  // no function AddItem is known
    const auto configure = [&](const json& settings) {
        client.send_notification("workspace/didChangeConfiguration", {{"settings", settings}});
    };
    configure({{"redforge", {{"game", game.path.string()}}}});
    REQUIRE(client.problems(key_uri).size() == 1);
    CHECK(client.problems(key_uri)[0].find("there is no item 9") != std::string::npos);
    CHECK(client.requests == TextLines{"workspace/inlayHint/refresh"});
    configure({{"redforge", {{"game", game.path.string()}}}});
    CHECK(client.requests.size() == 1);  // nothing changed
    configure({{"redforge", {{"game", ""}, {"data", nullptr}}}});
    CHECK(client.problems(key_uri)[0].find("AddItem") != std::string::npos);
    CHECK(client.messages.empty());
}

TEST_CASE("lsp: a wrong folder in the settings gives a message", "[lsp]")
{
    const test::Folder empty;
    const std::string path = std::filesystem::path(empty.path).lexically_normal().string();
    const auto message = [](const json& settings) {
        const LspClient client(json{{"initializationOptions", settings}});
        return client.messages.size() == 1 ? client.messages[0] : std::to_string(client.messages.size()) + " messages";
    };
    const std::string rest = "; the folders around each file are searched instead";
    CHECK(message({{"game", path + "/none"}}) == "redforge.game: no such folder: " + path + "/none" + rest);
    CHECK(message({{"redforge", {{"game", path}}}}) ==
          "redforge.game: " + path +
              " is not an installation of Redguard; it has a folder MAPS and files such as ITEM.INI" + rest);
    CHECK(message({{"data", path}}) ==
          "redforge.data: " + path + " is not a Data folder of Oblivion or Skyrim; it has files such as Oblivion.esm" +
              rest);
    LspClient client(json{{"initializationOptions", {{"game", path}}}});
    client.send_notification("workspace/didChangeConfiguration", {{"settings", {{"redforge", {{"game", path}}}}}});
    CHECK(client.messages.size() == 1);  // the same message is not repeated
    CHECK(message({{"game", 7}}) == "redforge.game is not a text; write the path of a folder" + rest);
    CHECK(message({{"game", ""}}) == "0 messages");
    empty.put("A.esp", std::string_view("x"));
    CHECK(message({{"data", path}}) == "0 messages");
}

TEST_CASE("lsp: a relative folder in the settings starts at the workspace", "[lsp]")
{
    const test::Folder folder;
    folder.put("game/ITEM.INI", std::string_view("[items]\r\n"));
    const LspClient client(json{{"workspaceFolders", {{{"uri", "file://" + folder.path.string()}, {"name", "x"}}}},
                                {"initializationOptions", {{"game", "game"}}}});
    CHECK(client.messages.empty());
}

}  // namespace
}  // namespace redforge::lsp
