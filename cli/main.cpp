// The redforge program: finds the verb and runs it.
#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <malloc.h>
#include <poll.h>
#include <sys/mman.h>
#include <unistd.h>

#include "console.hpp"
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

/// Takes memory in large pages and long steps. Most runs last some 20 ms, a quarter of which went into asking the system
/// for 4 KiB at a time.
void take_large_pages()
{
#ifdef __GLIBC__
    constexpr int step = 64 << 20;     // bytes of addresses; only what is touched becomes memory
    constexpr int longest = 32 << 20;  // bytes; the most that malloc takes from its heap rather than from the system
    mallopt(M_TOP_PAD, step);
    mallopt(M_TRIM_THRESHOLD, 2 * step);
    mallopt(M_MMAP_THRESHOLD, longest);
    constexpr std::uintptr_t page = 2 << 20;
    void* const first = std::malloc(page);  // NOLINT(*no-malloc*): makes the heap grow by the first step
    const std::uintptr_t begin = (reinterpret_cast<std::uintptr_t>(first) + page - 1) & ~(page - 1);
    const auto end = reinterpret_cast<std::uintptr_t>(sbrk(0));
    if (begin < end) {  // not where another malloc has taken the place of the C library's
        madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);  // if refused, pages stay small
    }
    std::free(first);  // NOLINT(*no-malloc*)
#endif
}

}  // namespace

int main(int count, char** words)
{
    take_large_pages();
    take_signals();
    Exit exit = run(std::vector<std::string>(words + 1, words + count));
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
        if (reader_is_gone()) {
            return 128 + SIGPIPE;  // as the shell has it of programs that `head` ended; there is nothing to tell
        }
        exit = complain({.code = redforge::ErrorCode::io,
                         .message = "standard output does not take what was to be printed",
                         .hint = "is the disk full?"});
    }
    return static_cast<int>(exit);
}
