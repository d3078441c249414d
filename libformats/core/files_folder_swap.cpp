// The exchange of one folder for another, made of system calls only.
#include <cerrno>
#include <cstdio>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/files_folder.hpp"

namespace redforge::posix {

namespace {

int sync_path(int folder, const char* name) noexcept
{
    const Fd file(openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    return file && (fsync(file.get()) == 0 || errno == EINVAL) ? 0 : errno;
}

}  // namespace

bool is_same_folder(int parent, const char* name, const struct stat& expected) noexcept
{
    struct stat status {};
    return fstatat(parent, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && status.st_ino == expected.st_ino &&
           status.st_dev == expected.st_dev;
}

bool remove_known(int parent, const char* name, const std::vector<std::string>& files,
                  const std::vector<std::string>& folders) noexcept
{
    {
        const Fd folder(openat(parent, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
        if (!folder) {
            return errno == ENOENT;
        }
        for (const std::string& file : files) {
            unlinkat(folder.get(), file.c_str(), 0);
        }
        for (auto inner = folders.rbegin(); inner != folders.rend(); ++inner) {
            unlinkat(folder.get(), inner->c_str(), AT_REMOVEDIR);
        }
    }
    return unlinkat(parent, name, AT_REMOVEDIR) == 0;
}

void FolderSwap::operator()() noexcept
{
    step = Step::build;
    number = build();
    if (number == 0) {
        step = Step::swap;
        number = swap();
    }
    if (number != 0) {
        static_cast<void>(remove_known(parent, hidden.c_str(), plan.files, plan.folders));
        return;
    }
    step = Step::remove_old;
    number = exchange ? remove_old() : 0;
    if (number == 0) {
        step = Step::done;
    }
}

int FolderSwap::build() noexcept
{
    constexpr mode_t mode = 0777;  // less the umask
    if (build_here && mkdirat(parent, hidden.c_str(), mode) != 0) {
        return errno;
    }
    const Fd folder(openat(parent, hidden.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!folder) {
        return errno == ENOENT ? EAGAIN : errno;
    }
    if (build_here) {
        if (!lock_as_ours(folder.get())) {
            return EAGAIN;
        }
        for (const std::string& inner : plan.folders) {
            if (mkdirat(folder.get(), inner.c_str(), mode) != 0) {
                return errno;
            }
        }
        for (std::size_t i = 0; i < plan.files.size(); ++i) {
            if (const int failed = link_nameless(nameless[i].file(), folder.get(), plan.files[i].c_str());
                failed != 0) {
                return failed;
            }
        }
    }
    if (old != nullptr) {
        copy_attributes(old->folder.get(), folder.get(), old->status);
    }
    for (const std::string& inner : plan.folders) {
        if (const int failed = sync_path(folder.get(), inner.c_str()); failed != 0) {
            return failed;
        }
    }
    return sync_path(folder.get(), ".");
}

int FolderSwap::swap() noexcept
{
    if (!exchange) {
        // A rename takes the place of an empty folder, never of one with something in it.
        return renameat(parent, hidden.c_str(), parent, name.c_str()) == 0 ? 0 : errno;
    }
    if (renameat2(parent, hidden.c_str(), parent, name.c_str(), RENAME_EXCHANGE) != 0) {
        const bool unknown = errno == EINVAL || errno == ENOSYS || errno == EOPNOTSUPP;
        return unknown ? swap_without_exchange() : errno == ENOENT ? EAGAIN : errno;
    }
    if (!is_same_folder(parent, hidden.c_str(), old->status)) {
        // Somebody put another folder there after we looked at it: give it its name back.
        if (renameat2(parent, hidden.c_str(), parent, name.c_str(), RENAME_EXCHANGE) == 0) {
            return EAGAIN;
        }
        return move_old_to_backup(hidden.c_str());
    }
    return 0;
}

int FolderSwap::swap_without_exchange() noexcept
{
    // The old folder waits under a backup name: should the machine stop between the two renames, it is whole there
    // and nobody takes it for a leftover.
    if (!is_same_folder(parent, name.c_str(), old->status)) {
        return EAGAIN;
    }
    if (const int failed = move_old_to_backup(name.c_str()); failed != 0) {
        return failed;
    }
    if (renameat(parent, hidden.c_str(), parent, name.c_str()) == 0) {
        return 0;
    }
    const int failed = errno;
    renameat(parent, kept->c_str(), parent, name.c_str());
    kept = nullptr;
    return failed;
}

int FolderSwap::remove_old() noexcept
{
    if (kept != nullptr) {
        if (!keep_old && remove_known(parent, kept->c_str(), old->files, old->folders)) {
            kept = nullptr;
        }
        return 0;
    }
    if (!keep_old && remove_known(parent, hidden.c_str(), old->files, old->folders)) {
        return 0;
    }
    return move_old_to_backup(hidden.c_str());
}

int FolderSwap::move_old_to_backup(const char* from) noexcept
{
    int failed = EEXIST;
    for (const std::string& candidate : old_names) {
        if (renameat2(parent, from, parent, candidate.c_str(), RENAME_NOREPLACE) == 0) {
            kept = &candidate;
            return 0;
        }
        failed = errno;
        struct stat status {};
        if ((failed == EINVAL || failed == ENOSYS) &&
            fstatat(parent, candidate.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0 &&
            renameat(parent, from, parent, candidate.c_str()) == 0) {
            kept = &candidate;
            return 0;
        }
    }
    return failed;
}

}  // namespace redforge::posix
