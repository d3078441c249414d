// Writing one file: staged, synced, read back, and given its name in one step.
#include <array>
#include <cerrno>
#include <cstdio>
#include <ctime>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/files.hpp"
#include "core/files_posix.hpp"
#include "core/progress.hpp"
#include "core/shield.hpp"

namespace redforge {

namespace {

namespace fs = std::filesystem;
using posix::Staged;
using posix::Staging;
using posix::Target;

Error exists_error(const fs::path& shown)
{
    return {.code = ErrorCode::exists,
            .message = "is there already",
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
    if (faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) != 0) {
        return fail(posix::system_error(path, "replace this read-only file", errno));
    }
    return false;
}

/// Fills a staged file and proves that the disk has it, and that it is wanted.
Status fill(Staged& staged, const Target& target, Chunks content, const WriteOptions& options, const fs::path& shown)
{
    if (target.old) {  // before the content, which nobody may see who may not see the old one
        posix::copy_attributes(target.old.get(), staged.file(), target.status);
    }
    return posix::write_all(staged.file(), content, options.cancel, shown)
        .and_then([&] { return posix::sync_file(staged.file(), shown); })
        .and_then([&] { return posix::compare_all(staged.file(), content, options.cancel, shown); })
        .and_then([&] { return confirm(options); });
}

/// The exchange of a new file for an old one. Plain values only: it runs in the shield.
struct Exchange {
    int folder;
    const char* name;
    const char* hidden;   ///< name on the way to `name`
    int nameless;         ///< the file to be linked to `hidden` first, or -1 when it has that name
    const char* backup;   ///< name the old content gets first, or null

    enum class Step { link_backup, link_hidden, rename, done } step{Step::link_backup};
    int number{EINTR};  ///< errno of the step that failed; the initial value stands if the shield itself is killed

