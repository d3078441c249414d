// The protocol itself: messages, positions, notifications.
#include <cstdint>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "lsp/client.hpp"
#include "lsp/messages.hpp"

namespace redforge::lsp {
namespace {

using test::LspClient;

TEST_CASE("server: messages have a header with their length in bytes", "[lsp]")
{
    std::istringstream in("Content-Length: 4\r\nContent-Type: x\r\n\r\nabcdcontent-length: 2\r\n\r\n{}");
    CHECK(read_message(in) == "abcd");
    CHECK(read_message(in) == "{}");
    CHECK(read_message(in) == std::nullopt);
    for (const char* wrong : {"Content-Length: 9\r\n\r\nabc", "\r\n\r\nabc", "Content-Length: x\r\n\r\n{}",
                              "Content-Length: 99999999999999\r\n\r\n{}", "Content-Length: -1\r\n\r\n{}", ""}) {
        std::istringstream bad(wrong);
        CHECK(read_message(bad) == std::nullopt);
    }
    std::ostringstream out;
    write_message(out, {{"a", "\xC3\xA4"}});
    CHECK(out.str() == "Content-Length: 10\r\n\r\n{\"a\":\"\xC3\xA4\"}");
}

TEST_CASE("server: positions count UTF-16 units of a line", "[lsp]")
{
    const std::string text = "a\xC3\xA4\xF0\x9F\x98\x80z\r\n\nlast";
    const Lines lines(text);
    CHECK(lines.count() == 3);
    CHECK(lines.line(0) == text.substr(0, 8));
    CHECK(lines.position(7) == Position{0, 4});
    CHECK(lines.offset({0, 4}) == 7);
    CHECK(lines.offset({0, 3}) == 7);  // a position inside the surrogate pair is moved after it
    CHECK(lines.offset({0, 99}) == 8);
    CHECK(lines.offset({2, 2}) == 13);
    CHECK(lines.offset({9, 0}) == text.size());
    CHECK(lines.position(99) == Position{2, 4});
    for (std::size_t at : {0U, 1U, 3U, 7U, 8U, 10U, 11U, 15U}) {
        CHECK(lines.offset(lines.position(at)) == at);
    }
}

TEST_CASE("server: converts URIs to file names", "[lsp]")
{
    CHECK(path_of_uri("file:///maps/a%20b/x.soup") == "/maps/a b/x.soup");
    CHECK(path_of_uri("file:///C:/a.soup") == "C:/a.soup");
    CHECK(path_of_uri("untitled:1").empty());
    CHECK(uri_of_path("/maps/a b/x#1.soup") == "file:///maps/a%20b/x%231.soup");
    CHECK(uri_of_path("C:/a.soup") == "file:///C:/a.soup");
}

TEST_CASE("server: follows the protocol's order and error codes", "[lsp]")
{
    std::vector<nlohmann::json> sent;
    Server server([&](const nlohmann::json& message) { sent.push_back(message); });
    server.receive(R"({"jsonrpc":"2.0","id":1,"method":"textDocument/hover","params":{}})");
    CHECK(sent.back()["error"]["code"] == -32002);
    CHECK(sent.back()["error"]["message"] == "send initialize first");
    server.receive(R"({"jsonrpc":"2.0","id":"two","method":"initialize","params":{}})");
    CHECK(sent.back()["id"] == "two");
    CHECK(sent.back()["result"]["capabilities"]["hoverProvider"] == true);
    server.receive("{ nonsense");
    CHECK(sent.back()["error"]["code"] == -32700);
    server.receive("[]");
    CHECK(sent.back()["error"]["code"] == -32600);
    server.receive(R"({"jsonrpc":"2.0","id":3,"method":"workspace/nothing"})");
    CHECK(sent.back()["error"]["code"] == -32601);
    server.receive(R"({"jsonrpc":"2.0","id":4,"method":"textDocument/hover","params":{"textDocument":7}})");
    CHECK(sent.back()["error"]["code"] == -32602);
    const std::size_t count = sent.size();
    server.receive(R"({"jsonrpc":"2.0","method":"$/anything"})");
    server.receive(R"({"jsonrpc":"2.0","method":"textDocument/didChange","params":{}})");
    server.receive(R"({"jsonrpc":"2.0","id":4,"result":null})");
    CHECK(sent.size() == count);
    server.receive(R"({"jsonrpc":"2.0","id":5,"method":"shutdown"})");
    CHECK(sent.back()["result"].is_null());
    CHECK(server.was_shut_down());
    server.receive(R"({"jsonrpc":"2.0","id":6,"method":"textDocument/hover","params":{}})");
    CHECK(sent.back()["error"]["code"] == -32600);
    CHECK_FALSE(server.ended());
    server.receive(R"({"jsonrpc":"2.0","method":"exit"})");
    CHECK(server.ended());
}

TEST_CASE("server: an exception in a request is an error response, and serving continues", "[lsp]")
{
    std::vector<nlohmann::json> sent;
    bool full = true;
    Server server([&](const nlohmann::json& message) {
        if (full && message.contains("result")) {
            throw std::length_error("no room");
        }
        sent.push_back(message);
    });
    server.receive(R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{}})");
    CHECK(sent.back()["id"] == 1);
    CHECK(sent.back()["error"]["code"] == -32603);
    CHECK(sent.back()["error"]["message"] == "no room");
    full = false;
    server.receive(R"({"jsonrpc":"2.0","id":2,"method":"shutdown"})");
    CHECK(sent.back()["id"] == 2);
    CHECK(sent.back()["result"].is_null());
}

TEST_CASE("server: an indentation is 1 to 16 blanks", "[lsp]")
{
    const std::string uri = "file:///a.txt";
    LspClient client;
    client.open(uri, "scn A\nbegin GameMode\nreturn\nend\n");
    const auto indented = [&](const nlohmann::json& size) {
        return client.edited(client.of_text("textDocument/formatting", {{"options", {{"tabSize", size}}}}));
    };
    const auto with = [](std::size_t blanks) {
        return "scn A\nbegin GameMode\n" + std::string(blanks, ' ') + "return\nend\n";
    };
    CHECK(indented(-1) == with(1));
    CHECK(indented(0) == with(1));
    CHECK(indented(3) == with(3));
    CHECK(indented(std::uint64_t{1} << 63U) == with(16));
    CHECK(indented(1e300) == with(16));
    client.of_text("textDocument/formatting", {{"options", {{"tabSize", "wide"}}}});
    CHECK(client.error["code"] == -32602);
}

TEST_CASE("server: serves a stream of messages to its end", "[lsp]")
{
    const auto framed = [](const std::string& content) {
        return "Content-Length: " + std::to_string(content.size()) + "\r\n\r\n" + content;
    };
    std::istringstream in(framed(R"({"id":1,"method":"initialize","params":{}})") +
                          framed(R"({"id":2,"method":"shutdown"})") + framed(R"({"method":"exit"})") +
                          framed(R"({"id":3,"method":"never"})"));
    std::ostringstream out;
    CHECK(serve(in, out, "0.1"));
    CHECK(out.str().find("\"version\":\"0.1\"") != std::string::npos);
    CHECK(out.str().find("\"id\":3") == std::string::npos);
    std::istringstream cut(framed(R"({"id":1,"method":"initialize","params":{}})"));
    CHECK_FALSE(serve(cut, out, ""));
}

TEST_CASE("server: checks a text once for several queued changes", "[lsp]")
{
    const auto framed = [](const nlohmann::json& message) {
        const std::string content = message.dump();
        return "Content-Length: " + std::to_string(content.size()) + "\r\n\r\n" + content;
    };
    const std::string uri = "file:///tmp_folder/a.txt";
    std::string typed = framed({{"id", 1}, {"method", "initialize"}, {"params", nlohmann::json::object()}}) +
                        framed({{"method", "textDocument/didOpen"},
                                {"params", {{"textDocument", {{"uri", uri}, {"text", "scn A\nbegin GameMode\n"}}}}}});
    for (int key = 0; key < 20; ++key) {
        typed += framed(
            {{"method", "textDocument/didChange"},
             {"params",
              {{"textDocument", {{"uri", uri}}},
               {"contentChanges",
                {{{"range", {{"start", {{"line", 2}, {"character", key}}}, {"end", {{"line", 2}, {"character", key}}}}},
                  {"text", "x"}}}}}}});
    }
    std::istringstream in(typed);
    std::ostringstream out;
    CHECK_FALSE(serve(in, out, ""));
    const std::string output = out.str();
    const std::size_t first = output.find("publishDiagnostics");
    REQUIRE(first != std::string::npos);
    CHECK(output.find("publishDiagnostics", first + 1) == std::string::npos);
    CHECK(output.find("xxxxxxxxxxxxxxxxxxxx") != std::string::npos);  // the completed word
}

namespace {

/// A server whose checks are run by the test, and the messages that it sent.
class WaitingServer {
public:
    explicit WaitingServer(std::string of = "file:///tmp_folder/a.txt",
                           const std::string& text = "scn A\nbegin GameMode\nxx\nend\n")
        : uri(std::move(of)), server([this](const nlohmann::json& message) { sent.push_back(message); })
    {
        server.wait_for_checks();
        send({{"id", 1}, {"method", "initialize"}, {"params", nlohmann::json::object()}});
        send({{"method", "textDocument/didOpen"}, {"params", {{"textDocument", {{"uri", uri}, {"text", text}}}}}});
        sent.clear();
    }
    void send(const nlohmann::json& message) { server.receive(message.dump()); }
    void change(const std::string& text)
    {
        send({{"method", "textDocument/didChange"},
              {"params", {{"textDocument", {{"uri", uri}}}, {"contentChanges", {{{"text", text}}}}}}});
    }
    void ask_for_actions(int id)
    {
        const nlohmann::json place{{"line", 2}, {"character", 0}};
        send({{"id", id},
              {"method", "textDocument/codeAction"},
              {"params",
               {{"textDocument", {{"uri", uri}}},
                {"range", {{"start", place}, {"end", place}}},
                {"context", {{"diagnostics", nlohmann::json::array()}}}}}});
    }

