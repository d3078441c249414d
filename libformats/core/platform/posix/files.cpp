// Files on Linux.
#include "core/platform/files.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <iterator>
#include <map>
#include <mutex>
#include <optional>

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "core/platform/process.hpp"

namespace redforge::platform {
namespace {

namespace fs = std::filesystem;

constexpr int folder_open_flags = O_PATH | O_DIRECTORY;

std::error_code last_error()
{
    return {errno, std::generic_category()};
}

template <class Call>
auto retry(Call call)
{
    auto result = call();
    while (result < 0 && errno == EINTR) {
        result = call();
    }
    return result;
}

template <class Call>
std::error_code done(Call call)
{
    return retry(call) < 0 ? last_error() : std::error_code{};
}

template <class Call>
CallResult<std::size_t> counted(Call call)
{
    const ssize_t got = retry(call);
    return got < 0 ? CallResult<std::size_t>(tl::unexpected(last_error())) : static_cast<std::size_t>(got);
}

int fd(const Handle& handle)
{
    return static_cast<int>(handle.native());
}

CallResult<Handle> open_at(int folder, const char* name, int flags, mode_t mode = 0)
{
    Handle opened(retry([&] { return openat(folder, name, flags | O_CLOEXEC | O_NOCTTY, mode); }));
    return opened ? CallResult<Handle>(std::move(opened)) : tl::unexpected(last_error());
}

int flags_of(Access access)
{
    switch (access) {
    case Access::look: return O_PATH;
    case Access::read: return O_RDONLY | O_NONBLOCK;
    case Access::change: return O_RDWR;
    case Access::create:
    case Access::create_private: return O_CREAT | O_EXCL | O_RDWR;
    }
    return O_RDONLY;
}

template <class Call>
CallResult<Info> info_of(Call call)
{
    struct stat status {};
    if (const std::error_code error = done([&] { return call(&status); })) {
        const bool none = error == std::errc::no_such_file_or_directory || error == std::errc::not_a_directory;
        return none ? CallResult<Info>(Info{}) : tl::unexpected(error);
    }
    const mode_t mode = status.st_mode;
    const bool mine = status.st_uid == geteuid();
    return Info{.kind = S_ISREG(mode)    ? Kind::file
                        : S_ISDIR(mode)  ? Kind::folder
                        : S_ISLNK(mode)  ? Kind::link
                        : S_ISFIFO(mode) ? Kind::pipe
                        : S_ISCHR(mode)  ? Kind::device
                                         : Kind::other,
                .has_other_names = status.st_nlink > 1,
                .is_owned_by_user = mine,
                .is_private_to_user = mine && (mode & 022U) == 0,
                .size = static_cast<std::uint64_t>(status.st_size),
                .identity = fmt::format("{:x}-{:x}", status.st_dev, status.st_ino)};
}

}  // namespace

std::string_view hint_for(std::error_code error)
{
    switch (error.value()) {
    case ENOSPC:
    case EDQUOT: return "free some space and try again; nothing was changed";
    case EFBIG: return "the disk or a limit (see ulimit -f) allows no file of this size; nothing was changed";
    case EACCES:
    case EPERM: return "check the permissions of the file and of its folder";
    case EROFS: return "this disk is mounted read-only; choose another place";
    case EMFILE:
    case ENFILE: return "close some files or raise the limit (see ulimit -n)";
    case ENAMETOOLONG: return "choose a shorter name";
    case ELOOP: return "the symbolic links lead in a circle";
    case EIO: return "the disk may be failing; check it before going on";
    case EPIPE: return "the program that reads the output has ended";
    case EBUSY: return "the name is a mount point or in use by the system; choose another";
    default: return "";
    }
}

fs::path state_home()
{
    // The XDG specification requires that a relative path is ignored.
    if (fs::path state = environment("XDG_STATE_HOME").value_or(""); state.is_absolute()) {
        return state;
    }
    const std::string home = environment("HOME").value_or("");
    return home.empty() ? fs::path() : fs::path(home) / ".local/state";
}

Handle::~Handle()
{
    if (native_ >= 0) {
        close(static_cast<int>(native_));
    }
}

CallResult<Info> look(const fs::path& path)
{
    return info_of([&](struct stat* to) { return stat(path.c_str(), to); });
}

CallResult<Info> look(const Handle& folder, const std::string& name)
{
    return info_of([&](struct stat* to) { return fstatat(fd(folder), name.c_str(), to, AT_SYMLINK_NOFOLLOW); });
}

CallResult<Info> look(const Handle& opened)
{
    return info_of([&](struct stat* to) { return fstat(fd(opened), to); });
}

CallResult<fs::file_time_type> last_write(const fs::path& path)
{
    std::error_code failed;
    const fs::file_time_type time = fs::last_write_time(path, failed);
    return failed ? CallResult<fs::file_time_type>(tl::unexpected(failed)) : time;
}

CallResult<fs::path> follow(const fs::path& path)
{
    std::error_code error;
    fs::path real = fs::canonical(path, error);
    if (error == std::errc::no_such_file_or_directory) {
        // A dangling link: return its target, which the caller can create.
        error.clear();
        real = path;
        while (fs::is_symlink(fs::symlink_status(real, error))) {
            real = real.parent_path() / fs::read_symlink(real, error);
        }
    } else if (error) {
        real = path;
    }
    const bool missing = error == std::errc::no_such_file_or_directory || error == std::errc::not_a_directory;
    return error && !missing ? CallResult<fs::path>(tl::unexpected(error)) : real;
}

CallResult<Handle> open_path(const fs::path& path, Access access)
{
    return open_at(AT_FDCWD, path.c_str(), flags_of(access));
}

CallResult<Handle> open_stream(const fs::path& path)
{
    return open_at(AT_FDCWD, path.c_str(), O_WRONLY);
}

CallResult<Handle> open_file(const Handle& folder, const std::string& name, Access access)
{
    // The umask limits the permissions of the new file.
    return open_at(fd(folder), name.c_str(), flags_of(access) | O_NOFOLLOW,
                   access == Access::create_private ? 0600 : 0666);
}

CallResult<Handle> open_folder(const fs::path& path)
{
    return open_at(AT_FDCWD, path.c_str(), folder_open_flags);
}

CallResult<Handle> open_folder(const Handle& above, const std::string& name)
{
    return open_at(fd(above), name.c_str(), folder_open_flags | O_NOFOLLOW);
}

CallResult<Handle> standard_input()
{
    return Handle(fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0));
}

