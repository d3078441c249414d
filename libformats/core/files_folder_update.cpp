// A folder that is there: what differs is replaced, everything else stays as it is.
#include <algorithm>
#include <cerrno>
#include <set>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "core/backups.hpp"
#include "core/files_folder.hpp"
#include "core/progress.hpp"

namespace redforge::posix {

namespace {

namespace fs = std::filesystem;

/// What is in the folder under the names that matter.
using Contents = std::map<std::string, std::optional<Fingerprint>>;

Error in_the_way(const fs::path& path, const std::string& name)
{
    return {.code = ErrorCode::exists,
            .message = fmt::format("holds '{}', which is not part of what would be written", name),
            .file = path.string(),
            .hint = "move it away or choose another folder; nothing was changed"};
}

/// The first name in the folder that is none of `known`, nor a folder above one of them.
std::string first_other(int folder, const std::set<std::string>& known, const std::string& prefix = "")
{
    for (const std::string& name : names_in(folder)) {
        const std::string relative = prefix + name;
        if (known.contains(relative) || relative == staging_folder) {
            continue;
        }
        const auto below = known.lower_bound(relative + "/");
        if (below == known.end() || !below->starts_with(relative + "/")) {
            return relative;
        }
        const Fd inner(openat(folder, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
        const std::string other = inner ? first_other(inner.get(), known, relative + "/") : relative;
        if (!other.empty()) {
            return other;
        }
    }
    return {};
}

/// Looks at the folder and says whether it may be written at all.
Status check_rules(int folder, const FolderPlan& plan, const FolderRules& rules, const WriteOptions& options,
                   const fs::path& path)
{
    const std::vector<std::string> names = names_in(folder);
    const bool is_empty =
        std::all_of(names.begin(), names.end(), [](const std::string& name) { return name == staging_folder; });
    if (options.overwrite == Overwrite::refuse && !is_empty) {
        return fail({.code = ErrorCode::exists,
                     .message = "is there already and not empty",
                     .file = path.string(),
                     .hint = "choose another name, or allow overwriting; nothing was changed"});
    }
    std::set<std::string> known(plan.files.begin(), plan.files.end());
    known.insert(rules.previous.begin(), rules.previous.end());
    const std::string other = rules.others == FolderRules::Others::refuse ? first_other(folder, known) : "";
    if (!other.empty()) {
        return fail(in_the_way(path, other));
    }
    for (const std::string& above : plan.folders) {
        struct stat status {};
        if (fstatat(folder, above.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0 && !S_ISDIR(status.st_mode)) {
            return fail(in_the_way(path, above));
        }
    }
    return {};
}

/// Whether we may put another file in this one's place, or make one there.
Status check_permission(int folder, const FolderStep& step, const fs::path& path)
{
    fs::path above = fs::path(step.name).parent_path();
    const auto is_there = [&](const fs::path& name) {
        return faccessat(folder, name.c_str(), F_OK, AT_SYMLINK_NOFOLLOW) == 0;
    };
    while (!above.empty() && !is_there(above)) {
        above = above.parent_path();
    }
    const std::string parent = above.empty() ? "." : above.string();
    const fs::path shown = path / step.name;
    if (faccessat(folder, parent.c_str(), W_OK | X_OK, AT_EACCESS) != 0) {
        return fail(system_error(shown, "write in its folder", errno));
    }
    if (!step.before) {
        return {};
    }
    if (!step.removes && faccessat(folder, step.name.c_str(), W_OK, AT_EACCESS) != 0) {
        return fail(system_error(shown, "replace this read-only file", errno));
    }
    struct stat home {};
    struct stat file {};
    const bool known =
        fstatat(folder, parent.c_str(), &home, 0) == 0 && fstatat(folder, step.name.c_str(), &file, 0) == 0;
    const uid_t me = geteuid();
    if (known && (home.st_mode & S_ISVTX) != 0 && me != 0 && me != home.st_uid && me != file.st_uid) {
        return fail(system_error(shown, "replace a file of somebody else in a folder that forbids it", EPERM));
    }
    return {};
}

/// Reads what is there under all names that matter, and compares with what was read before.
Result<Contents> look(int folder, const FolderPlan& plan, const FolderRules& rules, const WriteOptions& options,
                      const fs::path& path)
{
    Contents now;
    const auto add = [&](const std::string& name) -> Status {
        if (now.contains(name)) {
            return {};
        }
        auto content = content_now(folder, name, path);
        if (!content) {
            return fail(std::move(content.error()));
        }
        now.emplace(name, *content);
        return {};
    };
    for (const std::string& name : plan.files) {
        if (auto added = add(name); !added) {
            return fail(std::move(added.error()));
        }
    }
    for (const std::string& name : rules.previous) {
        if (auto added = add(name); !added) {
            return fail(std::move(added.error()));
        }
    }
    if (options.expected != nullptr) {
        for (const auto& [name, content] : options.expected->files) {
            if (auto added = add(name); !added) {
                return fail(std::move(added.error()));
            }
            const std::optional<Fingerprint>& found = now.at(name);
            if (found != content) {
                return fail(changed_error(path / name, found ? "was changed" : "was removed"));
            }
        }
    }
    return now;
}

/// What has to be done. `sources` gets the new file of each step, null where one goes.
Result<std::vector<FolderStep>> plan_steps(const Contents& now, const Seen& wanted, std::span<const FolderFile> files,
                                           const FolderPlan& plan, const FolderRules& rules, const fs::path& path,
                                           std::vector<const FolderFile*>& sources)
{
    const std::set<std::string> previous(rules.previous.begin(), rules.previous.end());
    std::vector<FolderStep> steps;
    for (std::size_t i = 0; i < files.size(); ++i) {
        const std::string& name = plan.files[i];
        const std::optional<Fingerprint>& before = now.at(name);
        if (before == wanted.files.at(name)) {
            continue;
        }
        if (before && !previous.contains(name)) {
            return fail({.code = ErrorCode::exists,
                         .message = "is there already and not of what was written there before",
                         .file = (path / name).string(),
                         .hint = "move it away or choose another folder; nothing was changed"});
        }
        steps.push_back({false, name, before});
        sources.push_back(&files[i]);
    }
    for (const std::string& name : previous) {
        if (!wanted.files.contains(name) && now.at(name)) {
            steps.push_back({true, name, now.at(name)});
            sources.push_back(nullptr);
        }
    }
    return steps;
}

/// The new files, where they wait.
Result<std::vector<std::string>> stage(int folder, std::span<const FolderStep> steps,
                                       std::span<const FolderFile* const> sources, const WriteOptions& options,
                                       const fs::path& path)
{
    constexpr mode_t only_mine = 0700;
    if (!remove_staging(folder) || mkdirat(folder, staging_folder, only_mine) != 0) {
        return fail(errno == ENOTEMPTY || errno == EEXIST
                        ? Error{.code = ErrorCode::exists,
                                .message = "holds something that no write has put there",
                                .file = (path / staging_folder).string(),
                                .hint = "move it away; nothing was changed"}
                        : system_error(path, "make a folder here", errno));
    }
    const Fd staging(openat(folder, staging_folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    std::vector<FolderStage> stages;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        if (sources[i] != nullptr) {
            stages.push_back({std::to_string(i), sources[i], steps[i].before ? folder : -1, steps[i].name});
        }
    }
    return fill_folder(staging.get(), stages, options, path);
}

/// Does the steps, all or none; `done` counts those that cannot be taken back any more. One file alone is replaced by a rename; more need the list of steps.
Status perform(int folder, std::span<const FolderStep> steps, std::size_t& done, const fs::path& path)
{
    for (const FolderStep& step : steps) {
        const auto now = content_now(folder, step.name, path);
        if (!now || *now != step.before) {
            return fail(now ? changed_error(path / step.name, "was changed") : now.error());
        }
    }
    if (steps.size() > 1) {
        if (auto committed = commit_steps(folder, steps, path); !committed) {
            return committed;
        }
    }
    auto performed = do_steps(folder, steps, done, path);
    if (!performed && done > 0 && done < steps.size()) {
        Error error = std::move(performed.error());
        error.hint = fmt::format("{} of {} files are in place, the others wait in {}; the next command that uses this "
                                 "folder goes on with them",
                                 done, steps.size(), (path / staging_folder).string());
        return fail(std::move(error));
    }
    return performed;
}

/// Whether the name still leads to the folder that was looked at.
bool is_still_there(const Target& target)
{
    struct stat here {};
    return fstatat(target.folder.get(), target.name.c_str(), &here, AT_SYMLINK_NOFOLLOW) == 0 &&
           here.st_ino == target.status.st_ino && here.st_dev == target.status.st_dev;
}

/// The backup of what is replaced or removed; what stays as it is needs none.
Result<std::optional<Backup>> back_up(const Target& target, std::span<const FolderStep> steps,
                                      const WriteOptions& options)
{
    std::vector<std::string> names;
    for (const FolderStep& step : steps) {
        if (step.before) {
            names.push_back(step.name);
        }
    }
    if (!options.backup || names.empty()) {
        return std::nullopt;
    }
    return back_up_folder(target.home / target.name, names, options.cancel);
}

}  // namespace

Result<std::optional<Written>> update_folder(const Target& target, std::span<const FolderFile> files,
                                             const FolderPlan& plan, const FolderRules& rules,
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
    if (faccessat(folder, ".", W_OK | X_OK, AT_EACCESS) != 0) {
        return fail(system_error(path, "write in this folder", errno));
    }
    if (auto settled = normalize_folder(folder, path); !settled) {
        return fail(std::move(settled.error()));
    }
    remove_stale_files(folder);
    remove_stale_folders(target.folder.get());
    if (auto allowed = check_rules(folder, plan, rules, options, path); !allowed) {
        return fail(std::move(allowed.error()));
    }
    Written written;
    for (std::size_t i = 0; i < files.size(); ++i) {
        written.seen.files.emplace(plan.files[i], fingerprint_of(Chunks(files[i].content)));
    }
    const Result<Contents> now = look(folder, plan, rules, options, path);
    if (!now) {
        return fail(now.error());
    }
    std::vector<const FolderFile*> sources;
    const auto steps = plan_steps(*now, written.seen, files, plan, rules, path, sources);
    if (!steps) {
        return fail(steps.error());
    }
    if (steps->empty()) {
        written.unchanged = true;
        return written;
    }
    for (const FolderStep& step : *steps) {
        if (auto allowed = check_permission(folder, step, path); !allowed) {
            return fail(std::move(allowed.error()));
        }
    }
    auto backup = back_up(target, *steps, options);
    if (!backup) {
        return fail(std::move(backup.error()));
    }
    auto staged = stage(folder, *steps, sources, options, path);
    Status done = staged ? Status{} : fail(staged.error());
    if (done && is_cancelled(options.cancel)) {
        done = fail(cancelled_error());
    }
    std::size_t in_place = 0;
    const bool moved = !is_still_there(target);  // with what we are about to change
    if (done && !moved) {
        done = perform(folder, *steps, in_place, path);
    }
    if (!done || moved) {
        if (in_place == 0) {
            static_cast<void>(remove_staging(folder));
            if (*backup) {
                withdraw(**backup);
            }
        }
        return done ? Result<std::optional<Written>>(std::nullopt) : fail(std::move(done.error()));
    }
    written.notes = std::move(*staged);
    if (*backup) {
        written.backup = (*backup)->path;
        remove_superseded(target.home / target.name);
    }
    return written;
}

}  // namespace redforge::posix
