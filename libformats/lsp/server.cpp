// Requests and notifications of the protocol.
#include "lsp/server.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <istream>
#include <mutex>
#include <ostream>
#include <thread>

#include <fmt/format.h>

#include "core/error.hpp"
#include "lsp/messages.hpp"

namespace redforge::lsp {
namespace {

using nlohmann::json;

constexpr std::string_view source_name = "redforge";

json json_of(const Lines& lines, std::size_t at)
{
    const Position position = lines.position(at);
    return {{"line", position.line}, {"character", position.character}};
}

json json_of(const Lines& lines, const Range& range)
{
    return {{"start", json_of(lines, range.begin)}, {"end", json_of(lines, range.end)}};
}

Position position_of(const json& position)
{
    return {position.at("line").get<std::uint32_t>(), position.at("character").get<std::uint32_t>()};
}

json markdown(const std::string& text)
{
    return {{"kind", "markdown"}, {"value", text}};
}

json json_of(const Lines& lines, const Problem& problem)
{
    json told{{"range", json_of(lines, problem.range)},
              {"severity", static_cast<int>(problem.severity)},
              {"source", source_name},
              {"message", problem.message}};
    if (!problem.kind.empty()) {
        told["code"] = problem.kind;
    }
    return told;
}

constexpr std::string_view quick_fix = "quickfix";
constexpr std::string_view fix_all = "source.fixAll";

/// Returns true if an editor requests only actions of certain kinds.
bool limits_kinds(const json& context)
{
    return context.contains("only") && !context["only"].is_null();
}

/// Returns true if an editor requests actions of a kind; "source" includes "source.fixAll".
bool is_wanted(const json& context, std::string_view kind)
{
    if (!limits_kinds(context)) {
        return true;
    }
    return std::ranges::any_of(context["only"], [&](const json& each) {
        const std::string wanted = each;
        return kind == wanted || kind.starts_with(wanted + ".");
    });
}

/// "Replace = with to", as an editor shows it in a menu.
std::string title_of(std::string_view text, const Problem& problem)
{
    const SourceEdit& edit = problem.fix.front();
    const auto words = [](std::string_view all) {
        const std::size_t begin = std::min(all.find_first_not_of(" \n"), all.size());
        return all.substr(begin, all.find_last_not_of(" \n") + 1 - begin);
    };
    const std::string_view before = words(text.substr(edit.at, edit.length));
    const std::string_view after = words(edit.text);
    constexpr std::size_t longest = 60;
    if (problem.fix.size() > 1 || before.size() > longest || after.size() > longest ||
        (before.empty() && after.empty())) {
        return fmt::format("Fix: {}", problem.message);
    }
    return before.empty()  ? fmt::format("Insert {}", after)
           : after.empty() ? fmt::format("Remove {}", before)
                           : fmt::format("Replace {} with {}", before, after);
}

/// The fixes of all problems that can be made together, and how many they are.
std::vector<SourceEdit> all_fixes(const std::vector<Problem>& problems, std::size_t& count)
{
    std::vector<SourceEdit> all;
    for (const Problem& problem : problems) {
        count += add_fix(all, problem.fix) ? 1U : 0U;
    }
    return all;
}

std::vector<TextEdit> text_edits(const std::vector<SourceEdit>& edits)
{
    std::vector<TextEdit> all;
    for (const SourceEdit& each : edits) {
        all.push_back({{each.at, each.at + each.length}, each.text});
    }
    return all;
}

}  // namespace

std::string path_of_uri(std::string_view uri)
{
    constexpr std::string_view scheme = "file://";
    if (!uri.starts_with(scheme)) {
        return {};
    }
    uri.remove_prefix(scheme.size());
    std::string path;
    for (std::size_t i = 0; i < uri.size(); ++i) {
        unsigned value{};
        if (uri[i] == '%' && i + 2 < uri.size() &&
            std::from_chars(uri.data() + i + 1, uri.data() + i + 3, value, 16).ptr == uri.data() + i + 3) {
            path += static_cast<char>(value);
            i += 2;
        } else {
            path += uri[i];
        }
    }
    const bool has_drive = path.size() > 2 && path[0] == '/' && path[2] == ':';  // file:///C:/...
    return has_drive ? path.substr(1) : path;
}

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
        return;  // an answer: this server asks nothing
    }
    const std::string method = message["method"];
    const json parameters = message.contains("params") ? message["params"] : json::object();
    try {
        if (id.is_null()) {
            notification(method, parameters);
        } else {
            request(id, method, parameters);
        }
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
            {"codeActionProvider", {{"codeActionKinds", {quick_fix, fix_all}}}},
            {"foldingRangeProvider", true}};
}

