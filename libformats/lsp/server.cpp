// Handles requests and notifications of the protocol.
#include "lsp/server.hpp"

#include <algorithm>
#include <array>
#include <exception>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "core/error.hpp"
#include "lsp/actions.hpp"
#include "lsp/answers.hpp"
#include "lsp/messages.hpp"
#include "lsp/settings.hpp"

namespace redforge::lsp {
namespace {

using nlohmann::json;

json markdown(const std::string& text)
{
    return {{"kind", "markdown"}, {"value", text}};
}

}  // namespace

void Server::receive(std::string_view content)
{
    const json message = json::parse(content, nullptr, false);
    if (message.is_discarded()) {
        return reject(nullptr, static_cast<int>(ErrorNumber::parse_error), "the message is not JSON");
    }
    const bool is_call = message.is_object() && message.contains("method") && message["method"].is_string();
    const json id = message.is_object() && message.contains("id") ? message["id"] : json();
    if (!is_call) {
        if (!message.is_object() || (!message.contains("result") && !message.contains("error"))) {
            reject(id, static_cast<int>(ErrorNumber::invalid_request), "the message has no method");
        }
        return;  // a response: ignore it, because the requests of this server only notify
    }
    const std::string method = message["method"];
    const json parameters = message.contains("params") ? message["params"] : json::object();
    run(id, [&] { id.is_null() ? notification(method, parameters) : request(id, method, parameters); });
}

void Server::run(const Json& id, const std::function<void()>& work)
{
    try {
        work();
    } catch (const json::exception& error) {
        if (!id.is_null()) {
            reject(id, static_cast<int>(ErrorNumber::invalid_params), error.what());
        }
    } catch (const std::exception& error) {
        if (!id.is_null()) {
            reject(id, static_cast<int>(ErrorNumber::internal_error), error.what());
        }
    }
}

void Server::reject(const Json& id, int code, std::string_view message)
{
    send_({{"jsonrpc", "2.0"}, {"id", id}, {"error", {{"code", code}, {"message", message}}}});
}

nlohmann::json Server::capabilities()
{
    return {{"textDocumentSync", {{"openClose", true}, {"change", 2}}},
            {"completionProvider", {{"triggerCharacters", {".", "#", "<", " ", "\""}}}},
            {"hoverProvider", true},
            {"signatureHelpProvider", {{"triggerCharacters", {"(", ",", " "}}}},
            {"definitionProvider", true},
            {"referencesProvider", true},
            {"renameProvider", {{"prepareProvider", true}}},
            {"documentFormattingProvider", true},
            {"codeActionProvider", {{"codeActionKinds", {quick_fix_kind, fix_all_kind}}}},
            {"foldingRangeProvider", true},
            {"documentSymbolProvider", true},
            {"workspaceSymbolProvider", true},
            {"documentHighlightProvider", true},
            {"semanticTokensProvider", {{"legend", token_legend()}, {"full", true}}},
            {"codeLensProvider", {{"resolveProvider", false}}},
            {"inlayHintProvider", true},
            {"callHierarchyProvider", true},
            {"workspace", {{"workspaceFolders", {{"supported", true}, {"changeNotifications", true}}}}}};
}

void Server::request(const Json& id, const std::string& method, const Json& parameters)
{
    if (method == "initialize") {
        initialized_ = true;
        answer(id, {{"capabilities", capabilities()}, {"serverInfo", {{"name", source_name}, {"version", version_}}}});
        return initialize(parameters);
    }
    if (!initialized_) {
        return reject(id, static_cast<int>(ErrorNumber::not_initialized), "send initialize first");
    }
    if (shut_down_) {
        return reject(id, static_cast<int>(ErrorNumber::invalid_request), "the server was shut down");
    }
    if (method == "shutdown") {
        shut_down_ = true;
        return answer(id, nullptr);
    }
    if (method == "workspace/symbol") {
        return answer(id, workspace_symbols(parameters.at("query")));
    }
    if (method == "textDocument/codeAction") {
        const std::string uri = parameters.at("textDocument").at("uri");
        // Actions fix problems of the current text, so wait for its check.
        if (const auto found = texts_.find(uri); waits_ && found != texts_.end() && !found->second.is_checked) {
            waiting_.push_back({id, uri, parameters});
            return;
        }
        check_pending();
        const Text* const text = find(parameters);
        return answer(id, text == nullptr ? Json()
                                          : code_actions({*text->open, *text->lines, uri}, *text->content,
                                                         text->problems, parameters));
    }
    if (!text_request(id, method, parameters) && !place_request(id, method, parameters) &&
        !call_request(id, method, parameters)) {
        reject(id, static_cast<int>(ErrorNumber::method_not_found), fmt::format("there is no method {}", method));
    }
}

void Server::answer(const Json& id, Json result)
{
    send_({{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}});
}

void Server::initialize(const Json& parameters)
{
    const Json folders = parameters.value("workspaceFolders", Json());
    for (const Json& folder : folders.is_array() ? folders : Json::array()) {
        workspace_.folders.emplace_back(path_of_uri(folder.at("uri").get<std::string>()));
    }
    if (const Json root = parameters.value("rootUri", Json()); workspace_.folders.empty() && root.is_string()) {
        workspace_.folders.emplace_back(path_of_uri(root.get<std::string>()));
    }
    const Json workspace = parameters.value("/capabilities/workspace"_json_pointer, Json::object());
    for (const char* const name : {"inlayHint", "codeLens", "semanticTokens"}) {
        const Json feature = workspace.value(name, Json::object());
        if (feature.value("refreshSupport", false)) {
            refresh_methods_.push_back(fmt::format("workspace/{}/refresh", name));
        }
    }
    const Json options = parameters.value("initializationOptions", Json());
    if (options.is_object()) {
        uses_command_ = options.value("usesCommand", "");
        use_settings(options);
    }
}

void Server::use_settings(const Json& settings)
{
    ReadFolders read =
        read_folders(settings, workspace_.folders.empty() ? std::filesystem::path() : workspace_.folders.front());
    if (read.problems != folder_problems_) {  // an editor sends the same settings several times
        for (const std::string& problem : read.problems) {
            const std::string message = problem + "; the folders around each file are searched instead";
            send_({{"jsonrpc", "2.0"},
                   {"method", "window/showMessage"},
                   {"params", {{"type", 1}, {"message", message}}}});
        }
        folder_problems_ = std::move(read.problems);
    }
    if (read.folders == folders_) {
        return;
    }
    folders_ = std::move(read.folders);
    for (auto& [uri, text] : texts_) {
        reject_waiting(uri);
        replace(text, std::string(*text.content));
    }
    for (const std::string& method : refresh_methods_) {
        send_({{"jsonrpc", "2.0"}, {"id", method}, {"method", method}});
    }
}

nlohmann::json Server::workspace_symbols(const std::string& query)
{
    Json found = Json::array();
    std::set<std::filesystem::path> open;
    for (auto& [uri, text] : texts_) {
        analyse(text);
        open.insert(text.path);
        if (text.open != nullptr) {
            for (Json& symbol : matching_symbols({*text.open, *text.lines, uri}, query)) {
                found.push_back(std::move(symbol));
            }
        }
    }
    workspace_.add_symbols(query, open, found);
    return found;
}

bool Server::text_request(const Json& id, const std::string& method, const Json& parameters)
{
    static constexpr std::array<std::string_view, 6> known{
        "textDocument/formatting",          "textDocument/foldingRange", "textDocument/documentSymbol",
        "textDocument/semanticTokens/full", "textDocument/codeLens",     "textDocument/inlayHint"};
    if (std::ranges::find(known, method) == known.end()) {
        return false;
    }
    const Text* const text = find(parameters);
    if (text == nullptr) {
        answer(id, method == "textDocument/foldingRange" ? Json::array() : Json());
        return true;
    }
    const std::string uri = parameters.at("textDocument").at("uri");
    const TextView view{*text->open, *text->lines, uri};
    Json result;
    if (method == "textDocument/formatting") {
        const Json& wanted = parameters.at("options");
        const double size = std::clamp(wanted.value("tabSize", 4.0), 1.0, 16.0);  // the client can send any number
        const FormatOptions options{static_cast<std::size_t>(size), wanted.value("insertSpaces", true)};
        result = edits_json(*text->lines, text->open->formatted(format_options_for(text->path, options)));
    } else if (method == "textDocument/foldingRange") {
        result = Json::array();
        for (const Fold& fold : text->open->folds()) {
            result.push_back({{"startLine", fold.first}, {"endLine", fold.last}});
        }
    } else if (method == "textDocument/documentSymbol") {
        result = document_symbols(view);
    } else if (method == "textDocument/semanticTokens/full") {
        result = semantic_tokens(view);
    } else if (method == "textDocument/codeLens") {
        result = code_lenses(view, uses_command_);
    } else {
        const Json& range = parameters.at("range");
        result = inlay_hints(view, {text->lines->offset(position_of(range.at("start"))),
                                    text->lines->offset(position_of(range.at("end")))});
    }
    answer(id, std::move(result));
    return true;
}

bool Server::call_request(const Json& id, const std::string& method, const Json& parameters)
{
    const bool is_incoming = method == "callHierarchy/incomingCalls";
    if (!is_incoming && method != "callHierarchy/outgoingCalls") {
        return false;
    }
    const Json& item = parameters.at("item");
    const std::string uri = item.at("uri");
    const Text* const text = find({{"textDocument", {{"uri", uri}}}});
    if (text == nullptr) {
        answer(id, nullptr);
        return true;
    }
    const std::size_t name = text->lines->offset(position_of(item.at("selectionRange").at("start")));
    const TextView view{*text->open, *text->lines, uri};
    answer(id, is_incoming ? incoming_calls(view, name) : outgoing_calls(view, name));
    return true;
}

bool Server::place_request(const Json& id, const std::string& method, const Json& parameters)
{
    static constexpr std::array<std::string_view, 9> known{
        "textDocument/completion",           "textDocument/hover",         "textDocument/signatureHelp",
        "textDocument/definition",           "textDocument/references",    "textDocument/documentHighlight",
        "textDocument/prepareCallHierarchy", "textDocument/prepareRename", "textDocument/rename"};
    if (std::ranges::find(known, method) == known.end()) {
        return false;
    }
    const auto answer = [&](Json result) {
        this->answer(id, std::move(result));
        return true;
    };
    const Text* const text = find(parameters);
    if (text == nullptr) {
        return answer(nullptr);
    }
    const std::string uri = parameters.at("textDocument").at("uri");
    const std::size_t at = text->lines->offset(position_of(parameters.at("position")));
    if (method == "textDocument/completion") {
        return answer(completion(*text, at));
    }
    if (method == "textDocument/hover") {
        return answer(hover(*text, at));
    }
    if (method == "textDocument/signatureHelp") {
        return answer(signature(*text, at));
    }
    if (method == "textDocument/definition") {
        const std::optional<Range> found = text->open->definition(at);
        return answer(found ? Json{{"uri", uri}, {"range", json_of(*text->lines, *found)}} : Json());
    }
    if (method == "textDocument/documentHighlight") {
        return answer(highlights({*text->open, *text->lines, uri}, at));
    }
    if (method == "textDocument/prepareCallHierarchy") {
        return answer(call_items({*text->open, *text->lines, uri}, at));
    }
    if (method == "textDocument/references") {
        const bool all = parameters.contains("context") && parameters["context"].value("includeDeclaration", true);
        const std::optional<Range> declared = text->open->definition(at);
        Json places = Json::array();
        for (const Range& each : text->open->references(at)) {
            if (all || !declared || !(each == *declared)) {
                places.push_back({{"uri", uri}, {"range", json_of(*text->lines, each)}});
            }
        }
        return answer(std::move(places));
    }
    const std::optional<Range> name = text->open->renamable(at);
    if (method == "textDocument/prepareRename") {
        return answer(name ? json_of(*text->lines, *name) : Json());
    }
    if (!name) {
        reject(id, static_cast<int>(ErrorNumber::request_failed), "there is no name to rename at this position");
        return true;
    }
    const std::string wanted = parameters.at("newName");
    if (const std::optional<Error> error = text->open->check_new_name(at, wanted)) {
        reject(id, static_cast<int>(ErrorNumber::request_failed), describe(*error));
        return true;
    }
    std::vector<TextEdit> changes;
    for (const Range& each : text->open->references(at)) {
        changes.push_back({each, wanted});
    }
    return answer({{"changes", {{uri, edits_json(*text->lines, changes)}}}});
}

void Server::notification(const std::string& method, const Json& parameters)
{
    if (method == "exit") {
        ended_ = true;
    } else if (method == "textDocument/didOpen") {
        const Json& document = parameters.at("textDocument");
        const std::string uri = document.at("uri");
        reject_waiting(uri);
        Text& text = texts_[uri];
        text.path = path_of_uri(uri);
        text.language = document.value("languageId", "");
        replace(text, document.at("text"));
    } else if (method == "workspace/didChangeConfiguration") {
        use_settings(parameters.at("settings"));
    } else if (method == "workspace/didChangeWorkspaceFolders") {
        for (const Json& removed : parameters.at("event").at("removed")) {
            std::erase(workspace_.folders, std::filesystem::path(path_of_uri(removed.at("uri").get<std::string>())));
        }
        for (const Json& added : parameters.at("event").at("added")) {
            workspace_.folders.emplace_back(path_of_uri(added.at("uri").get<std::string>()));
        }
    } else if (method == "textDocument/didChange") {
        change(parameters.at("textDocument").at("uri"), parameters.at("contentChanges"));
    } else if (method == "textDocument/didClose") {
        const std::string uri = parameters.at("textDocument").at("uri");
        reject_waiting(uri);
        if (const auto found = texts_.find(uri); found != texts_.end()) {
            cancel_check(found->second);
            texts_.erase(found);
        }
        publish(uri, nullptr);
    }
}

void Server::change(const std::string& uri, const Json& changes)
{
    const auto found = texts_.find(uri);
    if (found == texts_.end()) {
        return;
    }
    reject_waiting(uri);
    Text& text = found->second;
    std::string content = *text.content;
    for (const Json& each : changes) {
        const std::string replacement = each.at("text");
        if (!each.contains("range")) {
            content = replacement;
            continue;
        }
        const Lines lines(content);
        const std::size_t begin = lines.offset(position_of(each["range"].at("start")));
        const std::size_t end = std::max(begin, lines.offset(position_of(each["range"].at("end"))));
        content.replace(begin, end - begin, replacement);
    }
    replace(text, std::move(content));
}

void Server::cancel_check(Text& text)
{
    if (text.is_outdated != nullptr) {
        *text.is_outdated = true;
    }
}

void Server::replace(Text& text, std::string content)
{
    cancel_check(text);
    text.is_outdated = std::make_shared<std::atomic<bool>>(false);
    text.open.reset();  // it refers to the old content
    text.lines.reset();
    text.content = std::make_shared<const std::string>(std::move(content));
    text.revision = ++last_revision_;
    text.is_analysed = false;
    text.is_in_check = false;
    text.is_checked = false;
}

void Server::reject_waiting(const std::string& uri)
{
    for (const Waiting& each : waiting_) {
        if (each.uri == uri) {
            reject(each.id, static_cast<int>(ErrorNumber::content_modified), "the text has changed");
        }
    }
    std::erase_if(waiting_, [&](const Waiting& each) { return each.uri == uri; });
}

const Lines& Server::lines_of(Text& text)
{
    if (text.lines == nullptr) {
        text.lines = std::make_unique<Lines>(*text.content);
    }
    return *text.lines;
}

void Server::analyse(Text& text) const
{
    if (!text.is_analysed) {
        lines_of(text);
        text.open = open_text(text.path, *text.content, text.language, folders_);
        text.is_analysed = true;
    }
}

std::vector<Problem> problems_of(const Check& check)
{
    const std::unique_ptr<OpenText> open = open_text(check.path, *check.content, check.language, check.folders);
    return open != nullptr ? open->problems(*check.is_outdated) : std::vector<Problem>();
}

bool Server::has_unchecked() const
{
    return std::ranges::any_of(texts_,
                               [](const auto& each) { return !each.second.is_checked && !each.second.is_in_check; });
}

std::optional<Check> Server::next_check()
{
    for (auto& [uri, text] : texts_) {
        if (!text.is_checked && !text.is_in_check) {
            text.is_in_check = true;
            return Check{uri, text.path, text.language, folders_, text.revision, text.content, text.is_outdated};
        }
    }
    return std::nullopt;
}

void Server::take_problems(const Check& check, std::vector<Problem> problems)
{
    const auto found = texts_.find(check.uri);
    if (found == texts_.end() || found->second.revision != check.revision) {
        return;
    }
    found->second.problems = std::move(problems);
    found->second.is_in_check = false;
    found->second.is_checked = true;
    run(nullptr, [&] { publish(check.uri, &found->second); });
    std::vector<Waiting> answered;
    for (std::size_t i = 0; i < waiting_.size();) {
        if (waiting_[i].uri == check.uri) {
            answered.push_back(std::move(waiting_[i]));
            waiting_.erase(waiting_.begin() + static_cast<std::ptrdiff_t>(i));
        } else {
            ++i;
        }
    }
    for (const Waiting& each : answered) {
        run(each.id, [&] { request(each.id, "textDocument/codeAction", each.parameters); });
    }
}

void Server::check_pending()
{
    while (const std::optional<Check> check = next_check()) {
        take_problems(*check, problems_of(*check));
    }
}

void Server::publish(const std::string& uri, Text* text)
{
    Json problems = Json::array();
    if (text != nullptr) {
        const Lines& lines = lines_of(*text);
        for (const Problem& each : text->problems) {
            problems.push_back(diagnostic_json(lines, each));
        }
    }
    send_({{"jsonrpc", "2.0"},
           {"method", "textDocument/publishDiagnostics"},
           {"params", {{"uri", uri}, {"diagnostics", std::move(problems)}}}});
}

const Server::Text* Server::find(const Json& parameters)
{
    const auto found = texts_.find(parameters.at("textDocument").at("uri").get<std::string>());
    if (found != texts_.end()) {
        analyse(found->second);
    }
    return found == texts_.end() || found->second.open == nullptr ? nullptr : &found->second;
}

nlohmann::json Server::completion(const Text& text, std::size_t at) const
{
    const Suggestions found = text.open->suggestions(at);
    const Json range = json_of(*text.lines, Range{found.begin, at});
    Json items = Json::array();
    for (const Suggestion& each : found.words) {
        Json item{{"label", each.word},
                  {"kind", static_cast<int>(each.kind)},
                  {"textEdit", {{"range", range}, {"newText", each.word}}}};
        if (!each.detail.empty()) {
            item["detail"] = each.detail;
        }
        if (!each.doc.empty()) {
            item["documentation"] = markdown(each.doc);
        }
        items.push_back(std::move(item));
    }
    return {{"isIncomplete", false}, {"items", std::move(items)}};
}

nlohmann::json Server::hover(const Text& text, std::size_t at) const
{
    const std::optional<Hover> found = text.open->hover(at);
    return found ? Json{{"contents", markdown(found->markdown)}, {"range", json_of(*text.lines, found->range)}}
                 : Json();
}

nlohmann::json Server::signature(const Text& text, std::size_t at) const
{
    const std::optional<Signature> found = text.open->signature(at);
    if (!found) {
        return nullptr;
    }
    Json parameters = Json::array();
    for (const Range& each : found->parameters) {
        parameters.push_back({{"label", {each.begin, each.end}}});
    }
    return {{"signatures", {{{"label", found->text}, {"parameters", std::move(parameters)}}}},
            {"activeSignature", 0},
            {"activeParameter", found->active}};
}

}  // namespace redforge::lsp
