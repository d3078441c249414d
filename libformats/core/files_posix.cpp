// Bytes to and from open files, and what the system's refusals mean to a person.
#include "core/files_posix.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <system_error>
#include <thread>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/uio.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "core/progress.hpp"

namespace redforge::posix {

namespace {

constexpr std::size_t step_size = std::size_t{1} << 20U;        // between looks at the cancel flag
constexpr std::size_t compared_step = std::size_t{256} << 10U;  // stays in the cache for its comparison

std::string_view hint_for(int number)
{
    switch (number) {
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
    case EPIPE: return "the program that reads our output has ended";
    case EBUSY: return "the name is a mount point or in use by the system; choose another";
    default: return "";
    }
}

/// A place in content that is in several pieces.
struct Cursor {
    Chunks content;
    std::size_t piece{0};
    std::size_t offset{0};

    [[nodiscard]] std::span<const std::byte> rest()
    {
        while (piece < content.size() && offset == content[piece].size()) {
            ++piece;
            offset = 0;
        }
        return piece < content.size() ? content[piece].subspan(offset) : std::span<const std::byte>{};
    }
};

}  // namespace

Fd::~Fd()
{
    if (number_ >= 0) {
        close(number_);
    }
}

Fd open_at(int folder, const char* name, int flags, mode_t mode)
{
    return Fd(again([&] { return openat(folder, name, flags | O_CLOEXEC, mode); }));
}

Error system_error(const std::filesystem::path& file, std::string_view doing, int number)
{
    return {.code = ErrorCode::io,
            .message = fmt::format("cannot {}: {}", doing, std::generic_category().message(number)),
            .file = file.string(),
            .hint = std::string(hint_for(number))};
}

Error changed_error(const std::filesystem::path& file, std::string_view what)
{
    return {.code = ErrorCode::changed,
            .message = fmt::format("{} by another program after it was read here", what),
            .file = file.string(),
            .hint = "read it again and repeat the change, or save under another name; nothing was changed"};
}

bool is_cancelled(const std::atomic<bool>* cancel)
{
    return cancel != nullptr && cancel->load(std::memory_order_relaxed);
}

Status write_all(int file, Chunks content, const std::atomic<bool>* cancel, const std::filesystem::path& shown)
{
    Cursor at{content};
    std::array<iovec, 64> pieces{};
    while (!at.rest().empty()) {
        if (is_cancelled(cancel)) {
            return fail(cancelled_error());
        }
        std::size_t count = 0;
        std::size_t room = step_size;
        Cursor ahead = at;
        while (count < pieces.size() && room > 0 && !ahead.rest().empty()) {
            const auto part = ahead.rest().first(std::min(room, ahead.rest().size()));
            pieces.at(count++) = {const_cast<std::byte*>(part.data()), part.size()};  // writev only reads
            ahead.offset += part.size();
            room -= part.size();
        }
        const ssize_t written = writev(file, pieces.data(), static_cast<int>(count));
        if (written < 0 && errno == EAGAIN) {  // standard output may be a terminal somebody made non-blocking
            pollfd wait{file, POLLOUT, 0};
            poll(&wait, 1, -1);
        } else if (written < 0 && errno != EINTR) {
            return fail(system_error(shown, "write", errno));
        } else if (written == 0) {
            return fail(system_error(shown, "write", EIO));
        }
        // The disk begins while we go on; sync_file() waits for it. What is no file has no disk, and this does nothing.
        sync_file_range(file, 0, 0, SYNC_FILE_RANGE_WRITE);
        for (std::size_t left = written > 0 ? static_cast<std::size_t>(written) : 0; left > 0;) {
            const std::size_t part = std::min(left, at.rest().size());
            at.offset += part;
            left -= part;
        }
    }
    return {};
}

Status compare_all(int file, Chunks content, const std::atomic<bool>* cancel, const std::filesystem::path& shown)
{
    std::uint64_t length = 0;
    for (const auto piece : content) {
        length += piece.size();
    }
    std::vector<std::byte> buffer(static_cast<std::size_t>(std::min<std::uint64_t>(compared_step, length + 1)));
    Cursor expected{content};
    std::uint64_t offset = 0;
    const auto differs = [&](std::string found) {
        return fail({.code = ErrorCode::mismatch,
                     .message = std::move(found),
                     .file = shown.string(),
                     .offset = offset,
                     .hint = "the disk may be failing; what was there before is unchanged"});
    };
    while (true) {
        if (is_cancelled(cancel)) {
            return fail(cancelled_error());
        }
        const ssize_t got = pread(file, buffer.data(), buffer.size(), static_cast<off_t>(offset));
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            return fail(system_error(shown, "read back what was written", errno));
        }
        if (got == 0) {
            return expected.rest().empty() ? Status{} : differs("what was written ends too early when read back");
        }
        for (std::span<const std::byte> left(buffer.data(), static_cast<std::size_t>(got)); !left.empty();) {
            const auto want = expected.rest();
            if (want.empty()) {
                return differs("more bytes are read back than were written");
            }
            const std::size_t part = std::min(left.size(), want.size());
            if (std::memcmp(left.data(), want.data(), part) != 0) {
                const auto where =
                    std::mismatch(want.begin(), want.begin() + static_cast<std::ptrdiff_t>(part), left.begin());
                offset += static_cast<std::uint64_t>(where.first - want.begin());
                return differs(fmt::format("0x{:02X} was written, 0x{:02X} is read back",
                                           std::to_integer<unsigned>(*where.first),
                                           std::to_integer<unsigned>(*where.second)));
            }
            expected.offset += part;
            offset += part;
            left = left.subspan(part);
        }
    }
}

