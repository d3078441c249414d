// Language server: keeps the open texts of an editor, and answers its requests.
//
// The editor sends the texts; the server does not read open files from disk. Source: the Language Server Protocol,
// 3.17.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "lsp/language.hpp"
#include "lsp/workspace.hpp"

namespace redforge::lsp {

/// Copy of a text, made when its check began. Another thread can check it while the text changes.
struct Check {
    std::string uri;
    std::string path;
    std::string language;
    Folders folders;
    std::uint64_t revision{};
    std::shared_ptr<const std::string> content;
    std::shared_ptr<const std::atomic<bool>> is_outdated;  ///< becomes true when the text changes or is closed
};

/// Returns the problems of a text. Ends early, without problems, if the check becomes outdated. Thread-safe.
[[nodiscard]] std::vector<Problem> problems_of(const Check& check);

class Server {
public:
    /// Callback that receives messages for the editor.
    using Send = std::function<void(const nlohmann::json&)>;
    /// `version`: version of the program, reported to the editor.
    explicit Server(Send send, std::string version = {}) : send_(std::move(send)), version_(std::move(version)) {}

    /// Handles a message of the editor: answers or ignores it according to the protocol. Changed texts are checked
    /// later, by check_pending() or by a request that depends on their problems, because an editor sends a message for
    /// each key.
    void receive(std::string_view content);
    /// Checks the texts that have changed since they were last checked, and publishes their problems.
    void check_pending();
    /// Makes requests that depend on problems wait for take_problems(). Without this call, they check the text
    /// themselves.
    void wait_for_checks() { waits_ = true; }
    /// Returns true if a text has changed since its last check began.
    [[nodiscard]] bool has_unchecked() const;
    /// Returns a text that has changed since its last check began, or nullopt. The caller must check it with
    /// problems_of() and pass the result to take_problems().
    [[nodiscard]] std::optional<Check> next_check();
    /// Publishes the problems of a text and answers the requests that wait for them. Drops them if the text has changed
    /// since the check began.
    void take_problems(const Check& check, std::vector<Problem> problems);
    /// Returns true if a request waits for a check.
    [[nodiscard]] bool has_waiting() const { return !waiting_.empty(); }
    /// Returns true if the editor has sent `exit`.
    [[nodiscard]] bool ended() const { return ended_; }
    /// Returns true if the editor has sent `shutdown`.
    [[nodiscard]] bool was_shut_down() const { return shut_down_; }

private:
    using Json = nlohmann::json;
    struct Text {
        std::string path;
        std::string language;  ///< language id of the editor
        std::shared_ptr<const std::string> content;
        std::uint64_t revision{};                        ///< unique among all texts, also after a text is reopened
        std::shared_ptr<std::atomic<bool>> is_outdated;  ///< cancels the check of this revision
        std::unique_ptr<Lines> lines;                    ///< null if the text has changed since
        std::unique_ptr<OpenText> open;  ///< null if the language is unknown or the text is not parsed yet
        std::vector<Problem> problems;   ///< problems that were last sent to the editor
        bool is_analysed{};              ///< `open` is for the current content
        bool is_in_check{};              ///< next_check() has returned the current content
        bool is_checked{};               ///< `problems` are those of the current content
    };
    /// A request for code actions in a text that is not checked yet.
    struct Waiting {
        Json id;
        std::string uri;
        Json parameters;
    };

    void request(const Json& id, const std::string& method, const Json& parameters);
    void notification(const std::string& method, const Json& parameters);
    /// Calls `work`. If it throws, answers request `id` with an error, unless `id` is null (a notification).
    void run(const Json& id, const std::function<void()>& work);
    void reject(const Json& id, int code, std::string_view message);
    void change(const std::string& uri, const Json& changes);
    void replace(Text& text, std::string content);
    /// Ends the check of a text, if there is one.
    static void cancel_check(Text& text);
    /// Rejects the requests that wait for a check of a text, because it has changed.
    void reject_waiting(const std::string& uri);
    static const Lines& lines_of(Text& text);
    /// Parses the content if it has changed since the last call.
    void analyse(Text& text) const;
    void publish(const std::string& uri, Text* text);
    [[nodiscard]] static Json capabilities();
    /// Returns the text that a request refers to. Returns null if it is not open or its language is unknown.
    [[nodiscard]] const Text* find(const Json& parameters);

    [[nodiscard]] Json completion(const Text& text, std::size_t at) const;
    [[nodiscard]] Json hover(const Text& text, std::size_t at) const;
    [[nodiscard]] Json signature(const Text& text, std::size_t at) const;
    /// Answers a request about a whole text. Returns true if it was such a request.
    bool text_request(const Json& id, const std::string& method, const Json& parameters);
    /// Answers a request about a position in a text. Returns true if it was such a request.
    bool place_request(const Json& id, const std::string& method, const Json& parameters);
    /// Answers a request about the calls of a routine. Returns true if it was such a request.
    bool call_request(const Json& id, const std::string& method, const Json& parameters);
    void answer(const Json& id, Json result);

    void initialize(const Json& parameters);
    /// Takes the folders from the editor's settings. Reports those that cannot be used. If they changed, checks all
    /// texts again.
    void use_settings(const Json& settings);
    /// Returns the symbols of all scripts of the workspace that match a query.
    [[nodiscard]] Json workspace_symbols(const std::string& query);

    Send send_;
    std::string version_;
    std::map<std::string, Text> texts_;  ///< by URI
    Workspace workspace_;
    Folders folders_;
    std::vector<std::string> folder_problems_;  ///< messages of the last settings
    std::string uses_command_;                  ///< command of the editor that shows locations; may be empty
    std::vector<std::string> refresh_methods_;  ///< requests that make the editor ask again, as far as it has them
    std::vector<Waiting> waiting_;
    std::uint64_t last_revision_{};
    bool waits_{};
    bool initialized_{};
    bool shut_down_{};
    bool ended_{};
};

/// Serves a client until the stream ends or the client sends `exit`. Returns true if the client sent `shutdown` before.
bool serve(std::istream& in, std::ostream& out, const std::string& version);

}  // namespace redforge::lsp