    const std::string uri;
    std::vector<nlohmann::json> sent;
    Server server;
};

}  // namespace

TEST_CASE("server: drops the problems of a text that has changed meanwhile", "[lsp]")
{
    WaitingServer editor;
    CHECK(editor.server.has_unchecked());
    const auto first = editor.server.next_check();
    REQUIRE(first);
    CHECK_FALSE(editor.server.has_unchecked());
    CHECK_FALSE(editor.server.next_check());  // one check at a time
    editor.change("scn A\nbegin GameMode\nend\n");
    editor.server.take_problems(*first, problems_of(*first));
    CHECK(editor.sent.empty());
    const auto second = editor.server.next_check();
    REQUIRE(second);
    CHECK(*second->content == "scn A\nbegin GameMode\nend\n");
    editor.server.take_problems(*second, problems_of(*second));
    REQUIRE(editor.sent.size() == 1);
    CHECK(editor.sent[0]["method"] == "textDocument/publishDiagnostics");
    CHECK(editor.sent[0]["params"]["diagnostics"].empty());
    CHECK_FALSE(editor.server.has_unchecked());
}

TEST_CASE("server: a change cancels the check of the text before it", "[lsp]")
{
    const std::string wrong = "<palette><colour r=\"999\" g=\"0\" b=\"0\"/></palette>";
    WaitingServer editor("file:///tmp_folder/a.xml", wrong);
    const auto first = editor.server.next_check();
    REQUIRE(first);
    CHECK(problems_of(*first).size() == 1);
    editor.change(wrong + "\n");
    CHECK(problems_of(*first).empty());
    const auto second = editor.server.next_check();
    REQUIRE(second);
    CHECK(problems_of(*second).size() == 1);
}

TEST_CASE("server: a request for actions waits for the check, and a change ends it", "[lsp]")
{
    WaitingServer editor;
    const auto first = editor.server.next_check();
    REQUIRE(first);
    editor.ask_for_actions(2);
    CHECK(editor.sent.empty());
    CHECK(editor.server.has_waiting());
    editor.change("scn A\nbegin GameMode\nyy\nend\n");
    REQUIRE(editor.sent.size() == 1);
    CHECK(editor.sent[0]["id"] == 2);
    CHECK(editor.sent[0]["error"]["code"] == -32801);  // ContentModified
    CHECK_FALSE(editor.server.has_waiting());

    editor.ask_for_actions(3);
    const auto second = editor.server.next_check();
    REQUIRE(second);
    editor.server.take_problems(*second, problems_of(*second));
    REQUIRE(editor.sent.size() == 3);
    CHECK(editor.sent[1]["method"] == "textDocument/publishDiagnostics");
    CHECK(editor.sent[2]["id"] == 3);
    CHECK(editor.sent[2].contains("result"));
}

TEST_CASE("server: takes partial and full changes, and updates diagnostics", "[lsp]")
{
    LspClient client;
    const std::string uri = "file:///tmp_folder/a.txt";
    client.open(uri, "scn A\nbegin GameMode\nset x to 1\nend\n");
    CHECK(client.problems(uri).size() == 1);
    client.send_notification(
        "textDocument/didChange",
        {{"textDocument", {{"uri", uri}, {"version", 2}}},
         {"contentChanges",
          {{{"range", {{"start", {{"line", 1}, {"character", 0}}}, {"end", {{"line", 1}, {"character", 0}}}}},
            {"text", "short x\n"}}}}});
    CHECK(client.problems(uri).empty());
    client.send_notification("textDocument/didChange", {{"textDocument", {{"uri", uri}, {"version", 3}}},
                                                        {"contentChanges", {{{"text", "scn A\nbegin GameMode\n"}}}}});
    CHECK(client.problems(uri).size() == 1);
    client.send_notification("textDocument/didClose", {{"textDocument", {{"uri", uri}}}});
    CHECK(client.problems(uri).empty());
    CHECK(client.of_text("textDocument/foldingRange").empty());
    // Texts in unknown languages have no problems and no answers.
    client.open("file:///readme.txt", "only words~");
    CHECK(client.problems("file:///readme.txt").empty());
    CHECK(client.at_place("textDocument/hover").is_null());
}

}  // namespace
}  // namespace redforge::lsp