CallResult<Handle> standard_output()
{
    return Handle(fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0));
}

std::error_code wait_for_writer(const Handle& pipe)
{
    // Opened without blocking, a pipe without a writer would read as an empty file.
    pollfd ready{fd(pipe), POLLIN, 0};
    if (const std::error_code error = done([&] { return poll(&ready, 1, -1); })) {
        return error;
    }
    return done([&] { return fcntl(fd(pipe), F_SETFL, O_RDONLY); });
}

CallResult<std::size_t> read(const Handle& file, std::span<std::byte> to)
{
    return counted([&] { return ::read(fd(file), to.data(), to.size()); });
}

CallResult<std::size_t> read_at(const Handle& file, std::uint64_t offset, std::span<std::byte> to)
{
    return counted([&] { return pread(fd(file), to.data(), to.size(), static_cast<off_t>(offset)); });
}

CallResult<std::size_t> write(const Handle& file, std::span<const std::span<const std::byte>> pieces)
{
    std::array<iovec, 64> parts{};
    const std::size_t count = std::min(parts.size(), pieces.size());
    for (std::size_t i = 0; i < count; ++i) {
        parts.at(i) = {const_cast<std::byte*>(pieces[i].data()), pieces[i].size()};  // writev only reads
    }
    auto written = counted([&] { return writev(fd(file), parts.data(), static_cast<int>(count)); });
    while (!written && written.error() == std::errc::resource_unavailable_try_again) {
        pollfd wait{fd(file), POLLOUT, 0};  // standard output may be a non-blocking terminal
        poll(&wait, 1, -1);
        written = counted([&] { return writev(fd(file), parts.data(), static_cast<int>(count)); });
    }
    return written && *written == 0 ? tl::unexpected(std::make_error_code(std::errc::io_error)) : written;
}

