// Handles requests and notifications of the protocol.
#include "lsp/server.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <istream>
#include <mutex>
#include <optional>
#include <ostream>
#include <thread>
#include <utility>

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
    json diagnostic{{"range", json_of(lines, problem.range)},
                    {"severity", static_cast<int>(problem.severity)},
                    {"source", source_name},
                    {"message", problem.message}};
    if (!problem.kind.empty()) {
        diagnostic["code"] = problem.kind;
    }
    return diagnostic;
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

/// Returns the menu title of a fix: "Replace = with to".
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

/// Returns the edits of all fixes that do not overlap. `count`: the number of these fixes.
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
        return;  // a response: ignore it, because this server sends no requests
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
        const double size = std::clamp(wanted.value("tabSize", 4.0), 1.0, 16.0);  // limit the value of the editor
        const FormatOptions options{static_cast<std::size_t>(size), wanted.value("insertSpaces", true)};
        return answer(text == nullptr ? Json()
                                      : edits(*text, text->open->formatted(format_options_for(text->path, options))));
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
        const std::string uri = parameters.at("textDocument").at("uri");
        // Actions fix problems of the current text, so wait for its check.
        if (const auto found = texts_.find(uri); waits_ && found != texts_.end() && !found->second.is_checked) {
            waiting_.push_back({id, uri, parameters});
            return;
        }
        check_pending();
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
    return answer({{"changes", {{uri, edits(*text, changes)}}}});
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
        replace(text, document.at("text"));
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

void Server::analyse(Text& text)
{
    if (!text.is_analysed) {
        lines_of(text);
        text.open = open_text(text.path, *text.content);
        text.is_analysed = true;
    }
}