    void operator()() noexcept
    {
        if (backup != nullptr && linkat(folder, name, folder, backup, 0) != 0) {
            number = errno;
            return;
        }
        step = Step::link_hidden;
        number = nameless >= 0 ? posix::link_nameless(nameless, folder, hidden) : 0;
        if (number == 0) {
            step = Step::rename;
            if (renameat(folder, hidden, folder, name) == 0) {
                step = Step::done;
                return;
            }
            number = errno;
            if (nameless >= 0) {
                unlinkat(folder, hidden, 0);
            }
        }
        if (backup != nullptr) {
            unlinkat(folder, backup, 0);
        }
    }
};

/// A copy of the old content under a backup name, for file systems and files that cannot be linked.
Result<std::string> copy_to_backup(const Target& target, std::time_t now, const fs::path& shown)
{
    const posix::Fd old(openat(target.folder.get(), target.name.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
    if (!old) {
        return fail(posix::system_error(shown, "read the old content for its backup", errno));
    }
    for (const Staging staging : {Staging::nameless, Staging::hidden}) {
        auto made = Staged::make(target.folder.get(), target.name, staging, shown);
        if (!made) {
            return fail(std::move(made.error()));
        }
        if (!*made) {
            continue;
        }
        Staged& copy = **made;
        posix::copy_attributes(target.old.get(), copy.file(), target.status);
        std::vector<std::byte> buffer(std::size_t{1} << 20U);
        off_t offset = 0;
        for (ssize_t got = 1; got != 0; offset += got) {
            got = pread(old.get(), buffer.data(), buffer.size(), offset);
            if (got < 0) {
                return fail(posix::system_error(shown, "read the old content for its backup", errno));
            }
            const std::array<std::span<const std::byte>, 1> part{
                std::span<const std::byte>(buffer).first(static_cast<std::size_t>(got))};
            if (auto status = posix::write_all(copy.file(), part, nullptr, shown); !status) {
                return fail(std::move(status.error()));
            }
        }
        if (auto status = posix::sync_file(copy.file(), shown); !status) {
            return fail(std::move(status.error()));
        }
        if (!posix::same_bytes(old.get(), copy.file())) {
            return fail({.code = ErrorCode::mismatch,
                         .message = "the backup differs from the old content when read back",
                         .file = shown.string(),
                         .hint = "the disk may be failing; nothing was changed"});
        }
        int number = EEXIST;
        for (unsigned n = 1; number == EEXIST; ++n) {
            std::string name = posix::backup_name(target.name, now, n);
            number = posix::place_new(copy, target.folder.get(), name);
            if (number == 0) {
                return name;
            }
        }
        if (copy.is_hidden() || !posix::cannot_link(number)) {
            return fail(posix::system_error(shown, "make a backup", number));
        }
    }
    return fail(posix::system_error(shown, "make a backup", EOPNOTSUPP));
}

/// The newest backup, when it holds what the file holds now.
std::optional<std::string> existing_backup(const Target& target)
{
    const std::vector<std::string> backups = posix::find_backups(target.folder.get(), target.name);
    if (backups.empty()) {
        return std::nullopt;
    }
    const posix::Fd newest(openat(target.folder.get(), backups.back().c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
    const posix::Fd now(openat(target.folder.get(), target.name.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
    return newest && now && posix::same_bytes(newest.get(), now.get()) ? std::optional(backups.back()) : std::nullopt;
}

/// Exchanges `staged` for the old file. Empty when this way of staging cannot be linked here.
Result<std::optional<Written>> replace(Target& target, Staged& staged, const WriteOptions& options,
                                       const fs::path& shown)
{
    const std::time_t now = std::time(nullptr);
    std::string backup;      // where the old content is kept
    bool link_backup = false;
    bool copied = false;
    if (options.backup) {
        backup = existing_backup(target).value_or("");
        // With a second name elsewhere, a link would follow changes made through that name.
        link_backup = backup.empty() && target.status.st_nlink == 1;
    }
    const std::string hidden = staged.is_hidden() ? staged.hidden() : posix::temp_name(target.name);
    for (unsigned n = 1;; ++n) {
        if (options.backup && backup.empty() && !link_backup) {
            auto copy = copy_to_backup(target, now, shown);
            if (!copy) {
                return fail(std::move(copy.error()));
            }
            backup = std::move(*copy);
            copied = true;
        } else if (link_backup) {
            backup = posix::backup_name(target.name, now, n);
        }
        Exchange exchange{.folder = target.folder.get(),
                          .name = target.name.c_str(),
                          .hidden = hidden.c_str(),
                          .nameless = staged.is_hidden() ? -1 : staged.file(),
                          .backup = link_backup ? backup.c_str() : nullptr};
        posix::shielded(exchange);
        if (exchange.step == Exchange::Step::done) {
            staged.given_away();
            return Written{backup.empty() ? std::optional<fs::path>{} : target.home / backup};
        }
        if (exchange.step == Exchange::Step::link_backup && exchange.number != EINTR) {
            if (exchange.number != EEXIST) {  // EEXIST: a backup of the same second; the next n is free
                link_backup = false;
                backup.clear();
            }
            continue;
        }
        if (copied) {
            unlinkat(target.folder.get(), backup.c_str(), 0);
        }
        if (exchange.nameless >= 0 && exchange.step == Exchange::Step::link_hidden &&
            posix::cannot_link(exchange.number)) {
            return std::nullopt;
        }
        return fail(posix::system_error(shown, "replace the old file", exchange.number));
    }
}

/// One attempt with one way of staging. Empty when that way is not to be had here, or when the path changed from
/// nothing to something meanwhile: try again.
Result<std::optional<Written>> attempt(const fs::path& path, Target& target, Chunks content,
                                       const WriteOptions& options, Staging staging, bool& changed)
{
    auto made = Staged::make(target.folder.get(), target.name, staging, path);
    if (!made) {
        return fail(std::move(made.error()));
    }
    if (!*made) {
        return std::nullopt;
    }
    Staged& staged = **made;
    if (auto filled = fill(staged, target, content, options, path); !filled) {
        return fail(std::move(filled.error()));
    }
    if (posix::is_cancelled(options.cancel)) {
        return fail(cancelled_error());
    }
    if (target.old) {
        return replace(target, staged, options, path);
    }
    const int number = posix::place_new(staged, target.folder.get(), target.name);
    if (number == 0) {
        return Written{};
    }
    if (number == EEXIST) {
        if (options.overwrite == Overwrite::refuse) {
            return fail(exists_error(path));
        }
        changed = true;
        return std::nullopt;
    }
    if (!staged.is_hidden() && posix::cannot_link(number)) {
        return std::nullopt;
    }
    return fail(posix::system_error(path, "give the new file its name", number));
}

}  // namespace

Result<Written> write_file(const fs::path& path, Chunks content, const WriteOptions& options)
{
    if (path == "-") {
        return write_stream(STDOUT_FILENO, content, options, "standard output");
    }
    bool changed = true;  // the path, by another program
    constexpr int patience = 8;
    for (int round = 0; changed && round < patience; ++round) {
        changed = false;
        struct stat status {};
        if (stat(path.c_str(), &status) == 0) {
            const auto is_stream = check_existing(path, status, options.overwrite);
            if (!is_stream) {
                return fail(is_stream.error());
            }
            if (*is_stream) {
                const posix::Fd stream(open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY));
                return stream ? write_stream(stream.get(), content, options, path)
                              : Result<Written>(fail(posix::system_error(path, "open", errno)));
            }
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
        posix::remove_stale_files(target->folder.get());
        for (const Staging staging : {Staging::nameless, Staging::hidden}) {
            auto written = attempt(path, *target, content, options, staging, changed);
            if (!written) {
                return fail(std::move(written.error()));
            }
            if (*written) {
                return posix::sync_folder(target->folder.get(), path).map([&] { return **written; });
            }
            if (changed) {
                break;
            }
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
