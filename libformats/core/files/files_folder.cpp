// Writes folders: builds a new folder under a hidden name, and changes an existing folder file by file.
#include <algorithm>
#include <chrono>
#include <map>
#include <set>
#include <thread>

#include <fmt/format.h>

#include "core/files/backups.hpp"
#include "core/files/files_parts.hpp"
#include "core/files/folder_builder.hpp"
#include "core/progress.hpp"

namespace redforge {

namespace files {

namespace {

namespace fs = std::filesystem;
using platform::Kind;

/// Staging folder of earlier versions. Anybody could have created it, so its content is not trusted.
constexpr std::string_view old_staging = ".redforge-write";

bool is_internal_name(std::string_view name)
{
    return name == old_staging || is_hidden_name(name);
}

Error exists(const fs::path& shown, std::string message,
             std::string hint = "move it away or choose another folder; nothing was changed")
{
    return {.code = ErrorCode::exists, .message = std::move(message), .file = shown.string(), .hint = std::move(hint)};
}

Error bad_name(const fs::path& path, const fs::path& name, std::string_view message, std::string hint)
{
    return {.code = ErrorCode::malformed,
            .message = fmt::format("the name '{}' {}", name.string(), message),
            .file = path.string(),
            .hint = std::move(hint)};
}

/// Intended content of the folder, by name.
using Contents = std::map<std::string, const FolderFile*>;

/// Returns every parent folder of a name, innermost first.
std::vector<std::string> folders_above(const std::string& name)
{
    std::vector<std::string> folders;
    for (fs::path above = fs::path(name).parent_path(); !above.empty(); above = above.parent_path()) {
        folders.push_back(above.generic_string());
    }
    return folders;
}

/// Checks that a file name stays below the folder and out of git's data.
Status check_name(const fs::path& path, const fs::path& relative)
{
    if (leads_to_git(relative)) {
        return fail(bad_name(path, relative, "is inside a .git folder", "choose another name"));
    }
    if (!is_plain_name(relative)) {
        return fail(bad_name(path, relative, "does not stay below the folder",
                             "names are relative, without '.', '..', empty parts or control characters"));
    }
    return {};
}

/// Returns the files by name. Errors: malformed (a name is not plain, not below the folder, or occurs twice).
Result<Contents> by_name(const fs::path& path, std::span<const FolderFile> files)
{
    Contents contents;
    for (const FolderFile& file : files) {
        if (Status status = check_name(path, file.relative); !status) {
            return fail(status.error());
        }
        if (!contents.emplace(file.relative.generic_string(), &file).second) {
            return fail(bad_name(path, file.relative, "occurs twice", "each file needs a name of its own"));
        }
    }
    for (const auto& [name, file] : contents) {
        for (const std::string& above : folders_above(name)) {
            if (contents.contains(above)) {
                return fail(bad_name(path, above, "is both a file and a folder", "rename one of them"));
            }
        }
    }
    return contents;
}

/// Returns the first name in the folder that is not in `known` and not a parent folder of a known name. Empty if there
/// is none.
Result<std::string> first_other(const fs::path& folder, const std::set<std::string>& known)
{
    std::error_code error;
    for (fs::recursive_directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
        const std::string name = at->path().lexically_relative(folder).generic_string();
        const auto next = known.lower_bound(name + "/");
        std::error_code ignored;
        const bool is_folder = at->symlink_status(ignored).type() == fs::file_type::directory;
        const bool is_parent_folder = is_folder && next != known.end() && next->starts_with(name + "/");
        if (is_internal_name(at->path().filename().string())) {
            at.disable_recursion_pending();
        } else if (!is_parent_folder && !known.contains(name)) {
            return name;
        }
    }
    return error ? fail(system_error(folder, "list this folder", error)) : Result<std::string>("");
}

/// Checks that the folder may be written. It may contain `known` names.
Status check_rules(const fs::path& folder, const std::set<std::string>& known, FolderRules::Others others,
                   Overwrite overwrite, const fs::path& path)
{
    const bool must_be_empty = overwrite == Overwrite::reject;
    if (!must_be_empty && others == FolderRules::Others::stay) {
        return {};
    }
    const auto other = first_other(folder, must_be_empty ? std::set<std::string>() : known);
    return !other           ? fail(other.error())
           : other->empty() ? Status{}
           : must_be_empty
               ? fail(exists(path, "already exists and is not empty", "choose another name; nothing was changed"))
               : fail(exists(path, fmt::format("contains '{}', which is not part of the output", *other)));
}

/// Returns the steps to take, removals last.
Result<std::vector<FolderStep>> plan_steps(const Handle& folder, const Contents& contents,
                                           const std::set<std::string>& previous, const FileSnapshot* expected,
                                           const FileSnapshot& wanted, const fs::path& path)
{
    std::set<std::string> all = previous;
    for (const auto& [name, file] : contents) {
        all.insert(name);
    }
    static const FileSnapshot none;
    for (const auto& [name, content] : (expected != nullptr ? expected : &none)->files) {
        all.insert(name);
    }
    std::vector<FolderStep> steps;
    for (const std::string& name : all) {
        const auto before = content_now(folder, name, path);
        if (!before) {
            return fail(before.error());
        }
        const auto read = expected != nullptr ? expected->files.find(name) : none.files.end();
        if (expected != nullptr && read != expected->files.end() && *before != read->second) {
            return fail(changed_error(path / name, *before ? "was changed" : "was removed"));
        }
        const auto content = wanted.files.find(name);
        const auto after = content != wanted.files.end() ? std::optional(content->second) : std::nullopt;
        if (*before == after || (!after && !previous.contains(name))) {
            continue;
        }
        if (*before && after && !previous.contains(name)) {
            return fail(exists(path / name, "already exists and is not one of the files written there before"));
        }
        steps.push_back({name, *before, after, temporary_name()});
        const auto place = walk(folder, name, path);
        const std::error_code error = *before && after && place && *place
                                          ? platform::check_writable((*place)->folder, (*place)->name)
                                          : std::error_code{};
        if (error) {  // a rename needs the folder's permission only, but a file may be protected
            return fail(system_error(path / name, "replace this read-only file", error));
        }
    }
    std::stable_partition(steps.begin(), steps.end(), [](const FolderStep& step) { return step.after.has_value(); });
    return steps;
}

/// Returns the existing files among those of the previous and the new write. A backup contains all of them, so
/// that it is a complete state of the folder.
Result<std::vector<std::string>> existing(const Handle& folder, const std::set<std::string>& known,
                                          const fs::path& path)
{
    std::vector<std::string> names;
    for (const std::string& name : known) {
        const auto now = content_now(folder, name, path);
        if (!now) {
            return fail(now.error());
        }
        if (*now) {
            names.push_back(name);
        }
    }
    return names;
}

/// Removes temporary files of killed writers. The caller holds the lock of the folders.
void clear_leftovers(const Handle& folder, const Contents& contents, const fs::path& path)
{
    std::set<std::string> folders{""};
    for (const auto& [name, file] : contents) {
        for (const std::string& above : folders_above(name)) {
            folders.insert(above + "/");
        }
    }
    for (const std::string& inner : folders) {
        const auto place = walk(folder, inner, path);
        if (place && *place) {
            remove_abandoned_files((*place)->folder, WaitingFiles::remove);
        }
    }
}

/// Writes the new content of all steps next to the files that it replaces.
Status stage(const Handle& folder, std::span<const FolderStep> steps, const Contents& contents,
             const WriteOptions& options, const fs::path& path, std::vector<std::string>& made, Written& written)
{
    std::vector<NewFile> files;
    for (const FolderStep& step : steps) {
        if (step.after) {
            files.push_back({.at = step.waiting_path(),
                             .content = contents.at(step.name)->content,
                             .old_folder = step.before ? &folder : nullptr,
                             .old_name = step.name,
                             .shown = path / step.name,
                             .note_prefix = step.name + ": "});
        }
    }
    return make_files(folder, files, options.cancel, path, made, written.notes);
}

/// Writes the changed files of an existing folder. Returns nullopt if the folder no longer exists: the caller retries.
Result<std::optional<Written>> update_folder(const Target& target, const Contents& contents, Written written,
                                             const FolderRules& rules, const WriteOptions& options,
                                             const fs::path& path)
{
    if (target.now.kind != Kind::folder) {
        return fail(
            exists(path, "is a file, not a folder", "choose another name, or move the file away; nothing was changed"));
    }
    const auto opened = platform::open_folder(target.home, target.name);
    if (!opened) {
        return fail(system_error(path, "open this folder", opened.error()));
    }
    const Handle& folder = *opened;
    const auto lock = lock_folder(folder, true, options.cancel, path);
    if (!lock) {
        return fail(lock.error());
    }
    const auto is_still_there = [&] {
        const auto now = platform::look(target.home, target.name);
        const auto ours = platform::look(folder);
        return now && ours && now->identity == ours->identity;
    };
    if (!is_still_there()) {
        return std::nullopt;
    }
    if (const std::error_code error = platform::check_writable(folder, ".")) {
        return fail(system_error(path, "write in this folder", error));
    }
    if (const Result<bool> redone = redo(folder, path); !redone) {
        return fail(redone.error());
    }
    clear_leftovers(folder, contents, path);
    if (const auto old = platform::look(folder, std::string(old_staging)); old && old->kind != Kind::none) {
        written.notes.push_back(fmt::format("its folder {} is left over from an older version of redforge; nothing in "
                                            "it is used, and it can be deleted",
                                            old_staging));
    }
    std::set<std::string> previous;
    std::ranges::copy_if(rules.previous, std::inserter(previous, previous.end()), &is_plain_name);
    std::set<std::string> known = previous;
    for (const auto& [name, file] : contents) {
        known.insert(name);
    }
    const Status allowed = check_rules(target.path(), known, rules.others, options.overwrite, path);
    const auto steps =
        allowed ? plan_steps(folder, contents, previous, options.expected, written.seen, path) : fail(allowed.error());
    if (!steps) {
        return fail(steps.error());
    }
    if (steps->empty()) {
        written.unchanged = true;
        return written;
    }
    const fs::path backed_up = options.backup_of.empty() ? target.path() : target.path() / options.backup_of;
    Result<std::optional<Backup>> backup = std::nullopt;
    if (options.backup) {
        const auto old = existing(folder, known, path);
        backup = !old           ? fail(old.error())
                 : old->empty() ? Result<std::optional<Backup>>(std::nullopt)
                                : back_up(backed_up, folder, *old, true, options.cancel);
        if (!backup) {
            return fail(std::move(backup.error()));
        }
    }
    std::vector<std::string> made;
    Status done = stage(folder, *steps, contents, options, path, made, written);
    const bool moved = done && !is_still_there();  // the folder was moved together with the files to change
    bool is_partial = false;
    if (done && !moved) {
        done = is_cancelled(options.cancel) ? fail(cancelled_error())
                                            : perform_steps(folder, *steps, path, is_partial, written.notes);
    }
    if (done && !moved) {
        written.backup = keep_backup(*backup, backed_up);
        return written;
    }
    if (!is_partial) {  // remove everything
        for (const FolderStep& step : *steps) {
            remove_below(folder, step.waiting_path());
        }
        for (auto name = made.rbegin(); name != made.rend(); ++name) {
            remove_below(folder, *name);
        }
        remove_backup(*backup);
    }
    return moved ? Result<std::optional<Written>>(std::nullopt) : fail(std::move(done.error()));
}

}  // namespace

}  // namespace files

struct FolderBuilder::State {
    /// A file that waits to be written together with others.
    struct Waiting {
        std::string name;
        SharedBytes content;
    };

