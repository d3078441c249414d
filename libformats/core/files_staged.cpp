// Content that waits for its name: hidden files, their locks, and what killed writers left.
#include <cerrno>
#include <chrono>
#include <climits>
#include <cstdio>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/random.h>
#include <unistd.h>

#include "core/files_posix.hpp"

namespace redforge::posix {

namespace {

constexpr std::string_view temp_mark = ".redforge-";
constexpr std::size_t random_digits = 12;

std::uint64_t random_number()
{
    std::uint64_t number = 0;
    if (getrandom(&number, sizeof number, GRND_NONBLOCK) != sizeof number) {
        number = static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
    }
    return number;
}

}  // namespace

std::string temp_name(std::string_view name)
{
    const std::size_t longest = NAME_MAX - 1 - temp_mark.size() - random_digits;
    return fmt::format(".{}{}{:012x}", name.substr(0, longest), temp_mark, random_number() >> 16U);
}

bool is_temp_name(std::string_view name)
{
    if (name.size() < 2 + temp_mark.size() + random_digits || name.front() != '.') {
        return false;
    }
    const std::string_view digits = name.substr(name.size() - random_digits);
    return name.substr(0, name.size() - random_digits).ends_with(temp_mark) &&
           digits.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

bool lock_as_ours(int file) noexcept
{
    if (flock(file, LOCK_EX | LOCK_NB) != 0) {
        // A file system without locks: nobody else can lock either, so nobody removes it.
        return errno != EWOULDBLOCK;
    }
    struct stat status {};
    return fstat(file, &status) == 0 && status.st_nlink > 0;
}

void remove_stale_files(int folder)
{
    for (const std::string& name : names_in(folder)) {
        if (!is_temp_name(name)) {
            continue;
        }
        const Fd file(openat(folder, name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
        struct stat status {};
        if (file && fstat(file.get(), &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == geteuid() &&
            flock(file.get(), LOCK_EX | LOCK_NB) == 0) {
            unlinkat(folder, name.c_str(), 0);
        }
    }
}

Staged& Staged::operator=(Staged&& other) noexcept
{
    std::swap(file_, other.file_);
    std::swap(folder_, other.folder_);
    std::swap(hidden_, other.hidden_);
    return *this;
}

Staged::~Staged()
{
    if (!hidden_.empty()) {
        unlinkat(folder_, hidden_.c_str(), 0);
    }
}

Result<Staged> Staged::make(int folder, std::string_view name, const std::filesystem::path& shown)
{
    constexpr mode_t mode = 0666;  // the umask takes from this what a new file should not have
    Staged staged;
    staged.folder_ = folder;
    constexpr int attempts = 16;
    int number = EEXIST;
    for (int attempt = 0; attempt < attempts && number == EEXIST; ++attempt) {
        const std::string hidden = temp_name(name);
        staged.file_ = Fd(openat(folder, hidden.c_str(), O_CREAT | O_EXCL | O_NOFOLLOW | O_RDWR | O_CLOEXEC, mode));
        number = staged.file_ ? 0 : errno;
        if (staged.file_ && !lock_as_ours(staged.file())) {
            number = EEXIST;  // another writer took it for stale before we had the lock, and removed it
        } else if (staged.file_) {
            staged.hidden_ = hidden;
            return staged;
        }
    }
    return fail(system_error(shown, "make a file in this folder", number));
}

int rename_new(int from_folder, const char* from, int folder, const char* name) noexcept
{
    if (renameat2(from_folder, from, folder, name, RENAME_NOREPLACE) == 0) {
        return 0;
    }
    if (errno != EINVAL && errno != ENOSYS) {
        return errno;
    }
    // No exclusive rename, e.g. FAT through FUSE: a look before the rename is the best there is.
    struct stat status {};
    if (fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0) {
        return EEXIST;
    }
    return renameat(from_folder, from, folder, name) == 0 ? 0 : errno;
}

int place_new(Staged& staged, int from_folder, int folder, const std::string& name) noexcept
{
    const int number = rename_new(from_folder, staged.hidden().c_str(), folder, name.c_str());
    if (number == 0) {
        staged.given_away();
    }
    return number;
}

}  // namespace redforge::posix