bool same_bytes(int a, int b)
{
    struct stat status_a {};
    struct stat status_b {};
    if (fstat(a, &status_a) != 0 || fstat(b, &status_b) != 0 || status_a.st_size != status_b.st_size) {
        return false;
    }
    const std::size_t step = std::min(step_size, static_cast<std::size_t>(status_a.st_size));
    std::vector<std::byte> buffer_a(step);
    std::vector<std::byte> buffer_b(step);
    for (off_t offset = 0; offset < status_a.st_size;) {
        const ssize_t got_a = again([&] { return pread(a, buffer_a.data(), buffer_a.size(), offset); });
        const ssize_t got_b = again([&] { return pread(b, buffer_b.data(), buffer_b.size(), offset); });
        if (got_a <= 0 || got_a != got_b ||
            std::memcmp(buffer_a.data(), buffer_b.data(), static_cast<std::size_t>(got_a)) != 0) {
            return false;
        }
        offset += got_a;
    }
    return true;
}

bool holds(int file, Chunks content)
{
    std::uint64_t length = 0;
    for (const auto piece : content) {
        length += piece.size();
    }
    struct stat status {};
    return fstat(file, &status) == 0 && static_cast<std::uint64_t>(status.st_size) == length &&
           compare_all(file, content, nullptr, {}).has_value();
}

std::optional<Fingerprint> fingerprint_of_file(int file)
{
    Fingerprinter all;
    std::vector<std::byte> buffer(compared_step);
    for (off_t offset = 0;;) {
        const ssize_t got = pread(file, buffer.data(), buffer.size(), offset);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            return std::nullopt;
        }
        if (got == 0) {
            return all.result();
        }
        all.add(std::span<const std::byte>(buffer).first(static_cast<std::size_t>(got)));
        offset += got;
    }
}

Status copy_all(int from, int to, const std::atomic<bool>* cancel, const std::filesystem::path& shown)
{
    std::vector<std::byte> buffer(step_size);
    off_t offset = 0;
    for (ssize_t got = 1; got != 0; offset += got) {
        got = again([&] { return pread(from, buffer.data(), buffer.size(), offset); });
        if (got < 0) {
            return fail(system_error(shown, "read the old content for its backup", errno));
        }
        const std::array<std::span<const std::byte>, 1> part{
            std::span<const std::byte>(buffer).first(static_cast<std::size_t>(got))};
        if (auto status = write_all(to, part, cancel, shown); !status) {
            return status;
        }
    }
    if (auto status = sync_file(to, shown); !status) {
        return status;
    }
    if (!same_bytes(from, to)) {
        return fail({.code = ErrorCode::mismatch,
                     .message = "the backup differs from the old content when read back",
                     .file = shown.string(),
                     .hint = "the disk may be failing; nothing was changed"});
    }
    return {};
}

