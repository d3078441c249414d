// Real faults for tests of file writing: child processes with rejected system calls, a lying disk, or a kill.
#pragma once

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <fcntl.h>
#include <fmt/format.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#include "core/file_fixture.hpp"

namespace redforge::test {

/// Runs `work` in a child process and returns the text it returns, or "killed by SIGNAL".
inline std::string in_child(const std::function<std::string()>& work)
{
    int ends[2];
    if (pipe(ends) != 0) {
        throw std::runtime_error("no pipe");
    }
    std::fflush(nullptr);  // otherwise the child could print it again
    std::cout.flush();
    const pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        std::string text;
        try {
            text = work();
        } catch (const std::exception& thrown) {  // the child must not continue with other tests
            text = std::string("thrown: ") + thrown.what();
        }
        const ssize_t written = ::write(ends[1], text.data(), text.size());
        _exit(written == static_cast<ssize_t>(text.size()) ? 0 : 1);
    }
    close(ends[1]);
    std::string text;
    char buffer[4096];
    for (ssize_t got = 0; (got = ::read(ends[0], buffer, sizeof buffer)) > 0;) {
        text.append(buffer, static_cast<std::size_t>(got));
    }
    close(ends[0]);
    int status = 0;
    waitpid(child, &status, 0);
    return WIFSIGNALED(status) ? fmt::format("killed by {}", WTERMSIG(status)) : text;
}

/// Returns true, and prints a notice, if a child could not set up its fault.
inline bool skipped(const std::string& text)
{
    if (text.starts_with("skip: ")) {
        WARN(text << "; this fault is not checked");
        return true;
    }
    return false;
}

/// A system call with changed behaviour.
struct Fault {
    long call;
    std::uint32_t action;       ///< SECCOMP_RET_...
    int argument{-1};           ///< only when this argument ...
    std::uint32_t has_bits{0};  ///< ... has one of these bits
};

inline Fault reject(long call, int error)
{
    return {call, SECCOMP_RET_ERRNO | static_cast<std::uint32_t>(error)};
}
inline Fault kill_at(long call)
{
    return {call, SECCOMP_RET_KILL_PROCESS};
}

/// Installs the faults in this process, which must be a child. Returns false if the system has no such filter.
inline bool install(const std::vector<Fault>& faults)
{
    std::vector<sock_filter> code;
    const auto load = [&code](std::uint32_t offset) {
        code.push_back({static_cast<std::uint16_t>(BPF_LD | BPF_W | BPF_ABS), 0, 0, offset});
    };
    const auto add_action = [&code](std::uint32_t action) {
        code.push_back({static_cast<std::uint16_t>(BPF_RET | BPF_K), 0, 0, action});
    };
    for (const Fault& fault : faults) {
        const bool conditional = fault.argument >= 0;
        load(0);
        const std::uint8_t otherwise = conditional ? 3 : 1;
        code.push_back({static_cast<std::uint16_t>(BPF_JMP | BPF_JEQ | BPF_K), 0, otherwise,
                        static_cast<std::uint32_t>(fault.call)});
        if (conditional) {
            load(16 + 8 * static_cast<std::uint32_t>(fault.argument));
            code.push_back({static_cast<std::uint16_t>(BPF_JMP | BPF_JSET | BPF_K), 0, 1, fault.has_bits});
        }
        add_action(fault.action);
    }
    add_action(SECCOMP_RET_ALLOW);
    const sock_fprog program{static_cast<unsigned short>(code.size()), code.data()};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

inline std::string in_child_with(const std::vector<Fault>& faults, const std::function<std::string()>& work)
{
    return in_child([&] { return install(faults) ? work() : std::string("skip: no system call filters here"); });
}

/// Callback that replaces a system call on a file; the call then reports success. For a child.
inline void (*lie_at_trap)(int file) = nullptr;
inline bool trap(long call, void (*lie)(int file))
{
#ifdef __x86_64__
    lie_at_trap = lie;
    struct sigaction action {};
    action.sa_flags = SA_SIGINFO;
    action.sa_sigaction = [](int, siginfo_t*, void* context) {
        auto& registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
        lie_at_trap(static_cast<int>(registers[REG_RDI]));
        registers[REG_RAX] = 0;
    };
    return sigaction(SIGSYS, &action, nullptr) == 0 && install({{call, SECCOMP_RET_TRAP}});
#else
    return call < 0 && lie == nullptr;
#endif
}

/// Mounts a disk of 1 MiB on a folder, visible only in this process. For a child.
inline bool mount_small_disk(const fs::path& folder)
{
    const uid_t user = geteuid();
    const gid_t group = getegid();
    if (user != 0) {  // without root, use a user namespace
        if (unshare(CLONE_NEWUSER) != 0) {
            return false;
        }
        std::ofstream("/proc/self/uid_map") << "0 " << user << " 1";
        std::ofstream("/proc/self/setgroups") << "deny";  // required by the next line
        std::ofstream("/proc/self/gid_map") << "0 " << group << " 1";
    }
    return unshare(CLONE_NEWNS) == 0 && mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
           mount("none", folder.c_str(), "tmpfs", 0, "size=1m") == 0;
}

/// Makes this process the parent of orphaned processes, so that it can wait for them.
inline void become_reaper()
{
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
}
inline void reap_orphans()
{
    while (waitpid(-1, nullptr, __WALL) > 0 || errno == EINTR) {
    }
}

/// Runs `work` in a child that is killed at the n-th entry or exit of a system call. Returns false if it ended before.
inline bool killed_at_stop(int n, const std::function<void()>& work)
{
    const pid_t child = fork();
    if (child == 0) {
        ptrace(PTRACE_TRACEME, 0, nullptr, nullptr);
        raise(SIGSTOP);
        work();
        _exit(0);
    }
    int status = 0;
    waitpid(child, &status, __WALL);
    for (int stop = 0; stop < n && WIFSTOPPED(status); ++stop) {
        ptrace(PTRACE_SYSCALL, child, nullptr, nullptr);
        waitpid(child, &status, __WALL);
    }
    const bool alive = WIFSTOPPED(status);
    if (alive) {
        kill(child, SIGKILL);
        waitpid(child, &status, __WALL);
    }
    reap_orphans();
    return alive;
}

/// Runs `work` repeatedly in a child, and kills it after some microseconds.
inline void killed_after(unsigned microseconds, const std::function<void()>& work)
{
    const pid_t child = fork();
    if (child == 0) {
        while (true) {
            work();
        }
    }
    usleep(microseconds);
    kill(child, SIGKILL);
    reap_orphans();
}

}  // namespace redforge::test
