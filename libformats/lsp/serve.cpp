// Serves a client over streams: reads messages and checks texts in separate threads.
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <istream>
#include <mutex>
#include <optional>
#include <ostream>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "lsp/messages.hpp"
#include "lsp/server.hpp"

namespace redforge::lsp {
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
        const nlohmann::json message = has_word ? nlohmann::json::parse(content, nullptr, false) : nlohmann::json();
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
    Server server([&](const nlohmann::json& message) { write_message(out, message); }, version);
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