std::error_code resize(const Handle& file, std::uint64_t size)
{
    const auto end = static_cast<off_t>(size);
    const std::error_code error = done([&] { return ftruncate(fd(file), end); });
    return error || lseek(fd(file), end, SEEK_SET) >= 0 ? error : last_error();
}

namespace {

/// Registry of mapped ranges. release() must not discard pages of other memory, because their content would be lost.
class MappedMemory {
public:
    struct Mapped {
        std::uintptr_t begin{};
        std::uintptr_t end{};
        int file{};  ///< duplicated file descriptor; -1 if there is none
    };

    void add(const Mapped& mapped)
    {
        const std::lock_guard lock(guard_);
        all_[mapped.begin] = mapped;
    }
    /// Returns the removed descriptor.
    int remove(std::uintptr_t begin)
    {
        const std::lock_guard lock(guard_);
        const auto found = all_.find(begin);
        const int file = found == all_.end() ? -1 : found->second.file;
        all_.erase(begin);
        return file;
    }
    [[nodiscard]] std::optional<Mapped> find(std::uintptr_t begin, std::size_t size)
    {
        const std::lock_guard lock(guard_);
        const auto next = all_.upper_bound(begin);
        const auto found = next == all_.begin() ? all_.end() : std::prev(next);
        return size != 0 && found != all_.end() && begin + size <= found->second.end ? std::optional(found->second)
                                                                                     : std::nullopt;
    }

private:
    std::mutex guard_;
    std::map<std::uintptr_t, Mapped> all_;  ///< mapped ranges, by start address
};

MappedMemory mapped_memory;

std::uintptr_t position_of(const void* memory)
{
    return reinterpret_cast<std::uintptr_t>(memory);  // NOLINT: converts an address to an integer
}

}  // namespace

CallResult<std::shared_ptr<const void>> map(const Handle& file, std::size_t size)
{
    void* memory = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd(file), 0);
    if (memory == MAP_FAILED) {  // NOLINT: the system's own cast
        return tl::unexpected(last_error());
    }
    const std::uintptr_t begin = position_of(memory);
    mapped_memory.add({begin, begin + size, fcntl(fd(file), F_DUPFD_CLOEXEC, 0)});
    return std::shared_ptr<const void>(memory, [size, begin](void* mapped) {
        if (const int own = mapped_memory.remove(begin); own >= 0) {
            close(own);
        }
        munmap(mapped, size);
    });
}

void release(std::span<const std::byte> mapped)
{
    // An access also maps the other pages of an aligned block of this size: release the whole block.
    constexpr std::uintptr_t around = std::uintptr_t{64} << 10U;
    const std::uintptr_t at = position_of(mapped.data());
    if (const auto memory = mapped_memory.find(at, mapped.size())) {
        const std::uintptr_t before = std::min(at % around, at - memory->begin);
        const std::uintptr_t end = std::min((at + mapped.size() + around - 1) / around * around, memory->end);
        madvise(const_cast<std::byte*>(mapped.data() - before),  // NOLINT: as the system wants it
                end - at + before, MADV_DONTNEED);
    }
}

void peek(std::span<const std::byte> from, std::span<std::byte> to)
{
    const std::uintptr_t begin = position_of(from.data());
    const auto mapped = mapped_memory.find(begin, from.size());
    const ssize_t got = mapped && mapped->file >= 0
                            ? pread(mapped->file, to.data(), from.size(), static_cast<off_t>(begin - mapped->begin))
                            : -1;
    if (got < 0 || static_cast<std::size_t>(got) != from.size()) {
        std::ranges::copy(from, to.begin());
    }
}

