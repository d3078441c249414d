// A client of the Language Server Protocol for tests: opens texts, sends requests, and stores notifications.
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "lsp/server.hpp"

namespace redforge::test {

/// Returns true if `word` is one of the words.
inline bool has(const std::vector<std::string>& words, const std::string& word)
{
    return std::ranges::find(words, word) != words.end();
}

/// A client of a server in the same process. A ~ marks a position in a text, and is not sent.
class LspClient {
public:
    /// `parameters`: more parameters of `initialize`.
    explicit LspClient(nlohmann::json parameters = nlohmann::json::object())
        : server_([this](const nlohmann::json& message) { take(message); }, "1.2.3")
    {
        if (!parameters.contains("capabilities")) {
            parameters["capabilities"] = nlohmann::json::object();
        }
        ask("initialize", std::move(parameters));
        send_notification("initialized", nlohmann::json::object());
    }

    nlohmann::json ask(const std::string& method, nlohmann::json parameters)
    {
        const int id = ++last_id_;
        send({{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", std::move(parameters)}});
        REQUIRE(answers_.contains(id));
        const nlohmann::json answer = answers_[id];
        error = answer.value("error", nlohmann::json());
        return answer.value("result", nlohmann::json());
    }
    void send_notification(const std::string& method, nlohmann::json parameters)
    {
        send({{"jsonrpc", "2.0"}, {"method", method}, {"params", std::move(parameters)}});
    }
    void send(const nlohmann::json& message) { send_text(message.dump()); }
    /// Sends a message, and runs the checks that the server does while it is idle.
    void send_text(const std::string& text)
    {
        server_.receive(text);
        server_.check_pending();
    }

    /// Opens a text. The position of its ~ is used by the requests below.
    void open(const std::string& uri, std::string text)
    {
        uri_ = uri;
        text_ = text;
        mark(text);
        send_notification("textDocument/didOpen",
                          {{"textDocument", {{"uri", uri}, {"languageId", "x"}, {"version", 1}, {"text", text}}}});
    }
    /// Moves the position to the n-th (from 0) occurrence of some characters, plus `offset` characters.
    void go_to(const std::string& characters, std::size_t number = 0, std::size_t offset = 0)
    {
        std::size_t at = text_.find(characters);
        for (; number > 0 && at != std::string::npos; --number) {
            at = text_.find(characters, at + 1);
        }
        REQUIRE(at != std::string::npos);
        place_ = position_of(at + offset);
    }
    nlohmann::json at_place(const std::string& method, nlohmann::json more = nlohmann::json::object())
    {
        more["textDocument"] = {{"uri", uri_}};
        more["position"] = place_;
        return ask(method, std::move(more));
    }
    nlohmann::json of_text(const std::string& method, nlohmann::json more = nlohmann::json::object())
    {
        more["textDocument"] = {{"uri", uri_}};
        return ask(method, std::move(more));
    }
    /// Returns the offered completions.
    std::vector<std::string> words()
    {
        std::vector<std::string> all;
        const nlohmann::json result = at_place("textDocument/completion");
        if (result.is_object()) {
            for (const nlohmann::json& item : result["items"]) {
                all.push_back(item["label"]);
            }
        }
        return all;
    }
    /// Returns the actions at the position, or for the whole text: "TITLE" of each.
    nlohmann::json actions(bool whole = false, nlohmann::json context = {{"diagnostics", nlohmann::json::array()}})
    {
        const nlohmann::json begin = whole ? position_of(0) : place_;
        const nlohmann::json end = whole ? position_of(text_.size()) : place_;
        return of_text("textDocument/codeAction",
                       {{"range", {{"start", begin}, {"end", end}}}, {"context", std::move(context)}});
    }
    /// Returns the text after the edits of a response.
    std::string edited(const nlohmann::json& edits) const
    {
        std::string text = text_;
        std::vector<nlohmann::json> all(edits.begin(), edits.end());
        std::reverse(all.begin(), all.end());  // from the end, so that earlier positions stay valid
        const lsp::Lines lines(text_);
        for (const nlohmann::json& each : all) {
            const std::size_t begin = offset(lines, each["range"]["start"]);
            const std::size_t end = offset(lines, each["range"]["end"]);
            text.replace(begin, end - begin, each["newText"].get<std::string>());
        }
        return text;
    }
    /// Returns "2:4-2:9 1 MESSAGE" for each problem of a text, in the order of arrival; lines and characters from 0.
    [[nodiscard]] std::vector<std::string> problems(const std::string& uri) const
    {
        std::vector<std::string> all;
        for (const nlohmann::json& each : problems_.at(uri)) {
            const nlohmann::json& range = each["range"];
            const auto place = [](const nlohmann::json& at) {
                return std::to_string(at["line"].get<int>()) + ":" + std::to_string(at["character"].get<int>());
            };
            all.push_back(place(range["start"]) + "-" + place(range["end"]) + " " +
                          std::to_string(each["severity"].get<int>()) + " " + each["message"].get<std::string>());
        }
        return all;
    }

    nlohmann::json error{};               ///< error of the last request
    std::vector<std::string> messages{};  ///< messages that the editor shows
    std::vector<std::string> requests{};  ///< methods of the requests of the server
    [[nodiscard]] const lsp::Server& server() const { return server_; }
    [[nodiscard]] const std::string& text() const { return text_; }

private:
    void take(const nlohmann::json& message)
    {
        if (message.contains("id") && message["id"].is_number()) {
            answers_[message["id"]] = message;
        } else if (message.contains("id") && message.contains("method")) {
            requests.push_back(message["method"]);
        } else if (message.contains("method") && message["method"] == "window/showMessage") {
            messages.push_back(message["params"]["message"]);
        } else if (message.contains("method")) {
            problems_[message["params"]["uri"]] = message["params"]["diagnostics"];
        } else {
            error = message.value("error", nlohmann::json());
        }
    }
    static std::size_t offset(const lsp::Lines& lines, const nlohmann::json& place)
    {
        return lines.offset({place["line"], place["character"]});
    }
    nlohmann::json position_of(std::size_t at) const
    {
        const lsp::Position position = lsp::Lines(text_).position(at);
        return {{"line", position.line}, {"character", position.character}};
    }
    void mark(std::string& text)
    {
        const std::size_t at = text.find('~');
        if (at != std::string::npos) {
            text.erase(at, 1);
            text_ = text;
            place_ = position_of(at);
        }
    }

    lsp::Server server_;
    int last_id_{};
    std::map<int, nlohmann::json> answers_;
    std::map<std::string, nlohmann::json> problems_;
    std::string uri_;
    std::string text_;
    nlohmann::json place_;
};

}  // namespace redforge::test