    State(files::Target home, std::filesystem::path folder, const WriteOptions& how)
        : target(std::move(home)), path(std::move(folder)), options(how)
    {
    }

    Status write_waiting()
    {
        std::vector<files::NewFile> made;
        for (const Waiting& each : waiting) {
            made.push_back({.at = each.name, .content = each.content.pieces(), .shown = path / each.name});
        }
        Status status = files::make_files(hidden->opened(), made, options.cancel, path, folders, written.notes);
        waiting.clear();
        waiting_size = 0;
        return status;
    }

    files::Target target;
    std::filesystem::path path;
    WriteOptions options;
    std::optional<files::Hidden> hidden;  ///< in the target's folder
    std::vector<Waiting> waiting;
    std::size_t waiting_size{};
    std::vector<std::string> folders{"."};
    Written written;
};

FolderBuilder::FolderBuilder(std::unique_ptr<State> state) : state_(std::move(state))
{
}
FolderBuilder::FolderBuilder(FolderBuilder&&) noexcept = default;
FolderBuilder::~FolderBuilder() = default;

Result<std::optional<FolderBuilder>> FolderBuilder::begin(const std::filesystem::path& path,
                                                          const WriteOptions& options)
{
    auto target = files::find_target(path.empty() ? "." : path);
    if (!target) {
        return fail(target.error());
    }
    if (target->now.kind != platform::Kind::none) {
        return std::nullopt;
    }
    if (options.expected != nullptr) {
        return fail(files::changed_error(path, "was removed"));
    }
    auto state = std::make_unique<State>(std::move(*target), path, options);
    auto hidden = files::Hidden::make(state->target.home, state->target.name, files::Hidden::Type::folder, path);
    if (!hidden) {
        return fail(hidden.error());
    }
    state->hidden.emplace(std::move(*hidden));
    return FolderBuilder(std::move(state));
}

Status FolderBuilder::add(const std::filesystem::path& relative, SharedBytes content)
{
    constexpr std::size_t max_waiting = std::size_t{32} << 20U;  // each sync of many files waits for the disk
    if (Status status = files::check_name(state_->path, relative); !status) {
        return status;
    }
    std::string name = relative.generic_string();
    const Fingerprint fingerprint = files::fingerprint_of_content(content.pieces());
    if (!state_->written.seen.files.emplace(name, fingerprint).second) {
        return fail(files::bad_name(state_->path, relative, "occurs twice", "each file needs a name of its own"));
    }
    state_->waiting_size += content.size();
    state_->waiting.push_back({std::move(name), std::move(content)});
    return state_->waiting_size > max_waiting ? state_->write_waiting() : Status{};
}

Result<std::optional<Written>> FolderBuilder::finish()
{
    State& state = *state_;
    const Status made = state.write_waiting().and_then(
        [&] { return files::sync_folders(state.hidden->opened(), state.folders, state.path); });
    if (!made || files::is_cancelled(state.options.cancel)) {
        return fail(made ? cancelled_error() : made.error());
    }
    const std::error_code error = state.hidden->take_name(state.target.name);
    if (error && error != std::errc::file_exists) {
        return fail(files::system_error(state.path, "put the new folder in place", error));
    }
    if (error) {
        return std::nullopt;
    }
    files::sync_or_note(state.target.home, state.written.notes);
    return std::move(state.written);
}

namespace {

/// Builds or updates a folder. Returns nullopt if it was created or removed meanwhile: the caller retries.
Result<std::optional<Written>> write_once(const std::filesystem::path& path, std::span<const FolderFile> files,
                                          const files::Contents& contents, const FolderRules& rules,
                                          const WriteOptions& options)
{
    auto builder = FolderBuilder::begin(path, options);
    if (!builder) {
        return fail(builder.error());
    }
    if (*builder) {
        for (const FolderFile& file : files) {
            SharedBytes content;
            for (const ByteView piece : file.content) {
                content.append(piece);
            }
            if (Status status = (*builder)->add(file.relative, std::move(content)); !status) {
                return fail(status.error());
            }
        }
        return (*builder)->finish();
    }
    const auto target = files::find_target(path.empty() ? "." : path);
    if (!target) {
        return fail(target.error());
    }
    if (target->now.kind == platform::Kind::none) {
        return std::nullopt;
    }
    Written wanted;
    for (const auto& [name, file] : contents) {
        wanted.seen.files.emplace(name, files::fingerprint_of_content(file->content));
    }
    return files::update_folder(*target, contents, std::move(wanted), rules, options, path);
}

}  // namespace

Result<Written> write_folder(const std::filesystem::path& path, std::span<const FolderFile> files,
                             const FolderRules& rules, const WriteOptions& options)
{
    const auto contents = files::by_name(path, files);
    if (!contents) {
        return fail(contents.error());
    }
    constexpr int patience = 100;
    for (int round = 0; round < patience; ++round) {
        auto written = write_once(path, files, *contents, rules, options);
        if (!written) {
            return fail(std::move(written.error()));
        }
        if (*written) {
            return std::move(**written);
        }
        if (files::is_cancelled(options.cancel)) {
            return fail(cancelled_error());
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return fail({.code = ErrorCode::io,
                 .message = "another program keeps making and removing this folder",
                 .file = path.string(),
                 .hint = "end that program first; nothing was changed"});
}

Result<Written> write_files(const std::filesystem::path& folder, std::span<const FolderFile> files,
                            const WriteOptions& options)
{
    if (const auto opened = platform::open_folder(folder.empty() ? "." : folder); !opened) {
        Error missing = files::system_error(folder, "use this folder", opened.error());
        if (opened.error() == std::errc::no_such_file_or_directory) {
            missing.message = fmt::format("there is no folder '{}'", folder.string());
            missing.hint = "make the folder first, or choose another";
        }
        return fail(std::move(missing));
    }
    FolderRules rules{.others = FolderRules::Others::stay};
    WriteOptions into = options;
    into.overwrite = Overwrite::allow;
    for (const FolderFile& file : files) {
        if (options.overwrite != Overwrite::reject) {
            rules.previous.push_back(file.relative.generic_string());
        }
    }
    return write_folder(folder, files, rules, into);
}

Result<Reading> begin_reading(const std::filesystem::path& folder, const std::atomic<bool>* cancel)
{
    const auto opened = platform::open_folder(folder);
    if (!opened) {
        return Reading{};  // the read itself reports the error
    }
    auto lock = files::lock_folder(*opened, false, cancel, folder);
    if (!lock) {
        return fail(lock.error());
    }
    Reading reading{std::make_shared<files::Handle>(std::move(*lock)), {}};
    if (const auto list = files::find_redo_list(*opened); list && *list) {
        const auto undone = std::ranges::count_if((*list)->steps, [&](const files::FolderStep& step) {
            const auto now = files::content_now(*opened, step.name, folder);
            return !now || *now != step.after;
        });
        if (undone > 0) {
            reading.unfinished = fmt::format("writing this folder was interrupted, and {} of {} files are still to be "
                                             "replaced; the next command that writes there (set or apply with "
                                             "--in-place, unpack -o) completes it",
                                             undone, (*list)->steps.size());
        }
    }
    return reading;
}

Result<bool> finish_writing(const std::filesystem::path& folder, const std::atomic<bool>* cancel)
{
    const auto opened = platform::open_folder(folder);
    if (!opened) {
        const bool none =
            opened.error() == std::errc::no_such_file_or_directory || opened.error() == std::errc::not_a_directory;
        return none ? Result<bool>(false) : fail(files::system_error(folder, "open this folder", opened.error()));
    }
    if (const auto list = files::find_redo_list(*opened); !list || !*list) {
        return list ? Result<bool>(false) : fail(list.error());
    }
    const auto alone = files::lock_folder(*opened, true, cancel, folder);
    return alone ? files::redo(*opened, folder) : fail(alone.error());
}

}  // namespace redforge
