// Writing one file: staged, synced, read back, and given its name in one step.
#include <array>
#include <cerrno>
#include <cstdio>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/backups.hpp"
#include "core/files.hpp"
#include "core/files_posix.hpp"
#include "core/progress.hpp"

namespace redforge {

namespace {

namespace fs = std::filesystem;
using posix::Staged;
using posix::Target;

Error exists_error(const fs::path& shown)
{
    return {.code = ErrorCode::exists,
            .message = "already exists",
            .file = shown.string(),
            .hint = "choose another name, or allow overwriting; nothing was changed"};
}

Status confirm(const WriteOptions& options)
{
    return options.confirm != nullptr ? (*options.confirm)() : Status{};
}

/// Pipes and devices have no content to replace; what is written to them is gone.
Result<Written> write_stream(int file, Chunks content, const WriteOptions& options, const fs::path& shown)
{
    if (auto confirmed = confirm(options); !confirmed) {
        return fail(std::move(confirmed.error()));
    }
    return posix::write_all(file, content, options.cancel, shown).map([] { return Written{}; });
}

/// Something is at the path: may it be written over at all? True when it is a stream rather than a file.
Result<bool> check_existing(const fs::path& path, const struct stat& status, Overwrite overwrite)
{
    if (S_ISFIFO(status.st_mode) || S_ISCHR(status.st_mode)) {
        return true;
    }
    if (S_ISDIR(status.st_mode)) {
        return fail({.code = ErrorCode::io,
                     .message = "is a folder, not a file",
                     .file = path.string(),
                     .hint = "name a file in it"});
    }
    if (!S_ISREG(status.st_mode)) {
        return fail({.code = ErrorCode::io,
                     .message = "is a disk or a socket, not a file",
                     .file = path.string(),
                     .hint = "choose another name"});
    }
    if (overwrite == Overwrite::refuse) {
        return fail(exists_error(path));
    }
    // The exchange needs the folder's permission only, but who takes the file's away means it.
    if (posix::again([&] { return faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS); }) != 0) {
        return fail(posix::system_error(path, "replace this read-only file", errno));
    }
    return false;
}

/// Fills a staged file and proves that the disk has it, and that it is wanted.
Status fill_staged(Staged& staged, const Target& target, Chunks content, const WriteOptions& options,
                   const fs::path& shown, std::vector<std::string>& notes)
{
    if (target.old) {  // before the content, which nobody may see who may not see the old one
        notes = posix::copy_attributes(target.old.get(), staged.file(), target.status);
    }
    return posix::write_all(staged.file(), content, options.cancel, shown)
        .and_then([&] { return posix::sync_file(staged.file(), shown); })
        .and_then([&] { return posix::compare_all(staged.file(), content, options.cancel, shown); })
        .and_then([&] { return confirm(options); });
}

/// Whether what is there is what was read before, if that is asked for. For a caller that holds the folder's lock.
Status check_expected(const Target& target, const WriteOptions& options, const fs::path& shown)
{
    if (options.expected == nullptr) {
        return {};
    }
    const posix::Fd now = posix::open_at(target.folder.get(), target.name.c_str(), O_RDONLY);
    if (!now && errno != ENOENT) {
        return fail(posix::system_error(shown, "read what is there now", errno));
    }
    const auto content = now ? posix::fingerprint_of_file(now.get()) : std::nullopt;
    if (now && !content) {
        return fail(posix::system_error(shown, "read what is there now", errno));
    }
    const auto read = options.expected->files.find("");
    if (now && read != options.expected->files.end() && content == read->second) {
        return {};
    }
    return fail(posix::changed_error(shown, now ? "was changed" : "was removed"));
}

/// Exchanges `staged` for the old file. False when there is no old file any more: look again.
Result<bool> replace(Target& target, Staged& staged, const WriteOptions& options, const fs::path& shown,
                     Written& written)
{
    // Who changes a file of this folder meanwhile, if it is one of us, waits, and then finds it changed.
    const auto lock = posix::lock_folder(target.folder.get(), true, options.cancel, shown);
    if (!lock) {
        return fail(lock.error());
    }
    if (auto same = check_expected(target, options, shown); !same) {
        return fail(same.error());
    }
    const auto now = posix::look_at(target.folder.get(), target.name.c_str(), shown);
    if (!now || !*now) {
        return now ? Result<bool>(false) : fail(now.error());
    }
    std::optional<Backup> backup;
    if (options.backup) {
        Result<std::optional<Backup>> made = back_up_file(target.home / target.name, options.cancel);
        if (!made) {
            return fail(std::move(made.error()));
        }
        backup = std::move(*made);
    }
    if (const int number =
            posix::rename_over(target.folder.get(), staged.hidden().c_str(), target.folder.get(), target.name.c_str());
        number != 0) {
        Error error = posix::system_error(shown, "replace the old file", number);
        if (backup) {
            withdraw(*backup);
        }
        return fail(std::move(error));
    }
    staged.given_away();
    if (backup) {
        remove_superseded(target.home / target.name);
        written.backup = backup->path;
    }
    if ((*now)->st_nlink > 1) {
        written.notes.emplace_back("it had another name, a hard link, which still leads to the old content");
    }
    return true;
}

/// One attempt. Empty when the path changed from nothing to something meanwhile, or the other way: try again.
Result<std::optional<Written>> attempt(const fs::path& path, Target& target, Chunks content,
                                       const WriteOptions& options)
{
    Written written;
    written.seen.files.emplace("", fingerprint_of(content));
    if (target.old && options.keep_same) {
        const posix::Fd now = posix::open_at(target.folder.get(), target.name.c_str(), O_RDONLY);
        if (now && posix::holds(now.get(), content)) {
            written.unchanged = true;
            return written;
        }
    }
    auto staged = Staged::make(target.folder.get(), target.name, path);
    if (!staged) {
        return fail(std::move(staged.error()));
    }
    if (auto filled = fill_staged(*staged, target, content, options, path, written.notes); !filled) {
        return fail(std::move(filled.error()));
    }
    if (posix::is_cancelled(options.cancel)) {
        return fail(cancelled_error());
    }
    if (target.old) {
        const Result<bool> replaced = replace(target, *staged, options, path, written);
        if (!replaced) {
            return fail(replaced.error());
        }
        return *replaced ? std::optional(std::move(written)) : std::nullopt;
    }
    if (options.expected != nullptr) {
        return fail(posix::changed_error(path, "was removed"));
    }
    const int number =
        posix::rename_new(target.folder.get(), staged->hidden().c_str(), target.folder.get(), target.name.c_str());
    if (number == 0) {
        staged->given_away();
        return written;
    }
    if (number != EEXIST) {
        return fail(posix::system_error(path, "give the new file its name", number));
    }
    return options.overwrite == Overwrite::refuse ? Result<std::optional<Written>>(fail(exists_error(path)))
                                                  : std::nullopt;
}

}  // namespace

