// Law 4, "nothing is destroyed", at a power failure: data that is synced before a rename, and after it.
#include <map>

#include <catch2/catch.hpp>
#include <sys/user.h>

#include "file_faults.hpp"
#include "folder_fixture.hpp"

using namespace redforge;
using namespace redforge::test;

namespace {

#ifdef __x86_64__

/// Returns the name of the system call at which a traced process stopped, or an empty text for irrelevant calls.
std::string word_of(pid_t process, const fs::path& folder)
{
    user_regs_struct registers{};
    ptrace(PTRACE_GETREGS, process, nullptr, &registers);
    switch (registers.orig_rax) {
    case SYS_fsync: {
        const std::string link = fmt::format("/proc/{}/fd/{}", process, static_cast<int>(registers.rdi));
        std::error_code ignored;
        if (!fs::is_directory(link, ignored)) {
            return "sync file";
        }
        const fs::path path = fs::read_symlink(link, ignored);
        return path == folder ? "sync the folder above" : "sync a folder";
    }
    case SYS_renameat:
    case SYS_renameat2: return "rename";
    default: return {};
    }
}

/// Returns the syncs and renames of `work` and its child processes, in order, then its result.
std::string order_of(const fs::path& folder, const std::function<bool()>& work)
{
    const pid_t first = fork();
    if (first == 0) {
        ptrace(PTRACE_TRACEME, 0, nullptr, nullptr);
        raise(SIGSTOP);
        _exit(work() ? 0 : 1);
    }
    int status = 0;
    waitpid(first, &status, __WALL);
    ptrace(PTRACE_SETOPTIONS, first, nullptr,
           PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACECLONE | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_EXITKILL);
    ptrace(PTRACE_SYSCALL, first, nullptr, nullptr);
    std::map<pid_t, bool> inside;  // inside a system call, which stops again at its end
    std::string words;
    for (pid_t process = 0; (process = waitpid(-1, &status, __WALL)) > 0;) {
        if (process == first && WIFEXITED(status)) {
            words += WEXITSTATUS(status) == 0 ? "written" : "failed";
        }
        if (!WIFSTOPPED(status)) {
            continue;
        }
        int pass_on = 0;
        if (WSTOPSIG(status) == (SIGTRAP | 0x80)) {
            inside[process] = !inside[process];
            const std::string word = inside[process] ? word_of(process, folder) : std::string{};
            words += word.empty() ? "" : word + ", ";
        } else if (WSTOPSIG(status) != SIGTRAP && WSTOPSIG(status) != SIGSTOP) {
            pass_on = WSTOPSIG(status);
        }
        ptrace(PTRACE_SYSCALL, process, nullptr, static_cast<long>(pass_on));
    }
    return words;
}

#endif

}  // namespace

#ifdef __x86_64__

TEST_CASE("sync: a file is stored before it is renamed, and its folder after", "[files][fault]")
{
    const TempFolder folder;
    put(folder / "a", "old");
    CHECK(order_of(folder.path(), [&] { return write_file(folder / "a", as_bytes("new"), replacing).has_value(); }) ==
          "sync file, rename, sync the folder above, written");
}

TEST_CASE("sync: a backup is stored before its file is replaced", "[files][fault]")
{
    const TempFolder folder;
    put(folder / "a", "old");
    const auto work = [&] {
        setenv("XDG_STATE_HOME", (folder / "state").c_str(), 1);
        return write_file(folder / "a", as_bytes("new"), with_backup).has_value();
    };
    // Four nested folders are created: `state` and three below it.
    CHECK(order_of(folder.path(), work) ==
          "sync file, sync the folder above, sync a folder, sync a folder, sync a folder, sync file, rename, "
          "sync a folder, rename, sync the folder above, written");
}

TEST_CASE("sync: a folder is stored before it is renamed, and its parent after", "[files][folder][fault]")
{
    const TempFolder folder;
    // Three files, the folder `scripts` and the new folder itself.
    const std::string stored = "sync file, sync file, sync file, sync a folder, sync a folder, rename, ";
    CHECK(order_of(folder.path(), [&] { return write_first(folder / "out").has_value(); }) ==
          stored + "sync the folder above, written");
    // An existing folder is changed file by file: its three files and the list of steps, which is committed by
    // renaming; then renames of the files and the removed file; then the folder `scripts` and the folder itself are
    // synced.
    CHECK(order_of(folder.path(), [&] { return write_second(folder / "out", replacing).has_value(); }) ==
          "sync file, sync file, sync file, sync file, rename, sync a folder, rename, rename, rename, rename, "
          "sync a folder, "
          "sync a folder, written");
}

#endif
