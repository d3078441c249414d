// Reading whole files and pipes.
#include <algorithm>
#include <cctype>
#include <cerrno>
#include <deque>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/files.hpp"
#include "core/files_posix.hpp"
#include "core/letter_case.hpp"

namespace redforge {

namespace {

namespace fs = std::filesystem;

/// What the person may have meant by a name that is not there. Games' own names differ in case between releases.
std::string hint_for_missing(const fs::path& path)
{
    const fs::path home = path.has_parent_path() ? path.parent_path() : fs::path(".");
    const posix::Fd folder = posix::open_at(AT_FDCWD, home.c_str(), O_PATH | O_DIRECTORY);
    if (!folder) {
        return fmt::format("there is no folder '{}'", home.string());
    }
    const auto names = posix::names_in(folder.get(), home).value_or(std::vector<std::string>{});
    const std::string wanted = path.filename().string();
    if (std::find(names.begin(), names.end(), wanted) != names.end()) {
        std::error_code ignored;
        return fmt::format("it is a link to '{}', which is not there", fs::read_symlink(path, ignored).string());
    }
    const auto other_case = std::find_if(names.begin(), names.end(),
                                         [&wanted](const std::string& name) { return upper(name) == upper(wanted); });
    const std::string_view meant = other_case != names.end() ? *other_case : nearest(wanted, names);
    return meant.empty() ? std::string("check the name") : fmt::format("did you mean '{}'?", meant);
}

std::string size_words(std::uint64_t size)
{
    constexpr std::uint64_t gibibyte = std::uint64_t{1} << 30U;
    return size >= gibibyte && size % gibibyte == 0 ? fmt::format("{} GiB", size / gibibyte)
                                                    : fmt::format("{} bytes", size);
}

Error too_long(const fs::path& shown, std::uint64_t max_size)
{
    return {.code = ErrorCode::unsupported,
            .message = fmt::format("larger than {}, the most that is read", size_words(max_size)),
            .file = shown.string(),
            .hint = "is this the right file?"};
}

/// A file that is open for reading, and what it is.
struct Opened {
    posix::Fd own;  ///< empty for standard input
    int number{STDIN_FILENO};
    struct stat status {};
};

Status refuse_kind(const fs::path& shown, const struct stat& status, bool from_stdin, Pipes pipes)
{
    const auto refuse = [&](std::string_view what, std::string_view hint) {
        return fail({.code = ErrorCode::io,
                     .message = fmt::format("is {}, not a file", what),
                     .file = shown.string(),
                     .hint = std::string(hint)});
    };
    if (S_ISDIR(status.st_mode)) {
        return refuse("a folder", "name a file in it");
    }
    if (from_stdin) {
        return {};
    }
    if (S_ISFIFO(status.st_mode) && pipes == Pipes::refuse) {
        return refuse("a pipe", "put the file itself there");
    }
    if (S_ISCHR(status.st_mode) || S_ISBLK(status.st_mode)) {
        return refuse("a device", "give a file, or - for standard input");
    }
    return {};
}

/// Nothing here waits but for the writer of a pipe that may be one.
Result<Opened> open_to_read(const fs::path& path, const fs::path& shown, Pipes pipes)
{
    Opened opened;
    const bool from_stdin = path == "-";
    if (!from_stdin) {
        opened.own = posix::open_at(AT_FDCWD, path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY);
        if (!opened.own) {
            const int number = errno;
            Error error = posix::system_error(shown, "open", number);
            if (number == ENOENT) {
                error.hint = hint_for_missing(path);
            }
            return fail(std::move(error));
        }
        opened.number = opened.own.get();
    }
    if (fstat(opened.number, &opened.status) != 0) {
        return fail(posix::system_error(shown, "read", errno));
    }
    if (const Status kind = refuse_kind(shown, opened.status, from_stdin, pipes); !kind) {
        return fail(kind.error());
    }
    if (!from_stdin && S_ISFIFO(opened.status.st_mode)) {
        // Opened without waiting, a pipe that nobody writes to yet would read as an empty file.
        pollfd ready{opened.number, POLLIN, 0};
        while (poll(&ready, 1, -1) < 0 && errno == EINTR) {
        }
        if (fcntl(opened.number, F_SETFL, O_RDONLY) != 0) {
            return fail(posix::system_error(shown, "read", errno));
        }
    }
    return opened;
}

/// Reads until `buffer` is full or the file ends; the number of bytes.
Result<std::size_t> read_until_full(int file, const fs::path& shown, void* buffer, std::size_t size)
{
    std::size_t length = 0;
    while (length < size) {
        const ssize_t got = read(file, static_cast<char*>(buffer) + length, size - length);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            return fail(posix::system_error(shown, "read", errno));
        }
        if (got == 0) {
            break;
        }
        length += static_cast<std::size_t>(got);
    }
    return length;
}

/// What comes behind `buffer`, of a length that nobody announced: in pieces that are joined at the end, so that no more
/// than the content and one piece is held at any time.
template <class Buffer>
Status read_rest(int file, const fs::path& shown, std::uint64_t max_size, Buffer& buffer)
{
    constexpr std::size_t piece_size = std::size_t{1} << 20U;
    std::deque<Buffer> pieces;
    std::uint64_t length = buffer.size();
    for (;;) {
        Buffer& piece = pieces.emplace_back();
        piece.resize(piece_size);
        const Result<std::size_t> got = read_until_full(file, shown, piece.data(), piece.size());
        if (!got) {
            return fail(got.error());
        }
        piece.resize(*got);
        length += *got;
        if (length > max_size) {
            return fail(too_long(shown, max_size));
        }
        if (*got < piece_size) {
            break;
        }
    }
    buffer.reserve(static_cast<std::size_t>(length));
    for (; !pieces.empty(); pieces.pop_front()) {
        buffer.insert(buffer.end(), pieces.front().begin(), pieces.front().end());
    }
    return {};
}

template <class Buffer>
Result<Buffer> read_whole(const fs::path& path, Pipes pipes, std::uint64_t max_size, const CheckBeginning& check = {})
{
    const fs::path shown = path == "-" ? fs::path("standard input") : path;
    const Result<Opened> file = open_to_read(path, shown, pipes);
    if (!file) {
        return fail(file.error());
    }
    const auto announced = S_ISREG(file->status.st_mode) ? static_cast<std::uint64_t>(file->status.st_size) : 0;
    if (announced > max_size) {
        return fail(too_long(shown, max_size));
    }
    Buffer buffer;
    const auto fill = [&](std::size_t size) -> Result<bool> {
        const std::size_t had = buffer.size();
        buffer.resize(size);
        const Result<std::size_t> got = read_until_full(file->number, shown, buffer.data() + had, size - had);
        if (!got) {
            return fail(got.error());
        }
        buffer.resize(had + *got);
        return *got == size - had;
    };
    Result<bool> more = true;
    if (check) {
        more = fill(beginning_size);
        const Status good = more ? check(std::as_bytes(std::span(buffer))) : fail(more.error());
        if (!good) {
            return fail(good.error());
        }
    }
    // One byte more than announced, so that the end is found without another piece.
    if (const auto whole = static_cast<std::size_t>(announced) + 1; *more && whole > buffer.size()) {
        more = fill(whole);
        if (!more) {
            return fail(more.error());
        }
    }
    if (*more) {
        if (const Status rest = read_rest(file->number, shown, max_size, buffer); !rest) {
            return fail(rest.error());
        }
    }
    return buffer;
}

}  // namespace

Result<Bytes> read_file(const fs::path& path, std::uint64_t max_size, Pipes pipes)
{
    return read_whole<Bytes>(path, pipes, max_size);
}

Result<std::string> read_text_file(const fs::path& path, std::uint64_t max_size, Pipes pipes,
                                   const CheckBeginning& check)
{
    return read_whole<std::string>(path, pipes, max_size, check);
}

Result<Fingerprint> read_fingerprint(const fs::path& path)
{
    const Result<Opened> file = open_to_read(path, path, Pipes::refuse);
    if (!file) {
        return fail(file.error());
    }
    const std::optional<Fingerprint> found = posix::fingerprint_of_file(file->number);
    if (!found) {
        return fail(posix::system_error(path, "read", errno));
    }
    return *found;
}

}  // namespace redforge