std::error_code store(const Handle& file)
{
    const std::error_code error = done([&] { return fsync(fd(file)); });
    drop_cache(file);
    return error;
}

void drop_cache(const Handle& file)
{
    posix_fadvise(fd(file), 0, 0, POSIX_FADV_DONTNEED);    // drop cached pages: the next read comes from the disk,
    posix_fadvise(fd(file), 0, 0, POSIX_FADV_SEQUENTIAL);  // with twice the read-ahead
}

std::error_code sync_folder(const Handle& folder)
{
    const CallResult<Handle> opened = open_at(fd(folder), ".", O_RDONLY | O_DIRECTORY);
    const std::error_code error = opened ? done([&] { return fsync(fd(*opened)); }) : opened.error();
    // Names cannot be flushed in a folder without read permission, or on a disk that writes names immediately.
    const bool cannot = opened ? error == std::errc::invalid_argument || error == std::errc::read_only_file_system
                               : error == std::errc::permission_denied;
    return cannot ? std::error_code{} : error;
}

std::error_code sync_file_system(const Handle& folder)
{
    const CallResult<Handle> opened = open_at(fd(folder), ".", O_RDONLY | O_DIRECTORY);
    return opened ? done([&] { return syncfs(fd(*opened)); }) : opened.error();
}

CallResult<std::vector<std::string>> copy_attributes(const Handle& made, const Handle& old)
{
    std::vector<std::string> lost;
    struct stat before {};
    struct stat after {};
    if (const std::error_code error = done([&] { return fstat(fd(old), &before); })) {
        return tl::unexpected(error);
    }
    // Owner first: changing it clears set-id bits. Only root may give a file away.
    if (fchown(fd(made), before.st_uid, before.st_gid) != 0) {
        const bool group = fchown(fd(made), static_cast<uid_t>(-1), before.st_gid) == 0;
        if (fstat(fd(made), &after) == 0 && after.st_uid != before.st_uid) {
            lost.emplace_back("its owner changed");
        }
        if (!group) {
            lost.emplace_back("its group changed");
        }
    }
    if (fchmod(fd(made), before.st_mode & 07777U) != 0) {
        lost.emplace_back("its permissions were not copied");
    }
    // flistxattr() fails for a descriptor opened with O_PATH; its path in /proc works.
    const std::string source = fmt::format("/proc/self/fd/{}", fd(old));
    std::string names(static_cast<std::size_t>(std::max<ssize_t>(listxattr(source.c_str(), nullptr, 0), 0)), '\0');
    const ssize_t size = listxattr(source.c_str(), names.data(), names.size());
    for (std::size_t at = 0; size > 0 && at < static_cast<std::size_t>(size);) {
        const std::string name(names.c_str() + at);
        at += name.size() + 1;
        if (!name.starts_with("user.") && !name.starts_with("system.posix_acl_")) {
            continue;
        }
        const ssize_t length = getxattr(source.c_str(), name.c_str(), nullptr, 0);
        std::vector<char> value(static_cast<std::size_t>(std::max<ssize_t>(length, 0)));
        const ssize_t got = getxattr(source.c_str(), name.c_str(), value.data(), value.size());
        if (got < 0 || fsetxattr(fd(made), name.c_str(), value.data(), static_cast<std::size_t>(got), 0) != 0) {
            lost.push_back(fmt::format("its attribute {} is lost: {}", name, last_error().message()));
        }
    }
    return lost;
}

std::error_code check_writable(const Handle& folder, const std::string& name)
{
    return done([&] { return faccessat(fd(folder), name.c_str(), W_OK, AT_EACCESS); });
}

bool lock_against_removal(const Handle& opened)
{
    if (retry([&] { return flock(fd(opened), LOCK_EX | LOCK_NB); }) != 0) {
        return errno != EWOULDBLOCK;  // without lock support, no writer removes it
    }
    struct stat status {};
    return retry([&] { return fstat(fd(opened), &status); }) != 0 || status.st_nlink > 0;
}

