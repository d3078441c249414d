// Response time of the language server for a script of 1,000 lines.
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "bench/measure.hpp"
#include "lsp/server.hpp"

namespace redforge::bench {
namespace {

using nlohmann::json;

constexpr std::size_t lines = 1000;
constexpr double max_wait = 50;  // ms: imperceptible while typing

std::string oblivion_script()
{
    std::string text = "scn Long\nshort counter\nref target\nbegin GameMode\n";
    for (std::size_t i = 4; i + 1 < lines; i += 5) {
        text += fmt::format(
            "if counter == {}\nset target to GetSelf\ntarget.SetPos x, {}\nset counter to counter + 1\nendif\n", i, i);
    }
    return text + "end\n";
}

std::string redguard_script()
{
    std::string text = "actor LONG\n{\n";
    for (std::size_t i = 2; i + 8 < lines; i += 6) {
        text += fmt::format("  #at{0}:\n    var1 = {0}\n    if var1 = {0}\n    {{\n        goto #at{0}\n    }}\n", i);
    }
    return text + "    return\n}\n";
}

/// Measures the slowest request about the middle of a text. Changes the text after each request.
void measure_language(Figures& figures, const std::string& name, const std::string& uri, const std::string& text,
                      const std::string& word)
{
    json last;
    lsp::Server server([&](const json& message) { last = message; });
    const auto send = [&](const json& message) {
        server.receive(message.dump());
        keep(last);
    };
    send({{"id", 1}, {"method", "initialize"}, {"params", json::object()}});
    send({{"method", "textDocument/didOpen"}, {"params", {{"textDocument", {{"uri", uri}, {"text", text}}}}}});
    const lsp::Position place = lsp::Lines(text).position(text.find(word, text.size() / 2) + 1);
    const json at{{"line", place.line}, {"character", place.character}};
    const auto request = [&](const std::string& method, json more = json::object()) {
        more["textDocument"] = {{"uri", uri}};
        more["position"] = at;
        return [=] { send({{"id", 2}, {"method", "textDocument/" + method}, {"params", more}}); };
    };
    const auto change = [&] {
        send({{"method", "textDocument/didChange"},
              {"params",
               {{"textDocument", {{"uri", uri}}},
                {"contentChanges", {{{"range", {{"start", at}, {"end", at}}}, {"text", ""}}}}}}});
    };
    const std::vector<std::string> methods{"a change, with its mistakes",
                                           "completion",
                                           "hover",
                                           "definition",
                                           "references",
                                           "rename",
                                           "formatting",
                                           "foldingRange"};
    const std::vector<double> seconds =
        median_seconds(5, {change, request("completion"), request("hover"), request("definition"),
                           request("references", {{"context", {{"includeDeclaration", true}}}}),
                           request("rename", {{"newName", "renamed"}}),
                           request("formatting", {{"options", {{"tabSize", 4}, {"insertSpaces", true}}}}),
                           request("foldingRange")});
    for (std::size_t i = 0; i < methods.size(); ++i) {
        figures.push_back(at_most(fmt::format("language server, {} of 1,000 lines: {}", name, methods[i]),
                                  seconds[i] * 1000, max_wait, "ms"));
    }
}

}  // namespace

void measure_language_server(Figures& figures)
{
    measure_language(figures, "a script of Oblivion", "file:///x.txt", oblivion_script(), "counter");
    measure_language(figures, "a script of a map", "file:///x.soup", redguard_script(), "#at");
}

}  // namespace redforge::bench