void Server::request(const Json& id, const std::string& method, const Json& parameters)
{
    const auto answer = [&](Json result) { send_({{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}}); };
    if (method == "initialize") {
        initialized_ = true;
        return answer(
            {{"capabilities", capabilities()}, {"serverInfo", {{"name", source_name}, {"version", version_}}}});
    }
    if (!initialized_) {
        return reject(id, static_cast<int>(ErrorNumber::not_initialized), "send initialize first");
    }
    if (shut_down_) {
        return reject(id, static_cast<int>(ErrorNumber::invalid_request), "the server was shut down");
    }
    if (method == "shutdown") {
        shut_down_ = true;
        return answer(nullptr);
    }
    if (method == "textDocument/formatting") {
        const Text* const text = find(parameters);
        const Json& wanted = parameters.at("options");
        const double size = std::clamp(wanted.value("tabSize", 4.0), 1.0, 16.0);  // whatever number an editor sends
        const FormatOptions options{static_cast<std::size_t>(size), wanted.value("insertSpaces", true)};
        return answer(text == nullptr ? Json() : edits(*text, text->open->formatted(options)));
    }
    if (method == "textDocument/foldingRange") {
        Json folds = Json::array();
        if (const Text* const text = find(parameters)) {
            for (const Fold& fold : text->open->folds()) {
                folds.push_back({{"startLine", fold.first}, {"endLine", fold.last}});
            }
        }
        return answer(std::move(folds));
    }
    if (method == "textDocument/codeAction") {
        settle();  // actions fix the problems of the text as it is now
        const Text* const text = find(parameters);
        return answer(text == nullptr ? Json() : actions(parameters["textDocument"]["uri"], *text, parameters));
    }
    if (!place_request(id, method, parameters)) {
        reject(id, static_cast<int>(ErrorNumber::method_not_found), fmt::format("there is no method {}", method));
    }
}

bool Server::place_request(const Json& id, const std::string& method, const Json& parameters)
{
    static constexpr std::array<std::string_view, 7> known{"textDocument/completion",    "textDocument/hover",
                                                           "textDocument/signatureHelp", "textDocument/definition",
                                                           "textDocument/references",    "textDocument/prepareRename",
                                                           "textDocument/rename"};
    if (std::ranges::find(known, method) == known.end()) {
        return false;
    }
    const auto answer = [&](Json result) {
        send_({{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}});
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
        reject(id, static_cast<int>(ErrorNumber::request_failed), "nothing here can be renamed");
        return true;
    }
    const std::string wanted = parameters.at("newName");
    if (const std::optional<Error> error = text->open->refuse_name(at, wanted)) {
        reject(id, static_cast<int>(ErrorNumber::request_failed), describe(*error));
        return true;
    }
    std::vector<TextEdit> changes;
    for (const Range& each : text->open->references(at)) {
        changes.push_back({each, wanted});
    }
    return answer({{"changes", {{uri, edits(*text, changes)}}}});
}

void Server::notification(const std::string& method, const Json& parameters)
{
    if (method == "exit") {
        ended_ = true;
    } else if (method == "textDocument/didOpen") {
        const Json& document = parameters.at("textDocument");
        const std::string uri = document.at("uri");
        Text& text = texts_[uri];
        text.open.reset();  // of a text that was open already
        text.path = path_of_uri(uri);
        text.content = document.at("text");
        text.is_taken_apart = false;
        text.is_checked = false;
    } else if (method == "textDocument/didChange") {
        change(parameters.at("textDocument").at("uri"), parameters.at("contentChanges"));
    } else if (method == "textDocument/didClose") {
        const std::string uri = parameters.at("textDocument").at("uri");
        texts_.erase(uri);
        publish(uri, nullptr);
    }
}

void Server::change(const std::string& uri, const Json& changes)
{
    const auto found = texts_.find(uri);
    if (found == texts_.end()) {
        return;
    }
    Text& text = found->second;
    std::string content = text.content;
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
    text.open.reset();  // it looks at the text
    text.content = std::move(content);
    text.is_taken_apart = false;
    text.is_checked = false;
}

void Server::take_apart(Text& text)
{
    if (!text.is_taken_apart) {
        text.lines = std::make_unique<Lines>(text.content);
        text.open = open_text(text.path, text.content);
        text.is_taken_apart = true;
    }
}

