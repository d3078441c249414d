// Reading whole files and pipes, or mapping them.
#include <algorithm>
#include <deque>

#include <fmt/format.h>

#include "core/bytes/mapped_file.hpp"
#include "core/files/files_parts.hpp"
#include "core/text/letter_case.hpp"

namespace redforge {

namespace {

namespace fs = std::filesystem;

/// Suggests names similar to a missing one. Letter case differs between releases of the games.
std::string hint_for_missing(const fs::path& path)
{
    const fs::path home = path.has_parent_path() ? path.parent_path() : fs::path(".");
    const auto folder = platform::open_folder(home);
    if (!folder) {
        return fmt::format("there is no folder '{}'", home.string());
    }
    const auto names = platform::names_in(*folder).value_or(std::vector<std::string>{});
    const std::string wanted = path.filename().string();
    if (std::find(names.begin(), names.end(), wanted) != names.end()) {
        std::error_code ignored;
        return fmt::format("it is a link to '{}', which does not exist", fs::read_symlink(path, ignored).string());
    }
    const auto other_case = std::find_if(names.begin(), names.end(),
                                         [&wanted](const std::string& name) { return upper(name) == upper(wanted); });
    const std::string_view meant = other_case != names.end() ? *other_case : nearest(wanted, names);
    return meant.empty() ? std::string("check the name") : fmt::format("did you mean '{}'?", meant);
}

std::string size_description(std::uint64_t size)
{
    constexpr std::uint64_t gibibyte = std::uint64_t{1} << 30U;
    return size >= gibibyte && size % gibibyte == 0 ? fmt::format("{} GiB", size / gibibyte)
                                                    : fmt::format("{} bytes", size);
}

Error too_long(const fs::path& shown, std::uint64_t max_size)
{
    return {.code = ErrorCode::unsupported,
            .message = fmt::format("larger than {}, the maximum", size_description(max_size)),
            .file = shown.string(),
            .hint = "is this the right file?"};
}

/// A file that is open for reading, and what it is.
struct Opened {
    platform::Handle file;
    platform::Info info;
};

/// Opens a file. Waits only for the writer of a pipe.
Result<Opened> open_to_read(const fs::path& path, const fs::path& shown, Pipes pipes)
{
    using platform::Kind;
    const bool from_stdin = path == "-";
    auto file = from_stdin ? platform::standard_input() : platform::open_path(path, platform::Access::read);
    if (!file) {
        Error error = files::system_error(shown, "open", file.error());
        if (file.error() == std::errc::no_such_file_or_directory) {
            error.hint = hint_for_missing(path);
        }
        return fail(std::move(error));
    }
    auto info = platform::look(*file);
    if (!info) {
        return fail(files::system_error(shown, "read", info.error()));
    }
    const auto reject = [&shown](std::string_view what, std::string_view hint) {
        return fail({.code = ErrorCode::io,
                     .message = fmt::format("is {}, not a file", what),
                     .file = shown.string(),
                     .hint = std::string(hint)});
    };
    if (info->kind == Kind::folder) {
        return reject("a folder", "name a file in it");
    }
    if (from_stdin || info->kind == Kind::file) {
        return Opened{std::move(*file), std::move(*info)};
    }
    if (info->kind != Kind::pipe) {
        return reject("a device", "give a file, or - for standard input");
    }
    if (pipes == Pipes::reject) {
        return reject("a pipe", "put the file itself there");
    }
    const std::error_code error = platform::wait_for_writer(*file);
    return error ? fail(files::system_error(shown, "read", error))
                 : Result<Opened>(Opened{std::move(*file), std::move(*info)});
}

/// Reads until `buffer` is full or the file ends. Returns the number of bytes.
Result<std::size_t> read_until_full(const platform::Handle& file, const fs::path& shown, std::span<std::byte> buffer)
{
    std::size_t length = 0;
    while (length < buffer.size()) {
        const auto got = platform::read(file, buffer.subspan(length));
        if (!got) {
            return fail(files::system_error(shown, "read", got.error()));
        }
        if (*got == 0) {
            break;
        }
        length += *got;
    }
    return length;
}

/// Reads the rest after `buffer`, of unknown length. Collects pieces and joins them at the end, so that memory holds at
/// most the content and one piece.
template <class Buffer>
Status read_rest(const platform::Handle& file, const fs::path& shown, std::uint64_t max_size, Buffer& buffer)
{
    constexpr std::size_t piece_size = std::size_t{1} << 20U;
    std::deque<Buffer> pieces;
    std::uint64_t length = buffer.size();
    for (;;) {
        Buffer& piece = pieces.emplace_back();
        piece.resize(piece_size);
        const Result<std::size_t> got = read_until_full(file, shown, std::as_writable_bytes(std::span(piece)));
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
    const auto announced = file->info.kind == platform::Kind::file ? file->info.size : 0;
    if (announced > max_size) {
        return fail(too_long(shown, max_size));
    }
    Buffer buffer;
    const auto fill = [&](std::size_t size) -> Result<bool> {
        const std::size_t had = buffer.size();
        buffer.resize(size);
        const Result<std::size_t> got =
            read_until_full(file->file, shown, std::as_writable_bytes(std::span(buffer)).subspan(had));
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
    // Read one byte more than the announced size: a short read then shows the end of the file without another piece.
    if (const auto whole = static_cast<std::size_t>(announced) + 1; *more && whole > buffer.size()) {
        more = fill(whole);
        if (!more) {
            return fail(more.error());
        }
    }
    if (*more) {
        if (const Status rest = read_rest(file->file, shown, max_size, buffer); !rest) {
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
    const Result<Opened> file = open_to_read(path, path, Pipes::reject);
    if (!file) {
        return fail(file.error());
    }
    return files::fingerprint_of_file(file->file, path);
}

void peek(ByteView from, std::span<std::byte> to)
{
    platform::peek(from, to);
}

Result<SharedBytes> map_file(const fs::path& path)
{
    const Result<Opened> file = open_to_read(path, path, Pipes::reject);
    if (!file || file->info.size > max_read || file->info.size == 0) {
        return !file                  ? fail(file.error())
               : file->info.size == 0 ? Result<SharedBytes>()
                                      : fail(too_long(path, max_read));
    }
    const auto size = static_cast<std::size_t>(file->info.size);
    const auto memory = platform::map(file->file, size);
    if (!memory) {
        return fail(files::system_error(path, "read", memory.error()));
    }
    SharedBytes bytes(*memory, {static_cast<const std::byte*>(memory->get()), size});
    bytes.set_release(&platform::release);
    return bytes;
}

fs::path find_entry(const fs::path& folder, std::string_view name)
{
    std::error_code failed;
    const fs::path as_written = folder / name;
    if (fs::exists(as_written, failed) || failed) {
        return as_written;
    }
    fs::directory_iterator entries(folder, failed);
    for (; !failed && entries != fs::directory_iterator(); entries.increment(failed)) {
        if (equals_ignore_case(entries->path().filename().string(), name)) {
            return entries->path();
        }
    }
    const bool is_missing = failed == std::errc::no_such_file_or_directory || failed == std::errc::not_a_directory;
    return failed && !is_missing ? as_written : fs::path();
}

}  // namespace redforge
