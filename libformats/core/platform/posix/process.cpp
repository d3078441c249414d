// Processes on Linux.
#include "core/platform/process.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <ctime>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;  // NOLINT: POSIX has it so

namespace redforge::platform {
namespace {

namespace fs = std::filesystem;

// Signal handlers can access global variables only.
std::atomic<bool> interrupted{false};  // NOLINT(*non-const-global*)
std::atomic<int> stopped_by{0};        // NOLINT(*non-const-global*): the first signal
timer_t kill_timer{};                  // NOLINT(*non-const-global*)

/// Time for an orderly end with a message after Ctrl+C or SIGTERM, before the program is killed.
constexpr long shutdown_time = 150'000'000;  // nanoseconds

/// Signal handler: sets the flag and starts the timer. Uses async-signal-safe calls only.
void stop(int signal)
{
    int none = 0;
    interrupted = true;
    if (stopped_by.compare_exchange_strong(none, signal)) {
        const itimerspec once{{}, {0, shutdown_time}};
        timer_settime(kill_timer, 0, &once, nullptr);
    }
}

void end_now(int /*signal*/)
{
    end_if_stopped();
}

}  // namespace

std::optional<std::string> environment(const char* name)
{
    const char* value = std::getenv(name);  // NOLINT(*mt-unsafe*): this program does not change the environment
    return value != nullptr && *value != '\0' ? std::optional<std::string>(value) : std::nullopt;
}

std::vector<std::string> command_arguments(int count, char** words)
{
    return {words + 1, words + count};
}

std::vector<std::string> expanded(const std::string& word)
{
    return {word};  // the shell has already expanded it
}

fs::path program_path()
{
    std::error_code error;
    fs::path path = fs::read_symlink("/proc/self/exe", error);
    return error ? fs::path("redforge") : path;
}

std::vector<fs::path> program_folders()
{
    const std::string path = environment("PATH").value_or("");
    std::vector<fs::path> folders;
    for (std::size_t at = 0; at < path.size();) {
        const std::size_t end = std::min(path.find(':', at), path.size());
        folders.emplace_back(path.substr(at, end - at));
        at = end + 1;
    }
    return folders;
}

bool is_terminal(Stream stream)
{
    return isatty(stream == Stream::output ? STDOUT_FILENO : STDERR_FILENO) == 1;
}

bool is_capable_terminal(Stream stream)
{
    const std::string term = environment("TERM").value_or("dumb");
    return is_terminal(stream) && term != "dumb";
}

bool reader_is_gone()
{
    pollfd output{STDOUT_FILENO, POLLOUT, 0};
    return poll(&output, 1, 0) == 1 && (output.revents & POLLERR) != 0;
}

void take_signals()
{
    static_assert(std::atomic<int>::is_always_lock_free && std::atomic<bool>::is_always_lock_free);
    sigevent event{};
    event.sigev_notify = SIGEV_SIGNAL;
    event.sigev_signo = SIGALRM;
    const bool has_timer = timer_create(CLOCK_MONOTONIC, &event, &kill_timer) == 0;
    std::signal(SIGALRM, end_now);
    if (has_timer) {  // without a timer, signals end the program immediately, which is safe
        std::signal(SIGINT, stop);
        std::signal(SIGTERM, stop);
    }
    std::signal(SIGPIPE, SIG_DFL);  // end at a closed pipe, as with `head`, even if SIGPIPE was inherited as ignored
    std::signal(SIGXFSZ, SIG_IGN);
}

const std::atomic<bool>& cancelled()
{
    return interrupted;
}

void end_if_stopped()
{
    if (const int signal = stopped_by; signal != 0) {
        std::signal(signal, SIG_DFL);
        std::raise(signal);
    }
}

tl::expected<ProcessResult, std::error_code> run(const std::vector<std::string>& words, ErrorOutput errors)
{
    std::vector<std::string> own = words;
    std::vector<char*> arguments;
    for (std::string& word : own) {
        arguments.push_back(word.data());
    }
    arguments.push_back(nullptr);
    std::array<int, 2> ends{};
    if (pipe(ends.data()) != 0) {
        return tl::unexpected(std::error_code(errno, std::generic_category()));
    }
    posix_spawn_file_actions_t actions{};
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addclose(&actions, ends[0]);
    posix_spawn_file_actions_addclose(&actions, ends[1]);
    if (errors == ErrorOutput::discard) {
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    }
    pid_t process{};
    const int error = posix_spawnp(&process, arguments[0], &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    ProcessResult outcome;
    std::array<char, 4096> buffer{};
    for (ssize_t got = 0; error == 0 && (got = ::read(ends[0], buffer.data(), buffer.size())) > 0;) {
        outcome.output.append(buffer.data(), static_cast<std::size_t>(got));
    }
    close(ends[0]);
    if (error != 0) {
        return tl::unexpected(std::error_code(error, std::generic_category()));
    }
    int status{};
    waitpid(process, &status, 0);
    outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128;
    return outcome;
}

}  // namespace redforge::platform
