// How work outlives its process: a child on the same memory, as posix_spawn makes one.
#include "core/shield.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>

#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

// ThreadSanitizer takes every clone() for a fork() and breaks on shared memory; under it the work runs unshielded.
#if defined(__SANITIZE_THREAD__)
#define REDFORGE_THREAD_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define REDFORGE_THREAD_SANITIZER 1
#endif
#endif

namespace redforge::posix {

namespace {

#ifdef REDFORGE_THREAD_SANITIZER
constexpr bool shield_possible = false;
#else
constexpr bool shield_possible = true;
#endif

struct Call {
    void (*work)(void*) noexcept;
    void* context;
};

int in_child(void* argument)
{
    const Call& call = *static_cast<const Call*>(argument);
    setsid();  // a SIGKILL to the process group, as `timeout -s KILL` sends it, must not reach us
    call.work(call.context);
    return 0;
}

}  // namespace

void run_shielded(void (*work)(void*) noexcept, void* context) noexcept
{
    constexpr std::size_t stack_size = 64 * 1024;
    alignas(64) std::array<std::byte, stack_size> stack;  // NOLINT: the child begins with an empty stack
    Call call{work, context};

    // The child inherits the mask. A handler must not run in it: it would act on our memory a second time.
    sigset_t every{};
    sigset_t before{};
    sigfillset(&every);
    pthread_sigmask(SIG_SETMASK, &every, &before);
    // No exit signal: a program that counts its children through SIGCHLD or wait() does not see this one.
    const pid_t child =
        shield_possible ? clone(in_child, stack.data() + stack.size(), CLONE_VM | CLONE_VFORK, &call) : -1;
    if (child < 0) {
        work(context);
    } else {
        while (waitpid(child, nullptr, __WALL) < 0 && errno == EINTR) {
        }
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

}  // namespace redforge::posix