void Server::check(const std::string& uri, Text& text)
{
    take_apart(text);
    text.problems = text.open != nullptr ? text.open->problems() : std::vector<Problem>();
    text.is_checked = true;
    publish(uri, &text);
}

void Server::settle()
{
    for (auto& [uri, text] : texts_) {
        if (!text.is_checked) {
            check(uri, text);
        }
    }
}

void Server::publish(const std::string& uri, const Text* text)
{
    Json problems = Json::array();
    if (text != nullptr) {
        for (const Problem& each : text->problems) {
            problems.push_back(json_of(*text->lines, each));
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
        take_apart(found->second);
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

nlohmann::json Server::actions(const std::string& uri, const Text& text, const Json& parameters) const
{
    const Json& context = parameters.at("context");
    const std::size_t begin = text.lines->offset(position_of(parameters.at("range").at("start")));
    const std::size_t end = text.lines->offset(position_of(parameters.at("range").at("end")));
    Json all = Json::array();
    for (const Problem& each : text.problems) {
        if (is_wanted(context, quick_fix) && !each.fix.empty() && each.range.begin <= end && begin <= each.range.end) {
            all.push_back({{"title", title_of(text.content, each)},
                           {"kind", quick_fix},
                           {"isPreferred", true},
                           {"diagnostics", Json::array({json_of(*text.lines, each)})},
                           {"edit", {{"changes", {{uri, edits(text, text_edits(each.fix))}}}}}});
        }
    }
    std::size_t count = 0;
    const std::vector<SourceEdit> whole = all_fixes(text.problems, count);
    const bool asked = limits_kinds(context) && is_wanted(context, fix_all);
    if (is_wanted(context, fix_all) && (count > 1 || (asked && count == 1))) {
        all.push_back({{"title", "Fix all problems with a known fix"},
                       {"kind", fix_all},
                       {"edit", {{"changes", {{uri, edits(text, text_edits(whole))}}}}}});
    }
    return all;
}

nlohmann::json Server::edits(const Text& text, const std::vector<TextEdit>& edits) const
{
    Json all = Json::array();
    for (const TextEdit& each : edits) {
        all.push_back({{"range", json_of(*text.lines, each.range)}, {"newText", each.text}});
    }
    return all;
}

namespace {

/// Messages that a thread of its own reads, so that the server sees when no more are waiting.
class Inbox {
public:
    explicit Inbox(std::istream& in) : reader_([this, &in] { read(in); }) {}
    Inbox(const Inbox&) = delete;
    Inbox& operator=(const Inbox&) = delete;
    ~Inbox() { reader_.join(); }

    /// Returns true if a message is there within that time, or none will come any more.
    bool wait(std::chrono::milliseconds time)
    {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, time, [&] { return !messages_.empty() || has_ended_; });
    }
    /// Waits for the next message; nothing at the end of the stream.
    std::optional<std::string> next()
    {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return !messages_.empty() || has_ended_; });
        if (messages_.empty()) {
            return std::nullopt;
        }
        std::string first = std::move(messages_.front());
        messages_.pop_front();
        return first;
    }

private:
    /// Reading ends with `exit`: an editor may leave the stream open after it.
    static bool is_exit(const std::string& content)
    {
        constexpr std::size_t max_exit_size = 1024;
        const json message = content.size() > max_exit_size ? json() : json::parse(content, nullptr, false);
        return message.is_object() && message.contains("method") && message["method"] == "exit";
    }
    void read(std::istream& in)
    {
        for (bool goes_on = true; goes_on;) {
            std::optional<std::string> content = read_message(in);
            goes_on = content && !is_exit(*content);
            const std::scoped_lock lock(mutex_);
            if (content) {
                messages_.push_back(std::move(*content));
            }
            has_ended_ = !goes_on;
            changed_.notify_one();
        }
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<std::string> messages_;
    bool has_ended_{};
    std::thread reader_;
};

}  // namespace

bool serve(std::istream& in, std::ostream& out, const std::string& version)
{
    // Wait for a pause in typing, so that problems do not refer to old text.
    constexpr std::chrono::milliseconds pause(150);
    Server server([&](const json& message) { write_message(out, message); }, version);
    Inbox inbox(in);
    while (!server.ended()) {
        if (!inbox.wait(pause)) {
            server.settle();
        }
        const std::optional<std::string> content = inbox.next();
        if (!content) {
            server.settle();
            break;
        }
        server.receive(*content);
    }
    return server.was_shut_down();
}

}  // namespace redforge::lsp
