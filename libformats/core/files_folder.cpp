// Writing a folder: a new one built out of sight, one that is there changed file by file.
#include <algorithm>
#include <chrono>
#include <set>
#include <thread>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "core/backups.hpp"
#include "core/files.hpp"
#include "core/files_folder.hpp"
#include "core/letter_case.hpp"
#include "core/progress.hpp"

namespace redforge {

namespace fs = std::filesystem;

namespace posix {

namespace {

/// What earlier versions left in a folder: it could be made by anybody, so nothing in it is believed.
constexpr const char* old_staging = ".redforge-write";

/// A part of a name that git keeps for itself, on any system: Windows takes `.GIT`, `.git.` and `git~1` for it.
bool is_git_name(std::string_view part)
{
    part = part.substr(0, part.find(':'));
    part = part.substr(0, part.find_last_not_of(". ") + 1);
    const std::string name = upper(part);
    return name == ".GIT" || name == "GIT~1";
}

Error bad_name(const fs::path& path, const fs::path& relative, std::string message, std::string hint)
{
    return {.code = ErrorCode::malformed,
            .message = fmt::format("the name '{}' {}", relative.string(), message),
            .file = path.string(),
            .hint = std::move(hint)};
}

/// Every folder above the names, a folder before what is in it.
std::set<std::string> folders_above(std::span<const std::string> names)
{
    std::set<std::string> folders;  // sorted: "a" comes before "a/b"
    for (const std::string& name : names) {
        for (fs::path above = fs::path(name).parent_path(); !above.empty(); above = above.parent_path()) {
            folders.insert(above.string());
        }
    }
    return folders;
}

/// The names of what is to be written, checked: plain, below the folder, each once.
Result<std::vector<std::string>> checked_names(const fs::path& path, std::span<const FolderFile> files)
{
    std::vector<std::string> names;
    std::set<std::string> seen;
    for (const FolderFile& file : files) {
        if (!is_plain_name(file.relative)) {
            const bool git = std::any_of(file.relative.begin(), file.relative.end(),
                                         [](const fs::path& part) { return is_git_name(part.string()); });
            return fail(git ? bad_name(path, file.relative, "leads to what belongs to git", "choose another name")
                            : bad_name(path, file.relative, "does not stay below the folder",
                                       "names are relative, without '.', '..', empty parts or control characters"));
        }
        names.push_back(file.relative.lexically_normal().string());
        if (!seen.insert(names.back()).second) {
            return fail(bad_name(path, file.relative, "occurs twice", "each file needs a name of its own"));
        }
    }
    for (const std::string& folder : folders_above(names)) {
        if (seen.contains(folder)) {
            return fail(bad_name(path, folder, "is both a file and a folder", "rename one of them"));
        }
    }
    return names;
}

bool is_ours(std::string_view name)
{
    return name == old_staging || is_temp_name(name) || is_waiting_name(name);
}

/// The first name in the folder that is none of `known`, nor a folder above one of them.
Result<std::string> first_other(int folder, const std::set<std::string>& known, const fs::path& path,
                                const std::string& prefix = "")
{
    const auto names = names_in(folder, path / prefix);
    if (!names) {
        return fail(names.error());
    }
    for (const std::string& name : *names) {
        const std::string relative = prefix + name;
        if (known.contains(relative) || is_ours(name)) {
            continue;
        }
        const auto below = known.lower_bound(relative + "/");
        if (below == known.end() || !below->starts_with(relative + "/")) {
            return relative;
        }
        const Fd inner = open_at(folder, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
        Result<std::string> other = inner ? first_other(inner.get(), known, path, relative + "/") : relative;
        if (!other || !other->empty()) {
            return other;
        }
    }
    return std::string();
}

/// Whether the name still leads to the folder that was looked at.
bool is_still_there(const Target& target)
{
    struct stat here {};
    return again([&] { return fstatat(target.folder.get(), target.name.c_str(), &here, AT_SYMLINK_NOFOLLOW); }) == 0 &&
           here.st_ino == target.status.st_ino && here.st_dev == target.status.st_dev;
}

/// What is in the folder under the names that matter.
using Contents = std::map<std::string, std::optional<Fingerprint>>;

/// Reads what is there under all names that matter, and compares with what was read before.
Result<Contents> read_contents(int folder, std::span<const std::string> names, const std::set<std::string>& previous,
                               const WriteOptions& options, const fs::path& path)
{
    std::set<std::string> all(names.begin(), names.end());
    all.insert(previous.begin(), previous.end());
    if (options.expected != nullptr) {
        for (const auto& [name, content] : options.expected->files) {
            all.insert(name);
        }
    }
    Contents now;
    for (const std::string& name : all) {
        auto content = content_now(folder, name, path);
        if (!content) {
            return fail(std::move(content.error()));
        }
        now.emplace(name, *content);
    }
    if (options.expected != nullptr) {
        for (const auto& [name, content] : options.expected->files) {
            if (now.at(name) != content) {
                return fail(changed_error(path / name, now.at(name) ? "was changed" : "was removed"));
            }
        }
    }
    return now;
}

/// Says whether the folder may be written at all.
Status check_rules(int folder, std::span<const std::string> names, const std::set<std::string>& previous,
                   FolderRules::Others others, const WriteOptions& options, const fs::path& path)
{
    const auto there = names_in(folder, path);
    if (!there) {
        return fail(there.error());
    }
    if (options.overwrite == Overwrite::refuse && !std::all_of(there->begin(), there->end(), &is_ours)) {
        return fail({.code = ErrorCode::exists,
                     .message = "is there already and not empty",
                     .file = path.string(),
                     .hint = "choose another name, or allow overwriting; nothing was changed"});
    }
    if (others == FolderRules::Others::stay) {
        return {};
    }
    std::set<std::string> known(names.begin(), names.end());
    known.insert(previous.begin(), previous.end());
    const Result<std::string> other = first_other(folder, known, path);
    return !other ? fail(other.error())
           : other->empty()
               ? Status{}
               : fail({.code = ErrorCode::exists,
                       .message = fmt::format("holds '{}', which is not part of what would be written", *other),
                       .file = path.string(),
                       .hint = "move it away or choose another folder; nothing was changed"});
}

/// What has to be done.
Result<std::vector<FolderStep>> plan_steps(int folder, const Contents& now, const Seen& wanted,
                                           std::span<const std::string> names, const std::set<std::string>& previous,
                                           const fs::path& path)
{
    std::vector<FolderStep> steps;
    for (const std::string& name : names) {
        const std::optional<Fingerprint>& before = now.at(name);
        const Fingerprint& after = wanted.files.at(name);
        if (before == after) {
            continue;
        }
        if (before && !previous.contains(name)) {
            return fail({.code = ErrorCode::exists,
                         .message = "is there already and not of what was written there before",
                         .file = (path / name).string(),
                         .hint = "move it away or choose another folder; nothing was changed"});
        }
        steps.push_back({name, before, after, waiting_name()});
    }
    for (const std::string& name : previous) {
        if (!wanted.files.contains(name) && now.at(name)) {
            steps.push_back({name, now.at(name), {}, waiting_name()});
        }
    }
    for (const FolderStep& step : steps) {  // a rename needs the folder's permission only, but a file may be protected
        const auto place = walk(folder, step.name, path);
        if (!place) {
            return fail(place.error());
        }
        if (step.before && step.after && *place &&
            again([&] { return faccessat((*place)->folder.get(), (*place)->name.c_str(), W_OK, AT_EACCESS); }) != 0) {
            return fail(system_error(path / step.name, "replace this read-only file", errno));
        }
    }
    return steps;
}

/// What killed writers left below the folder, whose lock is ours.
void clear_leftovers(int folder, std::span<const std::string> names, const fs::path& path,
                     std::vector<std::string>& notes)
{
    std::set<std::string> folders = folders_above(names);
    folders.insert("");
    for (const std::string& inner : folders) {
        const auto place = walk(folder, inner.empty() ? "." : inner + "/.", path);
        if (!place || !*place) {
            continue;
        }
        remove_stale((*place)->folder.get());
        for (const std::string& name : names_in((*place)->folder.get(), path).value_or(std::vector<std::string>{})) {
            if (is_waiting_name(name)) {
                again([&] { return unlinkat((*place)->folder.get(), name.c_str(), 0); });
            }
        }
    }
    struct stat status {};
    if (fstatat(folder, old_staging, &status, AT_SYMLINK_NOFOLLOW) == 0) {
        notes.push_back(
            fmt::format("its folder {} is left over from an older version of redforge; nothing in it is used, "
                        "and it can be deleted",
                        old_staging));
    }
}

/// Changes what differs in a folder that is there. Empty when it is not there any more: look again.
Result<std::optional<Written>> update_folder(const Target& target, std::span<const FolderFile> files,
                                             std::span<const std::string> names, const FolderRules& rules,
                                             const WriteOptions& options, const fs::path& path)
{
    if (!S_ISDIR(target.status.st_mode)) {
        return fail({.code = ErrorCode::exists,
                     .message = "is a file, not a folder",
                     .file = path.string(),
                     .hint = "choose another name, or move the file away; nothing was changed"});
    }
    const auto lock = lock_folder(target.old.get(), true, options.cancel, path);
    if (!lock) {
        return fail(lock.error());
    }
    if (!is_still_there(target)) {
        return std::nullopt;
    }
    const int folder = target.old.get();
    if (again([&] { return faccessat(folder, ".", W_OK | X_OK, AT_EACCESS); }) != 0) {
        return fail(system_error(path, "write in this folder", errno));
    }
    if (const Result<bool> redone = redo(folder, path); !redone) {
        return fail(redone.error());
    }
    std::set<std::string> previous;
    std::copy_if(rules.previous.begin(), rules.previous.end(), std::inserter(previous, previous.end()), &is_plain_name);
    Written written;
    clear_leftovers(folder, names, path, written.notes);
    if (auto allowed = check_rules(folder, names, previous, rules.others, options, path); !allowed) {
        return fail(std::move(allowed.error()));
    }
    std::map<std::string, const FolderFile*> sources;
    for (std::size_t i = 0; i < files.size(); ++i) {
        written.seen.files.emplace(names[i], fingerprint_of(Chunks(files[i].content)));
        sources.emplace(names[i], &files[i]);
    }
    const Result<Contents> now = read_contents(folder, names, previous, options, path);
    auto steps = now ? plan_steps(folder, *now, written.seen, names, previous, path) : fail(now.error());
    if (!steps) {
        return fail(steps.error());
    }
    if (steps->empty()) {
        written.unchanged = true;
        return written;
    }
    std::vector<std::string> replaced;
    for (const FolderStep& step : *steps) {
        if (step.before) {
            replaced.push_back(step.name);
        }
    }
    Result<std::optional<Backup>> backup = std::nullopt;
    if (options.backup && !replaced.empty()) {
        backup = back_up_folder(target.home / target.name, folder, replaced, options.cancel);
        if (!backup) {
            return fail(std::move(backup.error()));
        }
    }
    FolderChange change(folder, path, std::move(*steps));
    Status done = change.stage(sources, options, written.notes);
    if (done && is_cancelled(options.cancel)) {
        done = fail(cancelled_error());
    }
    const bool moved = done && !is_still_there(target);  // with what we are about to change
    if (done && !moved) {
        done = change.perform(written.notes);
    }
    if (!done || moved) {
        if (*backup) {
            withdraw(**backup);
        }
        return done ? Result<std::optional<Written>>(std::nullopt) : fail(std::move(done.error()));
    }
    if (*backup) {
        written.backup = (*backup)->path;
        remove_superseded(target.home / target.name);
    }
    return written;
}

/// Builds the folder. Empty when something has its name meanwhile: look again.
Result<std::optional<Written>> make_folder(const Target& target, std::span<const FolderFile> files,
                                           std::span<const std::string> names, const WriteOptions& options,
                                           const fs::path& path)
{
    Written written;
    const FillFile fill = [&](int folder, const std::string& name, std::size_t number, bool sync) {
        return make_file(folder, name, files[number], -1, sync, options, path, written.notes);
    };
    const FillFile check = [&](int folder, const std::string& name, std::size_t number, bool) {
        return check_file(folder, name, files[number], options, path);
    };
    const Result<bool> built =
        build_folder(target.folder.get(), target.name, names, {fill, check}, options.cancel, path, written.notes);
    if (!built) {
        return fail(built.error());
    }
    for (std::size_t i = 0; i < files.size(); ++i) {
        written.seen.files.emplace(names[i], fingerprint_of(Chunks(files[i].content)));
    }
    return *built ? std::optional(std::move(written)) : std::nullopt;
}

}  // namespace

bool is_plain_name(const fs::path& relative)
{
    const std::string text = relative.string();
    const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20; };
    return !text.empty() && relative.is_relative() && std::none_of(text.begin(), text.end(), is_control) &&
           text.back() != '/' && text.find("//") == std::string::npos &&
           std::none_of(relative.begin(), relative.end(), [](const fs::path& part) {
               return part.empty() || part == "." || part == ".." || is_git_name(part.string());
           });
}

}  // namespace posix

Result<Written> write_folder(const fs::path& path, std::span<const FolderFile> files, const FolderRules& rules,
                             const WriteOptions& options)
{
    const auto names = posix::checked_names(path, files);
    if (!names) {
        return fail(names.error());
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
        posix::remove_stale(target->folder.get());
        auto written = target->old ? posix::update_folder(*target, files, *names, rules, options, path)
                                   : posix::make_folder(*target, files, *names, options, path);
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
    struct stat status {};
    if (posix::again([&] { return stat(folder.c_str(), &status); }) != 0) {
        Error missing = posix::system_error(folder, "use this folder", errno);
        if (errno == ENOENT) {
            missing.message = fmt::format("there is no folder '{}'", folder.string());
            missing.hint = "make the folder first, or choose another";
        }
        return fail(std::move(missing));
    }
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
    const posix::Fd opened = posix::open_at(AT_FDCWD, folder.c_str(), O_PATH | O_DIRECTORY);
    struct stat status {};
    if (!opened || fstat(opened.get(), &status) != 0) {
        return Reading{};  // what is wrong is found by reading on
    }
    auto lock = posix::lock_folder(opened.get(), false, cancel, folder);
    if (!lock) {
        return fail(lock.error());
    }
    Reading reading{std::make_shared<posix::Fd>(std::move(*lock)), {}};
    if (const auto list = posix::RedoList::find(status); list && *list) {
        const auto undone = posix::count_undone(opened.get(), **list, folder);
        if (undone && *undone > 0) {
            reading.unfinished = fmt::format("writing this folder was interrupted, and {} of {} files are still to be "
                                             "replaced; the next command that writes there (set or apply with "
                                             "--in-place, unpack -o) completes it",
                                             *undone, (*list)->steps().size());
        }
    }
    return reading;
}

Result<bool> finish_writing(const fs::path& folder, const std::atomic<bool>* cancel)
{
    const posix::Fd opened = posix::open_at(AT_FDCWD, folder.c_str(), O_PATH | O_DIRECTORY);
    struct stat status {};
    if (!opened) {
        return errno == ENOENT || errno == ENOTDIR ? Result<bool>(false)
                                                   : fail(posix::system_error(folder, "open this folder", errno));
    }
    if (fstat(opened.get(), &status) != 0) {
        return fail(posix::system_error(folder, "look at this folder", errno));
    }
    if (const auto list = posix::RedoList::find(status); !list || !*list) {
        return list ? Result<bool>(false) : fail(list.error());
    }
    const auto alone = posix::lock_folder(opened.get(), true, cancel, folder);
    return alone ? posix::redo(opened.get(), folder) : fail(alone.error());
}

}  // namespace redforge