CallResult<Handle> lock_folder(const Handle& folder, bool alone)
{
    CallResult<Handle> opened = open_at(fd(folder), ".", O_RDONLY | O_DIRECTORY);
    if (!opened) {  // a user without read permission can have write permission
        return opened.error() == std::errc::permission_denied ? Handle() : std::move(opened);
    }
    if (retry([&] { return flock(fd(*opened), (alone ? LOCK_EX : LOCK_SH) | LOCK_NB); }) != 0 && errno == EWOULDBLOCK) {
        return tl::unexpected(std::make_error_code(std::errc::operation_would_block));
    }
    return opened;
}

CallResult<std::vector<std::string>> names_in(const Handle& folder)
{
    const int opened = retry([&] { return openat(fd(folder), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC); });
    const std::unique_ptr<DIR, int (*)(DIR*)> stream(opened < 0 ? nullptr : fdopendir(opened), &closedir);
    if (!stream) {
        return tl::unexpected(last_error());
    }
    std::vector<std::string> names;
    errno = 0;
    while (const dirent* entry = readdir(stream.get())) {
        if (const std::string_view name(entry->d_name); name != "." && name != "..") {
            names.emplace_back(name);
        }
        errno = 0;
    }
    if (errno != 0) {
        return tl::unexpected(last_error());
    }
    std::sort(names.begin(), names.end());
    return names;
}

std::error_code make_folder(const Handle& above, const std::string& name)
{
    return done([&] { return mkdirat(fd(above), name.c_str(), 0777); });  // the umask limits the permissions
}

std::error_code make_private_folder(const fs::path& path)
{
    const CallResult<Info> there = look(path);
    if (!there || there->kind != Kind::none || !path.has_relative_path()) {
        return there ? std::error_code{} : there.error();
    }
    if (const std::error_code error = make_private_folder(path.parent_path())) {
        return error;
    }
    const std::error_code error = done([&] { return mkdir(path.c_str(), 0700); });
    if (error && error != std::errc::file_exists) {
        return error;
    }
    const CallResult<Handle> above = open_folder(path.parent_path());
    return above ? sync_folder(*above) : above.error();
}

std::error_code remove(const Handle& folder, const std::string& name)
{
    const std::error_code error = done([&] { return unlinkat(fd(folder), name.c_str(), 0); });
    return error == std::errc::is_a_directory || error == std::errc::operation_not_permitted
               ? done([&] { return unlinkat(fd(folder), name.c_str(), AT_REMOVEDIR); })
               : error;
}

std::error_code rename_over(const Handle& folder, const std::string& from, const std::string& to)
{
    return done([&] { return renameat(fd(folder), from.c_str(), fd(folder), to.c_str()); });
}

std::error_code rename_new(const Handle& folder, const std::string& from, const std::string& to)
{
    const std::error_code error =
        done([&] { return renameat2(fd(folder), from.c_str(), fd(folder), to.c_str(), RENAME_NOREPLACE); });
    if (error != std::errc::invalid_argument && error != std::errc::function_not_supported) {
        return error;
    }
    // Without an exclusive rename (FAT through FUSE), check for the file before the rename; a race remains.
    const CallResult<Info> there = look(folder, to);
    return !there                      ? there.error()
           : there->kind != Kind::none ? std::make_error_code(std::errc::file_exists)
                                       : rename_over(folder, from, to);
}

std::error_code exchange(const Handle& folder, const std::string& a, const std::string& b)
{
    const std::error_code error =
        done([&] { return renameat2(fd(folder), a.c_str(), fd(folder), b.c_str(), RENAME_EXCHANGE); });
    return error == std::errc::invalid_argument || error == std::errc::function_not_supported
               ? std::make_error_code(std::errc::operation_not_supported)
               : error;
}

}  // namespace redforge::platform