Result<Written> write_file(const fs::path& path, Chunks content, const WriteOptions& options)
{
    if (path == "-") {
        return write_stream(STDOUT_FILENO, content, options, "standard output");
    }
    constexpr int patience = 8;
    for (int round = 0; round < patience; ++round) {
        struct stat status {};
        if (posix::again([&] { return stat(path.c_str(), &status); }) == 0) {
            const auto is_stream = check_existing(path, status, options.overwrite);
            if (!is_stream) {
                return fail(is_stream.error());
            }
            if (*is_stream) {
                const posix::Fd stream = posix::open_at(AT_FDCWD, path.c_str(), O_WRONLY | O_NOCTTY);
                return stream ? write_stream(stream.get(), content, options, path)
                              : Result<Written>(fail(posix::system_error(path, "open", errno)));
            }
        } else if (errno != ENOENT && errno != ENOTDIR && errno != ELOOP) {
            return fail(posix::system_error(path, "look at what is there now", errno));
        } else if (!path.empty() && path.filename().empty()) {
            return fail({.code = ErrorCode::io,
                         .message = "names a folder, not a file",
                         .file = path.string(),
                         .hint = "add the name of a file"});
        }
        auto target = posix::find_target(path);
        if (!target) {
            return fail(std::move(target.error()));
        }
        if (target->old && options.overwrite == Overwrite::refuse) {
            return fail(exists_error(path));
        }
        posix::remove_stale(target->folder.get());
        auto written = attempt(path, *target, content, options);
        if (!written) {
            return fail(std::move(written.error()));
        }
        if (*written) {
            if (const Status synced = posix::sync_folder(target->folder.get(), path); !synced) {
                (*written)->notes.push_back("it may not survive a power failure: " + synced.error().message);
            }
            return std::move(**written);
        }
    }
    return fail({.code = ErrorCode::io,
                 .message = "another program keeps making and removing this file",
                 .file = path.string(),
                 .hint = "end that program first; nothing was changed"});
}

Result<Written> write_file(const fs::path& path, std::span<const std::byte> content, const WriteOptions& options)
{
    const std::array<std::span<const std::byte>, 1> pieces{content};
    return write_file(path, Chunks(pieces), options);
}

}  // namespace redforge
