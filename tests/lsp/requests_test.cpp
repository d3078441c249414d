// Answers of the language server to every request at positions in scripts and documents.
//
// The positions are random with a fixed seed. The pages in tests/lsp/answers are approved texts (support/approved.hpp).
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "edit/document/document.hpp"
#include "edit/random_edits.hpp"
#include "lsp/client.hpp"
#include "support/approved.hpp"
#include "support/page_text.hpp"
#include "support/random.hpp"
#include "support/sample_file.hpp"
#include "support/source_folder.hpp"

namespace redforge::lsp {
namespace {

using nlohmann::json;
using test::LspClient;
using test::Random;

/// Returns an answer as one line; a long one as its beginning and length. Empty if there is none.
std::string line_of(const std::string& method, const json& answer)
{
    const bool nothing = answer.is_null() || ((answer.is_array() || answer.is_object()) && answer.empty());
    if (nothing || (answer.is_object() && answer.contains("items") && answer["items"].empty())) {
        return "";
    }
    if (answer.is_object() && answer.contains("items")) {
        std::string words;
        for (const json& item : answer["items"]) {
            words += (words.empty() ? "" : ", ") + item["label"].get<std::string>();
        }
        const json& first = answer["items"].front();
        return line_of(method, json{{"first", first}, {"words", words}});
    }
    std::string text = answer.dump();
    if (text.size() > 260) {
        text = text.substr(0, 240) + "... (" + std::to_string(text.size()) + ")";
    }
    return "  " + method + ": " + text + "\n";
}

void check_page(const std::string& name, const std::string& uri, const std::string& text)
{
    std::string page;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        Random random(seed);
        const std::size_t at = random.below(text.size());
        LspClient client;
        std::string marked_text = text;
        if (seed % 4 == 3) {  // while something is typed
            marked_text.erase(at, std::min<std::size_t>(marked_text.find('\n', at) - at, 3 + random.below(4)));
        }
        client.open(uri, marked_text.insert(at, "~"));
        const std::size_t line =
            static_cast<std::size_t>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
        page += "line " + std::to_string(line + 1) + ", " + std::to_string(at - (text.rfind('\n', at - 1) + 1)) + "\n";
        for (const char* const method : {"completion", "hover", "signatureHelp", "definition", "references",
                                         "documentHighlight", "prepareCallHierarchy", "prepareRename"}) {
            json more = json::object();
            if (std::string_view(method) == "references") {
                more["context"] = {{"includeDeclaration", seed % 2 == 0}};
            }
            page += line_of(method, client.at_place(std::string("textDocument/") + method, more));
        }
        const json renamed = client.at_place("textDocument/rename", {{"newName", "other"}});
        page += line_of("rename", renamed.is_null() && client.error["code"] != -32803 ? client.error : renamed);
        page += line_of("codeAction", client.actions(seed % 2 == 0));
        if (seed < 2) {
            page += line_of("formatting", client.of_text("textDocument/formatting",
                                                         {{"options", {{"tabSize", 4}, {"insertSpaces", true}}}}));
        }
        for (const char* const method : {"foldingRange", "documentSymbol", "codeLens", "semanticTokens/full"}) {
            const json found = client.of_text(std::string("textDocument/") + method);
            page += seed < 2 ? line_of(method, found) : "";
        }
        for (const std::string& problem : client.problems(uri)) {
            page += "  problem: " + problem.substr(0, 240) + "\n";
        }
    }
    test::check_approved(redforge::test::source_folder() / "tests/lsp/answers" / (name + ".txt"), page);
}

TEST_CASE("lsp: requests at positions of scripts and documents match the approved pages", "[lsp]")
{
    for (const char* const name : {"QUEST", "SHOP", "TORCHES"}) {
        check_page(name, std::string("file:///nowhere/") + name + ".soup",
                   test::text_of_file(redforge::test::source_folder() / "tests/soup/examples" /
                                      (std::string(name) + ".soup")));
    }
    for (const char* const name : {"door", "obse"}) {
        check_page(name, "file:///nowhere/Door.txt",
                   test::text_of_file(redforge::test::source_folder() / "tests/fuzz/corpus/obscript" / name));
    }
    for (const char* const root : {"map", "plugin"}) {
        check_page(root, "file:///nowhere/" + edit::folder_document_name(*edit::find_format(root)),
                   test::text_of(test::sample_document(root)));
    }
    check_page("edits", "file:///nowhere/edits.xml",
               test::text_of_file(redforge::test::source_folder() / "tests/fuzz/corpus/edits/all.xml"));
}

}  // namespace
}  // namespace redforge::lsp
