// Files on their way into a folder: built out of sight, or beside those that they replace and exchanged with them.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "core/files_folder.hpp"
#include "core/progress.hpp"

namespace redforge::posix {

namespace {

namespace fs = std::filesystem;

/// Each file that is synced alone costs a wait for the disk; from so many on, one sync of everything is faster.
constexpr std::size_t worth_a_disk_sync = 9;

void note_unless(const Status& synced, std::vector<std::string>& notes)
{
    if (!synced) {
        notes.push_back("it may not survive a power failure: " + synced.error().message);
    }
}

}  // namespace

/// Makes a file with this content; one that it is to replace gives it its permissions.
Status make_file(int folder, const std::string& name, const FolderFile& file, int replaced, bool sync,
                 const WriteOptions& options, const fs::path& path, std::vector<std::string>& notes)
{
    const fs::path shown = path / file.relative;
    constexpr mode_t mode = 0666;  // less the umask
    const Fd made = open_at(folder, name.c_str(), O_CREAT | O_EXCL | O_RDWR | O_NOFOLLOW, mode);
    if (!made) {
        return fail(system_error(shown, "make this file", errno));
    }
    struct stat old {};
    if (replaced >= 0) {
        if (fstat(replaced, &old) != 0) {
            return fail(system_error(shown, "look at what is there now", errno));
        }
        for (const std::string& lost : copy_attributes(replaced, made.get(), old)) {
            notes.push_back(file.relative.string() + ": " + lost);
        }
        if (old.st_nlink > 1) {
            notes.push_back(file.relative.string() +
                            ": it had another name, a hard link, which still leads to the old content");
        }
    }
    return write_all(made.get(), file.content, options.cancel, shown).and_then([&] {
        return sync ? sync_file(made.get(), shown) : Status{};
    });
}

/// Whether the disk gives back what was written.
Status check_file(int folder, const std::string& name, const FolderFile& file, const WriteOptions& options,
                  const fs::path& path)
{
    const fs::path shown = path / file.relative;
    const Fd opened = open_at(folder, name.c_str(), O_RDONLY | O_NOFOLLOW);
    if (!opened) {
        return fail(system_error(shown, "open what was written", errno));
    }
    forget_pages(opened.get());
    return compare_all(opened.get(), file.content, options.cancel, shown);
}

Result<std::optional<Fingerprint>> content_now(int folder, const std::string& name, const fs::path& path)
{
    const auto place = walk(folder, name, path);
    if (!place || !*place) {
        return place ? Result<std::optional<Fingerprint>>(std::nullopt) : fail(place.error());
    }
    const Fd file = open_at((*place)->folder.get(), (*place)->name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    const int number = errno;
    if (!file && number == ENOENT) {
        return std::nullopt;
    }
    struct stat status {};
    if (file && fstat(file.get(), &status) != 0) {
        return fail(system_error(path / name, "look at what is there now", errno));
    }
    if ((!file && number == ELOOP) || (file && !S_ISREG(status.st_mode))) {
        return fail({.code = ErrorCode::exists,
                     .message = file ? "is not a plain file" : "is a link, and links in a folder are not followed",
                     .file = (path / name).string(),
                     .hint = "move it away or choose another folder; nothing was changed"});
    }
    if (!file) {
        return fail(system_error(path / name, "read what is there now", number));
    }
    const std::optional<Fingerprint> content = fingerprint_of_file(file.get());
    return content ? Result<std::optional<Fingerprint>>(content)
                   : fail(system_error(path / name, "read what is there now", errno));
}

Result<bool> build_folder(int parent, const std::string& name, std::span<const std::string> names,
                          const std::array<FillFile, 2>& fill_and_check, const std::atomic<bool>* cancel,
                          const fs::path& path, std::vector<std::string>& notes)
{
    struct Hidden {  // goes with all that is in it, unless it got its name
        int parent;
        std::string name;
        Fd lock;
        ~Hidden()
        {
            if (!name.empty()) {
                remove_tree(parent, name.c_str());
            }
        }
    } hidden{parent, temp_name(name), {}};
    remove_stale(parent);
    constexpr mode_t mode = 0777;  // less the umask
    if (again([&] { return mkdirat(parent, hidden.name.c_str(), mode); }) != 0) {
        const int number = errno;
        hidden.name.clear();
        return fail(system_error(path, "make a folder here", number));
    }
    hidden.lock = open_at(parent, hidden.name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
    if (!hidden.lock) {
        return fail(system_error(path, "open the new folder", errno));
    }
    if (!lock_as_ours(hidden.lock.get())) {
        return false;  // another writer took it for stale before we had the lock, and removed it
    }
    const int folder = hidden.lock.get();
    const bool all_at_once = names.size() >= worth_a_disk_sync;
    std::vector<std::string> made;
    for (const FillFile& work : fill_and_check) {
        for (std::size_t i = 0; i < names.size(); ++i) {
            const auto place = is_cancelled(cancel) ? fail(cancelled_error()) : walk(folder, names[i], path, &made);
            const Status done =
                place ? work((*place)->folder.get(), (*place)->name, i, !all_at_once) : fail(place.error());
            if (!done) {
                return fail(done.error());
            }
        }
        if (Status synced = all_at_once && &work == fill_and_check.data() ? sync_disk(folder, path) : Status{};
            !synced) {
            return fail(synced.error());
        }
    }
    for (auto inner = made.rbegin(); inner != made.rend(); ++inner) {
        const auto place = walk(folder, *inner + "/.", path);
        if (Status synced = place ? sync_folder((*place)->folder.get(), path) : fail(place.error()); !synced) {
            return fail(synced.error());
        }
    }
    if (Status synced = sync_folder(folder, path); !synced) {
        return fail(synced.error());
    }
    if (is_cancelled(cancel)) {
        return fail(cancelled_error());
    }
    const int number = rename_new(parent, hidden.name.c_str(), parent, name.c_str());
    if (number != 0) {
        return number == EEXIST ? Result<bool>(false) : fail(system_error(path, "put the new folder in place", number));
    }
    hidden.name.clear();
    note_unless(sync_folder(parent, path), notes);
    return true;
}

FolderChange::~FolderChange()
{
    if (!finished_ && take_back()) {
        if (list_) {  // first: it could not be followed without what waits
            list_->remove();
        }
        drop_waiting(folder_, steps_, *path_);
        for (auto made = made_.rbegin(); made != made_.rend(); ++made) {
            if (const auto place = walk(folder_, *made, *path_); place && *place) {
                again([&] { return unlinkat((*place)->folder.get(), (*place)->name.c_str(), AT_REMOVEDIR); });
            }
        }
    }
}

Status FolderChange::stage(const std::map<std::string, const FolderFile*>& files, const WriteOptions& options,
                           std::vector<std::string>& notes)
{
    const bool all_at_once = steps_.size() >= worth_a_disk_sync;
    for (FolderStep& step : steps_) {
        if (is_cancelled(options.cancel)) {
            return fail(cancelled_error());
        }
        const auto place = walk(folder_, step.name, *path_, step.after ? &made_ : nullptr);
        if (!place || !step.after) {
            if (!place) {
                return fail(place.error());
            }
            continue;
        }
        const Fd old =
            step.before ? open_at((*place)->folder.get(), (*place)->name.c_str(), O_RDONLY | O_NOFOLLOW) : Fd();
        if (step.before && !old) {
            return fail(system_error(*path_ / step.name, "look at what is there now", errno));
        }
        if (Status made = make_file((*place)->folder.get(), step.waiting, *files.at(step.name), old.get(), !all_at_once,
                                    options, *path_, notes);
            !made) {
            return made;
        }
    }
    if (all_at_once) {
        if (Status synced = sync_disk(folder_, *path_); !synced) {
            return synced;
        }
    }
    for (const FolderStep& step : steps_) {
        const auto place = step.after ? walk(folder_, step.name, *path_) : std::optional<Place>();
        const Status same =
            !place   ? fail(place.error())
            : *place ? check_file((*place)->folder.get(), step.waiting, *files.at(step.name), options, *path_)
                     : Status{};
        if (!same) {
            return same;
        }
    }
    return {};
}

Status FolderChange::perform(std::vector<std::string>& notes)
{
    for (const FolderStep& step : steps_) {
        const auto now = content_now(folder_, step.name, *path_);
        if (!now || *now != step.before) {
            return fail(now ? changed_error(*path_ / step.name, "was changed") : now.error());
        }
    }
    if (steps_.size() > 1) {
        auto list = RedoList::commit(folder_, steps_, *path_);
        if (!list) {
            return fail(list.error());
        }
        list_ = std::move(*list);
    }
    for (; done_ < steps_.size(); ++done_) {
        if (Status done = forward(steps_[done_]); !done) {
            const std::size_t before = done_;
            if (take_back()) {
                return done;
            }
            done.error().hint = fmt::format("{} of {} files are in place; the next command that writes in this "
                                            "folder goes on with the others",
                                            before, steps_.size());
            return done;
        }
    }
    finished_ = true;
    note_unless(sync_folders_of(folder_, steps_, *path_), notes);
    drop_waiting(folder_, steps_, *path_);
    if (list_) {
        list_->remove();
    }
    remove_empty_folders();
    return {};
}

Status FolderChange::forward(const FolderStep& step)
{
    const auto place = walk(folder_, step.name, *path_);
    if (!place || !*place) {
        return place ? fail(changed_error(*path_ / step.name, "was removed")) : fail(place.error());
    }
    const int home = (*place)->folder.get();
    const char* const name = (*place)->name.c_str();
    const char* const waiting = step.waiting.c_str();
    int number = 0;
    if (!step.after) {
        number = rename_new(home, name, home, waiting);
    } else if (!step.before) {
        number = rename_new(home, waiting, home, name);
    } else {
        number = list_ ? exchange_names(home, waiting, name) : rename_over(home, waiting, home, name);
        if (list_ && (number == EINVAL || number == ENOSYS)) {
            can_take_back_ = false;
            number = rename_over(home, waiting, home, name);
        }
    }
    return number == 0
               ? Status{}
               : fail(system_error(*path_ / step.name, step.after ? "replace this file" : "remove this file", number));
}

/// Takes the steps back that are done; false when one cannot be, and the list stays for the next writer.
bool FolderChange::take_back() noexcept
{
    bool all = done_ == 0 || can_take_back_;
    for (; all && done_ > 0; --done_) {
        const FolderStep& step = steps_[done_ - 1];
        const auto place = walk(folder_, step.name, *path_);
        if (!place || !*place) {
            return can_take_back_ = false;
        }
        const int home = (*place)->folder.get();
        const char* const name = (*place)->name.c_str();
        const char* const waiting = step.waiting.c_str();
        all = can_take_back_ = (!step.after   ? rename_new(home, waiting, home, name)
                                : step.before ? exchange_names(home, waiting, name)
                                              : rename_new(home, name, home, waiting)) == 0;
    }
    return all;
}

/// A folder goes with the last file in it.
void FolderChange::remove_empty_folders() noexcept
{
    for (const FolderStep& step : steps_) {
        for (fs::path above = fs::path(step.name).parent_path(); !step.after && !above.empty();
             above = above.parent_path()) {
            if (const auto place = walk(folder_, above.string(), *path_); place && *place) {
                again([&] { return unlinkat((*place)->folder.get(), (*place)->name.c_str(), AT_REMOVEDIR); });
            }
        }
    }
}

}  // namespace redforge::posix
