// Reading whole files and pipes.
#include <algorithm>
#include <cctype>
#include <cerrno>

#include <fcntl.h>
#include <fmt/format.h>
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
    const posix::Fd folder(open(home.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!folder) {
        return fmt::format("there is no folder '{}'", home.string());
    }
    const std::vector<std::string> names = posix::names_in(folder.get());
    const std::string wanted = path.filename().string();
    const auto other_case = std::find_if(names.begin(), names.end(),
                                         [&wanted](const std::string& name) { return upper(name) == upper(wanted); });
    const std::string_view meant = other_case != names.end() ? *other_case : nearest(wanted, names);
    return meant.empty() ? std::string("check the name") : fmt::format("did you mean '{}'?", meant);
}

Error too_long(const fs::path& shown, std::uint64_t size, std::uint64_t max_size)
{
    return {.code = ErrorCode::unsupported,
            .message = fmt::format("{} {} bytes, but at most {} are read", size == 0 ? "more than" : "is",
                                   size == 0 ? max_size : size, max_size),
            .file = shown.string(),
            .hint = "is this the right file?"};
}

template <class Buffer>
Result<Buffer> read_whole(const fs::path& path, std::uint64_t max_size)
{
    constexpr std::size_t smallest_buffer = 64 * 1024;
    const bool from_stdin = path == "-";
    const fs::path shown = from_stdin ? fs::path("standard input") : path;
    const posix::Fd opened(from_stdin ? -1 : open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY));
    if (!from_stdin && !opened) {
        Error error = posix::system_error(shown, "open", errno);
        if (errno == ENOENT) {
            error.hint = hint_for_missing(path);
        }
        return fail(std::move(error));
    }
    const int file = from_stdin ? STDIN_FILENO : opened.get();

    struct stat status {};
    if (fstat(file, &status) != 0) {
        return fail(posix::system_error(shown, "read", errno));
    }
    if (S_ISDIR(status.st_mode)) {
        return fail({.code = ErrorCode::io,
                     .message = "is a folder, not a file",
                     .file = shown.string(),
                     .hint = "name a file in it"});
    }
    const auto announced = S_ISREG(status.st_mode) ? static_cast<std::uint64_t>(status.st_size) : 0;
    if (announced > max_size) {
        return fail(too_long(shown, announced, max_size));
    }

    // One byte more than announced, so that the end is found without growing the buffer.
    using Value = typename Buffer::value_type;
    Buffer buffer(announced > 0 ? static_cast<std::size_t>(announced) + 1 : smallest_buffer, Value{});
    std::size_t length = 0;
    while (true) {
        if (length == buffer.size()) {
            buffer.resize(buffer.size() * 2);
        }
        const ssize_t got = read(file, buffer.data() + length, buffer.size() - length);
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
        if (length > max_size) {
            return fail(too_long(shown, 0, max_size));
        }
    }
    buffer.resize(length);
    return buffer;
}

}  // namespace

Result<Bytes> read_file(const fs::path& path, std::uint64_t max_size)
{
    return read_whole<Bytes>(path, max_size);
}

Result<std::string> read_text_file(const fs::path& path, std::uint64_t max_size)
{
    return read_whole<std::string>(path, max_size);
}

}  // namespace redforge