std::vector<Problem> problems_of(const Check& check)
{
    const std::unique_ptr<OpenText> open = open_text(check.path, *check.content);
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
            return Check{uri, text.path, text.revision, text.content, text.is_outdated};
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
            problems.push_back(json_of(lines, each));
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

nlohmann::json Server::actions(const std::string& uri, const Text& text, const Json& parameters) const
{
    const Json& context = parameters.at("context");
    const std::size_t begin = text.lines->offset(position_of(parameters.at("range").at("start")));
    const std::size_t end = text.lines->offset(position_of(parameters.at("range").at("end")));
    Json all = Json::array();
    for (const Problem& each : text.problems) {
        if (is_wanted(context, quick_fix) && !each.fix.empty() && each.range.begin <= end && begin <= each.range.end) {
            all.push_back({{"title", title_of(*text.content, each)},
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

/// Queue of messages, filled by a separate thread, so that the server can see when it is empty.
class Inbox {
public:
    explicit Inbox(std::istream& in) : reader_([this, &in] { read(in); }) {}
    Inbox(const Inbox&) = delete;
    Inbox& operator=(const Inbox&) = delete;
    ~Inbox() { reader_.join(); }

    /// Waits for a message, the end of input, wake() or the timeout.
    void wait(std::chrono::milliseconds time)
    {
        std::unique_lock lock(mutex_);
        changed_.wait_for(lock, time, [&] { return !messages_.empty() || has_ended_ || is_woken_; });
        is_woken_ = false;
    }
    /// Returns the next message, or nullopt if the queue is empty.
    std::optional<std::string> next()
    {
        const std::scoped_lock lock(mutex_);
        if (messages_.empty()) {
            return std::nullopt;
        }
        std::string first = std::move(messages_.front());
        messages_.pop_front();
        return first;
    }
    bool has_ended()
    {
        const std::scoped_lock lock(mutex_);
        return has_ended_ && messages_.empty();
    }
    void wake()
    {
        const std::scoped_lock lock(mutex_);
        is_woken_ = true;
        changed_.notify_one();
    }

private:
    /// Returns true for the notification `exit`. Reading ends there, because an editor may leave the stream open.
    static bool is_exit(const std::string& content)
    {
        const bool has_word =
            content.find("\"exit\"") != std::string::npos;  // quick test, because parsing a long text takes time
        const json message = has_word ? json::parse(content, nullptr, false) : json();
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
    bool is_woken_{};
    std::thread reader_;
};

/// Checks one text at a time in a separate thread, so that the server stays responsive. Checks are not queued: a change
/// cancels the check of the old text.
class Checker {
public:
    /// `done` is called in the separate thread after each check.
    explicit Checker(std::function<void()> done) : done_(std::move(done)), thread_([this] { run(); }) {}
    Checker(const Checker&) = delete;
    Checker& operator=(const Checker&) = delete;
    ~Checker()
    {
        {
            const std::scoped_lock lock(mutex_);
            is_over_ = true;
        }
        changed_.notify_one();
        thread_.join();
    }

    [[nodiscard]] bool is_busy()
    {
        const std::scoped_lock lock(mutex_);
        return check_.has_value();
    }
    /// Begins a check. Precondition: no check is running.
    void begin(Check check)
    {
        const std::scoped_lock lock(mutex_);
        check_ = std::move(check);
        changed_.notify_one();
    }
    /// Waits for the end of a check, if there is one.
    void wait()
    {
        std::unique_lock lock(mutex_);
        finished_.wait(lock, [&] { return !check_ || found_; });
    }
    /// Gives a finished check to the server.
    void deliver(Server& server)
    {
        std::optional<std::pair<Check, std::vector<Problem>>> result;
        {
            const std::scoped_lock lock(mutex_);
            if (found_) {
                result.emplace(std::move(*check_), std::move(*found_));
                check_.reset();
                found_.reset();
            }
        }
        if (result) {
            server.take_problems(result->first, std::move(result->second));
        }
    }

private:
    void run()
    {
        std::unique_lock lock(mutex_);
        while (true) {
            changed_.wait(lock, [&] { return is_over_ || (check_ && !found_); });
            if (is_over_) {
                return;
            }
            const Check check = *check_;
            lock.unlock();
            std::vector<Problem> found;
            try {
                found = problems_of(check);
            } catch (const std::exception& error) {  // such as std::bad_alloc
                found.push_back({Severity::error, {0, 0}, fmt::format("cannot check this text: {}", error.what())});
            }
            lock.lock();
            found_ = std::move(found);
            finished_.notify_one();
            done_();
        }
    }

    std::function<void()> done_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::condition_variable finished_;
    std::optional<Check> check_;  ///< the current check, until its result is delivered
    std::optional<std::vector<Problem>> found_;
    bool is_over_{};
    std::thread thread_;
};

}  // namespace

bool serve(std::istream& in, std::ostream& out, const std::string& version)
{
    // Wait for a pause in typing, so that problems do not refer to old text.
    constexpr std::chrono::milliseconds pause(150);
    Server server([&](const json& message) { write_message(out, message); }, version);
    server.wait_for_checks();
    Inbox inbox(in);
    Checker checker([&] { inbox.wake(); });
    constexpr std::chrono::hours long_time(1);
    auto last_message = std::chrono::steady_clock::now();
    while (!server.ended()) {
        inbox.wait(server.has_unchecked() ? std::chrono::milliseconds(pause) : std::chrono::milliseconds(long_time));
        checker.deliver(server);
        if (const std::optional<std::string> content = inbox.next()) {
            server.receive(*content);
            last_message = std::chrono::steady_clock::now();
        } else if (inbox.has_ended()) {
            checker.wait();
            checker.deliver(server);
            server.check_pending();
            break;
        }
        const bool is_pause = std::chrono::steady_clock::now() - last_message >= pause;
        if ((is_pause || server.has_waiting()) && !checker.is_busy()) {
            if (std::optional<Check> check = server.next_check()) {
                checker.begin(std::move(*check));
            }
        }
    }
    return server.was_shut_down();
}

}  // namespace redforge::lsp