Status sync_file(int file, const std::filesystem::path& shown)
{
    if (again([&] { return fsync(file); }) != 0) {
        return fail(system_error(shown, "store on the disk", errno));
    }
    forget_pages(file);
    return {};
}

void forget_pages(int file) noexcept
{
    posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED);    // so that reading back asks the disk,
    posix_fadvise(file, 0, 0, POSIX_FADV_SEQUENTIAL);  // for twice as much at a time
}

Status sync_folder(int folder, const std::filesystem::path& shown)
{
    const Fd readable = open_at(folder, ".", O_RDONLY | O_DIRECTORY);
    if (!readable && errno == EACCES) {
        return {};
    }
    // EINVAL: network file systems that store names at once have no sync for folders.
    if (!readable || (again([&] { return fsync(readable.get()); }) != 0 && errno != EINVAL && errno != EROFS)) {
        return fail(system_error(shown, "store the new name on the disk", errno));
    }
    return {};
}

Status sync_disk(int folder, const std::filesystem::path& shown)
{
    const Fd readable = open_at(folder, ".", O_RDONLY | O_DIRECTORY);
    if (!readable || again([&] { return syncfs(readable.get()); }) != 0) {
        return fail(system_error(shown, "store on the disk", errno));
    }
    return {};
}

std::vector<std::string> copy_attributes(int from, int to, const struct stat& old)
{
    std::vector<std::string> lost;
    // Owner first: changing it clears set-id bits. Only root may give a file away.
    if (fchown(to, old.st_uid, old.st_gid) != 0) {
        struct stat made {};
        const bool group = fchown(to, static_cast<uid_t>(-1), old.st_gid) == 0;
        if (fstat(to, &made) == 0 && made.st_uid != old.st_uid) {
            lost.emplace_back("its owner is another now");
        }
        if (!group) {
            lost.emplace_back("its group is another now");
        }
    }
    if (fchmod(to, old.st_mode & 07777U) != 0) {
        lost.emplace_back("its permissions are not those it had");
    }
    // `from` may be O_PATH, which has no attributes of its own to read; the way over /proc has.
    const std::string source = fmt::format("/proc/self/fd/{}", from);
    const ssize_t announced = listxattr(source.c_str(), nullptr, 0);
    std::string names(static_cast<std::size_t>(std::max<ssize_t>(announced, 0)), '\0');
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
        if (got < 0 || fsetxattr(to, name.c_str(), value.data(), static_cast<std::size_t>(got), 0) != 0) {
            lost.push_back(fmt::format("its attribute {} is lost: {}", name, std::generic_category().message(errno)));
        }
    }
    return lost;
}

Result<Fd> lock_folder(int folder, bool exclusive, const std::atomic<bool>* cancel, const std::filesystem::path& shown)
{
    using namespace std::chrono_literals;
    Fd opened = open_at(folder, ".", O_RDONLY | O_DIRECTORY);
    if (!opened && errno != EACCES) {  // who may not list a folder may yet write in it
        return fail(system_error(shown, "open this folder", errno));
    }
    const auto patience_ends = std::chrono::steady_clock::now() + 30s;
    while (opened && flock(opened.get(), (exclusive ? LOCK_EX : LOCK_SH) | LOCK_NB) != 0) {
        if (errno != EWOULDBLOCK && errno != EINTR) {
            break;  // a file system without locks has no other writers that know of each other
        }
        if (is_cancelled(cancel)) {
            return fail(cancelled_error());
        }
        if (std::chrono::steady_clock::now() > patience_ends) {
            return fail({.code = ErrorCode::io,
                         .message = "another program is writing in this folder",
                         .file = shown.string(),
                         .hint = "try again when it is done; nothing was changed"});
        }
        std::this_thread::sleep_for(2ms);
    }
    return opened;
}

}  // namespace redforge::posix
