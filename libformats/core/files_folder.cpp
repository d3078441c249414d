// Writing a folder: a new one built out of sight, one that is there changed file by file.
#include <algorithm>
#include <chrono>
#include <thread>

#include <fcntl.h>
#include <unistd.h>

#include "core/files.hpp"
#include "core/files_folder.hpp"
#include "core/files_posix.hpp"
#include "core/progress.hpp"

namespace redforge {

namespace fs = std::filesystem;

namespace posix {

namespace {

/// Each file that is synced alone costs a wait for the disk; from so many on, one sync of everything is faster.
constexpr std::size_t worth_a_disk_sync = 9;

Result<Fd> reopen(int folder, const std::string& name, const fs::path& shown)
{
    Fd opened(openat(folder, name.c_str(), O_RDWR | O_NOFOLLOW | O_CLOEXEC));
    return opened ? Result<Fd>(std::move(opened)) : fail(system_error(shown, "open what was written", errno));
}

}  // namespace

Result<std::vector<std::string>> fill_folder(int folder, std::span<const FolderStage> files,
                                             const WriteOptions& options, const fs::path& path)
{
    std::vector<std::string> notes;
    const bool all_at_once = files.size() >= worth_a_disk_sync;
    for (const FolderStage& file : files) {
        const fs::path shown = path / file.from->relative;
        if (is_cancelled(options.cancel)) {
            return fail(cancelled_error());
        }
        constexpr mode_t mode = 0666;  // less the umask
        const Fd made(openat(folder, file.name.c_str(), O_CREAT | O_EXCL | O_RDWR | O_NOFOLLOW | O_CLOEXEC, mode));
        if (!made) {
            return fail(system_error(shown, "make this file", errno));
        }
        const Fd replaced(file.old_folder < 0
                              ? -1
                              : openat(file.old_folder, file.old_name.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
        struct stat old {};
        if (replaced && fstat(replaced.get(), &old) == 0) {
            for (const std::string& lost : copy_attributes(replaced.get(), made.get(), old)) {
                notes.push_back(file.from->relative.string() + ": " + lost);
            }
            if (old.st_nlink > 1) {
                notes.push_back(file.from->relative.string() +
                                ": it had another name, a hard link, which still leads to the old content");
            }
        }
        auto status = write_all(made.get(), file.from->content, options.cancel, shown);
        if (status && !all_at_once) {
            status = sync_file(made.get(), shown);
        }
        if (!status) {
            return fail(std::move(status.error()));
        }
    }
    if (all_at_once) {
        if (auto synced = sync_disk(folder, path); !synced) {
            return fail(std::move(synced.error()));
        }
    }
    for (const FolderStage& file : files) {
        const fs::path shown = path / file.from->relative;
        const Status same = reopen(folder, file.name, shown).and_then([&](const Fd& opened) {
            forget_pages(opened.get());
            return compare_all(opened.get(), file.from->content, options.cancel, shown);
        });
        if (!same) {
            return fail(same.error());
        }
    }
    return notes;
}

}  // namespace posix

Result<Written> write_folder(const fs::path& path, std::span<const FolderFile> files, const FolderRules& rules,
                             const WriteOptions& options)
{
    const auto plan = posix::plan_folder(path, files);
    if (!plan) {
        return fail(plan.error());
    }
    constexpr int patience = 100;
    for (int round = 0; round < patience; ++round) {
        auto target = posix::find_target(path);
        if (!target) {
            return fail(std::move(target.error()));
        }
        if (!target->old && options.expected != nullptr) {
            return fail(posix::changed_error(path, "was removed"));
        }
        auto written = target->old ? posix::update_folder(*target, files, *plan, rules, options, path)
                                   : posix::make_folder(*target, files, *plan, options, path);
        if (!written) {
            return fail(std::move(written.error()));
        }
        if (*written) {
            return std::move(**written);
        }
        if (posix::is_cancelled(options.cancel)) {
            return fail(cancelled_error());
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return fail({.code = ErrorCode::io,
                 .message = "another program keeps making and removing this folder",
                 .file = path.string(),
                 .hint = "end that program first; nothing was changed"});
}

Result<Written> write_files(const fs::path& folder, std::span<const FolderFile> files, const WriteOptions& options)
{
    FolderRules rules{.others = FolderRules::Others::stay};
    WriteOptions into = options;
    into.overwrite = Overwrite::allow;
    if (options.overwrite != Overwrite::refuse) {
        for (const FolderFile& file : files) {
            rules.previous.push_back(file.relative.string());
        }
    }
    return write_folder(folder, files, rules, into);
}

Result<Reading> begin_reading(const fs::path& folder, const std::atomic<bool>* cancel)
{
    const posix::Fd opened(open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!opened) {
        return Reading{};  // what is wrong is found by reading on
    }
    auto lock = posix::lock_folder(opened.get(), false, cancel, folder);
    return lock ? Result<Reading>(Reading{std::make_shared<posix::Fd>(std::move(*lock)), {}}) : fail(lock.error());
}

Result<bool> finish_writing(const fs::path& folder, const std::atomic<bool>* cancel)
{
    const posix::Fd opened(open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    const auto alone = opened ? posix::lock_folder(opened.get(), true, cancel, folder) : posix::Fd();
    const Status settled = alone ? posix::normalize_folder(opened.get(), folder) : fail(alone.error());
    return settled ? Result<bool>(false) : fail(settled.error());
}

}  // namespace redforge
