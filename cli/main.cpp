// The redforge program: finds the verb and runs it.
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include "console.hpp"
#include "core/large_pages.hpp"
#include "core/out_of_memory.hpp"
#include "verb.hpp"
#include "version.hpp"

namespace {

using namespace redforge::cli;

Exit run(const std::vector<std::string>& words)
{
    if (words.empty() || words[0] == "--help" || words[0] == "-h" || words[0] == "help") {
        print(main_help());
        return words.empty() ? Exit::trouble : Exit::fine;
    }
    if (words[0] == "--version") {
        print(fmt::format("redforge {}\n", version));
        return Exit::fine;
    }
    const auto table = verbs();
    const auto verb = std::ranges::find(table, words[0], &Verb::name);
    if (verb == table.end()) {
        std::vector<std::string_view> names;
        for (const Verb& each : table) {
            names.push_back(each.name);
        }
        const std::string_view guess = redforge::nearest(words[0], names);
        return complain_usage(fmt::format("no verb \"{}\"", words[0]),
                              guess.empty() ? "see redforge --help" : fmt::format("did you mean {}?", guess));
    }
    const auto rest = std::span(words).subspan(1);
    if (std::ranges::any_of(rest, [](const std::string& word) { return word == "--help" || word == "-h"; })) {
        print(verb_help(*verb));
        return Exit::fine;
    }
    const auto arguments = parse(*verb, rest);
    return arguments ? verb->run(*arguments) : Exit::trouble;
}

/// Whether standard output is a pipe that nobody reads any more.
bool reader_is_gone()
{
    pollfd output{STDOUT_FILENO, POLLOUT, 0};
    return poll(&output, 1, 0) == 1 && (output.revents & POLLERR) != 0;
}

}  // namespace

int main(int count, char** words)
{
    redforge::take_large_pages();
    take_signals();
    Exit exit = Exit::trouble;
    try {
        exit = run(std::vector<std::string>(words + 1, words + count));
    } catch (const std::bad_alloc&) {
        exit = complain(redforge::out_of_memory());
    }
    const bool printed = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
    end_if_stopped();
    if (!printed) {
        if (reader_is_gone()) {
            return 128 + SIGPIPE;  // as the shell has it of programs that `head` ended; there is nothing to tell
        }
        exit = complain({.code = redforge::ErrorCode::io,
                         .message = "standard output does not take what was to be printed",
                         .hint = "is the disk full?"});
    }
    return static_cast<int>(exit);
}
